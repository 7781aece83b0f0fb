//! Ring buffers over any elements: fixed and growing.

use std::collections::VecDeque;

use bolero_generator::TypeGenerator;
use everycase::Enumerable;
use everycase::lazy::Atom;
use proptest_derive::Arbitrary;

use super::{Case, generic_case};
use crate::find::input::short;

/// The mistakes of this area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mistake {
    #[default]
    None,
    FullIsEmpty,
    ContentEndsAtTheEdge,
    GrowsInPlace,
}

/// A use of a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enumerable, TypeGenerator, Arbitrary)]
#[cfg_attr(feature = "hegel", derive(hegel::DefaultGenerator))]
enum Turn<T> {
    Push(T),
    Pop,
}

short! { Turn<T> { Push(item), Pop } }

pub(super) fn cases() -> Vec<Case> {
    vec![
        generic_case(
            "full-buffer-is-empty",
            Mistake::FullIsEmpty,
            ring_is_a_queue::<u8>,
            ring_is_a_queue::<Atom<0>>,
            || vec![Turn::Push(7); 16],
        ),
        generic_case(
            "content-ends-at-the-edge",
            Mistake::ContentEndsAtTheEdge,
            ring_is_a_queue::<i32>,
            ring_is_a_queue::<Atom<0>>,
            || [vec![Turn::Push(7), Turn::Pop], vec![Turn::Push(7); 16]].concat(),
        ),
        generic_case(
            "buffer-grows-in-place",
            Mistake::GrowsInPlace,
            growing_ring_is_a_queue::<u16>,
            growing_ring_is_a_queue::<Atom<0>>,
            || {
                let numbers = (0..33).map(Turn::Push);
                [Turn::Push(0), Turn::Pop].into_iter().chain(numbers).collect()
            },
        ),
    ]
}

/// A ring: `length` elements from `head` on, around the end.
struct Ring<T> {
    mistake: Mistake,
    slots: Vec<Option<T>>,
    head: usize,
    length: usize,
}

impl<T: Clone> Ring<T> {
    fn new(mistake: Mistake, capacity: usize) -> Ring<T> {
        Ring { mistake, slots: vec![None; capacity], head: 0, length: 0 }
    }

    fn is_full(&self) -> bool {
        self.length == self.slots.len()
    }

    /// Appends an element unless the ring is full.
    fn push(&mut self, item: T) {
        if self.is_full() {
            return;
        }
        let at = (self.head + self.length) % self.slots.len();
        self.slots[at] = Some(item);
        self.length += 1;
        if self.mistake == Mistake::FullIsEmpty {
            // The length as the distance from head to tail.
            self.length %= self.slots.len();
        }
    }

    /// Appends an element; doubles the ring first if it is full.
    fn push_growing(&mut self, item: T) {
        if self.is_full() {
            if self.mistake != Mistake::GrowsInPlace {
                self.slots.rotate_left(self.head);
                self.head = 0;
            }
            self.slots.resize(2 * self.length, None);
        }
        self.push(item);
    }

    fn pop(&mut self) -> Option<T> {
        let item = self.slots[self.head].take().filter(|_| self.length > 0)?;
        self.head = (self.head + 1) % self.slots.len();
        self.length -= 1;
        Some(item)
    }

    /// Returns the elements in order.
    fn content(&self) -> Vec<T> {
        let (before, from) = self.slots.split_at(self.head);
        let around: &[Option<T>] = if self.mistake == Mistake::ContentEndsAtTheEdge { &[] } else { before };
        from.iter().chain(around).take(self.length).flatten().cloned().collect()
    }
}

fn ring_is_a_queue<T: Clone + PartialEq>(m: Mistake, turns: &Vec<Turn<T>>) -> bool {
    let (mut ring, mut queue) = (Ring::new(m, 16), VecDeque::new());
    turns.iter().all(|turn| {
        let popped = match turn {
            Turn::Push(item) => {
                ring.push(item.clone());
                if queue.len() < 16 {
                    queue.push_back(item.clone());
                }
                None
            }
            Turn::Pop => Some((ring.pop(), queue.pop_front())),
        };
        popped.is_none_or(|(one, other)| one == other) && queue == ring.content()
    })
}

fn growing_ring_is_a_queue<T: Clone + PartialEq>(m: Mistake, turns: &Vec<Turn<T>>) -> bool {
    let (mut ring, mut queue) = (Ring::new(m, 32), VecDeque::new());
    turns.iter().all(|turn| match turn {
        Turn::Push(item) => {
            ring.push_growing(item.clone());
            queue.push_back(item.clone());
            queue == ring.content()
        }
        Turn::Pop => ring.pop() == queue.pop_front(),
    })
}
