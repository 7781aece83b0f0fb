//! A function as a tree of case distinctions, and its application.

use std::fmt;
use std::sync::Arc;

use super::Functions;
use crate::error::EncodeError;
use crate::grammar::{Kind, Leaf, NodeId};
use crate::{At, Derivation, Encoder};

/// A function by cases, with results of type `B`. Clones are cheap.
pub struct Function<B> {
    pub(super) family: Arc<Functions>,
    pub(super) tree: Arc<Tree<B>>,
}

/// A part of a function by cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree<B> {
    /// The same result for all arguments.
    Constant(B),
    /// Looks at a choice.
    Choice {
        /// The path of field indices from the whole argument.
        path: Vec<u32>,
        /// One part for each alternative, in order.
        branches: Vec<Branch<B>>,
    },
    /// Looks at an integer.
    Integer {
        /// The path of field indices from the whole argument.
        path: Vec<u32>,
        /// At least one integer with its own part, by size.
        exceptions: Vec<(Integer, Tree<B>)>,
        /// The part for all other integers.
        default: Box<Tree<B>>,
    },
}

/// One case of a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch<B> {
    /// The alternative's label.
    pub label: &'static str,
    /// The number of its fields.
    pub fields: u32,
    /// The part for it.
    pub tree: Tree<B>,
}

/// An integer of some range.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Integer {
    /// In two's complement.
    pub(super) value: u128,
    signed: bool,
}

impl Integer {
    /// Returns an integer of a range.
    pub(super) fn of(leaf: &Leaf, value: u128) -> Self {
        Self { value, signed: leaf.is_signed() }
    }

    /// Returns the integer in 128 bits; for an unsigned range of 128 bits, its two's complement.
    pub fn value(self) -> i128 {
        self.value.cast_signed()
    }
}

impl fmt::Display for Integer {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.signed { write!(f, "{}", self.value()) } else { write!(f, "{}", self.value) }
    }
}

impl fmt::Debug for Integer {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<B> Function<B> {
    /// Returns whether it is a table, with one result for each argument.
    pub fn is_table(&self) -> bool {
        self.family.table.is_some()
    }

    /// Returns the cases.
    pub fn tree(&self) -> &Tree<B> {
        &self.tree
    }

    /// Returns the result for the argument that `write` encodes. An argument without a derivation
    /// is treated as one that takes the first branch of every choice and the default of every
    /// integer.
    pub fn apply(&self, write: impl Fn(&mut Encoder) -> Result<(), EncodeError>) -> &B {
        if let Tree::Constant(result) = &*self.tree {
            return result;
        }
        match self.family.domain.encode(write) {
            Ok(argument) => self.tree.follow(Some(&argument)),
            Err(_) => self.tree.follow(None),
        }
    }
}

impl<B> Tree<B> {
    fn follow(&self, argument: Option<&Derivation>) -> &B {
        let mut tree = self;
        loop {
            tree = match tree {
                Self::Constant(result) => return result,
                Self::Choice { path, branches } => {
                    let i = argument.map_or(0, |argument| go(argument, path).alternative());
                    // Arguments of the functions' own domain have no further alternatives.
                    &branches[i.min(branches.len() - 1)].tree
                }
                Self::Integer { path, exceptions, default } => {
                    let own = argument.and_then(|argument| integer(argument, path));
                    let hit = exceptions.iter().find(|&&(integer, _)| own == Some(integer));
                    hit.map_or(&**default, |(_, tree)| tree)
                }
            };
        }
    }
}

#[inline]
fn go<'d>(argument: &'d Derivation, path: &[u32]) -> At<'d> {
    path.iter().fold(argument.root(), |at, &field| at.field(field as usize))
}

/// Returns the integer at the end of a path through a derivation, if there is one.
#[inline]
pub fn integer(derivation: &Derivation, path: &[u32]) -> Option<Integer> {
    let root = derivation.cells.first()?.kids;
    let pos =
        path.iter().try_fold(root, |pos, &field| Some(derivation.cells.get(pos as usize)?.kids + field))?;
    let node = derivation.tables.grammar.node(NodeId(derivation.cells.get(pos as usize)?.node));
    match &node.kind {
        Kind::Leaf(leaf) => Some(Integer::of(leaf, derivation.leaf_value(pos))),
        _ => None,
    }
}

impl<B> Clone for Function<B> {
    fn clone(&self) -> Self {
        Self { family: Arc::clone(&self.family), tree: Arc::clone(&self.tree) }
    }
}

/// Functions of one space are equal if their trees are. Different trees may still agree on all
/// arguments.
impl<B: PartialEq> PartialEq for Function<B> {
    fn eq(&self, other: &Self) -> bool {
        self.tree == other.tree
    }
}

impl<B: Eq> Eq for Function<B> {}

impl<B: fmt::Debug> fmt::Debug for Function<B> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tree.fmt(f)
    }
}
