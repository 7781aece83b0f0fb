//! Libraries whose abstract types have values for certain arguments only: what their instances
//! cost.

use std::collections::BTreeSet;
use std::sync::Arc;

use everycase_kernel::Derivations;

use super::toy::{Toy, signature};
use crate::expression::Expression;
use crate::grammar::Grammar;
use crate::library::Signature;

/// Parser combinators.
const PARSERS: &str = "Int/0 = Z | I
     Char/0 = X | Y
     Bool/0 = F | T
     Unit/0 = U
     List/1 = Nil | Cons a List[a]
     Pair/2 = P a b
     Maybe/1 = None | Some a
     Either/2 = Left a | Right b
     Parser/1
     pure : a => Parser[a]
     fail : Parser[a]
     map : {a>b} Parser[a] => Parser[b]
     apply : Parser[{a>b}] Parser[a] => Parser[b]
     bind : Parser[a] {a>Parser[b]} => Parser[b]
     then : Parser[a] Parser[b] => Parser[b]
     before : Parser[a] Parser[b] => Parser[a]
     choice : Parser[a] Parser[a] => Parser[a]
     either : Parser[a] Parser[b] => Parser[Either[a,b]]
     both : Parser[a] Parser[b] => Parser[Pair[a,b]]
     many : Parser[a] => Parser[List[a]]
     some : Parser[a] => Parser[List[a]]
     optional : Parser[a] => Parser[Maybe[a]]
     default : a Parser[a] => Parser[a]
     skip : Parser[a] => Parser[Unit]
     times : Int Parser[a] => Parser[List[a]]
     separated : Parser[a] Parser[b] => Parser[List[a]]
     ended : Parser[a] Parser[b] => Parser[List[a]]
     between : Parser[a] Parser[b] Parser[c] => Parser[c]
     try : Parser[a] => Parser[a]
     look : Parser[a] => Parser[a]
     not : Parser[a] => Parser[Unit]
     first : List[Parser[a]] => Parser[a]
     all : List[Parser[a]] => Parser[List[a]]
     filter : {a>Bool} Parser[a] => Parser[a]
     chain : Parser[a] Parser[{a>{a>a}}] => Parser[a]
     until : Parser[a] Parser[b] => Parser[List[a]]
     digit : Parser[Int]
     number : Parser[Int]
     signed : Parser[Int] => Parser[Int]
     letter : Parser[Char]
     space : Parser[Char]
     char : Char => Parser[Char]
     satisfy : {Char>Bool} => Parser[Char]
     word : Parser[List[Char]]
     token : List[Char] => Parser[List[Char]]
     boolean : Parser[Bool]
     end : Parser[Unit]
     count : Parser[a] => Parser[Int]
     run : Parser[a] List[Char] => Maybe[Pair[a,List[Char]]]";

/// Formatters, with one for pairs.
const FORMATTERS: &str = "Int/0 = Z | I
     Bool/0 = F | T
     List/1 = Nil | Cons a List[a]
     Pair/2 = P a b
     Format/1
     integer : Format[Int]
     boolean : Format[Bool]
     list : Format[a] => Format[List[a]]
     pair : Format[a] Format[b] => Format[Pair[a,b]]
     format : a Format[a] => List[Bool]";

/// Functions with results of any type, and a type with few values.
const HIGHER: &str = "Int/0 = Z | I
     List/1 = Nil | Cons a List[a]
     Grid/0
     Key/1
     grid : Int Int => Grid
     key : Grid => Key[Grid]
     relax : Key[a] Grid => Grid
     fold : {a>{b>b}} b List[a] => b
     compose : {b>c} {a>b} a => c
     flip : {a>{b>c}} b a => c
     twice : {a>a} a => a
     const : a b => a
     apply : {a>b} a => b
     choose : {a>Int} {a>b} {a>b} a => b";

