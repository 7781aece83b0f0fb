//! Terms: tells variables, constructors and brackets apart.

use std::sync::Arc;

use super::scope::{Lookup, Value};
use super::term::{Bound, Branch, Pattern, PatternKind, Term, TermKind};
use super::{Resolver, Within};
use crate::core::{ConId, Connective, Primitive};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::tree::{self, Expr, ExprKind, Operator};

/// The meaning of an operator in the core.
enum Meaning {
    Choice,
    Cons,
    Connective(Connective),
    Primitive(Primitive),
}

fn meaning(operator: Operator) -> Meaning {
    match operator {
        Operator::Choice => Meaning::Choice,
        Operator::Cons => Meaning::Cons,
        Operator::Implies => Meaning::Connective(Connective::Implies),
        Operator::Or => Meaning::Connective(Connective::Or),
        Operator::And => Meaning::Connective(Connective::And),
        Operator::Equal => Meaning::Primitive(Primitive::Equal),
        Operator::NotEqual => Meaning::Primitive(Primitive::NotEqual),
        Operator::Less => Meaning::Primitive(Primitive::Less),
        Operator::LessEqual => Meaning::Primitive(Primitive::LessEqual),
        Operator::Greater => Meaning::Primitive(Primitive::Greater),
        Operator::GreaterEqual => Meaning::Primitive(Primitive::GreaterEqual),
        Operator::Add => Meaning::Primitive(Primitive::Add),
        Operator::Subtract => Meaning::Primitive(Primitive::Subtract),
        Operator::Multiply => Meaning::Primitive(Primitive::Multiply),
        Operator::Divide => Meaning::Primitive(Primitive::Divide),
        Operator::Modulo => Meaning::Primitive(Primitive::Modulo),
    }
}

