//! A value taken apart along its shape, for case distinctions that no Rust pattern can express.

use std::sync::Arc;

use crate::space::Space;
use everycase_kernel::{At, Derivation, function};

use crate::Enumerable;

/// Takes a value apart.
///
/// A counterexample may hold a function over types with private fields, boxes or invariants, whose cases are not those
/// of a `match`. They are printed over the parts of the value instead:
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
    /// `None` when the value lies outside its space.
    value: Option<Arc<Derivation>>,
    path: Vec<u32>,
}

impl Parts {
    /// Takes a value apart along the shape of a space, as [`parts`] does along that of its type.
    pub fn of<A>(space: &Space<A>, value: &A) -> Self {
        Self { value: space.encode(value).ok().map(Arc::new), path: Vec::new() }
    }

    fn at(&self) -> Option<At<'_>> {
        let root = self.value.as_ref()?.root();
        Some(self.path.iter().fold(root, |at, &field| at.field(field as usize)))
    }

    /// Returns the name of the constructor; that of a boolean is `"false"` or `"true"`. Empty where there is none.
    pub fn name(&self) -> &'static str {
        self.at().map_or("", At::label)
    }

    /// Returns the number of the constructor, from 0, where names do not tell.
    pub fn number(&self) -> usize {
        self.at().map_or(0, At::alternative)
    }

    /// Returns the integer or code point, 0 where there is none; of a `u128` the bits.
    pub fn integer(&self) -> i128 {
        let value = self.value.as_ref().and_then(|value| function::integer(value, &self.path));
        value.map_or(0, function::Integer::value)
    }

    /// Returns the `i`-th field.
    #[must_use]
    pub fn part(&self, i: u32) -> Self {
        Self { value: self.value.clone(), path: [&self.path[..], &[i]].concat() }
    }
}
