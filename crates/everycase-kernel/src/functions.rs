//! Maps and functions over any shape: finite maps are [tries](trie), functions are tables or [case trees](function).

mod domain;
pub mod function;
pub mod maps;
mod trie;
