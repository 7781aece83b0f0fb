//! Values printed as Rust source. Each expected text is compiled here and its value compared, so what is printed
//! does compile.

#![allow(clippy::approx_constant, clippy::excessive_precision, clippy::unreadable_literal)]

use everycase::Enumerable;

use crate::support::source;

/// Does the value print as this text?
fn assert_source<T: Enumerable>(value: &T, text: &str) {
    let printed = source(value);
    // `stringify!` may break lines.
    let written = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(printed, written);
}

macro_rules! sources {
    ($($ty:ty: $($value:expr),+;)*) => {$($(
        assert_source::<$ty>(&$value, stringify!($value));
    )+)*};
}

#[derive(Debug, Clone, PartialEq, Enumerable)]
enum Tree<T> {
    Leaf,
    Node(Box<Tree<T>>, T, Box<Tree<T>>),
}

#[derive(Debug, Clone, PartialEq, Enumerable)]
struct Point {
    x: i8,
    r#type: Option<u8>,
}

#[derive(Debug, Clone, PartialEq, Enumerable)]
struct Unit;

#[derive(Debug, Clone, PartialEq, Enumerable)]
struct Braces {}

#[derive(Debug, Clone, PartialEq, Enumerable)]
struct Newtype(String);

#[derive(Debug, Clone, PartialEq, Enumerable)]
enum Shape {
    Named { left: Newtype, right: [Unit; 2] },
    Braces {},
    Tuple(),
    r#Fn(Vec<Braces>),
}

#[test]
fn derived_types_print_as_their_constructors() {
    sources! {
        Tree<u8>: Tree::Leaf, Tree::Node(Box::new(Tree::Leaf), 3, Box::new(Tree::Leaf));
        Point: Point { x: -3, r#type: None }, Point { x: -128, r#type: Some(255) };
        Unit: Unit;
        Braces: Braces {};
        Shape: Shape::Named { left: Newtype(String::from("a")), right: [Unit, Unit] }, Shape::Braces {},
            Shape::Tuple(), Shape::r#Fn(vec![Braces {}, Braces {}]);
    }
}

#[test]
fn numbers_and_characters_print_as_literals() {
    sources! {
        u64: 0, 18446744073709551615;
        i128: -170141183460469231731687303715884105728;
        f64: 0.0, -0.0, 1.0, -0.5, 0.1, 5e-324, 1.7976931348623157e308, 1e16, f64::INFINITY, f64::NEG_INFINITY, f64::NAN,
            f64::from_bits(0xfff8000000000000), f64::from_bits(0x7ff0000000000001);
        f32: 1e-45, 3.4028235e38, 16777216.0, f32::NAN, f32::INFINITY, f32::from_bits(0x7fc00001);
        char: 'a', '\'', '"', '\n', '\0', '\u{301}', '\u{d7ff}', '\\', 'ß';
        bool: true, false;
        std::num::NonZeroU8: std::num::NonZero::<u8>::new(3).unwrap();
        std::num::NonZeroI64: std::num::NonZero::<i64>::new(-3).unwrap();
    }
}

#[test]
fn containers_print_as_calls_with_full_paths() {
    sources! {
        (): ();
        (u8,): (1,);
        (u8, bool): (1, true);
        [u8; 2]: [1, 2];
        [u8; 0]: [];
        Vec<u8>: vec![], vec![1, 2];
        String: String::new(), String::from("a\"\\\n\u{301}b");
        Box<str>: Box::from("a");
        std::rc::Rc<str>: std::rc::Rc::from("a");
        Box<[u8]>: vec![1].into_boxed_slice();
        std::rc::Rc<[u8]>: std::rc::Rc::from(vec![1]);
        std::sync::Arc<[u8]>: std::sync::Arc::from(vec![]);
        std::collections::VecDeque<u8>: std::collections::VecDeque::from(vec![1, 2]);
        std::collections::LinkedList<u8>: std::collections::LinkedList::from_iter(vec![1, 2]);
        std::rc::Rc<u8>: std::rc::Rc::new(1);
        std::sync::Arc<u8>: std::sync::Arc::new(1);
        std::borrow::Cow<'static, str>: std::borrow::Cow::Owned(String::from("a"));
        Option<Option<u8>>: None, Some(None), Some(Some(1));
        Result<u8, ()>: Ok(1), Err(());
        std::cmp::Ordering: std::cmp::Ordering::Less;
        std::cmp::Reverse<u8>: std::cmp::Reverse(1);
        std::num::Wrapping<i8>: std::num::Wrapping(-1);
        std::ops::Bound<u8>: std::ops::Bound::Excluded(1), std::ops::Bound::Unbounded;
        std::ops::ControlFlow<u8, ()>: std::ops::ControlFlow::Break(1), std::ops::ControlFlow::Continue(());
        std::ops::Range<i8>: -1..2;
        std::ops::RangeInclusive<u8>: 1..=2;
        std::ops::RangeFrom<u8>: 1..;
        std::ops::RangeTo<u8>: ..1;
        std::ops::RangeToInclusive<u8>: ..=1;
        std::ops::RangeFull: ..;
        std::ops::Range<std::ops::Range<u8>>: (1..2)..(3..4);
        std::collections::BTreeSet<u8>: std::collections::BTreeSet::from([1, 2]);
        std::collections::BTreeMap<u8, bool>: std::collections::BTreeMap::from([]),
            std::collections::BTreeMap::from([(1, true), (2, false)]);
        std::collections::HashSet<u8>: std::collections::HashSet::from_iter([1, 2]);
        std::collections::HashMap<u8, bool>: std::collections::HashMap::from_iter([(1, true), (2, false)]);
        std::cell::Cell<u8>: std::cell::Cell::new(1);
        std::cell::RefCell<u8>: std::cell::RefCell::new(1);
        std::sync::Mutex<u8>: std::sync::Mutex::new(1);
        std::sync::RwLock<u8>: std::sync::RwLock::new(1);
        std::marker::PhantomData<u8>: std::marker::PhantomData;
        std::time::Duration: std::time::Duration::new(1, 500000000);
    }
}

#[test]
fn long_values_print_in_linear_time() {
    let list: Vec<(u8, Option<bool>)> = vec![(1, Some(true)); 20_000];
    let text = source(&list);
    assert_eq!(text.len(), "vec![]".len() + 20_000 * "(1, Some(true))".len() + 19_999 * ", ".len());
}
