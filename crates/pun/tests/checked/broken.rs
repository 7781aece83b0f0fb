//! Programs that do not parse: nothing is called unknown that a declaration with an error in it may declare.

use std::fs;
use std::path::Path;

use pun::diagnostic::{Diagnostic, Severity};
use pun::load::load_text;
use pun::source::FileId;
use pun::syntax::{self, Element, Node};

/// Where the tokens of a text stand, white space and comments not among them.
fn tokens(node: Node<'_>, out: &mut Vec<(usize, usize)>) {
    for element in node.elements() {
        match element {
            Element::Node(node) => tokens(node, out),
            Element::Leaf(leaf) if leaf.kind().is_trivia() => {}
            Element::Leaf(leaf) => out.push((leaf.span().start as usize, leaf.span().end as usize)),
        }
    }
}

fn is_about_a_name(diagnostic: &Diagnostic) -> bool {
    let message = &diagnostic.message;
    diagnostic.severity == Severity::Error
        && (message.starts_with("unknown ")
            || message.ends_with("has a type, but no definition")
            || message.contains("``"))
}

fn parses(text: &str) -> bool {
    syntax::parse(FileId(0), text).diagnostics.iter().all(|one| one.severity != Severity::Error)
}

#[test]
fn a_program_without_one_of_its_tokens_has_no_unknown_names_if_it_does_not_parse() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let (mut broken, mut wrong) = (0, Vec::new());
    for name in ["bst", "queue", "streams"] {
        let path = examples.join(name).with_extension("pun");
        let whole = fs::read_to_string(&path).expect("an example");
        let mut all = Vec::new();
        tokens(syntax::parse(FileId(0), &whole).syntax.root(), &mut all);
        for (start, end) in all {
            for put in ["", "(", "of"] {
                let text = format!("{}{put}{}", &whole[..start], &whole[end..]);
                if parses(&text) {
                    continue;
                }
                broken += 1;
                let loaded = load_text(&path.display().to_string(), &text);
                if let Some(diagnostic) = loaded.diagnostics.iter().find(|one| is_about_a_name(one)) {
                    wrong.push(format!(
                        "{name}, {} as `{put}` at {start}: {}",
                        &whole[start..end],
                        diagnostic.message
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {broken}: {:#?}", wrong.len(), &wrong[..wrong.len().min(20)]);
    assert!(broken > 2_000, "{broken}");
}
