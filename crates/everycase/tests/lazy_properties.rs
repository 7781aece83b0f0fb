//! Properties over lazy values: searched, drawn under their assumption, replayed, and reported.

mod support;

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
        Tree::Node(left, key, right) => {
            if k < key {
                Tree::Node(Box::new(insert(*left, k)), key, right)
            } else if k > key {
                Tree::Node(left, key, Box::new(insert(*right, k)))
            } else {
                Tree::Node(left, key, right)
            }
        }
    }
}

#[property(size = 14)]
fn insert_keeps_order(t: Lazy<Tree>, k: u8) {
    assume(is_ordered(t));
    assert!(is_ordered(Lazy::from(insert(t.value(), k))));
}

#[property]
fn insert_keeps_order_for_a_second(t: Lazy<Tree>, k: u8) {
    assume(is_ordered(t));
    assert!(is_ordered(Lazy::from(insert(t.value(), k))));
}
