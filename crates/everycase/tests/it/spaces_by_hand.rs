//! The text of values of spaces by hand: as their type shows them, as the space says, or by `Debug`.

use everycase::space::Product;
use everycase::{Enumerable, Space};

use crate::support::sources;

#[derive(Debug, Clone, PartialEq, Enumerable)]
struct Point {
    x: u8,
    #[enumerable(skip)]
    cache: Option<u8>,
}

/// Not enumerable.
#[derive(Debug, Clone, PartialEq)]
struct Foreign(u8);

fn bytes() -> Space<u8> {
    Space::one_of(3..4)
}

#[derive(Debug, PartialEq, Enumerable)]
struct Held<T: std::fmt::Debug> {
    #[enumerable(from = bytes().map(|x| x.to_string()))]
    text: String,
    #[enumerable(from = bytes().map(|x| Point { x, cache: None }))]
    point: Point,
    #[enumerable(from = bytes().map(|x| Point { x, cache: Some(x) }))]
    lost: Point,
    #[enumerable(from = bytes().map(Foreign))]
    foreign: Foreign,
    #[enumerable(from = bytes().map(|x| x.to_string()).with_source(|text, out| out.push_str(&format!("{text:?}.into()"))))]
    said: String,
    #[enumerable(from = bytes().map(|_| None))]
    generic: Option<T>,
}

#[test]
fn values_are_shown_by_their_type_where_it_holds_them_and_the_space_says_nothing() {
    assert_eq!(
        sources::<Held<u8>>(1),
        ["Held { text: String::from(\"3\"), \
           point: Point { x: 3, cache: Default::default() }, \
           lost: Point { x: 3, cache: Some(3) }, \
           foreign: Foreign(3), \
           said: \"3\".into(), \
           generic: None }"]
    );
}

/// Each level holds the next through a space by hand, and something that only `Debug` shows.
#[derive(Debug, Clone, PartialEq, Enumerable)]
struct Nested {
    #[enumerable(from = Space::just(Foreign(3)))]
    foreign: Foreign,
    #[enumerable(from = (Option::<Box<Nested>>::space(),).product())]
    next: (Option<Box<Nested>>,),
}

#[test]
fn deep_values_are_not_written_again_and_again() {
    let mut deep = Nested { foreign: Foreign(3), next: (None,) };
    for _ in 0..100 {
        deep = Nested { foreign: Foreign(3), next: (Some(Box::new(deep)),) };
    }
    let source = crate::support::source(&deep);
    assert_eq!(source.matches("Nested { foreign: Foreign(3), next: (Some(Box::new(").count(), 100);
}
