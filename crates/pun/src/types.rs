//! Types as they are shown to people: as pun writes them.

use std::collections::HashSet;
use std::sync::Arc;

use crate::core::{Data, DataId, Program, Scheme, Type};

/// What is left out of a type that is too long to be shown.
pub(crate) const ELIDED: Type = Type::Variable(u32::MAX - 1);

/// A type; its variables are called `a`, `b`, `c` by their numbers.
pub fn show(program: &Program, ty: &Type) -> String {
    Printer { datas: &program.datas, variables: &[] }.show(ty)
}

/// A scheme: its type, and in a comment which variables stand for first-order types only.
pub fn show_scheme(program: &Program, scheme: &Scheme) -> String {
    let compared: Vec<String> = scheme
        .variables
        .iter()
        .zip(0..)
        .filter(|(compared, _)| **compared)
        .map(|(_, number)| letter(number))
        .collect();
    let ty = show(program, &scheme.ty);
    match &*compared {
        [] => ty,
        [one] => format!("{ty} // {one} is compared"),
        more => format!("{ty} // {} are compared", more.join(", ")),
    }
}

/// `a` to `z`, then `a1` and so on.
fn letter(number: u32) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    if number < 26 { letter.to_string() } else { format!("{letter}{}", number / 26) }
}

/// Prints types.
pub(crate) struct Printer<'a> {
    /// All data types, for their names.
    pub(crate) datas: &'a [Data],
    /// What the first variables are called; others get letters that are not among these.
    pub(crate) variables: &'a [Arc<str>],
}

/// How tightly a type has to hold together where it stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// Anything may stand there.
    Any,
    /// Left of an arrow.
    Left,
    /// As an argument.
    Argument,
}

impl Printer<'_> {
    /// A type as pun writes it.
    pub(crate) fn show(&self, ty: &Type) -> String {
        let mut text = String::new();
        self.write(ty, Place::Any, &mut text);
        text
    }

    /// The same as an argument of another type, or as a field: in parentheses where they are needed.
    pub(crate) fn show_argument(&self, ty: &Type) -> String {
        let mut text = String::new();
        self.write(ty, Place::Argument, &mut text);
        text
    }

    fn write(&self, ty: &Type, place: Place, text: &mut String) {
        match ty {
            Type::Integer => text.push_str("integer"),
            Type::Character => text.push_str("character"),
            Type::Variable(number) => text.push_str(&self.variable(*number)),
            Type::Arrow(sides) => parenthesised(place > Place::Any, text, |text| {
                self.write(&sides.0, Place::Left, text);
                text.push_str(" -> ");
                self.write(&sides.1, Place::Any, text);
            }),
            Type::Data(DataId::PAIR, sides) => {
                text.push('(');
                self.write_sides(sides, text);
                text.push(')');
            }
            Type::Data(DataId::LIST, arguments) if **arguments == [Type::Character] => {
                text.push_str("string");
            }
            Type::Data(data, arguments) => {
                let name = self.datas.get(data.index()).map_or("?", |data| &*data.name);
                parenthesised(place == Place::Argument && !arguments.is_empty(), text, |text| {
                    text.push_str(name);
                    for argument in &**arguments {
                        text.push(' ');
                        self.write(argument, Place::Argument, text);
                    }
                });
            }
        }
    }

    /// `a, b, c` for a pair whose right side is a pair.
    fn write_sides(&self, sides: &[Type], text: &mut String) {
        let [left, right] = sides else { return };
        self.write(left, Place::Any, text);
        text.push_str(", ");
        match right {
            Type::Data(DataId::PAIR, sides) => self.write_sides(sides, text),
            _ => self.write(right, Place::Any, text),
        }
    }

    fn variable(&self, number: u32) -> String {
        if Type::Variable(number) == ELIDED {
            return "..".to_owned();
        }
        if Type::Variable(number) == crate::resolve::WRONG {
            return "_".to_owned();
        }
        if let Some(name) = self.variables.get(number as usize) {
            return name.to_string();
        }
        let taken: HashSet<&str> = self.variables.iter().map(|name| &**name).collect();
        let place = number as usize - self.variables.len();
        (0..).map(letter).filter(|letter| !taken.contains(&**letter)).nth(place).unwrap_or_default()
    }
}

fn parenthesised(needed: bool, text: &mut String, inside: impl FnOnce(&mut String)) {
    if needed {
        text.push('(');
    }
    inside(text);
    if needed {
        text.push(')');
    }
}
