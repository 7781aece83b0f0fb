//! Paths into the values of calls: their grammar.

use std::sync::Arc;

use everycase_kernel::{Alternative, Shape};

use super::{Grammar, State, Way};
use crate::library::{Library, Options, Step};
use crate::types::Type;

/// What a path leads to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Goal {
    /// A value of a type; the flag says whether the path may be empty.
    Value(Type, bool),
    /// Something that has not been evaluated; the flag says whether the value at hand is.
    Hidden(bool),
}

impl<L: Library> Grammar<L> {
    /// Returns the paths into a value of a type.
    pub(super) fn path(self: &Arc<Self>, ty: &Type, to: &Goal) -> Shape {
        let signature = self.signature();
        let mut ways: Vec<Way<Step>> = Vec::new();
        let ends = match to {
            Goal::Value(wanted, may_end) => *may_end && ty == wanted,
            Goal::Hidden(is_new) => *is_new,
        };
        if ends {
            ways.push((Step::End, Alternative::new("end", [])));
        }
        let goes = |ty: &Type, is_new: bool| match to {
            Goal::Value(wanted, _) => signature.leads(ty, wanted).then(|| Goal::Value(wanted.clone(), true)),
            Goal::Hidden(_) => (is_new || signature.hides(ty)).then_some(Goal::Hidden(is_new)),
        };
        match ty {
            Type::Data(data, arguments) => {
                for (id, constructor) in signature.numbered(*data) {
                    for (index, field) in (0..).zip(&constructor.fields) {
                        let ty = field.ty.with(arguments);
                        if let Some(to) = goes(&ty, field.is_lazy) {
                            let rest = self.named(State::Path { ty, to });
                            ways.push((Step::Field(id, index), Alternative::new("field", [rest]).pay(1)));
                        }
                    }
                }
            }
            Type::Arrow(sides) => {
                if let Some(to) = goes(&sides.1, true) {
                    let rest = State::Path { ty: sides.1.clone(), to };
                    let fields = [State::Term(sides.0.clone()), rest].map(|state| self.named(state));
                    ways.push((Step::Apply, Alternative::new("apply", fields).pay(1)));
                }
            }
            Type::Variable(_) | Type::Atom => {}
        }
        let (steps, alternatives): (Vec<_>, Vec<_>) = ways.into_iter().unzip();
        self.library.choice(alternatives, Options::Path(steps))
    }
}
