//! The results of a generator for some arguments, by the size of its choices.

use std::cell::RefCell;
use std::collections::HashSet;

use everycase_kernel::Derivation;

use super::Promise;
use crate::generator::values::choices;
use crate::generator::{Gen, quantify};
use crate::lazy::{Lazy, Progress, search_in};
use crate::panics::caught;
use crate::space::{At, Codec, EncodeError, Encoder, Source, Space};

use everycase_check::system::miri::Instant;

/// The number of runs between looks at the clock.
const RUNS: u64 = 64;

/// The maximal number of runs on every sequence of choices.
const SEQUENCES: u64 = 10_000;

/// What is known of the results for some arguments.
#[derive(Default)]
pub(super) struct Results {
    /// The results, as the words of their derivations.
    words: HashSet<Vec<u64>>,
    /// Which choices were run.
    reach: Reach,
    /// Whether every sequence of choices was tried, if they are few.
    is_exhausted: bool,
    /// Whether some result has no derivation, so that it could be any value.
    pub(super) has_unknown: bool,
    /// The first result that is not promised.
    pub(super) outside: Option<String>,
    /// Whether of some result it is not known whether it is promised.
    pub(super) is_open: bool,
    /// The number of runs.
    pub(super) runs: u64,
}

/// Which choices were run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    #[default]
    None,
    /// All up to a size.
    Size(u32),
    /// All of any size.
    Whole,
}

impl Results {
    /// Returns whether all choices of any size were run.
    pub(super) fn is_whole(&self) -> bool {
        self.reach == Reach::Whole
    }

    /// Returns whether a value is among the results.
    #[inline]
    pub(super) fn contains(&self, value: &Derivation) -> bool {
        self.words.contains(&value.words())
    }

    /// Runs the generator on all choices up to a size, unless that is known. Returns false if the
    /// time ended before.
    pub(super) fn extend<A: 'static, T: 'static>(
        &mut self,
        promise: &Promise<A, T>,
        arguments: &Derivation,
        size: u32,
        end: Option<Instant>,
    ) -> bool {
        if self.reach >= Reach::Size(size) {
            return true;
        }
        let (was_cut, ended) = {
            let own = RefCell::new(&mut *self);
            let run = |choices: Lazy<()>| {
                let make = || {
                    (promise.make)(promise.arguments.decode(arguments), &mut Gen::on_run(choices.choices()))
                };
                // A panic, or choices that end, are runs without a value.
                if let Ok(value) = caught(make) {
                    own.borrow_mut().add(promise, arguments, &value);
                }
                false
            };
            let Ok(mut searched) = search_in(Space::new(choices(), Open), run).up_to(size) else {
                return false;
            };
            let ended = loop {
                match searched.advance_within(RUNS) {
                    Progress::NotYet if end.is_some_and(|end| Instant::now() >= end) => break false,
                    Progress::NotYet | Progress::Found => {}
                    Progress::NoneLeft => break true,
                }
            };
            let (was_cut, runs) = (searched.was_cut(), searched.runs());
            drop(searched);
            own.into_inner().runs += runs;
            (was_cut, ended)
        };
        if ended {
            self.reach = if was_cut { Reach::Size(size) } else { Reach::Whole };
        }
        ended
    }

    /// Runs the generator on every sequence of choices, if they are few. Returns false if the time
    /// ended before.
    pub(super) fn exhaust<A: 'static, T: 'static>(
        &mut self,
        promise: &Promise<A, T>,
        arguments: &Derivation,
        end: Option<Instant>,
    ) -> bool {
        if std::mem::replace(&mut self.is_exhausted, true) || self.is_whole() {
            return true;
        }
        let mut g = Gen::every();
        for run in 1..=SEQUENCES {
            self.runs += 1;
            let make = || (promise.make)(promise.arguments.decode(arguments), &mut g);
            if let Ok(value) = caught(make) {
                self.add(promise, arguments, &value);
            }
            let Some(every) = g.as_every() else { return true };
            if !every.advance() {
                if !every.is_endless() {
                    self.reach = Reach::Whole;
                }
                return true;
            }
            if run.is_multiple_of(RUNS) && end.is_some_and(|end| Instant::now() >= end) {
                return false;
            }
        }
        true
    }

    /// Adds a result.
    fn add<A: 'static, T: 'static>(&mut self, promise: &Promise<A, T>, arguments: &Derivation, value: &T) {
        let Ok(derivation) = promise.results.encode(value) else {
            self.has_unknown = true;
            return;
        };
        if !self.words.insert(derivation.words()) || self.outside.is_some() {
            return;
        }
        match promised(promise, arguments, value) {
            PromiseStatus::No => self.outside = Some(promise.results.source(&derivation)),
            PromiseStatus::Unknown => self.is_open = true,
            PromiseStatus::Yes | PromiseStatus::Likely => {}
        }
    }
}

/// Whether a value is promised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PromiseStatus {
    Yes,
    No,
    /// By quantifiers that were tried only on small values.
    Likely,
    /// The formula panics, or is false only by quantifiers that were tried on small values.
    Unknown,
}

/// Returns whether a value is promised for arguments.
pub(super) fn promised<A: 'static, T>(
    promise: &Promise<A, T>,
    arguments: &Derivation,
    value: &T,
) -> PromiseStatus {
    let covers = || (promise.covers)(promise.arguments.decode(arguments), value);
    match quantify::certainly(|| caught(covers)) {
        (Ok(true), true) => PromiseStatus::Yes,
        (Ok(true), false) => PromiseStatus::Likely,
        (Ok(false), true) => PromiseStatus::No,
        (Ok(false), false) | (Err(_), _) => PromiseStatus::Unknown,
    }
}

/// The codec of choices that nothing reads as a value.
struct Open;

impl Codec<()> for Open {
    fn decode(&self, _: At<'_>) {}

    fn encode(&self, (): &(), _: &mut Encoder) -> Result<(), EncodeError> {
        Err(EncodeError::NoInverse("()"))
    }

    fn source(&self, _: At<'_>, out: &mut Source) {
        out.push('_');
    }
}
