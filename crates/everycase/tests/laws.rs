//! `laws!`: each law that a type breaks is found, and a type that keeps all passes.
//!
//! The broken laws are subjects, run in a process of their own.

mod support;

/// The types on which explorations of crates are tested.
#[path = "../../everycase-crates/tests/laws/src/lib.rs"]
#[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
mod types;

use support::process::{Crate, Ran};

mod kept {
    use std::fmt;
    use std::str::FromStr;

    use everycase::laws;
    use everycase::prelude::*;

    use super::types::Right;

    fn rights() -> Space<Right> {
        Vec::<u8>::space().map(|list| Right::try_from(list).unwrap())
    }

    laws!(Right in self::rights():
        Ord, Hash, Clone, Display + FromStr, TryFrom<Vec<u8>>, Borrow<[u8]>, Extend<u8>; tests = 500);
    laws!(std::vec::IntoIter<u8> in Vec::space().map(Vec::into_iter):
        ExactSizeIterator, DoubleEndedIterator, FusedIterator; tests = 500);
    laws!((Vec<u8>, Option<bool>): serde, Eq, PartialEq; tests = 500);
    // NaN does not equal itself, and has a place in no order.
    laws!(f32: PartialOrd, Clone, FromStr + Display; tests = 500);

    /// A type with a space of its own.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Enumerable)]
    enum Suit {
        Clubs,
        Diamonds,
        Hearts,
        Spades,
    }

    impl fmt::Display for Suit {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            fmt::Debug::fmt(self, f)
        }
    }

    impl FromStr for Suit {
        type Err = String;
        fn from_str(text: &str) -> Result<Suit, String> {
            let all = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];
            all.into_iter().find(|own| own.to_string() == text).ok_or_else(|| text.to_owned())
        }
    }

    macro_rules! equal {
        ($($ty:ty),*) => { $(laws!($ty: Eq; tests = 500);)* };
    }
    equal!(Option<Suit>, [Suit; 2]);

    mod beside {
        everycase::laws!(super::Suit: Ord, Hash, Clone, Display + FromStr);
        everycase::laws!(Vec<super::Suit> in |g| vec![super::Suit::Hearts; usize::from(g.bool())]: Eq; tests = 9);
    }
}

/// The test, and the smallest values for which it fails.
const BROKEN: [(&str, &[&str]); 21] = [
    ("again::after_none_comes_none", &["mut a: Again = Again { left: 0, more: true };"]),
    ("back::from_the_back_come_the_same_elements", &["mut a: Back = Back { from: 0, to: 2 };"]),
    (
        "coarse::partial_cmp_says_equal_if_and_only_if_values_are_equal",
        &["a: Coarse = Coarse(0);", "b: Coarse = Coarse(1);"],
    ),
    (
        "coarse::values_are_in_the_same_place_of_the_order_if_and_only_if_they_are_equal",
        &["a: Coarse = Coarse(0);", "b: Coarse = Coarse(1);"],
    ),
    (
        "ends::both_ends_together_give_each_element_once",
        &["mut a: Ends = Ends { count: 1, front: 0, back: 0 };"],
    ),
    ("even::what_from_gives_try_from_takes_back_for_u8", &["a: Even = Even(2);"]),
    ("exact::len_is_the_number_of_elements_as_size_hint_tells", &["mut a: Exact = Exact(2);"]),
    ("f64::what_is_written_as_json_is_read_back", &["a: f64 = f64::INFINITY;"]),
    ("fading::a_clone_equals_its_original", &["a: Fading = Fading(2);"]),
    ("few::the_number_of_elements_is_within_the_bounds_of_size_hint", &["mut a: Few = Few(2);"]),
    ("grows::a_collection_is_extended_by_the_rest_as_it_is_collected_for_u8", &["a: Vec<u8> = vec![2];"]),
    (
        "leap::nth_n_is_what_the_last_of_n_plus_1_calls_of_next_gives",
        &["mut a: Leap = Leap(2);", "n: u8 = 2;"],
    ),
    ("loose::equal_values_have_equal_hashes", &["a: Loose = Loose(0);", "b: Loose = Loose(1);"]),
    (
        "name::what_is_borrowed_is_equal_and_has_an_equal_hash_just_as_its_owner_for_str",
        &["a: Name = Name(\"a\");", "b: Name = Name(\"\");    // fails with each of the 32 smallest values"],
    ),
    ("never::a_value_equals_itself", &["a: Never = Never(2);"]),
    ("one_way::if_a_equals_b_then_b_equals_a", &["a: OneWay = OneWay(1);", "b: OneWay = OneWay(2);"]),
    (
        "round::if_a_is_at_most_b_and_b_is_at_most_c_then_a_is_at_most_c",
        &["a: Round = Round(0);", "b: Round = Round(1);", "c: Round = Round(2);"],
    ),
    ("torn::partial_cmp_agrees_with_cmp", &["a: Torn = Torn(0);", "b: Torn = Torn(2);"]),
    (
        "twisted::a_is_less_than_b_if_and_only_if_b_is_more_than_a",
        &["a: Twisted = Twisted(1);", "b: Twisted = Twisted(2);"],
    ),
    (
        "twisted::the_order_of_b_and_a_is_the_reverse_of_the_order_of_a_and_b",
        &["a: Twisted = Twisted(1);", "b: Twisted = Twisted(2);"],
    ),
    ("written::what_display_writes_from_str_reads_back", &["a: Written = Written(2);"]),
];

#[test]
fn each_law_that_a_type_breaks_is_found_with_the_smallest_values() {
    let mut command = Crate::new().command_of_all("laws");
    command.envs([("EVERYCASE_REGRESSIONS", "0"), ("EVERYCASE_TESTS", "2000")]);
    let ran = Ran::of(command.output().unwrap());
    let reports = ran.stderr.split("\ntesting ").skip(1);
    let found: Vec<(&str, Vec<&str>)> = reports
        .map(|report| {
            let (_, test) = report.split_once(" --exact laws::laws_of_").expect("a replay line");
            let values = report.lines().filter_map(|line| line.strip_prefix("    let "));
            (test.lines().next().unwrap(), values.collect())
        })
        .collect();
    let expected: Vec<_> = BROKEN.iter().map(|(test, values)| (*test, values.to_vec())).collect();
    assert_eq!(found, expected, "{}\n{}", ran.stdout, ran.stderr);
}
