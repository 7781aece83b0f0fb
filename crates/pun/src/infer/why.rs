//! Why a type is expected: what the message of a mismatch says about the other place.

use super::Inference;
use super::goal::Why;
use crate::core::{ConId, DataId};
use crate::resolve::term::{Term, TermKind};
use crate::source::{FileId, Span};
use crate::unify::store::Ty;

/// What a reason adds to a message.
#[derive(Default)]
pub(super) struct Reason {
    /// Words that follow the type found.
    pub(super) words: String,
    /// Further labels.
    pub(super) places: Vec<(Span, String)>,
}

impl Inference<'_> {
    pub(super) fn reason(&mut self, why: Why<'_>, expected: &str) -> Reason {
        let mut reason = Reason::default();
        match why {
            Why::Free => {}
            Why::Written(span) => {
                reason.places.push((span, format!("`{expected}` is expected because of this")));
            }
            Why::Argument(function, place) => {
                let name = self.called(function);
                reason.words = format!("argument {} of {name} is `{expected}`", place + 1);
                reason.places.extend(self.declared(function, &name));
            }
            Why::Field(ConId::CONS, 0) => reason.words = format!("an element of this list is `{expected}`"),
            Why::Field(ConId::CONS, _) => "what follows `::` is a list".clone_into(&mut reason.words),
            Why::Field(constructor, place) => {
                let Some(known) = self.program.constructors.get(constructor.index()) else { return reason };
                if known.data != DataId::PAIR {
                    reason.words = format!("field {} of `{}` is `{expected}`", place + 1, known.name);
                    let span = self.program.datas.get(known.data.index()).and_then(|data| data.span);
                    reason
                        .places
                        .extend(span.map(|span| (span, format!("`{}` is declared here", known.name))));
                }
            }
            Why::Operand(what) => reason.words = format!("{what} is `{expected}`"),
            Why::Matched(span) => reason.places.push((span, format!("`{expected}` is matched"))),
            Why::Same(span, what) => {
                reason.places.push((span, format!("`{expected}` here, and {what} have the same type")));
            }
        }
        reason
    }

    /// Returns how messages refer to a function.
    pub(super) fn called(&self, function: &Term) -> String {
        let name = match &function.kind {
            TermKind::Local(local) => self.names.locals.get(local.index()).map(|name| &*name.text),
            TermKind::Global(global) => self.global_name(*global).map(|(name, _)| name),
            TermKind::BuiltIn(built_in, _) => Some(built_in.name()),
            TermKind::Constructor(constructor, _) | TermKind::Construct(constructor, _) => {
                self.program.constructors.get(constructor.index()).map(|known| &*known.name)
            }
            _ => None,
        };
        let text = self.program.sources.text(function.span);
        match (name, &function.kind) {
            (Some(name), _) => format!("`{name}`"),
            (None, TermKind::Integer(_) | TermKind::Character(_) | TermKind::Text(_)) if text.len() <= 20 => {
                format!("`{text}`")
            }
            (None, _) => "this function".to_owned(),
        }
    }

    /// Returns the declaration of a function, unless it is in the prelude.
    pub(super) fn declared(&self, function: &Term, name: &str) -> Option<(Span, String)> {
        let span = match &function.kind {
            TermKind::Global(global) => {
                let signature = self.definition(*global).and_then(|known| known.signature.as_ref());
                if let Some(signature) = signature {
                    return Some((signature.span, format!("the type of {name} is given here")));
                }
                self.global_name(*global)?.1
            }
            TermKind::Local(local) => self.names.locals.get(local.index())?.span,
            _ => return None,
        };
        (span.file != FileId(0) || function.span.file == FileId(0))
            .then(|| (span, format!("{name} is defined here")))
    }

    /// Returns the number of arguments of a function type.
    pub(super) fn arity(&mut self, mut ty: Ty) -> usize {
        let mut arity = 0;
        while let crate::unify::store::Node::Arrow(_, to) = self.store.node(ty) {
            arity += 1;
            ty = to;
        }
        arity
    }
}
