//! A-normal form: every operand is an evaluated value, and every computed value has a name and a
//! type.
//!
//! `f (g x) (h y)` becomes `let a = g x in let b = h y in f a b`. Operands are variables,
//! constants, functions, and constructors of operands. Computations are the values of `let`s,
//! branches, right operands of connectives, lazy fields and bodies of functions. The order of
//! evaluation, the errors and the calls are the same as in the program. Proofs about programs use
//! this form. The compiler does not: a register machine needs no names for operands, and some of
//! its optimizations (nested connectives, constructors that are only matched) need the nested form.

use std::sync::Arc;

use crate::core::{Binder, Branch, Draw, Expr, GlobalId, Kind, LocalId, Program, Property};
use crate::resolve::WRONG;
use crate::typing::Typing;

/// Brings all definitions and properties of a program into A-normal form. Ill-typed definitions,
/// which may be generated for inputs, and predicates of coverage types stay unchanged.
pub fn normal(program: &Program) -> Program {
    let mut normal = program.clone();
    for (global, number) in normal.globals.iter_mut().zip(0..) {
        let own = &program.globals[GlobalId(number).index()];
        if let Some(typing) = Typing::of_definition(program, GlobalId(number)) {
            let mut pass = Pass { program, typing, locals: own.locals };
            (global.body, global.locals) = (pass.term(&own.body), pass.locals);
        }
    }
    for (property, own) in normal.properties.iter_mut().zip(&program.properties) {
        if let Some(typing) = Typing::of_property(program, own) {
            let mut pass = Pass { program, typing, locals: own.locals };
            pass.property(property, own);
        }
    }
    normal
}

struct Pass<'p> {
    program: &'p Program,
    typing: Typing<'p>,
    /// The number of local variables.
    locals: u32,
}

/// Values computed before a term, in order.
type Bindings = Vec<(Binder, Expr)>;

impl<'p> Pass<'p> {
    fn property(&mut self, property: &mut Property, own: &'p Property) {
        for (parameter, own) in property.parameters.iter_mut().zip(&own.parameters) {
            parameter.from = own.from.as_ref().map(|from| self.term(from));
        }
        (property.body, property.locals) = (self.term(&own.body), self.locals);
    }

    /// Returns a term in normal form, with the values it needs bound around it.
    fn term(&mut self, term: &'p Expr) -> Expr {
        let mut computed = Vec::new();
        let last = self.computation(term, &mut computed);
        computed.into_iter().rev().fold(last, |body, (binder, value)| {
            let span = body.span;
            Expr { kind: Kind::Let(binder, Box::new(value), Box::new(body)), span }
        })
    }

    fn boxed(&mut self, term: &'p Expr) -> Box<Expr> {
        Box::new(self.term(term))
    }

    /// Returns the last computation of a term; adds earlier ones to `before`.
    fn computation(&mut self, term: &'p Expr, before: &mut Bindings) -> Expr {
        let kind = match &term.kind {
            Kind::Local(_)
            | Kind::Force(_)
            | Kind::Global(_)
            | Kind::Integer(_)
            | Kind::Character(_)
            | Kind::Text(_)
            | Kind::Draw(Draw::Integer | Draw::Natural | Draw::Boolean) => term.kind.clone(),
            Kind::Construct(constructor, fields) => {
                let declared = &self.program.constructors[constructor.index()].fields;
                let fields = fields.iter().zip(declared);
                let fields =
                    fields.map(
                        |(field, declared)| {
                            if declared.is_lazy { self.term(field) } else { self.operand(field, before) }
                        },
                    );
                Kind::Construct(*constructor, fields.collect())
            }
            Kind::Lambda(binders, body) => Kind::Lambda(binders.clone(), Arc::new(self.term(body))),
            Kind::Apply(callee, arguments) => {
                let callee = Box::new(self.operand(callee, before));
                Kind::Apply(callee, arguments.iter().map(|argument| self.operand(argument, before)).collect())
            }
            Kind::Let(binder, value, body) => {
                let value = self.computation(value, before);
                before.push((binder.clone(), value));
                return self.computation(body, before);
            }
            Kind::Rec(binder, body) => Kind::Rec(binder.clone(), self.boxed(body)),
            Kind::Case(scrutinee, branches) => {
                let scrutinee = Box::new(self.operand(scrutinee, before));
                let branches = branches.iter().map(|branch| Branch {
                    pattern: branch.pattern.clone(),
                    guard: branch.guard.as_ref().map(|guard| self.term(guard)),
                    body: self.term(&branch.body),
                });
                Kind::Case(scrutinee, branches.collect())
            }
            Kind::Connective(connective, a, b) => {
                let a = Box::new(self.operand(a, before));
                Kind::Connective(*connective, a, self.boxed(b))
            }
            Kind::Primitive(primitive, a, b) => {
                let [a, b] = [a, b].map(|operand| Box::new(self.operand(operand, before)));
                Kind::Primitive(*primitive, a, b)
            }
            Kind::Error(text) => Kind::Error(Box::new(self.operand(text, before))),
            Kind::Choice(a, b) => Kind::Choice(self.boxed(a), self.boxed(b)),
            Kind::Draw(Draw::Between(low, high)) => {
                let [low, high] = [low, high].map(|operand| Box::new(self.operand(operand, before)));
                Kind::Draw(Draw::Between(low, high))
            }
        };
        Expr { kind, span: term.span }
    }

    /// Returns a term as an operand: a value, or a variable for a computation added to `before`.
    fn operand(&mut self, term: &'p Expr, before: &mut Bindings) -> Expr {
        if self.is_value(term) {
            return self.computation(term, before);
        }
        let value = self.computation(term, before);
        let ty = self.typing.ty(term).cloned().unwrap_or(WRONG);
        let local = LocalId(self.locals);
        self.locals += 1;
        before.push((Binder { local, name: "_".into(), ty, span: term.span }, value));
        Expr { kind: Kind::Local(local), span: term.span }
    }

    /// Returns whether a term is a value once its operands are.
    fn is_value(&self, term: &Expr) -> bool {
        match &term.kind {
            Kind::Local(_)
            | Kind::Integer(_)
            | Kind::Character(_)
            | Kind::Text(_)
            | Kind::Lambda(..)
            | Kind::Construct(..) => true,
            Kind::Global(global) => {
                matches!(self.program.globals[global.index()].body.kind, Kind::Lambda(..))
            }
            _ => false,
        }
    }
}
