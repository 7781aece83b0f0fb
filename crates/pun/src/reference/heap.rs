//! The values and environments of a run, by index, so that none is ever dropped recursively.

use std::rc::Rc;
use std::sync::Arc;

use num_bigint::BigInt;

use crate::core::{Binder, ConId, Expr, Global, LocalId};

/// The index of a value in the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ref(usize);

/// The variables in scope: the innermost one, as an index in the heap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Env(Option<usize>);

impl Env {
    /// No variables in scope.
    pub(super) const EMPTY: Self = Self(None);
}

/// A value, or what is known of it.
#[derive(Clone, Debug)]
pub(super) enum Node<'r> {
    Integer(BigInt),
    Character(char),
    Construct(ConId, Rc<[Ref]>),
    Closure(Closure<'r>),
    /// A partial application.
    Partial(Ref, Rc<[Ref]>),
    /// Unknown.
    Open,
    /// A delayed term.
    Delayed(&'r Expr, Env),
    /// Under evaluation; with the name of a `rec`.
    Running(Option<Arc<str>>),
    /// A delayed term that has been evaluated.
    Known(Ref),
}

/// A function with its environment.
#[derive(Clone, Debug)]
pub(super) struct Closure<'r> {
    pub(super) origin: Origin<'r>,
    pub(super) parameters: &'r [Binder],
    pub(super) body: &'r Arc<Expr>,
    pub(super) env: Env,
}

/// The definition that a function is the value of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin<'r> {
    Nothing,
    /// The variable of a `let` or `rec`.
    Variable(&'r Binder),
    /// A definition, and its name in terms that stand alone, if that is another one.
    Definition(&'r Global, Option<&'r Arc<str>>),
}

impl<'r> Origin<'r> {
    pub(super) fn name(self) -> Option<&'r Arc<str>> {
        match self {
            Self::Nothing => None,
            Self::Variable(binder) => Some(&binder.name),
            Self::Definition(global, _) => Some(&global.name),
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Heap<'r> {
    nodes: Vec<Node<'r>>,
    variables: Vec<(LocalId, Ref, Env)>,
}

impl<'r> Heap<'r> {
    pub(super) fn add(&mut self, node: Node<'r>) -> Ref {
        self.nodes.push(node);
        Ref(self.nodes.len() - 1)
    }

    pub(super) fn construct(&mut self, constructor: ConId, fields: &[Ref]) -> Ref {
        self.add(Node::Construct(constructor, fields.into()))
    }

    pub(super) fn boolean(&mut self, is_true: bool) -> Ref {
        self.construct(if is_true { ConId::TRUE } else { ConId::FALSE }, &[])
    }

    /// Returns a value, following evaluated terms.
    pub(super) fn get(&self, at: Ref) -> &Node<'r> {
        self.find(at).1
    }

    /// Returns the same, with its index.
    pub(super) fn find(&self, mut at: Ref) -> (Ref, &Node<'r>) {
        while let Node::Known(value) = self.nodes[at.0] {
            at = value;
        }
        (at, &self.nodes[at.0])
    }

    pub(super) fn set(&mut self, at: Ref, node: Node<'r>) {
        self.nodes[at.0] = node;
    }

    pub(super) fn bind(&mut self, env: Env, local: LocalId, value: Ref) -> Env {
        self.variables.push((local, value, env));
        Env(Some(self.variables.len() - 1))
    }

    pub(super) fn variable(&self, mut env: Env, local: LocalId) -> Option<Ref> {
        while let Some(at) = env.0 {
            let (bound, value, outer) = self.variables[at];
            if bound == local {
                return Some(value);
            }
            env = outer;
        }
        None
    }
}
