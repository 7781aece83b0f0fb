//! The boundary situations: nothing, almost nothing, far too much, and grammars that are wrong.

use super::random::{bools, naive_parts, parts, words};
use everycase_kernel::lazy::Run;
use everycase_kernel::{Alternative, BigUint, Derivations, Key, Range, Shape, SpaceError, values};

fn counts(space: &Derivations, sizes: std::ops::Range<u32>) -> Vec<u64> {
    sizes.map(|size| space.count(size).unwrap().try_into().unwrap()).collect()
}

fn power(base: u32, exponent: u32) -> BigUint {
    BigUint::from(base).pow(exponent)
}

/// A shape named by a local marker and numbers, with a body that may name others.
macro_rules! named {
    ($marker:ident $([$number:expr])*, $body:expr) => {{
        struct $marker;
        Shape::named(Key::of::<$marker>()$(.with($number))*, move || $body)
    }};
}

#[test]
fn a_space_without_values_says_so_everywhere() {
    fn endless() -> Shape {
        named!(Endless, Shape::product([endless().pay(1)]))
    }
    let empties = [Shape::empty(), Shape::range(Range::of(1, 0)), Shape::range(Range::of(0, 0).non_zero())];
    let fields = [Shape::product([Shape::unit(), Shape::empty()]), Shape::empty().pay(3), endless()];
    for shape in empties.into_iter().chain(fields) {
        let space = Derivations::new(shape.clone());
        assert_eq!(space.largest_size(), Ok(Some(0)), "{shape:?}");
        assert_eq!(space.count_up_to(40), Ok(BigUint::ZERO));
        assert!(parts(&shape, 9).concat().is_empty() && parts(&shape, 9) == naive_parts(&shape, 9, 1));
        assert!(space.of_size(0).unwrap().next_back().is_none());
        assert_eq!(space.bounded(0, 5).unwrap().len(), 0);
        let refused = Err(SpaceError::IndexOutOfRange { index: BigUint::ZERO, count: BigUint::ZERO });
        assert_eq!(space.index(&BigUint::ZERO), refused);
        assert_eq!(space.index_of_size(7, &BigUint::ZERO), refused);
        let mut uniform = space.uniform().unwrap();
        let mut rng = super::random::random(0);
        assert_eq!(uniform.of_size(4, &mut rng).err(), Some(SpaceError::Empty { size: 4 }));
        assert_eq!(uniform.up_to(4, &mut rng).err(), Some(SpaceError::Empty { size: 4 }));
    }
}

#[test]
fn words_that_lead_into_an_endless_derivation_are_refused() {
    fn endless() -> Shape {
        named!(Endless, Shape::product([endless().pay(1)]))
    }
    assert!(Derivations::new(endless()).parse(&[]).is_err());
    assert!(Derivations::new(endless().union(Shape::unit())).parse(&[0]).is_err());
}

#[test]
fn costs_beyond_all_bounds_do_not_overflow() {
    let dear = Alternative::new("dear", [Shape::unit().pay(u32::MAX)]).pay(u32::MAX).pay(u32::MAX);
    let space = Derivations::new(Shape::choice([Alternative::new("cheap", []), dear]).pay(2));
    assert_eq!(counts(&space, 0..6), [0, 0, 1, 0, 0, 0]);
    assert_eq!(space.index(&BigUint::ZERO).unwrap().size(), 2);
    let dearer = Derivations::new(Shape::unit().pay(u32::MAX).pay(u32::MAX));
    assert_eq!((dearer.count_up_to(100), dearer.largest_size()), (Ok(BigUint::ZERO), Ok(Some(u32::MAX))));
}

/// Lambda terms in de Bruijn notation with `scope` variables; abstraction, application and variable cost 1.
fn terms(scope: u64) -> Shape {
    named!(Terms[scope], {
        let variables = Shape::choice((0..scope).map(|_| Alternative::new("variable", [])));
        Shape::choice([
            Alternative::new("var", [variables]).pay(1),
            Alternative::new("abs", [terms(scope + 1)]).pay(1),
            Alternative::new("app", [terms(scope), terms(scope)]).pay(1),
        ])
    })
}

