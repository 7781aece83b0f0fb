//! The derive: counts, round trips, updates in place.

use std::collections::VecDeque;
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;

use everycase::{BigUint, Enumerable};

use crate::support::{assert_laws, counts, values};

#[derive(Debug, Clone, PartialEq, Enumerable)]
enum Tree {
    Leaf,
    Node(Box<Tree>, Box<Tree>),
}

#[derive(Debug, Clone, PartialEq, Enumerable)]
enum Labelled<T> {
    Leaf,
    Node { left: Box<Labelled<T>>, label: T, right: Box<Self> },
}

#[test]
fn binary_trees_are_counted_by_the_catalan_numbers() {
    assert_eq!(counts::<Tree>(15), [0, 1, 0, 1, 0, 2, 0, 5, 0, 14, 0, 42, 0, 132, 0, 429]);
}

#[test]
fn bool_lists_are_counted_as_in_the_paper() {
    assert_eq!(counts::<Vec<bool>>(15), [0, 1, 0, 2, 0, 4, 0, 8, 0, 16, 0, 32, 0, 64, 0, 128]);
}

#[test]
fn bool_lists_at_huge_indices_are_those_of_the_paper() {
    let lists = Vec::<bool>::space();
    for (exponent, parity) in [(1000, true), (1001, false)] {
        let list = lists.index(&BigUint::from(10u32).pow(exponent)).unwrap();
        assert_eq!(list.iter().fold(false, |acc, bit| acc ^ bit), parity);
        if exponent == 1000 {
            assert_eq!(list.len(), 3321);
        }
    }
}

#[test]
fn a_tree_obeys_the_laws() {
    assert_laws::<Tree>(13);
    assert_laws::<Labelled<bool>>(11);
    assert_laws::<Labelled<Tree>>(11);
}

#[derive(Debug, PartialEq, Enumerable)]
struct Unit;

#[derive(Debug, PartialEq, Enumerable)]
struct Empty {}

#[derive(Debug, Clone, PartialEq, Enumerable)]
struct Pair(u8, bool);

#[derive(Debug, PartialEq, Enumerable)]
pub(crate) struct Named {
    pub(crate) first: i16,
    second: Option<char>,
    third: Result<Unit, Empty>,
}

#[test]
fn structs_of_every_form_cost_one_and_obey_the_laws() {
    assert_eq!(counts::<Unit>(3), [0, 1, 0, 0]);
    assert_eq!(counts::<Empty>(3), [0, 1, 0, 0]);
    // A struct, a bool, and a number of 0, 1 and 2 bits.
    assert_eq!(counts::<Pair>(4), [0, 0, 2, 2, 4]);
    assert_laws::<Pair>(10);
    assert_laws::<Named>(9);
}

#[allow(dead_code)]
#[derive(Debug, Enumerable)]
enum Nothing {}

#[derive(Debug, PartialEq, Enumerable)]
enum Perhaps {
    Never(Box<Nothing2>),
    Always,
}

#[derive(Debug, PartialEq, Enumerable)]
struct Nothing2(Box<Nothing2>);

#[test]
fn types_without_values_have_none() {
    assert_eq!(counts::<Nothing>(4), [0; 5]);
    assert_eq!(counts::<Nothing2>(4), [0; 5]);
    assert_eq!(counts::<Vec<Nothing>>(4), [0, 1, 0, 0, 0]);
    assert_eq!(values::<Perhaps>(6), [Perhaps::Always]);
}

/// Mutual recursion through every container.
#[derive(Debug, PartialEq, Enumerable)]
enum Expr {
    Number(u8),
    Call(String, Vec<Expr>),
    If(Rc<(Expr, Expr)>, Arc<Block>),
    Array(Box<[Expr]>),
    Pair(Box<[Expr; 2]>),
}

#[derive(Debug, PartialEq, Enumerable)]
struct Block {
    statements: VecDeque<Statement>,
    value: Option<Box<Expr>>,
}

#[derive(Debug, PartialEq, Enumerable)]
enum Statement {
    Let { name: char, value: Expr },
    Loop(Block),
    Try(Result<Box<Statement>, Expr>),
}

#[test]
fn mutually_recursive_types_obey_the_laws() {
    assert_laws::<Expr>(9);
    assert_laws::<Block>(9);
}

#[derive(Debug, PartialEq, Enumerable)]
struct Generic<T: Clone, U, const N: usize = 2>
where
    U: PartialEq,
{
    items: [T; N],
    other: Vec<U>,
    next: Option<Box<Generic<T, U, N>>>,
}

#[derive(Debug, PartialEq, Enumerable)]
struct Tagged<T, Tag> {
    value: T,
    tag: PhantomData<Tag>,
    named: std::marker::PhantomData<fn() -> Tag>,
}

