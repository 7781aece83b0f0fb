//! Values into a run and out of it.

use std::sync::Arc;

use crate::compile::free;
use crate::core::{ConId, LocalId};
use crate::fault::Fault;
use crate::source::{FileId, Span};
use crate::value::{Lambda, MOST_FUNCTIONS, MOST_PARTS, Value};

use super::heap::{Closure, Env, Heap, Named, Node, Ref};
use super::run::Run;

/// A place for what has none.
const NOWHERE: Span = Span { file: FileId(0), start: 0, end: 0 };

/// What is left to do to put a value together, the last first.
enum Task<T> {
    /// The value of this.
    Value(T, At),
    /// The same for a lazy field.
    Lazy(T, At),
    /// A constructor around the values made last.
    Construct(ConId, usize),
    /// A function that holds the values made last.
    Closure(Arc<Lambda>, usize),
    /// A function, the value made before the last ones, with these as its arguments.
    Partial(usize),
}

/// Where a part of a value is.
#[derive(Clone, Copy, Default)]
struct At {
    /// How deeply it is nested.
    depth: usize,
    /// How many functions it is held by.
    within: usize,
}

impl Heap<'_> {
    /// Puts a value in.
    pub(super) fn value(&mut self, value: &Value) -> Ref {
        let mut done = Vec::new();
        let mut tasks = vec![Task::Value(value, At::default())];
        while let Some(task) = tasks.pop() {
            let node = match task {
                Task::Value(Value::Integer(integer), _) => Node::Integer(integer.clone()),
                Task::Value(Value::Character(character), _) => Node::Character(*character),
                Task::Value(Value::Construct(constructor, fields), at) => {
                    tasks.push(Task::Construct(*constructor, fields.len()));
                    tasks.extend(fields.iter().rev().map(|field| Task::Value(field, at)));
                    continue;
                }
                Task::Value(..) | Task::Lazy(..) | Task::Closure(..) | Task::Partial(_) => Node::Open,
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
}

impl Heap<'_> {
    /// Returns a function that holds no other values; otherwise adds what is to be done to put it together.
    fn function(&self, closure: &Closure<'_>, at: At, tasks: &mut Vec<Task<Ref>>) -> Option<Value> {
        if let Named::Definition(global) = closure.named {
            return Some(Value::Function(global.name.to_string()));
        }
        let lambda = lambda(closure);
        if let Some(name) = lambda.made_name() {
            return Some(Value::Function(name.to_owned()));
        }
        if at.within == MOST_FUNCTIONS {
            return Some(Value::Elided);
        }
        let held: Vec<Ref> =
            lambda.variables().filter_map(|local| self.variable(closure.env, local)).collect();
        tasks.push(Task::Closure(Arc::new(lambda), held.len()));
        let at = At { depth: at.depth + 1, within: at.within + 1 };
        tasks.extend(held.into_iter().rev().map(|held| Task::Value(held, at)));
        None
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
        self.read(value, (MOST_PARTS, self.limits.forced), span)
    }

    /// Reads so many parts of a value, as far as it is known.
    pub(super) fn known(&mut self, value: Ref, parts: usize) -> Value {
        // No lazy field is evaluated, so this takes a few steps for each part.
        self.restart(u64::MAX);
        self.read(value, (parts, 0), NOWHERE).unwrap_or(Value::Open)
    }

    /// Reads so many parts of a value; so many lazy fields are evaluated, from left to right, none of those that functions hold.
    fn read(
        &mut self,
        value: Ref,
        (mut parts, mut lazy): (usize, usize),
        span: Span,
    ) -> Result<Value, Fault> {
        let mut done = Vec::new();
        let mut tasks = vec![Task::Value(value, At::default())];
        while let Some(task) = tasks.pop() {
            self.step(span)?;
            let (value, at) = match task {
                Task::Value(value, at) => (value, at),
                Task::Lazy(value, at) if lazy > 0 => {
                    lazy -= 1;
                    (self.forced(value, span)?, at)
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
                Task::Closure(lambda, held) => {
                    let held = last(&mut done, held);
                    done.push(Value::Closure(lambda, held));
                    continue;
                }
                Task::Partial(arguments) => {
                    let arguments = last(&mut done, arguments);
                    let function = done.pop().unwrap_or(Value::Open);
                    done.push(Value::Partial(Box::new(function), arguments));
                    continue;
                }
            };
            if parts == 0 || at.depth >= self.limits.nested {
                done.push(Value::Elided);
                continue;
            }
            parts -= 1;
            done.push(match self.heap.get(value) {
                Node::Integer(integer) => Value::Integer(integer.clone()),
                Node::Character(character) => Value::Character(*character),
                Node::Construct(constructor, fields) => {
                    tasks.push(Task::Construct(*constructor, fields.len()));
                    let kinds = &self.program.constructors[constructor.index()].fields;
                    tasks.extend(fields.iter().zip(kinds).rev().map(|(field, kind)| {
                        let at = At { depth: at.depth + 1, ..at };
                        if kind.is_lazy && at.within == 0 {
                            Task::Lazy(*field, at)
                        } else {
                            Task::Value(*field, at)
                        }
                    }));
                    continue;
                }
                Node::Partial(function, arguments) => {
                    tasks.push(Task::Partial(arguments.len()));
                    let at = At { depth: at.depth + 1, ..at };
                    tasks.extend(arguments.iter().rev().map(|argument| Task::Value(*argument, at)));
                    tasks.push(Task::Value(*function, at));
                    continue;
                }
                Node::Closure(closure) => match self.heap.function(closure, at, &mut tasks) {
                    Some(value) => value,
                    None => continue,
                },
                Node::Open | Node::Delayed(..) | Node::Running(_) | Node::Known(_) => Value::Open,
            });
        }
        Ok(done.pop().unwrap_or(Value::Open))
    }
}

/// A function as a term.
fn lambda(closure: &Closure<'_>) -> Lambda {
    let mut captured = free(closure.body);
    captured.retain(|local| closure.parameters.iter().all(|binder| binder.local != *local));
    let own = match closure.named {
        Named::Variable(binder) => Some((binder.local, Arc::clone(&binder.name))),
        Named::Nothing | Named::Definition(_) => None,
    };
    Lambda { own, captured, parameters: closure.parameters.to_vec(), body: Arc::clone(closure.body) }
}

fn last<T>(done: &mut Vec<T>, count: usize) -> Vec<T> {
    done.split_off(done.len().saturating_sub(count))
}
