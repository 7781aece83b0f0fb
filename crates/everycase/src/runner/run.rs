//! A property as a test: settings, saved inputs, the check, the report, and what is saved and recorded of it.

use std::panic::{Location, resume_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use everycase_check::check::{self, CheckError, Checked, Counterexample, Death, Finding, Minimal};
use everycase_check::journal::Journal;
use everycase_check::regressions::{Entry, Fingerprint, Regressions};
use everycase_check::settings::{Plan, Settings};
use everycase_check::stack;
use everycase_check::stats::Labels;
use everycase_check::verdict::{Subject, Verdict};
use everycase_space::{Derivation, Derivations, Space, SpaceError};

use super::isolation::{Child, Parent, Told, is_child};
use super::outcome::{IntoOutcome, Outcome};
use super::parameters::{Declarations, Inputs, Parameters};
use super::recorder::Recorder;
use super::report::{Details, Report};
use super::scope::{self, Written};
use super::site::Site;
use super::{assume, panics, replay};
use crate::lazy::{self, LazyProperty, forget_lifted};

/// Runs a property as the test it stands in: returns if it holds, and unwinds with the report if it does not.
///
/// # Panics
/// If the property does not hold, or could not be put to the test.
pub fn run<T, F>(site: Site<'_>, settings: Settings, inputs: Inputs<T>, property: F)
where
    T: 'static,
    F: Fn(T) -> Outcome + Send + Sync + 'static,
{
    let test = Test::new(site, inputs, property, Keep::File);
    test.run(settings);
}

/// [`run`], of a property that takes its parameters with nothing decided.
///
/// # Panics
/// As [`run`].
pub fn run_lazily<P, F>(site: Site<'_>, settings: Settings, parameters: P, module: &'static str, property: F)
where
    P: Parameters,
    P::Values: 'static,
    F: for<'c> Fn(P::Undecided<'c>) -> Outcome + Send + Sync + 'static,
{
    let codecs = parameters.codecs();
    let judge = move |labels: &mut Labels| {
        assume::listening(labels, || panics::verdict(|| property(P::undecided(lazy::inputs(), &codecs))))
    };
    let test = Test::of(site, parameters.inputs(module), Arc::new(LazyProperty::new(judge)), Keep::File);
    test.run(settings);
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
/// There is no name under which a failing input could be saved: use [`property`](macro@crate::property) for that.
///
/// # Panics
/// If the property does not hold, with the smallest input found.
#[track_caller]
pub fn check<T: 'static, O: IntoOutcome>(space: Space<T>, property: impl Fn(T) -> O + Send + Sync + 'static) {
    check_with(Settings::default(), space, property);
}

/// [`check()`], with settings.
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
    // The test harness calls the test's thread after the test.
    let thread = std::thread::current();
    let name = match thread.name() {
        Some(name) if name != "main" => name.to_owned(),
        _ => format!("{}:{}", caller.file(), caller.line()),
    };
    let site = Site {
        name: &name,
        module: "",
        file: caller.file(),
        line: caller.line(),
        manifest_dir: &manifest_dir,
        package: None,
        binary: None,
        tmpdir: None,
    };
    let inputs = Inputs::of(space, scope::module_of_function(&property));
    let test = Test::new(site, inputs, move |value| property(value).into_outcome(), Keep::Nothing);
    test.run(settings);
}

/// How many of the smallest inputs, and up to which size, are looked at before a check.
const FEW: u64 = 200;
const SMALL: u32 = 8;

/// Where failing inputs are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    File,
    Nothing,
}

/// A property, its type forgotten.
struct Test<'a> {
    site: Site<'a>,
    derivations: Derivations,
    subject: Arc<dyn Subject>,
    parameters: Declarations,
    /// Do the first inputs lead back to themselves?
    inverse: Box<dyn Fn() -> Result<(), SpaceError>>,
    keep: Keep,
    /// This process, if it is the property's own.
    child: Option<Child>,
    /// What there is to tell whatever the run comes to.
    notes: Vec<String>,
}

/// What a run of a test came to: its report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum End {
    Passed(String),
    Failed(String),
}

