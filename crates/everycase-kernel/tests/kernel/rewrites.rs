//! Rewrites: functions of the derivation alone, within the shape, that do to lists, numbers and constants what they say.

use super::common::{bools, list, tree};
use super::random::{naive_parts, systems};
use everycase_kernel::{Derivation, Derivations, Lists, Numbers, Range, Rewrite, Shape, Which};

#[test]
fn a_rewrite_is_a_function_of_the_derivation_alone_and_stays_in_the_shape() {
    let mut rewritten = 0;
    for system in systems(43).take(100) {
        let shape = system.shape();
        let parts = naive_parts(&shape, 6, 200);
        let expanded = Derivations::new(shape.clone());
        expanded.count(12).unwrap();
        for words in parts.iter().flatten().take(8) {
            for rewrite in Rewrite::all() {
                // How far the grammar has been expanded makes no difference.
                let fresh = Derivations::new(shape.clone());
                let found = fresh.rewritten(&fresh.parse(words).unwrap(), rewrite).unwrap();
                let again = expanded.rewritten(&expanded.parse(words).unwrap(), rewrite).unwrap();
                assert_eq!(found, again, "{rewrite:?} {words:?}");
                if let Some(found) = found {
                    assert_ne!(found.words(), *words);
                    assert_eq!(fresh.parse(&found.words()).unwrap(), found);
                    rewritten += 1;
                }
            }
        }
    }
    assert!(rewritten > 300, "{rewritten}");
}

/// Returns the words of a derivation after a rewrite.
fn after(shape: Shape, words: &[u64], rewrite: Rewrite) -> Option<Vec<u64>> {
    let space = Derivations::new(shape);
    space.rewritten(&space.parse(words).unwrap(), rewrite).unwrap().map(|found| found.words())
}

fn number() -> Shape {
    Shape::range(Range::signed(8))
}

/// An edit of a vector.
type Edit = fn(&mut Vec<i64>);

/// Returns the words of a list of numbers, in two's complement.
fn numbers(list: &[i64]) -> Vec<u64> {
    list.iter().flat_map(|n| [1, n.cast_unsigned()]).chain([0]).collect()
}

#[test]
fn lists_are_edited_as_vectors_are() {
    for of in [&[][..], &[3], &[2, -1], &[1, 1, 2], &[5, -3, 5, 0], &[0, 0, 0, 0, 1]] {
        let edits: [(Lists, Edit); 10] = [
            (Lists::Reversed, |list| list.reverse()),
            (Lists::Rotated, |list| {
                let first = usize::from(!list.is_empty());
                list.rotate_left(first);
            }),
            (Lists::Ascending, |list| list.sort_unstable()),
            (Lists::Descending, |list| list.sort_unstable_by_key(|n| -n)),
            (Lists::Deduplicated, |list| list.dedup()),
            (Lists::First, |list| list.truncate(1)),
            (Lists::WithoutFirst, |list| {
                list.drain(..list.len().min(1));
            }),
            (Lists::WithoutLast, |list| {
                list.pop();
            }),
            (Lists::FirstTwice, |list| list.first().copied().into_iter().for_each(|n| list.insert(0, n))),
            (Lists::EndsExchanged, |list| {
                if let Some(last) = list.len().checked_sub(1) {
                    list.swap(0, last);
                }
            }),
        ];
        for (edit, expected) in edits {
            let mut expected_list = of.to_vec();
            expected(&mut expected_list);
            let expected = (expected_list != of).then(|| numbers(&expected_list));
            let found = after(list(number()), &numbers(of), Rewrite::Lists { edit, inner: false });
            assert_eq!(found, expected, "{edit:?} {of:?}");
        }
    }
}

#[test]
fn inner_lists_are_the_elements_of_the_outermost_ones() {
    let words: Vec<u64> = [vec![1], numbers(&[1, 2]), vec![1], numbers(&[3, 4]), vec![0]].concat();
    let found = after(list(list(number())), &words, Rewrite::Lists { edit: Lists::Reversed, inner: true });
    let expected = [vec![1], numbers(&[2, 1]), vec![1], numbers(&[4, 3]), vec![0]].concat();
    assert_eq!(found, Some(expected));
    let none = Rewrite::Lists { edit: Lists::Reversed, inner: true };
    assert_eq!(after(list(number()), &numbers(&[1, 2]), none), None);
}

#[test]
fn a_field_of_the_elements_is_reversed_and_the_others_stay() {
    let run = Shape::product([number(), bools()]);
    let reversed = |field| Rewrite::Lists { edit: Lists::FieldReversed(field), inner: false };
    let words = [1, 7, 0, 1, 9, 1, 0];
    assert_eq!(after(list(run.clone()), &words, reversed(0)), Some(vec![1, 9, 0, 1, 7, 1, 0]));
    assert_eq!(after(list(run.clone()), &words, reversed(1)), Some(vec![1, 7, 1, 1, 9, 0, 0]));
    assert_eq!(after(list(run), &words, reversed(2)), None);
    assert_eq!(after(list(number()), &numbers(&[1, 2]), reversed(0)), None);
}

#[test]
fn numbers_out_of_range_stay_constants_follow_each_other_and_trees_are_mirrored() {
    let increased = |which| Rewrite::Numbers { edit: Numbers::Increased, which };
    let found = |rewrite| after(list(number()), &numbers(&[127, 0, 126]), rewrite);
    assert_eq!(found(increased(Which::All)), Some(numbers(&[127, 1, 127])));
    assert_eq!(found(increased(Which::First)), None);
    assert_eq!(found(increased(Which::Last)), Some(numbers(&[127, 0, 127])));
    let negated = Rewrite::Numbers { edit: Numbers::Negated, which: Which::All };
    assert_eq!(found(negated), Some(numbers(&[-127, 0, -126])));
    assert_eq!(after(list(bools()), &[1, 0, 1, 1, 0], Rewrite::NextConstants), Some(vec![1, 1, 1, 0, 0]));
    let leaning = [1, 1, 0, 5, 0, 6, 0];
    assert_eq!(after(tree(), &leaning, Rewrite::Mirrored), Some(vec![1, 0, 6, 1, 0, 5, 0]));
    let pair = Shape::product([number(), number()]);
    assert_eq!(after(pair, &[1, 2], Rewrite::Mirrored), Some(vec![2, 1]));
}

#[test]
fn long_lists_and_deep_trees_are_rewritten_without_recursion() {
    let long: Vec<i64> = (0..5_000).map(|n| n % 100).collect();
    for rewrite in Rewrite::all() {
        let space = Derivations::new(list(number()));
        let words = numbers(&long);
        let of: Derivation = space.parse(&words).unwrap();
        let _ = space.rewritten(&of, rewrite).unwrap();
    }
    let deep: Vec<u64> =
        (0..20_000).flat_map(|_| [1]).chain([0]).chain((0..20_000).flat_map(|_| [3, 0])).collect();
    assert!(after(tree(), &deep, Rewrite::Mirrored).is_some());
}