#[test]
fn closed_lambda_terms_have_their_known_numbers() {
    // OEIS A135501, which begins with the 1 of size 2.
    let known = [0, 1, 2, 4, 13, 42, 139, 506, 1915, 7558];
    let space = Derivations::new(terms(0));
    assert_eq!(counts(&space, 1..11), known);
    for (size, known) in (1..9).zip(known) {
        assert_eq!(values::of_size(&terms(0), size).len() as u64, known);
        assert_eq!(words(space.of_size(size).unwrap()), values::of_size(&terms(0), size));
    }
    // The recurrence, far out: t(m, n) = m [n = 1] + t(m + 1, n - 1) + sum of t(m, k) t(m, n - 1 - k).
    let largest = 60;
    let mut table = vec![vec![BigUint::ZERO; largest + 2]; largest + 2];
    for n in 1..=largest {
        for m in 0..=largest - n {
            let variables = if n == 1 { m } else { 0 };
            let applications: BigUint = (1..n).map(|k| &table[m][k] * &table[m][n - 1 - k]).sum();
            table[m][n] = &table[m + 1][n - 1] + applications + variables;
        }
    }
    for (size, closed) in (0..).zip(&table[0][..=largest]) {
        assert_eq!(space.count(size).as_ref(), Ok(closed));
    }
    let derivation = space.index_of_size(40, &power(10, 20)).unwrap();
    let rank = space.rank(&derivation).unwrap();
    assert_eq!(rank, space.count_up_to(39).unwrap() + power(10, 20));
    assert_eq!(Derivations::new(terms(0)).rank(&derivation), Ok(rank));
}

#[test]
fn the_members_of_a_family_without_end_are_indexed_though_its_largest_size_is_unknown() {
    fn nested(depth: u64) -> Shape {
        named!(Nested[depth], Shape::unit().union(nested(depth + 1).pay(1)))
    }
    let space = Derivations::new(nested(0));
    assert_eq!(space.largest_size(), Ok(None));
    assert_eq!(space.index(&700u32.into()).unwrap().size(), 700);
}

/// `perfect a = zero a | succ (perfect (a, a))`, whose members are made of earlier ones.
fn perfect(depth: u64) -> Shape {
    fn element(depth: u64) -> Shape {
        named!(
            Element[depth],
            if depth == 0 { Shape::unit() } else { Shape::product([element(depth - 1), element(depth - 1)]) }
        )
    }
    named!(Perfect[depth], element(depth).union(perfect(depth + 1).pay(1)))
}

#[test]
fn a_family_whose_members_are_made_of_earlier_ones_is_looked_through_in_linear_time() {
    let space = Derivations::new(perfect(0));
    assert_eq!(space.largest_size(), Ok(None));
    assert_eq!(space.count_up_to(30), Ok(31u32.into()));
}

#[test]
fn members_that_double_are_too_wide_from_some_size_on_and_arrays_are_not() {
    let space = Derivations::new(perfect(0));
    let wide: Vec<bool> = (0..30).map(|size| space.are_too_wide(size).unwrap()).collect();
    assert_eq!(wide.iter().position(|&is_wide| is_wide), Some(18));
    assert!(wide[18..].iter().all(|&is_wide| is_wide));
    let array = Derivations::new(Shape::product((0..100_000).map(|_| Shape::range(Range::unsigned(8)))));
    assert!((0..3).all(|size| !array.are_too_wide(size).unwrap()));
}

#[test]
fn the_smallest_derivations_of_a_family_are_found_in_linear_time() {
    let mut run = Run::new();
    // A pass over all members for each of them would take minutes.
    assert_eq!(run.begin_search(&Derivations::new(perfect(0)), 30_000), Ok(true));
    assert_eq!(run.force(run.root()).alternative, 0);
}

#[test]
fn whether_a_family_has_numbers_is_known_before_all_of_its_members_are_expanded() {
    // At each distance there are twice as many members as before.
    fn member(number: u64) -> Shape {
        let below = move |number| Alternative::new("below", [member(number)]).pay(1);
        let end = Alternative::new("end", [Shape::range(Range::unsigned(8))]);
        named!(Member[number], Shape::choice([end.clone(), below(2 * number), below(2 * number + 1)]))
    }
    assert_eq!(Derivations::new(member(1)).has_numbers(40), Ok(true));
}

