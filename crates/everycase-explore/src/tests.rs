//! The grammar against a naive enumerator of all well-typed expressions.

mod driver;
mod naive;
mod polymorphic;
mod rules;
mod toy;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use everycase_kernel::{Derivations, Random, Rng, SeedableRng, Shape};

use crate::expression::Expression;
use crate::grammar::Grammar;
use crate::library::{Constructor, Data, Field, Function, ModuleId, Signature, Values};
use crate::types::{DataId, Type};
use toy::{Toy, find_holding, signature};

/// Returns the derivations of a shape up to a size as expressions.
fn all(shape: Shape, size: u32) -> Vec<Expression> {
    let derivations = Derivations::new(shape);
    let sizes = (0..=size).flat_map(|size| {
        let mut walk = derivations.of_size(size).expect("a size that fits");
        let mut found = Vec::new();
        while let Some(derivation) = walk.next() {
            found.push(Expression::read(&Toy(Signature::default()), derivation.root()));
        }
        found
    });
    sizes.collect()
}

/// Signatures: the thesis' examples, and each way in which types make values.
const SIGNATURES: [&str; 23] = [
    // Constructors alone; a lazy field hides errors.
    "Int/0 = Z | I
     Tree/0 = Leaf | Branch ~Tree Int Tree
     insert : Int Tree => Tree",
    // An abstract type.
    "Int/0 = Z | I
     Set/0
     empty : Set
     insert : Int Set => Set
     size : Set => Int",
    // Figure 4.19: values for certain arguments only.
    "Int/0 = Z | I
     Bool/0 = F | T
     List/1 = Nil | Cons a List[a]
     Format/1
     formatInt : Format[Int]
     formatList : Format[a] => Format[List[a]]
     format : a Format[a] => Bool",
    // Figure 4.6: values inside results.
    "Text/0 = Empty
     List/1 = Nil | Cons a List[a]
     Either/2 = Left a | Right b
     Pair/2 = P a b
     Board/0
     start : Board
     step : Board => List[Board]
     search : Board => Pair[List[Board],Either[Board,Text]]
     won : Board => Text",
    // Functions as arguments, and inside results.
    "Int/0 = Z | I
     Ops/0 = Ops {Int>Int}
     id : a => a
     twice : {a>a} a => a
     plus : Int Int => Int
     ops : Int => Ops",
    // A constructor over a type with few values.
    "Int/0 = Z | I
     Key/1
     Box/1 = Empty | Full Key[a] a
     key : Key[Int]
     open : Box[a] => a
     both : Box[a] Box[b] => Int",
    // A type without values, and one that only makes itself larger.
    "Void/0
     Grow/1
     Unit/0 = U
     more : Grow[a] => Grow[a]
     absurd : Void => Unit
     use : Grow[a] a => Unit",
    // Constants.
    "Word/0 # x y
     List/1 = Nil | Cons a List[a]
     join : List[Word] Word => Word
     first : List[a] a => a",
    // A result that makes two types equal, and a demand that no result has.
    "Int/0 = Z | I
     Equal/2
     Format/1
     same : Equal[a,a]
     any : Format[a]
     convert : Equal[a,b] Format[a] => Format[b]
     show : Format[Int] => Int",
    // Types that only occur below parameters of results.
    "Int/0 = Z | I
     Format/1
     Bag/1
     bag : Bag[Format[Int]]
     pick : Bag[a] => a
     show : Format[a] => Int",
    // A function inside a result, whose argument has a type that is left open.
    "Int/0 = Z | I
     Key/1
     Use/1 = Use {Key[a]>Int}
     key : Key[Int]
     user : Int => Use[a]",
    // A partial application with an argument whose type is left open.
    "Int/0 = Z | I
     Key/1
     key : Key[Int]
     apply : {Int>Int} => Int
     under : Key[a] Int => Int",
    // Values inside the results of functions with arguments whose type is left open, at several
    // places.
    "Int/0 = Z | I
     Key/1
     Board/1
     One/0 = One Board[Int]
     Both/1 = Both Board[a] Board[Int]
     key : Key[Int]
     board : Key[a] => One
     boards : Key[a] => Both[a]
     won : Board[Int] => Int",
    // Functions that compare values of an open type: not functions, and nothing that holds them.
    "Int/0 = Z | I
     Ops/0 = Ops {Int>Int}
     Key/1
     key : {Int>Int} => Key[a]
     keys : Key[Ops]
     min!a : a a => a
     equal!a : Key[a] Key[a] => Int
     call : Ops {Int>Int} => Int",
    // Constructors that alone make no finite value.
    "Int/0 = Z | I
     Stream/1 = Next a ~Stream[a]
     repeat : a => Stream[a]
     tail : Stream[a] => Stream[a]
     head : Stream[a] => a
     count : Stream[Int] => Int",
    // They have values for certain arguments only, and inside others.
    "Int/0 = Z | I
     Pair/2 = P a b
     Stream/1 = Next a Stream[a]
     Ring/0 = Ring Ring
     ints : Stream[Int]
     both : Stream[a] Stream[b] => Stream[Pair[a,b]]
     first : Stream[a] => a
     rings : Int => Pair[Ring,Int]
     turn : Ring => Int",
    // A variable in the type of a function alone: no functions are made whose results are parsers,
    // but others are.
    "Int/0 = Z | I
     Text/0 = Empty
     Parser/1
     word : Int => Parser[Text]
     kleisli : {a>Parser[b]} => Parser[b]
     convert : {a>b} Parser[a] => Parser[b]
     skip : Parser[a] => Text",
    // A variable that only the argument of a call with a function as its result determines.
    "Text/0
     text : Text
     choose : {a>Text} => a",
    // A variable that only the argument of a partial application determines.
    "Int/0 = Z | I
     Text/0
     Key/1
     key : Key[Int]
     under : Key[a] a => Text
     apply : {a>Text} => Int",
    // A variable that only a function inside of an abstract value determines.
    "Int/0 = Z | I
     Text/0
     Key/1
     show : Int => Text
     key : {a>Text} => Key[a]
     use : Key[a] => Int",
    // A variable that only a function inside of a result determines.
    "Int/0 = Z | I
     Text/0
     Ops/0 = Ops {Int>Text}
     ops : Int => Ops
     apply : {a>Text} => Int",
    // A call whose result is of any type, and a value that only its argument determines.
    "Text/0
     Key/1
     inside : Key[a] => a
     choose : {a>Text} => a",
    // Definitions without parameters, of types that have visible constructors.
    "Int/0 = Z | I
     List/1 = Nil | Cons a List[a]
     ints : List[Int]
     lists : List[List[a]]
     front : List[a] => a
     join : List[List[a]] List[a] => List[a]",
];

