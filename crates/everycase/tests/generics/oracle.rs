//! Random generic functions, run on atoms by a search and on bytes by brute force.
//!
//! A function is a decision tree whose inner nodes compare two elements of its input. Whatever a search runs, it has to reach the
//! leaves that brute force reaches up to the same size, no others, and the failing ones with inputs of the same least size.
//! `EVERYCASE_SOUNDNESS` is the number of functions of each test.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Debug;
use std::hash::Hash;

use everycase::lazy::{Atom, sample_in, search};
use everycase::space::{Random, Rng, SeedableRng};
use everycase::{Enumerable, Lazy};

/// What functions ask of their type parameter.
trait Value: Enumerable + Ord + Hash + Clone + Debug {}

impl<T: Enumerable + Ord + Hash + Clone + Debug> Value for T {}

/// Inputs with elements of any type.
trait Family {
    type Of<T: Value>: Enumerable;

    /// The elements, and a number that tells structures apart.
    fn elements<T: Value>(input: Self::Of<T>) -> (u64, Vec<T>);
}

struct Lists;

impl Family for Lists {
    type Of<T: Value> = Vec<T>;

    fn elements<T: Value>(list: Vec<T>) -> (u64, Vec<T>) {
        (list.len() as u64, list)
    }
}

struct Arrays;

impl Family for Arrays {
    type Of<T: Value> = [T; 4];

    fn elements<T: Value>(array: [T; 4]) -> (u64, Vec<T>) {
        (0, array.to_vec())
    }
}

struct ListsAndMore;

impl Family for ListsAndMore {
    type Of<T: Value> = (Vec<(bool, T)>, Option<T>, T);

    fn elements<T: Value>((list, option, last): Self::Of<T>) -> (u64, Vec<T>) {
        let bits = list.iter().fold(1, |bits, (bit, _)| 2 * bits + u64::from(*bit));
        let elements = list.into_iter().map(|(_, x)| x).chain(option).chain([last]);
        (bits, elements.collect())
    }
}

#[derive(Enumerable)]
enum Tree<T> {
    Leaf,
    Node(Box<Tree<T>>, T, Box<Tree<T>>),
}

impl<T> Tree<T> {
    fn push_to(self, elements: &mut Vec<T>) -> u64 {
        match self {
            Tree::Leaf => 1,
            Tree::Node(left, x, right) => {
                let left = left.push_to(elements);
                elements.push(x);
                2 * left + 5 * right.push_to(elements)
            }
        }
    }
}

struct Trees;

impl Family for Trees {
    type Of<T: Value> = Tree<T>;

    fn elements<T: Value>(tree: Tree<T>) -> (u64, Vec<T>) {
        let mut elements = Vec::new();
        (tree.push_to(&mut elements), elements)
    }
}

/// The keys are known, the values are not.
struct Maps;

impl Family for Maps {
    type Of<T: Value> = (BTreeMap<T, T>, T);

    fn elements<T: Value>((map, x): Self::Of<T>) -> (u64, Vec<T>) {
        let pairs = map.into_iter().flat_map(|(key, value)| [key, value]);
        let elements: Vec<T> = pairs.chain([x]).collect();
        (0, elements)
    }
}

/// An index, taken modulo the number of elements.
type At = usize;

#[derive(Clone, Debug)]
enum Function {
    Leaf {
        number: usize,
        fails: bool,
    },
    Compare(How, At, At, Vec<Function>),
    /// By the structure.
    Structure(u64, Vec<Function>),
}

#[derive(Clone, Copy, Debug)]
enum How {
    Less,
    NotAbove,
    Equal,
    Order,
    Max,
    /// The place of one in a sorted copy of all.
    Sorted,
    InSet,
    InHashSet,
    /// The lists of the two and of a third one.
    Lists,
}

const HOWS: [How; 9] = [
    How::Less,
    How::NotAbove,
    How::Equal,
    How::Order,
    How::Max,
    How::Sorted,
    How::InSet,
    How::InHashSet,
    How::Lists,
];

struct Maker {
    random: Random,
    leaves: usize,
}

impl Maker {
    fn below(&mut self, n: u64) -> u64 {
        self.random.next_u64() % n
    }

