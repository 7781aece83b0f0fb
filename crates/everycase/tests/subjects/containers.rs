//! Bugs planted in generic containers: properties on atoms, and on integers.

use std::fmt::Debug;

use everycase::prelude::*;

use crate::search_tree::{Tree, find, is_ascending, sort_in_two_passes, without_repetitions};

/// The properties, each run on atoms and on integers.
macro_rules! on_atoms_and_on_integers {
    ($(
        [$($settings:tt)*]
        $name:ident, $eagerly:ident<$($parameter:ident: $bound:path),*>($($argument:ident: $ty:ty),*) $body:block
    )*) => { $(
        #[property($($settings)*)]
        fn $name<$($parameter: $bound),*>($($argument: $ty),*) $body

        #[property($($settings)*, for<$($parameter = u64),*>)]
        fn $eagerly<$($parameter: $bound),*>($($argument: $ty),*) $body
    )* };
}

trait Element: Ord + Clone + Debug {}

impl<T: Ord + Clone + Debug> Element for T {}

on_atoms_and_on_integers! {
    [size = 10]
    insertion_keeps_order, insertion_keeps_order_of_integers<K: Element, V: Debug>(t: Tree<K, V>, k: K, v: V) {
        assume(is_ascending(&t.keys()));
        assert!(is_ascending(&t.insert(k, v).keys()));
    }

    [size = 20, should_fail]
    keys_are_unique, integers_are_unique<K: Element, V: Debug>(t: Tree<K, V>, k: K, v: V) {
        assume(is_ascending(&t.keys()));
        assert!(is_ascending(&t.insert_twice(k, v).keys()), "a key twice");
    }

    [size = 20, should_fail]
    sorting_sorts, sorting_sorts_integers<T: Element>(list: Vec<T>) {
        let mut list = list;
        assume((1..list.len()).all(|i| !list[..i].contains(&list[i])));
        sort_in_two_passes(&mut list);
        assert!(list.is_sorted(), "not sorted");
    }

    [size = 20, should_fail]
    what_is_there_is_found, integers_that_are_there_are_found<T: Element>(list: Vec<T>, x: T) {
        assume(list.is_sorted());
        assert!(find(&list, &x) == list.contains(&x), "not found");
    }

    [size = 20, should_fail]
    nothing_is_repeated, no_integer_is_repeated<T: Element>(list: Vec<T>) {
        assume(list.is_sorted());
        assert!(is_ascending(&without_repetitions(&list)), "repeated");
    }
}
