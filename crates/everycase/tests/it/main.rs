//! The tests of the library that need no process of their own: derived types, spaces by hand, lazy values and shrinking.

mod derive;
mod derive_attributes;
mod derive_large;
mod derive_source;
mod derive_std;
mod derive_views;
mod lazy_connectives;
mod lazy_numbers;
mod lazy_pending;
mod lazy_sampling;
mod lazy_views;
mod shrinking;
mod shrinking_challenges;
mod spaces_by_hand;
#[path = "../support/mod.rs"]
mod support;