/// Returns an expression with `*` for every atom.
fn starred(expression: &Expression) -> Expression {
    let of = |parts: &[Expression]| parts.iter().map(starred).collect();
    match expression {
        Expression::Number(_) | Expression::Character(_) | Expression::Open | Expression::Function(_) => {
            Expression::Open
        }
        Expression::Call(function, parts) => Expression::Call(*function, of(parts)),
        Expression::Construct(id, parts) => Expression::Construct(*id, of(parts)),
        Expression::Constant(data, index) => Expression::Constant(*data, *index),
        Expression::Select(of, id, index) => Expression::Select(starred(of).into(), *id, *index),
        Expression::Apply(function, argument) => {
            Expression::Apply(starred(function).into(), starred(argument).into())
        }
    }
}

/// Compares the tests of a signature's functions with the naive ones. `is_small` says that no type
/// has more than the nodes that the naive enumeration tries.
fn compare(about: &str, signature: &Signature, size: u32, is_small: bool) {
    let missing = missing(about, signature, size, is_small);
    assert!(missing.is_empty(), "{about}: {missing:?}");
}

/// Returns the naive tests that the grammar lacks, or has only at larger sizes. It must say that it
/// leaves out expressions then. All of its tests must be well-typed.
fn missing(about: &str, signature: &Signature, size: u32, is_small: bool) -> Vec<String> {
    let mut missing = Vec::new();
    let library = Toy(signature.clone());
    let grammar = Grammar::new(Arc::new(Toy(signature.clone())));
    let show = |expression: &Expression| expression.shown(signature).to_string();
    // Instances cost more.
    let most = size + 3;
    for (number, function) in (0..).zip(&signature.functions) {
        let derivations = Derivations::new(grammar.tests([number]));
        let mut own = BTreeMap::new();
        for size in 0..=most {
            let mut walk = derivations.of_size(size).expect("a size that fits");
            while let Some(derivation) = walk.next() {
                own.entry(starred(&Expression::read(&library, derivation.root()))).or_insert(size);
            }
        }
        let naive = naive::tests(signature, number, size);
        let naive = naive.iter().filter(|test| !naive::finds_anything(signature, test));
        let naive: BTreeSet<(Expression, u32)> = naive
            .map(|test| {
                let (test, instances) = naive::abstracted(signature, test);
                let size = naive::size(signature, &test) + instances;
                (starred(&test), size)
            })
            .collect();
        let known: BTreeSet<&Expression> = naive.iter().map(|(test, _)| test).collect();
        let naive_to_find = naive.iter().filter(|(_, size)| *size <= most);
        for (expression, _) in own.iter().filter(|(_, own)| **own <= size) {
            naive::assert_typed(signature, expression);
            let is_known = !is_small || known.contains(expression);
            assert!(is_known, "{about} {}: not well-typed: {}", function.name, show(expression));
        }
        for (expression, size) in naive_to_find {
            let found = own.get(expression);
            if found.is_none_or(|own| own > size) {
                assert!(grammar.leaves_out(), "{about}: {} has {found:?}, not {size}", show(expression));
                missing.push(show(expression));
            }
        }
    }
    missing
}

