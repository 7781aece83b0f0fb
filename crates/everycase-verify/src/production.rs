//! The search for choices with which a generator produces a value.
//!
//! The generator runs on demand, and its result is compared with the value from left to right. So
//! choices after the first difference are not made, and neither are those that only parts of the
//! result depend on which are not looked at. Values that the strict generator would have evaluated
//! are evaluated at the end: an error there is an error of the generator.
//!
//! If the search ends without the value and the size budget has excluded nothing, no choices of any
//! size produce it.

use everycase_kernel::Derivations;
use everycase_kernel::lazy::Run;
use pun::engine::{Argument, Outcome, choices};
use pun::value::Value;

use crate::machines::Machines;
use crate::search::{Ending, search};

/// Whether a generator produces a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Production {
    /// Some choices produce it.
    Produced,
    /// No choices of any size produce it.
    Missing,
    /// No choices up to this size produce it.
    NotUpTo(u32),
    /// It is not known: runs met a limit, or took too many tries.
    Unknown,
}

/// The number of runs to find choices for one value.
pub(crate) const MOST: u32 = 20_000;

/// The sizes up to which choices are searched, one after the other.
const SIZES: [u32; 8] = [8, 16, 32, 64, 128, 256, 512, 1024];

/// Searches choices with a machine for each search under way.
pub(crate) struct Producing<'a> {
    machines: &'a Machines<'a>,
    /// All choices, counted once for all searches.
    derivations: Derivations,
}

impl<'a> Producing<'a> {
    pub(crate) fn new(machines: &'a Machines<'a>) -> Self {
        Self { machines, derivations: Derivations::new(choices()) }
    }

    /// Returns whether the term with this number, a function of the values and of choices, can be
    /// true, and the number of its runs.
    pub(crate) fn of(&self, term: usize, values: &[Value], most: u32) -> (Production, u32) {
        let Self { machines, derivations } = self;
        let arguments: Vec<Argument> = values.iter().cloned().map(Argument::Value).collect();
        let mut run = Run::new();
        let (mut runs, mut through, mut has_limit) = (0, 0, false);
        let found = machines.with(|machine| {
            for size in SIZES {
                let ended = search(&mut run, derivations, size, |run| {
                    if runs == most {
                        return Some(false);
                    }
                    runs += 1;
                    let outcome = machine.resume(run).unwrap_or_else(|| {
                        machine.run_choosing(run, run.root(), machines.entry(term), &arguments)
                    });
                    has_limit |= outcome.is_limit();
                    matches!(outcome, Outcome::Value(word) if word.as_boolean() == Some(true)).then_some(true)
                });
                match ended {
                    Ending::Early(true) => return Production::Produced,
                    Ending::Whole if !has_limit => return Production::Missing,
                    Ending::Early(false) | Ending::Whole => break,
                    Ending::Cut => through = size,
                }
            }
            if through == 0 || has_limit { Production::Unknown } else { Production::NotUpTo(through) }
        });
        (found, runs)
    }
}
