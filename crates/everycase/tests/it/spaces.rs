//! Spaces of values: the kernel's laws seen through codecs, the figures of Paper I, sets, maps and functions.

mod combinators;
mod familiar;
mod function;
mod lists;
mod mapped;
mod paper;
#[path = "../../../everycase-kernel/tests/kernel/random/mod.rs"]
mod random;
mod sets;
mod trie;
mod typed;
mod value;
