//! Inspecting integers: completely, or just enough for a comparison.
//!
//! The least total size of ordered integers is known exactly, so the size budget allows some result
//! of each comparison: every class that is run has a derivation.

use std::cmp::Ordering;

use super::{NONE, OPEN, Owner, Run, Slot};
use crate::lazy::deciding::Deciding;
use crate::lazy::numbers::{Interval, MOST, Number, Relation, SIGN};

impl Run {
    /// Returns the number of a range in two's complement; decides it if it is open.
    pub fn number(&mut self, pos: u32) -> u128 {
        let at = self.look(pos);
        loop {
            let Number { known, leaf, .. } = self.arena.numbers.get(at);
            let interval = known.bounds.interval;
            if let Some(place) = interval.single() {
                let number = leaf.at_place(place);
                self.uses(at, [true; 2]);
                return number;
            }
            match &mut self.owner {
                Owner::Search(search) if search.ranks => self.rank(&[pos], 1),
                Owner::Search(search) => {
                    let _decision = Deciding::begin(self.deciding.as_ref());
                    search.decisions.number(&mut self.arena, pos);
                }
                Owner::Complete(complete) => complete.number(&mut self.arena, pos),
                // Draws halve the interval, so that it can be counted.
                Owner::Draw(_) => {
                    self.splits(pos, at, interval.lo + (interval.hi - interval.lo).div_ceil(2));
                    continue;
                }
                Owner::None => {}
            }
            let Number { known, leaf, .. } = self.arena.numbers.get(at);
            return leaf.at_place(known.bounds.interval.lo);
        }
    }

    /// Returns whether the number of a range is below another; decides no more.
    #[inline]
    pub fn is_below(&mut self, pos: u32, value: u128, signed: bool) -> bool {
        let at = self.look(pos);
        match self.arena.numbers.get(at).leaf.place_of(value, signed) {
            Ok(place) => self.splits(pos, at, place),
            Err(side) => side == Ordering::Greater,
        }
    }

    /// Returns whether the number of a range is above another; decides no more.
    pub fn is_above(&mut self, pos: u32, value: u128, signed: bool) -> bool {
        let at = self.look(pos);
        match self.arena.numbers.get(at).leaf.place_of(value, signed) {
            Ok(place) => place.checked_add(1).is_some_and(|next| !self.splits(pos, at, next)),
            Err(side) => side == Ordering::Less,
        }
    }

    /// Compares the number of a range with another; decides no more.
    pub fn compare(&mut self, pos: u32, value: u128, signed: bool) -> Ordering {
        if self.is_below(pos, value, signed) {
            Ordering::Less
        } else if self.is_above(pos, value, signed) {
            Ordering::Greater
        } else {
            Ordering::Equal
        }
    }

