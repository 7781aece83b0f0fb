//! Other derivations near a given one: smaller ones, by [shrinking](shrink), different ones, by
//! [mutation](mutate) at random or by [rewriting](rewrite), [readable] ones, and those with other
//! numbers, by filling in a [template].

mod mutate;
mod parts;
mod readable;
pub(crate) mod rewrite;
mod shrink;
pub mod template;
