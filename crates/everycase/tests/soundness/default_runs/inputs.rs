//! Types of Rust as types of the oracle, and their values as its values: read completely, or opened on demand.

use std::any::Any;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::rc::Rc;

use everycase::lazy::{Atom, ListView};
use everycase::{Enumerable, Lazy};

use super::oracle::generators::Source;
use super::oracle::values::{Con, Open, Type, Value};

/// A type of Rust that the oracle knows.
pub(super) trait Input: Enumerable {
    fn ty() -> Type;

    fn source() -> Source {
        Source::Type(Self::ty())
    }

    /// Reads a value.
    fn read(&self) -> Value;
}

/// A type whose lazy values the oracle knows.
pub(super) trait Opens: Input {
    fn open(lazy: Lazy<Self>) -> Value;
}

/// Search trees as users have them.
#[derive(Clone, Debug, Enumerable)]
pub(super) enum Tree<K, V> {
    Leaf,
    Node(Box<Tree<K, V>>, K, V, Box<Tree<K, V>>),
}

fn made(con: Con, fields: &[Value]) -> Value {
    Value::Made(con, fields.into())
}

macro_rules! numbers {
    ($($number:ty)*) => { $(
        impl Input for $number {
            fn ty() -> Type {
                Type::Integer(<$number>::MIN.into(), <$number>::MAX.into())
            }

            fn read(&self) -> Value {
                Value::Integer((*self).into())
            }
        }

        impl Open for Lazy<$number> {
            fn as_any(&self) -> &dyn Any {
                self
            }

            fn force(&self) -> Value {
                Lazy::force(*self).read()
            }

            fn compare(&self, other: &Value) -> Ordering {
                match other {
                    Value::Integer(integer) => match <$number>::try_from(*integer) {
                        Ok(number) => self.cmp(number),
                        // It is beyond all numbers of the type.
                        Err(_) => 0.cmp(integer),
                    },
                    Value::Open(open) => match open.as_any().downcast_ref::<Lazy<$number>>() {
                        Some(other) => self.cmp(*other),
                        None => self.force().compare(&open.force()),
                    },
                    _ => unreachable!("numbers are compared with numbers"),
                }
            }

            fn is_number(&self) -> bool {
                true
            }
        }

        impl Opens for $number {
            fn open(lazy: Lazy<Self>) -> Value {
                Value::Open(Rc::new(lazy))
            }
        }
    )* };
}

numbers!(u8 i8 i32 u64);

impl Input for bool {
    fn ty() -> Type {
        Type::Boolean
    }

    fn read(&self) -> Value {
        Value::boolean(*self)
    }
}

impl Input for char {
    fn ty() -> Type {
        Type::Character
    }

    fn read(&self) -> Value {
        Value::Character(*self)
    }
}

impl Input for f64 {
    fn ty() -> Type {
        Type::Float
    }

    fn read(&self) -> Value {
        Value::Float(*self)
    }
}

impl Input for String {
    fn ty() -> Type {
        Type::list(Type::Character)
    }

    fn read(&self) -> Value {
        Value::list(self.chars().map(Value::Character).collect::<Vec<_>>().into_iter())
    }
}

impl<T: Input> Input for Vec<T> {
    fn ty() -> Type {
        Type::list(T::ty())
    }

    fn read(&self) -> Value {
        Value::list(self.iter().map(T::read))
    }
}

impl<T: Input> Input for Option<T> {
    fn ty() -> Type {
        Type::maybe(T::ty())
    }

    fn read(&self) -> Value {
        self.as_ref().map_or_else(|| made(Con::Nothing, &[]), |part| made(Con::Just, &[part.read()]))
    }
}

impl<A: Input, B: Input> Input for (A, B) {
    fn ty() -> Type {
        Type::pair(A::ty(), B::ty())
    }

    fn read(&self) -> Value {
        made(Con::Pair, &[self.0.read(), self.1.read()])
    }
}

impl<K: Input, V: Input> Input for Tree<K, V> {
    fn ty() -> Type {
        Type::tree(K::ty(), V::ty())
    }

    fn read(&self) -> Value {
        match self {
            Tree::Leaf => made(Con::Leaf, &[]),
            Tree::Node(left, key, value, right) => {
                made(Con::Node, &[left.read(), key.read(), value.read(), right.read()])
            }
        }
    }
}