    /// Compares the numbers of two ranges; decides no more, unless only one of the ranges contains
    /// numbers of at least 2^127.
    pub fn compare_both(&mut self, one: u32, other: u32) -> Ordering {
        if one == other {
            return Ordering::Equal;
        }
        let (a, b) = (self.look(one), self.look(other));
        if self.is_across(a, b) {
            return self.compare_across((one, a), (other, b));
        }
        let (x, y) = (self.arena.numbers.interval(a), self.arena.numbers.interval(b));
        if let Some(answer) = ordering(x, y) {
            self.use_for(a, b, answer);
            return answer;
        }
        match (x.single(), y.single()) {
            (_, Some(place)) => {
                self.uses(b, [true; 2]);
                return self.compare_with(one, a, place);
            }
            (Some(place), _) => {
                self.uses(a, [true; 2]);
                return self.compare_with(other, b, place).reverse();
            }
            (None, None) => {}
        }
        if !self.is_to_be_ordered(a, b) {
            return self.halve_both((one, a), (other, b), ordering);
        }
        // The order of the smallest numbers comes first, as with every decision.
        let (is_less, is_greater) =
            (self.arena.numbers.is_smaller(a, b), self.arena.numbers.is_smaller(b, a));
        let may_be = match self.arena.numbers.relation(a, b) {
            Some(Relation::Below) => return Ordering::Less,
            Some(Relation::Above) => return Ordering::Greater,
            Some(Relation::Equal) => return Ordering::Equal,
            Some(Relation::NotAbove) if is_less => [Some(Relation::Below), Some(Relation::Equal), None],
            Some(Relation::NotAbove) => [Some(Relation::Equal), Some(Relation::Below), None],
            Some(Relation::NotBelow) if is_greater => [Some(Relation::Above), Some(Relation::Equal), None],
            Some(Relation::NotBelow) => [Some(Relation::Equal), Some(Relation::Above), None],
            None if is_less => [Some(Relation::Below), Some(Relation::Equal), Some(Relation::Above)],
            None if is_greater => [Some(Relation::Above), Some(Relation::Equal), Some(Relation::Below)],
            None => [Some(Relation::Equal), Some(Relation::Below), Some(Relation::Above)],
        };
        match self.order(one, (a, b), may_be) {
            Relation::Equal => Ordering::Equal,
            Relation::Below | Relation::NotAbove => Ordering::Less,
            Relation::Above | Relation::NotBelow => Ordering::Greater,
        }
    }

    /// Returns whether the number of one range is below the number of another, like
    /// [`compare_both`](Self::compare_both).
    #[inline]
    pub fn is_below_both(&mut self, one: u32, other: u32) -> bool {
        if one == other {
            return false;
        }
        let (a, b) = (self.look(one), self.look(other));
        if self.is_across(a, b) {
            return self.is_below_across((one, a), (other, b));
        }
        let (x, y) = (self.arena.numbers.interval(a), self.arena.numbers.interval(b));
        if let Some(answer) = is_below(x, y) {
            self.use_for_below(a, b, answer);
            return answer;
        }
        match (x.single(), y.single()) {
            (_, Some(place)) => {
                self.uses(b, [true; 2]);
                return self.splits(one, a, place);
            }
            (Some(place), _) => {
                self.uses(a, [true; 2]);
                // `place` is below the upper bound of the other interval, so this does not
                // overflow.
                return !self.splits(other, b, place + 1);
            }
            (None, None) => {}
        }
        if !self.is_to_be_ordered(a, b) {
            return self.halve_both((one, a), (other, b), is_below);
        }
        let may_be = match self.arena.numbers.relation(a, b) {
            Some(Relation::Below) => return true,
            Some(Relation::Equal | Relation::NotBelow | Relation::Above) => return false,
            Some(Relation::NotAbove) | None if self.arena.numbers.is_smaller(a, b) => {
                [Some(Relation::Below), Some(Relation::NotBelow), None]
            }
            Some(Relation::NotAbove) | None => [Some(Relation::NotBelow), Some(Relation::Below), None],
        };
        self.order(one, (a, b), may_be) == Relation::Below
    }

    /// Returns whether the number of one range is below the number of another, if known. Decides
    /// nothing.
    #[inline]
    pub fn is_known_below(&mut self, one: u32, other: u32) -> Option<bool> {
        let at = |pos: u32| {
            let Slot { word, kids, .. } = self.arena.slots[pos as usize];
            (kids == NONE && word != OPEN).then_some(word as usize)
        };
        let (a, b) = (at(one)?, at(other)?);
        if self.is_across(a, b) {
            let (x, y) = (self.arena.numbers.interval(a), self.arena.numbers.interval(b));
            let (own, others) = (&self.arena.numbers.get(a).leaf, &self.arena.numbers.get(b).leaf);
            let is_below = own.compare_places(x.hi, others, y.lo).is_lt();
            let is_known = is_below || own.compare_places(x.lo, others, y.hi).is_ge();
            if is_known {
                self.use_for_below(a, b, is_below);
            }
            return is_known.then_some(is_below);
        }
        match self.arena.numbers.relation(a, b) {
            Some(Relation::Below) => Some(true),
            Some(Relation::Equal | Relation::NotBelow | Relation::Above) => Some(false),
            Some(Relation::NotAbove) | None => {
                let (x, y) = (self.arena.numbers.interval(a), self.arena.numbers.interval(b));
                let answer = is_below(x, y)?;
                self.use_for_below(a, b, answer);
                Some(answer)
            }
        }
    }

