//! Values, as they are shown: what a program's run gives, and what is known of an input.

pub(crate) mod assembly;

use std::sync::Arc;

use num_bigint::BigInt;

use crate::core::{Binder, ConId, Expr, LocalId};

/// A value, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An integer.
    Integer(BigInt),
    /// A character.
    Character(char),
    /// A constructor with all its fields.
    Construct(ConId, Vec<Value>),
    /// A function: as pun source if it came from the kernel, otherwise the name of a definition.
    Function(String),
    /// A function that the program makes, with the values of the [variables](Lambda::variables) around it.
    Closure(Arc<Lambda>, Vec<Value>),
    /// A function that has some of its arguments.
    Partial(Box<Value>, Vec<Value>),
    /// Nothing looked at it.
    Open,
    /// It is left out, because the whole is too large to be shown.
    Elided,
}

/// A function as a term of the program.
#[derive(Clone, Debug)]
pub struct Lambda {
    /// The variable of the `let` or `rec` that it is the value of.
    pub(crate) own: Option<(LocalId, Arc<str>)>,
    /// The variables around it that it mentions; its own one among them if it is recursive.
    pub(crate) captured: Vec<LocalId>,
    pub(crate) parameters: Vec<Binder>,
    pub(crate) body: Arc<Expr>,
}

impl Lambda {
    /// Returns the variable that stands for the function itself in its body, if it is recursive.
    pub(crate) fn itself(&self) -> Option<LocalId> {
        self.own.as_ref().map(|(local, _)| *local).filter(|local| self.captured.contains(local))
    }

    /// Returns the variables around it, without the one that stands for itself.
    pub fn variables(&self) -> impl Iterator<Item = LocalId> {
        let itself = self.itself();
        self.captured.iter().copied().filter(move |local| Some(*local) != itself)
    }

    /// Returns the name of a function that the tool has made for a term or an input.
    pub(crate) fn made_name(&self) -> Option<&str> {
        let (_, name) = self.own.as_ref()?;
        self.body.span.is_nowhere().then_some(name)
    }
}

/// Two functions are the same if they are the same term of one program.
impl PartialEq for Lambda {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.body, &other.body)
    }
}

impl Eq for Lambda {}

/// How many parts of a value are read to be shown; those that are shared count each time. What follows is [`Value::Elided`].
pub(crate) const MOST_PARTS: usize = 10_000;

/// A value may be as deep as a list is long, deeper than Rust's stack: its parts are taken down one after the other.
impl Drop for Value {
    fn drop(&mut self) {
        let Some(parts) = self.parts_mut() else { return };
        let mut parts = std::mem::take(parts);
        while let Some(mut part) = parts.pop() {
            if let Some(more) = part.parts_mut() {
                parts.append(more);
            }
        }
    }
}

impl Value {
    fn parts_mut(&mut self) -> Option<&mut Vec<Self>> {
        match self {
            Self::Construct(_, parts) | Self::Closure(_, parts) | Self::Partial(_, parts) => Some(parts),
            Self::Integer(_) | Self::Character(_) | Self::Function(_) | Self::Open | Self::Elided => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Value;
    use crate::core::ConId;

    #[test]
    fn a_value_of_any_depth_can_be_dropped() {
        let list = |first: Value, rest: Value| Value::Construct(ConId::CONS, vec![first, rest]);
        let nil = || Value::Construct(ConId::NIL, Vec::new());
        // Deep at the end, and deep at the beginning.
        drop((0..1_000_000).fold(nil(), |rest, _| list(Value::Open, rest)));
        drop((0..1_000_000).fold(nil(), |first, _| list(first, nil())));
    }
}
