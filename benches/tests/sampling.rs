//! What is measured is sound: every generator draws what satisfies, uniform ones uniformly, and limits hold.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::time::Duration;

use everycase::lazy::{Inspect, sample, search};
use everycase::space::{Random, SeedableRng};
use everycase::{Enumerable, Lazy};
use everycase_benches::programs::nat::Nat;
use everycase_benches::programs::search_tree;
use everycase_benches::sampling::{End, Generator, Limits, Subject};
use everycase_benches::subjects::{BST, PROGRAM, PROGRAM_135, PROGRAM_1345, RED_BLACK, SORTED, STLC};

fn limits(values: u32) -> Limits {
    Limits { values, time: Duration::from_secs(10 * 60), memory: 1 << 30 }
}

fn draws_only_what_satisfies<T: Enumerable + Inspect>(subject: &Subject<T>, sizes: &[u32]) {
    for generator in Generator::ALL {
        for &size in sizes {
            let mut drawn = 0;
            let point = subject.draw(generator, size, &limits(200), |value| {
                assert!((subject.plain)(&value), "{generator:?}");
                assert_eq!(T::space().size_of(&value), Ok(size), "{generator:?}");
                drawn += 1;
            });
            assert_eq!((point.end, point.done, drawn), (End::Done, 200, 200), "{generator:?} of size {size}");
            assert!(point.runs >= 200);
        }
    }
}

#[test]
fn every_generator_draws_only_what_satisfies() {
    draws_only_what_satisfies(&BST, &[12, 24]);
    draws_only_what_satisfies(&STLC, &[6, 8]);
    draws_only_what_satisfies(&PROGRAM, &[8, 12]);
    draws_only_what_satisfies(&PROGRAM_1345, &[8, 14]);
    draws_only_what_satisfies(&PROGRAM_135, &[8, 14]);
    draws_only_what_satisfies(&RED_BLACK, &[9, 15]);
    draws_only_what_satisfies(&SORTED, &[7, 14]);
}

/// Fails when the counts are improbable for draws with equal probability, or too even: beyond 5 standard deviations of
/// chi-squared, whose mean is the degrees of freedom and whose variance twice that.
#[expect(clippy::cast_precision_loss, reason = "statistics are no exact arithmetic")]
fn assert_uniform(seen: &[u32], what: &str) {
    let expected = f64::from(seen.iter().sum::<u32>()) / seen.len() as f64;
    let chi: f64 = seen.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
    let freedom = (seen.len() - 1) as f64;
    assert!(
        (chi - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(),
        "{what}: {chi} with {freedom} degrees of freedom"
    );
}

/// Uniform sampling and filtering of uniform draws: both have to give each value that plain enumeration finds equally often.
fn draws_uniformly<T>(subject: &Subject<T>, size: u32)
where
    T: Enumerable + Inspect + Eq + Hash,
{
    let all = T::space().of_size(size).expect("rightly recursive").filter(subject.plain);
    let index: HashMap<T, usize> = all.zip(0..).collect();
    let number = index.len();
    assert!(number >= 50, "{number} are too few to tell");
    for generator in [Generator::Uniform, Generator::Naive] {
        let mut seen = vec![0; number];
        subject.draw(generator, size, &limits(20 * number as u32), |value| seen[index[&value]] += 1);
        assert_uniform(&seen, &generator.name());
    }
}

#[test]
fn search_trees_of_more_than_128_bits_are_drawn_within_memory() {
    let limits = Limits { memory: 512 << 20, ..limits(30) };
    for size in [141, 300, 600] {
        assert!(search_tree::Tree::space().count(size).unwrap().bits() > 128);
        let point = BST.draw(Generator::UNBOUNDED, size, &limits, |tree| {
            assert!((BST.plain)(&tree));
            assert_eq!(search_tree::Tree::space().size_of(&tree), Ok(size));
        });
        assert_eq!((point.end, point.done), (End::Done, 30), "{size}");
    }
}

#[test]
fn every_search_tree_is_equally_likely() {
    draws_uniformly(&BST, 19);
}

#[test]
fn every_typed_term_is_equally_likely() {
    draws_uniformly(&STLC, 9);
}

#[test]
fn every_normal_program_is_equally_likely() {
    draws_uniformly(&PROGRAM, 13);
}

#[test]
fn lazy_predicates_agree_with_plain_ones() {
    fn agree<T: Enumerable + Debug>(size: u32, subject: &Subject<T>) {
        let both = |value: Lazy<T>| {
            let result = (subject.lazy)(value);
            // This decides all that is open, so that there is a run for each value.
            let value = value.value();
            assert_eq!(result, (subject.plain)(&value), "{value:?}");
            result
        };
        let mut values = search(both).up_to(size).expect("rightly recursive");
        while values.advance() {}
        let all = T::space().count_up_to(size).expect("rightly recursive");
        assert_eq!(all, values.runs().into());
    }
    agree(20, &BST);
    agree(9, &STLC);
    agree(12, &PROGRAM);
    agree(15, &RED_BLACK);
    agree(12, &SORTED);
    agree(12, &PROGRAM_1345);
    agree(12, &PROGRAM_135);
}

#[test]
fn a_point_ends_when_time_is_up_even_within_a_draw() {
    let short = Limits { time: Duration::from_millis(30), ..limits(2000) };
    for generator in [Generator::UNBOUNDED, Generator::Naive] {
        let point = PROGRAM.draw(generator, 28, &short, drop);
        assert_eq!(point.end, End::Time, "{generator:?}");
        assert!(point.done < 2000 && point.time >= short.time);
    }
}

#[test]
fn a_point_ends_when_memory_is_full() {
    let small = Limits { memory: 10_000, ..limits(2000) };
    assert_eq!(STLC.draw(Generator::Uniform, 14, &small, drop).end, End::Memory);
}

/// Terms of the worked example of Paper III, section 3.2: in scope or not.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Enumerable)]
enum Term {
    Ap(Box<Term>, Box<Term>),
    Lam(Box<Term>),
    Var(Nat),
}

fn of_size<T: Enumerable>(size: u32) -> u64 {
    let count = T::space().count(size).expect("rightly recursive");
    count.try_into().expect("a small number")
}

#[test]
fn the_worked_example_has_465_terms_of_which_one_refutation_leaves_371() {
    assert_eq!([of_size::<(Term, Term)>(10), of_size::<Term>(10), of_size::<Nat>(10)], [257, 207, 1]);
    assert_eq!(of_size::<Term>(11), 465);

    let no_two_lambdas = |term: Lazy<Term>| match term.force() {
        TermView::Lam(body) => !matches!(body.force(), TermView::Lam(_)),
        _ => true,
    };
    let mut draws = sample(no_two_lambdas).of_size(11).unwrap();
    let mut rng = Random::seed_from_u64(1);
    let mut seen: HashMap<Term, u32> = HashMap::new();
    for _ in 0..371 * 20 {
        *seen.entry(draws.draw(&mut rng).unwrap().expect("there are such terms")).or_default() += 1;
    }
    // One run refutes all that begin with two lambdas, and none of them is ever drawn again.
    assert_eq!(draws.runs(), 371 * 20 + 1);
    assert_eq!(seen.len(), 371);
    assert_uniform(&seen.into_values().collect::<Vec<_>>(), "terms without two lambdas");
}
