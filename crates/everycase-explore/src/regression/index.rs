//! Expressions by what they have in common: a trie of their nodes, each before its parts.

use std::collections::HashMap;
use std::sync::Arc;

use super::term::Term;

/// Expressions, each with a number.
pub(super) struct Index {
    /// The root is the first one.
    nodes: Vec<Node>,
}

/// What follows some nodes of expressions.
#[derive(Default)]
struct Node {
    /// The place after a node with a head and a number of parts.
    next: HashMap<(Arc<str>, usize), usize>,
    /// The place after an open part.
    open: Option<usize>,
    /// The expressions that end here.
    ends: Vec<usize>,
}

/// What an expression in the index has to have next.
#[derive(Clone, Copy)]
enum Requirement<'t> {
    /// This, or an open part.
    Term(&'t Term),
    /// Any part.
    Any,
}

impl Index {
    /// Returns the index of expressions, numbered in their order.
    pub(super) fn new<'t>(terms: impl IntoIterator<Item = &'t Term>) -> Self {
        let mut index = Self { nodes: vec![Node::default()] };
        for (number, term) in terms.into_iter().enumerate() {
            let mut at = 0;
            let mut left = vec![term];
            while let Some(term) = left.pop() {
                at = index.after(at, term);
                left.extend(term.parts().iter().rev());
            }
            index.nodes[at].ends.push(number);
        }
        index
    }

    /// Returns the place after a node, which is added if it is new.
    fn after(&mut self, at: usize, term: &Term) -> usize {
        let new = self.nodes.len();
        let node = &mut self.nodes[at];
        let next = match term {
            Term::Node(head, parts) => *node.next.entry((Arc::clone(head), parts.len())).or_insert(new),
            Term::Open(_) | Term::Other(_) | Term::Unknown => *node.open.get_or_insert(new),
        };
        if next == new {
            self.nodes.push(Node::default());
        }
        next
    }

    /// Returns the numbers of the expressions that may have instances in common with one, in their
    /// order: all that have are among them. Time: linear in their
    /// number, and in the number of beginnings that they share with others.
    pub(super) fn near(&self, term: &Term) -> Vec<usize> {
        let mut found = Vec::new();
        self.walk(0, vec![Requirement::Term(term)], &mut found);
        found.sort_unstable();
        found
    }

    fn walk(&self, at: usize, mut wanted: Vec<Requirement<'_>>, found: &mut Vec<usize>) {
        let node = &self.nodes[at];
        let Some(next) = wanted.pop() else {
            found.extend(&node.ends);
            return;
        };
        if let Requirement::Term(Term::Node(head, parts)) = next {
            if let Some(after) = node.next.get(&(Arc::clone(head), parts.len())) {
                let mut wanted = wanted.clone();
                wanted.extend(parts.iter().rev().map(Requirement::Term));
                self.walk(*after, wanted, found);
            }
        } else {
            for ((_, parts), after) in &node.next {
                let mut wanted = wanted.clone();
                wanted.extend(std::iter::repeat_n(Requirement::Any, *parts));
                self.walk(*after, wanted, found);
            }
        }
        if let Some(after) = node.open {
            self.walk(after, wanted, found);
        }
    }
}
