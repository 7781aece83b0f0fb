//! everycase: the checks that `#[property]` makes, of a plain and of a lazy parameter, and of one with atoms.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use everycase::__private::{
    IntoOutcome, Outcome, Parameter, Property as Test, Site, Uses, condition, is_unmet, with_structures,
};
use everycase::space::Derivation;
use everycase::{Enumerable, Lazy, Settings, assume};
use everycase_check::check::{Finding, check};
use everycase_check::claims::stats::Labels;
use everycase_check::run::verdict::{Cause, Failure, Subject, Verdict as Checked};

use super::Property;
use crate::find::input::Input;
use crate::find::trial::{Budget, Trial, Verdict, Watch};

/// Returns the settings of a run; all others are the defaults.
fn settings(seed: u64, budget: Budget) -> Settings {
    Settings {
        time: Some(budget.time),
        tests: Some(budget.tests),
        seed: Some(seed),
        regressions: Some(false),
        ..Settings::default()
    }
}

/// Runs a property of a plain input.
pub fn plainly<T: Input>(property: Property<T>, seed: u64, budget: Budget) -> Trial {
    let watch = Arc::new(Watch::new(budget));
    let space = T::space();
    let codec = Arc::clone(space.codec());
    let watched = Arc::clone(&watch);
    let subject: Arc<dyn Subject> = Arc::new(move |input: &Derivation, _: &mut Labels| {
        match watched.note(property(&codec.decode(input.root()))) {
            None => Checked::Discarded,
            Some(true) => Checked::Passed,
            Some(false) => Checked::Failed(Box::new(Failure::of(Cause::Returned("false".to_owned())))),
        }
    });
    let mut plan = settings(seed, budget).fill("property");
    with_structures(&mut plan, Path::new(env!("CARGO_MANIFEST_DIR")));
    let checked = check("property", space.derivations(), &subject, &plan, &[]).expect("the types are right");
    if let Finding::Counterexample(found) = &checked.finding {
        watch.show(&space.decode(&found.input));
    }
    watch.trial()
}

/// Returns the site of the properties that are run here.
pub fn site() -> Site<'static> {
    Site {
        name: "property",
        module: module_path!(),
        test: concat!(module_path!(), "::property"),
        should_panic: false,
        file: file!(),
        line: line!(),
        manifest_dir: env!("CARGO_MANIFEST_DIR"),
        package: None,
        binary: None,
        tmpdir: None,
    }
}

/// Notes the verdict on an input, which `shown` returns, and passes it on as the outcome of a test.
fn outcome<T: Debug>(watch: &Watch, verdict: Verdict, shown: impl FnOnce() -> T) -> Outcome {
    let verdict = watch.note(verdict);
    assume(condition(true, verdict.is_some()));
    if is_unmet(true) {
        return Outcome::Holds;
    }
    if verdict == Some(false) {
        watch.show(&shown());
    }
    (verdict == Some(true)).into_outcome()
}

/// Runs a property of a lazy input, as the code does that `#[property]` generates: there is no other way to run one that is no
/// test of its own. Its report goes to the terminal.
pub fn lazily<T: Input>(
    property: impl Fn(Lazy<T>) -> Verdict + Send + Sync + 'static,
    seed: u64,
    budget: Budget,
) -> Trial {
    let watch = Arc::new(Watch::new(budget));
    let watched = Arc::clone(&watch);
    let judge = move |input: Lazy<T>| outcome(&watched, property(input), || input.value());
    let parameter = Parameter {
        name: "input",
        pattern: "input",
        ty: None,
        lent: None,
        space: T::space(),
        own: None,
        uses: Uses::NONE,
    };
    let run = AssertUnwindSafe(|| {
        let test = Test::new(site(), settings(seed, budget));
        test.run_in_parts((parameter,), module_path!(), move |(input,)| judge(input.lazy()));
    });
    // A failing check unwinds with its report, which it has printed.
    let _ = catch_unwind(run);
    watch.trial()
}

/// Runs a property of an input with atoms, as the code does that `#[property]` generates for a generic function. Atoms are shown
/// as the integers that they are.
pub fn on_atoms<G: Enumerable + Debug + 'static>(
    property: impl Fn(&G) -> Verdict + Send + Sync + 'static,
    seed: u64,
    budget: Budget,
) -> Trial {
    let watch = Arc::new(Watch::new(budget));
    let watched = Arc::clone(&watch);
    let judge = move |input: G| outcome(&watched, property(&input), || input);
    let parameter = Parameter {
        name: "input",
        pattern: "input",
        ty: None,
        lent: None,
        space: G::space(),
        own: None,
        uses: Uses::NONE,
    };
    let (settings, shown) = (settings(seed, budget), &["K = i64"]);
    let run = AssertUnwindSafe(|| {
        let test = Test::new(site(), settings).on_atoms(shown);
        test.run_in_parts((parameter,), module_path!(), move |(input,)| judge(input.value()));
    });
    // A failing check unwinds with its report, which it has printed.
    let _ = catch_unwind(run);
    watch.trial()
}
