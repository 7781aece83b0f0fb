//! A generic type that functions look into.

use everycase::prelude::*;

#[derive(Debug, Clone, Enumerable)]
pub(crate) enum Tree<K> {
    Leaf,
    Node(Box<Tree<K>>, K, Box<Tree<K>>),
}

pub(crate) fn single<K>(x: K) -> Tree<K> {
    Tree::Node(Box::new(Tree::Leaf), x, Box::new(Tree::Leaf))
}
