//! The first difference between two trees. It is what failures are told apart by, so it should say
//! the same wherever in a tree the same thing goes wrong.

use std::fmt::Debug;

/// What became of the first node that differs, such as `Expr::Field becomes Expr::Lit`; or, if the nodes are alike,
/// the innermost field that differs, such as `Pat::Struct.qself`.
pub(super) fn place(expected: &impl Debug, found: &impl Debug) -> String {
    let expected = format!("{expected:#?}");
    let found = format!("{found:#?}");
    let mut owners: Vec<(usize, &str)> = Vec::new();
    let mut others = lines(&found);
    for line in lines(&expected) {
        let indent = line.len() - line.trim_start().len();
        let text = line.trim_start();
        let other = others.next().unwrap_or_default();
        while owners.last().is_some_and(|(depth, _)| *depth >= indent) {
            owners.pop();
        }
        if other != line {
            let other = other.trim_start();
            return match (node_of(text), node_of(other)) {
                (Some(node), Some(other)) => format!("{node} becomes {other}"),
                _ if field_of(text) == Some("attrs") && field_of(other) == Some("attrs") => {
                    if other.ends_with("[],") {
                        "attributes are lost"
                    } else {
                        "attributes come from elsewhere"
                    }
                    .to_owned()
                }
                _ => describe(&owners, text),
            };
        }
        owners.push((indent, text));
    }
    "end".to_owned()
}

/// The lines without spans: where tokens stand is no part of a tree. They are shown if some crate of the build asks `proc-macro2`
/// for them.
fn lines(tree: &str) -> impl Iterator<Item = &str> {
    tree.lines().filter(|line| !line.trim_start().starts_with("span: "))
}

/// `ExprClosure {` somewhere above and `inputs: [` below it give `ExprClosure.inputs`.
fn describe(owners: &[(usize, &str)], line: &str) -> String {
    let mut field = field_of(line);
    for (_, owner) in owners.iter().rev() {
        if let Some(node) = node_of(owner) {
            return field.map_or_else(|| node.to_owned(), |field| format!("{node}.{field}"));
        }
        field = field_of(owner).or(field);
    }
    field.unwrap_or("file").to_owned()
}

fn field_of(line: &str) -> Option<&str> {
    let (name, _) = line.split_once(": ")?;
    name.chars().all(|c| c.is_ascii_lowercase() || c == '_').then_some(name)
}

/// Returns the name of a `syn` node that opens on this line. Lists and options are none.
fn node_of(line: &str) -> Option<&str> {
    let opened = line.strip_suffix(" {").or_else(|| line.strip_suffix('('))?;
    let name = opened.rsplit(": ").next()?;
    let is_node = name.chars().next().is_some_and(|c| c.is_ascii_uppercase());
    (is_node && name != "Some").then_some(name)
}
