//! Whatever the text, the front end neither panics nor hangs, loses no byte, and formats to something that stays as it is.
//!
//! From `crates/pun`: `cargo +nightly fuzz run front_end fuzz/corpus/front_end tests/syntax`

#![no_main]

use libfuzzer_sys::fuzz_target;
use pun::diagnostic;
use pun::format::format;
use pun::load::load_text;
use pun::source::Sources;
use pun::syntax::{self, Element, Node};

fn length(node: Node<'_>) -> usize {
    node.elements()
        .map(|element| match element {
            Element::Node(child) => length(child),
            Element::Leaf(leaf) => leaf.text().len(),
        })
        .sum()
}

fuzz_target!(|text: &str| {
    let mut sources = Sources::default();
    let file = sources.add("input.pun", text);
    let parse = syntax::parse(file, text);
    assert_eq!(length(parse.syntax.root()), text.len());
    for diagnostic in &parse.diagnostics {
        diagnostic::render(&sources, diagnostic, false);
    }
    // Imports would be sought among files.
    if !text.contains("import") {
        let loaded = load_text("input.pun", text);
        for diagnostic in &loaded.diagnostics {
            diagnostic::render(&loaded.sources, diagnostic, false);
        }
    }
    if let Ok(formatted) = format(text) {
        assert_eq!(format(&formatted), Ok(formatted));
    }
});