    /// Returns whether only one of two numbers is from a range with numbers of at least 2^127.
    /// Their places are then not comparable.
    #[inline]
    fn is_across(&self, a: usize, b: usize) -> bool {
        self.arena.numbers.get(a).leaf.is_far() != self.arena.numbers.get(b).leaf.is_far()
    }

    /// Returns a known number in two's complement, and whether it is signed.
    fn known(&self, at: usize) -> Option<(u128, bool)> {
        let Number { known, leaf, .. } = self.arena.numbers.get(at);
        Some((leaf.at_place(known.bounds.interval.single()?), !leaf.is_far()))
    }

    /// Compares two numbers whose places are not comparable.
    fn compare_across(&mut self, (one, a): (u32, usize), (other, b): (u32, usize)) -> Ordering {
        if let Some((value, signed)) = self.known(b) {
            self.uses(b, [true; 2]);
            return self.compare(one, value, signed);
        }
        if let Some((value, signed)) = self.known(a) {
            self.uses(a, [true; 2]);
            return self.compare(other, value, signed).reverse();
        }
        match self.far_is_greater((one, a), (other, b)) {
            Some(order) => order,
            None => self.halve_both((one, a), (other, b), ordering),
        }
    }

    /// Returns whether a number is below another one whose place is not comparable.
    #[inline]
    fn is_below_across(&mut self, (one, a): (u32, usize), (other, b): (u32, usize)) -> bool {
        if let Some((value, signed)) = self.known(b) {
            self.uses(b, [true; 2]);
            return self.is_below(one, value, signed);
        }
        if let Some((value, signed)) = self.known(a) {
            self.uses(a, [true; 2]);
            return self.is_above(other, value, signed);
        }
        match self.far_is_greater((one, a), (other, b)) {
            Some(order) => order.is_lt(),
            None => self.halve_both((one, a), (other, b), is_below),
        }
    }

    /// Decides whether the far number is at least 2^127; returns the result of the comparison if
    /// so.
    fn far_is_greater(&mut self, (one, a): (u32, usize), (other, b): (u32, usize)) -> Option<Ordering> {
        let one_is_far = self.arena.numbers.get(a).leaf.is_far();
        let (far, at) = if one_is_far { (one, a) } else { (other, b) };
        let is_near = self.splits(far, at, SIGN);
        (!is_near).then_some(if one_is_far { Ordering::Greater } else { Ordering::Less })
    }

    /// Compares the number of a position with the one at a place within its bounds.
    pub(super) fn compare_with(&mut self, pos: u32, at: usize, place: u128) -> Ordering {
        if self.splits(pos, at, place) {
            Ordering::Less
        } else if place.checked_add(1).is_some_and(|next| !self.splits(pos, at, next)) {
            Ordering::Greater
        } else {
            Ordering::Equal
        }
    }

    /// Returns whether a comparison of two open numbers decides their order, instead of halving
    /// intervals. Draws halve intervals, so that they can be counted.
    fn is_to_be_ordered(&self, a: usize, b: usize) -> bool {
        matches!(&self.owner, Owner::Search(search) if search.decisions.is_up_to()) && a < MOST && b < MOST
    }

    /// Decides that the number at a position of a slot is the one at a place.
    pub(super) fn put(&mut self, pos: u32, place: u128) {
        if let Owner::Search(search) = &mut self.owner {
            search.decisions.place(&mut self.arena, pos, place);
        }
    }

