//! Spaces by hand.

use everycase::space::{Product, Space};
use everycase_kernel::{BigUint, Key, Shape, SpaceError};

/// The numbers below `n`, of size 0 each.
fn below(n: u32) -> Space<u32> {
    Space::one_of(0..n)
}

/// Lambda terms in de Bruijn's notation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Term {
    Var(u32),
    Lam(Box<Term>),
    App(Box<Term>, Box<Term>),
}

struct Terms;

/// The terms with at most `scope` free variables; every constructor costs 1.
fn terms(scope: u32) -> Space<Term> {
    Space::named(Key::of::<Terms>().with(u64::from(scope)), move || {
        let variables = below(scope).injection(Term::Var, |term| match term {
            Term::Var(i) => Some(*i),
            _ => None,
        });
        let lambdas = terms(scope + 1).injection(
            |body| Term::Lam(Box::new(body)),
            |term| match term {
                Term::Lam(body) => Some((**body).clone()),
                _ => None,
            },
        );
        let applications = (terms(scope), terms(scope)).product().injection(
            |(f, x)| Term::App(Box::new(f), Box::new(x)),
            |term| match term {
                Term::App(f, x) => Some(((**f).clone(), (**x).clone())),
                _ => None,
            },
        );
        variables.union(lambdas).union(applications).pay(1)
    })
}

fn closed(term: &Term, scope: u32) -> bool {
    match term {
        Term::Var(i) => *i < scope,
        Term::Lam(body) => closed(body, scope + 1),
        Term::App(f, x) => closed(f, scope) && closed(x, scope),
    }
}

#[test]
fn closed_lambda_terms_are_a_family_by_scope() {
    let space = terms(0);
    // Closed terms with every constructor of cost 1, variables included: sequence A135501 from size 2 on.
    let counts: Vec<u64> = (0..9).map(|size| space.count(size).unwrap().try_into().unwrap()).collect();
    assert_eq!(counts, [0, 0, 1, 2, 4, 13, 42, 139, 506]);
    let mut seen = std::collections::HashSet::new();
    for (i, term) in space.up_to(8).unwrap().enumerate() {
        assert!(closed(&term, 0), "{term:?}");
        assert_eq!(space.rank(&term).unwrap(), BigUint::from(i));
        assert!(seen.insert(term));
    }
    assert_eq!(space.check_injective(7, 1_000), Ok(()));
}

#[test]
fn a_map_that_merges_values_is_found_out() {
    let halves = below(10).map(|n| n / 2);
    let Err(SpaceError::NotBijective { index, problem }) = halves.check_injective(3, 100) else {
        panic!("values are merged")
    };
    assert_eq!((index, problem.as_str()), (1, "0 is also the value at index 0"));
    let wrong = below(10).bijection(|n| n, |n| n / 3);
    assert!(matches!(wrong.check_injective(3, 100), Err(SpaceError::NotBijective { index: 1, .. })));
    let right = below(10).bijection(|n| n + 5, |n| n - 5);
    assert_eq!(right.check_injective(3, 100), Ok(()));
    assert_eq!(below(10).map(|n| n * 2).check_injective(3, 100), Ok(()));
}

#[test]
fn what_is_mapped_without_an_inverse_has_no_rank() {
    let squares = below(10).map(|n| n * n);
    assert_eq!(squares.index(&BigUint::from(7u32)).unwrap(), 49);
    let error = squares.rank(&49).unwrap_err().to_string();
    assert_eq!(error, "u32 was given without its inverse, so its values have no rank");
}

