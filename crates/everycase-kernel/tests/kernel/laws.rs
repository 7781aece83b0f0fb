//! The laws of Paper I, Table 1.1, and of the `Finite` sets of its section 2, over random shapes.
//!
//! Where a law holds "up to" an isomorphism of values, the isomorphism of derivations is spelt out: a tag in front,
//! or nothing at all, since a position with one alternative leaves no word.

use std::collections::HashSet;

use super::random::{SIZE, VALUES, naive_parts, parts, shapes, small};
use everycase_kernel::{Alternative, BigUint, Derivations, Key, Shape, SpaceError};

type Parts = Vec<Vec<Vec<u64>>>;

/// Pairs of random shapes, and a size at which even their product is small.
fn pairs(law: u64) -> impl Iterator<Item = (Shape, Shape, u32)> {
    let (left, right) = (shapes(2 * law + 1000), shapes(2 * law + 1001));
    left.zip(right).filter_map(|((a, _), (b, _))| {
        let all = Shape::product([a.clone(), b.clone()]).union(a.clone()).union(b.clone());
        let size = small(&all, SIZE, VALUES)?;
        Some((a, b, size))
    })
}

fn tagged(tag: u64, parts: &Parts) -> Parts {
    let tag = |words: &Vec<u64>| [vec![tag], words.clone()].concat();
    parts.iter().map(|part| part.iter().map(tag).collect()).collect()
}

/// The union of two enumerations, part by part.
fn plus(left: &Parts, right: &Parts) -> Parts {
    left.iter().zip(right).map(|(a, b)| [a.clone(), b.clone()].concat()).collect()
}

fn total(parts: &Parts) -> usize {
    parts.iter().map(Vec::len).sum()
}

fn sorted(mut parts: Parts) -> Parts {
    for part in &mut parts {
        part.sort_unstable();
    }
    parts
}

fn index(space: &Derivations, i: usize) -> Result<Vec<u64>, SpaceError> {
    Ok(space.index(&BigUint::from(i))?.words())
}

#[test]
fn the_random_shapes_are_worth_testing_on() {
    let totals: Vec<_> = shapes(0).map(|(shape, size)| total(&parts(&shape, size))).collect();
    let varied = totals.iter().collect::<HashSet<_>>().len();
    let large = totals.iter().filter(|&&total| total >= 20).count();
    assert!(varied > 20 && large > 40 && totals.contains(&0) && totals.contains(&1), "{totals:?}");
}

#[test]
fn paying_does_not_change_what_an_index_means() {
    for (shape, size) in shapes(1) {
        let (space, paid) = (Derivations::new(shape.clone()), Derivations::new(shape.clone().pay(1 + size)));
        for i in 0..total(&parts(&shape, size)) {
            assert_eq!(index(&paid, i), index(&space, i));
            let larger = paid.index(&i.into()).unwrap().size() - space.index(&i.into()).unwrap().size();
            assert_eq!(larger, 1 + size);
        }
        assert_eq!(paid.count(size).unwrap(), BigUint::ZERO);
    }
}

#[test]
fn different_indices_mean_different_values_and_the_parts_are_disjoint() {
    for (shape, size) in shapes(2) {
        let space = Derivations::new(shape.clone());
        let total = total(&parts(&shape, size));
        let indexed: HashSet<_> = (0..total).map(|i| index(&space, i).unwrap()).collect();
        assert_eq!(indexed.len(), total);
        let walked: HashSet<_> = parts(&shape, size).concat().into_iter().collect();
        assert_eq!(indexed, walked);
    }
}

#[test]
fn an_index_is_found_by_searching_the_parts_in_order() {
    for (shape, size) in shapes(3) {
        let space = Derivations::new(shape.clone());
        for (i, words) in naive_parts(&shape, size, VALUES).concat().into_iter().enumerate() {
            assert_eq!(index(&space, i), Ok(words));
        }
    }
}

#[test]
fn paying_for_a_union_is_paying_for_both_sides() {
    for (a, b, size) in pairs(4) {
        let both = a.clone().union(b.clone()).pay(1);
        assert_eq!(parts(&both, size + 1), parts(&a.pay(1).union(b.pay(1)), size + 1));
    }
}

#[test]
fn paying_for_a_product_is_paying_for_either_side() {
    for (a, b, size) in pairs(5) {
        let all = parts(&Shape::product([a.clone(), b.clone()]).pay(1), size + 1);
        assert_eq!(all, parts(&Shape::product([a.clone().pay(1), b.clone()]), size + 1));
        assert_eq!(all, parts(&Shape::product([a.clone(), b.clone().pay(1)]), size + 1));
        assert_eq!(all, parts(&Shape::choice([Alternative::new("pair", [a, b]).pay(1)]), size + 1));
    }
}

#[test]
fn paying_for_ever_is_empty() {
    fn fix_pay(cost: u32) -> Shape {
        struct FixPay;
        Shape::named(Key::of::<FixPay>().with(cost.into()), move || fix_pay(cost).pay(cost))
    }
    for cost in 1..4 {
        assert!(parts(&fix_pay(cost), 50).iter().all(Vec::is_empty));
        let space = Derivations::new(fix_pay(cost));
        assert_eq!(space.largest_size(), Ok(Some(0)));
        let none = BigUint::ZERO;
        assert_eq!(index(&space, 0), Err(SpaceError::IndexOutOfRange { index: none.clone(), count: none }));
    }
    for (shape, size) in shapes(6) {
        let union = shape.clone().union(fix_pay(1));
        assert_eq!(parts(&union, size), tagged(0, &parts(&shape, size)));
    }
}

