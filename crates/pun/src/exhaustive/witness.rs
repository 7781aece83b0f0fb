//! Values that no branch is for, as a pattern.

use num_bigint::BigInt;

use crate::core::{ConId, Constructor};

/// A pattern of values.
#[derive(Clone, Debug)]
pub(super) enum Witness {
    Any,
    Construct(ConId, Vec<Witness>),
    Integer(BigInt),
    Character(char),
}

impl Witness {
    /// As pun writes it; where it is a part of another, in parentheses if it needs them.
    pub(super) fn show(&self, constructors: &[Constructor], is_part: bool) -> String {
        match self {
            Self::Any => "_".to_owned(),
            Self::Integer(number) => number.to_string(),
            Self::Character(character) => format!("'{character}'"),
            Self::Construct(ConId::PAIR, parts) => {
                let parts: Vec<String> = parts.iter().map(|part| part.show(constructors, false)).collect();
                format!("({})", parts.join(", "))
            }
            Self::Construct(ConId::CONS, parts) => {
                let [head, tail] = &**parts else { return "_ :: _".to_owned() };
                let text = format!("{} :: {}", head.show(constructors, true), tail.show(constructors, false));
                if is_part { format!("({text})") } else { text }
            }
            Self::Construct(constructor, parts) => {
                let name = constructors.get(constructor.index()).map_or("_", |known| &*known.name);
                if parts.is_empty() {
                    return name.to_owned();
                }
                let parts: Vec<String> = parts.iter().map(|part| part.show(constructors, true)).collect();
                format!("[{name} {}]", parts.join(" "))
            }
        }
    }
}