#[test]
fn flat_map_gives_each_key_its_own_space() {
    // All strings of a length over an alphabet of that many letters.
    struct Lengths;
    fn lengths() -> Space<u32> {
        Space::named(Key::of::<Lengths>(), || Space::just(0).union(lengths().map(|n| n + 1).pay(1)))
    }
    fn words(length: u32, letters: u32) -> Space<Vec<u32>> {
        if length == 0 {
            return Space::just(Vec::new());
        }
        (below(letters), words(length - 1, letters)).product().map(|(letter, mut word)| {
            word.push(letter);
            word
        })
    }
    let space = lengths().flat_map(|&n| words(n, n));
    for size in 0..7u32 {
        assert_eq!(space.count(size).unwrap(), BigUint::from(size).pow(size));
        let all: std::collections::HashSet<_> = space.of_size(size).unwrap().collect();
        assert_eq!(BigUint::from(all.len()), BigUint::from(size).pow(size));
        assert!(
            all.iter().all(|word| word.len() == size as usize && word.iter().all(|&letter| letter < size))
        );
    }
    // A finite number of keys makes a finite space.
    let few = below(4).flat_map(|&n| words(n, 2));
    assert_eq!(few.largest_size(), Ok(Some(0)));
    assert_eq!(few.count(0), Ok(BigUint::from(15u32)));
}

#[test]
fn products_and_unions_count_as_tuples_and_sums_do() {
    let space = (below(3), below(4).pay(1), below(5).pay(2)).product();
    assert_eq!(space.count(3), Ok(BigUint::from(60u32)));
    assert_eq!(space.largest_size(), Ok(Some(3)));
    assert_eq!(space.index(&BigUint::from(59u32)), Ok((2, 3, 4)));
    assert_eq!(space.rank(&(2, 3, 4)), Ok(BigUint::from(59u32)));
    assert_eq!(space.source(&space.encode(&(1, 2, 3)).unwrap()), "(1, 2, 3)");
    assert_eq!(((below(2),).product()).source(&(below(2),).product().encode(&(1,)).unwrap()), "(1,)");
    assert_eq!(().product().count(0), Ok(BigUint::from(1u32)));
    let union = below(2).union(Space::one_of([7, 8, 9]).pay(1));
    assert_eq!(union.up_to(5).unwrap().collect::<Vec<_>>(), [0, 1, 7, 8, 9]);
    assert_eq!(union.rank(&8), Ok(BigUint::from(3u32)));
    assert_eq!(union.rank(&5).unwrap_err().to_string(), "the value is not in the space");
}

#[test]
fn a_recursion_by_hand_that_does_not_pay_is_named() {
    struct Loop;
    fn forever() -> Space<u32> {
        Space::named(Key::of::<Loop>(), || Space::just(0).union(forever()))
    }
    let message = forever().count(3).unwrap_err().to_string();
    assert!(
        message.starts_with(
            "the recursion it::spaces::combinators::a_recursion_by_hand_that_does_not_pay_is_named::Loop -> "
        ),
        "{message}"
    );
    assert!(message.contains("never pays"), "{message}");
}

#[test]
fn a_fingerprint_tells_shapes_apart_and_is_the_same_every_time() {
    use everycase_kernel::{Alternative, Derivations, Range};
    let labelled = |label, cost| {
        Derivations::new(Shape::choice([Alternative::new(label, [Shape::range(Range::signed(8))]).pay(cost)]))
    };
    let base = labelled("A", 1);
    assert_eq!(base.fingerprint(), labelled("A", 1).fingerprint());
    assert_ne!(base.fingerprint(), labelled("B", 1).fingerprint());
    assert_ne!(base.fingerprint(), labelled("A", 2).fingerprint());
    let before = terms(0).fingerprint();
    let counted = terms(0);
    counted.count(12).unwrap();
    assert_eq!(counted.fingerprint(), before);
}

#[test]
fn a_value_outside_the_image_of_a_bijection_has_no_rank() {
    let thirds = below(100).bijection(|n| n * 3, |n| n / 3);
    assert_eq!(thirds.rank(&30), Ok(BigUint::from(10u32)));
    assert_eq!(thirds.rank(&31).unwrap_err().to_string(), "the value is not in the space");
}

#[test]
fn sizes_far_beyond_the_largest_value_are_empty_at_once() {
    let space = (below(3), below(4).pay(1)).product();
    assert_eq!(space.count(u32::MAX), Ok(BigUint::ZERO));
    assert_eq!(space.count_up_to(u32::MAX), Ok(BigUint::from(12u32)));
    assert_eq!(space.of_size(u32::MAX).unwrap().count(), 0);
}
