//! Terms: what a derivation of the grammar means.

use std::fmt;

use super::language::{Constant, Type};

/// A variable: its type, and how many variables there are around its binder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Variable {
    /// What it stands for.
    pub of: Type,
    /// Its number, 0 for the term's own input.
    pub level: usize,
}

/// A well-typed term.
#[derive(Debug, Clone)]
pub enum Term {
    /// A variable, used: forced if it is lazy, called if it is a function.
    Use(Variable, Vec<Bound>),
    /// A constant, applied.
    Constant(&'static Constant, Vec<Bound>),
}

/// An argument under the variables that are bound in it.
#[derive(Debug, Clone)]
pub struct Bound {
    /// These.
    pub binders: Vec<Variable>,
    /// The argument.
    pub body: Term,
}

impl Term {
    /// Returns how many variables and constants it has, a constant counted by its cost.
    pub fn size(&self) -> u32 {
        let (cost, arguments) = match self {
            Self::Use(_, arguments) => (1, arguments),
            Self::Constant(constant, arguments) => (constant.cost, arguments),
        };
        cost + arguments.iter().map(|argument| argument.body.size()).sum::<u32>()
    }

    /// Visits all its constants.
    pub fn visit(&self, see: &mut impl FnMut(&'static Constant)) {
        let (Self::Use(_, arguments) | Self::Constant(_, arguments)) = self;
        if let Self::Constant(constant, _) = self {
            see(constant);
        }
        for argument in arguments {
            argument.body.visit(see);
        }
    }
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.of {
            Type::Integer => 'n',
            Type::Boolean => 'b',
            Type::List => 'l',
            Type::LazyInteger | Type::LazyList => 'z',
            Type::Function => 'f',
        };
        write!(f, "{letter}{}", self.level)
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arguments = match self {
            Self::Use(variable, arguments) => {
                write!(f, "{variable}")?;
                arguments
            }
            Self::Constant(constant, arguments) => {
                f.write_str(constant.name)?;
                arguments
            }
        };
        for (i, argument) in arguments.iter().enumerate() {
            f.write_str(if i == 0 { "(" } else { ", " })?;
            write!(f, "{argument}")?;
        }
        f.write_str(if arguments.is_empty() { "" } else { ")" })
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, variable) in self.binders.iter().enumerate() {
            write!(f, "{}{variable}", if i == 0 { "\\" } else { " " })?;
        }
        f.write_str(if self.binders.is_empty() { "" } else { " -> " })?;
        write!(f, "{}", self.body)
    }
}
