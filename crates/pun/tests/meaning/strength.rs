//! The strength of properties: the scores of the paper's properties are in its order, and complete specifications kill all mutants.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use everycase_check::check::Finding;
use everycase_check::report::Detail;
use everycase_check::run::verdict::Verdict;
use everycase_check::settings::Settings;
use everycase_check::strength::{
    Answer, Calls, Mutation, Original, Score, ScoreReport, Standing, Suite, SuiteReport, Target, matrix,
    score,
};
use everycase_kernel::Derivation;
use pun::Limits;
use pun::check::Checks;
use pun::load::{load, load_text};
use pun::strength::{NoFunction, Refusal, function, mentioned};

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

/// Returns the report of all properties of a program that mention a function.
fn together(checks: &Checks, function: &str, settings: Settings) -> (SuiteReport, String) {
    let properties = checks.properties().iter();
    let suite = properties.filter_map(|property| {
        let functions = mentioned(checks.program(), property);
        functions.iter().find(|found| found.name(checks.program()) == function)?;
        let target = target(checks, &property.name, function).ok()?;
        let derivations = checks.derivations(property);
        Some(Suite { property: property.name.to_string(), target, derivations, inputs: 200 })
    });
    let suite: Vec<Suite> = suite.collect();
    let found = matrix(function, &suite, &Mutation::ALL, &settings.fill(function)).unwrap().unwrap();
    let report = SuiteReport::new(&suite, &found);
    let text = report.text(Detail::Brief).replace("\n    ", " ");
    (report, text)
}

#[test]
fn what_passes_a_tutorials_properties_is_shown() {
    let checks = example("adversaries.pun");
    for (function, survivor) in [
        ("sorted", "\n  survives: sorted x = x\n"),
        (
            "runs",
            "\n  survives: runs with field 1 of the elements of the list in reverse order, so that runs \"",
        ),
        ("diamond", "\n  survives: diamond with each inner list in descending order, so that diamond 1 = [["),
    ] {
        let (report, text) = together(&checks, function, tests(100));
        assert!(text.contains(survivor), "{text}");
        assert!(report.is_settled && report.survived() > 0, "{text}");
        assert!(text.contains("\n  not complete: ") && !text.contains("minimal complete"), "{text}");
    }
}

#[test]
fn without_time_no_set_is_called_minimal_and_what_did_not_run_is_named() {
    let none = Settings { time: Some(std::time::Duration::ZERO), ..Settings::default() };
    let (report, text) = together(&example("adversaries.pun"), "sorted", none);
    assert!(!report.is_settled && report.minimal.is_none() && report.implied.is_empty(), "{text}");
    let names = "adding-then-sorting, same-length, sorting-twice did not run";
    assert!(text.contains(&format!("no set is called minimal or complete: {names}")), "{text}");
    assert!(!text.contains("has no inputs"), "{text}");
}

