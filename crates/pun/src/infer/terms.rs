//! The types of terms.

use super::mismatch::Misfit;
use super::store::{Node, Store, Ty};
use super::why::Why;
use super::{Inference, Known, Local};
use crate::core::{ConId, Connective, DataId, GlobalId, LocalId, Primitive, Type};
use crate::diagnostic::Diagnostic;
use crate::resolve::term::{BuiltIn, Input, Pattern, PatternKind, Term, TermKind};
use crate::resolve::{count, is_or_are};
use crate::source::Span;

impl Inference<'_> {
    /// Demands that a type is found to be the expected one. What does not fit is reported.
    pub(super) fn expect(&mut self, misfit: &Misfit<'_>) -> bool {
        match self.store.unify(misfit.expected, misfit.found, misfit.span, &self.holds) {
            Ok(()) => true,
            Err(clash) => {
                self.report_misfit(misfit, clash);
                false
            }
        }
    }

    fn expect_term(&mut self, term: &Term, expected: Ty, found: Ty, why: Why<'_>) -> bool {
        self.expect(&Misfit { span: term.span, expected, found, why, term: Some(term) })
    }

    /// The same for what is made of operands, unless something was reported of them: that may be all there is to say.
    fn expect_result(&mut self, term: &Term, expected: Ty, found: Ty, why: Why<'_>, reported: usize) {
        if self.diagnostics.len() == reported {
            self.expect_term(term, expected, found, why);
        }
    }

    /// The type of a term.
    pub(super) fn infer(&mut self, term: &Term) -> Ty {
        let ty = self.store.fresh();
        self.term(term, ty, Why::Free);
        ty
    }

    /// Checks that a term has a type.
    pub(super) fn term(&mut self, term: &Term, expected: Ty, why: Why<'_>) {
        match &term.kind {
            TermKind::Integer(_) => _ = self.expect_term(term, expected, Store::INTEGER, why),
            TermKind::Character(_) => _ = self.expect_term(term, expected, Store::CHARACTER, why),
            TermKind::Text(_) => _ = self.expect_term(term, expected, Store::TEXT, why),
            TermKind::Local(local) => self.local(term, *local, expected, why),
            TermKind::Global(global) => {
                let found = self.global(*global, term.span);
                self.expect_term(term, expected, found, why);
            }
            TermKind::BuiltIn(built_in, locals) => {
                let found = self.built_in(*built_in, locals);
                self.expect_term(term, expected, found, why);
            }
            TermKind::Constructor(constructor, locals) => {
                let (fields, data) = self.constructor(*constructor);
                for (local, field) in locals.iter().zip(&fields) {
                    self.set_local(*local, *field);
                }
                let found = fields.into_iter().rev().fold(data, |to, from| self.store.arrow(from, to));
                self.expect_term(term, expected, found, why);
            }
            TermKind::Construct(constructor, arguments) => {
                self.construct(term, *constructor, arguments, expected, why);
            }
            TermKind::List(elements) => {
                let element = self.store.fresh();
                let list = self.store.data(DataId::LIST, &[element]);
                let fits = self.expect_term(term, expected, list, why);
                let mut why = if fits { why } else { Why::Free };
                for part in elements {
                    self.term(part, element, why);
                    if matches!(why, Why::Free) {
                        why = Why::Same(part.span, "all elements of a list");
                    }
                }
            }
            TermKind::Apply(function, arguments) => self.apply(term, function, arguments, expected, why),
            TermKind::Lambda(parameters, body) => self.lambda(term, parameters, body, expected, why),
            TermKind::Let(pattern, value, body) => {
                self.bind_value(pattern, value);
                self.term(body, expected, why);
            }
            TermKind::Rec(local, body) => {
                self.set_local(*local, expected);
                self.term(body, expected, why);
            }
            TermKind::If(condition, yes, no) => {
                self.term(condition, Store::BOOLEAN, Why::Operand("the condition of an `if`"));
                self.term(yes, expected, why);
                self.term(no, expected, same(why, yes.span, "both branches of an `if`"));
            }
            TermKind::Case(scrutinee, branches) => {
                let matched = self.infer(scrutinee);
                let mut why = why;
                for branch in branches {
                    self.pattern(&branch.pattern, matched, Why::Matched(scrutinee.span));
                    if let Some(guard) = &branch.guard {
                        self.term(guard, Store::BOOLEAN, Why::Operand("a guard"));
                    }
                    self.term(&branch.body, expected, why);
                    why = same(why, branch.body.span, "all branches of a `case`");
                }
            }
            TermKind::Connective(connective, left, right) => {
                let words = match connective {
                    Connective::And => "an operand of `&&`",
                    Connective::Or => "an operand of `||`",
                    Connective::Implies => "an operand of `==>`",
                };
                let reported = self.diagnostics.len();
                self.term(left, Store::BOOLEAN, Why::Operand(words));
                self.term(right, Store::BOOLEAN, Why::Operand(words));
                self.expect_result(term, expected, Store::BOOLEAN, why, reported);
            }
            TermKind::Primitive(primitive, left, right) => {
                let reported = self.diagnostics.len();
                let found = self.primitive(term.span, *primitive, left, right);
                self.expect_result(term, expected, found, why, reported);
            }
            TermKind::Choice(left, right) => {
                self.term(left, expected, why);
                self.term(right, expected, same(why, left.span, "both operands of `<+>`"));
            }
            TermKind::Typed(inner, ty, span) => {
                let ty = self.annotated(ty.as_ref());
                self.term(inner, ty, Why::Written(*span));
                self.expect_term(term, expected, ty, why);
            }
            TermKind::Quantified { locals, body, .. } => {
                for local in locals {
                    let ty = self.store.fresh();
                    self.set_local(*local, ty);
                }
                self.term(body, Store::BOOLEAN, Why::Operand("what holds under a quantifier"));
                self.expect_term(term, expected, Store::BOOLEAN, why);
            }
            TermKind::Not(_, inner) => {
                self.term(inner, Store::BOOLEAN, Why::Operand("the operand of `not`"));
                self.expect_term(term, expected, Store::BOOLEAN, why);
            }
            TermKind::Wrong => {}
        }
    }

    fn local(&mut self, term: &Term, local: LocalId, expected: Ty, why: Why<'_>) {
        let Some(Local { ty, is_generic }) = self.locals.get(local.index()).copied() else { return };
        let found = if is_generic { self.store.instance(ty, term.span, &mut Vec::new()) } else { ty };
        if !self.expect_term(term, expected, found, why) && !is_generic {
            // One message about a variable's type is enough.
            self.set_local(local, Store::WRONG);
        }
    }

    fn global(&mut self, global: GlobalId, at: Span) -> Ty {
        let scheme = match global.index().checked_sub(self.first) {
            None => match self.program.globals.get(global.index()) {
                Some(known) => &known.scheme,
                None => return Store::WRONG,
            },
            Some(place) => match self.known.get(place) {
                Some(Known::Scheme(scheme)) => scheme,
                Some(Known::Same(ty)) => return *ty,
                Some(Known::Wrong) | None => return Store::WRONG,
            },
        };
        let store = &mut self.store;
        let variables: Vec<Ty> =
            scheme.variables.iter().map(|compared| store.variable(compared.then_some(at))).collect();
        store.import(&scheme.ty, &variables)
    }

    fn built_in(&mut self, built_in: BuiltIn, locals: &[LocalId]) -> Ty {
        let (argument, result) = match built_in {
            BuiltIn::Error => (Store::TEXT, self.store.fresh()),
            BuiltIn::Integer | BuiltIn::Natural => (Store::UNIT, Store::INTEGER),
            BuiltIn::Boolean => (Store::UNIT, Store::BOOLEAN),
            BuiltIn::Between => (Store::INTEGER, Store::INTEGER),
        };
        for local in locals {
            self.set_local(*local, argument);
        }
        (0..built_in.arity()).fold(result, |to, _| self.store.arrow(argument, to))
    }

    /// The types of a constructor's fields, and of what it constructs.
    fn constructor(&mut self, constructor: ConId) -> (Vec<Ty>, Ty) {
        let program = self.program;
        let Some(known) = program.constructors.get(constructor.index()) else {
            return (Vec::new(), Store::WRONG);
        };
        let parameters = program.datas.get(known.data.index()).map_or(0, |data| data.parameters);
        let variables: Vec<Ty> = (0..parameters).map(|_| self.store.fresh()).collect();
        let fields = known.fields.iter().map(|field| self.store.import(&field.ty, &variables)).collect();
        (fields, self.store.data(known.data, &variables))
    }

    fn construct(&mut self, term: &Term, constructor: ConId, arguments: &[Term], expected: Ty, why: Why<'_>) {
        let program = self.program;
        let Some(known) = program.constructors.get(constructor.index()) else { return };
        let (fields, data) = self.constructor(constructor);
        let fits = self.expect_term(term, expected, data, why);
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
                .labelled("in brackets a constructor needs all its fields"),
            );
        }
        for (place, argument) in arguments.iter().enumerate() {
            let Some(field) = fields.get(place) else {
                self.infer(argument);
                continue;
            };
            // Where a field may have any type, what is expected of the whole says which.
            let is_any = matches!(known.fields.get(place).map(|field| &field.ty), Some(Type::Variable(_)));
            let outer = fits && is_any && !matches!(why, Why::Free);
            self.term(argument, *field, if outer { why } else { Why::Field(constructor, place) });
        }
    }

    fn apply(&mut self, term: &Term, function: &Term, arguments: &[Term], expected: Ty, why: Why<'_>) {
        let reported = self.diagnostics.len();
        let whole = self.infer(function);
        let mut ty = whole;
        for (place, argument) in arguments.iter().enumerate() {
            match self.store.node(ty) {
                Node::Arrow(from, to) => {
                    self.term(argument, from, Why::Argument(function, place));
                    ty = to;
                }
                Node::Variable { .. } => {
                    let (from, to) = (self.store.fresh(), self.store.fresh());
                    let arrow = self.store.arrow(from, to);
                    let misfit = Misfit {
                        span: function.span,
                        expected: arrow,
                        found: ty,
                        why: Why::Free,
                        term: Some(function),
                    };
                    self.expect(&misfit);
                    self.term(argument, from, Why::Argument(function, place));
                    ty = to;
                }
                node => {
                    if !matches!(node, Node::Wrong) {
                        self.report_surplus(function, whole, arguments, place, ty);
                    }
                    for argument in &arguments[place..] {
                        self.infer(argument);
                    }
                    return;
                }
            }
        }
        self.expect_result(term, expected, ty, why, reported);
    }

    fn lambda(&mut self, term: &Term, parameters: &[Input], body: &Term, expected: Ty, why: Why<'_>) {
        let mut ty = expected;
        for (place, parameter) in parameters.iter().enumerate() {
            let (from, to) = if let Node::Arrow(from, to) = self.store.node(ty) {
                (from, to)
            } else {
                let (from, to) = (self.store.fresh(), self.store.fresh());
                let arrow = self.store.arrow(from, to);
                match self.store.unify(ty, arrow, term.span, &self.holds) {
                    Ok(()) => {}
                    Err(_) if place > 0 && matches!(why, Why::Written(_)) => {
                        self.report_parameters(term, parameters, expected, why);
                        ty = Store::WRONG;
                    }
                    Err(clash) => {
                        let misfit = Misfit { span: term.span, expected: ty, found: arrow, why, term: None };
                        self.report_misfit(&misfit, clash);
                        ty = Store::WRONG;
                    }
                }
                if ty == Store::WRONG { (from, Store::WRONG) } else { (from, to) }
            };
            self.set_local(parameter.local, from);
            if let Some(pattern) = &parameter.pattern {
                self.pattern(pattern, from, why);
            }
            ty = to;
        }
        self.term(body, ty, why);
    }

    fn report_parameters(&mut self, term: &Term, parameters: &[Input], expected: Ty, why: Why<'_>) {
        let arity = self.arity(expected);
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
        if let Why::Written(span) = why {
            diagnostic = diagnostic.and(span, "expected because of this");
        }
        self.report(diagnostic);
    }

    /// Binds the variables of a pattern to the parts of a value, each as general as it can be.
    fn bind_value(&mut self, pattern: &Pattern, value: &Term) {
        self.store.level += 1;
        let ty = self.infer(value);
        self.pattern(pattern, ty, Why::Matched(value.span));
        self.store.level -= 1;
        let mut open = vec![pattern];
        while let Some(pattern) = open.pop() {
            match &pattern.kind {
                PatternKind::Bind(local) => self.generalise(*local, pattern.span),
                PatternKind::Construct(_, parts) => open.extend(parts),
                _ => {}
            }
        }
    }

    fn generalise(&mut self, local: LocalId, span: Span) {
        let Some(Local { ty, .. }) = self.locals.get(local.index()).copied() else { return };
        if self.store.is_too_large(ty) {
            self.report(super::mismatch::too_large(span));
            self.set_local(local, Store::WRONG);
            return;
        }
        let is_generic = self.store.generalise(ty);
        if let Some(known) = self.locals.get_mut(local.index()) {
            known.is_generic = is_generic;
        }
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
                self.term(left, ty, Why::Free);
                self.term(right, ty, Why::Same(left.span, "both sides of a comparison"));
                return Store::BOOLEAN;
            }
        };
        self.term(left, Store::INTEGER, Why::Operand(words));
        self.term(right, Store::INTEGER, Why::Operand(words));
        Store::INTEGER
    }

    pub(super) fn pattern(&mut self, pattern: &Pattern, expected: Ty, why: Why<'_>) {
        let found = match &pattern.kind {
            PatternKind::Wildcard | PatternKind::Wrong => return,
            PatternKind::Bind(local) => return self.set_local(*local, expected),
            PatternKind::Integer(_) => Store::INTEGER,
            PatternKind::Character(_) => Store::CHARACTER,
            PatternKind::Construct(constructor, parts) => {
                let (fields, data) = self.constructor(*constructor);
                let misfit = Misfit { span: pattern.span, expected, found: data, why, term: None };
                let why = if self.expect(&misfit) { why } else { Why::Free };
                for (part, field) in parts.iter().zip(fields) {
                    self.pattern(part, field, why);
                }
                return;
            }
        };
        self.expect(&Misfit { span: pattern.span, expected, found, why, term: None });
    }

    /// The type that is written; anything if that is wrong.
    pub(super) fn annotated(&mut self, ty: Option<&Type>) -> Ty {
        match ty {
            Some(ty) => self.store.import(ty, &self.annotations),
            None => Store::WRONG,
        }
    }

    pub(super) fn set_local(&mut self, local: LocalId, ty: Ty) {
        if let Some(known) = self.locals.get_mut(local.index()) {
            *known = Local { ty, is_generic: false };
        }
    }
}

/// Why a type is expected that another place has.
fn same<'t>(why: Why<'t>, span: Span, what: &'static str) -> Why<'t> {
    if matches!(why, Why::Free) { Why::Same(span, what) } else { why }
}
