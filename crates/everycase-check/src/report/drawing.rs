//! A value drawn as a tree, if its constructors branch and its source is long.
//!
//! ```text
//!   Node 2
//! ┌────┴────┐
//! Leaf   Node 3
//!        ┌──┴──┐
//!       Leaf  Leaf
//! ```
//!
//! The source has no types. So a field is a branch if it has a constructor with fields, or if it is
//! a constructor without fields that stands for such a value elsewhere, as `Leaf` does. Other
//! fields are written beside the constructor.

use std::collections::HashSet;

use crate::text::value::{LONG, Part};

/// A value with fewer nodes that have fields is easy to read as it is.
const FEWEST: usize = 3;

/// The distance between two branches.
const GAP: usize = 2;

/// Returns the lines of a drawing that is not wider than `width`; `None` if the value is not a
/// tree, or short.
pub(super) fn drawn(value: &str, width: usize) -> Option<Vec<String>> {
    if value.chars().count() <= LONG {
        return None;
    }
    let value = Part::of(value)?;
    let mut nodes = Nodes::default();
    nodes.count(&value, &mut Vec::new());
    if nodes.all < FEWEST || !nodes.is_recursive {
        return None;
    }
    while nodes.add_leaves(&value) {}
    let drawing = nodes.draw(&value);
    let fits = drawing.lines.iter().all(|line| line.chars().count() <= width);
    (nodes.branches && fits).then_some(drawing.lines)
}

/// What is known of the constructors of a value.
#[derive(Default)]
struct Nodes<'t> {
    /// The number of nodes with fields.
    all: usize,
    /// Whether a constructor is within itself.
    is_recursive: bool,
    /// Whether a node has two branches.
    branches: bool,
    /// The fields that are branches, by the constructor and the place.
    fields: HashSet<(&'t str, usize)>,
    /// The constructors without fields that are branches.
    leaves: HashSet<&'t str>,
}

impl<'t> Nodes<'t> {
    fn count(&mut self, part: &Part<'t>, above: &mut Vec<&'t str>) {
        let Some((constructor, fields)) = node(part) else { return };
        self.all += 1;
        self.is_recursive |= above.contains(&constructor);
        above.push(constructor);
        for field in fields {
            self.count(field, above);
        }
        above.pop();
    }

    /// Adds the branches that follow from the known ones. Returns whether there are new ones.
    fn add_leaves(&mut self, part: &Part<'t>) -> bool {
        let Some((constructor, fields)) = node(part) else { return false };
        let mut is_new = false;
        for (place, field) in fields.iter().enumerate() {
            if self.is_branch(field) {
                is_new |= self.fields.insert((constructor, place));
            } else if let Some(leaf) = leaf(field).filter(|_| self.fields.contains(&(constructor, place))) {
                is_new |= self.leaves.insert(leaf);
            }
            is_new |= self.add_leaves(field);
        }
        is_new
    }

    fn is_branch(&self, part: &Part<'t>) -> bool {
        node(part).is_some() || leaf(part).is_some_and(|leaf| self.leaves.contains(leaf))
    }

    fn draw(&mut self, part: &Part<'t>) -> Drawing {
        let Some((constructor, fields)) = node(part) else { return Drawing::label(name(content(part).text)) };
        let (branches, beside): (Vec<_>, Vec<_>) = fields.iter().partition(|field| self.is_branch(field));
        let texts = beside.iter().map(|field| field.unboxed().text);
        let label = std::iter::once(name(constructor)).chain(texts).collect::<Vec<_>>().join(" ");
        self.branches |= branches.len() > 1;
        let branches = branches.into_iter().map(|branch| self.draw(branch)).collect();
        Drawing::label(&label).above(branches)
    }
}

/// Returns the value of a field, without its name and what it is wrapped in.
fn content<'p, 't>(part: &'p Part<'t>) -> &'p Part<'t> {
    let part = part.unboxed();
    match (&part.parts[..], unnamed(part.head)) {
        ([only], "Some" | "Box::new") => content(only),
        _ => part,
    }
}

/// Returns the constructor of a part and its fields, if it has some.
fn node<'p, 't>(part: &'p Part<'t>) -> Option<(&'t str, &'p [Part<'t>])> {
    let (constructor, fields) = content(part).constructor()?;
    let constructor = unnamed(constructor);
    // `String::from`, `vec!`, and numbers in a list.
    let is_function = constructor.ends_with('!')
        || constructor.rsplit_once("::").is_some_and(|(_, name)| name.starts_with(char::is_lowercase));
    let is_name = constructor.starts_with(char::is_alphabetic) && !constructor.contains(['"', '\'']);
    (is_name && !is_function).then_some((constructor, fields))
}

/// Returns a part that may be a constructor without fields.
fn leaf<'t>(part: &Part<'t>) -> Option<&'t str> {
    let part = content(part);
    let text = unnamed(part.text);
    (part.is_atom() && text.starts_with(char::is_alphabetic)).then_some(text)
}

/// Returns what follows the name of a field.
fn unnamed(text: &str) -> &str {
    text.split_once(": ").map_or(text, |(_, value)| value)
}

/// Returns a constructor without its path.
fn name(constructor: &str) -> &str {
    let constructor = unnamed(constructor);
    constructor.rsplit_once("::").map_or(constructor, |(_, name)| name)
}

/// Lines, and the column of the first one at which a line from above ends.
struct Drawing {
    lines: Vec<String>,
    top: usize,
}

impl Drawing {
    fn label(text: &str) -> Self {
        Self { top: (text.chars().count().max(1) - 1) / 2, lines: vec![text.to_owned()] }
    }

