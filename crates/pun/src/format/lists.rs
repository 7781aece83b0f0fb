//! What stands in brackets, and what is separated by spaces.

use super::{Layout, parts};
use crate::syntax::{Element, Node, TokenKind as T};

impl<'a> Layout<'a> {
    /// Parts in a row, as many on a line as fit.
    pub(super) fn filled(&mut self, node: Node<'a>) {
        self.fill(&parts(node));
    }

    /// Parts in a row, as many on a line as fit; no space where brackets and commas need none.
    pub(super) fn fill(&mut self, parts: &[Element<'a>]) {
        let mut is_tight = true;
        let mut brackets = 0;
        for part in parts {
            let kind = match part {
                Element::Leaf(leaf) => Some(leaf.kind()),
                Element::Node(_) => None,
            };
            let closes = matches!(kind, Some(T::RightParen | T::RightBracket));
            if is_tight || closes || kind == Some(T::Comma) {
                self.part(*part);
            } else if kind == Some(T::Dot) {
                self.document.space();
                self.part(*part);
            } else {
                self.document.open();
                self.document.break_();
                self.part(*part);
                self.document.close();
            }
            is_tight = matches!(kind, Some(T::LeftParen | T::LeftBracket | T::Backslash | T::Tilde));
            if matches!(kind, Some(T::LeftParen | T::LeftBracket)) {
                self.document.align();
                brackets += 1;
            } else if closes && brackets > 0 {
                self.document.dedent();
                brackets -= 1;
            }
        }
    }

    /// `first separator second separator third`: on one line, or each separator at the beginning of a line.
    pub(super) fn chain(&mut self, parts: &[Element<'a>], is_separator: impl Fn(T) -> bool) {
        self.document.open();
        for (i, part) in parts.iter().enumerate() {
            let separates = matches!(part, Element::Leaf(leaf) if is_separator(leaf.kind()));
            if separates {
                self.document.break_();
            } else if i > 0 {
                self.document.space();
            }
            self.part(*part);
        }
        self.document.close();
    }
}
