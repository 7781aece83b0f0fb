//! The views that come with `#[derive(Enumerable)]`: what they are called, what is in them.

#![expect(
    clippy::redundant_allocation,
    clippy::arc_with_non_send_sync,
    reason = "pointers to be looked through"
)]

use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;

use everycase::lazy::{ListView, Whole};
use everycase::{Enumerable, Lazy};

fn lazy<T: Enumerable>(value: T) -> Lazy<T> {
    value.into()
}

#[derive(Debug, Clone, PartialEq, Enumerable)]
enum Tree<T> {
    Leaf,
    Node(Box<Self>, T, Arc<Rc<Box<Tree<T>>>>),
}

#[test]
fn an_enum_has_an_enum_of_lazy_fields_without_pointers() {
    let leaf = Box::new(Tree::Leaf);
    let tree = Tree::Node(leaf.clone(), 7u8, Arc::new(Rc::new(leaf)));
    let TreeView::Node(left, x, right) = lazy(tree).force() else { panic!("a leaf") };
    let (left, x, right): (Lazy<Tree<u8>>, Lazy<u8>, Lazy<Tree<u8>>) = (left, x, right);
    assert_eq!((left.value(), x.value(), right.value()), (Tree::Leaf, 7, Tree::Leaf));
    assert!(matches!(right.force(), TreeView::Leaf));
}

#[derive(Debug, PartialEq, Enumerable)]
struct Named {
    r#type: u8,
    text: Box<str>,
    all: Rc<[bool]>,
}

#[derive(Debug, PartialEq, Enumerable)]
struct Tuple(i8, Option<Box<Named>>);

#[derive(Debug, PartialEq, Enumerable)]
struct Unit;

#[derive(Debug, PartialEq, Enumerable)]
enum Names {
    View,
    Lazy,
    Clone { at: u8 },
}

