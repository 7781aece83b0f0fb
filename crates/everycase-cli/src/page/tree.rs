//! Values as trees: the source text of a value, one line for each part that is too long for a line.
//!
//! `Node(Box::new(Leaf), 3, Box::new(Node(Leaf, 4, Leaf)))` is a call with three parts. If it is
//! too long, its head `Node` gets a line, and its parts get lines below it: `Leaf, 3` and
//! `Node(Leaf, 4, Leaf)`. Neighbours without parts share a line, and a box is left out.

use everycase_check::text::value::{LONG, Part};

/// A tree of lines.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Tree {
    /// The line.
    pub(crate) line: String,
    /// What is below it.
    pub(crate) parts: Vec<Tree>,
}

/// The depth to which a value is taken apart.
const DEPTH: usize = 12;

impl Tree {
    /// Returns a value as a tree, if that is easier to read than its source.
    pub(crate) fn of(value: &str) -> Option<Self> {
        if value.chars().count() <= LONG {
            return None;
        }
        let tree = tree(&Part::of(value)?, 0);
        (!tree.parts.is_empty()).then_some(tree)
    }
}

/// Returns the source of a part without brackets that a line of its own makes superfluous.
fn bare<'t>(part: &Part<'t>) -> &'t str {
    // A bracket with commas is a list.
    let is_call = part.is_bracketed && part.separator == " ";
    if is_call { &part.text[1..part.text.len() - 1] } else { part.text }
}

fn tree(part: &Part<'_>, depth: usize) -> Tree {
    let part = part.unboxed();
    let text = bare(part);
    let is_flat = part.parts.iter().all(Part::is_atom);
    if text.chars().count() <= LONG || is_flat || depth >= DEPTH {
        return Tree { line: text.to_owned(), parts: Vec::new() };
    }
    let brackets = || text.chars().take(1).chain("..".chars()).chain(text.chars().last()).collect();
    let (line, all) = match part.constructor() {
        Some((constructor, fields)) => (constructor.to_owned(), fields),
        None => (brackets(), &part.parts[..]),
    };
    let mut parts: Vec<Tree> = Vec::new();
    for group in all.chunk_by(|one, next| one.is_atom() && next.is_atom()) {
        if group[0].is_atom() {
            let texts: Vec<&str> = group.iter().map(|part| part.text).collect();
            parts.push(Tree { line: texts.join(part.separator), parts: Vec::new() });
        } else {
            parts.extend(group.iter().map(|part| tree(part, depth + 1)));
        }
    }
    Tree { line, parts }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::Tree;

    /// Returns a tree with two spaces for each level.
    fn lines(tree: &Tree, indent: usize, out: &mut String) {
        let _ = writeln!(out, "{:indent$}{}", "", tree.line);
        for part in &tree.parts {
            lines(part, indent + 2, out);
        }
    }

    fn shown(value: &str) -> String {
        let mut out = String::new();
        if let Some(tree) = &Tree::of(value) {
            lines(tree, 0, &mut out);
        }
        out
    }

    #[test]
    fn a_value_of_pun_has_its_constructor_above_its_fields() {
        let value = "[fork [fork tip -2 0 [fork tip -1 0 tip]] 0 0 [fork tip 1 0 tip]]";
        assert_eq!(shown(value), "fork\n  fork tip -2 0 [fork tip -1 0 tip]\n  0 0\n  fork tip 1 0 tip\n");
    }

    #[test]
    fn a_value_of_rust_has_its_head_above_its_parts_and_no_box() {
        let value = "Tree::Node(Box::new(Tree::Leaf), false, Box::new(Tree::Node(Box::new(Tree::Leaf), true, Box::new(Tree::Leaf))))";
        let wanted =
            "Tree::Node\n  Tree::Leaf\n  false\n  Tree::Node\n    Tree::Leaf\n    true\n    Tree::Leaf\n";
        assert_eq!(shown(value), wanted);
        let value = "Config { name: String::from(\"a, (b\"), limits: vec![(1, 2), (3, 4), (5, 6), (7, 8), (9, 10), (11, 12)] }";
        assert_eq!(
            shown(value),
            "Config\n  name: String::from(\"a, (b\")\n  limits: vec!\n    (1, 2)\n    (3, 4)\n    (5, 6)\n    (7, 8)\n    (9, 10)\n    (11, 12)\n"
        );
    }

    #[test]
    fn a_short_value_a_flat_one_code_and_brackets_that_do_not_match_are_no_tree() {
        for value in [
            "[fork tip 0 0 tip]",
            "vec![1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]",
            "Fun::from(|x: u8| match x { 0 => vec![1, 2, 3], _ => vec![4, 5, 6, 7, 8] })",
            "[fork [fork tip -2 0 [fork tip -1 0 tip] 0 0 [fork tip 1 0 tip]]",
            "\"a long text with (brackets, that are not) closed (( and so on",
        ] {
            assert_eq!(shown(value), "", "{value}");
        }
    }
}
