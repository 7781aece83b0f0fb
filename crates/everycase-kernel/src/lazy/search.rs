//! Search: one run of a predicate for each equivalence class of derivations (Paper II, section 2).
//!
//! A run decides positions in the order of the predicate's demands, each by its smallest option.
//! The next run goes back to the last decision with another option that the size budget allows. For
//! example, let `b` and `c` be two booleans. The predicate `b && c` first demands `b`: it is false,
//! and so is the predicate, for two inputs at once. Back at `b`, which is now true, the predicate
//! demands `c`, which is false. In the third and last run both are true.
//!
//! Classes that agree in their first decisions form a *unit*. Every part of a search visits all
//! units in the same order, so that the parts agree on the numbers of units without communication.
//! A part runs all classes of its own units. Of any other unit it runs the first class if it does
//! not know all of these decisions before, and nothing else.

use super::answer::{Answer, NotDeterministic, Probe};
use super::arena::Arena;
use super::budget::{Allowance, Budget, Exact};
use super::connectives::{CallId, Connective, Schedule, Side, Step, Strategy};
use super::decisions::Decisions;
use super::holder::Holder;
use crate::grammar::NodeId;
use crate::grammar::Tables;
use crate::grammar::until::Until;

/// The owner of a run that searches.
pub struct Search {
    pub(super) decisions: Decisions,
    schedule: Schedule,
    /// The strategy that was set.
    strategy: Option<Strategy>,
    /// Whether numbers that are demanded become ranks.
    pub(super) ranks: bool,
    sorted: Option<Sorted>,
    part: Part,
    /// The current class, or the first one.
    class: Class,
    /// Whether the first class was reached.
    is_begun: bool,
    /// The number of runs of the predicate.
    runs: u64,
}

/// A search of structures whose numbers are sorted.
struct Sorted {
    /// How many numbers that are parameters may be displaced.
    displaced: usize,
    /// The number of decisions before the orders of the current structure.
    structure: usize,
    order: OrderPlace,
    /// Whether the first order of the structure was discarded.
    is_first_discarded: bool,
    /// Whether all orders were discarded of each structure of which the first one was.
    is_decisive: bool,
    /// Whether the next class is of another structure.
    is_left: bool,
}

/// The place of the current class among the orders of its structure.
#[derive(PartialEq, Eq)]
enum OrderPlace {
    /// It is the first one, and has not been begun.
    Next,
    First,
    Later,
}

/// The number of runs before orders are left out. The smallest structures come first.
const LEARNED: u64 = 128;

/// A part of a search: the units whose number is `index` modulo `of`. The classes of a unit agree
/// in `prefix` decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The index of the part, from 0.
    pub index: u64,
    /// The number of parts, at least 1.
    pub of: u64,
    /// The number of decisions.
    pub prefix: usize,
}

impl Part {
    /// The whole of a search.
    pub const WHOLE: Self = Self { index: 0, of: 1, prefix: 1 };

    /// Returns whether the unit with this number belongs to the part.
    fn owns(self, unit: u64) -> bool {
        unit % self.of.max(1) == self.index
    }
}

