//! The strength of a set of properties: which of them suffice, which are implied by others, what
//! all of them let through.

use std::cell::RefCell;
use std::fmt::{self, Display};
use std::panic::Location;
use std::path::Path;
use std::sync::Arc;

use everycase_check::report::recorder::Recorder;
use everycase_check::report::{About, Detail};
use everycase_check::run::verdict::Subject;
use everycase_check::settings::{Plan, Settings};
use everycase_check::strength::{Mutation, Suite, SuiteReport, matrix};
use everycase_kernel::Derivations;

use super::parameters::Declarations;
use super::property::caller_name;
use super::run::Test;
use crate::calls::{Function, PropertyTarget};

thread_local! {
    /// The properties that were called to be collected, not run.
    static COLLECTED: RefCell<Option<Vec<SuiteProperty>>> = const { RefCell::new(None) };
}

/// A property of a set.
struct SuiteProperty {
    name: String,
    derivations: Derivations,
    subject: Arc<dyn Subject>,
    parameters: Arc<Declarations>,
    functions: Arc<[Function]>,
}

/// Takes a property instead of running it, if properties are collected on this thread.
pub(super) fn collect(test: &Test<'_>) -> bool {
    COLLECTED.with_borrow_mut(|collected| {
        let Some(collected) = collected else { return false };
        collected.push(SuiteProperty {
            name: test.site.name.to_owned(),
            derivations: test.derivations.clone(),
            subject: Arc::clone(&test.subject),
            parameters: Arc::clone(&test.parameters),
            functions: Arc::clone(&test.functions),
        });
        true
    })
}

/// How strong the properties of a function are together, judged by small wrong functions on small
/// inputs.
///
/// As text it is a report with more details.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Strength {
    /// The function, as `of` names it.
    pub function: String,
    /// The properties.
    pub properties: Vec<String>,
    /// The number of wrong functions.
    pub mutants: u64,
    /// The number of wrong functions on which some property fails.
    pub killed: u64,
    /// A wrong function that all properties let through: a systematic one if there is one,
    /// otherwise the smallest.
    pub survivor: Option<String>,
    /// The minimal sets of properties that are as strong as all of them; `None` if there are too
    /// many, or if the time was over before all inputs and mutants that they depend on were run.
    pub minimal: Option<Vec<Vec<String>>>,
    /// The pairs of properties where the second fails on each wrong function on which the first
    /// fails.
    pub implied: Vec<(String, String)>,
    /// The groups of properties that fail on the same wrong functions.
    pub equal: Vec<Vec<String>>,
    /// Whether there was time enough for statements about sets of properties. If not, `minimal`,
    /// `implied` and `equal` are empty.
    pub is_settled: bool,
    text: String,
}

impl Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Measures how strong a set of properties is together, from within an ordinary test. Returns and
/// prints one result for each function that they name with `of`:
///
/// ```
/// # use everycase::prelude::*;
/// # fn sorted(list: &[u8]) -> Vec<u8> { let mut list = list.to_vec(); list.sort(); list }
/// #[property(of = sorted)]
/// fn is_in_order(list: Vec<u8>) -> bool { sorted(&list).is_sorted() }
///
/// #[property(of = sorted)]
/// fn keeps_the_length(list: Vec<u8>) -> bool { sorted(&list).len() == list.len() }
///
/// #[test]
/// fn both_properties_are_needed() {
///     let settings = everycase::Settings { tests: Some(500), ..everycase::Settings::default() };
///     let strength = &everycase::strength::measure_with(settings, &[is_in_order, keeps_the_length])[0];
///     assert_eq!(strength.minimal.as_ref().unwrap().len(), 1, "{strength}");
///     assert!(strength.implied.is_empty(), "{strength}");
///     // Neither property asks for the elements of the list.
///     let survivor = strength.survivor.as_deref().unwrap();
///     assert!(survivor.starts_with("sorted with 1 added to each number"), "{strength}");
/// }
/// ```
///
/// Systematic wrong functions and all wrong functions up to a size, the smallest first, are run on
/// the smallest inputs of each property, for the time that a property has. The attributes of the
/// properties apart from `of` have no effect.
///
/// # Panics
/// If one of the functions is not a property with `of`, a property fails on the function itself,
/// the function has results that are not enumerable, or the inputs cannot be enumerated.
#[track_caller]
#[expect(clippy::test_attr_in_doctest, reason = "the properties are tests, too")]
pub fn measure(properties: &[fn()]) -> Vec<Strength> {
    measure_with(Settings::default(), properties)
}

