//! Values and their types, written as pun shows them, and all values of a type by size.

use pun::core::{ConId, Program};
use pun::value::Value;

/// A type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ty {
    Int,
    Bool,
    Color,
    Ints,
    Bools,
    Colors,
    Tree,
    /// Its second field is lazy.
    Stream,
}

/// The declarations of the types that are not built in.
pub(crate) const TYPES: &str = "
data color = red | green | blue .
data tree = leaf | node tree integer tree .
data stream = end | next integer ~stream .
";

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Val {
    Int(i64),
    Con(&'static str, Vec<Val>),
    /// No value: `error`. It may be that of a lazy field, which ends with the error where it is demanded.
    Fail,
    /// No value either: another error.
    Crash,
}

impl Ty {
    /// Returns its name in pun.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Int => "integer",
            Self::Bool => "boolean",
            Self::Color => "color",
            Self::Ints => "list integer",
            Self::Bools => "list boolean",
            Self::Colors => "list color",
            Self::Tree => "tree",
            Self::Stream => "stream",
        }
    }

    /// Returns its constructors with the types of their fields.
    pub(crate) fn constructors(self) -> Vec<(&'static str, Vec<Ty>)> {
        match self {
            Self::Int => vec![],
            Self::Bool => vec![("false", vec![]), ("true", vec![])],
            Self::Color => vec![("red", vec![]), ("green", vec![]), ("blue", vec![])],
            Self::Ints => vec![("[]", vec![]), ("::", vec![Self::Int, self])],
            Self::Bools => vec![("[]", vec![]), ("::", vec![Self::Bool, self])],
            Self::Colors => vec![("[]", vec![]), ("::", vec![Self::Color, self])],
            Self::Tree => vec![("leaf", vec![]), ("node", vec![self, Self::Int, self])],
            Self::Stream => vec![("end", vec![]), ("next", vec![Self::Int, self])],
        }
    }

    /// Returns the type of its elements, or of the labels of a tree. Others have none, and are their own.
    pub(crate) fn element(self) -> Ty {
        match self {
            Self::Bool | Self::Bools => Self::Bool,
            Self::Color | Self::Colors => Self::Color,
            Self::Int | Self::Ints | Self::Tree | Self::Stream => Self::Int,
        }
    }

    /// Returns whether a value is of this type.
    pub(crate) fn has(self, value: &Val) -> bool {
        match value {
            Val::Int(_) => self == Self::Int,
            Val::Con(name, fields) => self
                .constructors()
                .iter()
                .any(|(own, types)| own == name && types.iter().zip(fields).all(|(ty, field)| ty.has(field))),
            Val::Fail | Val::Crash => false,
        }
    }

    /// Returns its values of a size.
    pub(crate) fn of_size(self, size: u32) -> Vec<Val> {
        if self == Self::Int {
            let least = if size == 0 { 0 } else { 1 << (size - 1) };
            let magnitudes = least..1i64 << size;
            return magnitudes
                .flat_map(|n| if n == 0 { vec![0] } else { vec![n, -n] })
                .map(Val::Int)
                .collect();
        }
        let Some(left) = size.checked_sub(1) else { return Vec::new() };
        let values = |(name, fields): (_, Vec<Ty>)| {
            tuples(&fields, left).into_iter().map(move |fields| Val::Con(name, fields))
        };
        self.constructors().into_iter().flat_map(values).collect()
    }
}

