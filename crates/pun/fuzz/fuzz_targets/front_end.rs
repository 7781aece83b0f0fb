//! Whatever the bytes: the front end neither panics nor hangs, loses no byte, and places of
//! messages are inside the text.
//!
//! `docs/soundness.md` says how it is run.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pun::diagnostic;
use pun::diagnostic::Severity;
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

fuzz_target!(|bytes: &[u8]| {
    let text = &*String::from_utf8_lossy(bytes);
    let mut sources = Sources::default();
    let file = sources.add("input.pun", text);
    let parse = syntax::parse(file, text);
    assert_eq!(length(parse.syntax.root()), text.len());
    for diagnostic in &parse.diagnostics {
        for (span, _) in &diagnostic.labels {
            assert!(text.get(span.start as usize..span.end as usize).is_some(), "{span:?}");
        }
        diagnostic::render(&sources, diagnostic, false);
    }
    let _ = syntax::parse_term(file, text);
    let _ = syntax::parse_type(file, text);
    // Imports would be sought among files.
    if !text.contains("import") {
        let loaded = load_text("input.pun", text);
        let errors = loaded.diagnostics.iter().filter(|one| one.severity == Severity::Error).count();
        assert_eq!(loaded.program.is_none(), errors > 0);
        for diagnostic in &loaded.diagnostics {
            diagnostic::render(&loaded.sources, diagnostic, false);
        }
    }
});
