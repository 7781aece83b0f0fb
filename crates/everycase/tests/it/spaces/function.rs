//! Functions by cases, against all case trees spelt out.

use std::collections::HashSet;

use super::familiar::{Tree, bools, integers, trees};
use everycase::space::{Codec, Product, Source, Space};
use everycase_kernel::function::{self, Function, Tree as Cases, decode_function, encode_function};
use everycase_kernel::{At, Derivations, EncodeError, Encoder, Key, Random, Range, SeedableRng, Shape};

/// Functions between spaces, as a space.
fn functions<A: 'static, B: 'static>(argument: &Space<A>, result: &Space<B>) -> Space<Function<B>> {
    struct Of<B>(std::sync::Arc<dyn Codec<B>>);
    impl<B> Codec<Function<B>> for Of<B> {
        fn decode(&self, at: At<'_>) -> Function<B> {
            decode_function(at, |at| self.0.decode(at))
        }

        fn encode(&self, value: &Function<B>, to: &mut Encoder) -> Result<(), EncodeError> {
            encode_function(value, |result, to| self.0.encode(result, to), to)
        }

        fn source(&self, _: At<'_>, _: &mut Source) {}
    }
    let shape = function::function_shape(argument.shape(), result.shape());
    Space::new(shape, Of(result.codec().clone()))
}

fn call<A, B: Clone>(argument: &Space<A>, function: &Function<B>, value: &A) -> B {
    function.apply(|to| argument.codec().encode(value, to)).clone()
}

fn counts<T>(space: &Space<T>, most: u32) -> Vec<u64> {
    (0..=most).map(|size| u64::try_from(space.count(size).unwrap()).unwrap()).collect()
}

/// Distinctions and constants, counted in the tree.
fn size<B>(tree: &Cases<B>, constant: &dyn Fn(&B) -> u32) -> u32 {
    match tree {
        Cases::Constant(value) => constant(value),
        Cases::Choice { branches, .. } => {
            1 + branches.iter().map(|branch| size(&branch.tree, constant)).sum::<u32>()
        }
        Cases::Integer { exceptions, default, .. } => {
            let one = |(integer, tree): &(function::Integer, Cases<B>)| {
                1 + (128 - integer.value().unsigned_abs().leading_zeros()) + size(tree, constant)
            };
            size(default, constant) + exceptions.iter().map(one).sum::<u32>()
        }
    }
}

fn assert_laws<A: 'static>(argument: &Space<A>, most: u32) {
    let space = functions(argument, &bools());
    let mut seen = HashSet::new();
    let mut rank = 0u32;
    for n in 0..=most {
        for function in space.of_size(n).unwrap() {
            // All results of a table are of size 1, which counts once.
            let expected = if function.is_table() { 1 } else { size(function.tree(), &|_| 1) };
            assert_eq!(expected, n, "{function:?}");
            assert_eq!(space.rank(&function).unwrap(), rank.into(), "{function:?}");
            assert!(seen.insert(format!("{function:?}")), "{function:?}");
            rank += 1;
        }
    }
    assert!(rank > 3, "{rank} functions show nothing");
}

#[test]
fn every_case_tree_has_one_derivation_and_the_size_of_its_distinctions_and_constants() {
    assert_laws(&bools(), 9);
    assert_laws(&integers(Range::unsigned(8)), 12);
    assert_laws(&integers(Range::signed(8)), 12);
    assert_laws(&everycase::space::sets::list(&bools()), 11);
    assert_laws(&(bools(), integers(Range::unsigned(64)), bools()).product(), 10);
    assert_laws(&trees(), 12);
    assert_laws(&everycase::space::maps::btree_set(&bools()), 12);
}

