//! Other derivations near a given one: smaller ones, by [shrinking](shrink), and different ones, by
//! [mutation](mutate) at random or by [rewriting](rewrite).

mod mutate;
mod parts;
pub(crate) mod rewrite;
mod shrink;
