//! The stack of decisions of a run, and backtracking: the smallest option first, then the next one
//! that the size budget allows.

mod integers;

use super::arena::Arena;
use super::budget::{Allowance, Budget, COMPLETIONS};
use super::numbers::{Checkpoint, Interval, Relation};
use super::plan::Node;
use super::slot::{OPEN, SumDecision};

/// The current decisions, and the rest of the size budget.
pub(super) struct Decisions {
    stack: Vec<Decision>,
    /// The decisions about integers, in full.
    cuts: Vec<Cut>,
    /// Uses of bounds that come from the size budget: the number of decisions before each, and the
    /// number and its bound.
    uses: Vec<(u32, u32, usize)>,
    /// The budget left for open positions.
    pub(super) left: Allowance,
    budget: Budget,
    /// Whether an option or a number was left out because of the budget.
    pub(super) was_cut: bool,
}

/// A decision, with what is needed to undo it.
#[derive(Clone, Copy, Debug)]
struct Decision {
    pos: u32,
    slots: u32,
    numbers: u32,
    left: Allowance,
    taken: Choice,
}

#[derive(Clone, Copy, Debug)]
enum Choice {
    /// An option of a node.
    Option { start: u32, len: u32, i: u32 },
    /// A range was looked at; its numbers are those that the budget allows.
    Number,
    /// The last of the cuts.
    Cut,
}

/// A decision about an integer; stored separately, since most decisions are others and are small.
#[derive(Clone, Copy, Debug)]
struct Cut {
    /// What was known about integers before.
    before: Checkpoint,
    taken: Part,
}

/// A decision about an integer.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// A part of an interval, with the other part if it is still to be taken.
    Of { other: Option<Interval> },
    /// One of the numbers of an interval.
    Value { size: u32, i: u128 },
    /// The relation of two numbers, with the other possible ones.
    Order { one: u32, other: u32, others: [Option<Relation>; 2] },
    /// The remainder of a number: `first` plus `tried`, modulo `modulus`.
    Residue { modulus: u32, first: u32, tried: u32 },
}

impl Decisions {
    pub(super) fn new(budget: Budget, left: Allowance) -> Self {
        Self { stack: Vec::new(), cuts: Vec::new(), uses: Vec::new(), left, budget, was_cut: false }
    }