#[test]
fn a_property_of_a_function_against_itself_is_a_tautology() {
    let checks = example("paper/strength.pun");
    let (score, report) = scored(&checks, "sort-itself", "insertion-sort", &Mutation::ALL, tests(600));
    assert_eq!(score.exhaustive.killed + score.sampled.killed, 0);
    assert_eq!(report.standing(), Standing::Tautology);
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
        assert_eq!(report.standing(), Standing::Scored, "{property} of {function}: {report:?}");
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
fn the_inputs_of_a_generator_are_searched_each_once() {
    let checks = program(
        "
        data tree = leaf | node tree integer tree .
        trees : integer -> integer -> tree .
        trees low high =
          if high <= low then leaf
          else
            leaf
            <+> (let k = int-range low (high - 1) in [node (trees low k) k (trees (k + 1) high)]) .
        keys : tree -> list integer .
        keys t = case t of ; leaf -> [] ; [node l k r] -> append (keys l) (k :: keys r) .
        least : integer -> list integer -> boolean .
        least low ns = case ns of ; [] -> true ; n :: rest -> low <= n && least n rest .
        property rising (t from trees 0 3) . least 0 (keys t) .
    ",
    );
    // The search trees over three keys: t(n) = 1 + the sum of t(k) t(n - 1 - k) for k below n.
    let mut trees = vec![1];
    for n in 1..=3 {
        trees.push(1 + (0..n).map(|k: usize| trees[k] * trees[n - 1 - k]).sum::<u64>());
    }
    let (score, report) = scored(&checks, "rising", "keys", &Mutation::ALL, to_size(30));
    // Each has more mutants as long as there are tests.
    assert_eq!((score.exhaustive - score.again).mutants(), trees[3]);
    assert!(score.exhaustive.killed > 0 && score.exhaustive.survived > 0, "{report:?}");
}

#[test]
fn calls_of_a_function_of_functions_are_told_apart_by_the_other_arguments() {
    let checks = program(
        "
        property itself (f : boolean -> boolean) bs . map f bs == map f bs .
        property length-kept (f : boolean -> boolean) bs . length (map f bs) == length bs .
        property twice (f : boolean -> boolean) bs . map f (map f bs) == map (\\b -> f (f b)) bs .
        property summed (ns : list integer) . foldr (\\n sum -> n + sum) 0 ns == foldr (\\n sum -> n + sum) 0 ns .
    ",
    );
    let (score, report) = scored(&checks, "itself", "map", &Mutation::ALL, tests(600));
    assert_eq!(score.exhaustive.killed + score.sampled.killed, 0);
    assert_eq!(report.standing(), Standing::Tautology);
    let (score, report) = scored(&checks, "length-kept", "map", &Mutation::ALL, tests(600));
    assert!(score.exhaustive.killed > 0 && score.exhaustive.survived > 0, "{:?}", score.exhaustive);
    let shown: Vec<&String> = report.survivors.iter().flat_map(|survivor| &survivor.equations).collect();
    assert!(!shown.is_empty() && shown.iter().all(|equation| equation.starts_with("map _ [")), "{shown:?}");
    // Both sides make calls with the same arguments but for the function, and both are changed alike.
    let (score, _) = scored(&checks, "twice", "map", &Mutation::ALL, tests(600));
    assert!(score.exhaustive.killed > 0, "{:?}", score.exhaustive);
    let (score, _) = scored(&checks, "summed", "foldr", &Mutation::ALL, tests(300));
    assert_eq!(score.exhaustive.killed, 0);
}

#[test]
fn a_function_whose_results_cannot_be_encoded_returns_those_of_other_arguments() {
    let checks = program(
        "
        chosen : boolean -> a -> a -> a .
        chosen b x y = if b then x else y .
        difference : integer -> integer -> (integer -> integer) -> integer -> integer .
        difference m n f = let d = m - n in \\k -> f d + k .
        property first-or-second b n .
          chosen b (\\k -> k + 1) (\\k -> k + 2) n == n + (if b then 1 else 2) .
        property itself b n . chosen b (\\k -> k + 1) (\\k -> k) n == chosen b (\\k -> k + 1) (\\k -> k) n .
    ",
    );
    let function = |property: &str| {
        let number = checks.properties().iter().position(|own| *own.name == *property).unwrap();
        mentioned(checks.program(), &checks.properties()[number])[0].name(checks.program())
    };
    let (score, report) =
        scored(&checks, "first-or-second", &function("first-or-second"), &Mutation::ALL, tests(400));
    assert!(score.exhaustive.killed > 0, "{:?}", score.exhaustive);
    assert_eq!((score.exhaustive.survived, score.exhaustive.not_known), (0, 0), "{report:?}");
    let (score, report) = scored(&checks, "itself", &function("itself"), &Mutation::ALL, tests(400));
    assert!(score.exhaustive.killed == 0 && score.exhaustive.not_known > 0, "{report:?}");
}

#[test]
fn a_function_without_anything_that_can_be_encoded_is_refused_with_its_type() {
    let checks = program(
        "
        twice : (a -> a) -> a -> a .
        twice f x = f (f x) .
        property p n . twice (\\f -> \\k -> f (k + 1)) (\\k -> k) n == n + 2 .
    ",
    );
    let Err(Refusal::Function(why)) = target(&checks, "p", "twice") else { panic!("it is refused") };
    assert_eq!(
        why.to_string(),
        "the result of `twice` has the type `integer -> integer`: functions that the program makes cannot be \
         encoded"
    );
}

#[test]
fn functions_of_abstract_types_and_of_endless_ones_have_scores() {
    let checks = example("queue-laws.pun");
    for (property, function) in [
        ("first-in-first-out", "popped"),
        ("first-in-first-out", "pushed"),
        ("contents-are-popped", "contents"),
        ("pop-takes-the-first", "pushed"),
    ] {
        let (score, report) = scored(&checks, property, function, &Mutation::ALL, tests(400));
        assert!(score.exhaustive.killed > 10, "{property} of {function}: {report:?}");
    }
    let checks = example("streams.pun");
    let (score, report) = scored(&checks, "first-fibs", "take", &Mutation::ALL, tests(100));
    let first = score.exhaustive - score.again;
    assert_eq!((first.killed, first.mutants()), (1, 1), "{report:?}");
    assert!(score.again.killed > 10, "{report:?}");
}

const LAZY: &str = "
    data steps = stop | step integer ~steps .
    down : integer -> steps .
    down n = if n <= 0 then stop else [step n (down (n - 1))] .
    up : integer -> steps .
    up n = [step n (up (n + 1))] .
    first : integer -> steps -> list integer .
    first n xs =
      if n <= 0 then [] else case xs of ; stop -> [] ; [step m rest] -> m :: first (n - 1) rest .
    property counts-down n . n >= 0 && n < 20 ==> length (first 100 (down n)) == n .
    property counts-up n . length (first 5 (up n)) == 5 .
";

#[test]
fn delayed_parts_of_a_result_are_evaluated_to_be_encoded() {
    let checks = program(LAZY);
    let (score, report) = scored(&checks, "counts-down", "down", &Mutation::ALL, to_size(6));
    assert!(score.exhaustive.killed > 0 && score.exhaustive.survived > 0, "{report:?}");
    let (score, _) = scored(&checks, "counts-down", "first", &Mutation::ALL, to_size(6));
    assert!(score.exhaustive.killed > 0, "{:?}", score.exhaustive);
}

#[test]
fn a_value_that_cannot_be_encoded_is_named() {
    let checks = program(LAZY);
    let (score, _) = scored(&checks, "counts-up", "up", &Mutation::ALL, to_size(6));
    // The constant `stop` is noticed, and so is `up 1` for `up 0`, by nothing.
    assert!(score.exhaustive.killed > 0, "{:?}", score.exhaustive);
    let target = target(&checks, "counts-up", "first").unwrap();
    let derivations = checks.derivations(&checks.properties()[1]);
    let found = score_of(&target, &derivations);
    assert_eq!(found.share(), None);
    assert_eq!(
        target.obstacle().as_deref(),
        Some(
            "argument 2 of `first` has the type `steps`: one of its values cannot be encoded: not evaluated"
        )
    );
}

/// Answers the calls with one argument with the other result, as those made aside.
struct Exchange(Vec<(Derivation, Derivation)>);

impl Calls for Exchange {
    fn call(&mut self, arguments: &Derivation, _: Original<'_>) -> Answer {
        let found = self.0.iter().find(|(own, _)| own == arguments);
        found.map_or(Answer::AsBefore, |(_, result)| Answer::Result(result.clone()))
    }

    fn aside(&mut self, arguments: &Derivation, original: Original<'_>) -> Answer {
        self.call(arguments, original)
    }
}

#[test]
fn a_delayed_call_among_the_arguments_of_another_one_is_one_of_the_mutant() {
    let checks = program(
        "
        data hidden = hide ~boolean .
        flipped : hidden -> boolean .
        flipped h = case h of ; [hide b] -> not b .
        property twice . flipped [hide (flipped [hide true])] .
    ",
    );
    let target = target(&checks, "twice", "flipped").unwrap();
    let input = checks.derivations(&checks.properties()[0]).parse(&[]).unwrap();
    let of = |words: &[u64]| target.arguments().parse(words).unwrap();
    let result = |words: &[u64]| target.results().unwrap().parse(words).unwrap();
    let run = |changes: Vec<(Derivation, Derivation)>| {
        target.run(&input, Rc::new(RefCell::new(Exchange(changes)))) == Verdict::Passed
    };
    let (no, yes) = (0, 1);
    assert!(run(Vec::new()));
    // The inner call gives `true`, so that the outer one is of `true`, too.
    assert!(run(vec![(of(&[yes]), result(&[yes]))]));
    assert!(!run(vec![(of(&[no]), result(&[no]))]));
    // Now it is not the outer one that is changed by the second equation.
    assert!(run(vec![(of(&[yes]), result(&[yes])), (of(&[no]), result(&[no]))]));
}

fn score_of(target: &std::sync::Arc<dyn Target>, derivations: &everycase_kernel::Derivations) -> Score {
    let plan = Settings { seed: Some(3), ..to_size(6) }.fill("p");
    score("p", derivations, target, &Mutation::ALL, &plan).unwrap()
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
fn a_name_of_no_function_is_told_apart_from_an_unknown_one() {
    let checks = example("bst.pun");
    assert!(function(checks.program(), "insert").is_ok());
    let error = |name: &str| function(checks.program(), name).unwrap_err();
    assert_eq!(error("isnert"), NoFunction::Unknown(Some("insert".into())));
    assert_eq!(error("xyzzyxyzzy"), NoFunction::Unknown(None));
    assert_eq!(error("tip"), NoFunction::Constructor);
    assert_eq!(error("insert-keeps-order"), NoFunction::Property);
}
