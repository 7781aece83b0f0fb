//! Properties over lazy values, and some of them over plain ones.

use everycase::prelude::*;

#[derive(Debug, Clone, PartialEq, Enumerable)]
enum Tree {
    Leaf,
    Node(Box<Tree>, u8, Box<Tree>),
}

fn is_ordered(tree: Lazy<Tree>) -> bool {
    is_between(tree, None, None)
}

fn is_between(tree: Lazy<Tree>, low: Option<Lazy<u8>>, high: Option<Lazy<u8>>) -> bool {
    match tree.force() {
        TreeView::Leaf => true,
        TreeView::Node(left, key, right) => {
            low.is_none_or(|low| key.gt(low))
                && high.is_none_or(|high| key.lt(high))
                && is_between(left, low, Some(key))
                && is_between(right, Some(key), high)
        }
    }
}

fn insert(tree: Tree, k: u8) -> Tree {
    match tree {
        Tree::Leaf => Tree::Node(Box::new(Tree::Leaf), k, Box::new(Tree::Leaf)),
        Tree::Node(left, key, right) if k < key => Tree::Node(Box::new(insert(*left, k)), key, right),
        Tree::Node(left, key, right) if k > key => Tree::Node(left, key, Box::new(insert(*right, k))),
        same @ Tree::Node(..) => same,
    }
}

/// Forgets the right subtree of a tree whose root has a left one.
fn insert_badly(tree: Tree, k: u8) -> Tree {
    match tree {
        Tree::Node(left, key, right) if k < key && *left != Tree::Leaf => Tree::Node(
            Box::new(insert(*left, k)),
            key,
            Box::new(if k == 0 { insert(*right, 0) } else { *right }),
        ),
        tree => insert(tree, k),
    }
}

#[property(size = 12)]
fn insert_keeps_order(t: Lazy<Tree>, k: u8) {
    assume(is_ordered(t));
    assert!(is_ordered(Lazy::from(insert(t.value(), k))));
}

#[property(size = 20, should_fail)]
fn a_planted_bug(t: Lazy<Tree>, k: u8) {
    assume(is_ordered(t));
    assert!(is_ordered(Lazy::from(insert_badly(t.value(), k))), "out of order");
}

#[property(size = 20, should_fail)]
fn a_planted_bug_met_eagerly(t: Tree, k: u8) {
    assume(is_ordered(Lazy::from(t.clone())));
    assert!(is_ordered(Lazy::from(insert_badly(t, k))), "out of order");
}

#[property(size = 11)]
fn a_bound(t: Lazy<Tree>, k: u8) {
    assume(is_ordered(t));
    label(if k == 0 { "zero" } else { "more" });
}

#[property(size = 11)]
fn a_bound_met_eagerly(t: Tree, k: u8) {
    assume(is_ordered(Lazy::from(t)));
    let _ = k;
}

#[property(tests = 2_000, size = 30, seed = 7)]
fn a_budget(t: Lazy<Tree>, k: u8) {
    assume(is_ordered(t));
    label(if k == 0 { "zero" } else { "more" });
}

#[property(tests = 40_000, size = 50, seed = 7)]
fn a_large_budget(t: Lazy<Tree>) {
    assume(is_ordered(t));
}

/// Satisfied by few, and to be looked at whole.
fn is_rare(list: &[u8], of: u64) -> bool {
    list.iter().fold(7, |hash, x| (hash * 31 + u64::from(*x)) % of) == 0
}

#[property(tests = 200_000, size = 15, seed = 7)]
fn rare(list: Lazy<Vec<u8>>) {
    assume(is_rare(&list.value(), 7_001));
}

#[property(tests = 500_000, size = 16, seed = 7)]
fn hopeless(list: Lazy<Vec<u8>>) {
    let list = list.value();
    assume(list.is_empty() || is_rare(&list, 1_000_000_007));
}

#[property(tests = 200_000, size = 15, seed = 7)]
fn hardly_any(list: Lazy<Vec<u8>>) {
    let list = list.value();
    assume(list.is_empty() || is_rare(&list, 1_000_000_007));
}

#[property(size = 14, should_fail)]
fn late_parameters(t: Lazy<Tree>, a: u8, b: u8) {
    assume(matches!(t.force(), TreeView::Node(..)));
    if let TreeView::Node(left, ..) = t.force() {
        assume(matches!(left.force(), TreeView::Node(..)));
    }
    assert!(a < 3, "{a}");
    assert!(u32::from(a) + u32::from(b) < 1_000);
}

#[property(size = 14, should_fail)]
fn parts(t: Lazy<Tree>, k: u8) -> Result<(), String> {
    match t.force() {
        TreeView::Node(left, key, _) if key.force() == 3 => match left.force() {
            TreeView::Leaf => Err("a leaf".to_owned()),
            TreeView::Node(..) => Ok(()),
        },
        _ => Ok(()),
    }?;
    assert!(k < 255);
    Ok(())
}

#[property(size = 10, tests = 5_000)]
fn of_every_kind(t: Lazy<Option<u8>>, (a, mut b): (u8, bool), text: &str, list: &mut [bool]) {
    assume(t.force().is_some());
    b ^= a > 3;
    list.reverse();
    assert_eq!(text.len() + usize::from(b) >= usize::from(b), list.len() < usize::MAX);
}

#[property(size = 12)]
fn depends_on_more(t: Lazy<Tree>) {
    use std::sync::atomic::{AtomicBool, Ordering};
    static ODD: AtomicBool = AtomicBool::new(false);
    assume(ODD.fetch_xor(true, Ordering::Relaxed));
    t.force();
}

// With several threads each may happen to see one state only.
#[property(size = 12, jobs = 1)]
fn looks_now_and_then(t: Lazy<Tree>) {
    use std::sync::atomic::{AtomicBool, Ordering};
    static ODD: AtomicBool = AtomicBool::new(false);
    if ODD.fetch_xor(true, Ordering::Relaxed) {
        t.force();
    }
}
