//! Forms of generic properties.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::{Debug, Display};
use std::hash::Hash;

use everycase::prelude::*;
use everycase::{Fun, all};

#[property(size = 8)]
fn bounds_may_be_in_a_where_clause<K, V>(map: BTreeMap<K, V>, k: K)
where
    K: std::cmp::Ord + Clone + Debug,
    V: core::clone::Clone + Debug + PartialEq,
    Vec<V>: Clone,
{
    let mut other = map.clone();
    other.remove(&k);
    assert!(other.len() <= map.len());
}

#[property(size = 8)]
fn references_are_lent<T: Ord + Clone + Debug>(xs: &[T], ys: &mut Vec<T>, x: &T) {
    ys.extend_from_slice(xs);
    ys.sort();
    assert_eq!(ys.binary_search(x).is_ok(), ys.contains(x));
}

#[property(size = 6)]
fn hashed_values_are_values_like_others<T: Hash + Eq + Copy + Debug>(xs: Vec<T>) {
    let set: HashSet<T> = xs.iter().copied().collect();
    let map: HashMap<T, usize> = xs.iter().copied().zip(0..).collect();
    assert_eq!(set.len(), map.len());
    assert!(xs.iter().all(|x| set.contains(x)));
}

#[property(size = 9)]
fn a_type_that_is_never_compared_is_decided_nowhere<T: Clone>(xs: Vec<T>, flag: bool) {
    let mut twice = xs.clone();
    twice.reverse();
    assert!(twice.len() == xs.len() || flag);
}

#[property(size = 6)]
fn formatting_decides<T: Debug + Display + PartialEq>(a: T, b: T) {
    assert_eq!(a == b, format!("{a}") == format!("{b:?}"));
}

#[property(size = 6, should_fail)]
fn a_default_is_not_the_least<T: Default + Ord + Debug>(a: T) {
    assert!(a >= T::default());
}

#[property(size = 6)]
fn static_types_are_fine<T: 'static + Ord + Unpin + ToOwned<Owned = T> + Debug>(a: T, b: T) {
    assert!(std::cmp::max(a.to_owned(), b) >= a);
}

trait Key: Ord + Clone + Debug {}

impl<T: Ord + Clone + Debug> Key for T {}

#[property(size = 6)]
fn a_trait_for_all_ordered_types_is_met<T: Key>(a: T, b: T, c: T) {
    assume(a <= b && b <= c);
    assert!(a <= c);
}

#[property(size = 6)]
fn pairs_and_options_of_atoms<T: Ord + Clone + Debug, U: Ord + Clone + Debug>(
    (a, b): (T, U),
    other: Option<(T, U)>,
) {
    if let Some(other) = other {
        assert_eq!((a.clone(), b.clone()) < other, a < other.0 || (a == other.0 && b < other.1));
    }
}

#[property(for<T = u8>)]
fn the_only_parameter_may_be_given<T: Into<u64> + Copy + Debug>(x: T) {
    assert!(x.into() < 256);
}

#[property(for<T = Vec<Vec<u8>>, U = (),>, size = 6)]
fn some_parameters_may_be_given<T, U: Into<()> + Copy + Debug, K: Ord + Clone + Debug>(x: T, u: U, ks: Vec<K>)
where
    T: AsRef<[Vec<u8>]> + Debug,
{
    let () = u.into();
    let mut sorted = ks.clone();
    sorted.sort();
    assert!(x.as_ref().len() < 9 && sorted.len() == ks.len());
}

#[property(size = 6, for<K = u8>)]
fn a_lazy_value_of_a_given_type<K: Ord + Copy + Debug>(t: Lazy<Vec<K>>, k: K) {
    let mut list = t.value();
    list.push(k);
    list.sort();
    assert!(list.binary_search(&k).is_ok());
}

#[property(size = 6)]
fn sets_and_functions_of_atoms<T: Ord + Clone + Debug>(set: BTreeSet<T>, f: Fun<bool, T>, x: T) {
    assert_eq!(set.contains(&x), set.iter().any(|y| *y == x));
    assert!(f.call(&true) == f.call(&true));
}

#[derive(Debug, Clone, Enumerable)]
enum Tree<K> {
    Leaf,
    Node(Box<Tree<K>>, K, Box<Tree<K>>),
}

fn is_between<K: Ord + Enumerable>(tree: Lazy<Tree<K>>, low: Option<&K>, high: Option<&K>) -> bool {
    match tree.force() {
        TreeView::Leaf => true,
        TreeView::Node(left, key, right) => {
            let key = key.value();
            all!(
                low.is_none_or(|low| *low < key),
                high.is_none_or(|high| key < *high),
                is_between(left, low, Some(&key)),
                is_between(right, Some(&key), high),
            )
        }
    }
}

fn insert<K: Ord>(tree: Tree<K>, k: K) -> Tree<K> {
    match tree {
        Tree::Leaf => Tree::Node(Box::new(Tree::Leaf), k, Box::new(Tree::Leaf)),
        Tree::Node(left, key, right) if k < key => Tree::Node(Box::new(insert(*left, k)), key, right),
        Tree::Node(left, key, right) if k > key => Tree::Node(left, key, Box::new(insert(*right, k))),
        same @ Tree::Node(..) => same,
    }
}

#[property(size = 12)]
fn lazy_trees_of_atoms_are_made_lazy_again<K: Ord + Clone + Debug>(t: Lazy<Tree<K>>, k: K) {
    assume(is_between(t, None, None));
    assert!(is_between(Lazy::from(insert(t.value(), k)), None, None));
}

fn with<T: Ord + Copy>(list: &[T], x: T) -> Vec<T> {
    let at = list.partition_point(|y| *y < x);
    [&list[..at], &[x], &list[at..]].concat()
}

#[property(size = 6, for<T = u8>, of = with::<T>)]
fn a_function_is_measured_on_the_type_that_is_given<T: Ord + Copy + Debug>(xs: Vec<T>, x: T) {
    assume(xs.is_sorted());
    assert!(with(&xs, x).is_sorted() && with(&xs, x).len() > xs.len());
}

#[cfg(feature = "async")]
#[property(size = 6)]
async fn an_async_property<T: Ord + Clone + Debug>(xs: Vec<T>) {
    let sorted = async {
        let mut xs = xs.clone();
        xs.sort();
        xs
    };
    assert!(sorted.await.is_sorted());
}

trait Bounded {}

impl<T: Ord> Bounded for T {}

#[property(size = 4)]
fn bounds_may_mention_other_parameters<T: Ord + Debug, U: PartialOrd<U> + Bounded + Into<U>>(x: T, y: U)
where
    (T, U): Ord,
{
    assert!((x, y).is_like_itself());
}

trait Like {
    fn is_like_itself(&self) -> bool;
}

impl<T: PartialEq> Like for T {
    fn is_like_itself(&self) -> bool {
        self.eq(self)
    }
}

macro_rules! within_a_macro {
    ($name:ident, $ty:ty) => {
        #[property(size = 6)]
        fn $name<T: Ord + Clone + Debug>(xs: $ty, x: T) {
            assert!(xs.len() < 10 || x == x.clone());
        }
    };
}

within_a_macro!(a_property_made_by_a_macro, Vec<bool>);