#[test]
fn a_struct_has_a_struct_of_the_same_style() {
    let named = || Named { r#type: 3, text: "x".into(), all: [true].into() };
    let NamedView { r#type, text, all } = lazy(named()).force();
    // A pointer to what has no size of its own stays.
    let (text, all): (Lazy<Box<str>>, Lazy<Rc<[bool]>>) = (text, all);
    assert_eq!(Named { r#type: r#type.value(), text: text.value(), all: all.value() }, named());

    let TupleView(number, inner) = lazy(Tuple(-3, Some(Box::new(named())))).force();
    assert_eq!(number.value(), -3);
    assert_eq!(inner.force().map(|inner| inner.force().force_type()), Some(3));

    let UnitView = lazy(Unit).force();
    let names = lazy(vec![Names::View, Names::Lazy, Names::Clone { at: 3 }]).force();
    assert!(matches!(names, ListView::Cons(first, _) if matches!(first.force(), NamesView::View)));
}

impl NamedView {
    fn force_type(self) -> u8 {
        self.r#type.force()
    }
}

fn odd() -> everycase::Space<u8> {
    u8::space().bijection(|n| 2 * (n % 128) + 1, |n| n / 2)
}

#[derive(Debug, PartialEq, Enumerable)]
#[enumerable(view = LookAt)]
enum Attributes<T: Default, U: Copy + PartialEq<T>, const N: usize> {
    #[enumerable(skip)]
    Skipped(T),
    Partly(#[enumerable(skip)] T, u8, #[enumerable(from = odd(), cost = 3)] u8, #[enumerable(cost = 2)] bool),
    #[enumerable(cost = 0)]
    Named {
        #[enumerable(skip)]
        skipped: bool,
        phantom: PhantomData<(U, [u8; N])>,
    },
}

type Three = Attributes<u16, u16, 3>;

#[test]
fn what_is_skipped_is_not_in_the_view_and_a_space_of_its_own_gives_what_can_be_had_whole() {
    let partly = lazy(Three::Partly(0, 200, 17, true)).force();
    // The parameter that only skipped fields mention is gone.
    let LookAt::<u16, 3>::Partly(number, odd, last) = partly else { panic!("another one") };
    let (number, odd, last): (Lazy<u8>, Whole<u8>, Lazy<bool>) = (number, odd, last);
    assert_eq!((number.value(), odd.value(), last.value()), (200, 17, true));
    let named = lazy(Three::Named { skipped: false, phantom: PhantomData }).force();
    assert!(matches!(named, LookAt::Named { phantom: _ }));
    assert_eq!(format!("{named:?} {partly:?}"), "Named { .. } Partly(..)");
}

#[test]
#[should_panic(expected = "has no derivation: the value is not in the space")]
fn a_skipped_value_cannot_be_made_lazy() {
    let _ = lazy(Three::Skipped(3));
}

/// Ascending numbers, made from their differences.
#[derive(Debug, PartialEq, Enumerable)]
#[enumerable(via = Vec<u8>, from = Self::from_gaps)]
struct Ascending(Vec<u32>);

impl Ascending {
    fn from_gaps(gaps: Vec<u8>) -> Self {
        let sum = |sum: &mut u32, gap: u8| {
            *sum += u32::from(gap);
            Some(*sum)
        };
        Self(gaps.into_iter().scan(0, sum).collect())
    }
}

#[test]
fn what_is_enumerated_through_another_type_is_looked_at_as_that() {
    let mut found = everycase::lazy::search(|ascending: Lazy<Ascending>| {
        let gaps: Lazy<Vec<u8>> = ascending.cast();
        let ListView::Cons(first, _) = gaps.force() else { return false };
        first.force() == 2
    })
    .up_to(9)
    .unwrap();
    assert_eq!(found.next().unwrap().into_value(), Ascending(vec![2]));
}

#[derive(Clone, Copy, Debug, Enumerable)]
enum Never {}

#[test]
fn a_type_without_values_has_a_view_without_any() {
    fn any(view: Option<NeverView>) {
        assert!(view.is_none());
    }
    any(None);
    assert_eq!(crate::support::counts::<Never>(2), [0, 0, 0]);
}

#[derive(Enumerable)]
struct Shown {
    tree: Tree<i16>,
    list: Vec<(bool, char)>,
    text: String,
    #[enumerable(from = odd())]
    odd: u8,
    ascending: Rc<Ascending>,
    #[enumerable(skip)]
    skipped: bool,
}

#[test]
fn what_is_not_decided_is_shown_as_a_gap() {
    let seen = std::cell::RefCell::new(Vec::new());
    let look = |shown: Lazy<Shown>| {
        let see = || seen.borrow_mut().push(shown.peek());
        see();
        let ShownView { tree, list, text, odd, ascending } = shown.force();
        see();
        let ListView::Cons(pair, rest) = list.force() else { return false };
        let TreeView::Node(left, number, _) = tree.force() else { return false };
        let ListView::Cons(first, after) = text.force() else { return false };
        see();
        if !number.lt(0) || pair.force().0.force() || !matches!(left.force(), TreeView::Leaf) {
            return false;
        }
        see();
        if number.force() != -1 || pair.force().1.force() != 'b' || odd.value() != 3 {
            return false;
        }
        let ListView::Cons(second, end) = after.force() else { return false };
        see();
        let ListView::Cons(gap, _) = ascending.cast::<Vec<u8>>().force() else { return false };
        let nil = matches!(rest.force(), ListView::Nil) && matches!(end.force(), ListView::Nil);
        if !nil || first.force() != 'x' || second.force() != 'y' || gap.force() != 1 {
            return false;
        }
        see();
        assert_eq!(shown.value().skipped, bool::default());
        see();
        true
    };
    assert!(everycase::lazy::sat(40, look).unwrap());
    // A later run begins with the decisions that it repeats, so each of these is what the first one saw to come so far.
    let (seen, mut places) = (seen.into_inner(), Vec::new());
    for expected in [
        "_",
        "Shown { tree: _, list: _, text: _, odd: _, ascending: _, skipped: Default::default() }",
        "Shown { tree: Tree::Node(_, _, _), list: vec![_, ..], text: String::from_iter([_, ..]), odd: _, \
             ascending: _, skipped: Default::default() }",
        "Shown { tree: Tree::Node(Box::new(Tree::Leaf), _, _), list: vec![(false, _), ..], \
             text: String::from_iter([_, ..]), odd: _, ascending: _, skipped: Default::default() }",
        "Shown { tree: Tree::Node(Box::new(Tree::Leaf), -1, _), list: vec![(false, 'b'), ..], \
             text: String::from_iter([_, _, ..]), odd: 3, ascending: _, skipped: Default::default() }",
        "Shown { tree: Tree::Node(Box::new(Tree::Leaf), -1, _), list: vec![(false, 'b')], \
             text: String::from(\"xy\"), odd: 3, ascending: std::rc::Rc::new(Ascending::from_gaps(vec![1, ..])), \
             skipped: Default::default() }",
        "Shown { tree: Tree::Node(Box::new(Tree::Leaf), -1, std::sync::Arc::new(std::rc::Rc::new(\
             Box::new(Tree::Leaf)))), list: vec![(false, 'b')], text: String::from(\"xy\"), odd: 3, \
             ascending: std::rc::Rc::new(Ascending::from_gaps(vec![1])), skipped: Default::default() }",
    ] {
        let place = seen.iter().position(|seen| seen == expected);
        places.push(place.unwrap_or_else(|| panic!("{expected} is not in {seen:#?}")));
    }
    assert!(places.is_sorted() && places.last() == Some(&(seen.len() - 1)), "{places:?}");
}

#[test]
fn a_whole_value_is_shown_as_it_is() {
    let partly = lazy(Three::Partly(0, 200, 17, true));
    assert_eq!(partly.peek(), "Attributes::Partly(Default::default(), 200, 17, true)");
    let LookAt::Partly(number, odd, _) = partly.force() else { panic!("another one") };
    assert_eq!((number.peek(), odd.peek()), ("200".to_owned(), "17".to_owned()));
}
