//! Inputs on which it is unknown whether a property holds.

use everycase_kernel::Derivation;

use crate::run::verdict::ToolLimit;

/// An input on which it is unknown whether the property holds.
#[derive(Debug, Clone)]
pub struct UndecidedInput {
    /// The input.
    pub input: Derivation,
    /// The limit that was met.
    pub limit: ToolLimit,
    /// Its position among the inputs of its size.
    position: u64,
}

impl UndecidedInput {
    pub(crate) fn new(input: Derivation, limit: ToolLimit, position: u64) -> UndecidedInput {
        UndecidedInput { input, limit, position }
    }

    /// Keeps the smaller of two.
    pub(crate) fn keep(own: &mut Option<Box<UndecidedInput>>, other: Option<Box<UndecidedInput>>) {
        let Some(other) = other else { return };
        let rank = |unknown: &UndecidedInput| (unknown.input.size(), unknown.position);
        if own.as_ref().is_none_or(|own| rank(&other) < rank(own)) {
            *own = Some(other);
        }
    }
}
