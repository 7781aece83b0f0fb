//! BST.

use everycase::Enumerable;
use everycase_benches::programs::search_tree::{OF_SIZES_20_TO_32, Tree, is_ordered};

use crate::{agree, runs};

#[test]
fn there_are_as_many_trees_as_published() {
    let counts = [20, 24, 28, 32].map(|size| Tree::space().count(size).expect("rightly recursive"));
    assert_eq!(counts, OF_SIZES_20_TO_32.map(Into::into));
}

#[test]
fn ordered_trees_take_these_many_runs() {
    assert_eq!(runs(28, is_ordered), (42_948, 20_242));
}

#[test]
fn the_lazy_predicate_agrees_with_a_plain_one() {
    fn numbers(tree: &Tree) -> Vec<u32> {
        match tree {
            Tree::Leaf => Vec::new(),
            Tree::Node(number, left, right) => [numbers(left), vec![number.into()], numbers(right)].concat(),
        }
    }
    agree(22, is_ordered, |tree| numbers(tree).is_sorted());
}