    /// Decides that a number is below another one of the same range, if that is possible and
    /// neither is known. Returns whether it is below.
    pub(super) fn put_below(&mut self, one: u32, other: u32) -> bool {
        let (a, b) = (self.look(one), self.look(other));
        let (x, y) = (self.arena.numbers.interval(a), self.arena.numbers.interval(b));
        match self.arena.numbers.relation(a, b) {
            None if x.lo < y.hi && self.is_to_be_ordered(a, b) => {
                self.order(one, (a, b), [Some(Relation::Below), None, None]) == Relation::Below
            }
            relation => relation == Some(Relation::Below),
        }
    }

    /// Decides the order of two numbers in a search: the first of the relations that the size
    /// budget allows.
    fn order(&mut self, pos: u32, numbers: (usize, usize), may_be: [Option<Relation>; 3]) -> Relation {
        let _decision = Deciding::begin(self.deciding.as_ref());
        match &mut self.owner {
            Owner::Search(search) => search.decisions.order(&mut self.arena, pos, numbers, may_be),
            Owner::None | Owner::Draw(_) | Owner::Complete(_) => Relation::NotBelow,
        }
    }

    /// Halves the intervals of two positions until the result is known, at the latest when both
    /// have one number left.
    ///
    /// If only one of the ranges contains numbers of at least 2^127, its number is smaller by now,
    /// and has a place in the other range.
    #[inline]
    fn halve_both<A>(
        &mut self,
        (one, a): (u32, usize),
        (other, b): (u32, usize),
        known: impl Fn(Interval, Interval) -> Option<A>,
    ) -> A {
        let is_across = self.is_across(a, b);
        let flips =
            [a, b].map(|at| if is_across && self.arena.numbers.get(at).leaf.is_far() { SIGN } else { 0 });
        let interval = |run: &Self, at: usize, flip: u128| {
            let Interval { lo, hi } = run.arena.numbers.interval(at);
            Interval { lo: lo ^ flip, hi: hi ^ flip }
        };
        let (mut x, mut y) = (interval(self, a, flips[0]), interval(self, b, flips[1]));
        // In a replay the numbers are known: both are narrowed at once, in the end.
        let given = match &self.owner {
            Owner::Complete(complete) => {
                let [p, q] = [one, other].map(|pos| complete.place(&self.arena, pos).1);
                Some([p ^ flips[0], q ^ flips[1]])
            }
            Owner::Search(_) | Owner::Draw(_) | Owner::None => None,
        };
        loop {
            if let Some(answer) = known(x, y) {
                if given.is_some() {
                    for (at, Interval { lo, hi }, flip) in [(a, x, flips[0]), (b, y, flips[1])] {
                        self.arena.numbers.set(at, Interval { lo: lo ^ flip, hi: hi ^ flip });
                    }
                }
                // Which of the bounds have told the answer is not looked at: halving is rare.
                self.uses(a, [true; 2]);
                self.uses(b, [true; 2]);
                return answer;
            }
            // Halve the intersection, in the wider interval.
            let (lo, hi) = (x.lo.max(y.lo), x.hi.min(y.hi));
            let is_first = x.hi - x.lo >= y.hi - y.lo;
            let (pos, at, wide, flip) =
                if is_first { (one, a, &mut x, flips[0]) } else { (other, b, &mut y, flips[1]) };
            let pivot = (lo + (hi - lo).div_ceil(2)).max(wide.lo + 1);
            if let Some([p, q]) = given {
                let [low, high] = wide.split(pivot);
                *wide = if (if is_first { p } else { q }) < pivot { low } else { high };
            } else {
                self.splits(pos, at, pivot ^ flip);
                *wide = interval(self, at, flip);
            }
        }
    }

