//! Values to be shown: results of a program, and what is known of an input.

pub(crate) mod assembly;

use std::sync::Arc;

use num_bigint::BigInt;

use crate::core::{Binder, ConId, Expr, LocalId};

/// A value; its unknown parts are open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An integer.
    Integer(BigInt),
    /// A character.
    Character(char),
    /// A constructor with all its fields.
    Construct(ConId, Vec<Value>),
    /// A function: as pun source if the kernel generated it, otherwise the name of a definition.
    Function(String),
    /// A closure of the program, with the values of its [variables](Lambda::variables).
    Closure(Arc<Lambda>, Vec<Value>),
    /// A partial application.
    Partial(Box<Value>, Vec<Value>),
    /// Undecided or unevaluated.
    Open,
    /// Omitted, because the whole is too large to be shown.
    Elided,
}

/// A lambda term of the program.
#[derive(Clone, Debug)]
pub struct Lambda {
    /// The variable of the `let` or `rec` that defines it.
    pub(crate) own: Option<(LocalId, Arc<str>)>,
    /// The captured variables; its own among them if it is recursive.
    pub(crate) captured: Vec<LocalId>,
    pub(crate) parameters: Vec<Binder>,
    pub(crate) body: Arc<Expr>,
}

impl Lambda {
    /// Returns the variable for the function itself in its body, if it is recursive.
    pub(crate) fn itself(&self) -> Option<LocalId> {
        self.own.as_ref().map(|(local, _)| *local).filter(|local| self.captured.contains(local))
    }

    /// Returns the captured variables, except that for the function itself.
    pub fn variables(&self) -> impl Iterator<Item = LocalId> {
        let itself = self.itself();
        self.captured.iter().copied().filter(move |local| Some(*local) != itself)
    }

    /// Returns the name of a function that was generated for a term or an input.
    pub(crate) fn made_name(&self) -> Option<&str> {
        let (_, name) = self.own.as_ref()?;
        self.body.span.is_nowhere().then_some(name)
    }
}

/// Two functions are equal if they are the same term of the same program.
impl PartialEq for Lambda {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.body, &other.body)
    }
}

impl Eq for Lambda {}

/// The maximal number of parts of a value that are read to be shown; shared parts count each time.
/// Further ones are [`Value::Elided`].
pub(crate) const MOST_PARTS: usize = 10_000;

/// Drops the parts one after the other, since values nest as deeply as lists are long, deeper than
/// Rust's stack.
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
    /// Returns whether a part of it is a function.
    pub fn holds_function(&self) -> bool {
        let mut waiting = vec![self];
        while let Some(value) = waiting.pop() {
            match value {
                Self::Function(_) | Self::Closure(..) | Self::Partial(..) => return true,
                Self::Construct(_, fields) => waiting.extend(fields),
                Self::Integer(_) | Self::Character(_) | Self::Open | Self::Elided => {}
            }
        }
        false
    }

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
        // Deep at the last field, and deep at the first.
        drop((0..1_000_000).fold(nil(), |rest, _| list(Value::Open, rest)));
        drop((0..1_000_000).fold(nil(), |first, _| list(first, nil())));
    }
}
