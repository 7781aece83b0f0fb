//! Random spaces, described so that properties of their inputs can be written.

use std::sync::atomic::{AtomicU64, Ordering};

use everycase_kernel::{Alternative, Key, Random, Range, Rng, Shape};

/// Returns a number below `n`.
pub(super) fn below(rng: &mut Random, n: u64) -> u64 {
    rng.next_u64() % n
}

/// The structure of a space.
#[derive(Clone, Debug)]
pub(super) enum Space {
    /// Integers of this number of bits; the characters if there are [`CHARACTERS`] bits.
    Number { bits: u32, signed: bool },
    /// Alternatives, each with its cost and its fields.
    Sum(Vec<(u32, Vec<Space>)>),
    /// Nothing, or an item and a list.
    List { id: u64, item: Box<Space> },
    /// A leaf, or a tree, an item and a tree.
    Tree { id: u64, item: Box<Space> },
}

/// The number of bits of a character.
pub(super) const CHARACTERS: u32 = 21;

/// Shapes with the same key count as the same.
static NEXT: AtomicU64 = AtomicU64::new(0);

impl Space {
    pub(super) fn random(rng: &mut Random, depth: u32) -> Space {
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        match below(rng, if depth == 0 { 2 } else { 10 }) {
            0 => Space::number(rng),
            1 => Space::Sum((0..=below(rng, 3)).map(|_| (below(rng, 2) as u32, Vec::new())).collect()),
            2..=5 => Space::List { id, item: Box::new(Space::random(rng, depth - 1)) },
            6 => Space::Tree { id, item: Box::new(Space::random(rng, 0)) },
            7 | 8 => {
                // Fields of the same kind can be compared.
                let field = Space::random(rng, depth - 1);
                let fields = if below(rng, 2) == 0 {
                    vec![field.clone(), field]
                } else {
                    vec![field, Space::random(rng, depth - 1)]
                };
                Space::Sum(vec![(below(rng, 2) as u32, fields)])
            }
            _ => {
                let alternative = |rng: &mut Random| {
                    let fields = (0..below(rng, 3)).map(|_| Space::random(rng, depth - 1)).collect();
                    (1 + below(rng, 2) as u32, fields)
                };
                Space::Sum((0..=below(rng, 3)).map(|_| alternative(rng)).collect())
            }
        }
    }

    fn number(rng: &mut Random) -> Space {
        if below(rng, 6) == 0 {
            return Space::Number { bits: CHARACTERS, signed: false };
        }
        Space::Number { bits: 1 + below(rng, 8) as u32, signed: below(rng, 2) == 0 }
    }

    pub(super) fn shape(&self) -> Shape {
        struct Named;
        match self {
            Space::Number { bits, signed: true } => Shape::range(Range::signed(*bits)),
            Space::Number { bits: CHARACTERS, .. } => Shape::range(Range::chars()),
            Space::Number { bits, signed: false } => Shape::range(Range::unsigned(*bits)),
            Space::Sum(_) => Shape::choice(self.alternatives()),
            Space::List { id, .. } | Space::Tree { id, .. } => {
                let space = self.clone();
                Shape::named(Key::of::<Named>().with(*id), move || Shape::choice(space.alternatives()))
            }
        }
    }

    fn alternatives(&self) -> Vec<Alternative> {
        // Lists with these labels are drawn longer than their sizes are counted.
        let labels = if matches!(self, Space::List { .. }) { ["nil", "cons"] } else { ["any"; 2] };
        let labels = labels.into_iter().chain(std::iter::repeat("any"));
        let paid = |((cost, fields), label): ((u32, Vec<Space>), _)| {
            Alternative::new(label, fields.iter().map(Space::shape)).pay(cost)
        };
        self.sum().into_iter().zip(labels).map(paid).collect()
    }

    /// Returns the alternatives with their costs and fields; a number has none.
    pub(super) fn sum(&self) -> Vec<(u32, Vec<Space>)> {
        match self {
            Space::Number { .. } => Vec::new(),
            Space::Sum(alternatives) => alternatives.clone(),
            Space::List { item, .. } => vec![(1, Vec::new()), (1, vec![(**item).clone(), self.clone()])],
            Space::Tree { item, .. } => {
                vec![(1, Vec::new()), (1, vec![self.clone(), (**item).clone(), self.clone()])]
            }
        }
    }
}
