//! The public shrinking challenges (<https://github.com/jlink/shrinking-challenge>): from wherever a search starts, it
//! has to end in the one smallest failing value, after few evaluations.

use std::collections::HashSet;
use std::fmt::Debug;
use std::ops::ControlFlow;

use everycase::space::{
    At, Codec, Derivation, EncodeError, Encoder, Product, Random, Range, SeedableRng, Shape, Source,
};
use everycase::{Enumerable, Space};

/// From every start the search has to end in the smallest value, or in one of several; it may take at most `most`
/// evaluations.
fn challenge<T: Debug + PartialEq>(
    space: &Space<T>,
    starts: &[Derivation],
    fails: impl Fn(&T) -> bool,
    smallest: &[T],
    most: u32,
) {
    let mut spent = Vec::new();
    let mut wrong = Vec::new();
    for start in starts {
        assert!(fails(&space.decode(start)));
        let mut evaluations = 0;
        let end = space.derivations().shrink(start, |candidate| {
            evaluations += 1;
            ControlFlow::Continue(fails(&space.decode(candidate)))
        });
        let end = space.decode(&end.unwrap());
        spent.push(evaluations);
        if !smallest.contains(&end) {
            wrong.push(format!("{:?} to {end:?}", space.decode(start)));
        }
    }
    assert!(wrong.is_empty(), "not {smallest:?}:\n{}", wrong.join("\n"));
    assert!(spent.iter().all(|&spent| spent <= most), "{spent:?}");
}

/// The first failing values among uniform ones of at most this size.
fn drawn<T: 'static>(space: &Space<T>, size: u32, fails: impl Fn(&T) -> bool) -> Vec<Derivation> {
    let mut uniform = space.derivations().uniform().unwrap();
    let mut rng = Random::seed_from_u64(1);
    let mut starts = Vec::new();
    for _ in 0..400_000 {
        let start = uniform.up_to(size, &mut rng).unwrap();
        if fails(&space.decode(start)) {
            starts.push(start.clone());
        }
        if starts.len() == 20 {
            break;
        }
    }
    assert!(starts.len() > 4, "too few values fail");
    starts
}

fn given<T>(space: &Space<T>, values: &[T]) -> Vec<Derivation> {
    values.iter().map(|value| space.encode(value).unwrap()).collect()
}

#[test]
fn bound_five() {
    type Lists = (Vec<i16>, Vec<i16>, Vec<i16>, Vec<i16>, Vec<i16>);
    let fails = |(a, b, c, d, e): &Lists| {
        let sums = [a, b, c, d, e].map(|list| list.iter().fold(0i16, |sum, &n| sum.wrapping_add(n)));
        sums.iter().all(|&sum| sum < 256) && sums.iter().fold(0i16, |sum, &n| sum.wrapping_add(n)) >= 5 * 256
    };
    let space = Lists::space();
    let smallest = (vec![], vec![], vec![], vec![-1], vec![i16::MIN]);
    challenge(&space, &drawn(&space, 150, fails), fails, &[smallest], 400);
}

#[test]
fn large_union_list() {
    let fails = |lists: &Vec<Vec<i32>>| lists.iter().flatten().collect::<HashSet<_>>().len() > 4;
    let space = Vec::<Vec<i32>>::space();
    challenge(&space, &drawn(&space, 150, fails), fails, &[vec![vec![0, 1, -1, 2, 3]]], 200);
}

#[test]
fn reverse() {
    let fails = |list: &Vec<i32>| !list.iter().eq(list.iter().rev());
    let space = Vec::<i32>::space();
    challenge(&space, &drawn(&space, 150, fails), fails, &[vec![0, 1]], 30);
}

#[derive(Clone, Debug, PartialEq, Enumerable)]
enum Term {
    Number(i32),
    Sum(Box<Term>, Box<Term>),
    Quotient(Box<Term>, Box<Term>),
}

impl Term {
    fn divides_by_literal_zero(&self) -> bool {
        match self {
            Term::Number(_) => false,
            Term::Quotient(_, by) if **by == Term::Number(0) => true,
            Term::Sum(left, right) | Term::Quotient(left, right) => {
                left.divides_by_literal_zero() || right.divides_by_literal_zero()
            }
        }
    }

    fn value(&self) -> Option<i32> {
        match self {
            Term::Number(n) => Some(*n),
            Term::Sum(left, right) => Some(left.value()?.wrapping_add(right.value()?)),
            Term::Quotient(left, right) => {
                let (left, right) = (left.value()?, right.value()?);
                (right != 0).then(|| left.wrapping_div(right))
            }
        }
    }
}

#[test]
fn calculator() {
    let fails = |term: &Term| !term.divides_by_literal_zero() && term.value().is_none();
    let space = Term::space();
    let number = |n| Box::new(Term::Number(n));
    let smallest = Term::Quotient(number(0), Box::new(Term::Sum(number(0), number(0))));
    challenge(&space, &drawn(&space, 80, fails), fails, &[smallest], 70);
}

fn numbers(range: Range) -> Space<u64> {
    struct Number;
    impl Codec<u64> for Number {
        fn decode(&self, at: At<'_>) -> u64 {
            at.bits()
        }

        fn encode(&self, value: &u64, to: &mut Encoder) -> Result<(), EncodeError> {
            to.bits(*value)
        }

        fn source(&self, at: At<'_>, out: &mut Source) {
            out.push_str(&at.bits().to_string());
        }
    }
    Space::new(Shape::range(range), Number)
}