    fn function(&mut self, depth: u32) -> Function {
        if depth == 0 || self.below(8) == 0 {
            self.leaves += 1;
            return Function::Leaf { number: self.leaves, fails: self.below(6) == 0 };
        }
        if self.below(6) == 0 {
            let of = 2 + self.below(2);
            return Function::Structure(of, (0..of).map(|_| self.function(depth - 1)).collect());
        }
        let how = HOWS[self.below(HOWS.len() as u64) as usize];
        let (a, b) = (self.below(5) as usize, self.below(5) as usize);
        Function::Compare(how, a, b, (0..3).map(|_| self.function(depth - 1)).collect())
    }
}

impl Function {
    /// Returns the number of the leaf, and whether it fails.
    fn run<T: Value>(&self, structure: u64, elements: &[T]) -> (usize, bool) {
        match self {
            Function::Leaf { number, fails } => (*number, *fails),
            Function::Structure(of, cases) => cases[(structure % of) as usize].run(structure, elements),
            Function::Compare(.., cases) if elements.is_empty() => cases[0].run(structure, elements),
            Function::Compare(how, a, b, cases) => {
                let at = |i: usize| &elements[i % elements.len()];
                cases[how.compare(at(*a), at(*b), elements)].run(structure, elements)
            }
        }
    }
}

impl How {
    /// Returns 0, 1 or 2.
    fn compare<T: Value>(self, a: &T, b: &T, elements: &[T]) -> usize {
        match self {
            How::Less => usize::from(a < b),
            How::NotAbove => usize::from(a <= b),
            How::Equal => usize::from(a == b),
            How::Order => usize::from(a.cmp(b).is_ge()) + usize::from(a.cmp(b).is_gt()),
            How::Max => usize::from(*std::cmp::max(a, b) == elements[0]),
            How::Sorted => {
                let mut sorted = elements.to_vec();
                sorted.sort();
                sorted.dedup();
                sorted.binary_search(a).map_or(2, |at| at % 2)
            }
            How::InSet => usize::from(elements[1..].iter().collect::<BTreeSet<_>>().contains(a)),
            How::InHashSet => usize::from(elements[1..].iter().collect::<HashSet<_>>().contains(b)),
            How::Lists => usize::from([a, b, &elements[0]] < [b, &elements[elements.len() - 1], a]),
        }
    }
}

/// The leaves that are reached up to each size, and the failing inputs' words.
type Reached = Vec<BTreeSet<(usize, bool)>>;

/// The maximal number of inputs for brute force.
const MOST: u32 = 1_500;

/// Sizes from which on bytes and atoms are as many.
const BITS: u32 = 7;

fn brute_force<F: Family, T: Value>(function: &Function, most: u32) -> Reached {
    let space = F::Of::<T>::space();
    let mut reached = vec![BTreeSet::new()];
    for size in 0..=most {
        let mut up_to = reached.last().cloned().unwrap_or_default();
        for input in space.of_size(size).unwrap() {
            let (structure, elements) = F::elements(input);
            up_to.insert(function.run(structure, &elements));
        }
        reached.push(up_to);
    }
    reached.remove(0);
    reached
}

