//! Runs expressions in workers, several at once, and replaces a worker that died.

mod agreement;
mod hand;
mod twin;

use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{iter, panic, thread};

pub(crate) use self::agreement::Agreement;
use self::hand::{Hand, quiet};
pub(crate) use self::twin::CallKnowledge;
pub use self::twin::Twin;
use crate::coverage::{Coverage, ReachedPoints};
use crate::error::Error;
use crate::expression::Expression;
use crate::worker::{Death, End, Manner, Outcome, Patience, Points, Reach, Signature, Worker};

/// How long expressions that are sent at once shall take together, and the most of them for a
/// worker.
const FRAME: Duration = Duration::from_millis(100);
const MOST: usize = 1_024;

/// Runs expressions of a driver.
///
/// Several workers share expressions; the outcomes are in the order of the expressions, and what
/// the workers know of points changes only between two calls.
pub struct Runner {
    program: PathBuf,
    pub(crate) patience: Patience,
    hands: Vec<Hand>,
    /// A worker that tells the calls of panics.
    tracer: Option<Worker>,
    /// What the driver offers.
    pub signature: Signature,
    /// The number of expressions that are sent to a worker at once.
    frame: usize,
    /// What was reached.
    pub(crate) reached: ReachedPoints,
    /// What the last expressions have reached.
    last: Vec<Reach>,
    /// The old version of the crate, if there is one to compare with.
    twin: Option<Box<Twin>>,
}

impl Runner {
    /// Compares how expressions end with an old version of the crate from now on.
    pub fn compare_with(&mut self, twin: Twin) {
        self.twin = Some(Box::new(twin));
    }

    /// Returns the old version of the crate, with which outcomes were compared.
    pub(crate) fn twin(&mut self) -> Option<&mut Twin> {
        self.twin.as_deref_mut()
    }

