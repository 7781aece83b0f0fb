//! Terms as Rust.

use super::language::{Constant, FORCING, Type};
use super::term::{Bound, Term, Variable};

/// How a term is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Printing {
    /// As the term is meant.
    Faithful,
    /// As a compiler would see it that removes what is computed only for its effects: a difference planted to see that
    /// it is found.
    Planted,
}

impl Printing {
    /// Returns the Rust for a term. Of a list, it is a `Vec`.
    pub fn value(self, term: &Term) -> String {
        match term {
            Term::Use(variable, arguments) => self.variable(*variable, arguments),
            Term::Constant(constant, arguments) => {
                let rust = self.fill(constant, arguments);
                if constant.iterates { format!("{rust}.collect::<Vec<i64>>()") } else { rust }
            }
        }
    }

    /// Returns the Rust for a list as an iterator.
    fn iterator(self, term: &Term) -> String {
        match term {
            Term::Use(variable, _) => format!("{variable}.iter().copied()"),
            Term::Constant(constant, arguments) => {
                let rust = self.fill(constant, arguments);
                if constant.iterates { rust } else { format!("{rust}.into_iter()") }
            }
        }
    }

    fn variable(self, variable: Variable, arguments: &[Bound]) -> String {
        match variable.of {
            Type::Integer | Type::Boolean => variable.to_string(),
            Type::List | Type::LazyList => format!("{variable}.to_vec()"),
            Type::LazyInteger => format!("(*{variable})"),
            Type::Function => {
                let arguments: Vec<_> = arguments.iter().map(|argument| self.value(&argument.body)).collect();
                format!("{variable}({})", arguments.join(", "))
            }
        }
    }

    fn fill(self, constant: &Constant, arguments: &[Bound]) -> String {
        let mut rest = match self {
            Self::Planted if constant.name == FORCING => "$1",
            _ => constant.rust,
        };
        let mut out = String::new();
        while let Some(at) = rest.find(['$', '~', '@']) {
            let (before, place) = rest.split_at(at);
            out.push_str(before);
            let (kind, digits) = place.split_at(1);
            let mut numbers =
                digits.chars().map_while(|digit| digit.to_digit(10)).map(|digit| digit as usize);
            let argument = numbers.next().and_then(|i| arguments.get(i));
            let variable = argument.zip(numbers.next()).and_then(|(argument, j)| argument.binders.get(j));
            let filled = match (kind, argument, variable) {
                ("$", Some(argument), None) => Some((2, self.value(&argument.body))),
                ("~", Some(argument), None) => Some((2, self.iterator(&argument.body))),
                ("@", _, Some(variable)) => Some((3, variable.to_string())),
                // Rust has an `@` of its own.
                _ => None,
            };
            let (length, text) = filled.unwrap_or_else(|| (1, kind.to_owned()));
            out.push_str(&text);
            rest = &place[length..];
        }
        out + rest
    }
}
