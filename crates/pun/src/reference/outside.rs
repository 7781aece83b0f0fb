//! Values into a run and out of it.

use crate::core::{ConId, LocalId, Program};
use crate::fault::{Fault, FaultKind};
use crate::source::Span;
use crate::value::Value;

use super::evaluate::Run;
use super::heap::{Env, Heap, Node, Ref};

/// What is left to do to put a value together, the last first.
enum Task<T> {
    /// The value of this, so deeply nested.
    Value(T, usize),
    /// The same for a lazy field.
    Lazy(T, usize),
    /// A constructor around the values made last.
    Construct(ConId, usize),
}

impl Heap<'_> {
    /// Puts a value in.
    pub(super) fn value(&mut self, value: &Value) -> Ref {
        let mut done = Vec::new();
        let mut tasks = vec![Task::Value(value, 0)];
        while let Some(task) = tasks.pop() {
            let node = match task {
                Task::Value(Value::Integer(integer), _) => Node::Integer(integer.clone()),
                Task::Value(Value::Character(character), _) => Node::Character(*character),
                Task::Value(Value::Construct(constructor, fields), depth) => {
                    tasks.push(Task::Construct(*constructor, fields.len()));
                    tasks.extend(fields.iter().rev().map(|field| Task::Value(field, depth + 1)));
                    continue;
                }
                Task::Value(Value::Function(_) | Value::Open, _) | Task::Lazy(..) => Node::Open,
                Task::Construct(constructor, fields) => {
                    Node::Construct(constructor, last(&mut done, fields).into())
                }
            };
            done.push(self.add(node));
        }
        done.pop().unwrap_or_else(|| self.add(Node::Open))
    }

    /// The text of a list of characters, if it is one and all of it is known.
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

    /// The name of a function, or its source text.
    fn function(&self, program: &Program, mut function: Ref) -> String {
        while let Node::Partial(whole, _) = self.get(function) {
            function = *whole;
        }
        let Node::Closure(closure) = self.get(function) else { return String::new() };
        if let Some(name) = &closure.name {
            return name.to_string();
        }
        let names: Vec<_> = closure.parameters.iter().map(|binder| &*binder.name).collect();
        format!("\\{} -> {}", names.join(" "), program.sources.text(closure.body.span))
    }
}

impl Run<'_, '_> {
    /// Variables with these values.
    pub(super) fn bound(&mut self, variables: &[(LocalId, Value)]) -> Env {
        variables.iter().fold(Env::EMPTY, |env, (local, value)| {
            let value = self.heap.value(value);
            self.heap.bind(env, *local, value)
        })
    }

    /// The result of a run.
    pub(super) fn result(&mut self, value: Ref, span: Span) -> Result<Value, Fault> {
        self.read(value, self.limits.forced, span)
    }

    /// A value as far as it is known, or nothing of it if that is too much.
    pub(super) fn known(&mut self, value: Ref, span: Span) -> Value {
        self.read(value, 0, span).unwrap_or(Value::Open)
    }

    /// Reads a value. So many lazy fields are evaluated, from left to right.
    fn read(&mut self, value: Ref, mut lazy: usize, span: Span) -> Result<Value, Fault> {
        let mut done = Vec::new();
        let mut tasks = vec![Task::Value(value, 0)];
        while let Some(task) = tasks.pop() {
            self.step(span)?;
            let (value, depth) = match task {
                Task::Value(value, depth) => (value, depth),
                Task::Lazy(value, depth) if lazy > 0 => {
                    lazy -= 1;
                    (self.forced(value, span)?, depth)
                }
                Task::Lazy(..) => {
                    done.push(Value::Open);
                    continue;
                }
                Task::Construct(constructor, fields) => {
                    let fields = last(&mut done, fields);
                    done.push(Value::Construct(constructor, fields));
                    continue;
                }
            };
            if depth > self.limits.nested {
                return Err(self.fault(FaultKind::TooDeep, span));
            }
            done.push(match self.heap.get(value) {
                Node::Integer(integer) => Value::Integer(integer.clone()),
                Node::Character(character) => Value::Character(*character),
                Node::Construct(constructor, fields) => {
                    tasks.push(Task::Construct(*constructor, fields.len()));
                    let kinds = &self.program.constructors[constructor.index()].fields;
                    tasks.extend(fields.iter().zip(kinds).rev().map(|(field, kind)| {
                        if kind.is_lazy {
                            Task::Lazy(*field, depth + 1)
                        } else {
                            Task::Value(*field, depth + 1)
                        }
                    }));
                    continue;
                }
                Node::Closure(_) | Node::Partial(..) => {
                    Value::Function(self.heap.function(self.program, value))
                }
                Node::Open | Node::Delayed(..) | Node::Running(_) | Node::Known(_) => Value::Open,
            });
        }
        Ok(done.pop().unwrap_or(Value::Open))
    }
}

fn last<T>(done: &mut Vec<T>, count: usize) -> Vec<T> {
    done.split_off(done.len().saturating_sub(count))
}
