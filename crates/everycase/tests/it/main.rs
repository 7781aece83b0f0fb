//! The tests of the library that need no binary of their own: derived types, spaces, functions, lazy values, shrinking, and
//! properties whose reports are read in child processes.

mod assumptions;
mod counterexamples;
mod depth;
mod derive;
mod derive_attributes;
mod derive_errors;
mod derive_large;
mod derive_source;
mod derive_std;
mod derive_views;
mod draws;
mod examples;
mod filters_in_time;
mod first;
mod function;
mod guide;
mod harness;
mod health;
mod inputs_that_break;
mod isolation;
mod lazy_connectives;
mod lazy_numbers;
mod lazy_pending;
mod lazy_properties;
mod lazy_replays;
mod lazy_sampling;
mod lazy_views;
mod memory;
mod miri;
mod property_macro;
mod runner_process;
mod shrinking;
mod shrinking_challenges;
mod spaces;
mod spaces_by_hand;
mod strength_process;
#[path = "../support/mod.rs"]
mod support;
mod tutorial;
mod unfinished;