/// A choice of this many, of size 1 each.
fn choice(alternatives: usize) -> Space<usize> {
    struct Chosen;
    impl Codec<usize> for Chosen {
        fn decode(&self, at: At<'_>) -> usize {
            at.alternative()
        }

        fn encode(&self, value: &usize, to: &mut Encoder) -> Result<(), EncodeError> {
            to.alternative(*value)
        }

        fn source(&self, _: At<'_>, _: &mut Source) {}
    }
    let alternatives = (0..alternatives).map(|_| everycase_kernel::Alternative::new("", []).pay(1));
    Space::new(Shape::choice(alternatives), Chosen)
}

/// All functions from few values to few: each is there once.
fn assert_each_once<A: 'static, B: Clone + std::fmt::Debug + 'static>(
    argument: &Space<A>,
    result: &Space<B>,
) {
    let all = |size: Option<u32>| size.expect("there are few");
    let arguments: Vec<A> = argument.up_to(all(argument.largest_size().unwrap())).unwrap().collect();
    let results = result.count_up_to(all(result.largest_size().unwrap())).unwrap();
    let space = functions(argument, result);
    let largest = all(space.largest_size().unwrap());
    let count = space.count_up_to(largest).unwrap();
    assert_eq!(count, results.pow(u32::try_from(arguments.len()).unwrap()));
    let mut graphs = HashSet::new();
    for (rank, function) in space.up_to(largest).unwrap().enumerate() {
        let graph: Vec<B> = arguments.iter().map(|value| call(argument, &function, value)).collect();
        assert!(graphs.insert(format!("{graph:?}")), "{graph:?} is there twice");
        let derivation = space.encode(&function).unwrap();
        let again = space.decode(&derivation);
        assert!(arguments.iter().zip(&graph).all(|(value, result)| {
            format!("{:?}", call(argument, &again, value)) == format!("{result:?}")
        }));
        assert_eq!(space.index(&rank.into()).unwrap().tree().constants(), function.tree().constants());
    }
}

/// The results of a function, in their order.
trait Constants {
    fn constants(&self) -> Vec<String>;
}

impl<B: std::fmt::Debug> Constants for Cases<B> {
    fn constants(&self) -> Vec<String> {
        match self {
            Cases::Constant(value) => vec![format!("{value:?}")],
            Cases::Choice { branches, .. } => {
                branches.iter().flat_map(|branch| branch.tree.constants()).collect()
            }
            Cases::Integer { exceptions, default, .. } => {
                let trees = exceptions.iter().map(|(_, tree)| tree).chain([&**default]);
                trees.flat_map(Constants::constants).collect()
            }
        }
    }
}

/// The booleans in the second alternative.
struct Second;
impl Codec<bool> for Second {
    fn decode(&self, at: At<'_>) -> bool {
        at.field(0).alternative() == 1
    }

    fn encode(&self, value: &bool, to: &mut Encoder) -> Result<(), EncodeError> {
        to.alternative(1)?;
        to.alternative(usize::from(*value))
    }

    fn source(&self, _: At<'_>, _: &mut Source) {}
}

#[test]
fn every_function_over_few_values_is_there_once() {
    let small = integers(Range::of(-2, 2));
    let pairs = (bools(), bools()).product();
    let wrapped = (bools(), choice(3)).product().pay(1);
    assert_each_once(&bools(), &bools());
    assert_each_once(&bools(), &small);
    assert_each_once(&bools(), &pairs);
    assert_each_once(&small, &bools());
    assert_each_once(&small, &choice(3));
    assert_each_once(&pairs, &choice(3));
    assert_each_once(&wrapped, &bools());
    assert_each_once(&functions(&bools(), &bools()), &bools());
    assert_each_once(&functions(&bools(), &bools()), &choice(3));
    assert_each_once(&bools(), &functions(&bools(), &bools()));
    assert_each_once(&everycase::space::maps::btree_set(&bools()), &bools());
    // A choice with an alternative that has no values.
    let dead = Shape::product([Shape::empty(), bools().shape().clone()]);
    let partly = Shape::choice([
        everycase_kernel::Alternative::new("", [dead]),
        everycase_kernel::Alternative::new("", [bools().shape().clone()]),
    ]);
    assert_each_once(&Space::new(partly, Second), &bools());
    assert_each_once(&(choice(2), (choice(2), choice(2)).product()).product(), &bools());
}

#[test]
fn functions_over_more_than_a_table_holds_are_case_trees() {
    let is_table = |values| functions(&choice(values), &bools()).index(&0u32.into()).unwrap().is_table();
    assert!(is_table(function::TABLE as usize));
    assert!(!is_table(function::TABLE as usize + 1));
    assert!(!functions(&trees(), &bools()).index(&0u32.into()).unwrap().is_table());
}

#[test]
fn case_trees_are_known_from_functions_that_are_there_once() {
    let has_trees = |shape: Shape| {
        let derivations = Derivations::new(shape);
        derivations.count_up_to(4).unwrap();
        function::has_case_trees(&derivations)
    };
    let over = |argument: &Shape| function::function_shape(argument, bools().shape());
    let one = Shape::choice([everycase_kernel::Alternative::new("", []).pay(1)]);
    for exact in
        [bools().shape(), choice(32).shape(), &Shape::unit(), &Shape::empty(), &one, &over(bools().shape())]
    {
        assert!(!has_trees(over(exact)), "{exact:?}");
    }
    for many in [choice(33).shape(), trees().shape(), integers(Range::unsigned(8)).shape()] {
        assert!(has_trees(over(many)), "{many:?}");
        assert!(has_trees(everycase::space::sets::list(&Space::new(over(many), Unread)).shape().clone()));
        assert!(has_trees(function::function_shape(bools().shape(), &over(many))), "{many:?}");
    }
    assert!(!has_trees(trees().shape().clone()));
}

/// A codec that is never asked.
struct Unread;

impl Codec<()> for Unread {
    fn decode(&self, _: At<'_>) {}

    fn encode(&self, (): &(), _: &mut Encoder) -> Result<(), EncodeError> {
        Err(EncodeError::NotInShape)
    }

    fn source(&self, _: At<'_>, _: &mut Source) {}
}

#[test]
fn functions_of_no_argument_are_constants() {
    for argument in [Shape::unit(), Shape::empty(), Shape::product([Shape::unit(), Shape::unit()])] {
        let shape = function::function_shape(&argument, bools().shape());
        let functions = Derivations::new(shape);
        assert_eq!(functions.count_up_to(9).unwrap(), 2u32.into(), "{argument:?}");
    }
}

#[test]
fn a_struct_is_looked_at_only_to_look_into_it() {
    // One constructor that costs 1, with two fields in it.
    let pair = (bools(), choice(40)).product().pay(1);
    let space = functions(&pair, &bools());
    let tuple = functions(&(bools(), choice(40)).product(), &bools());
    assert_eq!(space.count(1).unwrap(), 2u32.into());
    for size in 3..12 {
        // The distinction of the struct itself costs 1 more.
        assert_eq!(space.count(size + 1).unwrap(), tuple.count(size).unwrap(), "{size}");
    }
}

#[test]
fn finitely_many_arguments_and_results_have_finitely_many_case_trees() {
    let arguments = choice(33);
    let space = functions(&arguments, &bools());
    // A constant; or 33 results, of size 1 each.
    assert_eq!(space.largest_size().unwrap(), Some(34));
    assert_eq!(space.count_up_to(34).unwrap(), (2 + (1u64 << 33)).into());
}

#[test]
fn small_case_trees_over_lists_are_counted_as_by_hand() {
    // Of a list: a constant, or a distinction with a constant at nil and at cons a function of a boolean and a list.
    // Of both: a constant, or a distinction on the boolean with two functions of the list, or one on the list alone.
    let lists = everycase::space::sets::list(&bools());
    let (mut list, mut both) = (vec![0u64; 20], vec![0u64; 20]);
    for n in 1..20 {
        let constants = if n == 1 { 2 } else { 0 };
        let on_list = if n >= 3 { 2 * both[n - 2] } else { 0 };
        list[n] = constants + on_list;
        let on_bool: u64 = (1..n - 1).map(|k| list[k] * list[n - 1 - k]).sum();
        both[n] = constants + on_bool + on_list;
    }
    assert_eq!(counts(&functions(&lists, &bools()), 19), list);
}

/// What a case tree says of a tree, found by matching the tree itself.
fn interpret(cases: &Cases<bool>, value: &Tree) -> bool {
    enum Part<'t> {
        Tree(&'t Tree),
        Label(i64),
    }
    let part = |path: &[u32]| {
        path.iter().fold(Part::Tree(value), |part, field| match (part, field) {
            (Part::Tree(Tree::Node(left, _, _)), 0) => Part::Tree(left),
            (Part::Tree(Tree::Node(_, label, _)), 1) => Part::Label(*label),
            (Part::Tree(Tree::Node(_, _, right)), 2) => Part::Tree(right),
            _ => panic!("no such part"),
        })
    };
    match cases {
        Cases::Constant(value) => *value,
        Cases::Choice { path, branches } => match part(path) {
            Part::Tree(Tree::Leaf) => interpret(&branches[0].tree, value),
            Part::Tree(Tree::Node(..)) => interpret(&branches[1].tree, value),
            Part::Label(_) => panic!("a label is no choice"),
        },
        Cases::Integer { path, exceptions, default } => match part(path) {
            Part::Label(label) => exceptions
                .iter()
                .find(|(integer, _)| integer.value() == i128::from(label))
                .map_or_else(|| interpret(default, value), |(_, cases)| interpret(cases, value)),
            Part::Tree(_) => panic!("a tree is no integer"),
        },
    }
}

/// Trees with a shape as a derive would give it, so that paths are those of the type.
fn plain_trees() -> Space<Tree> {
    struct Plain;
    impl Codec<Tree> for Plain {
        fn decode(&self, at: At<'_>) -> Tree {
            match at.alternative() {
                0 => Tree::Leaf,
                _ => Tree::node(
                    self.decode(at.field(0)),
                    at.field(1).bits().cast_signed(),
                    self.decode(at.field(2)),
                ),
            }
        }

        fn encode(&self, value: &Tree, to: &mut Encoder) -> Result<(), EncodeError> {
            match value {
                Tree::Leaf => to.alternative(0),
                Tree::Node(left, label, right) => {
                    to.alternative(1)?;
                    self.encode(left, to)?;
                    to.bits(label.cast_unsigned())?;
                    self.encode(right, to)
                }
            }
        }

        fn source(&self, _: At<'_>, _: &mut Source) {}
    }
    fn shape() -> Shape {
        Shape::named(Key::of::<Plain>(), || {
            let node = [shape(), Shape::range(Range::unsigned(8)), shape()];
            Shape::choice([
                everycase_kernel::Alternative::new("Leaf", []).pay(1),
                everycase_kernel::Alternative::new("Node", node).pay(1),
            ])
        })
    }
    Space::new(shape(), Plain)
}

#[test]
fn calls_follow_the_cases() {
    let trees = plain_trees();
    let functions = functions(&trees, &bools());
    let arguments: Vec<Tree> = trees.up_to(8).unwrap().collect();
    let mut results = [0, 0];
    for function in functions.up_to(9).unwrap() {
        for argument in arguments.iter().step_by(7) {
            let result = call(&trees, &function, argument);
            assert_eq!(result, interpret(function.tree(), argument), "{function:?} of {argument:?}");
            results[usize::from(result)] += 1;
        }
    }
    assert!(results.iter().all(|&n| n > 1000), "{results:?}");
    let mut rng = Random::seed_from_u64(5);
    let mut sampler = functions.sampler().unwrap();
    for _ in 0..200 {
        let function = sampler.of_size(40, &mut rng).unwrap();
        assert_eq!(functions.decode(&functions.encode(&function).unwrap()), function);
        for argument in arguments.iter().step_by(31) {
            assert_eq!(call(&trees, &function, argument), interpret(function.tree(), argument));
        }
    }
}

#[test]
fn arguments_outside_the_domain_still_have_a_result() {
    let small = integers(Range::of(0, 3));
    let space = functions(&small, &integers(Range::of(10, 20)));
    for function in space.up_to(14).unwrap().step_by(3) {
        assert!((10..=20).contains(&call(&small, &function, &77)));
    }
}

#[test]
fn functions_of_functions_are_values_too() {
    let inner = functions(&integers(Range::unsigned(8)), &bools());
    let space = functions(&bools(), &inner);
    for (rank, function) in space.up_to(9).unwrap().enumerate() {
        assert_eq!(space.rank(&function).unwrap(), rank.into());
    }
    let outer = functions(&inner, &bools());
    let first: Vec<_> = outer.up_to(7).unwrap().collect();
    assert!(first.len() > 10);
    for f in &first {
        for g in inner.up_to(4).unwrap() {
            let _: bool = call(&inner, f, &g);
        }
    }
}
