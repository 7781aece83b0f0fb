//! Constants in the place of all integers and characters.

use std::sync::Arc;

use everycase_kernel::{At, Shape};
use num_bigint::BigInt;

use super::instances::Form;
use crate::core::Kind;
use crate::value::Value;

/// The integers and characters of inputs and of closed terms; `None`: any.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    /// The integers.
    pub integers: Option<Pool<BigInt>>,
    /// Those of the integers that are positive: by how much the argument of a recursive call is
    /// smaller.
    pub positives: Option<Pool<BigInt>>,
    /// The characters.
    pub characters: Option<Pool<char>>,
}

/// Some values of a type.
#[derive(Clone, Debug)]
pub struct Pool<T> {
    /// The values, each once.
    pub values: Arc<[T]>,
    /// A choice without costs. Its alternatives stand for the values, in order.
    pub shape: Shape,
}

impl Constants {
    /// Returns the shape of the constants of a type, if it has constants. Each costs 1.
    pub(super) fn shape(&self, form: &Form) -> Option<Shape> {
        let shape = match form {
            Form::Integer => &self.integers.as_ref()?.shape,
            Form::Character => &self.characters.as_ref()?.shape,
            Form::Atom(_) | Form::Data(..) | Form::Arrow(..) => return None,
        };
        Some(shape.clone().pay(1))
    }

    /// Returns the constant at a position of a type, if the type has constants.
    pub(super) fn at(&self, form: &Form, at: At<'_>) -> Option<Kind> {
        match form {
            Form::Integer => self.integers.as_ref()?.value(at).map(Kind::Integer),
            Form::Character => self.characters.as_ref()?.value(at).map(Kind::Character),
            Form::Atom(_) | Form::Data(..) | Form::Arrow(..) => None,
        }
    }

    /// Returns whether a type has constants.
    pub(super) fn are_of(&self, form: &Form) -> bool {
        match form {
            Form::Integer => self.integers.is_some(),
            Form::Character => self.characters.is_some(),
            Form::Atom(_) | Form::Data(..) | Form::Arrow(..) => false,
        }
    }

    /// Returns the alternative that stands for a value, if it is a constant.
    pub(super) fn alternative(&self, value: &Value) -> Option<usize> {
        match value {
            Value::Integer(own) => self.integers.as_ref()?.alternative(own),
            Value::Character(own) => self.characters.as_ref()?.alternative(own),
            _ => None,
        }
    }

    /// Returns the constants of a type as terms, in ascending order, if it has constants.
    pub(super) fn sorted(&self, form: &Form) -> Option<Vec<Kind>> {
        fn sorted<T: Clone + Ord>(pool: Option<&Pool<T>>, kind: impl Fn(T) -> Kind) -> Option<Vec<Kind>> {
            let mut values = pool?.values.to_vec();
            values.sort();
            Some(values.into_iter().map(kind).collect())
        }
        match form {
            Form::Integer => sorted(self.integers.as_ref(), Kind::Integer),
            Form::Character => sorted(self.characters.as_ref(), Kind::Character),
            Form::Atom(_) | Form::Data(..) | Form::Arrow(..) => None,
        }
    }
}

impl<T: Clone + PartialEq> Pool<T> {
    fn alternative(&self, value: &T) -> Option<usize> {
        self.values.iter().position(|own| own == value)
    }

    /// Returns the value at a position of the shape.
    pub(crate) fn value(&self, at: At<'_>) -> Option<T> {
        self.values.get(at.alternative()).cloned()
    }
}
