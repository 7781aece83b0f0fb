//! The check by running: all values of a specification up to a size, and what the generator
//! produces up to a size.
//!
//! The size is the size of the arguments and the result together. For each size the members of the
//! specification are enumerated, and the choices that produce each are searched. Then the results
//! for all arguments and choices up to this size are compared with the specification, and so are
//! results that are drawn. The first value that is missing is the smallest one; others of its size
//! are collected with it, and then results are searched a little further.

mod region;

use std::time::{Duration, Instant};

use pun::diagnostic::Diagnostic;

use crate::bounds::{BoundedResult, Bounds, End, Few, MOST_MISSING, Missing};
use crate::draws::Draws;
use crate::formula::{Formulas, Truth};
use crate::machines::Machines;
use crate::members::{Candidate, Members};
use crate::outputs::{Observation, Outputs};
use crate::production::{self, Producing, Production};
use crate::search::Ending;
use crate::verifier::Generator;

/// The time that results, and draws of results, may take before members have taken any.
const FIRST: Duration = Duration::from_millis(20);

/// The number of draws for each size. With a time limit, draws use their share of the time, so
/// there may be more or fewer.
const DRAWS: u32 = 50;

/// The share of the time that draws take, as a divisor.
const SHARE: u32 = 4;

/// How many sizes beyond missing values results are searched.
const BEYOND: u32 = 3;

impl Generator {
    /// Checks the generator by running it.
    ///
    /// # Errors
    /// If it cannot be run on all arguments or its results cannot be compared, such as functions
    /// and values of abstract types, or if it needs a generator that is declared by its type alone.
    pub fn bounded(&self, bounds: &Bounds) -> Result<BoundedResult, Diagnostic> {
        self.check(bounds, false)
    }

    /// Does the same for one of many generators of which few are right: ends with the first missing
    /// values, and draws nothing.
    ///
    /// # Errors
    /// As [`bounded`](Self::bounded).
    pub fn bounded_briefly(&self, bounds: &Bounds) -> Result<BoundedResult, Diagnostic> {
        self.check(bounds, true)
    }

    fn check(&self, bounds: &Bounds, is_brief: bool) -> Result<BoundedResult, Diagnostic> {
        let inputs = self.inputs.as_ref().map_err(Clone::clone)?;
        let [strict, on_demand] = [&self.shared.strict, &self.shared.on_demand].map(Machines::new);
        let formulas = Formulas::new(&strict, inputs);
        let members = Members::new(&self.coverage, &formulas);
        let outputs = Outputs::new(&self.coverage, &formulas, &members);
        let mut draws = Draws::new(&self.coverage, &formulas, &outputs, bounds.seed);
        let start = Instant::now();
        let mut checking = Checking {
            generator: self,
            bounds,
            start,
            deadline: bounds.time.and_then(|time| start.checked_add(time)),
            strict: &strict,
            producing: Producing::new(&on_demand),
            found: BoundedResult {
                covered: 0,
                through: None,
                is_finite: false,
                missing: Vec::new(),
                region: None,
                not_found: Few::default(),
                unclear: Few::default(),
                outside: None,
                crash: None,
                outputs_through: None,
                outputs_are_whole: false,
                runs: 0,
                time: Duration::ZERO,
                end: End::Size,
            },
            outputs_time: Duration::ZERO,
            draws_time: Duration::ZERO,
            drawn: None,
            is_brief,
        };
        let end = checking.run(&members, &outputs, &mut draws);
        let Checking { mut found, drawn, .. } = checking;
        found.end = if found.missing.is_empty() { end } else { End::Missing };
        // What was enumerated is smaller.
        match drawn {
            Some(Observation::Outside(execution)) => _ = found.outside.get_or_insert(execution),
            Some(Observation::Crash(execution, fault)) => _ = found.crash.get_or_insert((execution, fault)),
            _ => {}
        }
        found.time = start.elapsed();
        Ok(found)
    }
}

struct Checking<'a> {
    generator: &'a Generator,
    bounds: &'a Bounds,
    start: Instant,
    deadline: Option<Instant>,
    strict: &'a Machines<'a>,
    producing: Producing<'a>,
    found: BoundedResult,
    outputs_time: Duration,
    draws_time: Duration,
    /// What draws found.
    drawn: Option<Observation>,
    /// Whether only missing values and smaller results count.
    is_brief: bool,
}

