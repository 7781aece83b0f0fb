//! Properties, as `#[property]` and [`check()`] run them.

use std::panic::Location;
use std::sync::Arc;

use everycase_check::claims::stats::Labels;
use everycase_check::report::Laziness;
use everycase_check::run::verdict::Verdict;
use everycase_check::settings::Settings;
use everycase_kernel::Derivation;

use super::assume;
use super::outcome::{IntoOutcome, Outcome};
use super::parameters::{Inputs, Parameters};
use super::run::{Keep, Test};
use super::scope;
use super::site::Site;
use super::source::Body;
use super::strength::Function;
use super::verdict::verdict;
use crate::lazy::{self, LazyProperty};
use crate::space::Space;

/// A property to be run as a test. [`run`](Self::run) and [`run_in_parts`](Self::run_in_parts)
/// return if it holds, and otherwise unwind with the report.
pub struct Property<'a> {
    site: Site<'a>,
    settings: Settings,
    functions: Vec<Function>,
    shown_for: Option<&'static [&'static str]>,
    body: Option<Body>,
    keep: Keep,
}

impl<'a> Property<'a> {
    /// Returns a property of inputs, whose failing inputs are saved.
    pub fn new(site: Site<'a>, settings: Settings) -> Self {
        Self { site, settings, functions: Vec::new(), shown_for: None, body: None, keep: Keep::File }
    }

    /// Returns the property with the body that its source had, so that reports may show the source.
    #[must_use]
    pub fn written(self, body: Body) -> Self {
        Self { body: Some(body), ..self }
    }

    /// Returns the property as one of functions, whose strength may be measured.
    #[must_use]
    #[inline]
    pub fn of(self, functions: Vec<Function>) -> Self {
        Self { functions, ..self }
    }

    /// Returns the property as one with type parameters, which is run on atoms; `shown` are the
    /// types that counterexamples are shown for, as `K = i64`.
    #[must_use]
    #[inline]
    pub fn on_atoms(self, shown: &'static [&'static str]) -> Self {
        Self { shown_for: Some(shown), ..self }
    }

    /// Runs the property on whole inputs.
    ///
    /// # Panics
    /// If it does not hold or could not be tested.
    pub fn run<T, F>(self, inputs: Inputs<T>, property: F)
    where
        T: 'static,
        F: Fn(T) -> Outcome + Send + Sync + 'static,
    {
        let test = Test::new(self.site, inputs, property, self.keep);
        self.run_as(test);
    }

    /// Runs the property on inputs that are decided on demand.
    ///
    /// # Panics
    /// If it does not hold or could not be tested.
    pub fn run_in_parts<P, F>(self, parameters: P, module: &'static str, property: F)
    where
        P: Parameters,
        P::Values: 'static,
        F: for<'c> Fn(P::Undecided<'c>) -> Outcome + Send + Sync + 'static,
    {
        let codecs = parameters.codecs();
        let draws = parameters.draws();
        let (is_generated, on_atoms) = (draws.is_some(), self.shown_for.is_some());
        let judge = move |labels: &mut Labels| {
            assume::listening(labels, || verdict(|| property(P::undecided(lazy::inputs(), &codecs))))
        };
        let inputs = parameters.inputs(module);
        let draw = draws.map(|draws| draws.from(inputs.space().derivations().clone()));
        let subject = Arc::new(LazyProperty::new(judge, draw, on_atoms));
        let mut test = Test::of(self.site, inputs, subject, self.keep);
        test.laziness = match (is_generated, on_atoms) {
            (true, _) => Laziness::Choices,
            (false, true) => Laziness::Always,
            (false, false) => Laziness::Chosen,
        };
        if is_generated {
            // Choices of a generator are not encoded from its values.
            test.inverse = Arc::new(|_: &Derivation, _: &mut Labels| Verdict::Passed);
        }
        self.run_as(test);
    }

    fn run_as(self, test: Test<'a>) {
        let shown_for = self.shown_for.unwrap_or_default();
        Test { functions: self.functions.into(), shown_for, body: self.body, ..test }.run(self.settings);
    }
}

/// Checks a property of the values of a space, as `#[property]` does, from within an ordinary test:
///
/// ```
/// use everycase::{Enumerable, check};
///
/// check(Vec::<u8>::space(), |mut list| {
///     list.sort();
///     assert!(list.is_sorted());
/// });
/// ```
///
/// It has no name under which failing inputs could be saved; use
/// [`property`](macro@crate::property) for that.
///
/// # Panics
/// If the property does not hold, with the smallest input found.
#[track_caller]
pub fn check<T: 'static, O: IntoOutcome>(space: Space<T>, property: impl Fn(T) -> O + Send + Sync + 'static) {
    check_with(Settings::default(), space, property);
}

/// Checks a property like [`check()`], with settings.
///
/// # Panics
/// If the property does not hold, with the smallest input found.
#[track_caller]
pub fn check_with<T: 'static, O: IntoOutcome>(
    settings: Settings,
    space: Space<T>,
    property: impl Fn(T) -> O + Send + Sync + 'static,
) {
    let caller = Location::caller();
    let manifest_dir = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| ".".to_owned());
    let name = caller_name(caller);
    let site = Site {
        name: &name,
        module: "",
        file: caller.file(),
        line: caller.line(),
        test: &name,
        should_panic: false,
        manifest_dir: &manifest_dir,
        package: None,
        binary: None,
        tmpdir: None,
    };
    let inputs = Inputs::of(space, scope::module_of_function(&property));
    let unsaved = Property { keep: Keep::Nothing, ..Property::new(site, settings) };
    unsaved.run(inputs, move |value| property(value).into_outcome());
}

/// Returns the name of the test that calls, or the place of the call.
#[inline]
pub(super) fn caller_name(caller: &Location<'_>) -> String {
    // The test harness names the test's thread after the test.
    let thread = std::thread::current();
    match thread.name() {
        Some(name) if name != "main" => name.to_owned(),
        _ => format!("{}:{}", caller.file(), caller.line()),
    }
}