/// Abstract sets with a fold, whose arguments are functions that the library does not make.
const SETS: &str = "Int/0 = Z | I
     List/1 = Nil | Cons a List[a]
     Pair/2 = P a b
     Maybe/1 = N | J a
     Set/1
     empty : Set[a]
     single : a => Set[a]
     from : List[a] => Set[a]
     insert : a Set[a] => Set[a]
     union : Set[a] Set[a] => Set[a]
     meet : Set[a] Set[a] => Set[a]
     least : Set[a] => a
     greatest : Set[a] => a
     fold : {a>{b>b}} b Set[a] => b
     parts : Set[a] => Pair[Maybe[a],Set[a]]";

/// Returns the number of tests of all functions up to a size, and the number of nonterminals that
/// were met to count them.
fn counted(signature: &Signature, size: u32) -> (u64, usize) {
    let grammar = Grammar::new(Arc::new(Toy(signature.clone())));
    let tests = Derivations::new(grammar.tests(0..signature.functions.len() as u32));
    let count = tests.count_up_to(size).expect("a size that fits");
    (count.try_into().expect("a small number"), grammar.met())
}

#[test]
fn forty_parser_combinators_have_few_nonterminals_for_each_expression() {
    let signature = signature(PARSERS);
    assert_eq!(signature.functions.len(), 40);
    let (count, met) = counted(&signature, 4);
    assert_eq!(count, 2851);
    assert!(met < 8 * count as usize, "{met}");
}

#[test]
fn an_expression_occurs_at_one_instance_if_only_one_argument_can_say_which() {
    let signature = signature(PARSERS);
    let grammar = Grammar::new(Arc::new(Toy(signature.clone())));
    let tests = super::all(grammar.tests(0..signature.functions.len() as u32), 4);
    let number = |wanted: &str| {
        let shown = tests.iter().map(|test| test.shown(&signature).to_string());
        shown.filter(|shown| shown == wanted).count()
    };
    for once in ["many fail", "many digit", "count (try fail)", "first Nil", "both fail digit", "map ? digit"]
    {
        assert_eq!(number(once), 1, "{once}");
    }
    // Either of the arguments could say what both are parsers of.
    assert_eq!(number("choice fail fail"), 9);
    let distinct: BTreeSet<Expression> = tests.iter().map(super::starred).collect();
    assert_eq!((tests.len(), distinct.len()), (2851, 2346));
}

#[test]
fn functions_that_are_passed_to_a_fold_do_not_make_all_types_from_a_variable() {
    let (count, met) = counted(&signature(SETS), 6);
    assert_eq!(count, 8995);
    assert!(met < 1_000, "{met}");
}

/// Functions that are passed to a fold and say what a set is of.
const SETS_OF_SETS: &str = "join : Set[Int] Set[Int] => Set[Int]
     all : Set[Int] => Set[Set[Int]]
     join-all : Set[Int] Set[Set[Int]] => Set[Set[Int]]";

#[test]
fn sets_with_a_fold_have_all_well_typed_expressions() {
    super::compare("sets", &signature(&format!("{SETS}\n{SETS_OF_SETS}")), 3, false);
}

#[test]
fn what_one_function_says_of_a_variable_holds_for_those_that_another_makes_equal_to_it() {
    let is_found = |functions: &str, wanted: &str| {
        let signature = signature(&format!(
            "Int/0 = Z
             Text/0
             Grid/0
             Leaf/0
             Key/1
             List/1 = Nil | Cons a List[a]
             grid : Grid
             leaf : Leaf
             key : Key[Grid]
             {functions}"
        ));
        let grammar = Grammar::new(Arc::new(Toy(signature.clone())));
        let tests = super::all(grammar.tests([signature.functions.len() as u32 - 1]), 8);
        tests.iter().any(|test| test.shown(&signature).to_string() == wanted)
    };
    // The first variable of `use` is decided first. `left` says that it may be a leaf, and `on`
    // that the other one may be a grid.
    let equal = "equal : a a => Text
         left : Leaf a => Text
         on : Grid => Text
         use : {a>{b>Text}} {b>Text} => Int";
    assert!(is_found(equal, "use equal on"));
    let inside = "under : a Key[a] => Text
         left : Leaf Key[a] => Text
         on : Key[Grid] => Text
         use : {a>{b>Text}} {b>Text} => Int";
    assert!(is_found(inside, "use under on"));
    // Both functions are in one list.
    let several = "equal : a a => Text
         left : Leaf a => Text
         right : a Grid => Text
         use : List[{a>{b>Text}}] => Int";
    assert!(is_found(several, "use (Cons equal (Cons right Nil))"));
}