#[test]
fn a_family_is_known_to_be_unbounded_once_some_of_its_members_are_recursive() {
    use std::sync::atomic::{AtomicU64, Ordering};
    static EXPANDED: AtomicU64 = AtomicU64::new(0);
    // Each member is a list, or the next one at a cost.
    fn member(number: u64) -> Shape {
        named!(Member[number], {
            EXPANDED.fetch_max(number, Ordering::Relaxed);
            Shape::unit().union(member(number).pay(1)).union(member(number + 1).pay(1))
        })
    }
    fn finite(number: u64) -> Shape {
        named!(
            Finite[number],
            if number == 5 { Shape::unit() } else { Shape::unit().union(finite(number + 1).pay(1)) }
        )
    }
    let space = Derivations::new(member(0));
    assert_eq!(space.largest_size(), Ok(None));
    assert!(EXPANDED.load(Ordering::Relaxed) < 10, "{EXPANDED:?}");
    // What is not recursive is not taken for it: the first members are finite.
    assert_eq!(Derivations::new(finite(0)).largest_size(), Ok(Some(5)));
}

/// The names of the cycle that stops every operation.
fn cycle(shape: &Shape) -> Vec<String> {
    let space = Derivations::new(shape.clone());
    let error = space.count(3).unwrap_err();
    assert_eq!(space.largest_size(), Err(error.clone()));
    assert_eq!(space.index(&BigUint::ZERO), Err(error.clone()));
    assert_eq!(space.of_size(3).err().as_ref(), Some(&error));
    assert_eq!(space.count(3), Err(error.clone()));
    assert_eq!(space.clone().count_up_to(3), Err(error.clone()));
    let drawn =
        space.uniform().and_then(|mut uniform| uniform.of_size(3, &mut super::random::random(0)).cloned());
    assert_eq!(drawn, Err(error.clone()));
    match error {
        SpaceError::UnpaidCycle { names } => {
            let message = SpaceError::UnpaidCycle { names: names.clone() }.to_string();
            assert!(names.iter().all(|name| message.contains(name)), "{message}");
            names
        }
        other => panic!("{other}"),
    }
}

fn assert_cycle(shape: &Shape, expected: &[&str]) {
    let names = cycle(shape);
    assert_eq!(names.len(), expected.len(), "{names:?}");
    // A cycle has no beginning: it may be told from any of its names on.
    let matches =
        |shift: usize| (0..names.len()).all(|i| names[(i + shift) % names.len()].ends_with(expected[i]));
    assert!((0..names.len()).any(matches), "{names:?} is not {expected:?}");
}

#[test]
fn a_cycle_that_never_pays_is_an_error_that_names_it() {
    fn itself() -> Shape {
        named!(Itself, Shape::unit().pay(1).union(itself()))
    }
    fn mutual(i: u64) -> Shape {
        named!(Mutual[i], Shape::product([Shape::unit(), mutual((i + 1) % 3)]).union(mutual(i).pay(1)))
    }
    fn through_nothing() -> Shape {
        named!(Nothing, Shape::product([Shape::empty(), through_nothing()]))
    }
    fn pays_nothing() -> Shape {
        named!(PaysNothing, Shape::choice([Alternative::new("x", [pays_nothing().pay(0)]).pay(0)]).pay(0))
    }
    fn inner() -> Shape {
        named!(Outer, Shape::product([named!(Inner, inner().union(Shape::unit()))]).pay(0))
    }
    assert_cycle(&itself(), &["Itself"]);
    assert_cycle(&Shape::product([bools::shape(), itself().pay(2)]), &["Itself"]);
    assert_cycle(&mutual(0), &["Mutual[0]", "Mutual[1]", "Mutual[2]"]);
    assert_cycle(&through_nothing(), &["Nothing"]);
    assert_cycle(&pays_nothing(), &["PaysNothing"]);
    assert_cycle(&inner(), &["Outer", "Inner"]);
}

