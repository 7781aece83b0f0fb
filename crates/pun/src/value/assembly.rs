//! Assembles a value from parts that are read one after the other, without recursion, so that it
//! may be nested to any depth.
//!
//! A reader asks for the [next](Assembly::next) part. It either gives the part's value, or names
//! the parts it consists of, which come next.

use std::sync::Arc;

use super::{Lambda, Value};
use crate::core::ConId;

/// The maximal nesting of functions within functions that is read. Deeper ones are
/// [`Value::Elided`].
const MOST_FUNCTIONS: usize = 4;

/// The position of a part of a value.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct At {
    /// The depth of its nesting.
    pub(crate) depth: usize,
    /// The number of functions around it.
    pub(crate) within: usize,
}

/// A value under construction, with parts of type `T`.
pub(crate) struct Assembly<T> {
    done: Vec<Value>,
    /// Tasks still to be done, the last one first.
    tasks: Vec<Task<T>>,
}

enum Task<T> {
    /// Reads a part.
    Read(T, At),
    /// Makes a constructor from the last values.
    Construct(ConId, usize),
    /// Makes a closure that captures the last values.
    Closure(Arc<Lambda>, usize),
    /// Applies a function to the last values; it is before them.
    Partial(usize),
}

impl<T> Assembly<T> {
    /// Returns an assembly of the whole value.
    pub(crate) fn new(whole: T) -> Self {
        Self { done: Vec::new(), tasks: vec![Task::Read(whole, At::default())] }
    }

    /// Returns the next part to read.
    pub(crate) fn next(&mut self) -> Option<(T, At)> {
        loop {
            let made = match self.tasks.pop()? {
                Task::Read(part, at) => return Some((part, at)),
                Task::Construct(constructor, n) => Value::Construct(constructor, self.last(n)),
                Task::Closure(lambda, n) => Value::Closure(lambda, self.last(n)),
                Task::Partial(n) => {
                    let arguments = self.last(n);
                    Value::Partial(Box::new(self.done.pop().unwrap_or(Value::Open)), arguments)
                }
            };
            self.done.push(made);
        }
    }

    /// Returns the value, when no part is left.
    pub(crate) fn finish(mut self) -> Value {
        self.done.pop().unwrap_or(Value::Open)
    }

    fn last(&mut self, count: usize) -> Vec<Value> {
        self.done.split_off(self.done.len().saturating_sub(count))
    }

    /// Gives the value of the last part.
    pub(crate) fn give(&mut self, value: Value) {
        self.done.push(value);
    }

    /// Replaces the last part by another one.
    pub(crate) fn instead(&mut self, part: T, at: At) {
        self.tasks.push(Task::Read(part, at));
    }

    /// Makes a constructor from its fields.
    pub(crate) fn construct<I>(&mut self, constructor: ConId, fields: I, at: At)
    where
        I: DoubleEndedIterator<Item = T> + ExactSizeIterator,
    {
        self.tasks.push(Task::Construct(constructor, fields.len()));
        self.below(fields, at);
    }

    /// Applies a function, which is the next part, to arguments.
    pub(crate) fn apply<I>(&mut self, arguments: I, at: At)
    where
        I: DoubleEndedIterator<Item = T> + ExactSizeIterator,
    {
        self.tasks.push(Task::Partial(arguments.len()));
        self.below(arguments, at);
    }

    /// Makes a closure. `held` returns the values of its [variables](Lambda::variables).
    pub(crate) fn function(&mut self, lambda: Arc<Lambda>, held: impl FnOnce(&Lambda) -> Vec<T>, at: At) {
        if let Some(name) = lambda.made_name() {
            return self.give(Value::Function(name.to_owned()));
        }
        if at.within == MOST_FUNCTIONS {
            return self.give(Value::Elided);
        }
        let held = held(&lambda);
        self.tasks.push(Task::Closure(lambda, held.len()));
        self.below(held.into_iter(), At { within: at.within + 1, ..at });
    }

    fn below(&mut self, parts: impl DoubleEndedIterator<Item = T>, at: At) {
        let at = At { depth: at.depth + 1, ..at };
        self.tasks.extend(parts.rev().map(|part| Task::Read(part, at)));
    }
}
