//! The types of terms.

use super::Inference;
use super::goal::{Goal, Why};
use super::mismatch::Misfit;
use crate::core::{ConId, Connective, Constructor, DataId, Primitive, Program, Type};
use crate::diagnostic::Diagnostic;
use crate::resolve::term::{Bound, Term, TermKind};
use crate::resolve::{count, is_or_are};
use crate::source::Span;
use crate::types::TypeNames;
use crate::unify::store::{Store, Ty};

impl Inference<'_> {
    /// Unifies the found type with the expected one; reports a mismatch. Returns whether they
    /// match.
    pub(super) fn expect(&mut self, misfit: &Misfit<'_>) -> bool {
        match self.store.unify(misfit.goal.ty, misfit.found, misfit.span, &self.holds) {
            Ok(()) => true,
            Err(clash) => {
                self.report_misfit(misfit, clash);
                false
            }
        }
    }

    pub(super) fn expect_term(&mut self, term: &Term, goal: Goal<'_>, found: Ty) -> bool {
        self.expect(&Misfit { span: term.span, goal, found, term: Some(term) })
    }

    /// Does the same for the result of an operation, unless an error in an operand was reported: it
    /// may be the only cause.
    pub(super) fn expect_result(&mut self, term: &Term, goal: Goal<'_>, found: Ty, reported: usize) {
        if self.diagnostics.len() == reported {
            self.expect_term(term, goal, found);
        }
    }

    /// Infers the type of a term.
    pub(super) fn infer(&mut self, term: &Term) -> Ty {
        let ty = self.store.fresh();
        self.term(term, Goal::new(ty, Why::Free));
        ty
    }

    /// Checks that a term has the expected type.
    pub(super) fn term(&mut self, term: &Term, goal: Goal<'_>) {
        match &term.kind {
            TermKind::Integer(_) => _ = self.expect_term(term, goal, Store::INTEGER),
            TermKind::Character(_) => _ = self.expect_term(term, goal, Store::CHARACTER),
            TermKind::Text(_) => _ = self.expect_term(term, goal, Store::TEXT),
            TermKind::Local(local) => self.local(term, *local, goal),
            TermKind::Global(global) => {
                let found = self.global(*global, term.span);
                self.expect_term(term, goal, found);
            }
            TermKind::BuiltIn(built_in, locals) => {
                let found = self.built_in(*built_in, locals);
                self.expect_term(term, goal, found);
            }
            TermKind::Constructor(constructor, locals) => {
                let (fields, data) = self.constructor(*constructor, None);
                for (local, field) in locals.iter().zip(&fields) {
                    self.set_local(*local, *field);
                }
                let found = fields.into_iter().rev().fold(data, |to, from| self.store.arrow(from, to));
                self.expect_term(term, goal, found);
            }
            TermKind::Construct(constructor, arguments) => {
                self.construct(term, *constructor, arguments, goal);
            }
            TermKind::List(elements) => {
                self.list(term, elements, goal);
            }
            TermKind::Apply(function, arguments) => self.apply(term, function, arguments, goal),
            TermKind::Lambda(parameters, body) => self.lambda(term, parameters, body, goal),
            TermKind::Let(pattern, value, body) => {
                self.bind_value(pattern, value);
                self.term(body, goal);
            }
            TermKind::Rec(local, body) => {
                self.set_local(*local, goal.ty);
                self.term(body, goal);
            }
            TermKind::If(condition, yes, no) => {
                self.term(condition, Goal::new(Store::BOOLEAN, Why::Operand("the condition of an `if`")));
                self.term(yes, goal);
                self.term(no, goal.same(yes.span, "both branches of an `if`"));
            }
            TermKind::Case(scrutinee, branches) => {
                let matched = self.infer(scrutinee);
                self.cases.push((term.span, matched));
                let mut goal = goal;
                for branch in branches {
                    self.pattern(&branch.pattern, Goal::new(matched, Why::Matched(scrutinee.span)));
                    if let Some(guard) = &branch.guard {
                        self.term(guard, Goal::new(Store::BOOLEAN, Why::Operand("a guard")));
                    }
                    self.term(&branch.body, goal);
                    goal = goal.same(branch.body.span, "all branches of a `case`");
                }
                self.cases.pop();
            }
            TermKind::Connective(connective, left, right) => {
                let reported = self.diagnostics.len();
                let found = self.connective(*connective, left, right);
                self.expect_result(term, goal, found, reported);
            }
            TermKind::Primitive(primitive, left, right) => {
                let reported = self.diagnostics.len();
                let found = self.primitive(term.span, *primitive, left, right);
                self.expect_result(term, goal, found, reported);
            }
            TermKind::Choice(left, right) => {
                self.term(left, goal);
                self.term(right, goal.same(left.span, "both operands of `<+>`"));
            }
            TermKind::Typed(inner, ty, span) => {
                let ty = self.annotated(ty.as_ref());
                self.term(inner, Goal::new(ty, Why::Written(*span)));
                self.expect_term(term, goal, ty);
            }
            TermKind::Quantified { bound, body, .. } => {
                for Bound { local, ty } in bound {
                    let ty = match ty {
                        Some(ty) => self.annotated(Some(ty)),
                        None => self.store.fresh(),
                    };
                    self.set_local(*local, ty);
                }
                self.term(body, Goal::new(Store::BOOLEAN, Why::Operand("what holds under a quantifier")));
                self.expect_term(term, goal, Store::BOOLEAN);
            }
            TermKind::Not(_, inner) => {
                self.term(inner, Goal::new(Store::BOOLEAN, Why::Operand("the operand of `not`")));
                self.expect_term(term, goal, Store::BOOLEAN);
            }
            TermKind::Wrong => {}
        }
    }

    fn construct(&mut self, term: &Term, constructor: ConId, arguments: &[Term], goal: Goal<'_>) {
        let program = self.program;
        let Some(known) = program.constructors.get(constructor.index()) else { return };
        let reported = self.diagnostics.len();
        let (fields, data) = self.constructor(constructor, Some(goal.ty));
        if arguments.len() != fields.len() {
            self.report(
                Diagnostic::error(
                    term.span,
                    format!(
                        "`{}` has {}, {} given",
                        known.name,
                        count(fields.len(), "field"),
                        is_or_are(arguments.len())
                    ),
                )
                .labelled("in brackets a constructor needs all its fields")
                .help(format!("it is declared as `{}`", declaration(program, known))),
            );
        }
        for (place, argument) in arguments.iter().enumerate() {
            let Some(field) = fields.get(place) else {
                self.infer(argument);
                continue;
            };
            // If a field may have any type, the expected type of the whole determines it.
            let is_any = matches!(known.fields.get(place).map(|field| &field.ty), Some(Type::Variable(_)));
            let is_outer = data == goal.ty && is_any && !matches!(goal.why, Why::Free);
            let why = if is_outer { goal.why } else { Why::Field(constructor, place) };
            self.term(argument, Goal::new(*field, why));
        }
        self.expect_result(term, goal, data, reported);
    }

    fn list(&mut self, term: &Term, elements: &[Term], goal: Goal<'_>) {
        let reported = self.diagnostics.len();
        let known = self.arguments_of(goal.ty, DataId::LIST).and_then(|arguments| arguments.first().copied());
        let element = known.unwrap_or_else(|| self.store.fresh());
        let mut inner = Goal::new(element, if known.is_some() { goal.why } else { Why::Free });
        for part in elements {
            self.term(part, inner);
            inner = inner.same(part.span, "all elements of a list");
        }
        if known.is_none() {
            let list = self.store.data(DataId::LIST, &[element]);
            self.expect_result(term, goal, list, reported);
        }
    }

    fn connective(&mut self, connective: Connective, left: &Term, right: &Term) -> Ty {
        let words = match connective {
            Connective::And => "an operand of `&&`",
            Connective::Or => "an operand of `||`",
            Connective::Implies => "an operand of `==>`",
        };
        self.term(left, Goal::new(Store::BOOLEAN, Why::Operand(words)));
        self.term(right, Goal::new(Store::BOOLEAN, Why::Operand(words)));
        Store::BOOLEAN
    }

    fn primitive(&mut self, span: Span, primitive: Primitive, left: &Term, right: &Term) -> Ty {
        let words = match primitive {
            Primitive::Add => "an operand of `+`",
            Primitive::Subtract => "an operand of `-`",
            Primitive::Multiply => "an operand of `*`",
            Primitive::Divide => "an operand of `div`",
            Primitive::Modulo => "an operand of `mod`",
            _ => {
                let ty = self.store.variable(Some(span));
                self.term(left, Goal::new(ty, Why::Free));
                self.term(right, Goal::new(ty, Why::Same(left.span, "both sides of a comparison")));
                return Store::BOOLEAN;
            }
        };
        self.term(left, Goal::new(Store::INTEGER, Why::Operand(words)));
        self.term(right, Goal::new(Store::INTEGER, Why::Operand(words)));
        Store::INTEGER
    }
}

/// Returns the declaration of a constructor as source.
fn declaration(program: &Program, constructor: &Constructor) -> String {
    let names = TypeNames { datas: &program.datas, variables: &[], qualified: &[] };
    let fields = constructor.fields.iter().map(|field| names.show_argument(&field.ty));
    std::iter::once(constructor.name.to_string()).chain(fields).collect::<Vec<_>>().join(" ")
}
