//! Terms.

use std::sync::Arc;

use super::patterns::{anything, conditional};
use super::{DEEPEST, Lowering, boxed};
use crate::core::{Binder, ConId, Connective, Draw, Expr, Kind, LocalId};
use crate::diagnostic::Diagnostic;
use crate::resolve::is_lambda;
use crate::resolve::term::{BuiltIn, Input, Pattern, PatternKind, Term, TermKind};
use crate::source::Span;

impl Lowering<'_> {
    pub(super) fn boxed(&mut self, term: &Term) -> Box<Expr> {
        Box::new(self.term(term))
    }

    fn terms(&mut self, terms: &[Term]) -> Vec<Expr> {
        terms.iter().map(|term| self.term(term)).collect()
    }

    pub(super) fn term(&mut self, term: &Term) -> Expr {
        if self.depth > DEEPEST {
            if !std::mem::replace(&mut self.is_too_deep, true) {
                self.diagnostics.push(
                    Diagnostic::error(term.span, format!("this is nested more than {DEEPEST} deep"))
                        .help("give parts of it names of their own; the elements of a list are nested, too"),
                );
            }
            return Expr { kind: Kind::Construct(ConId::UNIT, Vec::new()), span: term.span };
        }
        self.depth += 1;
        let lowered = self.term_inside(term);
        self.depth -= 1;
        lowered
    }

    fn term_inside(&mut self, term: &Term) -> Expr {
        let span = term.span;
        let kind = match &term.kind {
            TermKind::Integer(number) => Kind::Integer(number.clone()),
            TermKind::Character(character) => Kind::Character(*character),
            TermKind::Text(text) => Self::text(text, span),
            TermKind::Local(local) => self.mention(*local),
            TermKind::Global(global) => Kind::Global(*global),
            TermKind::BuiltIn(built_in, locals) => {
                let arguments = self.mentions(locals, span);
                let body = built_in_call(*built_in, arguments, span);
                self.function(locals, body, span)
            }
            TermKind::Constructor(constructor, locals) => {
                let body = Kind::Construct(*constructor, self.mentions(locals, span));
                self.function(locals, body, span)
            }
            TermKind::Construct(constructor, arguments) => {
                Kind::Construct(*constructor, self.terms(arguments))
            }
            TermKind::List(elements) => self.list(elements, span),
            TermKind::Apply(function, arguments) => self.apply(function, arguments, span),
            TermKind::Lambda(inputs, body) => self.lambda(inputs, body),
            TermKind::Let(pattern, value, body) => self.let_in(pattern, value, body),
            TermKind::Rec(local, body) => {
                if let Some(is_delayed) = self.is_delayed.get_mut(local.index()) {
                    *is_delayed = !is_lambda(body);
                }
                Kind::Rec(self.binder(*local, span), self.boxed(body))
            }
            TermKind::If(condition, yes, no) => {
                conditional(self.term(condition), self.term(yes), self.term(no))
            }
            TermKind::Case(scrutinee, branches) => self.case(scrutinee, branches),
            TermKind::Connective(connective, left, right) => {
                Kind::Connective(*connective, self.boxed(left), self.boxed(right))
            }
            TermKind::Primitive(primitive, left, right) => {
                Kind::Primitive(*primitive, self.boxed(left), self.boxed(right))
            }
            TermKind::Choice(left, right) => Kind::Choice(self.boxed(left), self.boxed(right)),
            TermKind::Typed(inner, ..) => return self.term(inner),
            TermKind::Not(not, inner) => {
                let not = self.boxed(not);
                Kind::Apply(not, vec![self.term(inner)])
            }
            // A quantifier here is an error, so the program is not run.
            TermKind::Quantified { body, .. } => {
                Kind::Connective(Connective::And, self.boxed(body), self.boxed(body))
            }
            TermKind::Wrong => Kind::Construct(ConId::UNIT, Vec::new()),
        };
        Expr { kind, span }
    }

    fn let_in(&mut self, pattern: &Pattern, value: &Term, body: &Term) -> Kind {
        let value = self.term(value);
        if let PatternKind::Bind(local) = &pattern.kind {
            return Kind::Let(self.binder(*local, pattern.span), Box::new(value), self.boxed(body));
        }
        self.destructured(value, pattern, |this| this.term(body))
    }

    fn mention(&self, local: LocalId) -> Kind {
        match self.is_delayed.get(local.index()) {
            Some(true) => Kind::Force(local),
            _ => Kind::Local(local),
        }
    }

    fn mentions(&self, locals: &[LocalId], span: Span) -> Vec<Expr> {
        locals.iter().map(|local| Expr { kind: self.mention(*local), span }).collect()
    }

    /// Returns a built-in function as a lambda.
    fn function(&self, locals: &[LocalId], body: Kind, span: Span) -> Kind {
        let binders = locals.iter().map(|local| self.binder(*local, span)).collect();
        Kind::Lambda(binders, Arc::new(Expr { kind: body, span }))
    }

    fn apply(&mut self, function: &Term, arguments: &[Term], span: Span) -> Kind {
        let mut arguments = self.terms(arguments);
        match &function.kind {
            TermKind::BuiltIn(built_in, _) if arguments.len() >= built_in.arity() => {
                let rest = arguments.split_off(built_in.arity());
                let call = built_in_call(*built_in, arguments, span);
                if rest.is_empty() { call } else { Kind::Apply(boxed(call, span), rest) }
            }
            _ => Kind::Apply(self.boxed(function), arguments),
        }
    }

    /// Returns a function. Nested lambdas are merged.
    fn lambda(&mut self, inputs: &[Input], body: &Term) -> Kind {
        let mut binders: Vec<Binder> =
            inputs.iter().map(|input| self.binder(input.local, input.span)).collect();
        let body = self.matched(inputs, body);
        match body.kind {
            Kind::Lambda(inner, body) => {
                binders.extend(inner);
                Kind::Lambda(binders, body)
            }
            kind => Kind::Lambda(binders, Arc::new(Expr { kind, span: body.span })),
        }
    }

    /// Returns the body of a function behind the patterns of its parameters, from left to right.
    fn matched(&mut self, inputs: &[Input], body: &Term) -> Expr {
        let Some((first, rest)) = inputs.split_first() else { return self.term(body) };
        let Some(pattern) = &first.pattern else { return self.matched(rest, body) };
        let value = Expr { kind: Kind::Local(first.local), span: first.span };
        self.depth += 1;
        let kind = self.destructured(value, pattern, |this| this.matched(rest, body));
        self.depth -= 1;
        Expr { kind, span: first.span.to(body.span) }
    }
}

/// Returns a built-in function applied to all its arguments.
fn built_in_call(built_in: BuiltIn, arguments: Vec<Expr>, span: Span) -> Kind {
    let mut arguments = arguments.into_iter();
    let mut argument = || {
        let unit = Expr { kind: Kind::Construct(ConId::UNIT, Vec::new()), span };
        Box::new(arguments.next().unwrap_or(unit))
    };
    let draw = match built_in {
        BuiltIn::Error => return Kind::Error(argument()),
        BuiltIn::Between => return Kind::Draw(Draw::Between(argument(), argument())),
        BuiltIn::Integer => Draw::Integer,
        BuiltIn::Natural => Draw::Natural,
        BuiltIn::Boolean => Draw::Boolean,
    };
    let unit = argument();
    match unit.kind {
        Kind::Construct(..) | Kind::Local(_) => Kind::Draw(draw),
        _ => anything(*unit, Expr { kind: Kind::Draw(draw), span }),
    }
}