impl<K: Input + Ord, V: Input> Input for BTreeMap<K, V>
where
    Self: Enumerable,
{
    fn ty() -> Type {
        Type::list(Type::pair(K::ty(), V::ty()))
    }

    fn source() -> Source {
        Source::Map(K::ty(), V::ty())
    }

    fn read(&self) -> Value {
        Value::list(self.iter().map(|(key, value)| made(Con::Pair, &[key.read(), value.read()])))
    }
}

/// Reads parts of a lazy value on demand.
struct Part(Box<dyn Fn() -> Value>);

impl Open for Part {
    fn as_any(&self) -> &dyn Any {
        &self.0
    }

    fn force(&self) -> Value {
        (self.0)()
    }

    fn compare(&self, other: &Value) -> Ordering {
        self.force().compare(other)
    }

    fn is_number(&self) -> bool {
        false
    }
}

fn part(force: impl Fn() -> Value + 'static) -> Value {
    Value::Open(Rc::new(Part(Box::new(force))))
}

impl Opens for bool {
    fn open(lazy: Lazy<Self>) -> Value {
        part(move || Value::boolean(lazy.force()))
    }
}

impl<T: Opens> Open for Lazy<Vec<T>> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn force(&self) -> Value {
        match Lazy::force(*self) {
            ListView::Nil => made(Con::Nil, &[]),
            ListView::Cons(first, rest) => made(Con::Cons, &[T::open(first), Vec::open(rest)]),
        }
    }

    fn compare(&self, other: &Value) -> Ordering {
        Open::force(self).compare(other)
    }

    fn is_number(&self) -> bool {
        false
    }

    fn length(&self) -> Option<usize> {
        let (mut list, mut length) = (*self, 0);
        while let ListView::Cons(_, rest) = Lazy::force(list) {
            list = rest;
            length += 1;
        }
        Some(length)
    }
}

impl<T: Opens> Opens for Vec<T> {
    fn open(lazy: Lazy<Self>) -> Value {
        Value::Open(Rc::new(lazy))
    }
}

impl<T: Opens> Opens for Option<T> {
    fn open(lazy: Lazy<Self>) -> Value {
        part(move || match lazy.force() {
            None => made(Con::Nothing, &[]),
            Some(inner) => made(Con::Just, &[T::open(inner)]),
        })
    }
}

impl<A: Opens, B: Opens> Opens for (A, B) {
    fn open(lazy: Lazy<Self>) -> Value {
        part(move || {
            let (left, right) = lazy.force();
            made(Con::Pair, &[A::open(left), B::open(right)])
        })
    }
}

impl<K: Opens, V: Opens> Opens for Tree<K, V> {
    fn open(lazy: Lazy<Self>) -> Value {
        part(move || match lazy.force() {
            TreeView::Leaf => made(Con::Leaf, &[]),
            TreeView::Node(left, key, value, right) => {
                // A box is its content.
                let [left, right] = [left, right].map(|tree| Self::open(tree.cast()));
                made(Con::Node, &[left, K::open(key), V::open(value), right])
            }
        })
    }
}

/// The atoms of a type parameter.
pub(super) type Key = Atom<0>;

impl Input for Key {
    fn ty() -> Type {
        Type::Atom(i64::MAX.unsigned_abs())
    }

    fn read(&self) -> Value {
        Value::Open(Rc::new(*self))
    }
}

impl Open for Key {
    fn as_any(&self) -> &dyn Any {
        self
    }

    /// The number of an atom that is known.
    fn force(&self) -> Value {
        Value::Integer(self.to_string().parse().expect("an atom is shown as a number"))
    }

    fn compare(&self, other: &Value) -> Ordering {
        let Value::Open(open) = other else { unreachable!("an atom is compared with another one") };
        self.cmp(open.as_any().downcast_ref().expect("it is an atom"))
    }

    fn is_number(&self) -> bool {
        true
    }
}

/// Decides all of a value.
pub(super) fn decided(value: &Value) -> Value {
    match value {
        Value::Open(open) => decided(&open.force()),
        Value::Made(con, fields) => Value::Made(*con, fields.iter().map(decided).collect()),
        known => known.clone(),
    }
}
