//! Lists in brackets, and lists separated by spaces.

use super::terms::hangs;
use super::{Layout, begins_line, parts};
use crate::syntax::{Element, Node, NodeKind as N, TokenKind as T};

/// Returns whether an argument stays on the line of its function although it has several lines.
fn hangs_as_argument(part: Element<'_>) -> bool {
    matches!(part, Element::Node(node) if node.kind() == N::Paren && hangs(node) && node.text().contains('\n'))
        && !begins_line(part)
}

/// Returns whether a token is between two names of the same node. What a dot opens is a node of its
/// own.
fn is_between_names(parts: &[Element<'_>], place: usize) -> bool {
    let is_name =
        |part: Option<&Element<'_>>| matches!(part, Some(Element::Leaf(leaf)) if leaf.kind() == T::Name);
    place > 0 && is_name(parts.get(place - 1)) && is_name(parts.get(place + 1))
}

impl<'a> Layout<'a> {
    /// Prints the parts of a node in a row, filling each line.
    pub(super) fn filled(&mut self, node: Node<'a>) {
        self.fill(&parts(node));
    }

    /// Prints parts in a row, filling each line. Brackets, commas and dots that qualify a name need
    /// no space.
    pub(super) fn fill(&mut self, parts: &[Element<'a>]) {
        let mut is_tight = true;
        let mut brackets = 0;
        for (place, part) in parts.iter().enumerate() {
            let kind = match part {
                Element::Leaf(leaf) => Some(leaf.kind()),
                Element::Node(_) => None,
            };
            let closes = matches!(kind, Some(T::RightParen | T::RightBracket));
            let qualifies = kind == Some(T::Dot) && is_between_names(parts, place);
            if is_tight || closes || qualifies || kind == Some(T::Comma) {
                self.part(*part);
            } else if kind == Some(T::Dot) || hangs_as_argument(*part) {
                self.document.space();
                self.part(*part);
            } else {
                self.document.open();
                self.document.break_();
                self.part(*part);
                self.document.close();
            }
            is_tight =
                qualifies || matches!(kind, Some(T::LeftParen | T::LeftBracket | T::Backslash | T::Tilde));
            if matches!(kind, Some(T::LeftParen | T::LeftBracket)) {
                self.document.align();
                brackets += 1;
            } else if closes && brackets > 0 {
                self.document.dedent();
                brackets -= 1;
            }
        }
    }

    /// Prints `first separator second separator third`: on one line, or with each separator at the
    /// beginning of a line.
    pub(super) fn chain(&mut self, parts: &[Element<'a>], is_separator: impl Fn(T) -> bool) {
        self.document.open();
        self.links(parts, is_separator);
        self.document.close();
    }

    /// Prints such a chain as part of a group.
    pub(super) fn links(&mut self, parts: &[Element<'a>], is_separator: impl Fn(T) -> bool) {
        for (i, part) in parts.iter().enumerate() {
            match (part, parts.get(i + 1)) {
                (Element::Leaf(leaf), next) if is_separator(leaf.kind()) => {
                    // A separator at the end of a line moves to the next one.
                    self.break_before(next.copied().filter(|next| begins_line(*next)).unwrap_or(*part));
                }
                _ if i > 0 => self.document.space(),
                _ => {}
            }
            self.part(*part);
        }
    }
}