fn check<F: Family, A: Value, T: Value>(seed: u64) {
    let mut maker = Maker { random: Random::seed_from_u64(seed), leaves: 0 };
    let depth = 1 + maker.below(4) as u32;
    let function = maker.function(depth);
    let space = F::Of::<T>::space();
    let fits = |size: &u32| space.count_up_to(*size).unwrap() <= MOST.into();
    let largest = (0..BITS).take_while(fits).last().unwrap();
    let reached = brute_force::<F, T>(&function, largest + 1);
    let least = (0..BITS).find(|size| space.count(*size).unwrap() > 0u8.into()).unwrap();
    for size in least..=largest {
        let context = format!("seed {seed}, size {size}, {function:?}");
        let leaves = RefCell::new(BTreeSet::new());
        let fails = |input: Lazy<F::Of<A>>| {
            // Half of the time as a value that was made lazy again.
            let input = if seed.is_multiple_of(2) { Lazy::from(input.value()) } else { input };
            let (structure, elements) = F::elements(input.value());
            let leaf = function.run(structure, &elements);
            leaves.borrow_mut().insert(leaf);
            leaf.1
        };
        let mut runs = search(&fails).up_to(size).unwrap();
        let mut failing = Vec::new();
        while runs.advance() {
            failing.push(runs.value().unwrap());
        }
        let (was_cut, count) = (runs.was_cut(), runs.runs());
        assert_eq!(leaves.take(), reached[size as usize], "{context}");
        assert!(space.count_up_to(size).unwrap() >= count.into(), "{context}");
        for input in failing {
            let words = F::Of::<A>::space().encode(&input).unwrap().words();
            let same = space.derivations().parse(&words).unwrap();
            assert!(same.size() <= size, "{context}");
            let (structure, elements) = F::elements(space.decode(&same));
            assert!(function.run(structure, &elements).1, "{context}");
        }
        if !was_cut {
            assert_eq!(reached.last(), Some(&reached[size as usize]), "of any size: {context}");
        }
    }
    let context = format!("seed {seed}, {function:?}");
    let fails = |input: Lazy<F::Of<A>>| {
        let (structure, elements) = F::elements(input.value());
        function.run(structure, &elements).1
    };
    let mut draws = sample_in(F::Of::<A>::space(), fails).of_size(largest).unwrap();
    let fails = |input| {
        let (structure, elements) = F::elements(input);
        function.run::<T>(structure, &elements).1
    };
    let some = space.of_size(largest).unwrap().any(fails);
    for _ in 0..5 {
        let drawn = draws.draw(&mut maker.random).unwrap();
        assert_eq!(drawn.is_some(), some, "{context}");
        if let Some(input) = drawn {
            let words = F::Of::<A>::space().encode(&input).unwrap().words();
            let same = space.derivations().parse(&words).unwrap();
            assert_eq!(same.size(), largest, "{context}");
            assert!(fails(space.decode(&same)), "{context}");
        }
    }
}

fn for_each_seed(most: u64, check: impl Fn(u64)) {
    let asked = std::env::var("EVERYCASE_SOUNDNESS").ok().map(|text| text.parse::<u64>().unwrap());
    (1..=asked.unwrap_or(most)).for_each(check);
}

#[test]
fn functions_of_lists_reach_the_same_leaves_on_atoms_as_on_bytes() {
    for_each_seed(400, check::<Lists, Atom<0>, u8>);
}

#[test]
fn functions_of_arrays_reach_the_same_leaves_on_atoms_as_on_bytes() {
    for_each_seed(300, check::<Arrays, Atom<0>, u8>);
}

#[test]
fn functions_of_several_inputs_reach_the_same_leaves_on_atoms_as_on_bytes() {
    for_each_seed(300, check::<ListsAndMore, Atom<1>, u8>);
}

#[test]
fn functions_of_trees_reach_the_same_leaves_on_atoms_as_on_bytes() {
    for_each_seed(300, check::<Trees, Atom<0>, u8>);
}

#[test]
fn functions_of_maps_reach_the_same_leaves_on_atoms_as_on_bytes() {
    for_each_seed(100, check::<Maps, Atom<0>, u8>);
}

#[test]
fn atoms_with_a_default_reach_the_same_leaves_as_signed_numbers() {
    for_each_seed(200, check::<Lists, Atom<0, true>, i8>);
    for_each_seed(200, check::<ListsAndMore, Atom<0, true>, i8>);
}

/// Compares with the default, too.
#[test]
fn a_default_is_compared_as_zero_is() {
    fn signs<T: Ord + Default>(list: &[T]) -> Vec<std::cmp::Ordering> {
        list.iter().map(|x| x.cmp(&T::default())).collect()
    }
    for size in 0..8 {
        let found = RefCell::new(HashSet::new());
        let all = search(|list: Lazy<Vec<Atom<0, true>>>| {
            found.borrow_mut().insert(signs(&list.value()));
            true
        });
        let classes = all.up_to(size).unwrap().count();
        let plain: HashSet<_> = Vec::<i8>::space().up_to(size).unwrap().map(|list| signs(&list)).collect();
        assert_eq!(found.take(), plain);
        assert_eq!(classes, plain.len());
    }
}