impl Checking<'_> {
    fn run(&mut self, members: &Members<'_>, outputs: &Outputs<'_>, draws: &mut Draws<'_>) -> End {
        for size in 0.. {
            if self.bounds.size.is_some_and(|most| size > most) {
                return End::Size;
            }
            if let Some(end) = self.is_over() {
                return end;
            }
            if !self.found.is_finite
                && self.found.missing.is_empty()
                && let Some(end) = self.members_of(members, size)
            {
                return end;
            }
            if self.is_brief && !self.found.missing.is_empty() {
                return End::Missing;
            }
            if let Some(end) = self.outputs_up_to(outputs, size).or_else(|| self.draw(draws)) {
                return end;
            }
            let missing = self.found.missing.first();
            if missing.is_some_and(|first| self.found.outside.is_some() || size >= first.size + BEYOND) {
                return End::Missing;
            }
            if self.found.is_finite && (self.found.outputs_are_whole || self.found.outside.is_some()) {
                return End::Whole;
            }
        }
        End::Size
    }

    /// Returns why the check has to end now, if it has to.
    fn is_over(&self) -> Option<End> {
        if self.bounds.stop.is_wanted() {
            Some(End::Interrupted)
        } else {
            self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(End::Time)
        }
    }

    /// Examines the members of a size. Returns why the check ends, if it does.
    fn members_of(&mut self, members: &Members<'_>, size: u32) -> Option<End> {
        let mut covered = 0;
        let ended = members.of_size(self.strict, size, |candidate| {
            if let Some(end) = self.is_over() {
                return Some(Some(end));
            }
            let Candidate { values, is_member } = candidate?;
            let term = self.generator.coverage.produces;
            let (found, runs) = self.producing.of(term, &values, production::MOST);
            self.found.runs += u64::from(runs);
            match (is_member, found) {
                (Truth::True, Production::Produced) => covered += 1,
                (Truth::True, Production::Missing) => {
                    self.found.missing.push(Missing { values, size });
                    if self.found.missing.len() == MOST_MISSING {
                        return Some(None);
                    }
                }
                (Truth::True, unknown) => self.found.not_found.add((values, unknown)),
                (Truth::Open(why), _) => self.found.unclear.add((values, why)),
                (Truth::False, _) => {}
            }
            None
        });
        match ended {
            Ending::Early(end) => return end,
            Ending::Whole => self.found.is_finite = true,
            Ending::Cut => {}
        }
        if !self.found.missing.is_empty() {
            return None;
        }
        self.found.covered += covered;
        self.found.through = Some(size);
        None
    }

    /// Examines the results for all arguments and choices up to a size, unless that has taken more
    /// time than members have.
    fn outputs_up_to(&mut self, outputs: &Outputs<'_>, size: u32) -> Option<End> {
        if self.found.outside.is_some() || self.found.outputs_are_whole {
            return None;
        }
        let begun = Instant::now();
        let members_time = self.start.elapsed().saturating_sub(self.outputs_time);
        let own = self.deadline.map(|_| (members_time + FIRST).saturating_sub(self.outputs_time));
        let mut is_known = true;
        let ended = outputs.up_to(self.strict, size, |seen| {
            self.found.runs += 1;
            match seen {
                Observation::Fine => {}
                Observation::Unclear => is_known = false,
                Observation::Crash(execution, fault) => {
                    _ = self.found.crash.get_or_insert((execution, fault));
                }
                Observation::Outside(execution) => {
                    self.found.outside = Some(execution);
                    return Some(None);
                }
            }
            if let Some(end) = self.is_over() {
                return Some(Some(end));
            }
            own.is_some_and(|own| begun.elapsed() > own).then_some(None)
        });
        self.outputs_time += begun.elapsed();
        match ended {
            Ending::Early(end) => return end,
            Ending::Whole if is_known => {
                self.found.outputs_are_whole = true;
                self.found.outputs_through = Some(size);
            }
            Ending::Cut if is_known => self.found.outputs_through = Some(size),
            Ending::Whole | Ending::Cut => {}
        }
        None
    }

    /// Draws results, unless that has taken its share of the time. One that is outside of the
    /// specification ends draws.
    fn draw(&mut self, draws: &mut Draws<'_>) -> Option<End> {
        let is_done = self.found.outputs_are_whole || matches!(self.drawn, Some(Observation::Outside(_)));
        if self.is_brief || is_done {
            return None;
        }
        let begun = Instant::now();
        let share = (self.start.elapsed() / SHARE).saturating_sub(self.draws_time);
        let mut end = None;
        for number in 1.. {
            if let Some(seen) = draws.next(self.strict) {
                self.found.runs += 1;
                match seen {
                    Observation::Outside(_) => {
                        self.drawn = Some(seen);
                        break;
                    }
                    Observation::Crash(..) => _ = self.drawn.get_or_insert(seen),
                    Observation::Fine | Observation::Unclear => {}
                }
            }
            end = self.is_over();
            let time = begun.elapsed();
            let is_enough = match self.deadline {
                None => number >= DRAWS,
                Some(_) => time > share + FIRST || (number >= DRAWS && time > share),
            };
            if end.is_some() || is_enough {
                break;
            }
        }
        self.draws_time += begun.elapsed();
        end
    }
}
