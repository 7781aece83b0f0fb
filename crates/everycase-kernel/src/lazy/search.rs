//! Search: one run of a predicate for each class of derivations that look the same to it (Paper II, section 2).
//!
//! A run decides positions in the order in which the predicate looks at them, each by its smallest option. The next run goes
//! back to the last decision with another option that the size budget allows. With `b` and `c` two booleans, the predicate
//! `b && c` first looks at `b`: it is false, and so is the predicate, for two inputs at once. Back at `b`, which is now true, it
//! looks at `c`, which is false. The third and last run finds both true.
//!
//! Classes that agree in their first decisions are a *unit*. Every part of a search walks over all units in the same order, so
//! that the parts agree on the numbers of units without communication. A part runs all classes of its own units, and only the
//! first class of any other unit.

use super::answer::{Answer, NotDeterministic, Probe};
use super::arena::Arena;
use super::budget::{Budget, Exact, Left};
use super::connectives::{CallId, Connective, Schedule, Side, Step, Strategy};
use super::decisions::Decisions;
use super::holder::Holder;
use crate::grammar::NodeId;
use crate::grammar::Tables;

/// The owner of a run that searches.
pub struct Search {
    pub(super) decisions: Decisions,
    schedule: Schedule,
    part: Part,
    /// The class at hand, or the first one.
    class: Class,
    /// Has the first class been gone to?
    is_begun: bool,
    /// How often a predicate has been run.
    runs: u64,
}

/// A part of a search: the units whose number is `index` modulo `of`. The classes of a unit agree in `prefix` decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which part, from 0.
    pub index: u64,
    /// The number of parts, at least 1.
    pub of: u64,
    /// The number of decisions.
    pub prefix: usize,
}

impl Part {
    /// The whole of a search.
    pub const WHOLE: Self = Self { index: 0, of: 1, prefix: 1 };

    /// Does the unit with this number belong to the part?
    fn owns(self, unit: u64) -> bool {
        unit % self.of.max(1) == self.index
    }
}

/// A class of derivations that look the same to the predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// The number of its unit.
    pub unit: u64,
    /// Does the unit belong to this part? Other classes of a unit that does not are passed over.
    pub is_own: bool,
}

/// What follows an execution.
enum End {
    /// Another one.
    Again,
    Over {
        is_probed: bool,
    },
}

impl Search {
    /// Derivations that may be larger than the smallest by `left`.
    pub(super) fn up_to(left: u32) -> Self {
        Self::new(Budget::UpTo, Left { size: left, state: 0 })
    }

    /// Derivations of exactly one size; `None` if there are none.
    pub(super) fn of_size(tables: &Tables, root: NodeId, size: u32) -> Option<Self> {
        let (mut exact, left) = Exact::new(tables, root, size);
        exact.is_possible(left).then(|| Self::new(Budget::Exact(Box::new(exact)), left))
    }

    fn new(budget: Budget, left: Left) -> Self {
        Self {
            decisions: Decisions::new(budget, left),
            schedule: Schedule::new(),
            part: Part::WHOLE,
            class: Class { unit: 0, is_own: true },
            is_begun: false,
            runs: 0,
        }
    }

    /// Searches a part only. To be called before the first class.
    pub fn set_part(&mut self, part: Part) {
        self.part = part;
        self.class.is_own = part.owns(0);
    }

    /// Sets the strategy that connectives follow from now on.
    pub fn set_strategy(&mut self, strategy: Strategy) {
        self.schedule.set_strategy(strategy);
    }

    /// Were connectives called?
    pub fn has_calls(&self) -> bool {
        self.schedule.has_calls()
    }

    /// Returns how many decisions stand.
    pub fn depth(&self) -> usize {
        self.decisions.len()
    }

    /// Goes to the next class, the first one at the beginning. Returns `None` when there is none left.
    #[inline]
    pub fn next(holder: &mut impl Holder<Self>) -> Option<Class> {
        holder.with(Self::advance)?
    }

    fn advance(&mut self, arena: &mut Arena) -> Option<Class> {
        if !std::mem::replace(&mut self.is_begun, true) {
            return Some(self.class);
        }
        let prefix = self.part.prefix;
        if !self.class.is_own {
            self.decisions.take_back(arena, prefix);
        }
        if !self.decisions.next(arena) {
            return None;
        }
        let depth = self.decisions.len();
        self.schedule.back(depth as u32 - 1);
        if depth <= prefix {
            let unit = self.class.unit + 1;
            self.class = Class { unit, is_own: self.part.owns(unit) };
        }
        Some(self.class)
    }

    /// Runs a predicate on the class at hand: executes it once, or twice where the strategy looks ahead, and once more where it is
    /// probed. `execute` returns `None` when it was stopped, and so does this.
    ///
    /// # Errors
    /// When a probe shows that the predicate is not deterministic.
    #[inline]
    pub fn execute<H: Holder<Self>, A: Answer>(
        holder: &mut H,
        probe: Probe,
        mut execute: impl FnMut(&mut H) -> Option<A>,
    ) -> Result<Option<A>, NotDeterministic> {
        holder.with(|search, arena| search.begin_run(arena));
        let (answer, is_probed) = loop {
            let Some(answer) = execute(holder) else { return Ok(None) };
            match holder.with(|search, arena| search.end_run(arena, probe)) {
                Some(End::Again) => {}
                Some(End::Over { is_probed }) => break (answer, is_probed),
                None => break (answer, false),
            }
        };
        if is_probed {
            let depth = holder.with(|search, _| {
                search.schedule.begin_again();
                search.depth()
            });
            let again = execute(holder);
            let then = holder.with(|search, _| {
                search.schedule.end_again();
                search.depth()
            });
            if again.is_some_and(|again| !again.is_like(&answer) || then != depth) {
                return Err(NotDeterministic);
            }
        }
        Ok(Some(answer))
    }

    /// Before a run of the predicate on the class at hand.
    #[inline]
    fn begin_run(&mut self, arena: &Arena) {
        let Self { decisions, schedule, .. } = self;
        schedule.begin_run(decisions.len() as u32, || {
            decisions.is_up_to() && arena.numbers.smallest_are_in_order()
        });
    }

    /// After an execution of the predicate.
    #[inline]
    fn end_run(&mut self, arena: &mut Arena, probe: Probe) -> End {
        if let Some(start) = self.schedule.runs_again(self.decisions.len() as u32) {
            self.decisions.take_back(arena, start as usize);
            return End::Again;
        }
        self.runs += 1;
        End::Over { is_probed: probe.is_due(self.runs - 1) }
    }

    /// A connective is called.
    #[inline]
    pub(super) fn call(&mut self, connective: Connective) -> (CallId, Step) {
        self.schedule.call(connective, self.decisions.len() as u32)
    }

    /// An operand of a call has been run.
    #[inline]
    pub(super) fn ran(&mut self, call: CallId, side: Side, value: bool) -> Step {
        self.schedule.ran(call, side, value, self.decisions.len() as u32)
    }
}