/// Measures like [`measure`], with settings.
///
/// # Panics
/// As [`measure`].
#[track_caller]
pub fn measure_with(settings: Settings, properties: &[fn()]) -> Vec<Strength> {
    let caller = Location::caller();
    let name = caller_name(caller);
    let manifest_dir = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| ".".to_owned());
    let plan = match settings.plan(&name, Path::new(&manifest_dir)) {
        Ok(plan) => plan,
        Err(error) => panic!("{name}: {error}"),
    };
    let about = About { name, module: String::new(), file: caller.file().to_owned(), line: caller.line() };
    let all: Vec<SuiteProperty> =
        properties.iter().enumerate().map(|(place, one)| collected(place, *one)).collect();
    let reports: Vec<SuiteReport> =
        suites(&all).iter().map(|suite| report(&about.name, suite, &plan)).collect();
    let mut recorder = Recorder::new(&plan, &about);
    recorder.add(&reports.iter().map(SuiteReport::record).collect::<Vec<_>>());
    if let Some(problem) = recorder.problem {
        panic!("{}: EVERYCASE_RECORDS: {problem}", about.name);
    }
    let all: Vec<Strength> = reports.iter().map(Strength::of).collect();
    for strength in &all {
        println!("{strength}");
    }
    all
}

/// Calls a property, which is collected.
fn collected(place: usize, property: fn()) -> SuiteProperty {
    let outer = COLLECTED.replace(Some(Vec::new()));
    property();
    let mut properties = COLLECTED.replace(outer).unwrap_or_default();
    match (properties.pop(), properties.pop()) {
        (Some(one), None) if !one.functions.is_empty() => one,
        (Some(one), None) => panic!("`{}` names no function: add `of = ..` to its attribute", one.name),
        _ => panic!(
            "function {} of the list is not a property: it needs the attribute `#[property(of = ..)]`",
            place + 1
        ),
    }
}

/// The largest number of inputs of each property.
const INPUTS: usize = 500;

/// Returns the properties of each function.
fn suites(all: &[SuiteProperty]) -> Vec<Vec<Suite>> {
    let mut suites: Vec<(&Function, Vec<Suite>)> = Vec::new();
    for SuiteProperty { name, derivations, subject, parameters, functions } in all {
        for (number, function) in functions.iter().enumerate() {
            let suite = Suite {
                property: name.clone(),
                target: PropertyTarget::new(subject, parameters.line(), functions, number),
                derivations: derivations.clone(),
                inputs: INPUTS,
            };
            match suites.iter_mut().find(|(known, _)| known.is(function)) {
                Some((_, own)) => own.push(suite),
                None => suites.push((function, vec![suite])),
            }
        }
    }
    suites.into_iter().map(|(_, suite)| suite).collect()
}

fn report(name: &str, suite: &[Suite], plan: &Plan) -> SuiteReport {
    match matrix(name, suite, &Mutation::ALL, plan) {
        Ok(Some(matrix)) => {
            let report = SuiteReport::new(suite, &matrix);
            if let Some((property, _)) = report.properties.iter().find(|(_, inputs)| inputs.has_failed) {
                panic!("{name}: `{property}` does not hold: run it as a test");
            }
            report
        }
        Ok(None) => panic!("{name}: the results of `{}` are not enumerable", suite[0].target.function()),
        Err(error) => panic!("{name}: {error}"),
    }
}

impl Strength {
    fn of(report: &SuiteReport) -> Strength {
        let name = |place: &usize| report.properties[*place].0.clone();
        let names = |set: &Vec<usize>| set.iter().map(name).collect::<Vec<String>>();
        let beyond = report.beyond.as_ref().map_or((0, 0), |(beyond, _)| (beyond.mutants, beyond.survived));
        let (mutants, survived) = (report.mutants() + beyond.0, report.survived() + beyond.1);
        Strength {
            function: report.function.clone(),
            properties: report.properties.iter().map(|(name, _)| name.clone()).collect(),
            mutants,
            killed: mutants - survived,
            survivor: report.survivors_shown().into_iter().next(),
            is_settled: report.is_settled,
            minimal: report.minimal.as_ref().map(|sets| sets.iter().map(names).collect()),
            implied: report.implied.iter().map(|(one, by)| (name(one), name(by))).collect(),
            equal: report.equal.iter().map(names).collect(),
            text: report.text(Detail::Full),
        }
    }
}
