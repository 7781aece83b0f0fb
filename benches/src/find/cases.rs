//! The bugs, by area: planted ones, published ones of real libraries, and the red-black tasks of ETNA.
//!
//! Each file has small functions or a data structure with mistakes that can be switched on one at a time, so that the right and
//! the wrong version share all other code. A case names a mistake, a property and an input on which the property fails.

// Properties take their inputs by reference, whatever they are, so that one signature fits all tools.
#![allow(clippy::ptr_arg, clippy::trivially_copy_pass_by_ref)]

mod bank;
mod calendar;
mod collections;
mod etna;
mod formats;
mod heap;
mod intervals;
mod json;
mod lambda;
mod lru;
mod numbers;
mod published;
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

/// Returns all cases: the planted ones, then the published ones, then ETNA's.
pub fn all() -> Vec<Case> {
    planted().into_iter().chain(published()).chain(etna()).collect()
}

/// Returns the cases whose mistakes were made up. Every third one is held aside.
pub fn planted() -> Vec<Case> {
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
    in_areas(areas, |position| position % 3 == 2)
}

/// Returns the cases whose mistakes are bugs of real libraries. Every second one is held aside.
pub fn published() -> Vec<Case> {
    published::cases()
}

/// Returns the red-black tasks of ETNA. None is held aside.
pub fn etna() -> Vec<Case> {
    in_areas([("ETNA red-black", etna::cases())], |_| false)
}

/// Gives cases their areas, and holds those aside whose position among them is chosen.
fn in_areas<const N: usize>(
    areas: [(&'static str, Vec<Case>); N],
    is_held: impl Fn(usize) -> bool,
) -> Vec<Case> {
    let cases =
        areas.into_iter().flat_map(|(area, cases)| cases.into_iter().map(move |case| Case { area, ..case }));
    cases.enumerate().map(|(position, case)| Case { held: is_held(position), ..case }).collect()
}