#[test]
fn a_name_that_stands_for_itself_is_such_a_cycle() {
    fn alias() -> Shape {
        named!(Alias, alias())
    }
    fn aliases(i: u64) -> Shape {
        named!(Aliases[i], aliases((i + 1) % 2))
    }
    assert_cycle(&alias(), &["Alias"]);
    assert_cycle(&aliases(0), &["Aliases[0]", "Aliases[1]"]);
    assert_cycle(&Shape::unit().union(alias().pay(0)), &["Alias"]);
}

#[test]
fn names_for_names_that_pay_are_no_cycle() {
    fn ring(i: u64, paid: u32) -> Shape {
        named!(Ring[i][paid.into()], ring((i + 1) % 3, paid).pay(if i == 0 { paid } else { 0 }))
    }
    fn odd() -> Shape {
        named!(Odd, Shape::unit().union(even().pay(1)))
    }
    fn even() -> Shape {
        named!(Even, odd())
    }
    for paid in 1..3 {
        let space = Derivations::new(ring(0, paid).union(Shape::unit()));
        assert_eq!(counts(&space, 0..6), [1, 0, 0, 0, 0, 0]);
    }
    assert_eq!(counts(&Derivations::new(even()), 0..5), [1; 5]);
}

#[test]
fn sizes_before_an_unpaid_cycle_can_be_counted_whatever_was_tried_before() {
    fn itself() -> Shape {
        named!(Late, Shape::unit().union(itself()))
    }
    let space = Derivations::new(Shape::unit().union(itself().pay(5)));
    assert_eq!(counts(&space, 0..5), [1, 0, 0, 0, 0]);
    assert!(matches!(space.count(5), Err(SpaceError::UnpaidCycle { .. })));
    assert_eq!(counts(&space, 0..5), [1, 0, 0, 0, 0]);
    assert!(matches!(space.count(5), Err(SpaceError::UnpaidCycle { .. })));
}

#[test]
fn a_family_that_grows_without_paying_is_an_error_and_no_hang() {
    fn line(n: u64) -> Shape {
        named!(Line[n], Shape::unit().union(line(n + 1)))
    }
    fn alias(n: u64) -> Shape {
        named!(AliasLine[n], alias(n + 1))
    }
    fn late(n: u64) -> Shape {
        named!(LateLine[n], late(n + 1).pay(u32::from(n < 3)).union(Shape::unit()))
    }
    for (shape, name) in [(line(0), "Line["), (alias(0), "AliasLine["), (late(0), "LateLine[")] {
        let error = Derivations::new(shape).count(4).unwrap_err();
        assert!(matches!(&error, SpaceError::UnpaidFamily { at } if at.contains(name)), "{error}");
        assert!(error.to_string().contains(name));
    }
}

#[test]
fn a_family_that_pays_for_each_new_name_is_no_error() {
    fn never(n: u64) -> Shape {
        named!(Never[n], never(n + 1).pay(1))
    }
    fn late(n: u64) -> Shape {
        named!(Lately[n], if n == 3000 { Shape::unit() } else { late(n + 1).pay(1) })
    }
    assert_eq!(Derivations::new(never(0)).count_up_to(50), Ok(BigUint::ZERO));
    let space = Derivations::new(late(0));
    assert_eq!((space.count(2999), space.count(3000)), (Ok(BigUint::ZERO), Ok(1u32.into())));
}

#[test]
fn a_family_that_branches_without_paying_is_an_error_and_no_hang() {
    fn tree(n: u64) -> Shape {
        named!(Branching[n], Shape::product([tree(n.wrapping_mul(2)), tree(n.wrapping_mul(2) + 1)]))
    }
    let error = Derivations::new(tree(1)).count(0).unwrap_err();
    assert!(matches!(error, SpaceError::UnpaidFamily { .. }), "{error}");
}

#[test]
fn long_finite_chains_of_names_are_no_family() {
    fn chain(n: u64) -> Shape {
        named!(Chain[n], if n == 0 { Shape::unit() } else { Shape::product([chain(n - 1)]) })
    }
    assert_eq!(Derivations::new(chain(1000)).count_up_to(3), Ok(1u32.into()));
}
