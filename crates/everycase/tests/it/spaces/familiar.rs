//! Spaces of a few familiar types, sized as the library sizes them.

#![allow(dead_code)]

use everycase::space::{Codec, Source, Space};
use everycase_kernel::{At, EncodeError, Encoder, Key, Range, Shape};

pub(crate) fn bools() -> Space<bool> {
    Space::one_of([false, true]).pay(1)
}

/// The integers of a range that fits 64 bits.
pub(crate) fn integers(range: Range) -> Space<i64> {
    struct Integers;
    impl Codec<i64> for Integers {
        fn decode(&self, at: At<'_>) -> i64 {
            at.bits().cast_signed()
        }

        fn encode(&self, value: &i64, to: &mut Encoder) -> Result<(), EncodeError> {
            to.bits(value.cast_unsigned())
        }

        fn source(&self, at: At<'_>, out: &mut Source) {
            out.push_str(&self.decode(at).to_string());
        }
    }
    Space::new(Shape::range(range), Integers)
}

/// All integers of 128 bits.
pub(crate) fn wide() -> Space<i128> {
    struct Wide;
    impl Codec<i128> for Wide {
        fn decode(&self, at: At<'_>) -> i128 {
            at.wide().cast_signed()
        }

        fn encode(&self, value: &i128, to: &mut Encoder) -> Result<(), EncodeError> {
            to.wide(value.cast_unsigned())
        }

        fn source(&self, at: At<'_>, out: &mut Source) {
            out.push_str(&self.decode(at).to_string());
        }
    }
    Space::new(Shape::range(Range::signed(128)), Wide)
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Tree {
    Leaf,
    Node(Box<Tree>, i64, Box<Tree>),
}

impl Tree {
    pub(crate) fn node(left: Tree, label: i64, right: Tree) -> Tree {
        Tree::Node(Box::new(left), label, Box::new(right))
    }
}

/// Binary trees with bytes: 1 for each constructor.
pub(crate) fn trees() -> Space<Tree> {
    struct Trees;
    Space::named(Key::of::<Trees>(), || {
        let leaf = Space::one_of([Tree::Leaf]).pay(1);
        let node = everycase::space::Product::product((trees(), integers(Range::unsigned(8)), trees()))
            .bijection(
                |(left, label, right)| Tree::node(left, label, right),
                |tree| match tree.clone() {
                    Tree::Node(left, label, right) => (*left, label, *right),
                    Tree::Leaf => (Tree::Leaf, -1, Tree::Leaf),
                },
            );
        leaf.union(node.pay(1))
    })
}
