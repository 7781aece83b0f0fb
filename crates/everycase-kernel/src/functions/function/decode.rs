//! From derivations to case trees and back.

use std::sync::Arc;

use super::{Argument, Branch, Function, Functions, Integer, Tree, integer, integers};
use crate::error::{EncodeError, SpaceError};
use crate::functions::trie::{self, DuplicateKeys};
use crate::grammar::Kind;
use crate::{At, Encoder};

/// Decodes a function at a position whose shape was made by
/// [`function_shape`](super::function_shape). `result` decodes results, or just keeps their
/// positions.
///
/// # Panics
/// If the position is of another shape.
pub fn decode_function<'d, B>(at: At<'d>, mut result: impl FnMut(At<'d>) -> B) -> Function<B> {
    let Some(family) = at.payload::<Arc<Functions>>() else {
        panic!("a function is decoded at a position of another shape");
    };
    let at = at.field(0).field(0);
    let stack = family.arguments().unwrap_or_default();
    let tree = Decoder { family, result: &mut result, last: None }.tree(at, &stack);
    match tree {
        Ok(tree) => Function { family: Arc::clone(family), tree: Arc::new(tree) },
        Err(error) => unreachable!("an argument that is wrongly recursive has no functions: {error}"),
    }
}

struct Decoder<'f, 'd, B> {
    family: &'f Functions,
    result: &'f mut dyn FnMut(At<'d>) -> B,
    /// The last result of a table.
    last: Option<At<'d>>,
}

impl<'d, B> Decoder<'_, 'd, B> {
    fn tree(&mut self, at: At<'d>, stack: &[Argument]) -> Result<Tree<B>, SpaceError> {
        if stack.is_empty() {
            self.last = Some(at);
            return Ok(Tree::Constant((self.result)(at)));
        }
        if self.family.table.is_some() {
            return self.table(at, stack);
        }
        let Some(passed) = at.alternative().checked_sub(1) else {
            return Ok(Tree::Constant((self.result)(at.field(0))));
        };
        let next = stack.len().saturating_sub(1 + passed);
        let (argument, rest) = (&stack[next], &stack[..next]);
        let path = argument.path.clone();
        let tables = self.family.domain.expanded(argument.field.node)?;
        if let Kind::Sum { alternatives, .. } = &tables.grammar.node(argument.field.node).kind {
            let mut branches = Vec::with_capacity(alternatives.len());
            for (i, alternative) in alternatives.iter().enumerate() {
                let (stack, _) = self.family.branch(&tables, argument, i, rest)?;
                let tree = self.tree(at.field(i), &stack)?;
                branches.push(Branch { label: alternative.label, fields: alternative.arity, tree });
            }
            return Ok(Tree::Choice { path, branches });
        }
        let default = Box::new(self.tree(at.field(0), rest)?);
        let mut exceptions = Vec::new();
        trie::visit(at.field(1), &mut |key, value| {
            if let Some(integer) = integer(key, &[]) {
                exceptions.push(self.tree(value, rest).map(|tree| (integer, tree)));
            }
        });
        Ok(Tree::Integer { path, exceptions: exceptions.into_iter().collect::<Result<_, _>>()?, default })
    }

    /// Returns a table over at least one position. The last integer of a range is the default.
    fn table(&mut self, at: At<'d>, stack: &[Argument]) -> Result<Tree<B>, SpaceError> {
        let (argument, rest) = (&stack[stack.len() - 1], &stack[..stack.len() - 1]);
        let path = argument.path.clone();
        let tables = self.family.domain.expanded(argument.field.node)?;
        let node = tables.grammar.node(argument.field.node);
        if let Kind::Sum { alternatives, .. } = &node.kind {
            let mut trees = Vec::with_capacity(alternatives.len());
            for (i, alternative) in alternatives.iter().enumerate() {
                let is_dead = self.family.is_dead(&tables.grammar, alternative);
                let (stack, _) = self.family.branch(&tables, argument, i, rest)?;
                trees.push(if is_dead { None } else { Some(self.tree(at.field(i), &stack)?) });
            }
            // Any result will do where no argument leads.
            let any = self.last.unwrap_or(at);
            let branches = alternatives.iter().zip(trees).map(|(alternative, tree)| {
                let tree = tree.unwrap_or_else(|| Tree::Constant((self.result)(any)));
                Branch { label: alternative.label, fields: alternative.arity, tree }
            });
            return Ok(Tree::Choice { path, branches: branches.collect() });
        }
        let keys: Vec<Integer> = match &node.kind {
            Kind::Leaf(leaf) => integers(leaf).map(|value| Integer::of(leaf, value)).collect(),
            _ => Vec::new(),
        };
        let last = keys.len().saturating_sub(1);
        let mut exceptions = Vec::with_capacity(last);
        for (i, key) in keys.into_iter().take(last).enumerate() {
            exceptions.push((key, self.tree(at.field(i), rest)?));
        }
        let default = Box::new(self.tree(at.field(last), rest)?);
        Ok(Tree::Integer { path, exceptions, default })
    }
}

