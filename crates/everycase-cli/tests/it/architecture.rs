//! `docs/architecture.md` against the source tree, and its length.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use crate::rooms::{files, root, sources};

#[test]
fn the_architecture_page_has_two_pages_of_short_lines() {
    let page = page();
    let (lines, words) = (page.lines().count(), page.split_whitespace().count());
    assert!(lines <= 120, "{lines} lines");
    assert!(words <= 1_300, "{words} words");
    for line in page.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
}

#[test]
fn a_cell_of_a_table_on_the_architecture_page_has_at_most_12_words() {
    let page = page();
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| ")).collect();
    for cell in rows.iter().flat_map(|row| row.split('|')) {
        assert!(cell.split_whitespace().count() <= 12, "{cell}");
    }
    assert!(rows.len() > 20, "{rows:?}");
}

/// A file in the table is named with its crate, another one by its end.
#[test]
fn every_file_that_the_architecture_page_names_exists() {
    let page = page();
    let (prose, table) = page.split_once("## Where do I change X?").unwrap();
    let named = names(table);
    for name in &named {
        let path = root().join("crates").join(name);
        assert!(path.exists(), "`{name}` is not at {}", path.display());
    }
    assert!(named.len() > 15, "{named:?}");
    let paths: Vec<String> =
        sources().iter().flat_map(|source| files(source)).map(|(path, _)| path).collect();
    for name in names(prose) {
        let is_named = |path: &String| format!("/{path}.rs").ends_with(&format!("/{name}"));
        assert!(paths.iter().any(is_named), "no source is `{name}`");
    }
}

fn page() -> String {
    fs::read_to_string(root().join("docs/architecture.md")).unwrap()
}

/// Returns the Rust files and folders that a text names.
fn names(text: &str) -> Vec<&str> {
    let is_rust = |name: &str| Path::new(name).extension() == Some(OsStr::new("rs"));
    let spans = text.split('`').skip(1).step_by(2);
    spans.filter(|name| name.contains('/') && (is_rust(name) || name.ends_with('/'))).collect()
}
