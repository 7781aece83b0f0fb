//! The predicate on lazy trees is exactly what `syn`'s parser demands, but for what is known to be the parser's fault; and
//! what the lazy search finds.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use everycase::Lazy;
use everycase_studies::hunt::{Catalogue, Cause};
use everycase_studies::loose_syntax::hunt::{Choice, Hunter, Kind, LegalTrees};
use everycase_studies::loose_syntax::{Tree, legal};
use everycase_studies::round_trip::{Printer, Wrong, check, round_trip};

/// All trees of each kind up to the size at which there are more.
const TREES: u32 = 10_000;

#[test]
fn a_tree_is_legal_exactly_if_syn_reads_it_back() {
    let mut wrong = BTreeSet::new();
    for (_, space) in Tree::kinds() {
        let trees = |size| space.count_up_to(size).expect("the system is sound");
        let size = (0..100).find(|size| trees(size + 1) > TREES.into()).expect("there are more");
        for tree in space.up_to(size).expect("the system is sound") {
            let legal = legal::is_legal(Lazy::from(tree.clone()));
            let back = round_trip(&tree.to_syn(), Printer::Quote);
            if legal != back.is_ok() {
                wrong.insert(format!("legal: {legal}, {back:?}"));
            }
        }
    }
    // `for .. in a {}`: the parser misses that `in` ends a range pattern.
    let expected = "literal, identifier, `::`, `<`, `self`, `Self`, `super`, `crate`, `const`";
    let error = Wrong::DoesNotParse(format!("expected one of: {expected}"));
    let known = format!("legal: true, {:?}", Err::<(), _>(error));
    assert_eq!(wrong.into_iter().collect::<Vec<_>>(), [known]);
}

/// Searches expressions up to a size, and compares what is found: who is at fault, the size, and the tree.
#[test]
fn a_lazy_search_of_small_expressions_finds_a_field_of_a_number_and_a_loop_over_the_rest() {
    let mut found = Vec::new();
    let mut hunter = Hunter {
        kind: Kind { name: "expressions", tree: Tree::Expression, is_legal: legal::is_expression },
        catalogue: &mut Catalogue::new(LegalTrees),
        found: |cause: &Cause| {
            found.push(format!("{}: {}: {}", cause.finding.who, cause.size, cause.lines[0]));
        },
    };
    let end = Instant::now() + Duration::from_secs(10 * 60);
    let mut search = |size| hunter.search(Choice::All, size, end).expect("the system is sound");
    let rounds: Vec<_> = (0..=5).map(|size| search(size).expect("ten minutes are enough")).collect();
    let figures = rounds.iter().map(|round| (round.values.clone(), round.runs, round.checked, round.failed));
    let expected: [(u32, u64, u64, u64); 6] = [
        (0, 0, 0, 0),
        (1, 1, 1, 0),
        (8, 8, 7, 0),
        (26, 26, 25, 0),
        (205, 201, 175, 1),
        (1_208, 1_096, 1_001, 2),
    ];
    let expected = expected.map(|(values, runs, checked, failed)| (values.into(), runs, checked, failed));
    assert_eq!(figures.collect::<Vec<_>>(), expected);
    assert_eq!(
        found,
        [
            "prettyplease: 4: tree:    const A : T = 0 . 0 ;",
            "prettyplease: 5: tree:    const A : T = for .. in _ { } ;",
            "syn (ToTokens): 5: tree:    const A : T = for .. in _ { } ;",
        ]
    );
}

#[test]
fn samples_of_legal_patterns_are_as_many_as_asked_for_after_few_runs() {
    let mut hunter = Hunter {
        kind: Kind { name: "patterns", tree: Tree::Pattern, is_legal: legal::is_pattern },
        catalogue: &mut Catalogue::new(LegalTrees),
        found: |_: &Cause| {},
    };
    let end = Instant::now() + Duration::from_secs(10 * 60);
    let round = hunter.sample(30, 20, end).expect("a little is learned");
    assert_eq!(round.checked, 20);
    assert!(round.runs < 200, "{} runs", round.runs);
}

/// A tuple pattern of one element, as a program builds it: `syn` prints the comma that makes it one.
#[test]
fn prettyplease_leaves_out_the_comma_of_a_tuple_pattern_that_has_none() {
    let mut tree = syn::parse_file("fn f() { let (a,) = b; }").expect("this is Rust");
    assert_eq!(check(&tree), []);
    let syn::Item::Fn(function) = &mut tree.items[0] else { panic!("it is a function") };
    let syn::Stmt::Local(local) = &mut function.block.stmts[0] else { panic!("it is a `let`") };
    let syn::Pat::Tuple(tuple) = &mut local.pat else { panic!("it is a tuple") };
    tuple.elems.pop_punct();
    let failures = check(&tree);
    assert_eq!(failures.len(), 1, "{failures:?}");
    assert_eq!(failures[0].printer, Printer::Prettyplease);
    assert_eq!(failures[0].wrong, Wrong::DifferentTree("Pat::Tuple becomes Pat::Ident".to_owned()));
}
