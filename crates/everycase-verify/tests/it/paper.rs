//! What goes wrong if the algorithms of the paper are taken literally, and its programs as they are published: each has generators here
//! that must not be proved, beside such that must.

use everycase_verify::proof::ProofFailure;

use crate::no_proof::{check, unproved};

/// Algorithm 1 accepts that `error` covers `[v | v == x]`, since it quantifies `x` on each side apart.
#[test]
fn a_generator_without_results_covers_no_value_of_a_parameter() {
    check(
        "
generator nothing : (x : integer) -> [v : integer | v == x] .
nothing _ = error \"nothing\" .
generator never : (x : integer) -> [v : integer | v == x] .
never x = let y = int-range 5 3 in x + y - y .
generator all : (x : integer) -> [v : integer | v == x] .
all x = let y = int-range 3 5 in x + y - y .
",
        &[("nothing", false), ("never", false), ("all", true)],
    );
}

/// An existential quantifier over the values of an empty coverage type is not true.
#[test]
fn what_follows_a_choice_from_an_empty_type_is_not_produced() {
    check(
        "
generator none : (n : integer) -> [v : integer | n <= v && v < n] .
generator some : (n : integer) -> [v : integer | n <= v && v <= n] .
generator unused : (n : integer) -> [xs : list integer | xs == []] .
unused n = let _x = none n in [] .
generator used : (n : integer) -> [xs : list integer | xs == []] .
used n = let _x = some n in [] .
",
        &[("unused", false), ("used", true)],
    );
}

/// A call whose arguments are not allowed has no results, rather than any.
#[test]
fn a_call_that_is_not_allowed_covers_nothing() {
    check(
        "
generator small : (n : integer | 0 <= n) -> [v : integer | v <= n] .
generator below : () -> [v : integer | v <= -1] .
below () = small -1 .
generator above : () -> [v : integer | v <= 1] .
above () = small 1 .
generator sized : (size : integer | 0 <= size) -> [xs : list integer | at-most xs size] .
sized size = if size == 0 then [] else int-gen () :: sized (size + 1) .
generator again : (size : integer | 0 <= size) -> [xs : list integer | at-most xs size] .
again size = again (size + 1) .
generator right : (size : integer | 0 <= size) -> [xs : list integer | at-most xs size] .
right size = if size == 0 then [] else [] <+> (int-gen () :: right (size - 1)) .
at-most : list integer -> integer -> boolean .
at-most xs n = case xs of ; [] -> 0 <= n ; _ :: rest -> at-most rest (n - 1) .
property naturals xs n . at-most xs n ==> 0 <= n .
",
        &[("below", false), ("above", true), ("sized", false), ("again", false), ("right", true)],
    );
}

/// Section 4: without a measure, `loop` covers each type.
#[test]
fn a_generator_that_calls_itself_with_its_own_argument_covers_nothing() {
    check(
        "generator loop : (n : integer | 0 <= n) -> [v : integer | v == 3] . loop n = loop n .",
        &[("loop", false)],
    );
}

#[test]
fn a_parameter_may_depend_on_a_choice() {
    let with = |body: &str, most: &str| {
        format!(
            "generator up-to : (n : integer | 0 <= n) -> [v : integer | 0 <= v && v <= n] .
            generator g : [v : integer | 0 <= v && v <= {most}] . g = {body} ."
        )
    };
    check(&with("let n = int-range 0 5 in up-to n", "5"), &[("g", true)]);
    check(&with("let n = int-range 0 5 in up-to n", "6"), &[("g", false)]);
    // The call is not allowed for negative numbers.
    check(&with("let n = int-gen () in up-to n", "9"), &[("g", true)]);
    check(&with("let n = int-range -5 -1 in up-to n", "0"), &[("g", false)]);
    check(&with("let n = up-to 3 in let m = up-to n in up-to (n + m)", "6"), &[("g", true)]);
    check(&with("let n = up-to 3 in let m = up-to n in up-to (n - m)", "4"), &[("g", false)]);
    let pairs = |of: &str| {
        format!(
            "generator above : (n : integer) -> [v : integer | n <= v] .
            generator g : [p : (integer, integer) | fst p <= snd p] .
            g = let x = {of} in (x, above x) ."
        )
    };
    check(&pairs("int-gen ()"), &[("g", true)]);
    check(&pairs("nat-gen ()"), &[("g", false)]);
}