/// Returns the tuples of values that have a size together.
pub(crate) fn tuples(types: &[Ty], size: u32) -> Vec<Vec<Val>> {
    let Some((first, rest)) = types.split_first() else {
        return if size == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let mut all = Vec::new();
    for own in 0..=size {
        let others = tuples(rest, size - own);
        if !others.is_empty() {
            for value in first.of_size(own) {
                all.extend(others.iter().map(|rest| [std::slice::from_ref(&value), &rest[..]].concat()));
            }
        }
    }
    all
}

/// Returns the number of bits of the magnitude.
pub(crate) fn bits(n: i64) -> u32 {
    u64::BITS - n.unsigned_abs().leading_zeros()
}

pub(crate) fn boolean(holds: bool) -> Val {
    Val::Con(if holds { "true" } else { "false" }, Vec::new())
}

impl Val {
    /// Returns a value of pun.
    pub(crate) fn of(value: &Value, program: &Program) -> Self {
        const NAMES: [&str; 9] = ["false", "true", "red", "green", "blue", "leaf", "node", "end", "next"];
        match value {
            Value::Integer(n) => Self::Int(i64::try_from(n).expect("it is small")),
            Value::Construct(con, fields) => {
                let name = &*program.constructors[con.index()].name;
                let name = match *con {
                    ConId::NIL => "[]",
                    ConId::CONS => "::",
                    _ => {
                        NAMES.into_iter().find(|known| *known == name).expect("a constructor of these types")
                    }
                };
                Self::Con(name, fields.iter().map(|field| Self::of(field, program)).collect())
            }
            other => panic!("{other:?} is undecided"),
        }
    }

    pub(crate) fn size(&self) -> u32 {
        match self {
            Self::Int(n) => bits(*n),
            Self::Con(_, fields) => 1 + fields.iter().map(Val::size).sum::<u32>(),
            Self::Fail | Self::Crash => 0,
        }
    }

    /// Returns the largest magnitude of its integers.
    pub(crate) fn largest(&self) -> i64 {
        match self {
            Self::Int(n) => n.abs(),
            Self::Con(_, fields) => fields.iter().map(Val::largest).max().unwrap_or(0),
            Self::Fail | Self::Crash => 0,
        }
    }

    pub(crate) fn is_true(&self) -> bool {
        matches!(self, Self::Con("true", _))
    }

    /// Returns it and all its parts.
    pub(crate) fn parts(&self) -> Vec<Val> {
        let mut all = vec![self.clone()];
        if let Self::Con(_, fields) = self {
            all.extend(fields.iter().flat_map(Val::parts));
        }
        all
    }

    /// Returns whether two values are equal, compared from left to right; `None` if a part that fails is demanded.
    pub(crate) fn equals(&self, other: &Val) -> Option<bool> {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => Some(a == b),
            (Self::Con(a, xs), Self::Con(b, ys)) => {
                if a != b {
                    return Some(false);
                }
                for (x, y) in xs.iter().zip(ys) {
                    if !x.equals(y)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            _ => None,
        }
    }

    /// Returns the elements of a list or stream, or the labels of a tree from left to right.
    pub(crate) fn elements(&self) -> Vec<Val> {
        match self {
            Self::Con("::" | "next", fields) => [vec![fields[0].clone()], fields[1].elements()].concat(),
            Self::Con("node", fields) => {
                [fields[0].elements(), vec![fields[1].clone()], fields[2].elements()].concat()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the number of constructors with fields on the longest path.
    pub(crate) fn depth(&self) -> i64 {
        match self {
            Self::Con(_, fields) if !fields.is_empty() => {
                1 + fields.iter().map(Val::depth).max().unwrap_or(0)
            }
            _ => 0,
        }
    }

    /// Returns whether no part of it fails.
    pub(crate) fn is_whole(&self) -> bool {
        match self {
            Self::Int(_) => true,
            Self::Con(_, fields) => fields.iter().all(Val::is_whole),
            Self::Fail | Self::Crash => false,
        }
    }

    /// Returns whether it is an error.
    pub(crate) fn is_error(&self) -> bool {
        matches!(self, Self::Fail | Self::Crash)
    }

    /// Returns the first error in it, from left to right.
    pub(crate) fn error(&self) -> Option<&Val> {
        match self {
            Self::Int(_) => None,
            Self::Con(_, fields) => fields.iter().find_map(Val::error),
            Self::Fail | Self::Crash => Some(self),
        }
    }
}
