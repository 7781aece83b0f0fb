//! The check by running: all values of a specification up to a size, and what the generator produces up to a size.
//!
//! Sizes are those of the arguments and the result together. For each size the members of the specification are enumerated, and the
//! choices that produce each are searched. Then the results for all arguments and choices up to this size are compared with the
//! specification. The first value that is missing is the smallest one; others of its size are collected with it.

use std::time::{Duration, Instant};

use everycase_check::stop::Stop;
use pun::diagnostic::Diagnostic;
use pun::value::Value;

use crate::formula::{Formulas, Open, Truth};
use crate::machines::Machines;
use crate::members::{Candidate, Members};
use crate::outputs::{Outputs, Seen};
use crate::production::{self, Producing, Production};
use crate::region::Region;
use crate::search::Ended;
use crate::verifier::Generator;

/// How far to go.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The largest size. Without it and without a time the check ends only if there are finitely many values.
    pub size: Option<u32>,
    /// The time.
    pub time: Option<Duration>,
    /// Interrupts the check.
    pub stop: Stop,
}

/// What was found by running.
#[derive(Clone, Debug)]
pub struct Bounded {
    /// The number of members that the generator produces, of those sizes of which all were examined.
    pub covered: u64,
    /// The size up to which all members were examined, if there is one.
    pub through: Option<u32>,
    /// Whether there are no larger members.
    pub is_finite: bool,
    /// Members that no choices of any size produce, the smallest first: at most [`MOST_MISSING`], all of one size.
    pub missing: Vec<Missing>,
    /// What the missing values have in common, if that was looked for and found.
    pub region: Option<Region>,
    /// Members of which it is not known whether the generator produces them.
    pub not_found: Few<(Vec<Value>, Production)>,
    /// Values of which it is not known whether they are members.
    pub unclear: Few<(Vec<Value>, Open)>,
    /// Arguments, and a result for them that is outside of the specification.
    pub outside: Option<Vec<Value>>,
    /// The size of arguments and choices up to which all results were examined and known, if there is one.
    pub outputs_through: Option<u32>,
    /// Whether no larger choices make other results.
    pub outputs_are_whole: bool,
    /// The number of runs of the generator.
    pub runs: u64,
    /// The time it took.
    pub time: Duration,
    /// Why it ended.
    pub end: End,
}

/// A value that a generator cannot produce.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The arguments, then the value.
    pub values: Vec<Value>,
    /// The size of all.
    pub size: u32,
}

/// Some things, of which only the first is kept.
#[derive(Clone, Debug)]
pub struct Few<T> {
    /// How many there are.
    pub count: u64,
    /// The first one.
    pub first: Option<T>,
}

impl<T> Default for Few<T> {
    fn default() -> Self {
        Self { count: 0, first: None }
    }
}

impl<T> Few<T> {
    fn add(&mut self, one: T) {
        self.count += 1;
        self.first.get_or_insert(one);
    }
}

/// Why a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All was examined.
    Whole,
    /// Values were found that are missing.
    Missing,
    /// The size was reached.
    Size,
    /// The time was over.
    Time,
    /// It was interrupted.
    Interrupted,
}

/// The number of missing values that are collected.
pub const MOST_MISSING: usize = 5;

/// The time that results may take before members have taken any.
const FIRST: Duration = Duration::from_millis(20);

impl Generator {
    /// Checks the generator by running it.
    ///
    /// # Errors
    /// If it cannot be run on all arguments or its results cannot be compared, such as functions and values of abstract types, or if it
    /// needs a generator that is declared by its type alone.
    pub fn bounded(&self, bounds: &Bounds) -> Result<Bounded, Diagnostic> {
        let inputs = self.inputs.as_ref().map_err(Clone::clone)?;
        let [strict, on_demand] = [&self.shared.strict, &self.shared.on_demand].map(Machines::new);
        let formulas = Formulas::new(&strict, inputs);
        let members = Members::new(&self.coverage, &formulas);
        let outputs = Outputs::new(&self.coverage, &formulas, &members);
        let start = Instant::now();
        let mut checking = Checking {
            generator: self,
            bounds,
            start,
            deadline: bounds.time.and_then(|time| start.checked_add(time)),
            strict: &strict,
            producing: Producing::new(&on_demand),
            found: Bounded {
                covered: 0,
                through: None,
                is_finite: false,
                missing: Vec::new(),
                region: None,
                not_found: Few::default(),
                unclear: Few::default(),
                outside: None,
                outputs_through: None,
                outputs_are_whole: false,
                runs: 0,
                time: Duration::ZERO,
                end: End::Size,
            },
            outputs_time: Duration::ZERO,
        };
        checking.found.end = checking.run(&members, &outputs);
        checking.found.time = start.elapsed();
        Ok(checking.found)
    }
}

struct Checking<'a> {
    generator: &'a Generator,
    bounds: &'a Bounds,
    start: Instant,
    deadline: Option<Instant>,
    strict: &'a Machines<'a>,
    producing: Producing<'a>,
    found: Bounded,
    outputs_time: Duration,
}

impl Checking<'_> {
    fn run(&mut self, members: &Members<'_>, outputs: &Outputs<'_>) -> End {
        for size in 0.. {
            if self.bounds.size.is_some_and(|most| size > most) {
                return End::Size;
            }
            if let Some(end) = self.is_over() {
                return end;
            }
            if !self.found.is_finite
                && let Some(end) = self.members_of(members, size)
            {
                return end;
            }
            if let Some(end) = self.outputs_up_to(outputs, size) {
                return end;
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
                return Some(end);
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
                        return Some(End::Missing);
                    }
                }
                (Truth::True, unknown) => self.found.not_found.add((values, unknown)),
                (Truth::Open(why), _) => self.found.unclear.add((values, why)),
                (Truth::False, _) => {}
            }
            None
        });
        match ended {
            Ended::Early(end) => return Some(if self.found.missing.is_empty() { end } else { End::Missing }),
            Ended::Whole => self.found.is_finite = true,
            Ended::Cut => {}
        }
        if !self.found.missing.is_empty() {
            return Some(End::Missing);
        }
        self.found.covered += covered;
        self.found.through = Some(size);
        None
    }

    /// Examines the results for all arguments and choices up to a size, unless that has taken more time than members have.
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
                Seen::Fine => {}
                Seen::Unclear => is_known = false,
                Seen::Outside(values) => {
                    self.found.outside = Some(values);
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
            Ended::Early(end) => return end,
            Ended::Whole if is_known => {
                self.found.outputs_are_whole = true;
                self.found.outputs_through = Some(size);
            }
            Ended::Cut if is_known => self.found.outputs_through = Some(size),
            Ended::Whole | Ended::Cut => {}
        }
        None
    }
}
