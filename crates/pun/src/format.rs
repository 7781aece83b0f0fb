//! The canonical layout of programs: what `everycase fmt` prints.
//!
//! Tokens and comments stay in place; only the white space between them changes. Two parts of the
//! existing layout are kept: an empty line between declarations, branches and comments; and a line
//! break before a body, a branch, `then`, `else` or `in`, an operator, a constructor, or the arrow
//! of a function's type.
//!
//! [`print`] prints syntax trees, which have no tokens, on one line.

mod declarations;
mod document;
mod lists;
pub(crate) mod print;
mod terms;

use crate::diagnostic::Diagnostic;
use crate::source::FileId;
use crate::syntax::{self, Element, Leaf, Node, TokenKind};
use crate::tree::Expr;

use document::Document;

/// Returns a program in its canonical layout.
///
/// # Errors
///
/// If the syntax is wrong; the diagnostics are about file 0.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let parse = syntax::parse(FileId(0), text);
    if parse.diagnostics.is_empty() { Ok(layout(parse.syntax.root())) } else { Err(parse.diagnostics) }
}

/// Returns a term on one line, with as few brackets as possible.
pub fn one_line(term: Expr) -> String {
    print::term(term)
}

fn layout(file: Node<'_>) -> String {
    let mut layout = Layout { document: Document::default(), is_led: false };
    for part in parts(file) {
        layout.document.line();
        layout.lead(part);
        layout.part(part);
    }
    layout.document.print()
}

/// A file's layout under construction.
struct Layout<'a> {
    document: Document<'a>,
    /// Whether the comments before the next token are printed already.
    is_led: bool,
}

/// Returns the parts of a node, without white space and comments.
fn parts(node: Node<'_>) -> Vec<Element<'_>> {
    node.elements()
        .filter(|element| !matches!(element, Element::Leaf(leaf) if leaf.kind().is_trivia()))
        .collect()
}

impl<'a> Layout<'a> {
    fn part(&mut self, part: Element<'a>) {
        match part {
            Element::Node(node) => self.node(node),
            Element::Leaf(leaf) => self.leaf(leaf),
        }
    }

    /// Adds a token with the comments before it, and with the one after it on the same line.
    fn leaf(&mut self, leaf: Leaf<'a>) {
        if !std::mem::take(&mut self.is_led) {
            self.comments(Trivia::before(leaf).comments);
        }
        if leaf.kind() == TokenKind::End {
            return;
        }
        self.document.text(leaf.text());
        if let Some(comment) = comment_behind(leaf) {
            self.document.comment_behind(comment);
        }
    }

    /// Adds the comments and the empty line before a part that begins a line. They belong to no
    /// group and break none.
    fn lead(&mut self, part: Element<'a>) {
        if let Some(leaf) = part.first() {
            let Trivia { comments, ends_blank } = Trivia::before(leaf);
            self.comments(comments);
            self.document.line();
            if ends_blank && leaf.kind() != TokenKind::End {
                self.document.blank();
            }
            self.is_led = true;
        }
    }

    fn comments(&mut self, comments: Vec<(&'a str, bool)>) {
        for (comment, has_blank) in comments {
            if has_blank {
                self.document.blank();
            }
            self.document.comment_alone(comment);
        }
    }
}

/// The comments between two tokens, without one on the line of the first token.
struct Trivia<'a> {
    /// Each comment, and whether an empty line precedes it.
    comments: Vec<(&'a str, bool)>,
    /// Whether an empty line precedes the second token.
    ends_blank: bool,
}

impl<'a> Trivia<'a> {
    fn before(leaf: Leaf<'a>) -> Self {
        let mut trivia: Vec<Leaf> = Vec::new();
        let mut first = leaf.previous();
        while let Some(before) = first.filter(|before| before.kind().is_trivia()) {
            trivia.push(before);
            first = before.previous();
        }
        // At the beginning of a file, every comment is on a line of its own.
        let mut newlines = usize::from(first.is_none());
        let mut comments = Vec::new();
        for leaf in trivia.into_iter().rev() {
            if leaf.kind() == TokenKind::Comment {
                if newlines > 0 {
                    comments.push((leaf.text().trim_end(), newlines > 1));
                }
                newlines = 0;
            } else {
                newlines += leaf.text().matches('\n').count();
            }
        }
        Self { comments, ends_blank: newlines > 1 }
    }
}

/// Returns whether a part begins a line.
fn begins_line(part: Element<'_>) -> bool {
    part.first().and_then(Leaf::previous).is_some_and(|before| before.text().contains('\n'))
}

/// Returns the comment after a token on the same line.
fn comment_behind(leaf: Leaf<'_>) -> Option<&str> {
    let mut next = leaf.next()?;
    while next.kind() == TokenKind::Space && !next.text().contains('\n') {
        next = next.next()?;
    }
    (next.kind() == TokenKind::Comment).then(|| next.text().trim_end())
}
