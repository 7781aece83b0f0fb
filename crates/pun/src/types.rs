//! Types as pun source: lowered to syntax trees, which [`format`](mod@crate::format) prints.

use std::collections::HashSet;
use std::sync::Arc;

use crate::core::{Data, DataId, Program, Scheme, Type};
use crate::format::print;
use crate::source::Span;
use crate::tree::{self, TypeKind};

/// Stands for an omitted part of a large type.
pub(crate) const ELIDED: Type = Type::Variable(u32::MAX - 1);

/// Returns a type as source; its variables are called `a`, `b`, `c` by their numbers.
pub fn show(program: &Program, ty: &Type) -> String {
    TypeNames { datas: &program.datas, variables: &[], qualified: &[] }.show(ty)
}

/// Returns a scheme as source: its type, with a comment on the variables that stand for first-order
/// types only.
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

/// Returns the name of a variable: `a` to `z`, then `a1` and so on.
fn letter(number: u32) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    if number < 26 { letter.to_string() } else { format!("{letter}{}", number / 26) }
}

/// Names for the parts of types.
pub(crate) struct TypeNames<'a> {
    /// All data types.
    pub(crate) datas: &'a [Data],
    /// The names of the first variables; other variables get letters that are not among them.
    pub(crate) variables: &'a [Arc<str>],
    /// Qualified names of types whose own names other types share.
    pub(crate) qualified: &'a [(DataId, Arc<str>)],
}

impl TypeNames<'_> {
    /// Returns a type as source.
    pub(crate) fn show(&self, ty: &Type) -> String {
        print::ty(self.lowered(ty))
    }

    /// Returns a type as source for an argument of another type or a field, in parentheses if
    /// necessary.
    pub(crate) fn show_argument(&self, ty: &Type) -> String {
        print::type_operand(self.lowered(ty))
    }

    fn lowered(&self, ty: &Type) -> tree::Type {
        let kind = match ty {
            Type::Integer => named("integer", Vec::new()),
            Type::Character => named("character", Vec::new()),
            Type::Variable(number) => named(self.variable(*number), Vec::new()),
            Type::Arrow(sides) => {
                TypeKind::Arrow(self.lowered(&sides.0).into(), self.lowered(&sides.1).into())
            }
            Type::Data(DataId::PAIR, sides) => match &**sides {
                [left, right] => TypeKind::Pair(self.lowered(left).into(), self.lowered(right).into()),
                _ => TypeKind::Missing,
            },
            Type::Data(DataId::LIST, arguments) if **arguments == [Type::Character] => {
                named("string", Vec::new())
            }
            Type::Data(data, arguments) => {
                let qualified = self.qualified.iter().find(|(own, _)| own == data).map(|(_, name)| name);
                let name = qualified.or_else(|| Some(&self.datas.get(data.index())?.name));
                named(
                    name.map_or_else(|| "?".into(), Arc::clone),
                    arguments.iter().map(|argument| self.lowered(argument)).collect(),
                )
            }
        };
        tree::Type { kind, span: Span::NOWHERE }
    }

    fn variable(&self, number: u32) -> Arc<str> {
        if Type::Variable(number) == ELIDED {
            return print::ELIDED.into();
        }
        if Type::Variable(number) == crate::resolve::WRONG {
            return "_".into();
        }
        if let Some(name) = self.variables.get(number as usize) {
            return Arc::clone(name);
        }
        let taken: HashSet<&str> = self.variables.iter().map(|name| &**name).collect();
        let place = number as usize - self.variables.len();
        let mut letters = (0..).map(letter).filter(|letter| !taken.contains(&**letter));
        letters.nth(place).unwrap_or_default().into()
    }
}

fn named(name: impl Into<Arc<str>>, arguments: Vec<tree::Type>) -> TypeKind {
    TypeKind::Name(tree::Name { text: name.into(), span: Span::NOWHERE }, arguments)
}