#[test]
fn the_grammar_has_all_well_typed_expressions_up_to_what_parametricity_says_is_equal() {
    for (i, text) in SIGNATURES.iter().enumerate() {
        let size = if [4, 8, 9, 16, 21].contains(&i) { 4 } else { 5 };
        // Functions of functions have types of more than three nodes.
        compare(&i.to_string(), &signature(text), size, ![4, 16].contains(&i));
    }
}

/// Returns the signature with this number: some types, constructors and functions, drawn at random;
/// `depth` is the depth of the types of parameters.
fn random(seed: u64, depth: u32) -> Signature {
    let mut rng = Random::seed_from_u64(seed);
    let mut below = |n: usize| (rng.next_u64() % n as u64) as usize;
    let mut signature = Signature::default();
    for data in 0..2 + below(3) {
        let parameters = if data == 0 { 0 } else { below(3).min(2 - below(2)) as u32 };
        let name = format!("T{data}").into();
        let holds_functions = below(4) == 0;
        signature.datas.push(Data {
            name,
            module: None,
            parameters,
            values: Values::Functions,
            holds_functions,
        });
    }
    let arities: Vec<u32> = signature.datas.iter().map(|data| data.parameters).collect();
    for data in 0..arities.len() {
        if below(2) == 0 {
            continue;
        }
        let constructors = (0..=below(2)).map(|constructor| Constructor {
            name: format!("C{data}{constructor}").into(),
            fields: (0..below(3))
                .map(|_| Field {
                    ty: some_type(&mut below, &arities, arities[data], 2),
                    is_lazy: below(4) == 0,
                })
                .collect(),
            cost: 1,
        });
        signature.datas[data].values = Values::Constructors(constructors.collect());
    }
    for function in 0..=below(4) {
        let variables: Vec<bool> = (0..below(3)).map(|_| below(3) == 0).collect();
        let number = variables.len() as u32;
        let parameters = (0..below(3)).map(|_| some_type(&mut below, &arities, number, depth)).collect();
        let result = loop {
            let result = some_type(&mut below, &arities, number, 2);
            if !matches!(result, Type::Arrow(_)) {
                break result;
            }
        };
        let name = format!("f{function}").into();
        signature.functions.push(Function {
            name,
            variables,
            parameters,
            result,
            module: None,
            is_provider: below(5) > 0,
        });
    }
    find_holding(&mut signature);
    signature
}

