//! Witnesses for missing branches.

use num_bigint::BigInt;

use crate::core::{ConId, Constructor};
use crate::show::terms::construct_pattern;
use crate::tree::{Pattern, PatternKind};

/// A pattern of values that no branch matches.
#[derive(Clone, Debug)]
pub(super) enum Witness {
    Any,
    Construct(ConId, Vec<Witness>),
    Integer(BigInt),
    Character(char),
}

impl Witness {
    /// Returns the witness as a pattern.
    pub(super) fn lowered(&self, constructors: &[Constructor]) -> Pattern {
        match self {
            Self::Any => PatternKind::Wildcard.into(),
            Self::Integer(number) => PatternKind::Integer(number.clone()).into(),
            Self::Character(character) => PatternKind::Character(*character).into(),
            Self::Construct(constructor, parts) => {
                let parts = parts.iter().map(|part| part.lowered(constructors)).collect();
                let name = constructors.get(constructor.index()).map(|known| &known.name);
                construct_pattern(*constructor, name, parts)
            }
        }
    }
}
