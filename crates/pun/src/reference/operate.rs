//! Terms with evaluated operands: constructors, calls, arithmetic and choices; and variables.

use std::sync::Arc;

use num_bigint::{BigInt, Sign};

use crate::core::{Binder, ConId, Draw, Expr, GlobalId, Item, Kind, LocalId, Primitive};
use crate::fault::{Call, Fault, FaultKind, MOST_BITS};
use crate::source::Span;

use super::frame::{Comparison, Definition, Frame, Now, Operands, Step};
use super::heap::{Closure, Env, Node, Origin, Ref};
use super::limits::Decision;
use super::run::Run;

impl<'r> Operands<'r> {
    pub(super) fn new(of: &'r Expr, env: Env) -> Self {
        let mut left: Vec<&Expr> = match &of.kind {
            Kind::Construct(_, fields) => fields.iter().collect(),
            Kind::Apply(function, arguments) => [&**function].into_iter().chain(arguments).collect(),
            Kind::Primitive(_, left, right) | Kind::Draw(Draw::Between(left, right)) => vec![left, right],
            Kind::Error(text) => vec![text],
            _ => Vec::new(),
        };
        left.reverse();
        Self { of, env, left, done: Vec::new() }
    }
}

impl<'r> Run<'r, '_> {
    /// Continues with the operands of a term, or with the term when all of them are evaluated.
    pub(super) fn operands(&mut self, mut operands: Operands<'r>) -> Step<'r> {
        while let Some(operand) = operands.left.pop() {
            let env = operands.env;
            if !self.is_lazy(operands.of, operands.done.len()) {
                return Ok(self.wait(Frame::Operands(operands), Now::Evaluate(operand, env)));
            }
            if operand.needs_no_evaluation() {
                self.note_begin(operand);
            }
            let delayed = match operand.kind {
                Kind::Local(local) | Kind::Force(local) => self.variable(env, local, operand.span)?,
                _ => self.heap.add(Node::Delayed(operand, env)),
            };
            operands.done.push(delayed);
        }
        self.operate(operands.of, &operands.done)
    }

    /// Returns whether an operand of a term is delayed.
    fn is_lazy(&self, term: &Expr, operand: usize) -> bool {
        let Kind::Construct(constructor, _) = term.kind else { return false };
        let constructor = self.program.constructors.get(constructor.index());
        constructor.and_then(|constructor| constructor.fields.get(operand)).is_some_and(|field| field.is_lazy)
    }

    fn operate(&mut self, term: &'r Expr, operands: &[Ref]) -> Step<'r> {
        let span = term.span;
        match (&term.kind, operands) {
            (Kind::Construct(constructor, _), fields) => {
                Ok(Now::Return(self.heap.construct(*constructor, fields)))
            }
            (Kind::Apply(..), [function, arguments @ ..]) => {
                self.note_call(term, *function, arguments);
                self.apply(*function, arguments, span)
            }
            (Kind::Primitive(primitive, ..), [left, right]) => {
                self.note_operation(term, operands);
                match Comparison::new(*primitive, span) {
                    Some(comparison) => self.compare(comparison.of(*left, *right)),
                    None => self.arithmetic(*primitive, *left, *right, span),
                }
            }
            (Kind::Draw(draw), bounds) => self.draw(draw, bounds, span),
            (Kind::Error(_), [text]) => Err(match self.heap.text(*text) {
                Some(text) => self.fault(FaultKind::Error(text), span),
                None => self.fault(FaultKind::Undecided, span),
            }),
            _ => Err(self.ill_typed(span)),
        }
    }

    /// Applies a function. With too few arguments the result is a partial application; surplus
    /// arguments are applied to the result.
    pub(super) fn apply(&mut self, function: Ref, arguments: &[Ref], span: Span) -> Step<'r> {
        let closure = match self.heap.get(function) {
            Node::Partial(function, first) => {
                let (function, all) = (*function, [first, arguments].concat());
                return self.apply(function, &all, span);
            }
            Node::Closure(closure) => closure.clone(),
            Node::Open => return Err(self.fault(FaultKind::Undecided, span)),
            _ => return Err(self.ill_typed(span)),
        };
        let Some((arguments, others)) = arguments.split_at_checked(closure.parameters.len()) else {
            return Ok(Now::Return(self.heap.add(Node::Partial(function, arguments.into()))));
        };
        if !others.is_empty() {
            self.frames.push(Frame::Arguments(others.into(), span));
        }
        self.call(closure.origin.name().cloned(), span);
        let env =
            closure.parameters.iter().zip(arguments).fold(closure.env, |env, (parameter, argument)| {
                self.heap.bind(env, parameter.local, *argument)
            });
        Ok(Now::Evaluate(closure.body, env))
    }

    /// Pushes the frame of a call. A tail call replaces the frame of its caller.
    fn call(&mut self, name: Option<Arc<str>>, span: Span) {
        match self.frames.last_mut() {
            Some(Frame::Call(call)) => call.name = name,
            _ => self.frames.push(Frame::Call(Call { name, span })),
        }
    }

    fn arithmetic(&mut self, primitive: Primitive, left: Ref, right: Ref, span: Span) -> Step<'r> {
        let (left, right) = (&self.number(left, span)?, &self.number(right, span)?);
        let result = match primitive {
            Primitive::Add => left + right,
            Primitive::Subtract => left - right,
            Primitive::Multiply if left.bits() + right.bits() > MOST_BITS => {
                return Err(self.fault(FaultKind::OutOfMemory, span));
            }
            Primitive::Multiply => left * right,
            _ if right.sign() == Sign::NoSign => return Err(self.fault(FaultKind::DivisionByZero, span)),
            _ => {
                let (mut quotient, mut remainder) = (left / right, left % right);
                if remainder.sign() != Sign::NoSign && remainder.sign() != right.sign() {
                    quotient -= 1;
                    remainder += right;
                }
                if primitive == Primitive::Divide { quotient } else { remainder }
            }
        };
        Ok(Now::Return(self.heap.add(Node::Integer(result))))
    }

    fn draw(&mut self, draw: &Draw, bounds: &[Ref], span: Span) -> Step<'r> {
        let bounds = match bounds {
            [low, high] => {
                let (low, high) = (self.integer(*low, span)?.clone(), self.integer(*high, span)?.clone());
                if low > high {
                    return Err(self.fault(FaultKind::EmptyRange(low, high), span));
                }
                Some((low, high))
            }
            _ => None,
        };
        let node = match (draw, self.decide(), bounds) {
            (Draw::Boolean, Some(Decision::Boolean(boolean)), _) => {
                return Ok(Now::Return(self.heap.boolean(boolean)));
            }
            (Draw::Integer, Some(Decision::Integer(integer)), _) => Node::Integer(integer),
            (Draw::Natural, Some(Decision::Integer(integer)), _) if integer.sign() != Sign::Minus => {
                Node::Integer(integer)
            }
            (Draw::Between(..), Some(Decision::Integer(integer)), Some((low, high)))
                if low <= integer && integer <= high =>
            {
                Node::Integer(integer)
            }
            _ => return Err(self.fault(FaultKind::Undecided, span)),
        };
        Ok(Now::Return(self.heap.add(node)))
    }

    pub(super) fn function(
        &mut self,
        parameters: &'r [Binder],
        body: &'r Arc<Expr>,
        origin: Origin<'r>,
        env: Env,
    ) -> Ref {
        self.heap.add(Node::Closure(Closure { origin, parameters, body, env }))
    }

    /// Returns the value of a definition. One without parameters is evaluated once, unless it makes
    /// choices.
    pub(super) fn definition(&mut self, global: GlobalId, span: Span) -> Step<'r> {
        let Some(definition) = self.program.globals.get(global.index()) else {
            return Err(self.ill_typed(span));
        };
        let known = self.definitions[global.index()];
        if let Some(Definition::Known(value)) = known {
            return Ok(Now::Return(value));
        }
        if let Kind::Lambda(parameters, body) = &definition.body.kind {
            let origin = Origin::Definition(definition, self.program.qualified.get(&Item::Global(global)));
            let function = self.function(parameters, body, origin, Env::EMPTY);
            self.definitions[global.index()] = Some(Definition::Known(function));
            return Ok(Now::Return(function));
        }
        // Without a choice since it began, it would recurse for ever.
        if let Some(Definition::Running(choices)) = known
            && choices == self.choices
        {
            return Err(self.fault(FaultKind::NeedsItself(Some(definition.name.clone())), span));
        }
        self.definitions[global.index()] = Some(Definition::Running(self.choices));
        self.note_definition(definition);
        self.frames.push(Frame::Definition(global, self.choices));
        self.call(Some(definition.name.clone()), span);
        Ok(Now::Evaluate(&definition.body, Env::EMPTY))
    }

    /// Evaluates a delayed value.
    pub(super) fn force(&mut self, value: Ref, span: Span) -> Step<'r> {
        let (at, node) = self.heap.find(value);
        match node {
            Node::Delayed(expr, env) => {
                let (expr, env) = (*expr, *env);
                self.heap.set(at, Node::Running(None));
                Ok(self.wait(Frame::Delayed(at), Now::Evaluate(expr, env)))
            }
            Node::Running(name) => Err(self.fault(FaultKind::NeedsItself(name.clone()), span)),
            _ => Ok(Now::Return(at)),
        }
    }

    pub(super) fn variable(&self, env: Env, local: LocalId, span: Span) -> Result<Ref, Fault> {
        self.heap.variable(env, local).ok_or_else(|| self.ill_typed(span))
    }

    pub(super) fn boolean(&self, value: Ref, span: Span) -> Result<bool, Fault> {
        match self.heap.get(value) {
            Node::Construct(ConId::TRUE, _) => Ok(true),
            Node::Construct(ConId::FALSE, _) => Ok(false),
            Node::Open => Err(self.fault(FaultKind::Undecided, span)),
            _ => Err(self.ill_typed(span)),
        }
    }

    /// Returns an integer or a code point: case trees subtract characters.
    fn number(&self, value: Ref, span: Span) -> Result<BigInt, Fault> {
        match self.heap.get(value) {
            Node::Character(character) => Ok(BigInt::from(u32::from(*character))),
            _ => self.integer(value, span).cloned(),
        }
    }

    fn integer(&self, value: Ref, span: Span) -> Result<&BigInt, Fault> {
        match self.heap.get(value) {
            Node::Integer(integer) => Ok(integer),
            Node::Open => Err(self.fault(FaultKind::Undecided, span)),
            _ => Err(self.ill_typed(span)),
        }
    }

    /// Returns the fault for an ill-typed term. Loaded programs are well-typed; a core built
    /// otherwise may not be.
    pub(super) fn ill_typed(&self, span: Span) -> Fault {
        self.fault(FaultKind::Error("this term is not well-typed".to_string()), span)
    }
}