/// Each value has one constructor, with fields of its own: with weaker facts about `node` all labels look alike.
#[test]
fn complete_trees_with_constant_labels_are_not_all_complete_trees() {
    let with = |label: &str| {
        format!(
            "
data tree = leaf | node tree integer tree .
generator complete : (n : integer | 0 <= n) -> [t : tree | is-complete t n] .
complete n = if n == 0 then leaf else [node (complete (n - 1)) {label} (complete (n - 1))] .
is-complete : tree -> integer -> boolean .
is-complete t n =
  case t of ; leaf -> n == 0 ; [node l _ r] -> is-complete l (n - 1) && is-complete r (n - 1) .
property naturals t n . is-complete t n ==> 0 <= n .
"
        )
    };
    check(&with("0"), &[("complete", false)]);
    check(&with("n"), &[("complete", false)]);
    check(&with("(int-gen ())"), &[("complete", true)]);
}

/// From lemmas that contradict each other everything would follow.
#[test]
fn properties_that_contradict_each_other_prove_nothing() {
    check(
        "
len : list integer -> integer .
len xs = case xs of ; [] -> 0 ; _ :: rest -> 1 + len rest .
property natural xs . 0 <= len xs .
property negative xs . len xs < 0 .
property also-negative xs . len xs < 0 .
property short xs ys . len xs < 0 ==> len ys < 0 .
generator g : (n : integer | 0 <= n) -> [xs : list integer | len xs <= n] .
g n = if n == 0 then [] else int-gen () :: g (n - 1) .
",
        &[("g", false)],
    );
}

/// What holds of a value that was chosen is known: a condition on it cannot go either way.
#[test]
fn a_condition_on_a_chosen_value_is_no_free_boolean() {
    let with = |body: &str, covered: &str| {
        format!(
            "generator zeros : [xs : list integer | all-zero xs] .
            generator g : [v : integer | {covered}] .
            g = let xs = zeros in {body} .
            all-zero : list integer -> boolean .
            all-zero xs = case xs of ; [] -> true ; x :: rest -> x == 0 && all-zero rest ."
        )
    };
    check(&with("if all-zero xs then 0 else 1", "v == 0"), &[("g", true)]);
    check(&with("if all-zero xs then 0 else 1", "v == 1"), &[("g", false)]);
    check(&with("if all-zero xs then 0 else 1", "0 <= v && v <= 1"), &[("g", false)]);
    check(&with("if all-zero (1 :: xs) then 0 else 1", "v == 0"), &[("g", false)]);
    check(&with("if all-zero xs && not (all-zero xs) then 0 else 1", "v == 0"), &[("g", false)]);
}

/// `forall u . len xs u ==> u <= n` bounds the length only of lists that have one.
#[test]
fn a_bound_on_all_lengths_allows_values_without_a_length() {
    let with = |condition: &str| {
        format!(
            "
generator g : (n : integer | 0 <= n) -> [xs : list integer | forall u . len xs u ==> u <= n] .
g n = if n == 0 then [] else [] <+> (int-gen () :: g (n - 1)) .
len : list integer -> integer -> boolean .
len xs n = case xs of ; [] -> n == 0 ; x :: rest -> {condition} && len rest (n - 1) .
"
        )
    };
    check(&with("x == x"), &[("g", true)]);
    check(&with("x /= 0"), &[("g", false)]);
}

#[test]
fn a_type_without_values_is_told_apart_from_one_that_is_covered() {
    let text = "
generator contradiction : [v : integer | v < 0 && 0 <= v] .
contradiction = error \"nothing\" .
generator arguments : (n : integer | n < 0 && 0 < n) -> [v : integer | v == n] .
arguments n = n .
generator lengths : [xs : list integer | len xs -1] .
lengths = [] .
len : list integer -> integer -> boolean .
len xs n = case xs of ; [] -> n == 0 ; _ :: rest -> len rest (n - 1) .
property naturals xs n . len xs n ==> 0 <= n .
";
    let Some(found) = unproved(text) else { return };
    assert_eq!(found.len(), 3);
    assert!(found.iter().all(|(_, why)| *why == Some(ProofFailure::Vacuous)), "{found:?}");
}

/// Table 1 as published: `SortedList` puts the bound before the rest, and in `RedBlackTree` no child of a black node is a leaf.
#[test]
fn the_published_programs_that_miss_values_are_not_proved() {
    let sorted = include_str!("../../../../examples/verify/wrong/sorted-list-1.pun");
    assert!(sorted.contains("then low :: sorted-list (size - 1) x"));
    check(sorted, &[("sorted-list", false)]);
    let trees = include_str!("../../../../examples/verify/wrong/red-black-tree-1.pun");
    assert!(trees.contains("else if height == 0 then [node red leaf (int-gen ()) leaf]"));
    check(trees, &[("red-black-tree", false)]);
}
