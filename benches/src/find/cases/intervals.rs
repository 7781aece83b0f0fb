//! Sets of numbers as disjoint intervals over any ordered numbers.

use bolero_generator::TypeGenerator;
use everycase::Enumerable;
use everycase::lazy::Atom;
use proptest_derive::Arbitrary;

use super::{Case, case, generic_case};
use crate::find::input::short;

/// The mistakes of this area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mistake {
    #[default]
    None,
    LeavesAdjacent,
    CutLosesTheRest,
    MergesTwoOnly,
}

/// A change of the set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enumerable, TypeGenerator, Arbitrary)]
#[cfg_attr(feature = "hegel", derive(hegel::DefaultGenerator))]
enum Change {
    Add(u8, u8),
    Cut(u8, u8),
}

short! { Change { Add(low, high), Cut(low, high) } }

pub(super) fn cases() -> Vec<Case> {
    vec![
        generic_case(
            "adjacent-intervals-stay",
            Mistake::LeavesAdjacent,
            gaps_are_open::<u32>,
            gaps_are_open::<Atom<0>>,
            || vec![(1, 2), (2, 3)],
        ),
        case("cut-loses-the-rest", Mistake::CutLosesTheRest, intervals_are_a_set, || {
            vec![Change::Add(0, 9), Change::Cut(3, 4)]
        }),
        generic_case(
            "third-interval-is-not-merged",
            Mistake::MergesTwoOnly,
            gaps_are_open::<u16>,
            gaps_are_open::<Atom<0>>,
            || vec![(0, 1), (2, 3), (4, 5), (0, 5)],
        ),
    ]
}

/// Half-open intervals in order.
struct Intervals<N> {
    mistake: Mistake,
    list: Vec<(N, N)>,
}

impl<N: Ord + Copy> Intervals<N> {
    fn new(mistake: Mistake) -> Intervals<N> {
        Intervals { mistake, list: Vec::new() }
    }

    /// Adds the numbers from `low` on, without `high`.
    fn add(&mut self, mut low: N, mut high: N) {
        if low >= high {
            return;
        }
        let (mut merged, mut rest) = (0, Vec::new());
        for (start, end) in self.list.drain(..) {
            let meets = match self.mistake {
                Mistake::LeavesAdjacent => start < high && low < end,
                Mistake::MergesTwoOnly => start <= high && low <= end && merged < 2,
                _ => start <= high && low <= end,
            };
            if meets {
                merged += 1;
                (low, high) = (low.min(start), high.max(end));
            } else {
                rest.push((start, end));
            }
        }
        rest.push((low, high));
        rest.sort_unstable();
        self.list = rest;
    }

    /// Removes the numbers from `low` on, without `high`.
    fn cut(&mut self, low: N, high: N) {
        if low >= high {
            return;
        }
        let list = std::mem::take(&mut self.list);
        for (start, end) in list {
            let before = (start, end.min(low));
            let after = (start.max(high), end);
            let is_split = before.0 < before.1;
            if is_split {
                self.list.push(before);
            }
            if after.0 < after.1 && !(is_split && self.mistake == Mistake::CutLosesTheRest) {
                self.list.push(after);
            }
        }
    }
}

/// Between two intervals there is a number that is in neither.
fn gaps_are_open<N: Ord + Copy>(m: Mistake, added: &Vec<(N, N)>) -> bool {
    let mut intervals = Intervals::new(m);
    for (low, high) in added {
        intervals.add(*low, *high);
    }
    intervals.list.is_sorted_by(|a, b| a.1 < b.0)
}

fn intervals_are_a_set(m: Mistake, changes: &Vec<Change>) -> bool {
    let (mut intervals, mut set) = (Intervals::new(m), [false; 256]);
    for change in changes {
        let (low, high, is_added) = match *change {
            Change::Add(low, high) => (low, high, true),
            Change::Cut(low, high) => (low, high, false),
        };
        if is_added {
            intervals.add(low, high);
        } else {
            intervals.cut(low, high);
        }
        (low..high).for_each(|number| set[usize::from(number)] = is_added);
    }
    let is_in = |number: u8| intervals.list.iter().any(|(low, high)| (*low..*high).contains(&number));
    (0..=255).all(|number| is_in(number) == set[usize::from(number)])
}
