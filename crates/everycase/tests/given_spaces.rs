//! Ranges and alphabets given as spaces, and the spaces made of others: lists, options, weighted alternatives, strings, and those of
//! partial functions.

use everycase::prelude::*;
use everycase::space::{IntoSpace, Product, SpaceError, maps};

fn all<T: 'static>(space: impl IntoSpace<T>, most: u32) -> Vec<T> {
    space.into_space().up_to(most).unwrap().collect()
}

fn sorted<T: Ord>(mut values: Vec<T>) -> Vec<T> {
    values.sort();
    values
}

#[test]
fn ranges_are_spaces_with_the_sizes_of_their_type() {
    assert_eq!(sorted(all(3..7u8, 9)), [3, 4, 5, 6]);
    assert_eq!(sorted(all(-2..=2i64, 9)), [-2, -1, 0, 1, 2]);
    assert_eq!(sorted(all(250u8.., 9)), (250..=255u8).collect::<Vec<_>>());
    assert_eq!(sorted(all(..3u16, 9)), [0, 1, 2]);
    assert_eq!(sorted(all(..=-126i8, 9)), [-128, -127, -126]);
    assert_eq!(all('a'..='e', 7), ['a', 'b', 'c', 'd', 'e']);
    assert_eq!(all('a'..'c', 7), ['a', 'b']);
    for number in 100..=200u8 {
        let size = u8::space().size_of(&number).unwrap();
        assert_eq!((100..=200u8).into_space().size_of(&number).unwrap(), size);
    }
    let space = (5..=u128::MAX).into_space();
    for number in [5, 1 << 127, u128::MAX] {
        assert_eq!(space.decode(&space.encode(&number).unwrap()), number);
    }
    assert!(space.encode(&4).is_err());
    assert!((i128::MIN..0).into_space().encode(&i128::MIN).is_ok());
    let derivation = space.encode(&77).unwrap();
    assert_eq!(space.source(&derivation), "77");
}

#[test]
#[expect(clippy::reversed_empty_ranges, reason = "they are what is tested")]
fn empty_ranges_are_empty_spaces() {
    assert_eq!(all(5..5u8, 9), [0; 0]);
    assert_eq!(all(7..=5i32, 9), [0; 0]);
    assert_eq!(all(..0u8, 9), [0; 0]);
    assert_eq!(all(..'\0', 9), [' '; 0]);
    assert_eq!(all('b'..'a', 9), [' '; 0]);
    assert!(all(1.0..1.0f64, 64).is_empty() && all(1.0..=0.5f32, 64).is_empty());
    assert!(all(f64::NAN.., 64).is_empty() && all(..f64::NEG_INFINITY, 64).is_empty());
}

#[test]
fn ranges_of_characters_skip_what_is_no_character() {
    let space = ('\u{d7fe}'..='\u{e001}').into_space();
    assert_eq!(sorted(all(&space, 21)), ['\u{d7fe}', '\u{d7ff}', '\u{e000}', '\u{e001}']);
    assert_eq!(space.size_of(&'\u{e000}').unwrap(), 16);
    assert_eq!(('\0'..).into_space().count_up_to(21).unwrap(), (0x11_0000u32 - 0x800).into());
    assert_eq!(all(..'\u{e000}', 16).len(), 0xd800);
    assert_eq!(all("abca", 0), ['a', 'b', 'c']);
}

#[property]
fn ranges_are_inputs(
    #[from(10..20)] n: u8,
    #[from('x'..)] c: &char,
    #[from("ab")] d: char,
    #[from(&letters())] e: char,
) {
    assert!((10..20).contains(&n) && *c >= 'x' && d <= 'b' && e.is_alphabetic());
}

#[property]
fn ranges_of_floats_are_inputs(
    #[from(0.0..=1.0)] share: f64,
    #[from(-1.0f32..)] single: f32,
    #[from(..5.5)] low: f32,
    #[from(1e-3..2.0)] near: &f64,
) {
    assert!((0.0..=1.0).contains(&share) && single >= -1.0 && low < 5.5 && (1e-3..2.0).contains(near));
}

#[test]
fn a_float_of_a_range_is_shrunk_within_it() {
    let space = (2.1..=1e9f64).into_space();
    let shrunk = |start: f64, fails: fn(f64) -> bool| {
        let end = space.derivations().shrink(&space.encode(&start).unwrap(), |candidate| {
            let value = space.decode(candidate);
            assert!((2.1..=1e9).contains(&value), "{value:?}");
            std::ops::ControlFlow::Continue(fails(value))
        });
        space.decode(&end.unwrap())
    };
    assert_eq!(shrunk(123_456.789, |_| true).to_string(), "3");
    let of_type = |start: f64, fails: fn(f64) -> bool| {
        let all = f64::space();
        let end = all.derivations().shrink(&all.encode(&start).unwrap(), |candidate| {
            let value = all.decode(candidate);
            std::ops::ControlFlow::Continue((2.1..=1e9).contains(&value) && fails(value))
        });
        all.decode(&end.unwrap())
    };
    for start in [123_456.789, 1e9, 701.0, 5_000.25] {
        let [own, other] = [shrunk(start, |x| x > 700.5), of_type(start, |x| x > 700.5)];
        let size = |number: f64| f64::space().size_of(&number).unwrap();
        assert!(own > 700.5 && size(own) <= size(other), "{own} {other}");
    }
    assert!(shrunk(2.1f64.next_up(), |x| x < 2.11) < 2.11);
}