impl<'a> Test<'a> {
    fn new<T, F>(site: Site<'a>, inputs: Inputs<T>, property: F, keep: Keep) -> Test<'a>
    where
        T: 'static,
        F: Fn(T) -> Outcome + Send + Sync + 'static,
    {
        let space = inputs.space.clone();
        let subject = move |input: &Derivation, labels: &mut Labels| -> Verdict {
            let verdict = assume::listening(labels, || panics::verdict(|| property(space.decode(input))));
            forget_lifted();
            verdict
        };
        Self::of(site, inputs, Arc::new(subject), keep)
    }

    fn of<T: 'static>(site: Site<'a>, inputs: Inputs<T>, subject: Arc<dyn Subject>, keep: Keep) -> Test<'a> {
        let Inputs { space, parameters } = inputs;
        Test {
            site,
            derivations: space.derivations().clone(),
            subject,
            parameters,
            inverse: Box::new(move || space.check_inverse(SMALL, FEW)),
            keep,
            child: None,
            notes: Vec::new(),
        }
    }

    fn run(self, settings: Settings) {
        let name = self.site.name;
        let end = settings
            .plan(&self.site.full_name(), Path::new(self.site.manifest_dir))
            .map_err(|error| error.to_string())
            .and_then(|plan| self.run_somewhere(plan));
        match end {
            Ok(End::Passed(report)) => println!("{report}"),
            Ok(End::Failed(report)) => fail(report),
            Err(error) => fail(format!("property `{name}` cannot be run: {error}")),
        }
    }

    /// Runs here, or in a process of its own, or as that process.
    fn run_somewhere(mut self, mut plan: Plan) -> Result<End, String> {
        let named = self.keep == Keep::File;
        if plan.isolate && named && !is_child() {
            return self.run_isolated(&plan);
        }
        if plan.isolate && !named {
            self.notes
                .push("a `check` is not isolated: only a `#[property]` has a name to run it by".to_owned());
        }
        plan.isolate = false;
        self.child = if named { Child::of(&self.site.full_name()) } else { None };
        let Some(child) = self.child.clone() else { return self.run_plan(&plan, None) };
        if let Some(words) = child.input() {
            child.tell(&self.run_one(&plan, &words));
        }
        self.subject = Arc::new(Journal::of(self.subject, child.dir()));
        child.tell(&Told::Ended(self.run_plan(&plan, None)))
    }

    /// Leaves the run to a child, and takes over if it dies.
    fn run_isolated(mut self, plan: &Plan) -> Result<End, String> {
        let start = Instant::now();
        let parent = Parent::new(&self.site, plan);
        let ended = parent.whole()?;
        if let Some(Told::Ended(end)) = ended.told {
            return end;
        }
        let death = ended.death(&self.derivations, start);
        self.subject = Arc::new(parent);
        self.run_plan(plan, Some(&death))
    }

    /// What the property says of one input.
    fn run_one(&self, plan: &Plan, words: &[u64]) -> Told {
        let checked =
            self.derivations.parse(words).map_err(CheckError::from).and_then(|input| {
                check::replay(self.site.name, &self.derivations, &self.subject, plan, &input)
            });
        match checked.map(|checked| checked.finding) {
            Ok(Finding::Counterexample(found)) => Told::Said(Verdict::Failed(Box::new(found.failure))),
            Ok(Finding::Nothing) => Told::Said(Verdict::Passed),
            Ok(Finding::Unreached(_) | Finding::Undershot(_)) => Told::Said(Verdict::Discarded),
            Err(error) => Told::Ended(Err(error.to_string())),
        }
    }

    /// Runs as planned, or takes over from a child that has died.
    fn run_plan(&self, plan: &Plan, death: Option<&Death>) -> Result<End, String> {
        let mut recorder = Recorder::new(&self.site, plan);
        if death.is_none() {
            // A mapping given as a bijection that is none would make the report's counts untrue.
            if cfg!(debug_assertions) {
                (self.inverse)().map_err(|error| error.to_string())?;
            }
            recorder.start();
        }
        let end = self.run_recorded(plan, death, &mut recorder);
        if let Err(why) = &end {
            recorder.could_not_run(why);
        }
        // Records are for somebody else to read; that they are missing is told, and fails nothing.
        let Some(problem) = recorder.problem else { return end };
        let note = format!("\n  note: {problem}");
        end.map(|end| match end {
            End::Passed(report) => End::Passed(report + &note),
            End::Failed(report) => End::Failed(report + &note),
        })
        .map_err(|why| why + &note)
    }

    fn run_recorded(
        &self,
        plan: &Plan,
        death: Option<&Death>,
        recorder: &mut Recorder<'_>,
    ) -> Result<End, String> {
        let mut report = Report {
            name: self.site.name,
            plan,
            has_inputs: !self.parameters.is_empty(),
            notes: self.notes.clone(),
        };
        let fingerprint = self.derivations.fingerprint().map_err(CheckError::from);
        let fingerprint = Fingerprint(fingerprint.map_err(|error| error.to_string())?);
        let regressions = Regressions::beside(self.site.file, Path::new(self.site.manifest_dir));
        let checked = if let Some(token) = &plan.replay
            && death.is_none()
        {
            self.replay(plan, token, fingerprint)?
        } else {
            let saved = self.saved(plan, &regressions, fingerprint, &mut report.notes);
            let (name, derivations, subject) = (self.site.name, &self.derivations, &self.subject);
            match death {
                Some(death) => check::take_over(name, derivations, subject, plan, death),
                None => check::check(name, derivations, subject, plan, &saved),
            }
            .map_err(|error| error.to_string())?
        };

        // Only from outside can a hang be ended, and thus made smaller.
        if let Some(child) = &self.child
            && let Finding::Counterexample(found) = &checked.finding
            && found.failure.is_hang()
            && found.minimal == Minimal::No
            && plan.replay.is_none()
        {
            child.tell(&Told::Hangs);
        }

        let (end, outcome) = match &checked.finding {
            Finding::Counterexample(found) => {
                let written = self.written(&found.input);
                let entry = self.entry(fingerprint, found.input.words(), &written.statements);
                let looked_at = self.looked_at(found);
                let details = self.details(plan, written, looked_at, &entry, &regressions, &mut report.notes);
                recorder.failure(&checked, found, &details, &entry);
                if plan.should_fail {
                    (End::Passed(report.fails_as_it_should(&checked, found, &details)), "failed_as_expected")
                } else {
                    (End::Failed(report.fails(&checked, found, &details)), "failed")
                }
            }
            Finding::Unreached(why) => {
                let empty = || self.parameters.without_values();
                (End::Failed(report.unreached(&checked, why, empty)), "unreached")
            }
            Finding::Undershot(missed) => (End::Failed(report.undershot(&checked, missed)), "undershot"),
            Finding::Nothing if plan.should_fail => {
                (End::Failed(report.should_have_failed(&checked)), "no_counterexample")
            }
            Finding::Nothing => (End::Passed(report.holds(&checked)), "passed"),
        };
        recorder.finish(&checked, outcome);
        Ok(end)
    }

    fn replay(&self, plan: &Plan, token: &str, fingerprint: Fingerprint) -> Result<Checked, String> {
        let words = replay::parse(token, fingerprint)?;
        let input = self.derivations.parse(&words).map_err(|error| format!("EVERYCASE_REPLAY: {error}"))?;
        check::replay(self.site.name, &self.derivations, &self.subject, plan, &input)
            .map_err(|error| error.to_string())
    }

    fn saved(
        &self,
        plan: &Plan,
        regressions: &Regressions,
        fingerprint: Fingerprint,
        notes: &mut Vec<String>,
    ) -> Vec<Derivation> {
        if self.keep == Keep::Nothing || plan.should_fail || !plan.regressions {
            return Vec::new();
        }
        let (inputs, told) = regressions.inputs(&self.site.full_name(), fingerprint, &self.derivations);
        notes.extend(told);
        inputs
    }

    fn written(&self, input: &Derivation) -> Written {
        // It may be as deep as the property's own threads allow.
        let parameters = &self.parameters;
        let write = || panics::quietly(|| parameters.write(input));
        let why = match stack::within(self.site.name, write) {
            Ok(Some(written)) => return written,
            Ok(None) => "decoding it panics".to_owned(),
            Err(error) => error.to_string(),
        };
        Written { uses: Vec::new(), statements: vec![format!("// the input cannot be printed: {why}")] }
    }

    /// The parameters that the property has not looked at in whole, with what it has.
    fn looked_at(&self, found: &Counterexample) -> Vec<String> {
        let Some(seen) = &found.failure.seen else { return Vec::new() };
        let (parameters, input) = (&self.parameters, &found.input);
        let excerpt = || panics::quietly(|| parameters.excerpt(seen.at(), input));
        // Without a stack for it the report does without.
        stack::within(self.site.name, excerpt).ok().flatten().unwrap_or_default()
    }

    fn details(
        &self,
        plan: &Plan,
        written: Written,
        looked_at: Vec<String>,
        entry: &Entry,
        regressions: &Regressions,
        notes: &mut Vec<String>,
    ) -> Details {
        let token = replay::token(entry.fingerprint, &entry.words);
        let replay = match self.keep {
            Keep::File => {
                // This test is an ignored one at most if such are run.
                let ignored = std::env::args().any(|arg| arg == "--ignored" || arg == "--include-ignored");
                replay::command(&self.site, &token, ignored)
            }
            Keep::Nothing => format!("EVERYCASE_REPLAY={token}, running this test only"),
        };
        let mut saved = None;
        if self.keep == Keep::File && plan.regressions && !plan.should_fail && plan.replay.is_none() {
            match regressions.add(entry) {
                Ok(addition) => saved = Some((addition, regressions.path().display().to_string())),
                Err(error) => notes.push(error.to_string()),
            }
        }
        Details { written, looked_at, replay, saved }
    }

    fn entry(&self, fingerprint: Fingerprint, words: Vec<u64>, statements: &[String]) -> Entry {
        Entry { property: self.site.full_name(), fingerprint, words, comment: statements.join(" ") }
    }
}

/// Fails the test with a report.
fn fail(report: String) -> ! {
    eprintln!("{report}");
    // A panic would print the report a second time, with a place in this crate that is of no use to anybody. The
    // harness sees the same: a test that unwound, with a message that `#[should_panic(expected = ..)]` can look at.
    resume_unwind(Box::new(report))
}
