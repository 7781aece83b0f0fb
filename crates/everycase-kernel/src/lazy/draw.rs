//! Draws of derivations of one size that satisfy a predicate, uniform or with backtracking (Paper
//! III, sections 4 and 5).
//!
//! A draw is a rank among the derivations that are not refuted. Ranks are cyclic: backtracking
//! continues from a refuted one to the next.
//!
//! Counting what a draw may become can take much longer than the predicate. So draws have limits,
//! the caller's clock among them. A draw that reaches one is cut off: its remaining decisions are
//! the smallest ones, as in a guess, and it ends without an answer, neither refuted nor accepted.

mod chooser;
mod continuation;
mod ranks;
mod refutations;

use std::cell::RefCell;

use num_bigint::BigUint;
use rand_core::Rng;

use super::answer::{Answer, NotDeterministic, Probe};
use super::arena::Arena;
pub use super::budget::Limit;
use super::budget::{Allowance, Budget, Weight, Wide};
use super::connectives::{Connective, Passes, Side};
use super::decisions::Decisions;
use super::holder::Holder;
use super::numbers::{Interval, Number};
use super::plan::Node;
use super::slot::SumDecision;
use crate::derivation::Derivation;
use crate::eager::sample::{below, below_natural};
use crate::grammar::NodeId;
use crate::grammar::Tables;
use crate::grammar::until::Until;
use chooser::Chooser;
pub(super) use continuation::Continuation;
use ranks::RankedDraws;

/// The owner of a run that draws.
pub struct Draw {
    chooser: Box<dyn Chooser>,
    /// The number of derivations that backtracking may skip.
    skips: u128,
    skipped: u128,
    /// Whether the next draw continues behind the last one, which was refuted, rather than at a
    /// random rank.
    continues: bool,
    /// The number of runs of the predicate.
    runs: u64,
    passes: Passes,
    /// Whether the current draw was cut off by a limit.
    is_cut: bool,
    /// Guessed decisions, which are not drawn.
    guesses: Decisions,
    pub(super) continuation: Continuation,
}

/// The result of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawResult<A> {
    /// The predicate's answer.
    pub answer: A,
    /// Whether it began with less knowledge than draws with the same continuation had; it then does
    /// not count.
    pub is_void: bool,
}

impl Draw {
    /// Returns draws of exactly one size, `left` above the smallest; `None` if the number of
    /// derivations exceeds 4096 bits.
    pub(super) fn of_size(tables: &Tables, root: NodeId, size: u32, left: u32) -> Option<Self> {
        Some(Self {
            chooser: narrowest(tables, root, size)?,
            skips: 0,
            skipped: 0,
            continues: false,
            runs: 0,
            passes: Passes::new(),
            is_cut: false,
            guesses: Decisions::new(Budget::UpTo, Allowance { size: left, state: 0 }),
            continuation: Continuation::new(),
        })
    }

    /// Begins to draw anew, with backtracking until more than `skips` derivations are skipped. No
    /// derivation that satisfies the predicate is then more than `skips + 1` times as likely as
    /// another. With 0 all are equally likely.
    pub fn backtrack(&mut self, skips: u128) {
        (self.skips, self.skipped, self.continues) = (skips, 0, false);
    }

    /// Sets whether draws with equal continuations, as named by the predicate, share what they
    /// learn.
    pub fn set_sharing(&mut self, on: bool) {
        self.continuation.is_on = on;
    }

    /// Sets whether parallel connectives are run opportunistically.
    pub fn set_opportunistic(&mut self, on: bool) {
        self.passes.set_opportunistic(on);
    }

    /// Sets the limits of the work that draws take to count completions. The limit on the work is
    /// for all draws together; without limits, counting stops at the general memory limit of
    /// [`Until`].
    pub fn set_limits(&mut self, until: Until) {
        self.chooser.set_limits(until);
    }

    /// Returns the limit that has cut the current draw off, if one has. [`execute`](Self::execute)
    /// and [`complete`](Self::complete) then return `None`, and the next draw may be cut off as
    /// well.
    pub fn reached(&self) -> Option<Limit> {
        self.chooser.reached()
    }

    /// Returns the work that draws have taken to count completions, see [`Until::within_work`].
    pub fn work(&self) -> u64 {
        self.chooser.work()
    }

    /// Returns the number of derivations that are not refuted.
    pub fn alive(&self) -> BigUint {
        self.chooser.alive()
    }

    /// Returns whether all derivations are refuted.
    pub fn is_empty(&self) -> bool {
        self.chooser.is_empty()
    }

