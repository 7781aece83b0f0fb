//! The calls of a run, on request: each with its arguments, its value and the calls within it.

use std::rc::Rc;
use std::sync::Arc;

use super::heap::Ref;
use crate::core::Expr;
use crate::value::Value;

/// A call, an operation of the term itself, or the evaluation of a definition without parameters.
#[derive(Clone, Debug)]
pub struct Called<'r> {
    /// The term.
    pub term: &'r Expr,
    /// What is called, or the definition; nothing if this is an operation.
    pub function: Option<Value>,
    /// Its arguments, as far as they are known.
    pub arguments: Vec<Value>,
    /// Its value, if there is one.
    pub value: Option<Value>,
    /// The calls within it.
    pub calls: Vec<Called<'r>>,
    /// How many more there were.
    pub more: u64,
}

/// The calls so far.
#[derive(Default)]
pub(super) struct Trace<'r> {
    pub(super) calls: Vec<Entry<'r>>,
    /// Those that have not returned, innermost last.
    pub(super) open: Vec<usize>,
    /// How many are kept within that of the term itself.
    pub(super) within: usize,
}

/// What is noted.
pub(super) enum What {
    Call(Ref),
    Definition(Arc<str>),
    Operation,
}

pub(super) struct Entry<'r> {
    pub(super) what: What,
    pub(super) term: &'r Expr,
    pub(super) arguments: Rc<[Ref]>,
    pub(super) value: Option<Ref>,
    /// The call it is in.
    pub(super) outer: Option<usize>,
    /// How many calls within it are kept, and how many are not.
    pub(super) kept: usize,
    pub(super) more: u64,
}