#[test]
fn a_product_with_a_singleton_is_a_map() {
    for (shape, size) in shapes(8) {
        let mapped = parts(&shape.clone().with_payload("pair it"), size);
        assert_eq!(parts(&Shape::product([Shape::unit(), shape.clone()]), size), mapped);
        assert_eq!(parts(&Shape::product([shape.clone(), Shape::unit()]), size), mapped);
        assert_eq!(parts(&Shape::product([shape.clone()]), size), mapped);
        assert_eq!(parts(&shape, size), mapped);
    }
}

#[test]
fn a_union_with_nothing_is_a_map() {
    for (shape, size) in shapes(9) {
        let parts_of = parts(&shape, size);
        assert_eq!(parts(&Shape::empty().union(shape.clone()), size), tagged(1, &parts_of));
        assert_eq!(parts(&shape.union(Shape::empty()), size), tagged(0, &parts_of));
    }
}

#[test]
fn a_union_lists_the_left_before_the_right_in_each_part() {
    for (a, b, size) in pairs(10) {
        let expected = plus(&tagged(0, &parts(&a, size)), &tagged(1, &parts(&b, size)));
        assert_eq!(parts(&a.union(b), size), expected);
    }
}

#[test]
fn a_product_pairs_the_parts_whose_sizes_add_up_in_order() {
    for (a, b, size) in pairs(11) {
        let (left, right) = (parts(&a, size), parts(&b, size));
        for (p, part) in parts(&Shape::product([a, b]), size).into_iter().enumerate() {
            let pairs = (0..=p).flat_map(|k| {
                let right = &right[p - k];
                left[k].iter().flat_map(move |x| right.iter().map(move |y| [&x[..], y].concat()))
            });
            assert_eq!(part, pairs.collect::<Vec<_>>());
        }
    }
}

#[test]
fn the_operations_form_a_semiring() {
    for ((a, b, _), (c, _)) in pairs(12).zip(shapes(13)) {
        let all = |a: &Shape, b: &Shape, c: &Shape| Shape::product([a.clone(), b.clone(), c.clone()]);
        let triple = all(&a, &b, &c);
        let Some(size) = small(&triple, SIZE, VALUES) else { continue };
        let pair = |a: &Shape, b: &Shape| Shape::product([a.clone(), b.clone()]);
        let values = parts(&triple, size);
        // Regrouping changes the order only, and tuples nested on the right not even that.
        assert_eq!(parts(&pair(&a, &pair(&b, &c)), size), values);
        assert_eq!(sorted(parts(&pair(&pair(&a, &b), &c), size)), sorted(values));
        // (a | b) x c is a x c | b x c, where the tag of the left side stands first on both sides.
        let distributed = pair(&a, &c).union(pair(&b, &c));
        assert_eq!(sorted(parts(&pair(&a.clone().union(b), &c), size)), sorted(parts(&distributed, size)));
        assert!(parts(&pair(&a, &Shape::empty()), size).iter().all(Vec::is_empty));
        assert!(parts(&pair(&Shape::empty(), &a), size).iter().all(Vec::is_empty));
    }
}

#[test]
fn a_singleton_has_one_value_and_its_size_is_nothing() {
    assert_eq!(parts(&Shape::unit(), 3), [vec![vec![]], vec![], vec![], vec![]]);
    assert_eq!(parts(&Shape::empty(), 3), [const { Vec::<Vec<u64>>::new() }; 4]);
}

#[test]
fn sharing_under_a_name_changes_nothing() {
    struct Shared;
    for (i, (shape, size)) in shapes(14).enumerate() {
        let body = shape.clone();
        let named = Shape::named(Key::of::<Shared>().with(i as u64), move || body.clone());
        assert_eq!(parts(&named, size), parts(&shape, size));
        let pair = Shape::product([shape.clone(), shape.clone()]);
        let Some(size) = small(&pair, SIZE, VALUES) else { continue };
        assert_eq!(parts(&Shape::product([named.clone(), named]), size), parts(&pair, size));
    }
}

#[test]
fn the_cost_of_a_value_is_the_number_of_its_part() {
    for (a, b, size) in pairs(15) {
        let (left, right) = (Derivations::new(a.clone()), Derivations::new(b.clone()));
        let both = Derivations::new(Shape::product([a.clone(), b.clone()]));
        let either = Derivations::new(a.union(b));
        for p in 0..=size {
            for x in super::random::words(left.of_size(p).unwrap()) {
                assert_eq!(left.parse(&x).unwrap().size(), p);
                assert_eq!(either.parse(&[&[0], &x[..]].concat()).unwrap().size(), p);
                for y in super::random::words(right.of_size(size - p).unwrap()) {
                    assert_eq!(both.parse(&[&x[..], &y].concat()).unwrap().size(), size);
                }
            }
        }
    }
}
