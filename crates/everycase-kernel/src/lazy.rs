//! Derivations decided as they are looked at: what lazy search and sampling under a predicate run on.
//!
//! A [`Partial`] begins with nothing decided. Whoever looks at a position makes it be decided, in the order of looking,
//! and what is never looked at stays open. The decisions form a stack; [`Partial::next_class`] goes back to the last
//! one with another option, so that running a predicate again and again visits one derivation of each class that the
//! predicate can tell apart, and none twice (Paper II, section 2).

mod call;
mod chooser;
mod completions;
mod decisions;
mod draw;
mod drawing;
mod follow;
mod guess;
mod integers;
mod known;
mod named;
mod numbers;
mod orders;
mod partial;
mod plan;
mod room;
mod schedule;
mod settle;
mod strategy;
mod to_do;
mod trail;
mod trie;
mod weight;
mod whole;

pub use call::{CallId, Connective, Side, Step};
pub use drawing::Drawing;
pub use partial::{Partial, Taken};
pub use strategy::Strategy;
pub use trail::Trail;
pub use whole::Reading;

/// A rank below a number, each with equal probability; 0 below 0.
pub fn rank_below<R: rand_core::Rng + ?Sized>(alive: u128, rng: &mut R) -> u128 {
    crate::eager::sample::below(alive, rng)
}
