//! The lossless syntax tree: every byte of the file, grouped into nodes.
//!
//! All nodes are in one array, each before its children, so a tree is dropped and walked without
//! recursion.

use crate::source::{FileId, Span};

use super::kind::{NodeKind, TokenKind};
use super::lexer::Token;

/// A stored node. It begins and ends with tokens that are not trivia, or is empty.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoredNode {
    pub(super) kind: NodeKind,
    /// Its first token, and the one after its last.
    pub(super) first: u32,
    pub(super) end: u32,
    /// The number of nodes it consists of, including itself.
    pub(super) size: u32,
    /// The number of nodes on its longest path downwards, including itself.
    pub(super) height: u32,
}

/// The syntax tree of a file.
#[derive(Clone, Debug)]
pub struct Syntax {
    file: FileId,
    text: std::sync::Arc<str>,
    tokens: Vec<Token>,
    nodes: Vec<StoredNode>,
}

impl Syntax {
    /// Returns a tree from its nodes in postorder; the root is last.
    pub(super) fn new(file: FileId, text: &str, tokens: Vec<Token>, nodes: &[StoredNode]) -> Self {
        let mut ordered = nodes.to_vec();
        let mut places = vec![0; nodes.len()];
        for (i, node) in nodes.iter().enumerate().rev() {
            let place: usize = places[i];
            ordered[place] = *node;
            let mut end = place + node.size as usize;
            let mut rest = i;
            while end > place + 1 {
                let child = rest - 1;
                let size = nodes[child].size as usize;
                end -= size;
                rest -= size;
                places[child] = end;
            }
        }
        Self { file, text: text.into(), tokens, nodes: ordered }
    }

    /// Returns the node of the whole file.
    pub fn root(&self) -> Node<'_> {
        Node { syntax: self, index: 0 }
    }

    fn start(&self, token: u32) -> u32 {
        self.tokens.get(token as usize).map_or(self.text.len() as u32, |token| token.start)
    }
}

/// A node of a syntax tree.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    syntax: &'a Syntax,
    index: u32,
}

/// A token of a syntax tree.
#[derive(Clone, Copy, Debug)]
pub struct Leaf<'a> {
    syntax: &'a Syntax,
    index: u32,
}

/// A part of a node.
#[derive(Clone, Copy, Debug)]
pub enum Element<'a> {
    /// A node.
    Node(Node<'a>),
    /// A token, possibly white space or a comment.
    Leaf(Leaf<'a>),
}

impl<'a> Element<'a> {
    /// Returns its first token, if it has one.
    pub fn first(self) -> Option<Leaf<'a>> {
        let mut element = self;
        loop {
            match element {
                Self::Leaf(leaf) => return Some(leaf),
                Self::Node(node) => element = node.elements().next()?,
            }
        }
    }
}

impl<'a> Node<'a> {
    fn stored(self) -> StoredNode {
        self.syntax.nodes[self.index as usize]
    }

    /// Returns its kind.
    pub fn kind(self) -> NodeKind {
        self.stored().kind
    }

    /// Returns its span.
    pub fn span(self) -> Span {
        let StoredNode { first, end, .. } = self.stored();
        if first < end {
            Span::new(self.syntax.file, self.syntax.start(first), self.syntax.start(end))
        } else {
            let start = self.syntax.start(first);
            Span::new(self.syntax.file, start, start)
        }
    }

    /// Returns its text.
    pub fn text(self) -> &'a str {
        let Span { start, end, .. } = self.span();
        &self.syntax.text[start as usize..end as usize]
    }

    /// Returns its nodes and tokens, including white space and comments.
    pub fn elements(self) -> impl Iterator<Item = Element<'a>> {
        let StoredNode { first, end, size, .. } = self.stored();
        let mut token = first;
        let mut child = self.index + 1;
        let last = self.index + size;
        std::iter::from_fn(move || {
            if child < last {
                let stored = self.syntax.nodes[child as usize];
                if stored.first == token {
                    let node = Node { syntax: self.syntax, index: child };
                    child += stored.size;
                    token = stored.end;
                    return Some(Element::Node(node));
                }
            }
            (token < end).then(|| {
                token += 1;
                Element::Leaf(Leaf { syntax: self.syntax, index: token - 1 })
            })
        })
    }

    /// Returns its child nodes.
    pub fn children(self) -> impl Iterator<Item = Node<'a>> {
        let mut child = self.index + 1;
        let last = self.index + self.stored().size;
        std::iter::from_fn(move || {
            (child < last).then(|| {
                let node = Node { syntax: self.syntax, index: child };
                child += node.stored().size;
                node
            })
        })
    }

    /// Returns its own tokens, without white space and comments.
    pub fn leaves(self) -> impl Iterator<Item = Leaf<'a>> {
        self.elements().filter_map(|element| match element {
            Element::Leaf(leaf) if !leaf.kind().is_trivia() => Some(leaf),
            _ => None,
        })
    }
}

impl<'a> Leaf<'a> {
    /// Returns its kind.
    pub fn kind(self) -> TokenKind {
        self.syntax.tokens[self.index as usize].kind
    }

    /// Returns its span.
    pub fn span(self) -> Span {
        Span::new(self.syntax.file, self.syntax.start(self.index), self.syntax.start(self.index + 1))
    }

    /// Returns its text.
    pub fn text(self) -> &'a str {
        let Span { start, end, .. } = self.span();
        &self.syntax.text[start as usize..end as usize]
    }

    /// Returns the token before it, possibly white space or a comment.
    pub fn previous(self) -> Option<Self> {
        let index = self.index.checked_sub(1)?;
        Some(Self { index, ..self })
    }

    /// Returns the token after it, possibly white space or a comment.
    pub fn next(self) -> Option<Self> {
        let index = self.index + 1;
        ((index as usize) < self.syntax.tokens.len()).then_some(Self { index, ..self })
    }
}
