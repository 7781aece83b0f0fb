//! One step after the other: what is to be done now, and a stack of what waits for it.

use std::rc::Rc;

use crate::core::{Binder, Branch, Connective, Expr, GlobalId, Kind, Program};
use crate::fault::{Call, Fault, FaultKind};
use crate::source::Span;
use crate::value::Value;

use super::compare::Comparison;
use super::heap::{Env, Heap, Named, Node, Ref};
use super::matching::Matching;
use super::operate::Operands;
use super::trace::Trace;
use super::{Decision, Limits};

/// What is to be done now.
pub(super) enum Now<'r> {
    /// Find the value of a term.
    Evaluate(&'r Expr, Env),
    /// Find the value of what may be delayed, for a term that stands there.
    Force(Ref, Span),
    /// Give a value to what waits for it.
    Return(Ref),
}

pub(super) type Step<'r> = Result<Now<'r>, Fault>;

/// What waits for a value.
pub(super) enum Frame<'r> {
    /// A term that needs the values of more operands.
    Operands(Operands<'r>),
    /// The right operand of a connective.
    Connective(Connective, &'r Expr, Env, Span),
    /// The body of a `let`.
    Let(&'r Binder, &'r Expr, Env),
    /// The branches of a `case`.
    Case(&'r [Branch], Env, Span),
    /// A `case` whose pattern looks at what was delayed.
    Match(Matching<'r>),
    /// A `case` whose guard is evaluated.
    Guard(Matching<'r>),
    /// A comparison that looks at what was delayed.
    Compare(Comparison),
    /// Arguments that are left over.
    Arguments(Rc<[Ref]>, Span),
    /// What was delayed and is known after this.
    Delayed(Ref),
    /// A definition without parameters, and how many choices had been made before.
    Definition(GlobalId, u64),
    /// A call.
    Call(Call),
    /// Something whose value is noted.
    Noted,
}

/// What is known of the value of a definition without parameters.
#[derive(Clone, Copy)]
pub(super) enum Definition {
    /// It is being evaluated; so many choices had been made before.
    Running(u64),
    /// Its value, for which no choice was made.
    Known(Ref),
}

/// A run.
pub(super) struct Run<'r, 'd> {
    pub(super) program: &'r Program,
    pub(super) limits: Limits,
    pub(super) heap: Heap<'r>,
    pub(super) frames: Vec<Frame<'r>>,
    pub(super) definitions: Vec<Option<Definition>>,
    pub(super) decisions: &'d mut dyn Iterator<Item = Decision>,
    pub(super) choices: u64,
    /// The calls, if they are asked for.
    pub(super) trace: Option<Trace<'r>>,
    steps: u64,
    /// Where the call stands that nothing in the program makes.
    root: Option<Span>,
}

impl<'r, 'd> Run<'r, 'd> {
    pub(super) fn new(
        program: &'r Program,
        limits: Limits,
        decisions: &'d mut dyn Iterator<Item = Decision>,
    ) -> Self {
        Self {
            program,
            limits,
            heap: Heap::default(),
            frames: Vec::new(),
            definitions: vec![None; program.globals.len()],
            decisions,
            choices: 0,
            trace: None,
            steps: 0,
            root: None,
        }
    }

    /// The value of a term, and of as much of its lazy fields as is wanted.
    pub(super) fn evaluated(&mut self, expr: &'r Expr, env: Env) -> Result<Value, Fault> {
        let value = self.run(Now::Evaluate(expr, env))?;
        self.result(value, expr.span)
    }

    /// The same for a term applied to values.
    pub(super) fn applied(&mut self, function: &'r Expr, arguments: Rc<[Ref]>) -> Result<Value, Fault> {
        self.root = Some(function.span);
        if !arguments.is_empty() {
            self.frames.push(Frame::Arguments(arguments, function.span));
        }
        self.evaluated(function, Env::EMPTY)
    }

    /// A value that may be delayed.
    pub(super) fn forced(&mut self, value: Ref, span: Span) -> Result<Ref, Fault> {
        self.run(Now::Force(value, span))
    }

    /// A fault at a place, in the calls that wait.
    pub(super) fn fault(&self, kind: FaultKind, span: Span) -> Fault {
        let calls = self.frames.iter().rev().filter_map(|frame| match frame {
            Frame::Call(call) if self.root != Some(call.span) => Some(call.clone()),
            _ => None,
        });
        Fault::new(kind, span, calls)
    }

    /// Counts a step.
    pub(super) fn step(&mut self, span: Span) -> Result<(), Fault> {
        self.steps += 1;
        if self.steps > self.limits.steps {
            return Err(self.fault(FaultKind::OutOfFuel, span));
        }
        if self.frames.len() > self.limits.depth {
            return Err(self.fault(FaultKind::TooDeep, span));
        }
        Ok(())
    }

    /// Begins to count steps once more, up to so many.
    pub(super) fn restart(&mut self, steps: u64) {
        (self.steps, self.limits.steps) = (0, steps);
    }

    /// Puts a frame on the stack.
    pub(super) fn wait(&mut self, frame: Frame<'r>, now: Now<'r>) -> Now<'r> {
        self.frames.push(frame);
        now
    }

    /// The next decision.
    pub(super) fn decide(&mut self) -> Option<Decision> {
        self.choices += 1;
        self.decisions.next()
    }

    fn run(&mut self, mut now: Now<'r>) -> Result<Ref, Fault> {
        loop {
            now = match now {
                Now::Evaluate(expr, env) => {
                    self.step(expr.span)?;
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
            Kind::Lambda(parameters, body) => {
                Now::Return(self.function(parameters, body, Named::Nothing, env))
            }
            Kind::Construct(..) | Kind::Apply(..) | Kind::Primitive(..) | Kind::Error(_) | Kind::Draw(_) => {
                return self.operands(Operands::new(expr, env));
            }
            Kind::Let(binder, value, body) => {
                if let Kind::Lambda(parameters, inner) = &value.kind {
                    let function = self.function(parameters, inner, Named::Variable(binder), env);
                    return Ok(Now::Evaluate(body, self.heap.bind(env, binder.local, function)));
                }
                self.wait(Frame::Let(binder, body, env), Now::Evaluate(value, env))
            }
            Kind::Rec(binder, value) => {
                let this = self.heap.add(Node::Running(Some(binder.name.clone())));
                let env = self.heap.bind(env, binder.local, this);
                if let Kind::Lambda(parameters, body) = &value.kind {
                    let function = self.function(parameters, body, Named::Variable(binder), env);
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
                // What was chosen once may be chosen in another way the next time.
                self.definitions[global.index()] =
                    (choices == self.choices).then_some(Definition::Known(value));
                Now::Return(value)
            }
            Frame::Call(_) => Now::Return(value),
            Frame::Noted => {
                self.note_value(value);
                Now::Return(value)
            }
        })
    }
}