    /// Returns whether the number of a position is below a pivot; decides that if it is open.
    fn splits(&mut self, pos: u32, at: usize, pivot: u128) -> bool {
        let before = self.arena.numbers.interval(at);
        if before.lo < pivot && pivot <= before.hi {
            let _decision = Deciding::begin(self.deciding.as_ref());
            match &mut self.owner {
                Owner::Search(search) => search.decisions.split(&mut self.arena, pos, pivot),
                Owner::Draw(draw) => draw.split(&mut self.arena, pos, pivot),
                Owner::Complete(complete) => complete.split(&mut self.arena, pos, pivot),
                Owner::None => {}
            }
        } else {
            self.uses(at, [before.lo >= pivot, before.lo < pivot]);
        }
        self.arena.numbers.interval(at).hi < pivot
    }

    /// Records that an answer was told by the lower or the upper bound of a number, if this bound
    /// comes from the size budget: with a larger budget the answer may be another.
    #[inline]
    pub(super) fn uses(&mut self, at: usize, bounds: [bool; 2]) {
        let Number { known, used, .. } = self.arena.numbers.get(at);
        let is_known = [known.bounds.low_is_known, known.bounds.high_is_known];
        let is_new = |bound: usize| bounds[bound] && !is_known[bound] && !used[bound];
        for (bound, is_new) in [is_new(0), is_new(1)].into_iter().enumerate() {
            if is_new && let Owner::Search(search) = &mut self.owner {
                let _decision = Deciding::begin(self.deciding.as_ref());
                search.decisions.use_bound(&mut self.arena, at, bound);
            }
        }
    }

    /// Records the bounds that have told the order of two numbers, unless it was known without
    /// them.
    fn use_for(&mut self, a: usize, b: usize, answer: Ordering) {
        let is_known = match self.arena.numbers.relation(a, b) {
            Some(Relation::Below) => answer.is_lt(),
            Some(Relation::Above) => answer.is_gt(),
            Some(Relation::Equal) => answer.is_eq(),
            Some(Relation::NotAbove | Relation::NotBelow) | None => false,
        };
        if !is_known {
            self.uses(a, [answer.is_ge(), answer.is_le()]);
            self.uses(b, [answer.is_le(), answer.is_ge()]);
        }
    }

    /// Records the bounds that have told whether a number is below another, unless it was known
    /// without them.
    #[inline]
    fn use_for_below(&mut self, a: usize, b: usize, is_below: bool) {
        let is_known = match self.arena.numbers.relation(a, b) {
            Some(Relation::Below) => is_below,
            Some(Relation::Above | Relation::Equal | Relation::NotBelow) => !is_below,
            Some(Relation::NotAbove) | None => false,
        };
        if !is_known {
            self.uses(a, [!is_below, is_below]);
            self.uses(b, [is_below, !is_below]);
        }
    }

    /// Returns the index of the number at a position; begins it if it is open.
    pub(super) fn look(&mut self, pos: u32) -> usize {
        let Slot { word, .. } = self.arena.slots[pos as usize];
        if word != OPEN {
            return word as usize;
        }
        let _decision = Deciding::begin(self.deciding.as_ref());
        match &mut self.owner {
            Owner::Search(search) => search.decisions.look(&mut self.arena, pos),
            Owner::Draw(draw) => draw.look(&mut self.arena, pos),
            Owner::Complete(complete) => complete.look(&mut self.arena, pos),
            Owner::None => {
                let leaf = self.arena.leaf(pos);
                self.arena.put_number(pos, Number::new(Interval::ALL, leaf))
            }
        }
    }
}

/// Returns whether a number is below another, if their intervals determine it.
#[inline]
fn is_below(x: Interval, y: Interval) -> Option<bool> {
    (x.hi < y.lo || x.lo >= y.hi).then_some(x.hi < y.lo)
}

/// Compares two numbers, if their intervals determine the result.
fn ordering(x: Interval, y: Interval) -> Option<Ordering> {
    if x.hi < y.lo {
        Some(Ordering::Less)
    } else if x.lo > y.hi {
        Some(Ordering::Greater)
    } else {
        (x.single().is_some() && x == y).then_some(Ordering::Equal)
    }
}
