//! Functions as values: tables, or finite case trees with a result at each leaf (Paper II, section
//! 3.1).
//!
//! A function over at most [`TABLE`] values is a table with one result for each value, so each
//! function has one derivation. Other functions are case trees over a list of positions. A case
//! tree is a constant, or it looks at one of the positions and continues with later ones: at a sum
//! with one case tree for each alternative, over that alternative's fields and the later positions;
//! at a range with a default and at least one exception. Positions are looked at in order and at
//! most once; those passed over are gone.
//!
//! # Sizes
//!
//! The size of a table is the sum of the sizes of its results, where the cost common to all results
//! ([`Shape::root_cost`]) counts once: the four functions from booleans to booleans have the size
//! of a boolean.
//!
//! The size of a case tree is the number of its case distinctions plus the sizes of its constants.
//! Each exception of a range is a case distinction on a constant integer, whose bits it pays.
//!
//! # One derivation for each case tree
//!
//! Ignoring an argument leaves no trace: there is one constant tree for any number of arguments,
//! and a function that looks at its second argument first has one derivation. Products without
//! cost, such as tuples, are opened without a case distinction. A constructor with a cost but no
//! alternatives, such as a struct's, is inspected only together with one of its fields. Different
//! case trees can still be equal as functions, for instance a distinction with equal branches.
//!
//! # Why pun has case trees of its own
//!
//! These trees are over the positions of an argument's shape. Rust code applies them after encoding
//! the whole argument. In pun, trees are data of the program under test, and definitions of the
//! program apply them: the machine demands one constructor at a time, calls arguments that are
//! functions, and leaves lazy fields alone. Such arguments have no positions to encode.

mod decode;
mod finite;
mod tree;

pub use decode::{decode_function, encode_function};
pub use finite::TABLE;
pub use tree::{Branch, Function, Integer, Tree, integer};

use std::sync::Arc;

use self::finite::Values;
use super::domain::{Domain, Field, Stack, classes, push};
use super::trie::{self, Cost};
use crate::error::SpaceError;
use crate::grammar::Tables;
use crate::grammar::{Grammar, Kind, Leaf, NodeId};
use crate::{Alternative, Derivations, Key, Shape};

/// Returns the shape of functions from values of one shape to values of another. Several arguments
/// are a tuple.
#[inline]
pub fn function_shape(argument: &Shape, result: &Shape) -> Shape {
    struct Root;
    let (argument, result) = (argument.clone(), result.clone());
    Shape::named(Key::of::<Root>().under(&argument).under(&result), move || {
        let domain = Domain::new(&argument);
        let values = Values::of(&domain);
        let is_exact = values.is_some();
        let table = values.filter(|values| values.count() > 1);
        let is_table = table.is_some();
        let cost = if is_table { result.root_cost() } else { 0 };
        let family = Arc::new(Functions {
            domain,
            result: if is_table { result.without_root_cost() } else { result.clone() },
            name: Key::of::<Functions>().under(&argument).under(&result),
            nothing: Shape::empty(),
            table,
            is_exact,
        });
        let looks = if is_table { Looks::Always } else { Looks::Maybe };
        let all = family.arguments().map_or_else(|_| family.wrong(), |all| family.over(all, looks));
        Shape::choice([Alternative::new("function", [all]).pay(cost)]).with_payload(family)
    })
}

/// Returns whether the derivations counted or drawn so far contain case trees; different case trees
/// may be the same function.
pub fn has_case_trees(derivations: &Derivations) -> bool {
    let Ok(tables) = derivations.expanded(0) else { return false };
    let grammar = &tables.grammar;
    (0..grammar.node_count() as u32).any(|id| match &grammar.node(NodeId(id)).kind {
        Kind::Sum { payload: Some(payload), .. } => {
            payload.downcast_ref::<Arc<Functions>>().is_some_and(|family| !family.is_exact)
        }
        _ => false,
    })
}