fn letters() -> Space<char> {
    ('a'..='z').into_space().union('A'..='Z')
}

#[derive(Debug, Clone, PartialEq, Enumerable)]
struct Time {
    #[enumerable(from = 0..24)]
    hours: u8,
    #[enumerable(from = ..60)]
    minutes: u8,
}

#[test]
fn ranges_are_spaces_of_fields_and_of_combinators() {
    assert_eq!(Time::space().count_up_to(20).unwrap(), (24u32 * 60).into());
    let maps = maps::btree_map(&(0..2u8).into_space(), &('a'..='b').into_space());
    assert_eq!(maps.count_up_to(30).unwrap(), 9u8.into());
    let pairs = ((0..3u8).into_space(), bool::space()).product();
    assert_eq!(pairs.count_up_to(9).unwrap(), 6u8.into());
}

#[test]
fn lists_and_options_are_those_of_their_types() {
    let lists = Space::vec(bool::space());
    assert_eq!(all(&lists, 9), all(Vec::<bool>::space(), 9));
    let options = Space::option(u8::space());
    assert_eq!(all(&options, 9), all(Option::<u8>::space(), 9));
    options.check_injective(9, 1_000).unwrap();
    let derivation = options.encode(&Some(7)).unwrap();
    assert_eq!(options.source(&derivation), "Some(7)");
    let mut cursor = options.cursor(3).unwrap();
    for value in options.of_size(3).unwrap() {
        assert_eq!(cursor.next(), Some(&value));
    }
}

#[test]
fn weighted_alternatives_cost_what_they_are_given() {
    let space = Space::weighted([(0, 0..2u8), (3, 10..12), (1, 20..21)]);
    assert_eq!(sorted(all(&space, 99)), [0, 1, 10, 11, 20]);
    let size = |n: u8| space.size_of(&n).unwrap();
    assert_eq!([0, 1, 10, 11, 20].map(size), [0, 1, 3 + 4, 3 + 4, 1 + 5]);
    assert!(space.encode(&2).is_err());
    space.check_injective(20, 100).unwrap();
    assert_eq!(all(Space::<u8>::weighted(Vec::<(u32, Space<u8>)>::new()), 9), [0; 0]);
    let far = Space::weighted([(u32::MAX, 0..2u8)]);
    assert_eq!(far.count_up_to(1_000).unwrap(), 0u8.into());
}

#[test]
fn strings_of_an_alphabet() {
    let words = Space::string_of("ab").unwrap();
    assert_eq!(all(&words, 3), ["", "a", "b", "aa", "ab", "ba", "bb"]);
    words.check_injective(8, 1_000).unwrap();
    assert_eq!(words.source(&words.encode(&"ba".to_owned()).unwrap()), "String::from(\"ba\")");
    assert!(words.encode(&"bc".to_owned()).is_err());
    let letters = Space::string_of('a'..='z').unwrap();
    assert_eq!(letters.size_of(&"az".to_owned()).unwrap(), 1 + 2 * 8);
    assert_eq!(Space::string_of("").map(|_| ()), Err(SpaceError::Empty { size: 0 }));
    assert!(Space::string_of('b'..'a').is_err());
}

#[test]
fn partial_functions_have_exactly_their_results() {
    let even = u8::space().filter(8, |n| n % 2 == 0);
    let expected: Vec<u8> = all(u8::space(), 8).into_iter().filter(|n| n % 2 == 0).collect();
    assert_eq!(all(&even, 20), expected);
    even.check_injective(20, 1_000).unwrap();
    for size in 0..9 {
        let own = u8::space().of_size(size).unwrap().filter(|n| n % 2 == 0).count();
        assert_eq!(even.count(size).unwrap(), own.into());
    }
    assert!(even.encode(&3).is_err());
    // Up to a size only.
    let sorted = Vec::<bool>::space().filter(4, |list| list.is_sorted());
    assert_eq!(sorted.largest_size().unwrap(), Some(3));
    assert!(sorted.encode(&vec![true; 2]).is_err());
    // In other spaces, and of other types.
    let halves = Space::vec(u8::space().filter_map(8, |n| (n % 2 == 0).then_some(n / 2)));
    assert_eq!(halves.size_of(&vec![3, 0]).unwrap(), 3 + 3);
    assert_eq!(all(u8::space().filter(8, |_| false), 20), [0; 0]);
    assert_eq!(all(u8::space().filter(0, |_| true), 20), [0]);
    // Two families are not mistaken for each other.
    let odd = u8::space().filter(8, |n| n % 2 == 1);
    assert_eq!(self::sorted(all(even.union(odd), 8)), (0..=255).collect::<Vec<u8>>());
}
