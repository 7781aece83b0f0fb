//! Terms, and patterns and types in brackets.

use super::declarations::{STEP, split};
use super::{Layout, begins_line, parts};
use crate::syntax::{Element, Node, NodeKind as N, TokenKind as T};

/// Returns the precedence of an infix operator. Operators of the same precedence make one chain.
fn tightness(node: Node<'_>) -> Option<u32> {
    if node.kind() != N::Binary {
        return None;
    }
    node.leaves().find_map(|leaf| Some(crate::syntax::fixity(leaf.kind())?.tightness))
}

/// Returns whether a term as a body begins on the line of its opener, whatever its length.
pub(super) fn hangs(node: Node<'_>) -> bool {
    match node.kind() {
        N::Case | N::Lambda | N::Rec => true,
        N::Paren => node.children().next().is_some_and(hangs),
        _ => false,
    }
}

impl<'a> Layout<'a> {
    pub(super) fn term(&mut self, node: Node<'a>) {
        match node.kind() {
            N::Apply | N::ApplyPattern | N::ConsPattern => {
                self.document.indent(STEP);
                self.filled(node);
                self.document.dedent();
            }
            N::Binary => self.operators(node),
            N::Lambda | N::Rec | N::Quantified => self.binder(node),
            N::Let => self.binding(node),
            N::If => self.conditional(node),
            N::Case => self.distinction(node),
            N::Branch => self.branch(node),
            _ => self.filled(node),
        }
    }

    /// Prints a body: on the same line, or indented on the next ones.
    pub(super) fn body(&mut self, part: Element<'a>) {
        match part {
            Element::Node(node) if hangs(node) && !begins_line(part) => {
                self.document.space();
                self.node(node);
            }
            _ => {
                self.document.indent(STEP);
                self.break_before(part);
                self.part(part);
                self.document.dedent();
            }
        }
    }

    /// Adds a break, or a line break if there was one.
    pub(super) fn break_before(&mut self, part: Element<'a>) {
        if begins_line(part) {
            self.document.line();
        } else {
            self.document.break_();
        }
    }

    /// Adds a space, or a line break if there was one.
    fn space_before(&mut self, part: Element<'a>) {
        if begins_line(part) {
            self.document.line();
        } else {
            self.document.space();
        }
    }

    /// Prints a body in a group of its own.
    fn body_group(&mut self, part: Element<'a>) {
        self.document.open();
        self.body(part);
        self.document.close();
    }

    /// Prints `a + b - c`. If it does not fit on a line, each operator begins one.
    fn operators(&mut self, node: Node<'a>) {
        let mut all = Vec::new();
        operands(node, tightness(node), &mut all);
        self.document.align();
        self.chain(&all, |kind| crate::syntax::fixity(kind).is_some());
        self.document.dedent();
    }

    /// Prints `\x y -> t`, `rec f . t`, `exists x . t`.
    fn binder(&mut self, node: Node<'a>) {
        let parts = parts(node);
        let Some((body, head)) = parts.split_last() else { return };
        self.fill(head);
        self.body_group(*body);
    }

    /// Prints `let x = a in b`.
    fn binding(&mut self, node: Node<'a>) {
        let parts = parts(node);
        let (head, tail) = split(&parts, T::Equals);
        let [equals, value, in_, body] = tail else { return self.filled(node) };
        self.document.align();
        self.document.open();
        self.fill(head);
        self.document.space();
        self.part(*equals);
        if begins_line(*in_) {
            self.body_group(*value);
            self.document.line();
            self.part(*in_);
            self.space_before(*body);
        } else {
            self.document.open();
            self.body(*value);
            self.document.break_();
            self.part(*in_);
            self.document.close();
            self.break_before(*body);
        }
        self.part(*body);
        self.document.close();
        self.document.dedent();
    }

    /// Prints `if a then b else if c then d else e`: on one line, or with each `else` on its own.
    fn conditional(&mut self, node: Node<'a>) {
        self.document.align();
        self.document.open();
        let mut rest = parts(node);
        while let [if_, condition, then, first, else_, second] = rest.as_slice() {
            self.part(*if_);
            self.document.space();
            self.part(*condition);
            self.space_before(*then);
            self.part(*then);
            self.body_group(*first);
            self.break_before(*else_);
            self.part(*else_);
            match second {
                Element::Node(next) if next.kind() == N::If => {
                    self.document.space();
                    rest = parts(*next);
                }
                _ => {
                    self.body_group(*second);
                    break;
                }
            }
        }
        self.document.close();
        self.document.dedent();
    }

    /// Prints `case a of ; p -> b ; q -> c`: on one line, or with each branch on its own.
    fn distinction(&mut self, node: Node<'a>) {
        self.document.open();
        self.document.indent(STEP);
        for (i, part) in parts(node).into_iter().enumerate() {
            let is_branch = matches!(part, Element::Node(child) if child.kind() == N::Branch);
            if is_branch && begins_line(part) {
                self.document.line();
                self.lead(part);
            } else if is_branch {
                self.document.break_();
            } else if i > 0 {
                self.document.space();
            }
            self.part(part);
        }
        self.document.dedent();
        self.document.close();
    }

    /// Prints `; p | guard -> t`.
    fn branch(&mut self, node: Node<'a>) {
        let parts = parts(node);
        let Some((body, head)) = parts.split_last() else { return };
        self.document.open();
        self.document.indent(STEP);
        self.fill(head);
        match body {
            Element::Node(node) if hangs(*node) && !begins_line(*body) => self.document.space(),
            _ => self.break_before(*body),
        }
        self.part(*body);
        self.document.dedent();
        self.document.close();
    }
}

/// Collects the operands of operators of the same precedence, and the operators between them.
fn operands<'a>(node: Node<'a>, tightness_: Option<u32>, all: &mut Vec<Element<'a>>) {
    for part in parts(node) {
        match part {
            Element::Node(operand) if tightness(operand) == tightness_ => operands(operand, tightness_, all),
            _ => all.push(part),
        }
    }
}
