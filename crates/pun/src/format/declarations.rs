//! Declarations.

use super::{Layout, parts};
use crate::syntax::{Element, Node, NodeKind as N, TokenKind as T};

/// The number of columns by which continuation lines are indented.
pub(super) const STEP: usize = 2;

impl<'a> Layout<'a> {
    pub(super) fn node(&mut self, node: Node<'a>) {
        match node.kind() {
            N::Data => self.data(node),
            N::Signature => self.signature(node),
            N::Definition | N::Property => self.definition(node),
            N::Generator => self.generator(node),
            N::Coverage => self.chain(&parts(node), |kind| kind == T::Arrow),
            N::Qualified => self.qualified(node),
            N::Header
            | N::Import
            | N::Constructor
            | N::Settings
            | N::Setting
            | N::Parameter
            | N::Bound
            | N::NameType => {
                self.document.indent(STEP);
                self.filled(node);
                self.document.dedent();
            }
            N::ArrowType => self.arrows(node),
            _ => self.term(node),
        }
    }

    /// Prints `data name parameters = first | second .`
    fn data(&mut self, node: Node<'a>) {
        let parts = parts(node);
        let (head, tail) = split(&parts, T::Equals);
        let (constructors, dot) = tail.split_at(tail.len().saturating_sub(1));
        self.document.indent(STEP);
        self.document.open();
        self.fill(head);
        self.links(constructors, |kind| matches!(kind, T::Equals | T::Bar));
        self.end(dot);
        self.document.close();
        self.document.dedent();
    }

    /// Prints `name : type .`
    fn signature(&mut self, node: Node<'a>) {
        let parts = parts(node);
        self.document.indent(STEP);
        for (i, part) in parts.iter().enumerate() {
            if i > 0 {
                self.document.space();
            }
            self.part(*part);
        }
        self.document.dedent();
    }

    /// Prints `name patterns = term .` or `property name parameters . term .`
    fn definition(&mut self, node: Node<'a>) {
        let parts = parts(node);
        let opening = if node.kind() == N::Definition { T::Equals } else { T::Dot };
        let (head, tail) = split(&parts, opening);
        self.document.open();
        self.document.indent(2 * STEP);
        self.fill(head);
        self.document.dedent();
        if let [opening, body, dot] = tail {
            self.document.space();
            self.part(*opening);
            self.body(*body);
            self.end(&[*dot]);
        }
        self.document.close();
    }

    /// Prints the dot at the end.
    fn end(&mut self, dot: &[Element<'a>]) {
        for part in dot {
            self.document.space();
            self.part(*part);
        }
    }

    /// Prints `generator name : type -> type .` with an optional `decreases (n) .`
    fn generator(&mut self, node: Node<'a>) {
        self.document.indent(STEP);
        self.document.open();
        let parts = parts(node);
        let decreases = matches!(parts.last(), Some(Element::Node(last)) if last.kind() == N::Decreases);
        let (coverage, decreases) = parts.split_at(parts.len() - usize::from(decreases));
        let inlined = coverage.iter().flat_map(|part| match part {
            Element::Node(node) if node.kind() == N::Coverage => self::parts(*node),
            part => vec![*part],
        });
        self.chain(&inlined.collect::<Vec<_>>(), |kind| kind == T::Arrow);
        self.document.close();
        for part in decreases {
            if let Element::Node(decreases) = part {
                self.document.line();
                self.filled(*decreases);
            }
        }
        self.document.dedent();
    }

    /// Prints `(n : type | term)`, `[v : type | term]` or a type.
    fn qualified(&mut self, node: Node<'a>) {
        let parts = parts(node);
        let [opening, inside @ .., closing] = parts.as_slice() else {
            return self.filled(node);
        };
        self.part(*opening);
        self.document.align();
        self.chain(inside, |kind| kind == T::Bar);
        self.part(*closing);
        self.document.dedent();
    }

    /// Prints `a -> b -> c`.
    fn arrows(&mut self, node: Node<'a>) {
        let mut all = Vec::new();
        let mut rest = parts(node);
        loop {
            match rest.pop() {
                Some(Element::Node(last)) if last.kind() == N::ArrowType => {
                    all.append(&mut rest);
                    rest = parts(last);
                }
                Some(last) => {
                    all.append(&mut rest);
                    all.push(last);
                    break;
                }
                None => break,
            }
        }
        self.chain(&all, |kind| kind == T::Arrow);
    }
}

/// Returns the parts before a token, and the rest.
pub(super) fn split<'p, 'a>(parts: &'p [Element<'a>], at: T) -> (&'p [Element<'a>], &'p [Element<'a>]) {
    let place = parts.iter().position(|part| matches!(part, Element::Leaf(leaf) if leaf.kind() == at));
    parts.split_at(place.unwrap_or(parts.len()))
}