fn some_type(below: &mut impl FnMut(usize) -> usize, arities: &[u32], variables: u32, depth: u32) -> Type {
    if variables > 0 && below(3) == 0 {
        return Type::Variable(below(variables as usize) as u32);
    }
    if depth > 1 && below(8) == 0 {
        let [from, to] = [(); 2].map(|()| some_type(below, arities, variables, depth - 1));
        return Type::arrow(from, to);
    }
    let data = if depth == 1 {
        let flat: Vec<usize> = (0..arities.len()).filter(|data| arities[*data] == 0).collect();
        flat[below(flat.len())]
    } else {
        below(arities.len())
    };
    let arguments = (0..arities[data]).map(|_| some_type(below, arities, variables, depth - 1));
    let arguments: Vec<Type> = arguments.collect();
    Type::data(DataId(data as u32), arguments)
}

#[test]
fn the_grammar_agrees_with_the_naive_enumerator_on_random_signatures() {
    let first = setting("EVERYCASE_EXPLORE_SEED", 0);
    for seed in first..first + setting("EVERYCASE_EXPLORE_CASES", 150) {
        compare(&format!("seed {seed}"), &random(seed, 2), 4, false);
    }
}

#[test]
fn the_grammar_says_where_it_leaves_out_expressions_of_random_signatures_with_larger_types() {
    let first = setting("EVERYCASE_EXPLORE_SEED", 0);
    for seed in first..first + setting("EVERYCASE_EXPLORE_CASES", 150) {
        missing(&format!("seed {seed}"), &random(seed, 3), 4, false);
    }
}

/// Returns the number in a variable of the environment, if it is set.
fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}

#[test]
fn what_is_found_inside_values_of_an_open_type_is_found_where_the_type_is_known() {
    let signature = signature(
        "Int/0 = Z | I
         Pair/2 = P a b
         Bag/1
         Board/0
         pool : Bag[Pair[Board,Int]]
         pick : Bag[a] => a
         won : Board => Int",
    );
    let grammar = Grammar::new(Arc::new(Toy(signature.clone())));
    // The pair and the types in it cost 1 each.
    let tests = all(grammar.tests([2]), 7);
    let shown: Vec<String> = tests.iter().map(|test| test.shown(&signature).to_string()).collect();
    assert_eq!(shown, ["won (case pick pool of P x _ -> x)"]);
}

#[test]
fn an_expression_of_a_monomorphic_library_occurs_once() {
    for i in [0, 1, 3] {
        let signature = signature(SIGNATURES[i]);
        let grammar = Grammar::new(Arc::new(Toy(signature.clone())));
        let tests = all(grammar.tests(0..signature.functions.len() as u32), 7);
        let distinct: BTreeSet<&Expression> = tests.iter().collect();
        assert_eq!(distinct.len(), tests.len(), "{i}");
    }
}

#[test]
fn what_is_found_at_several_places_of_a_result_occurs_once_for_each_place() {
    let signature = signature(SIGNATURES[12]);
    let grammar = Grammar::new(Arc::new(Toy(signature.clone())));
    let tests = all(grammar.tests([3]), 5);
    let mut shown: Vec<String> = tests.iter().map(|test| test.shown(&signature).to_string()).collect();
    shown.sort();
    let expected = [
        "won (case board key of One x -> x)",
        "won (case boards key of Both _ x -> x)",
        "won (case boards key of Both x _ -> x)",
    ];
    assert_eq!(shown, expected);
}

