//! Steps that change a set, the input of model-based properties.

use bolero_generator::TypeGenerator;
use everycase::Enumerable;
use proptest_derive::Arbitrary;

use crate::find::input::short;

/// A change of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enumerable, TypeGenerator, Arbitrary)]
#[cfg_attr(feature = "hegel", derive(hegel::DefaultGenerator))]
pub(super) enum Step<K> {
    /// Inserts a key.
    Insert(K),
    /// Removes a key.
    Remove(K),
}

short! { Step<K> { Insert(key), Remove(key) } }
