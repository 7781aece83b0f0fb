//! One worker process, replaced when it dies.

use std::path::PathBuf;

use crate::coverage::ReachedPoints;
use crate::error::Error;
use crate::expression::Expression;
use crate::worker::{Death, End, Manner, Outcome, Patience, Points, Reach, Worker};

/// A worker process, replaced when it dies.
pub(super) struct Hand {
    program: PathBuf,
    patience: Patience,
    worker: Option<Worker>,
    /// How many of the settled points the worker has heard.
    heard: usize,
    /// The number of expressions that were sent to the worker.
    ran: usize,
}

/// The most expressions that a worker runs. One that a call has damaged without killing it may
/// answer wrongly until it is replaced.
const RUNS: usize = 100_000;

/// What a hand has done with its share.
#[derive(Default)]
pub(super) struct Done {
    /// The outcomes of the first expressions.
    pub(super) outcomes: Vec<Outcome>,
    /// What they have reached, with their places in the share.
    pub(super) reached: Vec<Reach>,
}

impl Hand {
    pub(super) fn new(program: PathBuf, patience: Patience) -> Hand {
        Hand { program, patience, worker: None, heard: 0, ran: 0 }
    }

    /// Returns the worker, which is told the points that are known by now.
    pub(super) fn worker(&mut self, known: &ReachedPoints) -> Result<&mut Worker, Error> {
        let mut worker = if let Some(worker) = self.worker.take().filter(|_| self.ran < RUNS) {
            worker
        } else {
            (self.heard, self.ran) = (0, 0);
            Worker::start(&self.program, Manner::Batch, self.patience, known.file())?
        };
        worker.hear(known.news(&mut self.heard));
        Ok(self.worker.insert(worker))
    }

    fn send(
        &mut self,
        known: &ReachedPoints,
        codes: &[Vec<u8>],
    ) -> Result<(Vec<Outcome>, End, Vec<Reach>), Error> {
        self.ran += codes.len();
        let worker = self.worker(known)?;
        let (outcomes, end) = worker.run(codes);
        let reached = worker.reached();
        if end != End::All {
            self.worker = None;
        }
        Ok((outcomes, end, reached))
    }

    /// Runs expressions. The one that kills the worker is the last one that runs.
    pub(super) fn until_death(&mut self, known: &ReachedPoints, all: &[&Expression]) -> Result<Done, Error> {
        let codes: Vec<Vec<u8>> = all.iter().map(|own| own.code()).collect();
        let mut done = Done::default();
        // Where the codes that are sent next end: before an expression that killed a worker.
        let mut stop = codes.len();
        let mut death = None;
        while done.outcomes.len() < codes.len() {
            let first = done.outcomes.len();
            if first == stop {
                let Some((how, call)) = death.take() else {
                    stop = codes.len();
                    continue;
                };
                // A getter may have killed the worker: without getters it is known.
                let alone =
                    (how != Death::Hang).then(|| self.send(known, &[quiet(all[stop])])).transpose()?;
                let (value, reached) = alone.map_or((None, Vec::new()), |own| (value(own.0), own.2));
                done.outcomes.push(value.unwrap_or(Outcome::Death(how, call)));
                done.add(first, reached);
                break;
            }
            let (ran, end, reached) = self.send(known, &codes[first..stop])?;
            done.outcomes.extend(ran);
            done.add(first, reached);
            match end {
                End::Death(at, how, call) => {
                    stop = first + at;
                    death = Some((how, call));
                }
                // A fresh worker runs what stands before that expression, another one the rest.
                End::Renew(at) if at > 0 => stop = first + at,
                End::All | End::Renew(_) => {}
            }
        }
        Ok(done)
    }

    /// Runs each expression by itself and returns the points that it reaches and that are not yet
    /// known. `None`: it killed its worker.
    ///
    /// It runs twice in one process and the second time tells, so that what happens once in a
    /// process counts for none, whatever the process has run before.
    pub(super) fn each(
        &mut self,
        known: &ReachedPoints,
        all: &[&Expression],
    ) -> Result<Vec<Option<Points>>, Error> {
        const SOME: usize = 256;
        let twice = |own: &&Expression| {
            let code = own.code();
            [code.clone(), [vec![b'm'], code].concat()]
        };
        let codes: Vec<Vec<u8>> = all.iter().flat_map(twice).collect();
        let mut points = vec![Some(Vec::new()); all.len()];
        let (mut at, mut stop) = (0, 0);
        while at < all.len() {
            if stop <= at {
                stop = all.len().min(at + SOME);
            }
            let (_, end, reached) = self.send(known, &codes[2 * at..2 * stop])?;
            for own in reached {
                points[at + (own.expressions.end - 1) / 2] = Some(own.points);
            }
            let (place, is_dead) = match end {
                End::All => {
                    at = stop;
                    continue;
                }
                End::Death(place, ..) => (place / 2, true),
                End::Renew(place) => (place / 2, false),
            };
            if place > 0 {
                // What stands before it runs again.
                stop = at + place;
            } else if is_dead {
                points[at] = None;
                at += 1;
            }
        }
        Ok(points)
    }
}

impl Done {
    /// Adds what expressions from a place on have reached.
    fn add(&mut self, first: usize, reached: Vec<Reach>) {
        self.reached.extend(reached.into_iter().map(|own| own.behind(first)));
    }
}

/// Returns the value of an expression that ran without its getters, if it has one.
fn value(mut ran: Vec<Outcome>) -> Option<Outcome> {
    match ran.pop()? {
        Outcome::Value { ty, looks, printed, allocated, form, text, .. } => {
            Some(Outcome::Value { ty, looks, printed, is_printed: false, allocated, form, text })
        }
        _ => None,
    }
}

/// Returns the code that runs an expression without asking getters about its value.
pub(super) fn quiet(expression: &Expression) -> Vec<u8> {
    let mut code = vec![b'q'];
    code.extend(expression.code());
    code
}
