//! Which inputs a run draws beside those of the search: what any random tester would draw, and what types of nested
//! values and lists of operations need.

use std::collections::HashSet;
use std::num::{NonZeroI16, NonZeroI128, NonZeroU32, NonZeroU64};
use std::sync::{Arc, Mutex};

use everycase::prelude::*;
use everycase::{Settings, Space, check_with};

/// Runs a number of tests on the inputs of a space; returns those that are kept.
fn kept<T: Send + 'static>(tests: u64, size: Option<u32>, space: Space<T>, keep: fn(&T) -> bool) -> Vec<T> {
    let kept: Arc<Mutex<Vec<T>>> = Arc::default();
    let settings = Settings { tests: Some(tests), size, seed: Some(7), jobs: Some(1), ..Settings::default() };
    let own = Arc::clone(&kept);
    check_with(settings, space, move |input: T| {
        if keep(&input) {
            own.lock().unwrap().push(input);
        }
    });
    Arc::into_inner(kept).map_or_else(Vec::new, |kept| kept.into_inner().unwrap())
}

/// Returns how many of 4,000 inputs are kept.
fn count<T: Enumerable + Send + 'static>(keep: fn(&T) -> bool) -> usize {
    kept(4_000, None, T::space(), keep).len()
}

#[derive(Debug, Clone, PartialEq, Enumerable)]
struct Newtype(u64);

