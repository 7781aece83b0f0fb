//! The evaluation loop: the current step, and a stack of continuations.

use std::rc::Rc;

use super::frame::{Definition, Frame, Matching, Now, Operands, Step};
use super::heap::{Env, Node, Origin, Ref};
use super::limits::Decision;
use super::run::Run;
use crate::core::{ConId, Connective, Expr, Kind};
use crate::fault::{Fault, FaultKind};
use crate::source::Span;
use crate::value::Value;

impl<'r> Run<'r, '_> {
    /// Returns the value of a term, with its lazy fields evaluated up to the limit.
    pub(super) fn evaluated(&mut self, expr: &'r Expr, env: Env) -> Result<Value, Fault> {
        let value = self.run(Now::Evaluate(expr, env))?;
        self.result(value, expr.span)
    }

    /// Returns the value of a function term applied to values.
    pub(super) fn applied(&mut self, function: &'r Expr, arguments: Rc<[Ref]>) -> Result<Value, Fault> {
        self.root = Some(function.span);
        if !arguments.is_empty() {
            self.frames.push(Frame::Arguments(arguments, function.span));
        }
        self.evaluated(function, Env::EMPTY)
    }

    /// Evaluates a value that may be delayed.
    pub(super) fn forced(&mut self, value: Ref, span: Span) -> Result<Ref, Fault> {
        self.run(Now::Force(value, span))
    }

    fn run(&mut self, mut now: Now<'r>) -> Result<Ref, Fault> {
        loop {
            now = match now {
                Now::Evaluate(expr, env) => {
                    self.step(expr.span)?;
                    self.note_begin(expr);
                    self.note_condition(expr);
                    self.evaluate(expr, env)?
                }
                Now::Force(value, span) => self.force(value, span)?,
                Now::Return(value) => match self.frames.pop() {
                    Some(frame) => self.resume(frame, value)?,
                    None => return Ok(value),
                },
            };
        }
    }

    fn evaluate(&mut self, expr: &'r Expr, env: Env) -> Step<'r> {
        let span = expr.span;
        Ok(match &expr.kind {
            Kind::Local(local) => Now::Return(self.variable(env, *local, span)?),
            Kind::Force(local) => Now::Force(self.variable(env, *local, span)?, span),
            Kind::Global(global) => return self.definition(*global, span),
            Kind::Integer(integer) => Now::Return(self.heap.add(Node::Integer(integer.clone()))),
            Kind::Character(character) => Now::Return(self.heap.add(Node::Character(*character))),
            Kind::Text(text) => {
                let mut list = self.heap.add(Node::Construct(ConId::NIL, [].into()));
                for character in text.chars().rev() {
                    let first = self.heap.add(Node::Character(character));
                    list = self.heap.add(Node::Construct(ConId::CONS, [first, list].into()));
                }
                Now::Return(list)
            }
            Kind::Lambda(parameters, body) => {
                Now::Return(self.function(parameters, body, Origin::Nothing, env))
            }
            Kind::Construct(..) | Kind::Apply(..) | Kind::Primitive(..) | Kind::Error(_) | Kind::Draw(_) => {
                return self.operands(Operands::new(expr, env));
            }
            Kind::Let(binder, value, body) => {
                if let Kind::Lambda(parameters, inner) = &value.kind {
                    self.note_begin(value);
                    let function = self.function(parameters, inner, Origin::Variable(binder), env);
                    return Ok(Now::Evaluate(body, self.heap.bind(env, binder.local, function)));
                }
                self.wait(Frame::Let(binder, body, env), Now::Evaluate(value, env))
            }
            Kind::Rec(binder, value) => {
                let this = self.heap.add(Node::Running(Some(binder.name.clone())));
                let env = self.heap.bind(env, binder.local, this);
                if let Kind::Lambda(parameters, body) = &value.kind {
                    self.note_begin(value);
                    let function = self.function(parameters, body, Origin::Variable(binder), env);
                    self.heap.set(this, Node::Known(function));
                    return Ok(Now::Return(function));
                }
                self.wait(Frame::Delayed(this), Now::Evaluate(value, env))
            }
            Kind::Case(value, branches) => {
                self.wait(Frame::Case(branches, env, span), Now::Evaluate(value, env))
            }
            Kind::Connective(connective, left, right) => {
                self.wait(Frame::Connective(*connective, right, env, span), Now::Evaluate(left, env))
            }
            Kind::Choice(left, right) => match self.decide() {
                Some(Decision::Right(is_right)) => Now::Evaluate(if is_right { right } else { left }, env),
                _ => return Err(self.fault(FaultKind::Undecided, span)),
            },
        })
    }

    fn resume(&mut self, frame: Frame<'r>, value: Ref) -> Step<'r> {
        Ok(match frame {
            Frame::Operands(mut operands) => {
                operands.done.push(value);
                return self.operands(operands);
            }
            Frame::Let(binder, body, env) => Now::Evaluate(body, self.heap.bind(env, binder.local, value)),
            Frame::Connective(connective, right, env, span) => {
                let left = self.boolean(value, span)?;
                match (connective, left) {
                    (Connective::And, false) | (Connective::Or, true) => Now::Return(value),
                    (Connective::Implies, false) => Now::Return(self.heap.boolean(true)),
                    _ => Now::Evaluate(right, env),
                }
            }
            Frame::Case(branches, env, span) => {
                return self.matching(Matching::new(branches, value, env, span));
            }
            Frame::Match(matching) => return self.matching(matching),
            Frame::Guard(matching) => return self.guarded(matching, value),
            Frame::Compare(comparison) => return self.compare(comparison),
            Frame::Arguments(arguments, span) => return self.apply(value, &arguments, span),
            Frame::Delayed(this) => {
                self.heap.set(this, Node::Known(value));
                Now::Return(value)
            }
            Frame::Definition(global, choices) => {
                // A definition that made choices is not kept: it may choose differently next time.
                self.definitions[global.index()] =
                    (choices == self.choices).then_some(Definition::Known(value));
                Now::Return(value)
            }
            Frame::Call(_) => Now::Return(value),
            Frame::Condition(span) => {
                self.note_outcome(span, self.boolean(value, span)?);
                Now::Return(value)
            }
            Frame::Noted => {
                self.note_value(value);
                Now::Return(value)
            }
        })
    }
}
