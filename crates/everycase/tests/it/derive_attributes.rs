//! `#[enumerable(...)]`: costs, what is left out, spaces for fields, bijections.

use everycase::space::{Alternative, At, Codec, EncodeError, Encoder, Range, Shape, Source, SpaceError};
use everycase::{Enumerable, Space};

use crate::support::{assert_laws, counts, sources, values};

#[derive(Debug, PartialEq, Enumerable)]
#[enumerable(cost = 2)]
enum Costly {
    Cheap,
    #[enumerable(cost = 5)]
    Dear,
    Field(#[enumerable(cost = 3)] bool),
    #[enumerable(cost = 0)]
    Free(bool, bool),
}

#[test]
fn costs_are_those_written() {
    // Cheap 2, Dear 5, Field 2 + 3 + 1, Free nothing beyond its fields.
    assert_eq!(counts::<Costly>(7), [0, 0, 1 + 4, 0, 0, 1, 2, 0]);
    assert_laws::<Costly>(9);
}

#[derive(Debug, Default, PartialEq)]
struct Handle(u32);

#[derive(Debug, PartialEq, Enumerable)]
enum Partly {
    #[enumerable(skip)]
    Open(Handle),
    Closed {
        code: u8,
        #[enumerable(skip)]
        cache: Option<Handle>,
        last: bool,
    },
    #[enumerable(skip)]
    Unknown,
    Lost(#[enumerable(skip)] Handle),
}

#[test]
fn what_is_skipped_is_left_out() {
    assert_eq!(counts::<Partly>(3), [0, 1, 2, 2]);
    assert_laws::<Partly>(8);
    assert_eq!(values::<Partly>(1), [Partly::Lost(Handle(0))]);
    let space = Partly::space();
    for skipped in [Partly::Open(Handle(3)), Partly::Unknown] {
        assert!(matches!(space.encode(&skipped), Err(SpaceError::Encode(EncodeError::NotInShape))));
    }
    assert_eq!(
        sources::<Partly>(2),
        [
            "Partly::Closed { code: 0, cache: Default::default(), last: false }",
            "Partly::Closed { code: 0, cache: Default::default(), last: true }",
        ]
    );
}

/// Digits, as a space by hand.
fn digits() -> Space<char> {
    struct Digit;
    impl Codec<char> for Digit {
        fn decode(&self, at: At<'_>) -> char {
            char::from(b'0' + at.bits() as u8)
        }
        fn encode(&self, value: &char, to: &mut Encoder) -> Result<(), EncodeError> {
            to.bits(u64::from(value.to_digit(10).ok_or(EncodeError::NotInShape)?))
        }
        fn source(&self, at: At<'_>, out: &mut Source) {
            out.debug(&self.decode(at));
        }
    }
    Space::new(Shape::range(Range::of(0, 9)), Digit)
}

/// Does not implement `Enumerable`.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Foreign(u8);

fn foreign(max: u8) -> Space<Foreign> {
    struct Codec(u8);
    impl everycase::space::Codec<Foreign> for Codec {
        fn decode(&self, at: At<'_>) -> Foreign {
            Foreign(self.0 - at.alternative() as u8)
        }
        fn encode(&self, value: &Foreign, to: &mut Encoder) -> Result<(), EncodeError> {
            to.alternative(usize::from(self.0 - value.0))
        }
        fn source(&self, at: At<'_>, out: &mut Source) {
            out.name(module_path!(), "Foreign");
            out.push_str(&format!("({})", self.decode(at).0));
        }
    }
    Space::new(Shape::choice((0..=max).map(|_| Alternative::new("", []))), Codec(max))
}

#[derive(Debug, PartialEq, Enumerable)]
struct Licence {
    #[enumerable(from = foreign(2))]
    kind: Foreign,
    plus: bool,
    #[enumerable(from = digits(), cost = 2)]
    digit: char,
}

#[test]
fn a_field_can_have_a_space_of_its_own() {
    assert_eq!(counts::<Licence>(8), [0, 0, 0, 0, 6, 6, 12, 24, 12]);
    assert_laws::<Licence>(8);
    assert_eq!(sources::<Licence>(4)[5], "Licence { kind: Foreign(0), plus: true, digit: '0' }");
    let outside = Licence { kind: Foreign(0), plus: true, digit: 'x' };
    assert!(matches!(Licence::space().encode(&outside), Err(SpaceError::Encode(EncodeError::NotInShape))));
}

/// Ascending numbers, made from their differences.
#[derive(Debug, Clone, PartialEq, Enumerable)]
#[enumerable(via = Vec<u8>, from = Self::from_gaps, into = Self::gaps)]
struct Ascending(Vec<u32>);

impl Ascending {
    fn from_gaps(gaps: Vec<u8>) -> Self {
        let sums = gaps.into_iter().scan(0, |sum, gap| {
            *sum += u32::from(gap);
            Some(*sum)
        });
        Self(sums.collect())
    }

    fn gaps(&self) -> Vec<u8> {
        let before = std::iter::once(&0).chain(&self.0);
        self.0.iter().zip(before).map(|(n, before)| (n - before) as u8).collect()
    }
}

#[derive(Debug, PartialEq, Enumerable)]
#[enumerable(via = (T, Vec<T>), from = |(head, tail)| NonEmpty { head, tail })]
struct NonEmpty<T> {
    head: T,
    tail: Vec<T>,
}

#[derive(Debug, PartialEq, Enumerable)]
#[enumerable(via = Option<Box<Peano>>, from = Peano, into = |n: &Peano| n.0.clone())]
#[derive(Clone)]
struct Peano(Option<Box<Peano>>);

#[test]
fn a_type_can_be_enumerated_through_another() {
    assert_eq!(counts::<Ascending>(6), counts::<Vec<u8>>(6));
    assert_laws::<Ascending>(9);
    assert_eq!(sources::<Ascending>(4)[1], "Ascending::from_gaps(vec![0, 1])");
    assert!(values::<Ascending>(9).iter().all(|list| list.0.is_sorted()));
}

#[test]
fn without_into_values_are_made_but_not_ranked() {
    assert_eq!(counts::<NonEmpty<bool>>(6), [0, 0, 2, 0, 4, 0, 8]);
    let space = NonEmpty::<bool>::space();
    let value = NonEmpty { head: true, tail: vec![] };
    assert_eq!(values::<NonEmpty<bool>>(2)[1], value);
    assert!(matches!(space.rank(&value), Err(SpaceError::Encode(EncodeError::NoInverse(_)))));
    assert_eq!(sources::<NonEmpty<bool>>(2)[1], "(|(head, tail)| NonEmpty { head, tail })((true, vec![]))");
}

#[test]
fn a_bijection_may_be_recursive() {
    assert_eq!(counts::<Peano>(4), [0, 1, 1, 1, 1]);
    assert_laws::<Peano>(6);
    assert_eq!(sources::<Peano>(2), ["Peano(Some(Box::new(Peano(None))))"]);
}

mod elsewhere {
    pub(crate) mod everycase_again {
        pub(crate) use everycase::*;
    }
}

#[derive(Debug, PartialEq, Enumerable)]
#[enumerable(crate = elsewhere::everycase_again)]
#[enumerable(bound = "T: Enumerable + Copy")]
struct Rebound<T>(T);

#[test]
fn paths_and_bounds_can_be_given() {
    assert_laws::<Rebound<u8>>(4);
}