#[test]
#[ignore = "takes a minute: cargo test --release -p everycase-explore --lib sets_with_a_fold -- --ignored"]
fn sets_with_a_fold_have_all_well_typed_expressions_also_when_these_are_larger() {
    super::compare("sets", &signature(SETS), 5, false);
    super::compare("sets of sets", &signature(&format!("{SETS}\n{SETS_OF_SETS}")), 4, false);
}

#[test]
fn formatters_of_pairs_are_expanded_for_types_that_have_one() {
    let (count, met) = counted(&signature(FORMATTERS), 7);
    assert_eq!(count, 30);
    assert!(met < 200, "{met}");
}

#[test]
fn results_of_any_type_are_followed_only_as_far_as_their_arguments_are_small() {
    let signature = signature(HIGHER);
    let grammar = Grammar::new(Arc::new(Toy(signature.clone())));
    let tests = Derivations::new(grammar.tests(0..signature.functions.len() as u32));
    let count = tests.count_up_to(5).expect("a size that fits");
    assert!(count > 2_000_000u32.into(), "{count}");
    assert!(grammar.met() > 2_000, "{}", grammar.met());
    assert!(grammar.bounded() < 1_000, "{}", grammar.bounded());
}

/// Types, and a value of each, for functions that say what variables stand for.
const KEYS: &str = "Int/0 = Z
     Text/0
     Grid/0
     Bag/1
     Set/1
     both : a a => Set[a]";

#[test]
fn what_functions_further_inside_say_is_left_out_and_the_grammar_says_so() {
    let three = "three : Bag[Grid] => Text
         two : {Bag[a]>Text} Set[a] => Text
         one : {Set[a]>Text} a => Text
         use : {a>Text} => Int";
    let signature = signature(&format!("{KEYS}\n{three}"));
    assert_eq!(super::missing("three functions", &signature, 4, false), ["use (one (two three))"]);
}

#[test]
fn what_functions_inside_an_abstract_value_say_together_is_left_out_and_the_grammar_says_so() {
    // `equal` makes the variables of `use` equal, `left` says that the first one may be an integer.
    let signature = signature(&format!(
        "{KEYS}
         equal : a a => Text
         left : Int a => Text
         right : a Grid => Text
         use : Set[{{a>{{b>Text}}}}] => Int"
    ));
    let grammar = Grammar::new(Arc::new(Toy(signature.clone())));
    let tests = super::all(grammar.tests([signature.functions.len() as u32 - 1]), 8);
    let shown: Vec<String> = tests.iter().map(|test| test.shown(&signature).to_string()).collect();
    assert!(shown.contains(&"use (both equal left)".to_owned()), "{shown:?}");
    assert!(!shown.contains(&"use (both equal right)".to_owned()), "it is found: {shown:?}");
    assert!(grammar.leaves_out());
}

#[test]
fn a_grammar_that_lacks_nothing_says_so() {
    let functions = "Int/0 = Z | I
         Text/0
         Key/1
         key : Key[Int]
         under : Key[a] a => Text
         apply : {a>Text} => Int";
    for text in [FORMATTERS, functions] {
        let signature = signature(text);
        let grammar = Grammar::new(Arc::new(Toy(signature.clone())));
        let tests = Derivations::new(grammar.tests(0..signature.functions.len() as u32));
        tests.count_up_to(5).expect("a size that fits");
        assert!(!grammar.leaves_out(), "{text}");
    }
}
