//! Inputs of which it is not known whether the property holds.

use everycase_kernel::Derivation;

/// An input of which it is not known whether the property holds.
#[derive(Debug, Clone)]
pub struct Unknown {
    /// The input.
    pub input: Derivation,
    /// The limit that was met.
    pub limit: String,
    /// Where it stands among those of its size.
    position: u64,
}

impl Unknown {
    pub(crate) fn new(input: Derivation, limit: String, position: u64) -> Unknown {
        Unknown { input, limit, position }
    }

    /// Keeps the smaller one of two.
    pub(crate) fn keep(own: &mut Option<Box<Unknown>>, other: Option<Box<Unknown>>) {
        let Some(other) = other else { return };
        let rank = |unknown: &Unknown| (unknown.input.size(), unknown.position);
        if own.as_ref().is_none_or(|own| rank(&other) < rank(own)) {
            *own = Some(other);
        }
    }
}
