//! Values as trees: the source text of a value, one line for each part that is too long for a line.
//!
//! `Node(Box::new(Leaf), 3, Box::new(Node(Leaf, 4, Leaf)))` is a call with three parts. If it is
//! too long, its head `Node` gets a line, and its parts get lines below it: `Leaf, 3` and
//! `Node(Leaf, 4, Leaf)`. Neighbours without parts share a line, and a box is left out.

/// A tree of lines.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Tree {
    /// The line.
    pub(crate) line: String,
    /// What is below it.
    pub(crate) parts: Vec<Tree>,
}

/// The number of characters from which a value is taken apart.
const LONG: usize = 40;

/// The depth to which a value is taken apart, and to which it is read.
const DEPTH: usize = 12;
const MOST_DEPTH: usize = 100;

/// What only functions and operations have: they are shown as they are.
const CODE: [&str; 6] = ["|", "=>", ";", "\\", "->", "+"];

/// A part of a value.
#[derive(Debug)]
struct Part<'t> {
    /// Its source.
    text: &'t str,
    /// What stands before its parts: `Node`, `key:`, or nothing.
    head: &'t str,
    parts: Vec<Part<'t>>,
    /// What separates them.
    separator: &'static str,
    /// Whether it is `[..]` around them and nothing else.
    is_bracketed: bool,
}

impl Tree {
    /// Returns a value as a tree, if that is easier to read than its source.
    pub(crate) fn of(value: &str) -> Option<Self> {
        if value.chars().count() <= LONG {
            return None;
        }
        let part = part(value.trim(), 0)?;
        let tree = part.tree(0);
        (!tree.parts.is_empty()).then_some(tree)
    }
}

impl<'t> Part<'t> {
    /// Returns a part without parts, unless it is code.
    fn atom(text: &'t str) -> Option<Self> {
        let is_literal = text.contains(['"', '\'']) || text.parse::<f64>().is_ok();
        let is_code = !is_literal && CODE.iter().any(|sign| text.contains(sign));
        (!is_code).then_some(Part { text, head: "", parts: Vec::new(), separator: "", is_bracketed: false })
    }

    fn is_atom(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns its source without brackets that a line of its own makes superfluous.
    fn bare(&self) -> &str {
        // A bracket with commas is a list.
        let is_call = self.is_bracketed && self.separator == " ";
        if is_call { &self.text[1..self.text.len() - 1] } else { self.text }
    }

    fn tree(&self, depth: usize) -> Tree {
        if let [only] = &self.parts[..]
            && self.head == "Box::new"
        {
            return only.tree(depth);
        }
        let text = self.bare();
        let is_flat = self.parts.iter().all(Part::is_atom);
        if text.chars().count() <= LONG || is_flat || depth >= DEPTH {
            return Tree { line: text.to_owned(), parts: Vec::new() };
        }
        let mut all = &self.parts[..];
        let mut line = self.head.to_owned();
        // In pun the head of a list in brackets is its constructor.
        if let ([first, rest @ ..], " ", "") = (all, self.separator, self.head)
            && first.is_atom()
        {
            first.text.clone_into(&mut line);
            all = rest;
        }
        if line.is_empty() {
            line = self.text.chars().take(1).chain("..".chars()).chain(self.text.chars().last()).collect();
        }
        let mut parts: Vec<Tree> = Vec::new();
        for group in all.chunk_by(|one, next| one.is_atom() && next.is_atom()) {
            if group[0].is_atom() {
                let texts: Vec<&str> = group.iter().map(|part| part.text).collect();
                parts.push(Tree { line: texts.join(self.separator), parts: Vec::new() });
            } else {
                parts.extend(group.iter().map(|part| part.tree(depth + 1)));
            }
        }
        Tree { line, parts }
    }
}

/// Reads a part. Returns `None` if brackets do not match, or for code.
fn part(text: &str, depth: usize) -> Option<Part<'_>> {
    if depth > MOST_DEPTH {
        return None;
    }
    let commas = split(text, |c| c == ',')?;
    let blanks = split(text, char::is_whitespace)?;
    let (head, inner) = match bracketed(text) {
        // `[a b]` and `Node(a, b)`, but not `f (a) (b)`.
        Some(place) if commas.len() == 1 && text[place + 1..].len() > 1 => {
            (text[..place].trim(), &text[place + 1..text.len() - 1])
        }
        _ if commas.len() > 1 || blanks.len() > 1 => ("", text),
        _ => return Part::atom(text),
    };
    if CODE.iter().any(|sign| head.contains(sign)) {
        return None;
    }
    let commas = split(inner, |c| c == ',')?;
    let (texts, separator) = if commas.len() > 1 || !head.is_empty() {
        (commas, ", ")
    } else {
        (split(inner, char::is_whitespace)?, " ")
    };
    // `key: value` within braces is one part, and so is `a b` within a call.
    let one = |text| {
        let is_atom = separator == ", " && bracketed(text).is_none();
        if is_atom { Part::atom(text) } else { part(text, depth + 1) }
    };
    let parts: Option<Vec<_>> = texts.into_iter().map(one).collect();
    let is_bracketed = head.is_empty() && inner.len() < text.len() && text.starts_with('[');
    Some(Part { text, head, parts: parts?, separator, is_bracketed })
}

/// Returns where the only group in brackets of a text begins, if it ends with one.
fn bracketed(text: &str) -> Option<usize> {
    let mut start = None;
    let mut groups = 0;
    scan(text, |at, c, depth| {
        if depth == 1 && "([{".contains(c) {
            groups += 1;
            start = Some(at);
        }
    })?;
    start.filter(|start| {
        let head = text[..*start].trim_end();
        // `Node`, `key:`, `key: Node`.
        let name = head.split_once(": ").map_or(head, |(_, name)| name);
        groups == 1 && text.ends_with([')', ']', '}']) && !name.contains(' ')
    })
}

/// Splits a text outside of brackets and literals. Empty parts are left out.
fn split(text: &str, is_separator: impl Fn(char) -> bool) -> Option<Vec<&str>> {
    let (mut parts, mut from) = (Vec::new(), 0);
    scan(text, |at, c, depth| {
        if depth == 0 && is_separator(c) {
            parts.push(text[from..at].trim());
            from = at + c.len_utf8();
        }
    })?;
    parts.push(text[from..].trim());
    parts.retain(|part| !part.is_empty());
    Some(parts)
}

/// Calls `each` with each character outside of literals, its place, and how many brackets are open
/// with it. Returns `None` if brackets do not match or a literal does not end.
fn scan(text: &str, mut each: impl FnMut(usize, char, usize)) -> Option<()> {
    let mut open = Vec::new();
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        match c {
            '"' | '\'' => loop {
                match characters.next()?.1 {
                    '\\' => _ = characters.next()?,
                    end if end == c => break,
                    _ => {}
                }
            },
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' if open.pop() != Some(c) => return None,
            _ => {}
        }
        each(at, c, open.len());
    }
    open.is_empty().then_some(())
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