impl Resolver<'_> {
    pub(super) fn boxed(&mut self, expr: &Expr) -> Box<Term> {
        Box::new(self.term(expr))
    }

    fn terms(&mut self, exprs: &[Expr]) -> Vec<Term> {
        exprs.iter().map(|expr| self.term(expr)).collect()
    }

    pub(super) fn term(&mut self, expr: &Expr) -> Term {
        let span = expr.span;
        let kind = match &expr.kind {
            ExprKind::Integer(number) => TermKind::Integer(number.clone()),
            ExprKind::Character(character) => TermKind::Character(*character),
            ExprKind::Text(text) => TermKind::Text(text.clone()),
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::Unit => TermKind::Construct(ConId::UNIT, Vec::new()),
            ExprKind::Pair(left, right) => {
                TermKind::Construct(ConId::PAIR, vec![self.term(left), self.term(right)])
            }
            ExprKind::Bracket(elements) => self.term_bracket(elements),
            ExprKind::Apply(function, arguments) => self.apply(function, arguments),
            ExprKind::Parenthesised(inner) => return self.term(inner),
            ExprKind::Lambda(parameters, body) => self.lambda(parameters, body),
            ExprKind::Let { pattern, parameters, value, body } => {
                self.let_in(pattern, parameters, value, body)
            }
            ExprKind::Rec(name, body) => self.scoped(|this| {
                let local = this.bind(name.clone());
                TermKind::Rec(local, this.boxed(body))
            }),
            ExprKind::If(condition, yes, no) => {
                TermKind::If(self.boxed(condition), self.boxed(yes), self.boxed(no))
            }
            ExprKind::Case(scrutinee, branches) => {
                let scrutinee = self.boxed(scrutinee);
                TermKind::Case(scrutinee, branches.iter().map(|branch| self.branch(branch)).collect())
            }
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.term(left), self.term(right));
                binary(*operator, left, right)
            }
            ExprKind::Typed(term, ty) => {
                let term = self.boxed(term);
                self.warn_of_cons(ty);
                TermKind::Typed(term, self.ty(ty), ty.span)
            }
            ExprKind::Quantified { exists, bound, .. } => {
                let word = if *exists { "exists" } else { "forall" };
                let error =
                    Diagnostic::error(span, format!("`{word}` in a term that is evaluated")).labelled("here");
                self.report(error.help(match (&self.within, bound.first()) {
                    (Within::Property(property), Some(bound)) if !exists => format!(
                        "a property is about all its inputs: `property {property} {} . ..`", bound.name.text
                    ),
                    _ => "quantifiers stand in the predicates of coverage types, under `&&`, `||`, `==>` and `not` only".to_owned(),
                }));
                TermKind::Wrong
            }
            ExprKind::Missing => TermKind::Wrong,
        };
        Term { kind, span }
    }

    fn name(&mut self, name: &Arc<str>, span: Span) -> TermKind {
        if let Some(local) = self.bound.get(name).copied() {
            self.mentioned[local.index()] = true;
            return TermKind::Local(local);
        }
        match self.top_level(name, span) {
            Some(Value::Constructor(constructor)) => self.constructor(constructor, span),
            Some(Value::Global(global)) => {
                if global.index() >= self.program.globals.len() {
                    self.names.mentions.push(global);
                }
                TermKind::Global(global)
            }
            Some(Value::BuiltIn(built_in)) => {
                TermKind::BuiltIn(built_in, (0..built_in.arity()).map(|_| self.nameless(span)).collect())
            }
            None => TermKind::Wrong,
        }
    }

    /// Returns a constructor outside of brackets. It is a function if it has fields.
    fn constructor(&mut self, constructor: ConId, span: Span) -> TermKind {
        match self.fields(constructor) {
            0 => TermKind::Construct(constructor, Vec::new()),
            fields => TermKind::Constructor(constructor, (0..fields).map(|_| self.nameless(span)).collect()),
        }
    }

    fn fields(&self, constructor: ConId) -> usize {
        self.program.constructors.get(constructor.index()).map_or(0, |known| known.fields.len())
    }

    /// Returns an application. A constructor with all its fields is treated as in brackets.
    fn apply(&mut self, function: &Expr, arguments: &[Expr]) -> TermKind {
        if let ExprKind::Name(name) = &function.kind
            && !self.bound.contains_key(name)
        {
            match self.scope.value(name) {
                Lookup::One(Value::Constructor(constructor))
                    if self.fields(constructor) == arguments.len() =>
                {
                    return TermKind::Construct(constructor, self.terms(arguments));
                }
                Lookup::One(Value::BuiltIn(built_in)) if arguments.len() >= built_in.arity() => {
                    let kind = TermKind::BuiltIn(built_in, Vec::new());
                    let function = Box::new(Term { kind, span: function.span });
                    return TermKind::Apply(function, self.terms(arguments));
                }
                _ => {}
            }
        }
        self.is_called = true;
        let function = self.boxed(function);
        self.is_called = false;
        TermKind::Apply(function, self.terms(arguments))
    }

    /// Warns about `(x : xs)` where `xs` is a variable: a list is written `x :: xs`.
    fn warn_of_cons(&mut self, ty: &tree::Type) {
        let tree::TypeKind::Name(name, arguments) = &ty.kind else { return };
        let Some(local) = self.bound.get(&name.text).copied().filter(|_| arguments.is_empty()) else {
            return;
        };
        self.mentioned[local.index()] = true;
        self.report(
            Diagnostic::warning(
                ty.span,
                format!("`{}` is a type here, not the variable of that name", name.text),
            )
            .labelled("a type, after `:`")
            .help(format!("`x :: {}` is a list with `x` before the elements of `{}`", name.text, name.text)),
        );
    }

    /// Returns the constructor that a term in brackets applies, and its arguments, if the term
    /// begins with one.
    fn applied<'e>(&mut self, element: &'e Expr) -> Option<(ConId, &'e [Expr])> {
        let (head, arguments) = match &element.kind {
            ExprKind::Apply(head, arguments) => (&**head, &**arguments),
            _ => (element, &[][..]),
        };
        let ExprKind::Name(name) = &head.kind else { return None };
        if self.bound.contains_key(name) {
            return None;
        }
        match self.scope.value(name) {
            Lookup::One(Value::Constructor(constructor)) => Some((constructor, arguments)),
            _ => None,
        }
    }

    fn term_bracket(&mut self, elements: &[Expr]) -> TermKind {
        if let [element] = elements
            && let Some((constructor, arguments)) = self.applied(element)
        {
            return TermKind::Construct(constructor, self.terms(arguments));
        }
        TermKind::List(self.terms(elements))
    }

    pub(super) fn lambda(&mut self, parameters: &[tree::Pattern], body: &Expr) -> TermKind {
        self.scoped(|this| {
            let inputs = this.inputs(parameters);
            TermKind::Lambda(inputs, this.boxed(body))
        })
    }

    fn let_in(
        &mut self,
        pattern: &tree::Pattern,
        parameters: &[tree::Pattern],
        value: &Expr,
        body: &Expr,
    ) -> TermKind {
        let awaited = self.awaited.len();
        if let tree::PatternKind::Name(name) = &pattern.kind {
            self.awaited.push(name.clone());
        }
        let value = if parameters.is_empty() {
            self.boxed(value)
        } else {
            let span = pattern.span.to(value.span);
            Box::new(Term { kind: self.lambda(parameters, value), span })
        };
        self.awaited.truncate(awaited);
        self.scoped(|this| {
            let mut bound = this.pattern(pattern);
            if !parameters.is_empty() && !matches!(bound.kind, PatternKind::Bind(_) | PatternKind::Wrong) {
                this.report(
                    Diagnostic::error(pattern.span, "a function needs a name that is not a constructor")
                        .labelled("what has parameters is bound to one name"),
                );
                bound = Pattern { kind: PatternKind::Wrong, span: bound.span };
            }
            TermKind::Let(bound, value, this.boxed(body))
        })
    }

    fn branch(&mut self, branch: &tree::Branch) -> Branch {
        self.scoped(|this| {
            let pattern = this.pattern(&branch.pattern);
            let guard = branch.guard.as_ref().map(|guard| this.term(guard));
            Branch { pattern, guard, body: this.term(&branch.body) }
        })
    }

    /// Returns the predicate of a coverage type, which may contain quantifiers.
    pub(super) fn formula(&mut self, expr: &Expr) -> Term {
        let span = expr.span;
        let kind = match &expr.kind {
            ExprKind::Quantified { exists, bound, body } => self.scoped(|this| {
                let bound = bound.iter().map(|bound| this.bound(bound)).collect();
                TermKind::Quantified { exists: *exists, bound, body: Box::new(this.formula(body)) }
            }),
            ExprKind::Binary(operator @ (Operator::And | Operator::Or | Operator::Implies), left, right) => {
                let (left, right) = (self.formula(left), self.formula(right));
                binary(*operator, left, right)
            }
            ExprKind::Apply(function, arguments) => match (&function.kind, &**arguments) {
                (ExprKind::Name(name), [argument]) if self.is_not(name) => {
                    let function = self.boxed(function);
                    TermKind::Not(function, Box::new(self.formula(argument)))
                }
                _ => return self.term(expr),
            },
            _ => return self.term(expr),
        };
        Term { kind, span }
    }

    fn bound(&mut self, bound: &tree::Bound) -> Bound {
        let ty = bound.ty.as_ref().and_then(|ty| self.ty(ty));
        Bound { local: self.bind(bound.name.clone()), ty }
    }

    /// Returns whether a name refers to the prelude's `not`.
    fn is_not(&mut self, name: &Arc<str>) -> bool {
        if &**name != "not" || self.bound.contains_key(name) {
            return false;
        }
        let known = self.outer.values.get("not").copied();
        matches!(self.scope.value(name), Lookup::One(found) if Some(found) == known)
    }
}

fn binary(operator: Operator, left: Term, right: Term) -> TermKind {
    match meaning(operator) {
        Meaning::Cons => TermKind::Construct(ConId::CONS, vec![left, right]),
        Meaning::Choice => TermKind::Choice(Box::new(left), Box::new(right)),
        Meaning::Connective(connective) => TermKind::Connective(connective, Box::new(left), Box::new(right)),
        Meaning::Primitive(primitive) => TermKind::Primitive(primitive, Box::new(left), Box::new(right)),
    }
}