/// Encodes a function; `result` encodes results.
///
/// # Errors
/// If the function is not of this domain, or `result` fails.
pub fn encode_function<B>(
    function: &Function<B>,
    result: impl Fn(&B, &mut Encoder) -> Result<(), EncodeError>,
    to: &mut Encoder,
) -> Result<(), EncodeError> {
    let family = to.payload::<Arc<Functions>>();
    // A node that is not expanded has no payload; this reports it.
    to.alternative(0)?;
    let family = family.ok_or(EncodeError::NotInShape)?;
    to.alternative(0)?;
    let stack = family.arguments().map_err(|_| EncodeError::NotInShape)?;
    Writer { family: &family, result: &result }.tree(&function.tree, &stack, to)
}

struct Writer<'f, B> {
    family: &'f Functions,
    result: &'f dyn Fn(&B, &mut Encoder) -> Result<(), EncodeError>,
}

impl<B> Writer<'_, B> {
    fn tree(&self, tree: &Tree<B>, stack: &[Argument], to: &mut Encoder) -> Result<(), EncodeError> {
        let path = match tree {
            Tree::Constant(value) => {
                if !stack.is_empty() {
                    to.alternative(0)?;
                }
                return (self.result)(value, to);
            }
            Tree::Choice { path, .. } | Tree::Integer { path, .. } => path,
        };
        let next =
            stack.iter().rposition(|argument| argument.path == *path).ok_or(EncodeError::NotInShape)?;
        to.alternative(if self.family.table.is_some() { 0 } else { stack.len() - next })?;
        let (argument, rest) = (&stack[next], &stack[..next]);
        let tables = self.family.domain.expanded(argument.field.node).map_err(|_| EncodeError::NotInShape)?;
        match (tree, &tables.grammar.node(argument.field.node).kind) {
            (Tree::Choice { branches, .. }, Kind::Sum { alternatives, .. })
                if branches.len() == alternatives.len() =>
            {
                for (i, branch) in branches.iter().enumerate() {
                    if self.family.is_dead(&tables.grammar, &alternatives[i]) {
                        to.alternative(0)?;
                        continue;
                    }
                    let (stack, _) = self
                        .family
                        .branch(&tables, argument, i, rest)
                        .map_err(|_| EncodeError::NotInShape)?;
                    self.tree(&branch.tree, &stack, to)?;
                }
                Ok(())
            }
            (Tree::Integer { exceptions, default, .. }, Kind::Leaf(_)) if self.family.table.is_some() => {
                let trees = exceptions.iter().map(|(_, tree)| tree).chain([&**default]);
                trees.into_iter().try_for_each(|tree| self.tree(tree, rest, to))
            }
            (Tree::Integer { exceptions, default, .. }, Kind::Leaf(leaf)) => {
                self.tree(default, rest, to)?;
                let key = |i: usize, to: &mut Encoder| {
                    let value = exceptions[i].0.value;
                    if leaf.is_wide() { to.wide(value) } else { to.bits(value as u64) }
                };
                trie::write(
                    exceptions.len(),
                    &key,
                    &|i, to| self.tree(&exceptions[i].1, rest, to),
                    DuplicateKeys::Refused,
                    to,
                )
            }
            _ => Err(EncodeError::NotInShape),
        }
    }
}
