//! Properties of functions, each of some strength.

use everycase::prelude::*;

use crate::lists::{insert, sorted};

/// Returns a list without the items of another one.
fn without(list: &[i64], gone: &[i64]) -> Vec<i64> {
    let mut left = list.to_vec();
    for item in gone {
        if let Some(at) = left.iter().position(|other| other == item) {
            left.remove(at);
        }
    }
    left
}

/// Returns a text without its last character.
fn without_last(text: &str) -> String {
    text.chars().take(text.chars().count().saturating_sub(1)).collect()
}

#[property(of = insert::<i64>, tests = 3000, seed = 11, min_strength = 100)]
fn insert_0(x: i64, list: Vec<i64>) -> bool {
    !list.is_sorted() || insert(x, &list).is_sorted()
}

#[property(of = without_last, tests = 300, seed = 11, min_strength = 100)]
fn without_last_is_a_part(text: String) -> bool {
    text.contains(&without_last(&text))
}

#[property(of = insert::<i64>, tests = 3000, seed = 11, min_strength = 100)]
fn insert_1(x: i64, list: Vec<i64>) -> bool {
    insert(x, &sorted(list)).is_sorted()
}

#[property(of = insert::<i64>, tests = 3000, seed = 11, min_strength = 100)]
fn insert_2(x: i64, list: Vec<i64>) -> bool {
    let out = insert(x, &sorted(list));
    out.is_sorted() && out.contains(&x)
}

#[property(of = insert::<i64>, tests = 3000, seed = 11, min_strength = 100)]
fn insert_3(x: i64, list: Vec<i64>) -> bool {
    let (length, out) = (list.len(), insert(x, &sorted(list)));
    out.is_sorted() && out.len() == length + 1
}

#[property(of = insert::<i64>, tests = 3000, seed = 11, min_strength = 100)]
fn insert_4(x: i64, list: Vec<i64>) -> bool {
    let (length, out) = (list.len(), insert(x, &sorted(list)));
    out.is_sorted() && out.contains(&x) && out.len() == length + 1
}

#[property(of = insert::<i64>, tests = 3000, seed = 11, min_strength = 100)]
fn insert_5(x: i64, list: Vec<i64>) -> bool {
    let list = sorted(list);
    let out = insert::<i64>(x, &list);
    out.is_sorted() && without(&list, &out).is_empty() && without(&out, &list) == [x]
}

#[property(of = sorted, tests = 1000, seed = 11, min_strength = 100)]
fn against_itself(list: Vec<i64>) -> bool {
    sorted(list.clone()) == sorted(list)
}

#[property(of = sorted, tests = 1000, seed = 11, min_strength = 100)]
fn is_never_called(list: Vec<i64>) {
    if list.len() > 1_000 {
        sorted(list);
    }
}
