//! The order in which operands of parallel conjunctions are run (Paper II, section 5).
//!
//! A run of a predicate calls connectives, nested in operands or one after the other. These calls
//! form a tree, which is the same as long as the predicate does the same. From run to run the tree
//! keeps what is known about the operands: one need not be run again while all the decisions stand
//! that were made before it ended.
//!
//! Some strategies look ahead: a first execution finds out which operands are useful, its decisions
//! are undone, and a second execution runs only these.

use super::call::{Call, CallId, Connective, Link, NONE, Side, Step, Truth};
use super::strategy::Strategy;

/// The calls of connectives, and what is known about them.
pub(crate) struct Schedule {
    strategy: Strategy,
    /// Whether a second execution in another order has the same result.
    is_fixed: bool,
    calls: Vec<Call>,
    /// The place of the next call.
    at: (u32, Link),
    pass: Pass,
    /// Whether operands run from left to right, without looking ahead.
    is_plain: bool,
    /// The number of decisions at the beginning of the current run.
    start: u32,
    /// Whether this execution has made useless decisions.
    waste: bool,
    /// Operands with known values, each with the number of decisions made before.
    known: Vec<(u32, Side, u32)>,
    /// What was known about each call before a repetition.
    kept: Vec<[Truth; 2]>,
    /// The number of the current run; records of another run do not count.
    run: u32,
    /// Calls whose operands were swapped, in order.
    flips: Vec<u32>,
    /// Runs whose decisions still stand: the number of decisions before, and of flips after.
    runs: Vec<(u32, u32)>,
}

/// The kind of an execution.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// The only one.
    Only,
    Lookahead,
    /// The one after a lookahead.
    Actual,
    /// A repetition, to check that the predicate is deterministic.
    Again,
}

impl Schedule {
    pub(crate) fn new() -> Self {
        Self {
            strategy: Strategy::D,
            is_fixed: false,
            calls: Vec::new(),
            at: (NONE, Link::After),
            pass: Pass::Only,
            is_plain: true,
            start: 0,
            waste: false,
            known: Vec::new(),
            kept: Vec::new(),
            run: 0,
            flips: Vec::new(),
            runs: Vec::new(),
        }
    }

    /// Records that the decision with this number has another option now.
    #[inline]
    pub(crate) fn back(&mut self, decision: u32) {
        self.forget(decision);
        if self.strategy.is_fair() {
            self.unflip(decision);
        }
    }

    /// Forgets what depends on more than `decisions` decisions.
    #[inline]
    fn forget(&mut self, decisions: u32) {
        while let Some(&(call, side, depth)) = self.known.last()
            && depth > decisions
        {
            self.calls[call as usize].known[side as usize] = Truth::Unknown;
            self.known.pop();
        }
    }

    /// Restores the order of operands with which siblings in the search tree begin.
    fn unflip(&mut self, decision: u32) {
        while self.runs.last().is_some_and(|(start, _)| *start > decision) {
            self.runs.pop();
        }
        let flips = self.runs.last().map_or(0, |(_, flips)| *flips as usize);
        while self.flips.len() > flips
            && let Some(call) = self.flips.pop()
        {
            let call = &mut self.calls[call as usize];
            call.flipped = !call.flipped;
        }
    }

    /// Returns the call at the current place.
    #[inline]
    fn here(&mut self, connective: Connective) -> u32 {
        let (from, link) = self.at;
        let next = self.calls.len() as u32;
        let slot = match (self.calls.get_mut(from as usize), link) {
            (Some(call), Link::Within(side)) => &mut call.within[side as usize],
            (Some(call), Link::After) => &mut call.after,
            // The first call of a run is the root.
            (None, _) if next > 0 => return 0,
            (None, _) => &mut self.at.0,
        };
        if *slot != NONE {
            return *slot;
        }
        *slot = next;
        self.calls.push(Call::new(connective));
        next
    }

    #[inline]
    fn enter(&mut self, connective: Connective) -> u32 {
        let id = self.here(connective);
        let fair = self.strategy.is_fair() && !connective.sequential;
        let call = &mut self.calls[id as usize];
        call.connective = connective;
        call.found = [Truth::Unknown; 2];
        match self.pass {
            // Decisions of an earlier run that still stand are made again in the same way.
            Pass::Again => call.known = [Truth::Unknown; 2],
            Pass::Actual if call.run == self.run => {}
            // The first execution may not have reached this call; its records are then of another
            // run.
            Pass::Only | Pass::Lookahead | Pass::Actual => {
                call.run = self.run;
                call.first = if fair && call.flipped { Side::Right } else { Side::Left };
                call.decided = [false; 2];
                (call.enough, call.is_alone) = (None, false);
            }
        }
        id
    }

    /// Returns the next step of a call.
    #[inline]
    fn next(&mut self, id: u32, depth: u32) -> Step {
        let both = self.pass == Pass::Lookahead && self.strategy.asks_for_subsets();
        let call = &mut self.calls[id as usize];
        let Connective { absorbing, sequential } = call.connective;
        let (first, second) = (call.first, call.first.other());
        let planned = match self.pass {
            // If the value may differ now, an operand must not precede its guard.
            Pass::Actual => call.enough.filter(|_| self.is_fixed || !sequential),
            Pass::Again => call.enough.filter(|_| call.is_alone),
            Pass::Only | Pass::Lookahead => None,
        };
        let step = if call.is_absorbing(first) || call.is_absorbing(second) {
            // A value known before has cost nothing, and cannot be improved.
            let absorbed = if call.is_absorbing(first) { first } else { second };
            let is_new = call.found[absorbed as usize] != Truth::Unknown;
            if both && !sequential && is_new && call.is_open(absorbed.other()) {
                Step::Run(absorbed.other())
            } else {
                Step::Is(absorbing)
            }
        } else if let Some(side) = planned.filter(|side| call.is_open(*side)) {
            Step::Run(side)
        } else if call.is_open(first) {
            Step::Run(first)
        } else if call.is_open(second) {
            Step::Run(second)
        } else {
            Step::Is(!absorbing)
        };
        match step {
            Step::Run(_) => call.before = depth,
            Step::Is(_) => self.leave(id),
        }
        self.go(id, step);
        step
    }

