//! Conversion of values into values of a run and back.

use std::sync::Arc;

use crate::compile::free;
use crate::core::{ConId, LocalId};
use crate::fault::Fault;
use crate::source::Span;
use crate::value::assembly::{Assembly, At};
use crate::value::{Lambda, MOST_PARTS, Value};

use super::heap::{Closure, Env, Heap, Node, Origin, Ref};
use super::run::Run;

impl Heap<'_> {
    /// Converts a value to one of the run.
    pub(super) fn value(&mut self, value: &Value) -> Ref {
        enum Task<'v> {
            Put(&'v Value),
            /// Makes a constructor from the last values.
            Construct(ConId, usize),
        }
        let mut done = Vec::new();
        let mut tasks = vec![Task::Put(value)];
        while let Some(task) = tasks.pop() {
            let node = match task {
                Task::Put(Value::Integer(integer)) => Node::Integer(integer.clone()),
                Task::Put(Value::Character(character)) => Node::Character(*character),
                Task::Put(Value::Construct(constructor, fields)) => {
                    tasks.push(Task::Construct(*constructor, fields.len()));
                    tasks.extend(fields.iter().rev().map(Task::Put));
                    continue;
                }
                Task::Put(_) => Node::Open,
                Task::Construct(constructor, fields) => {
                    Node::Construct(constructor, done.split_off(done.len().saturating_sub(fields)).into())
                }
            };
            done.push(self.add(node));
        }
        done.pop().unwrap_or_else(|| self.add(Node::Open))
    }

    /// Returns the text of a list of characters, if it is known completely.
    pub(super) fn text(&self, mut list: Ref) -> Option<String> {
        let mut text = String::new();
        loop {
            match self.get(list) {
                Node::Construct(ConId::NIL, _) => return Some(text),
                Node::Construct(ConId::CONS, fields) => {
                    let [first, rest] = fields[..] else { return None };
                    let Node::Character(character) = self.get(first) else { return None };
                    text.push(*character);
                    list = rest;
                }
                _ => return None,
            }
        }
    }
}

impl Heap<'_> {
    /// Adds the parts of a function.
    fn function(&self, closure: &Closure<'_>, at: At, assembly: &mut Assembly<(Ref, bool)>) {
        if let Origin::Definition(global, qualified) = closure.origin {
            return assembly.give(Value::Function(qualified.unwrap_or(&global.name).to_string()));
        }
        let held = |lambda: &Lambda| {
            let held = lambda.variables().filter_map(|local| self.variable(closure.env, local));
            held.map(|held| (held, false)).collect()
        };
        assembly.function(Arc::new(lambda(closure)), held, at);
    }
}

impl Run<'_, '_> {
    /// Returns an environment with these variables.
    pub(super) fn bound(&mut self, variables: &[(LocalId, Value)]) -> Env {
        variables.iter().fold(Env::EMPTY, |env, (local, value)| {
            let value = self.heap.value(value);
            self.heap.bind(env, *local, value)
        })
    }

    /// Returns the result of a run.
    pub(super) fn result(&mut self, value: Ref, span: Span) -> Result<Value, Fault> {
        self.read(value, (MOST_PARTS, self.limits.forced), span)
    }

    /// Reads at most `parts` known parts of a value.
    pub(super) fn known(&mut self, value: Ref, parts: usize) -> Value {
        // No lazy field is evaluated, so the number of steps is bounded by the number of parts.
        self.restart(u64::MAX);
        self.read(value, (parts, 0), Span::NOWHERE).unwrap_or(Value::Open)
    }

    /// Reads a value, up to a number of parts, evaluating up to a number of lazy fields from left
    /// to right, none of them within functions.
    fn read(
        &mut self,
        value: Ref,
        (mut parts, mut lazy): (usize, usize),
        span: Span,
    ) -> Result<Value, Fault> {
        // Each part with whether it is a lazy field.
        let mut assembly = Assembly::new((value, false));
        while let Some(((value, is_lazy), at)) = assembly.next() {
            self.step(span)?;
            let value = if is_lazy && lazy == 0 {
                assembly.give(Value::Open);
                continue;
            } else if is_lazy {
                lazy -= 1;
                self.forced(value, span)?
            } else {
                value
            };
            if parts == 0 || at.depth >= self.limits.nested {
                assembly.give(Value::Elided);
                continue;
            }
            parts -= 1;
            match self.heap.get(value) {
                Node::Integer(integer) => assembly.give(Value::Integer(integer.clone())),
                Node::Character(character) => assembly.give(Value::Character(*character)),
                Node::Construct(constructor, fields) => {
                    let kinds = &self.program.constructors[constructor.index()].fields;
                    let fields = fields.iter().zip(kinds);
                    let fields = fields.map(|(field, kind)| (*field, kind.is_lazy && at.within == 0));
                    assembly.construct(*constructor, fields, at);
                }
                Node::Partial(function, arguments) => {
                    assembly.apply(arguments.iter().map(|argument| (*argument, false)), at);
                    assembly.instead((*function, false), At { depth: at.depth + 1, ..at });
                }
                Node::Closure(closure) => self.heap.function(closure, at, &mut assembly),
                Node::Open | Node::Delayed(..) | Node::Running(_) | Node::Known(_) => {
                    assembly.give(Value::Open);
                }
            }
        }
        Ok(assembly.finish())
    }
}

/// Returns a closure as a lambda term.
fn lambda(closure: &Closure<'_>) -> Lambda {
    let mut captured = free(closure.body);
    captured.retain(|local| closure.parameters.iter().all(|binder| binder.local != *local));
    let own = match closure.origin {
        Origin::Variable(binder) => Some((binder.local, Arc::clone(&binder.name))),
        Origin::Nothing | Origin::Definition(..) => None,
    };
    Lambda { own, captured, parameters: closure.parameters.to_vec(), body: Arc::clone(closure.body) }
}