/// A family of functions, with one shape for each list of argument positions.
pub(crate) struct Functions {
    pub(crate) domain: Domain,
    result: Shape,
    name: Key,
    nothing: Shape,
    /// The numbers of values, if functions are tables, which look at all positions.
    table: Option<Values>,
    /// Whether each function occurs once, as a table or a constant.
    is_exact: bool,
}

/// An argument position that a function may look at.
#[derive(Clone)]
pub(crate) struct Argument {
    pub(crate) field: Field,
    /// The path of field indices from the whole argument to this position.
    pub(crate) path: Vec<u32>,
}

/// Whether a function must look at an argument.
#[derive(Clone, Copy)]
enum Looks {
    Maybe,
    /// At one of the next arguments, of which there are this many.
    AtOneOf(usize),
    /// At all of them.
    Always,
}

/// What a position offers to look at.
enum View {
    /// A choice.
    Case,
    /// Nothing: no value or one value.
    Nothing,
    /// Only choices in its fields.
    Fields,
}

#[inline]
fn view(grammar: &Grammar, field: Field) -> View {
    let node = grammar.node(field.node);
    match &node.kind {
        Kind::Unexpanded => View::Nothing,
        Kind::Leaf(leaf) => match classes(leaf) {
            None => View::Nothing,
            Some((lo, hi)) if lo == hi && leaf.count(lo) == 1 => View::Nothing,
            Some(_) => View::Case,
        },
        Kind::Sum { alternatives, .. } => match &**alternatives {
            [] => View::Nothing,
            [one] if field.pay == 0 && node.cost == 0 && one.cost == 0 => View::Fields,
            _ => View::Case,
        },
    }
}

impl Functions {
    /// Returns whether an alternative of an argument has no values, so that a table has no result
    /// for it.
    #[inline]
    fn is_dead(&self, grammar: &Grammar, alternative: &crate::grammar::Alternative) -> bool {
        self.table.as_ref().is_some_and(|values| values.is_dead(grammar, alternative))
    }

    fn wrong(&self) -> Shape {
        Shape::product([self.domain.shape().clone()])
    }

    /// Returns the positions of the whole argument, the next one last.
    #[inline]
    pub(crate) fn arguments(&self) -> Result<Vec<Argument>, SpaceError> {
        let root = Argument { field: self.domain.root()?, path: Vec::new() };
        let mut all = Vec::new();
        self.open(vec![root], &mut all)?;
        Ok(all)
    }

    /// Pushes positions, after opening those that need no look.
    #[inline]
    fn open(&self, mut closed: Vec<Argument>, onto: &mut Vec<Argument>) -> Result<(), SpaceError> {
        let first = onto.len();
        while let Some(argument) = closed.pop() {
            let tables = self.domain.expanded(argument.field.node)?;
            match view(&tables.grammar, argument.field) {
                View::Nothing => {}
                View::Case => onto.push(argument),
                View::Fields => closed.extend(fields(&tables, &argument, 0)),
            }
        }
        // The next one was taken first.
        onto[first..].reverse();
        Ok(())
    }

    /// Returns the positions after `argument` took its `i`-th alternative, and how many of them are
    /// new.
    #[inline]
    pub(crate) fn branch(
        &self,
        tables: &Tables,
        argument: &Argument,
        i: usize,
        rest: &[Argument],
    ) -> Result<(Vec<Argument>, usize), SpaceError> {
        let mut stack = rest.to_vec();
        self.open(fields(tables, argument, i), &mut stack)?;
        let new = stack.len() - rest.len();
        Ok((stack, new))
    }

