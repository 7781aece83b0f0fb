//! The strength of properties: the scores of the paper's properties are in its order, and complete specifications kill all mutants.

use std::path::Path;

use everycase_check::check::Finding;
use everycase_check::settings::Settings;
use everycase_check::strength::{Mutation, Score, ScoreReport, Standing, Target, score};
use pun::Limits;
use pun::check::Checks;
use pun::load::{load, load_text};
use pun::strength::{Refusal, function, mentioned};

fn example(name: &str) -> Checks {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    Checks::new(load(&path).program.unwrap(), Limits::default()).unwrap()
}

fn program(text: &str) -> Checks {
    let loaded = load_text("strength.pun", text);
    let program = loaded.program.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    Checks::new(program, Limits::default()).unwrap()
}

fn target(checks: &Checks, property: &str, function: &str) -> Result<std::sync::Arc<dyn Target>, Refusal> {
    let number = checks.properties().iter().position(|own| *own.name == *property).unwrap();
    let functions = mentioned(checks.program(), &checks.properties()[number]);
    let found = functions.iter().find(|found| found.name(checks.program()) == function);
    checks.target(number, found.unwrap_or_else(|| panic!("{property} mentions {functions:?}")))
}

fn scored(
    checks: &Checks,
    property: &str,
    function: &str,
    mutations: &[Mutation],
    settings: Settings,
) -> (Score, ScoreReport) {
    let number = checks.properties().iter().position(|own| *own.name == *property).unwrap();
    let target = target(checks, property, function).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let derivations = checks.derivations(&checks.properties()[number]);
    let plan = Settings { seed: Some(3), ..settings }.fill(property);
    let found = score(property, &derivations, &target, mutations, &plan).unwrap();
    let report = ScoreReport::new(property, &*target, &found, None);
    (found, report)
}

fn tests(tests: u64) -> Settings {
    Settings { tests: Some(tests), ..Settings::default() }
}

fn to_size(size: u32) -> Settings {
    Settings { size: Some(size), tests: Some(3_000), ..Settings::default() }
}

#[test]
fn the_properties_of_insert_are_in_the_order_of_the_paper_and_the_last_kills_all() {
    let checks = example("paper/strength.pun");
    let shares: Vec<f64> = (0..6)
        .map(|i| {
            let (score, _) =
                scored(&checks, &format!("insert-{i}"), "insert", &[Mutation::Everywhere], to_size(7));
            score.share().unwrap()
        })
        .collect();
    assert!(shares.is_sorted(), "{shares:?}");
    assert!(shares[1] < shares[2] && shares[2] < shares[3] && shares[4] < 1.0, "{shares:?}");
    // Where the list is not in order, neither of the first two calls `insert`: inputs without a call do not count.
    assert!((shares[0] - shares[1]).abs() < f64::EPSILON, "{shares:?}");
    assert!((shares[5] - 1.0).abs() < f64::EPSILON, "{shares:?}");
}

#[test]
fn a_complete_specification_kills_every_mutant_of_every_kind() {
    let checks = example("paper/strength.pun");
    for property in ["sort-reference", "sort-single"] {
        for mutation in Mutation::ALL {
            let (score, report) = scored(&checks, property, "insertion-sort", &[mutation], tests(600));
            assert_eq!(score.exhaustive.survived + score.sampled.survived, 0, "{property} {mutation:?}");
            assert!(report.survivors.is_empty());
        }
    }
}

#[test]
fn a_property_of_a_function_against_itself_is_a_tautology() {
    let checks = example("paper/strength.pun");
    let (score, report) = scored(&checks, "sort-itself", "insertion-sort", &Mutation::ALL, tests(600));
    assert_eq!(score.exhaustive.killed + score.sampled.killed, 0);
    assert_eq!(report.standing, Standing::Tautology);
}

#[test]
fn survivors_are_shown_as_equations() {
    let checks = example("paper/strength.pun");
    let (_, report) = scored(&checks, "insert-1", "insert", &[Mutation::Single], to_size(5));
    assert_eq!(report.survivors.len(), 1);
    let [equation] = &report.survivors[0].equations[..] else { panic!("{:?}", report.survivors) };
    assert!(equation.starts_with("insert 0 [] = "), "{equation}");
}

