//! Types: resolves their names and checks the numbers of arguments.

use std::sync::Arc;

use super::distance::is_slip;
use super::scope::{Lookup, TypeName, split_qualified};
use super::{Resolver, Within, habits};
use crate::core::{DataId, Type};
use crate::diagnostic::Diagnostic;
use crate::tree::{self, Name, TypeKind};

impl Resolver<'_> {
    /// Returns a type, or `None` after reporting an error in it. Numbers its variables in the order
    /// of their occurrence in the declaration.
    pub(super) fn ty(&mut self, ty: &tree::Type) -> Option<Type> {
        match &ty.kind {
            TypeKind::Unit => Some(Type::Data(DataId::UNIT, [].into())),
            TypeKind::Pair(left, right) => {
                let (left, right) = (self.ty(left), self.ty(right));
                Some(Type::Data(DataId::PAIR, [left?, right?].into()))
            }
            TypeKind::Arrow(from, to) => {
                let (from, to) = (self.ty(from), self.ty(to));
                Some(Type::Arrow(Arc::new((from?, to?))))
            }
            TypeKind::Missing => None,
            TypeKind::Name(name, arguments) => {
                if self.report_reversed(ty, name, arguments) {
                    return None;
                }
                let arguments: Vec<Option<Type>> =
                    arguments.iter().map(|argument| self.ty(argument)).collect();
                self.named(name, ty, arguments)
            }
        }
    }

    /// Reports a type with its arguments first, as in OCaml.
    fn report_reversed(&mut self, ty: &tree::Type, name: &Name, arguments: &[tree::Type]) -> bool {
        let [tree::Type { kind: TypeKind::Name(last, none), .. }] = arguments else { return false };
        let takes = |this: &mut Self, name: &str| match this.scope.ty(name) {
            Lookup::One(TypeName::Data(data)) => {
                this.program.datas.get(data.index()).map(|data| data.parameters)
            }
            Lookup::One(_) => Some(0),
            _ => None,
        };
        if !none.is_empty() || takes(self, &name.text) != Some(0) || takes(self, &last.text) != Some(1) {
            return false;
        }
        self.report(
            Diagnostic::error(ty.span, format!("the type `{}` takes 0 arguments, 1 is given", name.text))
                .labelled("here")
                .help(format!("what a type is of follows its name: `{} {}`", last.text, name.text)),
        );
        true
    }

    fn named(&mut self, name: &Name, ty: &tree::Type, arguments: Vec<Option<Type>>) -> Option<Type> {
        let found = match self.scope.ty(&name.text) {
            Lookup::One(found) => found,
            Lookup::Nothing => return self.variable(name, arguments.len()),
            Lookup::Ambiguous(one, other) => {
                self.report_ambiguous(&name.text, name.span, &one, &other);
                return None;
            }
        };
        let expected = match found {
            TypeName::Data(data) => {
                self.program.datas.get(data.index()).map_or(0, |data| data.parameters as usize)
            }
            TypeName::Integer | TypeName::Character | TypeName::String => 0,
        };
        if arguments.len() != expected {
            let diagnostic = Diagnostic::error(
                ty.span,
                format!(
                    "the type `{}` takes {}, {} given",
                    name.text,
                    count(expected, "argument"),
                    is_or_are(arguments.len())
                ),
            )
            .labelled("here");
            let variables: String = ('a'..='z').take(expected).flat_map(|variable| [' ', variable]).collect();
            self.report(
                diagnostic.help(format!("what a type is of follows its name: `{}{variables}`", name.text)),
            );
            return None;
        }
        let arguments: Option<Vec<Type>> = arguments.into_iter().collect();
        Some(match found {
            TypeName::Integer => Type::Integer,
            TypeName::Character => Type::Character,
            TypeName::String => Type::Data(DataId::LIST, [Type::Character].into()),
            TypeName::Data(data) => Type::Data(data, arguments?.into()),
        })
    }

    fn variable(&mut self, name: &Name, arguments: usize) -> Option<Type> {
        if split_qualified(&name.text).is_some() {
            self.report_unknown_qualified_type(name);
            return None;
        }
        if arguments > 0 {
            let known = self.nearest_type(&name.text);
            if !self.gaps.may_declare(&name.text) {
                let mut diagnostic = Diagnostic::error(name.span, format!("unknown type `{}`", name.text))
                    .labelled("not declared, and a type variable takes no arguments");
                if let Some(known) = known {
                    diagnostic = diagnostic.help(format!("did you mean `{known}`?"));
                }
                self.report(diagnostic);
            }
            return None;
        }
        let known = self.names.type_variables.iter().position(|variable| *variable == name.text);
        let number = known.unwrap_or_else(|| {
            self.names.type_variables.push(name.text.clone());
            self.warn_of_slip(name);
            self.names.type_variables.len() - 1
        });
        Some(Type::Variable(number as u32))
    }

    fn report_unknown_qualified_type(&mut self, name: &Name) {
        let Some((module, own)) = split_qualified(&name.text).filter(|_| !self.gaps.may_declare(&name.text))
        else {
            return;
        };
        let diagnostic = Diagnostic::error(name.span, format!("unknown type `{}`", name.text))
            .labelled(self.why_unknown(&name.text));
        let help = self.help_for_qualified(module, own);
        self.report(match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        });
    }

    /// Returns the type that an unknown name probably means.
    pub(super) fn nearest_type(&mut self, name: &str) -> Option<Arc<str>> {
        let known = habits::ty(name).filter(|ty| matches!(self.scope.ty(ty), Lookup::One(_)));
        known.map(Into::into).or_else(|| self.suggest(|this| super::nearest(name, this.scope.types())))
    }

    fn warn_of_slip(&mut self, name: &Name) {
        // In a type declaration this is an error, reported there.
        if matches!(self.within, Within::Data) || self.gaps.may_declare(&name.text) {
            return;
        }
        let near = if habits::ty(&name.text).is_some() {
            self.nearest_type(&name.text)
        } else if name.text.chars().count() > 3 {
            self.suggest(|this| this.scope.types().find(|ty| is_slip(ty, &name.text)).cloned())
        } else {
            None
        };
        if let Some(ty) = near {
            self.report(
                Diagnostic::warning(
                    name.span,
                    format!("`{}` is not a type, but stands for any type", name.text),
                )
                .labelled("a type variable")
                .help(format!("did you mean `{ty}`?")),
            );
        }
    }
}

/// Returns a count with its noun: `1 argument`, `2 arguments`.
pub(crate) fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// Returns a count with its verb: `1 is`, `2 are`.
pub(crate) fn is_or_are(number: usize) -> String {
    if number == 1 { "1 is".to_owned() } else { format!("{number} are") }
}
