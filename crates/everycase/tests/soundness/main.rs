//! Search and sampling against plain lists of all values: random predicates over random types, read lazily by one
//! interpreter and plainly by another.
//!
//! `EVERYCASE_SOUNDNESS` is the number of cases of each test, `EVERYCASE_SOUNDNESS_SEED` the seed of the first one.

mod case;
mod draws;
mod formula;
mod lazily;
mod plain;
mod random;
mod searches;
mod types;

use case::{Extent, for_each_case};

const SMALL: Extent = Extent { values: 300, at_least: 2, is_named: false };

#[test]
fn a_search_runs_each_class_once_and_gives_its_smallest_value() {
    for_each_case(700, SMALL, searches::classes);
}

#[test]
fn reading_a_value_again_decides_nothing() {
    for_each_case(300, Extent { values: 1_000_000, ..SMALL }, searches::readings);
}

#[test]
fn a_search_finds_every_value_that_satisfies_once_whatever_the_strategy() {
    for_each_case(700, SMALL, searches::values);
}

#[test]
fn what_a_search_finds_without_looking_at_all_satisfies_and_is_the_smallest() {
    for_each_case(700, SMALL, searches::representatives);
}

#[test]
fn parts_of_a_long_search_find_together_what_the_whole_finds() {
    for_each_case(12, Extent { values: 12_000, at_least: 4_000, is_named: false }, searches::long_parts);
}

#[test]
fn draws_satisfy_are_of_the_size_and_learn_all_that_does_not() {
    for_each_case(500, SMALL, draws::learn);
}

#[test]
fn draws_that_name_what_is_to_be_done_learn_all_that_does_not_satisfy() {
    for_each_case(500, Extent { is_named: true, ..SMALL }, draws::learn);
}

#[test]
fn all_values_that_satisfy_are_drawn_equally_often() {
    for_each_case(60, SMALL, draws::uniform);
    for_each_case(60, Extent { is_named: true, ..SMALL }, draws::uniform);
}
