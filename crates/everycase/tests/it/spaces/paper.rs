//! The figures of Paper I: section 3 on lists of booleans, section 2 on the natural numbers.

use std::time::{Duration, Instant};

use super::lists::lists;
use super::random::parts;
use everycase_kernel::{Alternative, BigUint, Derivations, Key, Shape};

fn ten_to(exponent: u32) -> BigUint {
    BigUint::from(10u32).pow(exponent)
}

#[test]
fn the_parts_of_bool_lists_have_the_published_cardinalities() {
    let lists = lists();
    let counts: Vec<u32> = (0..16).map(|size| lists.count(size).unwrap().try_into().unwrap()).collect();
    assert_eq!(counts, [0, 1, 0, 2, 0, 4, 0, 8, 0, 16, 0, 32, 0, 64, 0, 128]);
}

#[test]
fn the_fifth_part_of_bool_lists_is_the_published_list() {
    let part: Vec<_> = lists().of_size(5).unwrap().collect();
    assert_eq!(part, [[false, false], [false, true], [true, false], [true, true]]);
}

#[test]
fn the_list_at_index_ten_to_the_thousand_has_3321_elements() {
    assert_eq!(lists().index(&ten_to(1000)).unwrap().len(), 3321);
}

#[test]
fn the_exclusive_ors_of_two_far_lists_are_the_published_ones() {
    let lists = lists();
    let xor = |exponent| lists.index(&ten_to(exponent)).unwrap().into_iter().reduce(|a, b| a ^ b);
    assert_eq!(xor(1000), Some(true));
    assert_eq!(xor(1001), Some(false));
}

#[test]
fn a_far_list_is_its_index_in_binary_and_ranks_back() {
    // Before the lists of length n come 2^n - 1 shorter ones: the list is what follows the leading one of index + 1.
    let lists = lists();
    for index in [0u32, 1, 2, 9].map(BigUint::from).into_iter().chain([ten_to(30), ten_to(1001)]) {
        let list = lists.index(&index).unwrap();
        let digits = (&index + 1u32).to_str_radix(2);
        assert!(digits[1..].chars().map(|digit| digit == '1').eq(list.iter().copied()));
        assert_eq!(lists.rank(&list), Ok(index));
    }
}

#[test]
fn the_list_at_index_ten_to_the_five_thousand_is_found_quickly() {
    let start = Instant::now();
    let list = lists().index(&ten_to(5000)).unwrap();
    let took = start.elapsed();
    assert_eq!(list.len() as u64, ten_to(5000).bits() - 1);
    assert_eq!(list.len(), 16_609);
    // A fraction of this, but test machines are busy.
    assert!(took < Duration::from_secs(20), "{took:?}");
}

#[test]
fn the_parts_of_the_guarded_natural_numbers_are_the_published_ones() {
    fn numbers() -> Shape {
        struct Number;
        let body = || Shape::choice([Alternative::new("Z", []), Alternative::new("S", [numbers()])]).pay(1);
        Shape::named(Key::of::<Number>(), body)
    }
    assert_eq!(parts(&numbers(), 3), [vec![], vec![vec![0]], vec![vec![1, 0]], vec![vec![1, 1, 0]]]);
    assert_eq!(Derivations::new(numbers()).index(&41u32.into()).unwrap().words().len(), 42);
}

#[test]
fn bounded_takes_what_the_paper_takes() {
    // samplePart m (Finite crd ix) takes ix (round (k * (crd % m))) for k below m; no half occurs here, which
    // Haskell would round to even.
    let lists = lists();
    let picked: Vec<_> = lists.derivations().bounded(13, 5).unwrap().collect();
    let places = picked.iter().map(|derivation| lists.derivations().rank(derivation).unwrap() - 63u32);
    assert!(places.eq([0u32, 13, 26, 38, 51].map(BigUint::from)));
}
