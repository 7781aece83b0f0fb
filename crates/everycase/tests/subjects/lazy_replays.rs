//! Properties over lazy values that fail, hang, or end their process.

use everycase::__private::{self as private, IntoOutcome};
use everycase::Settings;
use everycase::lazy::ListView;
use everycase::prelude::*;

use crate::site::{self, parameter};

#[derive(Debug, Clone, PartialEq, Enumerable)]
enum Tree {
    Leaf,
    Node(Box<Tree>, u8, Box<Tree>),
}

#[property(size = 14, case_time = "500ms", should_fail)]
fn hangs(t: Lazy<Tree>) {
    if let TreeView::Node(left, key, _) = t.force()
        && let TreeView::Node(..) = left.force()
        && key.gt(6)
    {
        std::thread::sleep(std::time::Duration::from_secs(60 * 60));
    }
}

#[property(tests = 20_000, seed = 7, case_time = "500ms", should_fail)]
fn hangs_where_large(list: Lazy<Vec<u8>>) {
    let (mut rest, mut length) = (list, 0);
    while let ListView::Cons(first, next) = rest.force() {
        assume(first.lt(2));
        // Twice as many classes.
        let _ = first.lt(1);
        (rest, length) = (next, length + 1);
    }
    if length > 16 {
        std::thread::sleep(std::time::Duration::from_secs(60 * 60));
    }
}

/// Runs a property whose crate is the directory that the environment names.
fn run(name: &str, settings: Settings, property: fn(Lazy<Tree>, &dyn Fn() -> u8) -> bool) {
    let t = parameter("t", "Tree", Tree::space());
    let k = parameter("k", "u8", u8::space());
    site::at(module_path!(), name, |site| {
        private::Property::new(site, settings).run_in_parts(
            (t, k),
            module_path!(),
            move |(t, k): (private::Undecided<'_, Tree>, private::Undecided<'_, u8>)| {
                let k = std::cell::Cell::new(Some(k));
                property(t.lazy(), &|| k.take().map_or(0, private::Undecided::value)).into_outcome()
            },
        );
    });
}

fn left_is_a_leaf(t: Lazy<Tree>, _: &dyn Fn() -> u8) -> bool {
    match t.force() {
        TreeView::Leaf => true,
        TreeView::Node(left, ..) => matches!(left.force(), TreeView::Leaf),
    }
}

#[test]
fn child_fails() {
    run("child_fails", Settings { size: Some(12), seed: Some(7), ..Settings::default() }, left_is_a_leaf);
}

#[test]
fn child_aborts() {
    let settings = Settings { size: Some(12), seed: Some(7), isolate: Some(true), ..Settings::default() };
    run("child_aborts", settings, |t, k| {
        if !left_is_a_leaf(t, k) && k() > 1 {
            std::process::abort();
        }
        true
    });
}