#[derive(Debug, Clone, PartialEq, Enumerable)]
struct Within(#[enumerable(from = 5_000_000_000..=9_000_000_000_000_000_000)] u64);

#[test]
fn a_single_number_is_drawn_over_its_whole_width() {
    // The search has only numbers of few bits.
    let widest = [
        ("u32", count(|x: &u32| x.leading_zeros() == 0)),
        ("u64", count(|x: &u64| x.leading_zeros() == 0)),
        ("u128", count(|x: &u128| x.leading_zeros() == 0)),
        ("usize", count(|x: &usize| x.leading_zeros() == 0)),
        ("i32", count(|x: &i32| x.unsigned_abs().leading_zeros() <= 1)),
        ("i64", count(|x: &i64| x.unsigned_abs().leading_zeros() <= 1)),
        ("i128", count(|x: &i128| x.unsigned_abs().leading_zeros() <= 1)),
        ("char", count(|x: &char| *x > '\u{FFFF}')),
        ("f64", count(|x: &f64| x.is_finite() && x.abs() > 1e9)),
        ("NonZeroU32", count(|x: &NonZeroU32| x.leading_zeros() == 0)),
        ("NonZeroU64", count(|x: &NonZeroU64| x.leading_zeros() == 0)),
        ("NonZeroI128", count(|x: &NonZeroI128| x.unsigned_abs().leading_zeros() <= 1)),
        ("Newtype", count(|Newtype(x)| x.leading_zeros() == 0)),
        ("Within", count(|Within(x)| x.leading_zeros() == 1)),
        ("Option", count(|x: &Option<u64>| x.is_some_and(|x| x.leading_zeros() == 0))),
        ("pair", count(|x: &(u64, u64)| x.0.leading_zeros() == 0)),
    ];
    assert!(widest.iter().all(|(_, drawn)| *drawn >= 40), "{widest:?}");
    // All of these are run within a longer run; a short one draws beside the search, too.
    let narrow = [
        ("u16", count(|x: &u16| x.leading_zeros() == 0)),
        ("i16", count(|x: &i16| x.unsigned_abs().leading_zeros() <= 1)),
        ("NonZeroI16", count(|x: &NonZeroI16| x.unsigned_abs().leading_zeros() <= 1)),
    ];
    assert!(narrow.iter().all(|(_, drawn)| *drawn >= 60), "{narrow:?}");
}

#[test]
fn neighbours_of_the_ends_and_of_powers_of_ten_are_drawn() {
    let numbers: HashSet<u32> = kept(20_000, None, u32::space(), |_| true).into_iter().collect();
    let powers = (1..10).map(|k| 10u32.pow(k));
    let near = powers.flat_map(|power| [power - 1, power, power + 1]).chain([u32::MAX, u32::MAX - 1]);
    let missing: Vec<u32> = near.filter(|number| !numbers.contains(number)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn neighbours_of_zero_of_one_and_of_powers_are_drawn_among_floats() {
    let numbers: HashSet<u64> =
        kept(200_000, None, f64::space(), |_| true).into_iter().map(|x| x.abs().to_bits()).collect();
    let powers = (0..=8).flat_map(|k| [2f64.powi(k), 10f64.powi(k)]);
    let missing: Vec<f64> = powers
        .flat_map(|power| [power.next_down(), power, power.next_up()])
        .chain([0f64.next_up()])
        .filter(|number| !numbers.contains(&number.to_bits()))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn short_texts_of_small_letters_are_drawn_with_and_without_a_size_bound() {
    let is_word = |text: &String| text.len() == 2 && text.bytes().all(|letter| letter.is_ascii_lowercase());
    let words = |size| kept(60_000, size, String::space(), is_word).into_iter().collect::<HashSet<_>>().len();
    let (unbounded, bounded) = (words(None), words(Some(30)));
    assert!(unbounded > 100 && bounded > unbounded, "{unbounded} {bounded}");
}

#[derive(Debug, Clone, Enumerable)]
struct Position {
    line: u32,
    column: u32,
    file: String,
}

#[derive(Debug, Clone, Enumerable)]
enum Expression {
    Number(Position, i64),
    Variable(Position, String),
    Negation(Position, Box<Expression>),
    Sum(Position, Box<Expression>, Box<Expression>),
    Call(Position, String, Vec<Expression>),
}

impl Expression {
    fn position(&self) -> &Position {
        match self {
            Self::Number(position, _)
            | Self::Variable(position, _)
            | Self::Negation(position, _)
            | Self::Sum(position, ..)
            | Self::Call(position, ..) => position,
        }
    }

    fn depth(&self) -> usize {
        1 + match self {
            Self::Number(..) | Self::Variable(..) => return 0,
            Self::Negation(_, inner) => inner.depth(),
            Self::Sum(_, left, right) => left.depth().max(right.depth()),
            Self::Call(_, _, arguments) => arguments.iter().map(Self::depth).max().unwrap_or(0),
        }
    }

    /// Returns whether it is larger than what the search reaches.
    fn is_large(&self) -> bool {
        let Position { line, column, file } = self.position();
        u64::from(*line) + u64::from(*column) > 1_000 || file.len() > 3 || self.depth() >= 4
    }
}

#[test]
fn a_third_of_the_draws_of_a_type_that_nests_are_deep() {
    let drawn = kept(4_000, None, Expression::space(), Expression::is_large);
    let deep = drawn.iter().filter(|expression| expression.depth() >= 4).count();
    let deepest = drawn.iter().map(Expression::depth).max().unwrap_or(0);
    assert!(deep > 300 && deep * 3 >= drawn.len() && deepest > 50, "{deep} of {} {deepest}", drawn.len());
}

#[derive(Debug, Clone, Enumerable)]
struct Nest(Vec<Nest>);

impl Nest {
    fn depth(&self) -> usize {
        self.0.iter().map(Self::depth).max().map_or(0, |deepest| deepest + 1)
    }
}

#[test]
fn lists_of_lists_are_drawn_fifty_levels_deep() {
    assert!(!kept(4_000, None, Nest::space(), |nest| nest.depth() >= 50).is_empty());
}

#[derive(Debug, Clone, Copy, PartialEq, Enumerable)]
enum Operation {
    Push(u8, i32),
    Remove(u8),
    Set(u8, i32),
    Pop,
}

#[test]
fn lists_of_operations_have_each_kind_about_as_often() {
    let lists = kept(20_000, None, Vec::<Operation>::space(), |list| (16..=64).contains(&list.len()));
    let mut kinds = [0usize; 4];
    for operation in lists.iter().flatten() {
        kinds[match operation {
            Operation::Push(..) => 0,
            Operation::Remove(_) => 1,
            Operation::Set(..) => 2,
            Operation::Pop => 3,
        }] += 1;
    }
    let all: usize = kinds.iter().sum();
    assert!(lists.len() > 100 && kinds.iter().all(|&kind| kind * 7 > all), "{} {kinds:?}", lists.len());
}

#[test]
fn lists_of_operations_fill_a_container_before_they_empty_it() {
    let lists = kept(20_000, None, Vec::<Operation>::space(), |list| (16..=64).contains(&list.len()));
    let has_eight_keys = |list: &&Vec<Operation>| {
        let (mut keys, mut most) = (Vec::new(), 0);
        for operation in *list {
            match *operation {
                Operation::Push(key, _) if !keys.contains(&key) => keys.push(key),
                Operation::Remove(key) => keys.retain(|&other| other != key),
                Operation::Pop => drop(keys.pop()),
                Operation::Push(..) | Operation::Set(..) => {}
            }
            most = most.max(keys.len());
        }
        most >= 8
    };
    let full = lists.iter().filter(has_eight_keys).count();
    assert!(full * 40 > lists.len(), "{full} of {}", lists.len());
}

#[test]
fn lists_of_cheap_elements_have_more_than_65_536() {
    let lists = kept(120_000, None, Vec::<bool>::space(), |list| list.len() > 65_536);
    assert!(!lists.is_empty());
}
