//! Maps and functions over any shape: finite maps are [tries](trie), drawn as [lists], functions
//! are tables or [case trees](function).

mod domain;
pub mod function;
pub(crate) mod lists;
pub mod maps;
mod trie;
