//! Two versions of a crate whose functions have other names and orders of parameters: which are
//! known again, and that no others are.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use everycase_check::report::Detail;
use everycase_check::settings::seed::Seed;
use everycase_crates::explore::Options;
use everycase_crates::report::{Comparison, RenamedFunction};

use crate::building::options::options;
use crate::building::pair::{Pair, copied, lines, manifest};

fn pair() -> &'static Pair {
    static PAIR: OnceLock<Pair> = OnceLock::new();
    PAIR.get_or_init(|| Pair::of(&manifest("renamed/new"), &manifest("renamed/old"), "renamed/drivers"))
}

pub(crate) fn found() -> &'static Comparison {
    static FOUND: OnceLock<Comparison> = OnceLock::new();
    FOUND.get_or_init(|| pair().compared(&options(20_000)))
}

/// Returns what has become of each function, without the number of calls that agree.
fn renamed(of: &Comparison) -> Vec<String> {
    let line =
        |own: &RenamedFunction| own.text().split(" (agree in ").next().unwrap().replace("renamed::", "");
    of.renamed.iter().map(line).collect()
}

const RENAMED: [&str; 7] = [
    "renamed: Mark::of is Mark::new",
    "parameters exchanged: Tally::count, now in the order 2, 1",
    "renamed: Tally::push_twice is Tally::push_both",
    "renamed: Tally::total is Tally::sum",
    "renamed: first::width is second::width",
    "renamed: read is parse",
    "parameters exchanged: repeated, now in the order 2, 1",
];

const CHANGES: [&str; 2] = ["another value Mark::get", "another value minus"];

#[test]
fn functions_with_another_name_or_order_of_parameters_are_known_again_by_what_they_do() {
    assert_eq!(renamed(found()), RENAMED);
    for own in &found().renamed {
        assert!(own.order.agreeing >= 10, "{own:?}");
    }
}

#[test]
fn functions_of_one_type_that_behave_differently_stay_removed_and_added() {
    let own = found();
    let removed = ["Hidden::of", "Step::at_most_100", "blended", "gone", "limit"];
    assert_eq!(own.removed, removed.map(|own| format!("renamed::{own}")));
    let added = ["Hidden::make", "Step::at_most_50", "Tally::totals", "bound", "come", "merged"];
    assert_eq!(own.added, added.map(|own| format!("renamed::{own}")));
    assert_eq!(own.retyped, ["renamed::power"]);
    assert_eq!(own.unsteady, <[String; 0]>::default());
    assert_eq!(
        own.release,
        "patch: no; minor: no, because of 5 functions removed, 5 functions renamed, 2 functions with exchanged parameters and 1 \
         function with other types"
    );
}

#[test]
fn exchanged_parameters_of_one_type_are_a_change_of_behaviour_with_a_note() {
    assert_eq!(lines(found()), CHANGES);
    let of = |name: &str| found().changes.iter().find(|own| own.function.ends_with(name)).unwrap();
    let minus = of("::minus");
    assert_eq!(minus.order.order, [1, 0]);
    let note = minus.order.note().unwrap();
    let calls = minus.order.agreeing;
    assert!(calls >= 10, "{minus:?}");
    assert!(note.starts_with("with its parameters in the order 2, 1, both versions agree in "), "{note}");
    // The only function that makes its argument has another name.
    assert_eq!(of("::get").code, ["let _ = renamed::Mark::new(4).get();"]);
    assert_eq!(of("::get").order.note(), None);
}

#[test]
fn functions_that_are_known_again_count_as_functions_of_both_versions() {
    // Only `Hidden::tells` is not called: what makes its argument is not known again.
    // Of the others, 8 are of traits, and 8 are `push`, `get` twice, `tells`, `first_letter`,
    // `minus`, `plus` and `same`.
    assert_eq!((found().called, found().functions), (22, 8 + 8 + RENAMED.len() as u64));
}

#[test]
fn the_number_of_workers_and_the_seed_change_nothing_of_what_is_known_again() {
    let own = pair().compared(&Options { jobs: 3, seed: Seed(9), ..options(20_000) });
    assert_eq!(renamed(&own), RENAMED);
    assert_eq!(lines(&own), CHANGES);
}

