//! Values to be shown: results of a program, and what is known of an input.

pub(crate) mod assembly;

use std::sync::Arc;

use num_bigint::BigInt;

use crate::core::{Binder, ConId, Expr, LocalId};

/// A value; its unknown parts are open.
#[derive(Debug, Eq)]
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

// Values nest as deeply as lists are long, deeper than Rust's stack: what follows takes one part
// after the other.

impl Clone for Value {
    fn clone(&self) -> Self {
        // The values whose parts are being copied, each within the one before it.
        let mut within: Vec<(Self, std::slice::Iter<'_, Self>)> = Vec::new();
        let (mut copy, mut parts) = self.copied();
        loop {
            if let Some(part) = parts.next() {
                within.push((copy, parts));
                (copy, parts) = part.copied();
            } else {
                let Some((mut outer, rest)) = within.pop() else { return copy };
                outer.parts_mut().expect("it has parts").push(copy);
                (copy, parts) = (outer, rest);
            }
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        let mut waiting = vec![(self, other)];
        while let Some((one, other)) = waiting.pop() {
            let is_same = match (one, other) {
                (Self::Integer(one), Self::Integer(other)) => one == other,
                (Self::Character(one), Self::Character(other)) => one == other,
                (Self::Function(one), Self::Function(other)) => one == other,
                (Self::Construct(one, _), Self::Construct(other, _)) => one == other,
                (Self::Closure(one, _), Self::Closure(other, _)) => one == other,
                (Self::Partial(one, _), Self::Partial(other, _)) => one == other,
                (Self::Open, Self::Open) | (Self::Elided, Self::Elided) => true,
                _ => false,
            };
            if !is_same || one.parts().len() != other.parts().len() {
                return false;
            }
            waiting.extend(one.parts().iter().zip(other.parts()));
        }
        true
    }
}

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

    /// Returns a copy without parts, and the parts.
    fn copied(&self) -> (Self, std::slice::Iter<'_, Self>) {
        let parts = self.parts();
        let room = Vec::with_capacity(parts.len());
        let copy = match self {
            Self::Integer(value) => Self::Integer(value.clone()),
            Self::Character(value) => Self::Character(*value),
            Self::Construct(con, _) => Self::Construct(*con, room),
            Self::Function(text) => Self::Function(text.clone()),
            Self::Closure(lambda, _) => Self::Closure(Arc::clone(lambda), room),
            Self::Partial(function, _) => Self::Partial(function.clone(), room),
            Self::Open => Self::Open,
            Self::Elided => Self::Elided,
        };
        (copy, parts.iter())
    }

    fn parts(&self) -> &[Self] {
        match self {
            Self::Construct(_, parts) | Self::Closure(_, parts) | Self::Partial(_, parts) => parts,
            Self::Integer(_) | Self::Character(_) | Self::Function(_) | Self::Open | Self::Elided => &[],
        }
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

    fn list(first: Value, rest: Value) -> Value {
        Value::Construct(ConId::CONS, vec![first, rest])
    }

    fn nil() -> Value {
        Value::Construct(ConId::NIL, Vec::new())
    }

    #[test]
    fn a_value_of_any_depth_can_be_copied_compared_and_dropped() {
        // Deep at the last field, and deep at the first.
        let last = (0..300_000).fold(nil(), |rest, _| list(Value::Open, rest));
        let first = (0..300_000).fold(nil(), |first, _| list(first, nil()));
        for (one, other) in [(&last, &first), (&first, &last)] {
            let copy = one.clone();
            assert!(*one == copy && *other != copy);
            assert!(list(nil(), copy) != *one);
        }
    }

    #[test]
    fn a_copy_is_equal_and_what_differs_in_any_part_is_not() {
        let partial =
            |head: &str, own: Value| Value::Partial(Value::Function(head.to_owned()).into(), vec![own]);
        let values = [
            Value::Integer(7.into()),
            Value::Integer(8.into()),
            Value::Character('a'),
            Value::Function("a".to_owned()),
            Value::Open,
            Value::Elided,
            nil(),
            list(nil(), nil()),
            list(Value::Open, nil()),
            list(nil(), Value::Open),
            list(nil(), list(Value::Character('a'), list(Value::Open, nil()))),
            list(nil(), list(Value::Character('b'), list(Value::Open, nil()))),
            partial("f", Value::Open),
            partial("g", Value::Open),
            partial("f", nil()),
        ];
        for (at, one) in values.iter().enumerate() {
            for (other_at, other) in values.iter().enumerate() {
                assert_eq!(one.clone() == *other, at == other_at, "{one:?} and {other:?}");
                // As the derived form shows it.
                assert_eq!(format!("{:?}", one.clone()) == format!("{other:?}"), at == other_at);
            }
        }
    }
}
