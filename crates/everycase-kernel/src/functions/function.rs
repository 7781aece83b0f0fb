//! Functions as values: tables, or finite case trees with a result at each end (Paper II, section 3.1).
//!
//! A function over few values (at most [`TABLE`]) is a table: one result for each value. So each function has one
//! derivation. Any other is a case tree: over a list of positions it is a constant, or it looks at one of the positions
//! and goes on with those after it: at a sum with one function for each alternative, over that alternative's fields and
//! the positions after it; at a range with a default and at least one exception. Positions are looked at in order and
//! each at most once, and those passed over are gone.
//!
//! # Sizes
//!
//! The size of a table is the sum of the sizes of its results, where what all results cost
//! ([`Shape::root_cost`]) counts once: the four functions from booleans to booleans have the size of a boolean.
//!
//! The size of a case tree is the number of its case distinctions plus the sizes of its constants. Each exception of a
//! range is a case distinction whose constant is the integer; it pays all its bits.
//!
//! # One derivation for each case tree
//!
//! To ignore an argument leaves no trace: a constant is a constant however many arguments there are, and a function
//! that looks at its second argument first has one derivation. Products that cost nothing, such as tuples, are opened
//! without a case distinction. A constructor that costs something and stands alone, such as a struct's, is one that is
//! looked at only to look at one of its fields. What remains are different case trees that say the same, as a
//! distinction whose branches agree.
//!
//! # Why pun has case trees of its own
//!
//! These trees are over the positions of an argument's shape. Rust code follows them: it encodes the whole argument first. pun's
//! trees are data of the program under test, and definitions of the program follow them: the machine demands one constructor at a
//! time, calls arguments that are functions, and leaves lazy fields alone. Such arguments have no shape with positions to encode.

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

/// Functions from the values of one shape to those of another. Several arguments are a tuple.
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

/// Returns whether there are case trees among the derivations that have been counted or drawn so far, so that two of them may be
/// the same function.
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

/// A family of functions: one shape for each list of argument positions.
pub(crate) struct Functions {
    pub(crate) domain: Domain,
    result: Shape,
    name: Key,
    nothing: Shape,
    /// If functions are tables, which look at all positions.
    table: Option<Values>,
    /// Whether each function is there once: it is a table or a constant.
    is_exact: bool,
}

/// An argument position that a function may look at.
#[derive(Clone)]
pub(crate) struct Argument {
    pub(crate) field: Field,
    /// Which field to take again and again to come here from the whole argument.
    pub(crate) path: Vec<u32>,
}

/// Must a function look at an argument?
#[derive(Clone, Copy)]
enum Looks {
    Maybe,
    /// At one of this many, the next ones.
    AtOneOf(usize),
    /// At all of them.
    Always,
}

/// What there is to look at in a position.
enum View {
    /// A choice.
    Case,
    /// No choice at all: nothing, or one value.
    Nothing,
    /// No choice but in its fields.
    Fields,
}

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
    /// Returns whether an alternative of an argument has no values, so that a table has no result for it.
    fn is_dead(&self, grammar: &Grammar, alternative: &crate::grammar::Alternative) -> bool {
        self.table.as_ref().is_some_and(|values| values.is_dead(grammar, alternative))
    }

    fn wrong(&self) -> Shape {
        Shape::product([self.domain.shape().clone()])
    }

    /// Returns the positions of the whole argument, the next one last.
    pub(crate) fn arguments(&self) -> Result<Vec<Argument>, SpaceError> {
        let root = Argument { field: self.domain.root()?, path: Vec::new() };
        let mut all = Vec::new();
        self.open(vec![root], &mut all)?;
        Ok(all)
    }

    /// Pushes positions, what is free to open opened.
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
        // The next one came off first.
        onto[first..].reverse();
        Ok(())
    }

    /// Returns the positions after `argument` took its `i`-th alternative, and how many of them are new.
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

    /// Functions over positions. Without a position it is the constant itself.
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

    /// Tables over positions, at least one: a field for each alternative of the next position, or for each integer.
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

    /// Functions that look at a position and then at some of the rest.
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
fn integers(leaf: &Leaf) -> impl Iterator<Item = u128> + '_ {
    let (lo, hi) = classes(leaf).unwrap_or((1, 0));
    (lo..=hi).flat_map(move |size| (0..leaf.count(size)).filter_map(move |i| leaf.nth(size, i)))
}

/// Returns the fields of an alternative, the next one last.
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
