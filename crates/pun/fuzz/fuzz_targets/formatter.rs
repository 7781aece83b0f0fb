//! What the formatter prints has the tree of what it was given, keeps the comments, and stays as it
//! is when it is formatted.
//!
//! `docs/soundness.md` says how it is run.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pun::format::format;
use pun::source::FileId;
use pun::syntax::{self, Element, Node, TokenKind};
use pun_fuzz::{Bytes, mutated};

#[path = "../../tests/front_end/tree.rs"]
mod tree;

fn comments<'a>(node: Node<'a>, out: &mut Vec<&'a str>) {
    for element in node.elements() {
        match element {
            Element::Node(child) => comments(child, out),
            Element::Leaf(leaf) if leaf.kind() == TokenKind::Comment => out.push(leaf.text().trim_end()),
            Element::Leaf(_) => {}
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    // Bytes that are text, or else edits of an example: both ways find what the other does not.
    let text = match std::str::from_utf8(bytes) {
        Ok(text) if bytes.first().is_some_and(|byte| *byte >= b' ') => text.to_owned(),
        _ => mutated(&mut Bytes::new(bytes)),
    };
    let Ok(formatted) = format(&text) else { return };
    let (before, after) = (syntax::parse(FileId(0), &text), syntax::parse(FileId(0), &formatted));
    assert_eq!(after.diagnostics, []);
    assert_eq!(tree::module(&before.module), tree::module(&after.module));
    let (mut kept, mut printed) = (Vec::new(), Vec::new());
    comments(before.syntax.root(), &mut kept);
    comments(after.syntax.root(), &mut printed);
    assert_eq!(kept, printed);
    assert_eq!(format(&formatted).as_ref(), Ok(&formatted));
});
