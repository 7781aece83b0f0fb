//! Paths into the values of calls: their grammar.

use std::sync::Arc;

use everycase_kernel::Shape;

use super::forced::Argument;
use super::{Grammar, State, Way, paid};
use crate::library::{Library, Options, Step};
use crate::reach::{Inside, NODES};
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
    /// Returns the paths into a value of a type. The first step of one that may not be empty is
    /// paid in advance.
    pub(super) fn path(self: &Arc<Self>, ty: &Type, to: &Goal) -> Shape {
        let signature = self.signature();
        let mut ways: Vec<Way<Step>> = Vec::new();
        let (ends, already) = match to {
            Goal::Value(wanted, may_end) => (*may_end && ty == wanted, u32::from(!may_end)),
            Goal::Hidden(is_new) => (*is_new, 0),
        };
        if ends {
            ways.push(Way { of: Step::End, label: "end", fields: Vec::new(), cost: 0 });
        }
        let goes = |ty: &Type, is_new: bool| {
            let (inside, to) = match to {
                Goal::Value(wanted, _) => (signature.leads(ty, wanted), Goal::Value(wanted.clone(), true)),
                Goal::Hidden(_) if is_new && !ty.is_larger_than(NODES) => {
                    (Inside::Found, Goal::Hidden(is_new))
                }
                Goal::Hidden(_) => (signature.hides(ty), Goal::Hidden(is_new)),
            };
            if inside == Inside::Unknown {
                self.leave_out();
            }
            (inside == Inside::Found).then_some(to)
        };
        match ty {
            Type::Data(data, arguments) if self.selects => {
                for (id, constructor) in signature.numbered(*data) {
                    for (index, field) in (0..).zip(&constructor.fields) {
                        let ty = field.ty.with(arguments);
                        if let Some(to) = goes(&ty, field.is_lazy) {
                            let fields = vec![self.named(State::Path { ty, to })];
                            ways.push(Way { of: Step::Field(id, index), label: "field", fields, cost: 1 });
                        }
                    }
                }
            }
            Type::Arrow(sides) => {
                if let Some(to) = goes(&sides.1, true)
                    && let Some(mut apply) =
                        self.made(Step::Apply, "apply", &[Argument::of(sides.0.clone())], 1)
                {
                    apply.fields.push(self.named(State::Path { ty: sides.1.clone(), to }));
                    ways.push(apply);
                }
            }
            Type::Data(..) | Type::Variable(_) | Type::Atom => {}
        }
        let (steps, alternatives) = paid(ways, already);
        self.library.choice(alternatives, Options::Path(steps))
    }
}
