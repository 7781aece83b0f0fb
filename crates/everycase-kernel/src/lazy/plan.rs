//! The options of each node, the smallest first.

use std::sync::Arc;

use super::slot::Slot;
use crate::grammar::Tables;
use crate::grammar::{Kind, Leaf, NodeId};

/// The options of every node looked at so far, for one expansion of the grammar.
#[derive(Default)]
pub(crate) struct Plan {
    nodes: Vec<Node>,
    options: Vec<Choice>,
    /// The slots of the options' fields, all open.
    fields: Vec<Slot>,
    /// Copies of leaves, by node. Threads that counted the users of the same leaf would wait for
    /// each other.
    leaves: Vec<Option<Arc<Leaf>>>,
    /// Whether an alternative was left out because the expanded part of the grammar contains no
    /// derivation of it.
    pub(crate) is_partial: bool,
}

#[derive(Clone, Default)]
pub(crate) enum Node {
    #[default]
    Unknown,
    /// The `len` options from `start` on, in ascending order of `extra`.
    Sum {
        start: u32,
        len: u32,
    },
    Leaf,
}

/// An alternative of a sum.
#[derive(Clone, Copy)]
pub(crate) struct Choice {
    /// The size of its smallest derivation minus the size of the node's smallest derivation.
    pub(crate) extra: u32,
    /// Its cost without the sizes of its fields.
    pub(crate) cost: u32,
    pub(crate) alternative: u32,
    fields: u32,
    arity: u32,
}

impl Plan {
    pub(crate) const fn new() -> Self {
        Self {
            nodes: Vec::new(),
            options: Vec::new(),
            fields: Vec::new(),
            leaves: Vec::new(),
            is_partial: false,
        }
    }

    /// Removes everything, for another grammar.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.options.clear();
        self.fields.clear();
        self.leaves.clear();
        self.is_partial = false;
    }

    /// Returns a copy of the leaf of a node, the same at each look.
    #[inline]
    pub(crate) fn leaf(&mut self, id: u32, leaf: &Leaf) -> Arc<Leaf> {
        let row = id as usize;
        if self.leaves.len() <= row {
            self.leaves.resize_with(row + 1, || None);
        }
        Arc::clone(self.leaves[row].get_or_insert_with(|| Arc::new(leaf.clone())))
    }

    /// Returns the `i`-th of the options that begin at `start`.
    #[inline]
    pub(crate) fn option(&self, start: u32, i: u32) -> Choice {
        self.options[(start + i) as usize]
    }

    /// Returns the open slots of an option's fields.
    #[inline]
    pub(crate) fn fields(&self, option: Choice) -> &[Slot] {
        &self.fields[option.fields as usize..(option.fields + option.arity) as usize]
    }

    /// Returns the start and the number of a sum's options, if they are known.
    #[inline]
    pub(crate) fn sum(&self, id: u32) -> Option<(u32, u32)> {
        match self.nodes.get(id as usize) {
            Some(&Node::Sum { start, len }) => Some((start, len)),
            _ => None,
        }
    }

    /// Returns the options of a node; computes them at the first look.
    #[inline]
    pub(crate) fn node(&mut self, tables: &Tables, id: u32) -> &Node {
        if !matches!(self.nodes.get(id as usize), Some(Node::Sum { .. } | Node::Leaf)) {
            self.find(tables, id);
        }
        &self.nodes[id as usize]
    }

    #[cold]
    fn find(&mut self, tables: &Tables, id: u32) {
        let grammar = &tables.grammar;
        let node = grammar.node(NodeId(id));
        let found = match &node.kind {
            Kind::Unexpanded => {
                self.is_partial = true;
                Node::Sum { start: 0, len: 0 }
            }
            Kind::Leaf(_) => Node::Leaf,
            Kind::Sum { alternatives, .. } => {
                let start = self.options.len();
                for (number, alternative) in (0..).zip(&**alternatives) {
                    let Some(least) = tables.smallest().alternative(grammar, alternative) else {
                        self.is_partial = true;
                        continue;
                    };
                    let fields: Vec<_> = grammar.fields(alternative.fields).collect();
                    let paid: u32 = fields.iter().map(|(pay, _)| pay).sum();
                    self.options.push(Choice {
                        extra: least,
                        cost: node.cost + alternative.cost + paid,
                        alternative: number,
                        fields: self.fields.len() as u32,
                        arity: fields.len() as u32,
                    });
                    self.fields.extend(fields.iter().map(|(_, field)| Slot::open(field.0)));
                }
                let options = &mut self.options[start..];
                options.sort_by_key(|option| option.extra);
                let least = options.first().map_or(0, |option| option.extra);
                for option in options.iter_mut() {
                    option.extra -= least;
                }
                Node::Sum { start: start as u32, len: options.len() as u32 }
            }
        };
        let row = id as usize;
        if self.nodes.len() <= row {
            self.nodes.resize_with(row + 1, Node::default);
        }
        self.nodes[row] = found;
    }
}