    /// Returns the number of derivations in the class of the current draw, and the index of the
    /// draw in it.
    pub fn class(&self) -> (BigUint, BigUint) {
        self.chooser.class()
    }

    /// Returns the memory of what draws have learned, in bytes.
    pub fn memory(&self) -> usize {
        self.chooser.memory()
    }

    /// Returns whether `bytes` suffice for what draws have learned. Discards what can be computed
    /// again if that takes too large a part, so it must be called between draws.
    pub fn fits(&mut self, bytes: usize) -> bool {
        self.chooser.fits(bytes)
    }

    /// Returns whether a position was looked at that was open and not listed when the continuation
    /// was named.
    pub fn has_broken_name(&self) -> bool {
        self.continuation.is_broken
    }

    /// Begins the next draw. Returns false if everything is refuted.
    pub fn next<R: Rng + ?Sized>(holder: &mut impl Holder<Self>, rng: &mut R) -> bool {
        holder.with(|draw, arena| draw.advance(arena, rng)) == Some(true)
    }

    fn advance<R: Rng + ?Sized>(&mut self, arena: &mut Arena, mut rng: &mut R) -> bool {
        if self.is_empty() {
            return false;
        }
        if !self.continues || self.skipped > self.skips {
            self.skipped = 0;
            self.chooser.set_random_rank(&mut rng);
        }
        self.begin(arena);
        true
    }

    /// Begins the draw of a rank below [`alive`](Self::alive).
    pub fn begin_rank(holder: &mut impl Holder<Self>, rank: &BigUint) {
        holder.with(|draw, arena| {
            draw.chooser.set_rank(rank);
            draw.begin(arena);
        });
    }

    /// Begins the draw of the chooser's rank.
    fn begin(&mut self, arena: &mut Arena) {
        self.continues = true;
        arena.restart();
        self.guesses.clear();
        self.is_cut = false;
        self.passes.restart();
        self.continuation.restart();
        self.chooser.begin();
        arena.note_all();
    }

    /// Runs a predicate on the current draw, in passes if connectives are run opportunistically,
    /// and again if it is probed. A failure refutes the class. `execute` returns `None` if it was
    /// stopped, and then so does this, as it does if a limit has cut the draw [off](Self::reached);
    /// the draw is neither refuted nor accepted.
    ///
    /// # Errors
    /// If a probe shows that the predicate is not deterministic.
    pub fn execute<H: Holder<Self>, A: Answer>(
        holder: &mut H,
        probe: Probe,
        mut execute: impl FnMut(&mut H) -> Option<A>,
    ) -> Result<Option<DrawResult<A>>, NotDeterministic> {
        let answer = loop {
            holder.with(|draw, _| draw.passes.begin());
            let Some(answer) = execute(holder) else { return Ok(None) };
            if holder.with(|draw, _| draw.is_cut) == Some(true) {
                return Ok(None);
            }
            if holder.with(Self::end_pass) != Some(false) {
                break answer;
            }
        };
        let is_probed = holder.with(|draw, _| {
            draw.runs += 1;
            probe.is_due(draw.runs - 1)
        });
        if is_probed == Some(true) {
            let class = holder.with(|draw, arena| {
                let class = draw.class();
                draw.begin(arena);
                class
            });
            let again = execute(holder);
            if holder.with(|draw, _| draw.is_cut) == Some(true) {
                return Ok(None);
            }
            let then = holder.with(|draw, _| draw.class());
            if again.is_some_and(|again| !again.is_like(&answer) || then != class) {
                return Err(NotDeterministic);
            }
        }
        let is_void = holder.with(|draw, _| draw.conclude(answer.refutes())) == Some(true);
        Ok(Some(DrawResult { answer, is_void }))
    }

    /// Ends an execution: undoes the guesses. Returns whether its result counts.
    fn end_pass(&mut self, arena: &mut Arena) -> bool {
        self.guesses.take_back(arena, 0);
        self.passes.end()
    }

    /// Ends a run: learns from it. Returns whether it was void.
    fn conclude(&mut self, refutes: bool) -> bool {
        let is_void = self.chooser.is_void();
        if refutes && !is_void {
            self.refute();
        } else {
            // The next draw is independent of this one.
            self.continues = false;
        }
        is_void
    }

    /// Refutes the current draw and its class.
    pub fn refute(&mut self) {
        self.skipped = self.skipped.saturating_add(self.chooser.refute());
    }

