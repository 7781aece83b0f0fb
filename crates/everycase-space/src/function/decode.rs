//! From a derivation to its case tree and back.

use std::sync::Arc;

use super::{Argument, Branch, Function, Functions, Tree, integer};
use crate::error::{EncodeError, SpaceError};
use crate::grammar::Kind;
use crate::{At, Encoder, trie};

/// Decodes a function at a position whose shape was made by [`function_shape`](super::function_shape). `result`
/// decodes results; it may keep their positions instead.
///
/// # Panics
/// At a position of another shape.
pub fn decode_function<'d, B>(at: At<'d>, mut result: impl FnMut(At<'d>) -> B) -> Function<B> {
    let Some(family) = at.payload::<Arc<Functions>>() else {
        panic!("a function is decoded at a position of another shape");
    };
    let at = at.field(0).field(0);
    let stack = family.arguments().unwrap_or_default();
    let tree = Decoder { family, result: &mut result }.tree(at, &stack);
    match tree {
        Ok(tree) => Function { family: Arc::clone(family), tree: Arc::new(tree) },
        Err(error) => unreachable!("an argument that is wrongly recursive has no functions: {error}"),
    }
}

struct Decoder<'f, 'd, B> {
    family: &'f Functions,
    result: &'f mut dyn FnMut(At<'d>) -> B,
}

impl<'d, B> Decoder<'_, 'd, B> {
    fn tree(&mut self, at: At<'d>, stack: &[Argument]) -> Result<Tree<B>, SpaceError> {
        if stack.is_empty() {
            return Ok(Tree::Constant((self.result)(at)));
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
}

/// Encodes a function; `result` encodes results.
///
/// # Errors
/// When the function is not of this domain, or what `result` says.
pub fn encode_function<B>(
    function: &Function<B>,
    result: impl Fn(&B, &mut Encoder) -> Result<(), EncodeError>,
    to: &mut Encoder,
) -> Result<(), EncodeError> {
    let family = to.payload::<Arc<Functions>>();
    // Where nothing is expanded yet there is no payload, and this says so.
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
        to.alternative(stack.len() - next)?;
        let (argument, rest) = (&stack[next], &stack[..next]);
        let tables = self.family.domain.expanded(argument.field.node).map_err(|_| EncodeError::NotInShape)?;
        match (tree, &tables.grammar.node(argument.field.node).kind) {
            (Tree::Choice { branches, .. }, Kind::Sum { alternatives, .. })
                if branches.len() == alternatives.len() =>
            {
                for (i, branch) in branches.iter().enumerate() {
                    let (stack, _) = self
                        .family
                        .branch(&tables, argument, i, rest)
                        .map_err(|_| EncodeError::NotInShape)?;
                    self.tree(&branch.tree, &stack, to)?;
                }
                Ok(())
            }
            (Tree::Integer { exceptions, default, .. }, Kind::Leaf(leaf)) => {
                self.tree(default, rest, to)?;
                let key = |i: usize, to: &mut Encoder| {
                    let value = exceptions[i].0.value;
                    if leaf.is_wide() { to.wide(value) } else { to.bits(value as u64) }
                };
                trie::write(exceptions.len(), &key, &|i, to| self.tree(&exceptions[i].1, rest, to), to)
            }
            _ => Err(EncodeError::NotInShape),
        }
    }
}
