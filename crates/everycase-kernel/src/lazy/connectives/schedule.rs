//! In which order the operands of parallel conjunctions are run (Paper II, section 5).
//!
//! A run of a predicate calls connectives, one within an operand of another or one after the other: these calls form
//! a tree, the same as long as the predicate does the same. The tree keeps, from run to run, what is known of the
//! operands: one that has been run need not be run again while all decisions stand that had been made by then.
//!
//! Some strategies look ahead: a first execution tells which operands are of use, its decisions are taken back, and a second
//! one runs just these.

use super::call::{Call, CallId, Connective, Link, NONE, Side, Step, Truth};
use super::strategy::Strategy;

/// The calls of connectives, and what is known of them.
pub(crate) struct Schedule {
    strategy: Strategy,
    /// Does a second execution, in another order, come to the same value?
    is_fixed: bool,
    calls: Vec<Call>,
    /// Where the next call stands.
    at: (u32, Link),
    pass: Pass,
    /// Are operands run from left to right, and nothing asked but what is known?
    is_plain: bool,
    /// How many decisions the run at hand began with.
    start: u32,
    /// Has this execution made decisions that are of no use?
    waste: bool,
    /// Operands of which the value is known, each with how many decisions had been made by then.
    known: Vec<(u32, Side, u32)>,
    /// What was known of each call before a repetition.
    kept: Vec<[Truth; 2]>,
    /// The number of the run at hand: what a call has kept of another run does not count.
    run: u32,
    /// Calls whose operands have been exchanged, in this order.
    flips: Vec<u32>,
    /// Runs that made decisions which still stand: how many decisions there were before, and flips after.
    runs: Vec<(u32, u32)>,
}

/// Which execution of the predicate it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// The only one.
    Only,
    Lookahead,
    /// The one after a lookahead.
    Actual,
    /// A repetition, to see whether the same is done again.
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

    /// Another option of the decision with this number has been taken.
    #[inline]
    pub(crate) fn back(&mut self, decision: u32) {
        self.forget(decision);
        if self.strategy.is_fair() {
            self.unflip(decision);
        }
    }

    /// Forgets what is known only by more decisions than `decisions`.
    #[inline]
    fn forget(&mut self, decisions: u32) {
        while let Some(&(call, side, depth)) = self.known.last()
            && depth > decisions
        {
            self.calls[call as usize].known[side as usize] = Truth::Unknown;
            self.known.pop();
        }
    }

    /// Siblings in the search tree begin with what their parent's run has left.
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

    /// Returns the call that stands where one is made now.
    #[inline]
    fn here(&mut self, connective: Connective) -> u32 {
        let (from, link) = self.at;
        let next = self.calls.len() as u32;
        let slot = match (self.calls.get_mut(from as usize), link) {
            (Some(call), Link::Within(side)) => &mut call.within[side as usize],
            (Some(call), Link::After) => &mut call.after,
            // The first call of a run is the first of all.
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

    fn enter(&mut self, connective: Connective) -> u32 {
        let id = self.here(connective);
        let fair = self.strategy.is_fair() && !connective.sequential;
        let call = &mut self.calls[id as usize];
        call.connective = connective;
        call.found = [Truth::Unknown; 2];
        match self.pass {
            // What was decided in an earlier run, and still stands, is decided in the same way again.
            Pass::Again => call.known = [Truth::Unknown; 2],
            Pass::Actual if call.run == self.run => {}
            // The first execution may not have come to this call: what it knows then is of another run.
            Pass::Only | Pass::Lookahead | Pass::Actual => {
                call.run = self.run;
                call.first = if fair && call.flipped { Side::Right } else { Side::Left };
                call.decided = [false; 2];
                (call.enough, call.is_alone) = (None, false);
            }
        }
        id
    }

    /// Returns what is next in a call.
    fn next(&mut self, id: u32, depth: u32) -> Step {
        let both = self.pass == Pass::Lookahead && self.strategy.asks_for_subsets();
        let call = &mut self.calls[id as usize];
        let Connective { absorbing, sequential } = call.connective;
        let (first, second) = (call.first, call.first.other());
        let planned = match self.pass {
            // Where the value may be another one now, an operand must not go before what guards it.
            Pass::Actual => call.enough.filter(|_| self.is_fixed || !sequential),
            Pass::Again => call.enough.filter(|_| call.is_alone),
            Pass::Only | Pass::Lookahead => None,
        };
        let step = if call.is_absorbing(first) || call.is_absorbing(second) {
            // A value known before has cost nothing, and nothing beats that.
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

    /// Where the next call stands, then.
    #[inline]
    fn go(&mut self, id: u32, step: Step) {
        let link = match step {
            Step::Run(side) => Link::Within(side),
            Step::Is(_) => Link::After,
        };
        self.at = (id, link);
    }

    fn note(&mut self, id: u32, side: Side, value: bool, depth: u32) {
        let call = &mut self.calls[id as usize];
        call.found[side as usize] = value.into();
        call.decided[side as usize] = depth > call.before;
        if self.pass != Pass::Again {
            call.known[side as usize] = value.into();
            self.known.push((id, side, depth));
        }
    }

    /// A call has its result.
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
    /// Sets the strategy that connectives follow from now on.
    pub(crate) fn set_strategy(&mut self, strategy: Strategy) {
        self.strategy = strategy;
    }

    /// Returns whether any connective was called.
    pub(crate) fn has_calls(&self) -> bool {
        !self.calls.is_empty()
    }

    /// Before a run of the predicate on the class at hand, `depth` decisions deep. Where numbers are compared, another order of
    /// execution may make another number the smallest: `is_fixed` tells whether all that is decided stays the same.
    #[inline]
    pub(crate) fn begin_run(&mut self, depth: u32, is_fixed: impl FnOnce() -> bool) {
        self.run = self.run.wrapping_add(1);
        self.is_fixed = self.strategy.looks_ahead() && is_fixed();
        self.at = (NONE, Link::After);
        self.pass = if self.strategy.looks_ahead() { Pass::Lookahead } else { Pass::Only };
        self.is_plain = self.strategy == Strategy::D;
        (self.start, self.waste) = (depth, false);
    }

    /// After an execution of the predicate: returns how many decisions to go back to when it is to be executed again. What it did
    /// then counts.
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

    /// Before the predicate is run on the class at hand once more, with nothing known. Its decisions have to be the same. After it
    /// comes [`end_again`](Self::end_again).
    pub(crate) fn begin_again(&mut self) {
        self.kept.clear();
        self.kept.extend(self.calls.iter().map(|call| call.known));
        self.calls.iter_mut().for_each(|call| call.known = [Truth::Unknown; 2]);
        self.pass = Pass::Again;
        self.is_plain = false;
        self.at = (NONE, Link::After);
    }

    /// After such a run: all is known again that was known before it. The order in which operands are run on later classes depends
    /// on what is known, and must not depend on which runs are repeated: parts of a search repeat different ones.
    pub(crate) fn end_again(&mut self) {
        self.calls.iter_mut().for_each(|call| call.known = [Truth::Unknown; 2]);
        for (call, known) in self.calls.iter_mut().zip(self.kept.drain(..)) {
            call.known = known;
        }
    }

    /// A connective is called, after `depth` decisions. Returns what is next in the call.
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

    /// An operand of a call has been run, and `depth` decisions stand. Returns what is next in the call.
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