    /// Starts the first of `jobs` workers; the others start when they are needed.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn new(
        program: PathBuf,
        coverage: Option<&Coverage>,
        jobs: usize,
        patience: Patience,
    ) -> Result<Runner, Error> {
        let reached = ReachedPoints::new(coverage);
        let mut hands: Vec<Hand> = (0..jobs.max(1)).map(|_| Hand::new(program.clone(), patience)).collect();
        let signature = hands[0].worker(&reached)?.signature.clone();
        Ok(Runner {
            program,
            patience,
            hands,
            tracer: None,
            signature,
            frame: 8,
            reached,
            last: Vec::new(),
            twin: None,
        })
    }

    /// Gives each worker `share` expressions, as far as they go. Returns what each has done, in
    /// the order of the expressions.
    fn at_once<T: Send>(
        &mut self,
        all: &[&Expression],
        share: usize,
        work: impl Fn(&mut Hand, &ReachedPoints, &[&Expression]) -> Result<T, Error> + Sync,
    ) -> Result<Vec<T>, Error> {
        let (known, work) = (&self.reached, &work);
        let mut shares = self.hands.iter_mut().zip(all.chunks(share));
        let Some((hand, first)) = shares.next() else { return Ok(Vec::new()) };
        thread::scope(|scope| {
            let others: Vec<_> =
                shares.map(|(hand, own)| scope.spawn(move || work(hand, known, own))).collect();
            let first = work(hand, known, first);
            let others =
                others.into_iter().map(|own| own.join().unwrap_or_else(|own| panic::resume_unwind(own)));
            iter::once(first).chain(others).collect()
        })
    }

    /// Returns how many expressions each worker gets. Where calls are quick, few expressions are
    /// not worth a worker of their own.
    fn share(&self, all: usize) -> usize {
        all.div_ceil(self.hands.len()).max(self.frame / 8).max(1)
    }

    /// Returns what the expressions that were last sent have reached.
    pub(crate) fn last(&mut self) -> Vec<Reach> {
        std::mem::take(&mut self.last)
    }

    /// Runs each expression by itself and returns the points that it reaches and that are not yet
    /// known. `None`: it killed its worker.
    ///
    /// # Errors
    /// If no worker can be started.
    pub(crate) fn each(&mut self, all: &[&Expression]) -> Result<Vec<Option<Points>>, Error> {
        let points = self.at_once(all, self.share(all.len()), Hand::each)?.concat();
        for own in points.iter().flatten() {
            self.reached.note(own);
        }
        Ok(points)
    }

    /// Runs expressions and returns their outcomes.
    ///
    /// # Errors
    /// If no worker can be started.
    pub fn run(&mut self, all: &[&Expression]) -> Result<Vec<Outcome>, Error> {
        let mut outcomes = Vec::new();
        while outcomes.len() < all.len() {
            outcomes.extend(self.some(&all[outcomes.len()..])?);
        }
        Ok(outcomes)
    }

    /// Runs the first expressions and returns their outcomes, at least one, after about a tenth of
    /// a second. The first one that kills its worker is the last one of them; what other workers
    /// have run behind it runs again when it is asked for again.
    ///
    /// # Errors
    /// If no worker can be started.
    pub fn some(&mut self, all: &[&Expression]) -> Result<Vec<Outcome>, Error> {
        let outcomes = self.some_alone(all)?;
        let Some(mut twin) = self.twin.take() else { return Ok(outcomes) };
        // Comparing runs some again, which tells nothing about what was reached.
        let last = self.last();
        let compared = twin.compare(self, &all[..outcomes.len()], outcomes);
        self.last = last;
        self.twin = Some(twin);
        compared
    }

    /// Runs the first expressions with this version alone.
    fn some_alone(&mut self, all: &[&Expression]) -> Result<Vec<Outcome>, Error> {
        self.last.clear();
        let start = Instant::now();
        let share = self.frame.min(self.share(all.len()));
        let mut outcomes: Vec<Outcome> = Vec::new();
        let mut is_whole = true;
        let shares = self.at_once(all, share, Hand::until_death)?;
        let count = all.len().min(share * self.hands.len());
        for (own, first) in shares.into_iter().zip((0..).step_by(share)) {
            for own in own.reached {
                self.reached.note(&own.points);
                if is_whole {
                    self.last.push(own.behind(first));
                }
            }
            if is_whole {
                outcomes.extend(own.outcomes);
                is_whole = outcomes.len() == count.min(first + share);
            }
        }
        let time = start.elapsed();
        if time < FRAME / 2 && share == self.frame && is_whole {
            self.frame = (2 * self.frame).min(MOST);
        } else if time > FRAME {
            self.frame = (self.frame / 2).max(1);
        }
        Ok(outcomes)
    }

    /// Runs an expression in a worker that tells the calls of a panic.
    ///
    /// # Errors
    /// If no worker can be started.
    pub fn traced(&mut self, expression: &Expression) -> Result<Outcome, Error> {
        let tracer = match &mut self.tracer {
            Some(worker) => worker,
            None => self.tracer.insert(Worker::start(&self.program, Manner::Trace, self.patience, None)?),
        };
        let (mut ran, end) = tracer.run(&[quiet(expression)]);
        if end != End::All {
            self.tracer = None;
        }
        Ok(ran.pop().unwrap_or(Outcome::Stuck))
    }

    /// Runs an expression alone in a fresh worker; returns what it printed to standard error.
    ///
    /// # Errors
    /// If no worker can be started.
    pub fn alone(&self, expression: &Expression) -> Result<(Outcome, String), Error> {
        let mut worker = Worker::start(&self.program, Manner::Alone, self.patience, None)?;
        let (mut ran, end) = worker.run(&[quiet(expression)]);
        let outcome = match end {
            End::All => ran.pop().unwrap_or(Outcome::Stuck),
            End::Death(_, death, call) => Outcome::Death(death, call),
            End::Renew(_) => Outcome::Death(Death::Memory, 0),
        };
        Ok((outcome, worker.errors()))
    }
}
