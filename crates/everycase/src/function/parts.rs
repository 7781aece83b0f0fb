//! Takes values apart along their shape, for case distinctions without a Rust pattern.

use std::sync::Arc;

use crate::space::Space;
use everycase_kernel::{At, Derivation, function};

use crate::space::Enumerable;

/// Takes a value apart.
///
/// A counterexample may contain a function over types with private fields, boxes or invariants. No
/// `match` pattern can express its cases. They are printed over the parts of the value instead:
///
/// ```
/// use everycase::{Enumerable, Fun, parts};
///
/// #[derive(Enumerable)]
/// enum Tree {
///     Leaf,
///     Node(Box<Tree>, u8, Box<Tree>),
/// }
///
/// let f = Fun::new(|x: &Tree| match parts(x).name() {
///     "Leaf" => false,
///     _ => match parts(x).part(1).integer() {
///         3 => true,
///         _ => false,
///     },
/// });
/// let leaf = || Box::new(Tree::Leaf);
/// assert!(f.call(&Tree::Node(leaf(), 3, leaf())));
/// assert!(!f.call(&Tree::Node(leaf(), 4, leaf())));
/// ```
pub fn parts<A: Enumerable>(value: &A) -> Parts {
    Parts::of(&A::space(), value)
}

/// A part of a value, see [`parts`].
#[derive(Clone)]
pub struct Parts {
    /// `None` if the value is outside of its space.
    value: Option<Arc<Derivation>>,
    path: Vec<u32>,
}

impl Parts {
    /// Takes a value apart along the shape of a space; [`parts`] uses the space of its type.
    pub fn of<A>(space: &Space<A>, value: &A) -> Self {
        Self { value: space.encode(value).ok().map(Arc::new), path: Vec::new() }
    }

    #[inline]
    fn at(&self) -> Option<At<'_>> {
        let root = self.value.as_ref()?.root();
        Some(self.path.iter().fold(root, |at, &field| at.field(field as usize)))
    }

    /// Returns the name of the constructor; for a boolean, `"false"` or `"true"`. Empty if there is
    /// none.
    pub fn name(&self) -> &'static str {
        self.at().map_or("", At::label)
    }

    /// Returns the number of the constructor, from 0, for constructors without distinct names.
    pub fn number(&self) -> usize {
        self.at().map_or(0, At::alternative)
    }

    /// Returns the integer or code point, 0 if there is none; for a `u128`, its bits.
    #[inline]
    pub fn integer(&self) -> i128 {
        let value = self.value.as_ref().and_then(|value| function::integer(value, &self.path));
        value.map_or(0, function::Integer::value)
    }

    /// Returns the `i`-th field; for a number, the number itself. A function over a
    /// [type parameter](crate::lazy::Atom) is shown as one over integers, which have one position
    /// less.
    #[must_use]
    #[inline]
    pub fn part(&self, i: u32) -> Self {
        if self.at().is_some_and(|at| at.number().is_some()) {
            return self.clone();
        }
        Self { value: self.value.clone(), path: [&self.path[..], &[i]].concat() }
    }
}