/// An equivalence class of derivations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// The number of its unit.
    pub unit: u64,
    /// Whether the unit belongs to this part. Of other units at most the first class is run.
    pub is_own: bool,
    /// The number of decisions up to the first one in which it differs from the class before, that
    /// one included; 0 for the first class.
    pub differs_at: usize,
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
    /// Returns a search of derivations up to `left` larger than the smallest.
    pub(super) fn up_to(left: u32, ranks: bool) -> Self {
        Self { ranks, ..Self::new(Budget::UpTo, Allowance { size: left, state: 0 }) }
    }

    /// Returns a search of derivations of exactly one size; `None` if there are none.
    #[inline]
    pub(super) fn of_size(tables: &Tables, root: NodeId, size: u32) -> Option<Self> {
        let (mut exact, left) = Exact::new(tables, root, size);
        // At a limit, an option would count as impossible, and its classes would be lost.
        exact.completions.meter.set(Until::never());
        (exact.is_possible(left) == Some(true)).then(|| Self::new(Budget::Exact(Box::new(exact)), left))
    }

    fn new(budget: Budget, left: Allowance) -> Self {
        Self {
            decisions: Decisions::new(budget, left),
            schedule: Schedule::new(),
            strategy: None,
            ranks: false,
            sorted: None,
            part: Part::WHOLE,
            class: Class { unit: 0, is_own: true, differs_at: 0 },
            is_begun: false,
            runs: 0,
        }
    }

    /// Restricts the search to a part. Must be called before the first class.
    pub fn set_part(&mut self, part: Part) {
        self.part = part;
        self.class.is_own = part.owns(0);
    }

    /// Restricts the orders of numbers of structures, if inputs are demanded as a whole. Numbers
    /// below a choice ascend from left to right; the others, which are parameters or
    /// fields of these, come after them, and at most `displaced` of each range are not above all
    /// before them. If nothing is above in a range, the order is free. Must be called before the
    /// first class.
    ///
    /// So lists are sorted, and so are trees from left to right, wherever their subtrees are
    /// declared, while an element to insert is any.
    pub fn sort(&mut self, displaced: usize) {
        self.sorted = Some(Sorted {
            displaced,
            structure: 0,
            order: OrderPlace::Next,
            is_first_discarded: false,
            is_decisive: true,
            is_left: false,
        });
    }

    /// Returns how many parameters may be displaced, if orders are [restricted](Self::sort).
    pub(super) fn displaced(&self) -> Option<usize> {
        self.sorted.as_ref().map(|sorted| sorted.displaced)
    }

    /// Tells whether the current class was discarded. If orders are [restricted](Self::sort), and
    /// the first order of a structure is discarded, the others are left out, unless one of them was
    /// not discarded where that had happened before.
    pub fn judged(&mut self, is_discarded: bool) {
        let Some(sorted) = &mut self.sorted else { return };
        if sorted.order == OrderPlace::First {
            sorted.is_first_discarded = is_discarded;
            sorted.is_left = is_discarded && sorted.is_decisive && self.runs > LEARNED;
        } else {
            sorted.is_decisive &= is_discarded || !sorted.is_first_discarded;
        }
    }

    /// Begins the orders of the numbers of an input whose structure is decided.
    pub(super) fn begin_orders(&mut self) {
        if let Some(sorted) = self.sorted.as_mut().filter(|sorted| sorted.order == OrderPlace::Next) {
            (sorted.structure, sorted.order) = (self.decisions.len(), OrderPlace::First);
        }
    }

    /// Sets the strategy of connectives. A search of structures runs operands from left to right
    /// whatever it is: a rank depends on the numbers demanded before.
    pub fn set_strategy(&mut self, strategy: Strategy) {
        self.strategy = Some(strategy);
        self.schedule.set_strategy(if self.ranks { Strategy::D } else { strategy });
    }

    /// Returns the strategy that was set. Without one, operands run from left to right.
    pub fn strategy(&self) -> Option<Strategy> {
        self.strategy
    }

    /// Returns whether connectives were called.
    pub fn has_calls(&self) -> bool {
        self.schedule.has_calls()
    }

    /// Returns the number of decisions.
    pub fn depth(&self) -> usize {
        self.decisions.len()
    }

    /// Returns whether the search covers all sizes up to a bound.
    pub(super) fn is_up_to(&self) -> bool {
        self.decisions.is_up_to()
    }

    /// Advances to the next class, at first to the first one. Returns `None` if there is none left.
    #[inline]
    pub fn next(holder: &mut impl Holder<Self>) -> Option<Class> {
        holder.with(Self::advance)?
    }

    fn advance(&mut self, arena: &mut Arena) -> Option<Class> {
        if !std::mem::replace(&mut self.is_begun, true) {
            return Some(self.class);
        }
        let prefix = self.part.prefix;
        if let Some(sorted) = self.sorted.as_mut().filter(|sorted| sorted.is_left) {
            self.decisions.take_back(arena, sorted.structure);
            sorted.is_left = false;
        }
        loop {
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
                (self.class.unit, self.class.is_own) = (unit, self.part.owns(unit));
            }
            self.class.differs_at = depth;
            if let Some(sorted) = &mut self.sorted {
                let is_new = depth <= sorted.structure;
                sorted.order = if is_new { OrderPlace::Next } else { OrderPlace::Later };
            }
            // Of a unit of another part, all that this part needs is known without a run.
            if self.class.is_own || depth < prefix {
                return Some(self.class);
            }
        }
    }

    /// Runs a predicate on the current class: executes it once, or twice if the strategy looks
    /// ahead, and again if it is probed. `execute` returns `None` if it was stopped, and then so
    /// does this.
    ///
    /// # Errors
    /// If a probe shows that the predicate is not deterministic.
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

    /// Begins a run of the predicate on the current class.
    #[inline]
    fn begin_run(&mut self, arena: &Arena) {
        let Self { decisions, schedule, .. } = self;
        schedule.begin_run(decisions.len() as u32, || {
            decisions.is_up_to() && arena.numbers.smallest_are_in_order()
        });
    }

    /// Ends an execution of the predicate.
    #[inline]
    fn end_run(&mut self, arena: &mut Arena, probe: Probe) -> End {
        if let Some(start) = self.schedule.runs_again(self.decisions.len() as u32) {
            self.decisions.take_back(arena, start as usize);
            return End::Again;
        }
        self.runs += 1;
        End::Over { is_probed: probe.is_due(self.runs - 1) }
    }

    /// Begins a call of a connective.
    #[inline]
    pub(super) fn call(&mut self, connective: Connective) -> (CallId, Step) {
        self.schedule.call(connective, self.decisions.len() as u32)
    }

    /// Records the value of an operand.
    #[inline]
    pub(super) fn ran(&mut self, call: CallId, side: Side, value: bool) -> Step {
        self.schedule.ran(call, side, value, self.decisions.len() as u32)
    }
}