    /// Returns the number of decisions.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.stack.len()
    }

    /// Returns whether the search covers all sizes up to a bound, not one exact size.
    #[inline]
    pub(super) fn is_up_to(&self) -> bool {
        matches!(self.budget, Budget::UpTo)
    }

    /// Removes all decisions; their positions must be removed already.
    pub(super) fn clear(&mut self) {
        if let Some(first) = self.stack.first() {
            self.left = first.left;
        }
        self.stack.clear();
        self.cuts.clear();
        self.uses.clear();
    }

    /// Decides a sum: takes its smallest option, or the first one with which the exact size is
    /// possible.
    #[inline]
    pub(super) fn decide(&mut self, arena: &mut Arena, pos: u32, node: u32) -> SumDecision {
        if self.is_up_to()
            && let Some((start, len)) = arena.plan.sum(node)
            && len > 0
        {
            self.push(arena, pos, Choice::Option { start, len, i: 0 });
            return arena.take(pos, start, 0);
        }
        self.decide_carefully(arena, pos, node)
    }

    #[inline(never)]
    fn decide_carefully(&mut self, arena: &mut Arena, pos: u32, node: u32) -> SumDecision {
        let Some(tables) = &arena.tables else { return SumDecision::NUMBER };
        let Node::Sum { start, len } = *arena.plan.node(tables, node) else { return SumDecision::NUMBER };
        let (mut i, mut left) = (0, self.left);
        if let Budget::Exact(exact) = &mut self.budget {
            let mut options = 0..len;
            let fits = options
                .find_map(|i| Some((i, exact.option(left, tables, &arena.plan, node, (start, len), i)?)));
            // Some option leads to the size, otherwise this class would not have been entered.
            (i, left) = fits.unwrap_or((0, left));
        }
        self.push(arena, pos, Choice::Option { start, len, i });
        self.left = left;
        arena.take(pos, start, i)
    }

    /// Returns the first option after the `i`-th that the budget allows, with the rest of the
    /// budget.
    #[inline]
    fn next_option(
        &mut self,
        arena: &Arena,
        left: Allowance,
        node: u32,
        (start, len): (u32, u32),
        i: u32,
    ) -> Option<(u32, Allowance)> {
        match &mut self.budget {
            // Options are in the order of their costs.
            Budget::UpTo => {
                let i = i + 1;
                let extra = if i < len { arena.plan.option(start, i).extra } else { return None };
                let size = left.size.checked_sub(extra);
                self.was_cut |= size.is_none();
                Some((i, Allowance { size: size?, ..left }))
            }
            Budget::Exact(exact) => {
                let tables = arena.tables.as_ref()?;
                (i + 1..len)
                    .find_map(|i| Some((i, exact.option(left, tables, &arena.plan, node, (start, len), i)?)))
            }
        }
    }

    /// Goes back to the last decision with another option that the budget allows, and takes that.
    /// Returns false if there is none.
    pub(super) fn next(&mut self, arena: &mut Arena) -> bool {
        self.trim_completions();
        while let Some(&Decision { pos, slots, numbers, left, taken }) = self.stack.last() {
            self.left = left;
            let goes_on = match taken {
                Choice::Option { start, len, i } => {
                    let slot = &mut arena.slots[pos as usize];
                    slot.word = OPEN;
                    let node = slot.node;
                    let next = self.next_option(arena, left, node, (start, len), i);
                    if let Some((i, left)) = next {
                        self.left = left;
                        arena.truncate(slots, numbers);
                        arena.take(pos, start, i);
                        if let Some(decision) = self.stack.last_mut() {
                            decision.taken = Choice::Option { start, len, i };
                        }
                    }
                    next.is_some()
                }
                Choice::Number => {
                    arena.slots[pos as usize].word = OPEN;
                    false
                }
                Choice::Cut => {
                    arena.truncate(slots, numbers);
                    self.undo_cut(arena);
                    self.next_cut(arena, pos)
                }
            };
            if goes_on {
                self.forget_uses(arena, self.stack.len() - 1);
                return true;
            }
            self.stack.pop();
        }
        false
    }

    /// Records that a comparison has used a bound of a number that comes from the size budget.
    #[cold]
    pub(super) fn use_bound(&mut self, arena: &mut Arena, at: usize, bound: usize) {
        arena.numbers.all[at].used[bound] = true;
        self.uses.push((self.stack.len() as u32, at as u32, bound));
    }

    /// Forgets the uses of bounds that came after more than `count` decisions.
    #[inline]
    fn forget_uses(&mut self, arena: &mut Arena, count: usize) {
        while let Some(&(decisions, at, bound)) = self.uses.last()
            && decisions as usize > count
        {
            if let Some(number) = arena.numbers.all.get_mut(at as usize) {
                number.used[bound] = false;
            }
            self.uses.pop();
        }
    }

    /// Discards completions that take too much memory; they are computed again.
    #[inline]
    fn trim_completions(&mut self) {
        if let Budget::Exact(exact) = &mut self.budget {
            let before = self.stack.iter_mut().map(|decision| &mut decision.left.state);
            exact.completions.trim(COMPLETIONS, before.chain([&mut self.left.state]));
        }
    }

    /// Undoes all decisions but the first `count`.
    pub(super) fn take_back(&mut self, arena: &mut Arena, count: usize) {
        while self.stack.len() > count
            && let Some(Decision { pos, slots, numbers, left, taken }) = self.stack.pop()
        {
            arena.truncate(slots, numbers);
            self.left = left;
            match taken {
                Choice::Option { .. } | Choice::Number => arena.slots[pos as usize].word = OPEN,
                Choice::Cut => {
                    self.undo_cut(arena);
                    self.cuts.pop();
                }
            }
        }
        self.forget_uses(arena, count);
    }

    /// Restores what was known about integers before the last cut.
    fn undo_cut(&mut self, arena: &mut Arena) {
        if let Some(cut) = self.cuts.last() {
            arena.numbers.back_to(cut.before);
        }
    }

    /// Records a decision about to be made.
    #[inline]
    fn push(&mut self, arena: &Arena, pos: u32, taken: Choice) {
        let (slots, numbers) = (arena.slots.len() as u32, arena.numbers.len() as u32);
        self.stack.push(Decision { pos, slots, numbers, left: self.left, taken });
    }
}
