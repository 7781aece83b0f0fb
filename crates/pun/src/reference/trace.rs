//! A trace of the calls of a run: each with its arguments, its value and the calls within it.

use std::rc::Rc;
use std::sync::Arc;

use super::heap::Ref;
use crate::core::Expr;
use crate::value::Value;

/// A call, an operation of the term itself, or the evaluation of a definition without parameters.
#[derive(Clone, Debug)]
pub struct Call<'r> {
    /// The term.
    pub term: &'r Expr,
    /// The function called, or the definition; `None` for an operation.
    pub function: Option<Value>,
    /// Its arguments; unknown parts are open.
    pub arguments: Vec<Value>,
    /// Its value, if it has one.
    pub value: Option<Value>,
    /// The calls within it.
    pub calls: Vec<Call<'r>>,
    /// The number of calls that are omitted.
    pub more: u64,
}

/// The calls so far.
#[derive(Default)]
pub(super) struct Trace<'r> {
    pub(super) calls: Vec<Entry<'r>>,
    /// The active calls, the innermost last.
    pub(super) open: Vec<usize>,
    /// The number of calls kept within the current call of the term itself.
    pub(super) within: usize,
}

/// What is traced.
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
    /// The enclosing call.
    pub(super) outer: Option<usize>,
    /// The numbers of calls within it that are kept, and that are omitted.
    pub(super) kept: usize,
    pub(super) more: u64,
}