    /// Sets the place of the next call after a step.
    #[inline]
    fn go(&mut self, id: u32, step: Step) {
        let link = match step {
            Step::Run(side) => Link::Within(side),
            Step::Is(_) => Link::After,
        };
        self.at = (id, link);
    }

    #[inline]
    fn note(&mut self, id: u32, side: Side, value: bool, depth: u32) {
        let call = &mut self.calls[id as usize];
        call.found[side as usize] = value.into();
        call.decided[side as usize] = depth > call.before;
        if self.pass != Pass::Again {
            call.known[side as usize] = value.into();
            self.known.push((id, side, depth));
        }
    }

    /// Ends a call with a result.
    #[inline]
    fn leave(&mut self, id: u32) {
        if self.pass == Pass::Again {
            return;
        }
        let call = &mut self.calls[id as usize];
        let (first, second) = (call.first, call.first.other());
        let enough = match (call.is_absorbing(first), call.is_absorbing(second)) {
            (true, true) if call.decided[second as usize] => Some(first),
            (_, true) => Some(second),
            (true, false) => Some(first),
            (false, false) => None,
        };
        call.enough = enough;
        call.is_alone = enough.is_some_and(|side| call.is_open(side.other()));
        if self.pass == Pass::Actual {
            return;
        }
        if let Some(enough) = enough {
            self.waste |= call.decided[enough.other() as usize];
        }
        if self.strategy.is_fair() && !call.connective.sequential {
            call.flipped = !call.flipped;
            self.flips.push(id);
        }
    }
}

impl Schedule {
    /// Sets the strategy of connectives.
    pub(crate) fn set_strategy(&mut self, strategy: Strategy) {
        self.strategy = strategy;
    }

    /// Returns whether any connective was called.
    pub(crate) fn has_calls(&self) -> bool {
        !self.calls.is_empty()
    }

    /// Begins a run of the predicate on the current class, `depth` decisions deep. If numbers are
    /// compared, another order of execution may make another number the smallest: `is_fixed`
    /// returns whether all decisions stay the same.
    #[inline]
    pub(crate) fn begin_run(&mut self, depth: u32, is_fixed: impl FnOnce() -> bool) {
        self.run = self.run.wrapping_add(1);
        self.is_fixed = self.strategy.looks_ahead() && is_fixed();
        self.at = (NONE, Link::After);
        self.pass = if self.strategy.looks_ahead() { Pass::Lookahead } else { Pass::Only };
        self.is_plain = self.strategy == Strategy::D;
        (self.start, self.waste) = (depth, false);
    }

    /// Ends an execution of the predicate. Returns the number of decisions to go back to if it is
    /// to be executed again; otherwise the execution counts.
    #[inline]
    pub(crate) fn runs_again(&mut self, depth: u32) -> Option<u32> {
        if self.pass == Pass::Lookahead && self.waste {
            self.forget(self.start);
            self.pass = Pass::Actual;
            self.at = (NONE, Link::After);
            return Some(self.start);
        }
        if self.strategy.is_fair() && depth > self.start {
            self.runs.push((self.start, self.flips.len() as u32));
        }
        None
    }

    /// Begins a repetition of the predicate on the current class, with nothing known, which must
    /// make the same decisions. [`end_again`](Self::end_again) ends it.
    pub(crate) fn begin_again(&mut self) {
        self.kept.clear();
        self.kept.extend(self.calls.iter().map(|call| call.known));
        self.calls.iter_mut().for_each(|call| call.known = [Truth::Unknown; 2]);
        self.pass = Pass::Again;
        self.is_plain = false;
        self.at = (NONE, Link::After);
    }

    /// Ends a repetition and restores what was known before it. The order of operands for later
    /// classes depends on what is known, and must not depend on which runs are repeated, since
    /// parts of a search repeat different ones.
    pub(crate) fn end_again(&mut self) {
        self.calls.iter_mut().for_each(|call| call.known = [Truth::Unknown; 2]);
        for (call, known) in self.calls.iter_mut().zip(self.kept.drain(..)) {
            call.known = known;
        }
    }

    /// Begins a call of a connective after `depth` decisions. Returns the next step.
    #[inline]
    pub(crate) fn call(&mut self, connective: Connective, depth: u32) -> (CallId, Step) {
        if self.is_plain {
            let id = self.here(connective);
            let call = &mut self.calls[id as usize];
            call.connective = connective;
            let step = call.plainly();
            self.go(id, step);
            return (CallId(id), step);
        }
        let id = self.enter(connective);
        (CallId(id), self.next(id, depth))
    }

    /// Records the value of an operand of a call, with `depth` decisions. Returns the next step.
    #[inline]
    pub(crate) fn ran(&mut self, CallId(id): CallId, side: Side, value: bool, depth: u32) -> Step {
        if self.is_plain {
            self.known.push((id, side, depth));
            let call = &mut self.calls[id as usize];
            call.known[side as usize] = value.into();
            let step = call.plainly();
            self.go(id, step);
            return step;
        }
        self.note(id, side, value, depth);
        self.next(id, depth)
    }
}