    /// Puts the only line of this drawing above others that are side by side.
    fn above(self, branches: Vec<Drawing>) -> Self {
        if branches.is_empty() {
            return self;
        }
        let (mut lines, mut tops): (Vec<String>, Vec<usize>) = (Vec::new(), Vec::new());
        for branch in branches {
            let used = lines.iter().map(|line| line.chars().count()).max().map_or(0, |width| width + GAP);
            tops.push(used + branch.top);
            for (row, line) in branch.lines.into_iter().enumerate() {
                if row == lines.len() {
                    lines.push(String::new());
                }
                let missing = used - lines[row].chars().count();
                lines[row].extend(std::iter::repeat_n(' ', missing));
                lines[row].push_str(&line);
            }
        }
        let (first, last) = (tops[0], tops[tops.len() - 1]);
        let top = usize::midpoint(first, last);
        let sign = |column: usize| match (column, tops.contains(&column)) {
            _ if column < first => ' ',
            _ if first == last => '│',
            (_, true) if column == top => '┼',
            (_, false) if column == top => '┴',
            _ if column == first => '┌',
            _ if column == last => '┐',
            (_, true) => '┬',
            (_, false) => '─',
        };
        let line: String = (0..=last).map(sign).collect();
        // A label that is wide moves what is below it to the right.
        let (label, below) = (top.saturating_sub(self.top), self.top.saturating_sub(top));
        let moved = |by: usize, line: &str| " ".repeat(by) + line;
        let first = moved(label, &self.lines[0]);
        let rest = std::iter::once(&line).chain(&lines).map(|line| moved(below, line));
        Self { lines: std::iter::once(first).chain(rest).collect(), top: top + below }
    }
}

#[cfg(test)]
mod tests {
    use super::drawn;

    #[track_caller]
    fn assert_drawn(value: &str, drawing: &str) {
        let lines = drawn(value, 80).unwrap_or_default();
        assert_eq!(lines.join("\n"), drawing.trim_matches('\n'), "{value}");
    }

    #[test]
    fn a_value_of_rust_is_drawn_without_paths_and_boxes() {
        assert_drawn(
            "Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf), 0, Box::new(Tree::Node(Box::new(Tree::Leaf), 3, \
             Box::new(Tree::Leaf))))), 2, Box::new(Tree::Leaf))",
            "
          Node 2
     ┌──────┴──────┐
   Node 0         Leaf
 ┌───┴────┐
Leaf    Node 3
       ┌──┴──┐
      Leaf  Leaf
",
        );
        // Options of boxes in fields with names.
        assert_drawn(
            "Node { left: Some(Box::new(Node { left: None, key: 12, right: None })), key: 2, right: \
             Some(Box::new(Node { left: None, key: 3, right: None })) }",
            "
       Node key: 2
     ┌──────┴──────┐
Node key: 12  Node key: 3
  ┌──┴──┐       ┌──┴──┐
 None  None    None  None
",
        );
        // The branches of another constructor.
        assert_drawn(
            "Expr::Add(Box::new(Expr::Mul(Box::new(Expr::Lit(1)), Box::new(Expr::Add(Box::new(Expr::Lit(2)), \
             Box::new(Expr::Var(String::from(\"x\"))))))), Box::new(Expr::Neg(Box::new(Expr::Lit(-3)))))",
            "
                       Add
         ┌──────────────┴──────────────┐
        Mul                           Neg
  ┌──────┴──────┐                      │
Lit 1          Add                   Lit -3
         ┌──────┴───────┐
       Lit 2  Var String::from(\"x\")
",
        );
    }

    #[test]
    fn a_value_of_pun_is_drawn_with_what_is_no_branch_beside_its_constructor() {
        assert_drawn(
            "[fork [fork tip -2 0 [fork tip -1 0 tip]] 0 0 [fork tip 1 0 tip]]",
            "
         fork 0 0
     ┌──────┴──────┐
 fork -2 0      fork 1 0
 ┌───┴───┐       ┌─┴──┐
tip  fork -1 0  tip  tip
       ┌─┴──┐
      tip  tip
",
        );
        assert_drawn(
            "[node black [node red empty 1 empty] 2 [node red [node black empty 3 empty] 4 empty]]",
            "
         node black 2
     ┌────────┴─────────┐
 node red 1         node red 4
  ┌──┴───┐         ┌────┴─────┐
empty  empty  node black 3  empty
                ┌──┴───┐
              empty  empty
",
        );
    }

    #[test]
    fn what_is_short_wide_or_not_a_tree_is_not_drawn() {
        let node = |left: &str, key: u32, right: &str| format!("Tree::Node({left}, {key}, {right})");
        let leaf = "Box::new(Tree::Leaf)";
        let mut wide = node(leaf, 0, leaf);
        for key in 1..6 {
            let boxed = format!("Box::new({wide})");
            wide = node(&boxed, key, &boxed);
        }
        for value in [
            "[node e 0 [node e 1 [node e 2 e]]]",
            "Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf), 0, Box::new(Tree::Leaf))), 1, Box::new(Tree::Leaf))",
            "vec![vec![1, 2, 3, 4, 5], vec![vec![6, 7, 8], vec![9, 10, 11]], vec![12, 13, 14]]",
            "Config { from: Point { x: 1, y: 2 }, to: Point { x: 3, y: 4 }, by: Point { x: 5, y: 6 } }",
            "List::Cons(1, Box::new(List::Cons(2, Box::new(List::Cons(3, Box::new(List::Nil))))))",
            "Fun::from(|x: u8| match x { 0 => Tree::Leaf, _ => Tree::Node(Box::new(Tree::Leaf), 1, Box::new(Tree::Leaf)) })",
            &wide,
        ] {
            assert_eq!(drawn(value, 80), None, "{value}");
        }
    }
}