    /// Returns a derivation of the size that agrees with all decisions of the draw, each with equal
    /// probability.
    pub fn complete<R: Rng + ?Sized>(holder: &mut impl Holder<Self>, mut rng: &mut R) -> Option<Derivation> {
        holder.with(|draw, arena| {
            let tables = arena.tables.as_ref()?;
            let sizes = draw.chooser.sizes(tables, &arena.open()?, &mut rng)?;
            let rng = RefCell::new(rng);
            arena.fill_by_size(
                &sizes,
                |count| below_natural(count, &mut *rng.borrow_mut()),
                |count| below(count, &mut *rng.borrow_mut()),
            )
        })?
    }

    /// Returns whether the next decision is guessed: in the other passes of an opportunistic run,
    /// and once the draw is cut off.
    #[inline]
    fn is_guess(&mut self) -> bool {
        self.is_cut || !self.passes.draws()
    }

    /// Decides a sum.
    #[inline(never)]
    pub(super) fn decide(&mut self, arena: &mut Arena, pos: u32, node: u32) -> SumDecision {
        let Some(tables) = &arena.tables else { return SumDecision::NUMBER };
        let Node::Sum { start, len } = *arena.plan.node(tables, node) else { return SumDecision::NUMBER };
        if self.is_guess() {
            return self.guesses.decide(arena, pos, node);
        }
        let Some(i) = self.chooser.option(tables, &arena.plan, node, (start, len)) else {
            self.is_cut = true;
            return self.guesses.decide(arena, pos, node);
        };
        self.continuation.decided(pos);
        let taken = arena.take(pos, start, i);
        arena.note_position(pos);
        taken
    }

    /// Begins the number at an open position. Returns its index.
    pub(super) fn look(&mut self, arena: &mut Arena, pos: u32) -> usize {
        if self.is_guess() {
            return self.guesses.look(arena, pos);
        }
        let (node, leaf) = (arena.slots[pos as usize].node, arena.planned_leaf(pos));
        let look = |tables| self.chooser.look(tables, node, &leaf);
        let interval = arena.tables.as_deref().map_or(Interval::ALL, look);
        let at = arena.put_number(pos, Number::sized(interval, leaf));
        arena.note_position(pos);
        at
    }

    /// Decides on which side of a pivot, within its bounds, the number at a position is.
    pub(super) fn split(&mut self, arena: &mut Arena, pos: u32, pivot: u128) {
        if self.is_guess() {
            return self.guesses.split(arena, pos, pivot);
        }
        let slot = arena.slots[pos as usize];
        let at = slot.word as usize;
        let Some(tables) = &arena.tables else { return };
        let Number { known, leaf, .. } = arena.numbers.get(at);
        let before = known.bounds.interval;
        let Some(is_low) = self.chooser.is_low(tables, slot.node, leaf, before, pivot) else {
            self.is_cut = true;
            return self.guesses.split(arena, pos, pivot);
        };
        self.continuation.decided(pos);
        let [low, high] = before.split(pivot);
        arena.numbers.set(at, if is_low { low } else { high });
        arena.note_position(pos);
    }

    /// Returns whether a connective is run opportunistically.
    pub(super) fn is_opportunistic(&self, connective: Connective) -> bool {
        self.passes.is_opportunistic(connective)
    }

    /// Ends an operand of such a connective. Returns whether its value was guessed.
    #[inline]
    pub(super) fn guessed(&mut self, arena: &mut Arena, side: Side) -> bool {
        let guessed = self.passes.guessed(side);
        if guessed && side == Side::Left {
            self.guesses.take_back(arena, 0);
        }
        guessed
    }

    /// Records that the current operand has no valid value.
    pub(super) fn leave_open(&mut self) {
        self.passes.leave_open();
    }

    /// Ends the name of the continuation, made from the listed words.
    #[inline]
    pub(super) fn end_name(&mut self, arena: &Arena) {
        if self.is_cut {
            return;
        }
        let name = self.continuation.end(arena.slots.len() as u32);
        self.chooser.continues(name);
    }
}

/// Returns draws that count with the narrowest integers that hold the number of derivations; `None`
/// if none do.
fn narrowest(tables: &Tables, root: NodeId, size: u32) -> Option<Box<dyn Chooser>> {
    let widths = [
        counting::<u64>,
        counting::<u128>,
        counting::<Wide<4>>,
        counting::<Wide<8>>,
        counting::<Wide<16>>,
        counting::<Wide<32>>,
        counting::<Wide<64>>,
    ];
    widths.iter().find_map(|counting| counting(tables, root, size))
}

fn counting<W: Weight>(tables: &Tables, root: NodeId, size: u32) -> Option<Box<dyn Chooser>> {
    Some(Box::new(RankedDraws::<W>::new(tables, root, size)?))
}

#[cfg(test)]
mod tests;
