//! Differences between two ways of compiling a term, and smaller terms that show them.

use std::collections::HashSet;
use std::time::Duration;

use everycase::space::Derivation;

use super::compiler::{Behaviour, Compiler, Side};
use super::grammar::Grammar;
use super::process::Abort;
use super::program::SAMPLES;
use super::term::Term;

/// This many candidates for a smaller term are compiled at once.
const AT_ONCE: usize = 50;

/// This many of all terms are tried, the smallest first.
const TRIED: usize = 2000;

/// Two ways of compiling: the first is the plain one, the second optimises.
#[derive(Debug, Clone)]
pub struct Pair {
    /// Who compiles.
    pub compiler: Compiler,
    /// How.
    pub sides: [Side; 2],
}

/// What a term does, both ways.
pub type Both = [Behaviour; 2];

/// Terms, and what they do.
#[derive(Debug, Clone, Default)]
pub struct Batch {
    /// The terms.
    pub terms: Vec<(Derivation, Both)>,
    /// The compiler's processor time, by side.
    pub compiling: [Duration; 2],
    /// The terms' own, both sides together.
    pub running: Duration,
}

impl Pair {
    /// What terms do, both ways.
    ///
    /// # Errors
    /// As for [`Compiler::observe`].
    pub fn observe(&self, grammar: &Grammar, derivations: Vec<Derivation>) -> Result<Batch, Abort> {
        let terms: Vec<_> = derivations.iter().filter_map(|one| grammar.term(one)).collect();
        let [plain, optimised] = self.sides;
        let plain = self.compiler.observe(&terms, plain)?;
        let optimised = self.compiler.observe(&terms, optimised)?;
        let both = plain.behaviours.into_iter().zip(optimised.behaviours).map(|(a, b)| [a, b]);
        Ok(Batch {
            terms: derivations.into_iter().zip(both).collect(),
            compiling: [plain.compiling, optimised.compiling],
            running: plain.running + optimised.running,
        })
    }

    /// Returns a small term that behaves differently, beginning with one that does: the first of all terms, if it is among
    /// the first that there are; or else one that no candidate of the kernel is smaller than, or a smaller one made of the
    /// same constants. If the user wants to stop, it is the smallest one so far.
    ///
    /// # Errors
    /// As for [`Compiler::observe`], and when the derivation is of another grammar.
    pub fn minimise(
        &self,
        grammar: &Grammar,
        from: &(Derivation, Both),
    ) -> Result<Option<(Term, Both)>, Abort> {
        let first = self.first(grammar, from.0.size())?;
        let (smallest, both) = match first {
            Some(first) => first,
            None => self.shrink(grammar, from)?,
        };
        let Some(term) = grammar.term(&smallest) else { return Ok(None) };
        let fewer = grammar.constants_of(&term);
        let first = self.first(&fewer, smallest.size())?;
        let smaller = first.and_then(|(derivation, both)| Some((fewer.term(&derivation)?, both)));
        Ok(Some(smaller.unwrap_or((term, both))))
    }

    /// Returns the first term below a size that behaves differently, among the first that there are.
    fn first(&self, grammar: &Grammar, below: u32) -> Result<Option<(Derivation, Both)>, Abort> {
        let mut left = TRIED;
        for size in 0..below {
            let mut walk = grammar.derivations().of_size(size)?;
            loop {
                let mut some = Vec::new();
                while some.len() < AT_ONCE.min(left)
                    && let Some(derivation) = walk.next()
                {
                    some.push(derivation.clone());
                }
                if some.is_empty() {
                    break;
                }
                left -= some.len();
                match self.observe(grammar, some) {
                    Ok(batch) => {
                        if let Some(found) = batch.first_difference() {
                            return Ok(Some(found));
                        }
                    }
                    Err(Abort::Interrupted) => return Ok(None),
                    Err(stop) => return Err(stop),
                }
            }
        }
        Ok(None)
    }

    /// Returns a smaller term that behaves differently, and a smaller one, as long as the kernel has candidates.
    fn shrink(&self, grammar: &Grammar, from: &(Derivation, Both)) -> Result<(Derivation, Both), Abort> {
        let mut best = from.clone();
        let mut tried = HashSet::new();
        'smaller: loop {
            let mut candidates =
                grammar.derivations().smaller(&best.0)?.filter(|one| tried.insert(one.words()));
            loop {
                let some: Vec<_> = candidates.by_ref().take(AT_ONCE).collect();
                if some.is_empty() {
                    return Ok(best);
                }
                let batch = match self.observe(grammar, some) {
                    Err(Abort::Interrupted) => return Ok(best),
                    batch => batch?,
                };
                if let Some(found) = batch.first_difference() {
                    best = found;
                    continue 'smaller;
                }
            }
        }
    }
}

impl Batch {
    fn first_difference(self) -> Option<(Derivation, Both)> {
        self.terms.into_iter().find(|(_, [plain, optimised])| differ(plain, optimised))
    }
}

/// Returns whether these differ. What was cut off may only be slow.
pub fn differ(plain: &Behaviour, optimised: &Behaviour) -> bool {
    match (plain, optimised) {
        (Behaviour::CutOff, _)
        | (_, Behaviour::CutOff)
        // What a compiler says is not what a term does.
        | (Behaviour::NotCompiled(_), Behaviour::NotCompiled(_)) => false,
        (plain, optimised) => plain != optimised,
    }
}

/// Where two behaviours differ, for a reader: on which list, and what is done each way.
pub fn explain([plain, optimised]: &Both) -> [String; 3] {
    if let (Behaviour::Ran(plain), Behaviour::Ran(optimised)) = (plain, optimised) {
        let mut both = SAMPLES.iter().zip(plain.iter().zip(optimised));
        if let Some((sample, (plain, optimised))) = both.find(|(_, (plain, optimised))| plain != optimised) {
            return [format!("{sample:?}"), plain.clone(), optimised.clone()];
        }
    }
    ["any list".to_owned(), text(plain), text(optimised)]
}

fn text(behaviour: &Behaviour) -> String {
    match behaviour {
        Behaviour::Ran(_) => "the program runs".to_owned(),
        Behaviour::Died(how) => format!("the program ends, {how}"),
        Behaviour::CutOff => "the program takes too long".to_owned(),
        Behaviour::NotCompiled(why) => format!("the compiler says `{why}`"),
    }
}
