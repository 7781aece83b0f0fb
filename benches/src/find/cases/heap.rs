//! Heaps over any ordered elements: a binary heap in a list, and a leftist heap.

use everycase::lazy::Atom;

use super::{Case, Verdict, generic_case};

/// The mistakes of this area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mistake {
    #[default]
    None,
    IgnoresLastChild,
    RemovalOnlySinks,
    ShortSideOnTheLeft,
}

pub(super) fn cases() -> Vec<Case> {
    vec![
        generic_case(
            "last-child-is-ignored",
            Mistake::IgnoresLastChild,
            elements_come_in_order::<i32>,
            elements_come_in_order::<Atom<0>>,
            || vec![2, 1, 3],
        ),
        generic_case(
            "removal-only-sinks",
            Mistake::RemovalOnlySinks,
            removal_keeps_order::<i32>,
            removal_keeps_order::<Atom<0>>,
            || (vec![0, 10, 1, 11, 12, 2, 3], 3),
        ),
        generic_case(
            "short-side-on-the-left",
            Mistake::ShortSideOnTheLeft,
            merge_is_leftist::<u32>,
            merge_is_leftist::<Atom<0>>,
            || (vec![1], vec![0]),
        ),
    ]
}

/// A binary heap: the children of position `i` are at `2i + 1` and `2i + 2`.
struct Heap<T> {
    mistake: Mistake,
    items: Vec<T>,
}

impl<T: Ord + Clone> Heap<T> {
    fn new(mistake: Mistake, items: &[T]) -> Heap<T> {
        let mut heap = Heap { mistake, items: Vec::new() };
        for item in items {
            heap.items.push(item.clone());
            heap.rise(heap.items.len() - 1);
        }
        heap
    }

    fn rise(&mut self, mut at: usize) {
        while at > 0 && self.items[at] < self.items[(at - 1) / 2] {
            self.items.swap(at, (at - 1) / 2);
            at = (at - 1) / 2;
        }
    }

    fn sink(&mut self, mut at: usize) {
        let end = self.items.len();
        let end = if self.mistake == Mistake::IgnoresLastChild { end.saturating_sub(1) } else { end };
        loop {
            let children = [2 * at + 1, 2 * at + 2].into_iter().filter(|child| *child < end);
            let Some(least) = children.min_by_key(|child| &self.items[*child]) else { return };
            if self.items[at] <= self.items[least] {
                return;
            }
            self.items.swap(at, least);
            at = least;
        }
    }

    /// Removes the element at a position.
    fn remove(&mut self, at: usize) -> T {
        let removed = self.items.swap_remove(at);
        if at < self.items.len() {
            self.sink(at);
            if self.mistake != Mistake::RemovalOnlySinks {
                self.rise(at);
            }
        }
        removed
    }

    fn is_valid(&self) -> bool {
        (1..self.items.len()).all(|at| self.items[(at - 1) / 2] <= self.items[at])
    }
}

fn elements_come_in_order<T: Ord + Clone>(m: Mistake, items: &Vec<T>) -> bool {
    let mut heap = Heap::new(m, items);
    let mut taken = Vec::new();
    while !heap.items.is_empty() {
        taken.push(heap.remove(0));
    }
    taken.is_sorted()
}

fn removal_keeps_order<T: Ord + Clone>(m: Mistake, (items, position): &(Vec<T>, u8)) -> Verdict {
    let mut heap = Heap::new(m, items);
    let at = usize::from(*position).checked_rem(items.len())?;
    heap.remove(at);
    Some(heap.is_valid())
}

/// A leftist heap: the shortest way to an empty heap leads right.
enum Leftist<T> {
    Empty,
    Node(usize, Box<Leftist<T>>, T, Box<Leftist<T>>),
}

impl<T: Ord> Leftist<T> {
    /// Returns the length of the way along the right sides.
    fn rank(&self) -> usize {
        match self {
            Leftist::Empty => 0,
            Leftist::Node(rank, ..) => *rank,
        }
    }

    fn merge(self, m: Mistake, other: Leftist<T>) -> Leftist<T> {
        match (self, other) {
            (Leftist::Empty, heap) | (heap, Leftist::Empty) => heap,
            (Leftist::Node(_, a, x, b), Leftist::Node(rank, c, y, d)) => {
                let is_first = x <= y;
                let (left, least, right, other) = if is_first {
                    (a, x, b, Leftist::Node(rank, c, y, d))
                } else {
                    (c, y, d, Leftist::Node(b.rank() + 1, a, x, b))
                };
                let right = right.merge(m, other);
                // The mistake exchanges sides only below the root of the first heap.
                let stays = left.rank() >= right.rank() || (m == Mistake::ShortSideOnTheLeft && !is_first);
                let (left, right) = if stays { (*left, right) } else { (right, *left) };
                Leftist::Node(right.rank() + 1, Box::new(left), least, Box::new(right))
            }
        }
    }

    fn is_valid(&self) -> bool {
        let Leftist::Node(rank, left, key, right) = self else { return true };
        let is_above = |heap: &Leftist<T>| match heap {
            Leftist::Empty => true,
            Leftist::Node(_, _, below, _) => key <= below,
        };
        let is_leftist = left.rank() >= right.rank() && *rank == right.rank() + 1;
        is_leftist && is_above(left) && is_above(right) && left.is_valid() && right.is_valid()
    }
}

fn merge_is_leftist<T: Ord + Clone>(m: Mistake, (these, those): &(Vec<T>, Vec<T>)) -> bool {
    let heap = |items: &[T]| {
        items.iter().fold(Leftist::Empty, |heap, item| {
            let single = Leftist::Node(1, Box::new(Leftist::Empty), item.clone(), Box::new(Leftist::Empty));
            heap.merge(Mistake::None, single)
        })
    };
    heap(these).merge(m, heap(those)).is_valid()
}
