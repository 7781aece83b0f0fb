//! Runs expressions in workers, and replaces a worker that died.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::coverage::{Coverage, Reached};
use crate::error::Error;
use crate::expression::Expression;
use crate::worker::{Death, End, Manner, Outcome, Points, Reach, Signature, Worker};

/// How long expressions that are sent at once shall take together, and the most of them.
const FRAME: Duration = Duration::from_millis(100);
const MOST: usize = 1_024;

/// Runs expressions of a driver.
pub struct Runner {
    program: PathBuf,
    worker: Option<Worker>,
    /// A worker that tells the calls of panics.
    tracer: Option<Worker>,
    /// What the driver offers.
    pub signature: Signature,
    /// The number of expressions that are sent at once.
    frame: usize,
    /// What was reached.
    pub(crate) reached: Reached,
    /// What the last expressions have reached.
    last: Vec<Reach>,
}

impl Runner {
    /// Starts the first worker.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn new(program: PathBuf, coverage: Option<&Coverage>) -> Result<Runner, Error> {
        let reached = Reached::new(coverage);
        let mut runner = Runner {
            program,
            worker: None,
            tracer: None,
            signature: Signature::default(),
            frame: 8,
            reached,
            last: Vec::new(),
        };
        runner.signature = runner.worker()?.signature.clone();
        Ok(runner)
    }

    /// Returns the worker; a fresh one hears which points are known.
    fn worker(&mut self) -> Result<&mut Worker, Error> {
        let worker = if let Some(mut worker) = self.worker.take() {
            worker.hear(self.reached.news());
            worker
        } else {
            let mut worker = Worker::start(&self.program, Manner::Batch, self.reached.file())?;
            worker.hear(self.reached.all());
            worker
        };
        Ok(self.worker.insert(worker))
    }

    /// Runs expressions in the worker; notes what they reach, with their places behind `first`.
    fn send(&mut self, codes: &[Vec<u8>], first: usize) -> Result<(Vec<Outcome>, End), Error> {
        let worker = self.worker()?;
        let ended = worker.run(codes);
        for mut own in worker.reached() {
            self.reached.note(&own.points);
            own.expressions = first + own.expressions.start..first + own.expressions.end;
            self.last.push(own);
        }
        Ok(ended)
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
        const SOME: usize = 256;
        let by_itself = |own: &&Expression| [vec![b'm'], own.code()].concat();
        let codes: Vec<Vec<u8>> = all.iter().map(by_itself).collect();
        let mut points = vec![Some(Vec::new()); codes.len()];
        let (mut at, mut stop) = (0, 0);
        while at < codes.len() {
            if stop <= at {
                stop = codes.len().min(at + SOME);
            }
            self.last.clear();
            let (_, end) = self.send(&codes[at..stop], at)?;
            for own in self.last() {
                points[own.expressions.start] = Some(own.points);
            }
            let died = match end {
                End::All => None,
                End::Death(place, ..) => Some((place, true)),
                End::Renew(place) => Some((place, false)),
            };
            let Some((place, is_dead)) = died else {
                at = stop;
                continue;
            };
            self.worker = None;
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
    /// a second. The one that kills its worker is the last one that runs.
    ///
    /// # Errors
    /// If no worker can be started.
    pub fn some(&mut self, all: &[&Expression]) -> Result<Vec<Outcome>, Error> {
        let all = &all[..all.len().min(self.frame)];
        self.last.clear();
        let start = Instant::now();
        let codes: Vec<Vec<u8>> = all.iter().map(|own| own.code()).collect();
        let mut outcomes: Vec<Outcome> = Vec::new();
        // Where the next batch ends: before an expression that killed a worker.
        let mut stop = codes.len();
        let mut death = None;
        while outcomes.len() < codes.len() {
            if outcomes.len() == stop {
                let Some((how, call)) = death.take() else {
                    stop = codes.len();
                    continue;
                };
                // A getter may have killed the worker: without getters it is known.
                let quiet = if how == Death::Hang { None } else { self.quiet(all[stop], stop)? };
                outcomes.push(quiet.unwrap_or(Outcome::Death(how, call)));
                break;
            }
            let first = outcomes.len();
            let (ran, end) = self.send(&codes[first..stop], first)?;
            outcomes.extend(ran);
            match end {
                End::All => {}
                End::Death(at, how, call) => {
                    self.worker = None;
                    stop = first + at;
                    death = Some((how, call));
                }
                End::Renew(at) => {
                    // A fresh worker runs what stands before that expression, another one the rest.
                    self.worker = None;
                    if at > 0 {
                        stop = first + at;
                    }
                }
            }
        }
        let time = start.elapsed();
        if time < FRAME / 2 && outcomes.len() == self.frame {
            self.frame = (2 * self.frame).min(MOST);
        } else if time > FRAME {
            self.frame = (self.frame / 2).max(1);
        }
        Ok(outcomes)
    }

    /// Runs an expression that killed a worker again, without asking getters about its value.
    /// Returns the value if it has one.
    fn quiet(&mut self, expression: &Expression, place: usize) -> Result<Option<Outcome>, Error> {
        let (mut ran, end) = self.send(&[quiet(expression)], place)?;
        if end != End::All {
            self.worker = None;
            return Ok(None);
        }
        Ok(ran.pop().filter(|own| matches!(own, Outcome::Value { .. })).map(|own| match own {
            Outcome::Value { ty, looks, allocated, form, text, .. } => {
                Outcome::Value { ty, looks, is_printed: false, allocated, form, text }
            }
            other => other,
        }))
    }

    /// Runs an expression in a worker that tells the calls of a panic.
    ///
    /// # Errors
    /// If no worker can be started.
    pub fn traced(&mut self, expression: &Expression) -> Result<Outcome, Error> {
        let tracer = match &mut self.tracer {
            Some(worker) => worker,
            None => self.tracer.insert(Worker::start(&self.program, Manner::Trace, None)?),
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
        let mut worker = Worker::start(&self.program, Manner::Alone, None)?;
        let (mut ran, end) = worker.run(&[quiet(expression)]);
        let outcome = match end {
            End::All => ran.pop().unwrap_or(Outcome::Stuck),
            End::Death(_, death, call) => Outcome::Death(death, call),
            End::Renew(_) => Outcome::Death(Death::Memory, 0),
        };
        Ok((outcome, worker.errors()))
    }
}

/// Returns the code that runs an expression without asking getters about its value.
fn quiet(expression: &Expression) -> Vec<u8> {
    let mut code = vec![b'q'];
    code.extend(expression.code());
    code
}
