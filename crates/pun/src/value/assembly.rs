//! Puts a value together from parts that are read one after the other: Rust's stack does not limit how deeply it is nested.
//!
//! A reader asks for the [next](Assembly::next) part. Either it gives the part's value, or it says what the part is made of, and
//! is asked for these parts before all others.

use std::sync::Arc;

use super::{Lambda, Value};
use crate::core::ConId;

/// How deeply functions are read that are held by other functions. What is below is [`Value::Elided`].
const MOST_FUNCTIONS: usize = 4;

/// Where a part of a value is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct At {
    /// How deeply it is nested.
    pub(crate) depth: usize,
    /// How many functions it is held by.
    pub(crate) within: usize,
}

/// A value that is put together from parts of this type.
pub(crate) struct Assembly<T> {
    done: Vec<Value>,
    /// What is left to do, the last first.
    tasks: Vec<Task<T>>,
}

enum Task<T> {
    /// The value of this.
    Read(T, At),
    /// A constructor around the values made last.
    Construct(ConId, usize),
    /// A function that holds the values made last.
    Closure(Arc<Lambda>, usize),
    /// A function, the value made before the last ones, with these as its arguments.
    Partial(usize),
}

impl<T> Assembly<T> {
    /// Begins with the whole value.
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

    /// Returns the value once there is no further part.
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

    /// Reads another part in place of the last one.
    pub(crate) fn instead(&mut self, part: T, at: At) {
        self.tasks.push(Task::Read(part, at));
    }

    /// Makes a constructor of its fields.
    pub(crate) fn construct<I>(&mut self, constructor: ConId, fields: I, at: At)
    where
        I: DoubleEndedIterator<Item = T> + ExactSizeIterator,
    {
        self.tasks.push(Task::Construct(constructor, fields.len()));
        self.below(fields, at);
    }

    /// Applies a function, which comes next, to arguments.
    pub(crate) fn apply<I>(&mut self, arguments: I, at: At)
    where
        I: DoubleEndedIterator<Item = T> + ExactSizeIterator,
    {
        self.tasks.push(Task::Partial(arguments.len()));
        self.below(arguments, at);
    }

    /// Makes a function of the program. `held` gives the values of its [variables](Lambda::variables).
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
