//! The types of functions and calls.

use super::Inference;
use super::goal::{Goal, Why};
use super::hints::SUBTRACTION;
use super::mismatch::Misfit;
use crate::core::DataId;
use crate::diagnostic::Diagnostic;
use crate::resolve::term::{Input, Term, TermKind};
use crate::resolve::{count, is_or_are};
use crate::unify::store::{Node, Store, Ty};

impl Inference<'_> {
    pub(super) fn apply(&mut self, term: &Term, function: &Term, arguments: &[Term], goal: Goal<'_>) {
        let reported = self.diagnostics.len();
        let whole = self.infer(function);
        let mut ty = whole;
        for (place, argument) in arguments.iter().enumerate() {
            match self.store.node(ty) {
                Node::Arrow(from, to) => {
                    self.term(argument, Goal::new(from, Why::Argument(function, place)));
                    ty = to;
                }
                // An error in an argument may be the reason why the result is expected to be a
                // function.
                Node::Variable { .. } if self.diagnostics.len() > reported => {
                    for argument in &arguments[place..] {
                        self.infer(argument);
                    }
                    return;
                }
                Node::Variable { .. } => {
                    if place == 0 && matches!(function.kind, TermKind::Local(_)) && self.is_signed(argument) {
                        self.signed.push(argument.span);
                    }
                    let (from, to) = (self.store.fresh(), self.store.fresh());
                    let arrow = self.store.arrow(from, to);
                    let misfit = Misfit {
                        span: function.span,
                        goal: Goal::new(arrow, Why::Free),
                        found: ty,
                        term: Some(function),
                    };
                    self.expect(&misfit);
                    self.term(argument, Goal::new(from, Why::Argument(function, place)));
                    ty = to;
                }
                node => {
                    let is_known = !arguments.iter().any(|argument| matches!(argument.kind, TermKind::Wrong));
                    if is_known && !matches!(node, Node::Wrong) && self.diagnostics.len() == reported {
                        self.report_surplus(function, whole, arguments, place, ty);
                    }
                    for argument in &arguments[place..] {
                        self.infer(argument);
                    }
                    return;
                }
            }
        }
        self.expect_result(term, goal, ty, reported);
    }

    pub(super) fn lambda(&mut self, term: &Term, parameters: &[Input], body: &Term, goal: Goal<'_>) {
        let Goal { mut ty, why } = goal;
        for (place, parameter) in parameters.iter().enumerate() {
            let (from, to) = if let Node::Arrow(from, to) = self.store.node(ty) {
                (from, to)
            } else {
                let (from, to) = (self.store.fresh(), self.store.fresh());
                let arrow = self.store.arrow(from, to);
                match self.store.unify(ty, arrow, term.span, &self.holds) {
                    Ok(()) => {}
                    Err(_) if place > 0 && matches!(why, Why::Written(_)) => {
                        self.report_parameters(term, parameters, goal);
                        ty = Store::WRONG;
                    }
                    Err(clash) => {
                        let goal = Goal::new(ty, why);
                        let misfit = Misfit { span: term.span, goal, found: arrow, term: None };
                        self.report_misfit(&misfit, clash);
                        ty = Store::WRONG;
                    }
                }
                if ty == Store::WRONG { (from, Store::WRONG) } else { (from, to) }
            };
            self.set_local(parameter.local, from);
            if let Some(pattern) = &parameter.pattern {
                self.pattern(pattern, Goal::new(from, why));
            }
            ty = to;
        }
        self.term(body, Goal::new(ty, why));
    }

    fn report_parameters(&mut self, term: &Term, parameters: &[Input], goal: Goal<'_>) {
        let arity = self.arity(goal.ty);
        let span = parameters.get(arity).map_or(term.span, |parameter| parameter.span);
        let mut diagnostic = Diagnostic::error(
            span,
            format!(
                "a function of {} is expected, this one has {}",
                count(arity, "argument"),
                count(parameters.len(), "parameter")
            ),
        )
        .labelled("one too many");
        if let Why::Written(span) = goal.why {
            diagnostic = diagnostic.and(span, "expected because of this");
        }
        self.report(diagnostic);
    }

    /// Reports an argument of a term that is not a function or takes fewer arguments.
    fn report_surplus(&mut self, function: &Term, ty: Ty, arguments: &[Term], place: usize, rest: Ty) {
        let arity = self.arity(ty);
        let name = self.called(function);
        let Some(argument) = arguments.get(place) else { return };
        let is_signed = self.is_signed(argument);
        let (span, message) = if place == 0 {
            let rest = self.shown_one(rest);
            let span = if is_signed { argument.span } else { function.span };
            let name = if name.starts_with('`') { &name } else { "this" };
            (span, format!("{name} is applied to an argument, but is not a function: it is `{rest}`"))
        } else {
            let takes = count(arity.max(place), "argument");
            (argument.span, format!("{name} takes {takes}, {} given", is_or_are(arguments.len())))
        };
        let (label, help) = if is_signed {
            ("an argument, because of the blank before the `-`", SUBTRACTION.to_owned())
        } else if place == 0 {
            ("no function", self.help_for_no_function(function, ty, argument))
        } else {
            (
                "one too many",
                "put an argument that is a call or has operators in parentheses: `f (g x)`".to_owned(),
            )
        };
        let mut diagnostic = Diagnostic::error(span, message).labelled(label).help(help);
        if let Some((span, words)) = self.declared(function, &name) {
            diagnostic = diagnostic.and(span, words);
        }
        self.report(diagnostic);
    }

    /// Returns the help for an argument of a term that is not a function.
    fn help_for_no_function(&mut self, function: &Term, ty: Ty, argument: &Term) -> String {
        let is_list = self.arguments_of(ty, DataId::LIST).is_some();
        match &argument.kind {
            TermKind::List(elements) if is_list && elements.len() == 1 => {
                "`nth n xs` is the element of a list at a place, if there is one".to_owned()
            }
            _ if matches!(function.kind, TermKind::Integer(_)) => {
                "between two terms stands an operator, as in `2 * x`, a `,` or a `;`".to_owned()
            }
            _ => "between two terms stands an operator, a `,` or a `;`; only a function has a term after it"
                .to_owned(),
        }
    }
}