    /// Returns the shape of functions over positions. Without positions, it is the shape of
    /// constants.
    #[inline]
    fn over(self: &Arc<Self>, stack: Vec<Argument>, looks: Looks) -> Shape {
        let number = match looks {
            Looks::Maybe | Looks::Always if stack.is_empty() => return self.result.clone(),
            Looks::AtOneOf(0) => return self.nothing.clone(),
            // No family has both.
            Looks::Maybe | Looks::Always => 0,
            Looks::AtOneOf(n) => n as u64,
        };
        let name = stack.iter().map(|argument| argument.field.number());
        let name = name.fold(self.name.clone().with(number), Key::with);
        let family = Arc::clone(self);
        Shape::named(name, move || {
            let (constant, most) = match looks {
                Looks::Always => return family.entries(&stack).unwrap_or_else(|_| family.wrong()),
                Looks::Maybe => (&family.result, stack.len()),
                Looks::AtOneOf(n) => (&family.nothing, n),
            };
            let mut alternatives = vec![Alternative::new("constant", [constant.clone()])];
            for next in (0..stack.len()).rev().take(most) {
                match family.case(&stack[next], &stack[..next]) {
                    Ok(case) => alternatives.push(case),
                    Err(_) => return family.wrong(),
                }
            }
            Shape::choice(alternatives)
        })
    }

    /// Returns the shape of tables over at least one position: a field for each alternative of the
    /// next position, or for each integer.
    #[inline]
    fn entries(self: &Arc<Self>, stack: &[Argument]) -> Result<Shape, SpaceError> {
        let Some((argument, rest)) = stack.split_last() else { return Ok(self.result.clone()) };
        let tables = self.domain.expanded(argument.field.node)?;
        let fields = match &tables.grammar.node(argument.field.node).kind {
            Kind::Sum { alternatives, .. } => {
                let branch = |i: usize| {
                    if self.is_dead(&tables.grammar, &alternatives[i]) {
                        return Ok(Shape::unit());
                    }
                    Ok(self.over(self.branch(&tables, argument, i, rest)?.0, Looks::Always))
                };
                (0..alternatives.len()).map(branch).collect::<Result<Vec<_>, SpaceError>>()?
            }
            Kind::Leaf(leaf) => {
                let branch = |_| self.over(rest.to_vec(), Looks::Always);
                integers(leaf).map(branch).collect()
            }
            Kind::Unexpanded => Vec::new(),
        };
        Ok(Shape::choice([Alternative::new("table", fields)]))
    }

    /// Returns the alternative for functions that look at a position and then at some of the rest.
    #[inline]
    fn case(self: &Arc<Self>, argument: &Argument, rest: &[Argument]) -> Result<Alternative, SpaceError> {
        let tables = self.domain.expanded(argument.field.node)?;
        let node = tables.grammar.node(argument.field.node);
        if let Kind::Sum { alternatives, .. } = &node.kind {
            let mut branches = Vec::with_capacity(alternatives.len());
            for i in 0..alternatives.len() {
                let (stack, new) = self.branch(&tables, argument, i, rest)?;
                let looks = if alternatives.len() == 1 { Looks::AtOneOf(new) } else { Looks::Maybe };
                branches.push(self.over(stack, looks));
            }
            return Ok(Alternative::new("case", branches).pay(1));
        }
        let default = self.over(rest.to_vec(), Looks::Maybe);
        let exceptions = trie::entries(&node.shape, &default, Cost::Each);
        Ok(Alternative::new("integer", [default, exceptions]))
    }
}

/// Returns the integers of a range, by size.
#[inline]
fn integers(leaf: &Leaf) -> impl Iterator<Item = u128> + '_ {
    let (lo, hi) = classes(leaf).unwrap_or((1, 0));
    (lo..=hi).flat_map(move |size| (0..leaf.count(size)).filter_map(move |i| leaf.nth(size, i)))
}

/// Returns the fields of an alternative, the next one last.
#[inline]
fn fields(tables: &Tables, argument: &Argument, i: usize) -> Vec<Argument> {
    let Kind::Sum { alternatives, .. } = &tables.grammar.node(argument.field.node).kind else {
        return Vec::new();
    };
    let mut stack = Stack::new();
    push(&mut stack, &tables.grammar, &alternatives[i]);
    let numbers = (0..stack.len() as u32).rev();
    numbers
        .zip(stack)
        .map(|(k, field)| Argument { field, path: [&argument.path[..], &[k]].concat() })
        .collect()
}