#[test]
fn a_test_looks_into_its_result_only_where_something_may_hide() {
    let signature = signature(SIGNATURES[0]);
    let grammar = Grammar::new(Arc::new(Toy(signature.clone())));
    let tests = all(grammar.tests([0]), 5);
    let shown: Vec<String> = tests.iter().map(|test| test.shown(&signature).to_string()).collect();
    let expected = [
        "insert Z Leaf",
        "insert I Leaf",
        "case insert Z Leaf of Branch x _ _ -> x",
        "case insert I Leaf of Branch x _ _ -> x",
    ];
    assert_eq!(shown[..4], expected);
}

#[test]
fn the_support_set_has_the_modules_that_declare_the_types_of_arguments() {
    let mut signature = signature(
        "Int/0 = Z | I
         Key/0
         Map/1
         Wrapped/0 = Wrapped Map[Int]
         Other/0
         key : Int => Key
         empty : Map[a]
         put : Key a Map[a] => Map[a]
         count : Wrapped => Int
         other : Other
         shown : Map[a] => Other",
    );
    // The types are built in, and of modules 1, 2, 0 and 3; the functions are of the modules of
    // what they are about.
    let modules = [None, Some(1), Some(2), Some(0), Some(3)].map(|module| module.map(ModuleId));
    signature.datas.iter_mut().zip(modules).for_each(|(data, module)| data.module = module);
    let modules = [1, 2, 2, 0, 3, 3].map(|module| Some(ModuleId(module)));
    signature.functions.iter_mut().zip(modules).for_each(|(function, module)| function.module = module);

    let found = signature.provide(&[ModuleId(0)], &[]);
    assert_eq!(found, [0, 1, 2].map(ModuleId).into());
    let providers: Vec<&str> = signature.providers().map(|(_, function)| &*function.name).collect();
    assert_eq!(providers, ["key", "empty", "put", "count"]);

    let grammar = Grammar::new(Arc::new(Toy(signature.clone())));
    let tests = all(grammar.tests([3]), 7);
    let shown: Vec<String> = tests.iter().map(|test| test.shown(&signature).to_string()).collect();
    let expected = [
        "count (Wrapped empty)",
        "count (Wrapped (put (key Z) Z empty))",
        "count (Wrapped (put (key Z) I empty))",
    ];
    assert_eq!(shown[..3], expected);

    assert_eq!(signature.provide(&[ModuleId(0)], &[ModuleId(3)]).len(), 4);
}

#[test]
fn two_hundred_functions_over_as_many_types_have_a_grammar() {
    const SIZE: usize = 15;
    let arguments = |i: usize| (!i.is_multiple_of(3)).then_some((i / 3, i / 2));
    let types = (0..200).map(|i| format!("T{i}/1\n"));
    let functions = (0..200).map(|i| {
        let parameters = arguments(i).map(|(from, to)| format!("T{from}[a] T{to}[b] =>"));
        format!("f{i} : {} T{i}[c]\n", parameters.unwrap_or_default())
    });
    let signature = signature(&types.chain(functions).collect::<String>());
    // The numbers of calls of each function, by size.
    let mut calls = vec![[0u64; SIZE + 1]; 200];
    for size in 1..=SIZE {
        for i in 0..200 {
            calls[i][size] = match arguments(i) {
                None => u64::from(size == 1),
                Some((from, to)) => (0..size).map(|own| calls[from][own] * calls[to][size - 1 - own]).sum(),
            };
        }
    }
    let shape = Grammar::new(Arc::new(Toy(signature))).tests(0..200);
    let count = Derivations::new(shape).count_up_to(SIZE as u32).expect("a size that fits");
    let expected: u64 = calls.iter().flatten().sum();
    assert_eq!(count, expected.into());
    assert!(expected > 50, "{expected}");
}