#[test]
fn the_counts_of_a_run_that_a_number_of_expressions_ends_do_not_depend_on_the_workers() {
    let counts = |own: &Comparison| (own.functions, own.called, own.expressions, own.calls, own.through);
    for most in [100, 3_000] {
        let [one, three] = [1, 3].map(|jobs| pair().compared(&Options { jobs, ..options(most) }));
        assert_eq!(counts(&one), counts(&three));
        assert_eq!(one.renamed, three.renamed);
        assert!(one.expressions >= most, "{:?}", counts(&one));
    }
}

#[test]
fn in_a_crate_and_its_copy_nothing_is_renamed() {
    let own = copied("renamed/new").compared(&options(20_000));
    assert!(!own.has_changes(), "{}", own.text(usize::MAX, Detail::Full));
    assert!(own.added.is_empty());
}

#[test]
fn a_killed_comparison_of_some_functions_takes_no_others_for_one() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { only: vec!["parse".to_owned()], ..options(5_000) };
    let [first, again] = [0, 1].map(|_| pair().continued(&options, Some(folder.path())));
    assert!(again.resumed.is_some());
    assert_eq!(renamed(&again), renamed(&first));
    assert_eq!((again.removed, again.added), (first.removed, first.added));
}

#[test]
fn a_comparison_goes_on_from_wherever_another_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let run = |most| pair().continued(&options(most), Some(folder.path()));
    let first = run(5_000);
    assert_eq!(first.resumed, None);
    assert!(first.through >= 2 && !first.renamed.is_empty(), "{first:?}");
    let files: Vec<PathBuf> = fs::read_dir(folder.path()).unwrap().map(|own| own.unwrap().path()).collect();
    let [journal] = &files[..] else { panic!("{files:?}") };
    let all = fs::read(journal).unwrap();
    // It was killed while differences were made smaller: nothing is left to run.
    let again = run(5_000);
    assert!(again.resumed.is_some());
    let without_time = |own: &Comparison| Comparison { time: Duration::ZERO, resumed: None, ..own.clone() };
    assert_eq!(without_time(&again), without_time(&first));
    // A journal grows at its end, so a part of it is what an earlier kill leaves.
    fs::write(journal, &all[..all.len() * 2 / 3]).unwrap();
    let later = run(20_000);
    assert!(later.expressions >= 20_000);
    assert!(later.through >= first.through, "{} of {}", later.through, first.through);
    assert_eq!(renamed(&later), RENAMED);
    assert_eq!(lines(&later), CHANGES);
    assert_eq!((later.called, later.functions), (found().called, found().functions));
}

/// Each word that a function tells apart in the new version.
const WORDS: [&str; 8] = ["b", "ab", "bba", "abab", "baabb", "ababba", "bbabaab", "abbbaaba"];

#[test]
fn each_difference_of_an_expression_of_a_size_that_ran_is_told() {
    let pair = Pair::of(&manifest("words/new"), &manifest("words/old"), "words/drivers");
    let mut claims = BTreeSet::new();
    for most in [30, 100, 300, 1_000, 3_000] {
        for (seed, jobs) in [(1, 1), (2, 3)] {
            let own = Options { seed: Seed(seed), jobs, ..options(most) };
            let found = pair.compared(&own);
            let told: BTreeSet<(&str, u32)> = found
                .changes
                .iter()
                .map(|own| (own.function.strip_prefix("words::is_").unwrap(), own.size))
                .collect();
            // A word is made of one call and one for each letter.
            let all: BTreeSet<(&str, u32)> = WORDS.map(|word| (word, word.len() as u32 + 2)).into();
            assert!(told.is_subset(&all), "{told:?}");
            for own in all.iter().filter(|own| own.1 <= found.through) {
                assert!(told.contains(own), "{own:?} of all through {}: {told:?}", found.through);
            }
            claims.insert(found.through);
        }
    }
    assert!(claims.len() >= 3 && claims.range(5..).next().is_some(), "too few claims: {claims:?}");
}