#[test]
fn data_types_generic_functions_and_premises_have_scores() {
    let checks = example("bst.pun");
    for (property, function) in [
        ("insert-keeps-order", "insert"),
        ("find-after-insert", "insert"),
        ("find-after-insert", "find"),
        ("find-after-union", "or-else"),
    ] {
        let (score, report) = scored(&checks, property, function, &Mutation::ALL, to_size(8));
        assert!(matches!(score.checked.finding, Finding::Nothing), "{property} of {function}");
        assert_eq!(report.standing, Standing::Scored, "{property} of {function}: {report:?}");
    }
}

#[test]
fn inputs_that_generators_draw_and_inputs_that_are_functions_have_scores() {
    let checks = program(
        "
        numbers : integer -> list integer .
        numbers n = if n <= 0 then [] else [] <+> (nat-gen () :: numbers (n - 1)) .
        most : list integer -> integer .
        most ns = case ns of ; [] -> 0 ; n :: rest -> max n (most rest) .
        holds-of : integer -> integer .
        holds-of n = n + 1 .
        property drawn (ns from numbers 3) . all (\\n -> n <= most ns) ns .
        property given (f : boolean -> boolean) n . f (f (f (holds-of n == n + 1))) == f true .
    ",
    );
    // Most sequences of choices are longer than what the generator takes; these are discarded.
    let (score, _) = scored(&checks, "drawn", "most", &Mutation::ALL, to_size(7));
    assert!(score.exhaustive.killed > 0 && score.exhaustive.survived > 0, "{:?}", score.exhaustive);
    let (score, _) = scored(&checks, "given", "holds-of", &Mutation::ALL, tests(300));
    assert!(score.share().is_some_and(|share| share > 0.0), "{:?}", score.exhaustive);
}

#[test]
fn a_mutant_that_runs_forever_is_undecided_and_soon_so() {
    let checks = program(
        "
        less : integer -> integer .
        less n = if n <= 0 then 0 else n - 1 .
        down : (integer -> integer) -> integer -> boolean .
        down f n = if n == 0 then true else down f (f n) .
        property ends (n : integer) . n >= 0 ==> down less n .
    ",
    );
    let (score, _) = scored(&checks, "ends", "less", &[Mutation::Everywhere], to_size(3));
    assert!(score.exhaustive.undecided > 0, "{:?}", score.exhaustive);
}

#[test]
fn a_function_of_functions_is_refused_with_its_type() {
    let checks = program(
        "
        twice : (a -> a) -> a -> a .
        twice f x = f (f x) .
        property p (n : integer) . twice (\\m -> m + 1) n == n + 2 .
    ",
    );
    let Err(Refusal::Function(why)) = target(&checks, "p", "twice") else { panic!("it is refused") };
    assert_eq!(
        why.to_string(),
        "argument 1 of `twice` has the type `integer -> integer`: functions that the program makes cannot be \
         encoded"
    );
}

#[test]
fn a_function_of_the_premise_alone_is_told_apart() {
    let checks = example("bst.pun");
    let assumed = |number: usize| {
        let property = &checks.properties()[number];
        let functions = mentioned(checks.program(), property).into_iter();
        functions
            .filter(|function| function.is_assumed)
            .map(|function| function.name(checks.program()))
            .collect()
    };
    let none: Vec<String> = assumed(0);
    assert!(none.is_empty(), "{none:?}");
    let some: Vec<String> = assumed(3);
    assert_eq!(some, ["ordered"]);
}

#[test]
fn an_unknown_function_has_a_suggestion() {
    let checks = example("bst.pun");
    assert!(function(checks.program(), "insert").is_ok());
    assert_eq!(function(checks.program(), "isnert").unwrap_err().as_deref(), Some("insert"));
    assert_eq!(function(checks.program(), "xyzzyxyzzy").unwrap_err(), None);
}
