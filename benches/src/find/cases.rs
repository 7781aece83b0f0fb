//! The planted bugs, by area.
//!
//! Each file has small functions or a data structure with mistakes that can be switched on one at a time, so that the right and
//! the wrong version share all other code. A case names a mistake, a property and an input on which the property fails.

// Properties take their inputs by reference, whatever they are, so that one signature fits all tools.
#![allow(clippy::ptr_arg, clippy::trivially_copy_pass_by_ref)]

mod bank;
mod calendar;
mod collections;
mod formats;
mod heap;
mod intervals;
mod json;
mod lambda;
mod lru;
mod numbers;
#[cfg_attr(
    feature = "hegel",
    allow(clippy::too_many_arguments, reason = "hegel's derive has one for each field")
)]
mod records;
mod red_black;
mod ring;
mod search_tree;
mod steps;
mod syntax;
mod text;
mod trie;

pub use records::Preferences;

use super::case::{Case, case, generic_case, lazy_and_generic_case, lazy_case};
use super::trial::Verdict;

/// Returns all cases. Every third one is held aside.
pub fn all() -> Vec<Case> {
    let areas = [
        ("numbers", numbers::cases()),
        ("text", text::cases()),
        ("collections", collections::cases()),
        ("records", records::cases()),
        ("calendar", calendar::cases()),
        ("formats", formats::cases()),
        ("json", json::cases()),
        ("syntax", syntax::cases()),
        ("search trees", search_tree::cases()),
        ("red-black trees", red_black::cases()),
        ("heaps", heap::cases()),
        ("tries", trie::cases()),
        ("interval maps", intervals::cases()),
        ("ring buffers", ring::cases()),
        ("caches", lru::cases()),
        ("lambda terms", lambda::cases()),
        ("a bank", bank::cases()),
    ];
    let cases =
        areas.into_iter().flat_map(|(area, cases)| cases.into_iter().map(move |case| Case { area, ..case }));
    cases.enumerate().map(|(position, case)| Case { held: position % 3 == 2, ..case }).collect()
}