#[test]
fn length_list() {
    let fails = |list: &Vec<u64>| list.iter().max().is_some_and(|&max| max >= 900);
    let element = numbers(Range::of(0, 1000));
    let space = numbers(Range::of(1, 100)).flat_map(move |&length| {
        (0..length).fold(Space::just(Vec::new()), |lists, _| {
            (lists, element.clone()).product().map(|(mut list, n)| {
                list.push(n);
                list
            })
        })
    });
    challenge(&space, &drawn(&space, 120, fails), fails, &[vec![900]], 280);
}

/// Each pair of far numbers with this difference, either way round.
fn pairs(difference: u32) -> Vec<(u32, u32)> {
    let far = [10, 17, 1000, 32_768, 999_999, 4_000_000_000];
    far.iter().flat_map(|&n| [(n, n + difference), (n + difference, n)]).collect()
}

#[test]
fn difference_must_not_be_zero() {
    let fails = |&(a, b): &(u32, u32)| a >= 10 && a == b;
    let space = <(u32, u32)>::space();
    challenge(&space, &given(&space, &pairs(0)), fails, &[(10, 10)], 80);
}

#[test]
fn difference_must_not_be_small() {
    let fails = |&(a, b): &(u32, u32)| a >= 10 && (1..=4).contains(&a.abs_diff(b));
    let space = <(u32, u32)>::space();
    for difference in 1..=4 {
        challenge(&space, &given(&space, &pairs(difference)), fails, &[(10, 6)], 260);
    }
}

#[test]
fn difference_must_not_be_one() {
    let fails = |&(a, b): &(u32, u32)| a >= 10 && a.abs_diff(b) == 1;
    let space = <(u32, u32)>::space();
    challenge(&space, &given(&space, &pairs(1)), fails, &[(10, 9)], 260);
}

#[derive(Clone, Debug, PartialEq, Enumerable)]
enum Heap {
    Empty,
    Node(i32, Box<Heap>, Box<Heap>),
}

impl Heap {
    fn is_ordered(&self, least: i32) -> bool {
        match self {
            Heap::Empty => true,
            Heap::Node(n, left, right) => least <= *n && left.is_ordered(*n) && right.is_ordered(*n),
        }
    }

    fn merge(self, other: Heap) -> Heap {
        match (self, other) {
            (Heap::Empty, heap) | (heap, Heap::Empty) => heap,
            (Heap::Node(a, left, right), Heap::Node(b, l, r)) => {
                if a <= b {
                    let merged = right.merge(Heap::Node(b, l, r));
                    Heap::Node(a, Box::new(merged), left)
                } else {
                    let merged = r.merge(Heap::Node(a, left, right));
                    Heap::Node(b, Box::new(merged), l)
                }
            }
        }
    }

    /// Its numbers, each before those below it, the right ones first.
    fn list(&self, out: &mut Vec<i32>) {
        if let Heap::Node(n, left, right) = self {
            out.push(*n);
            right.list(out);
            left.list(out);
        }
    }

    /// Wrong: what is left without the least number is listed, not sorted.
    fn wrongly_sorted(&self) -> Vec<i32> {
        let mut list = Vec::new();
        if let Heap::Node(n, left, right) = self.clone() {
            list.push(n);
            left.merge(*right).list(&mut list);
        }
        list
    }
}

#[test]
fn binary_heap() {
    let fails = |heap: &Heap| {
        let sorted = |mut list: Vec<i32>| {
            list.sort_unstable();
            list
        };
        let mut list = Vec::new();
        heap.list(&mut list);
        let wrong = heap.wrongly_sorted();
        heap.is_ordered(i32::MIN) && (wrong != sorted(wrong.clone()) || wrong != sorted(list))
    };
    let space = Heap::space();
    let heap = |n, left, right| Heap::Node(n, Box::new(left), Box::new(right));
    let leaf = |n| heap(n, Heap::Empty, Heap::Empty);
    let smallest = heap(0, Heap::Empty, heap(0, leaf(0), leaf(1)));
    assert_eq!((0..=10).find_map(|size| space.of_size(size).unwrap().find(fails)), Some(smallest.clone()));
    // No smaller value is near this one, which is as large as the other.
    let as_large = heap(0, heap(0, leaf(1), Heap::Empty), leaf(0));
    challenge(&space, &drawn(&space, 40, fails), fails, &[smallest, as_large], 170);
}

#[test]
fn coupling() {
    let fails = |list: &Vec<u32>| {
        let at = |i: u32| list.get(i as usize).copied();
        list.iter().all(|&n| at(n).is_some()) && (0u32..).zip(list).any(|(i, &j)| i != j && at(j) == Some(i))
    };
    let space = Vec::<u32>::space();
    challenge(&space, &drawn(&space, 26, fails), fails, &[vec![1, 0]], 60);
}

#[test]
fn deletion() {
    let fails = |(list, n): &(Vec<i32>, i32)| list.iter().filter(|&one| one == n).count() > 1;
    let space = <(Vec<i32>, i32)>::space();
    challenge(&space, &drawn(&space, 60, fails), fails, &[(vec![0, 0], 0)], 40);
}

#[test]
fn distinct() {
    let fails = |list: &Vec<i32>| list.iter().collect::<HashSet<_>>().len() >= 3;
    let space = Vec::<i32>::space();
    challenge(&space, &drawn(&space, 150, fails), fails, &[vec![0, 1, -1]], 60);
}

#[test]
fn nested_lists() {
    let fails = |lists: &Vec<Vec<i32>>| lists.iter().map(Vec::len).sum::<usize>() > 10;
    let space = Vec::<Vec<i32>>::space();
    challenge(&space, &drawn(&space, 150, fails), fails, &[vec![vec![0; 11]]], 130);
}
