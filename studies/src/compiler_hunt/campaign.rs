//! A hunt: terms are drawn, compiled in batches both ways, and compared; what differs is made small.

use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use everycase::space::{Derivation, Random, SeedableRng};

use super::compiler::Behaviour;
use super::difference::{Batch, Both, Pair, differ};
use super::grammar::{Draws, Grammar};
use super::process::Abort;
use super::tally::Figures;
use super::term::Term;
use everycase_check::control::stop::Stop;

/// This many differences are made small; any others are counted.
const SHOWN: u64 = 3;

/// What to do.
#[derive(Debug, Clone)]
pub struct Plan {
    /// How many terms to draw.
    pub terms: u64,
    /// Their sizes, each as often as the others.
    pub sizes: RangeInclusive<u32>,
    /// Of the draws.
    pub seed: u64,
    /// How many batches are compiled at a time.
    pub jobs: usize,
    /// How many terms a batch has.
    pub batch: u64,
}

/// A difference.
#[derive(Debug, Clone)]
pub struct Found {
    /// The term that was drawn.
    pub term: Term,
    /// The smallest term found from there that behaves differently.
    pub smallest: Term,
    /// What that does.
    pub both: Both,
}

/// Gets the progress of a hunt.
pub trait Audience {
    /// After each batch.
    fn progress(&mut self, figures: &Figures);

    /// A difference was found and made small.
    fn found(&mut self, found: &Found);

    /// The compiler refuses a term whatever the level.
    fn refused(&mut self, term: &Term, why: &str);
}

/// Carries out a plan.
///
/// # Errors
/// When there are no such terms, or no place for files.
pub fn campaign(
    grammar: &Grammar,
    pair: &Pair,
    plan: &Plan,
    interrupt: &Stop,
    audience: &mut impl Audience,
) -> Result<Figures, Abort> {
    let start = Instant::now();
    let supply = Mutex::new(Supply::new(grammar, plan)?);
    let (mut figures, mut shown, mut outcome) = (Figures::default(), 0, Ok(()));
    thread::scope(|scope| {
        let (results, batches) = mpsc::channel();
        for _ in 0..plan.jobs.max(1) {
            let (results, supply) = (results.clone(), &supply);
            scope.spawn(move || {
                while !interrupt.is_wanted()
                    && let Some(batch) = next(supply, pair).transpose()
                    && let is_last = batch.is_err()
                    && results.send(batch).is_ok()
                    && !is_last
                {}
            });
        }
        drop(results);
        for batch in batches {
            let batch = match batch {
                Ok(batch) => batch,
                Err(Abort::Interrupted) => continue,
                Err(stop) => {
                    outcome = Err(stop);
                    break;
                }
            };
            figures.add(&batch);
            audience.progress(&figures);
            for term in &batch.terms {
                let (derivation, [plain, optimised]) = term;
                if differ(plain, optimised) {
                    shown += 1;
                    if shown <= SHOWN
                        && let Err(stop) = show(grammar, pair, term, audience)
                    {
                        outcome = Err(stop);
                    }
                } else if let Behaviour::NotCompiled(why) = plain
                    && let Some(term) = grammar.term(derivation)
                {
                    audience.refused(&term, why);
                }
            }
        }
    });
    outcome?;
    let supply = supply.into_inner().unwrap_or_else(PoisonError::into_inner);
    figures.interrupted = interrupt.is_wanted();
    Ok(Figures { drawing: supply.time, time: start.elapsed(), ..figures })
}

/// Makes a difference small and shows it.
fn show(
    grammar: &Grammar,
    pair: &Pair,
    term: &(Derivation, Both),
    audience: &mut impl Audience,
) -> Result<(), Abort> {
    let smallest = pair.minimise(grammar, term)?;
    if let Some((term, (smallest, both))) = grammar.term(&term.0).zip(smallest) {
        audience.found(&Found { term, smallest, both });
    }
    Ok(())
}

/// Draws, compiles and runs a batch, if there is one.
fn next(supply: &Mutex<Supply<'_>>, pair: &Pair) -> Result<Option<Batch>, Abort> {
    let mut supply = supply.lock().unwrap_or_else(PoisonError::into_inner);
    let (grammar, derivations) = (supply.grammar, supply.next()?);
    drop(supply);
    if derivations.is_empty() {
        return Ok(None);
    }
    pair.observe(grammar, derivations).map(Some)
}

/// Where terms come from: the same ones however many jobs there are.
struct Supply<'a> {
    grammar: &'a Grammar,
    plan: &'a Plan,
    draws: Draws,
    random: Random,
    drawn: u64,
    time: Duration,
}

impl<'a> Supply<'a> {
    fn new(grammar: &'a Grammar, plan: &'a Plan) -> Result<Self, Abort> {
        let start = Instant::now();
        // What all draws need is counted at once.
        grammar.count(*plan.sizes.end())?;
        let (draws, random) = (grammar.draws()?, Random::seed_from_u64(plan.seed));
        Ok(Self { grammar, plan, draws, random, drawn: 0, time: start.elapsed() })
    }

    fn next(&mut self) -> Result<Vec<Derivation>, Abort> {
        let start = Instant::now();
        let (least, most) = (*self.plan.sizes.start(), *self.plan.sizes.end());
        let sizes = u64::from(most.saturating_sub(least)) + 1;
        let first = self.drawn;
        self.drawn = (first + self.plan.batch.max(1)).min(self.plan.terms);
        let terms =
            (first..self.drawn).map(|i| self.draws.draw(least + (i % sizes) as u32, &mut self.random));
        let terms = terms.collect::<Result<_, _>>()?;
        self.time += start.elapsed();
        Ok(terms)
    }
}