/// Not enumerable, and need not be.
#[derive(Debug, PartialEq)]
struct Tag;

trait Family {
    type Member;
}

#[derive(Debug, PartialEq)]
struct Bools;

impl Family for Bools {
    type Member = bool;
}

#[derive(Debug, Enumerable)]
struct OfFamily<F: Family>(F::Member, Vec<<F as Family>::Member>);

impl<F: Family<Member: PartialEq>> PartialEq for OfFamily<F> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 && self.1 == other.1
    }
}

#[test]
fn bounds_of_generic_types_are_inferred() {
    assert_laws::<Generic<bool, u8>>(9);
    assert_laws::<Generic<Pair, (), 1>>(9);
    assert_laws::<Tagged<u8, Tag>>(9);
    assert_laws::<OfFamily<Bools>>(9);
}

#[repr(u8)]
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Enumerable)]
enum Discriminants {
    A = 3,
    B = (1 + 1) << 2,
    #[cfg(any())]
    Gone(Nowhere),
    C = {
        const X: u8 = 7;
        X
    },
}

#[derive(Debug, PartialEq, Enumerable)]
struct ConfiguredFields {
    #[cfg(any())]
    gone: Nowhere,
    #[cfg(not(any()))]
    there: bool,
}

#[test]
fn discriminants_and_cfg_do_no_harm() {
    assert_eq!(counts::<Discriminants>(2), [0, 3, 0]);
    let numbers: Vec<u8> = values::<Discriminants>(1).into_iter().map(|d| d as u8).collect();
    assert_eq!(numbers, [3, 8, 7]);
    assert_eq!(counts::<ConfiguredFields>(3), [0, 0, 2, 0]);
}

macro_rules! made_by_macro {
    ($name:ident, $ty:ty, $variant:ident) => {
        #[derive(Debug, PartialEq, Enumerable)]
        enum $name {
            $variant($ty, Box<$ty>),
            Other { value: $ty },
        }
    };
}

made_by_macro!(Made, Option<Pair>, First);

#[test]
fn types_made_by_macros_can_derive() {
    assert_laws::<Made>(9);
}

#[test]
fn types_inside_functions_can_derive() {
    #[derive(Debug, PartialEq, Enumerable)]
    enum Local {
        A(Vec<Local>),
    }
    assert_eq!(counts::<Local>(6), [0, 0, 1, 0, 0, 1, 0]);
    assert_laws::<Local>(12);
}

#[test]
fn very_long_lists_need_no_deep_stack() {
    let space = Vec::<bool>::space();
    let list: Vec<bool> = (0..20_000).map(|i| i % 3 == 0).collect();
    let derivation = space.encode(&list).unwrap();
    assert_eq!(derivation.size(), 40_001);
    assert_eq!(space.decode(&derivation), list);
    assert_eq!(space.source(&derivation).matches("true").count(), 6667);
}

#[test]
fn updating_a_list_keeps_its_allocation() {
    let space = Vec::<bool>::space();
    let mut cursor = space.cursor(21).unwrap();
    let first = cursor.next().unwrap().as_ptr();
    while let Some(list) = cursor.next() {
        assert_eq!(list.as_ptr(), first);
    }
}

/// Names that generated code must not trip over.
mod hostile {
    use super::{Enumerable, assert_laws};

    #[allow(dead_code)]
    mod std {}
    #[allow(dead_code)]
    mod core {}
    #[allow(dead_code)]
    mod everycase {}
    #[allow(dead_code)]
    mod everycase_kernel {}

    #[derive(Debug, PartialEq, Enumerable)]
    struct String(Option);

    #[derive(Debug, PartialEq, Enumerable)]
    enum Option {
        None,
        Some(Box<Result>),
    }

    #[derive(Debug, PartialEq, Enumerable)]
    struct Result {
        r#type: Vec,
        at: bool,
        to: bool,
        out: bool,
    }

    #[derive(Debug, PartialEq, Enumerable)]
    struct Vec;

    #[derive(Debug, PartialEq, Enumerable)]
    enum Shape {
        r#Ok(String),
        Err,
        Default,
    }

    #[test]
    fn generated_code_does_not_see_names_of_the_users_module() {
        assert_laws::<Shape>(9);
    }
}

#[derive(Debug, PartialEq, Enumerable)]
struct Held<T: ?Sized, U>
where
    U: ?Sized,
{
    inner: Box<T>,
    tag: PhantomData<U>,
}

#[test]
fn a_type_parameter_that_may_be_unsized_has_to_be_sized_only_where_a_field_holds_it() {
    let all = values::<Held<bool, str>>(4);
    let held = |value| Held { inner: Box::new(value), tag: PhantomData };
    assert_eq!(all, [held(false), held(true)]);
    assert!(everycase::Lazy::from(held(true)).force().inner.force());
}
