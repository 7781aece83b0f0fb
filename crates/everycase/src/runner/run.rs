//! A property as a test: settings, saved inputs, the check, the report, and what is saved and recorded of it.

use std::panic::{Location, resume_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use crate::space::Space;
use everycase_check::check::{self, CheckError, Checked, Death, Finding, Minimal};
use everycase_check::journal::{self, Journal};
use everycase_check::phase::Phase;
use everycase_check::regressions::{Fingerprint, Regressions};
use everycase_check::settings::{Plan, Settings};
use everycase_check::stats::Labels;
use everycase_check::verdict::{Subject, Verdict};
use everycase_kernel::function::has_case_trees;
use everycase_kernel::{Derivation, Derivations};

use super::inverse::{self, Inverse};
use super::isolation::{Child, Parent, Task, Told, is_child};
use super::outcome::{IntoOutcome, Outcome};
use super::panics::Caught;
use super::parameters::{Declarations, Inputs, Parameters};
use super::recorder::Recorder;
use super::report::Report;
use super::saved::Saved;
use super::scope;
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

/// Where failing inputs are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    File,
    Nothing,
}

/// A property, its type forgotten.
pub(crate) struct Test<'a> {
    pub(crate) site: Site<'a>,
    pub(crate) derivations: Derivations,
    pub(crate) subject: Arc<dyn Subject>,
    pub(crate) parameters: Arc<Declarations>,
    /// Does an input lead back to itself?
    inverse: Arc<dyn Subject>,
    pub(crate) keep: Keep,
    /// This process, if it is the property's own.
    child: Option<Child>,
    /// Prints inputs where the user's code may end a process.
    pub(crate) parent: Option<Parent>,
    /// What there is to tell whatever the run comes to.
    notes: Vec<String>,
}

/// Where a run begins.
enum Begin<'b> {
    /// With the first input.
    Fresh,
    /// Where the process that ran the property has died.
    Death(&'b Death),
    /// With a failure that is known already.
    Failed(Box<Checked>),
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
            inverse: Arc::new(Inverse(space)),
            keep,
            child: None,
            parent: None,
            notes: Vec::new(),
        }
    }

    fn run(self, settings: Settings) {
        let name = self.site.name;
        let plan = settings.plan(&self.site.full_name(), Path::new(self.site.manifest_dir));
        let end = plan.map_err(|error| error.to_string()).and_then(|plan| {
            // Cases are caught where they run; spaces, too, may be made of the user's code.
            panics::caught(|| self.run_somewhere(plan)).unwrap_or_else(|caught| match caught {
                Caught::Panic(failure) => Err(format!("building its inputs {failure}")),
                Caught::Discard => Err("building its inputs makes an assumption".to_owned()),
            })
        });
        match end {
            Ok(End::Passed(report)) => println!("{report}"),
            Ok(End::Failed(report)) => fail(report),
            Err(error) => fail(format!("property `{name}` cannot be run: {error}")),
        }
    }

    /// Runs here, or in a process of its own, or as that process.
    fn run_somewhere(mut self, mut plan: Plan) -> Result<End, String> {
        let named = self.keep == Keep::File;
        if plan.isolate && !named {
            self.notes
                .push("a `check` is not isolated: only a `#[property]` has a name to run it by".to_owned());
            plan.isolate = false;
        }
        if named && let Some(child) = Child::of(&self.site.full_name()) {
            return self.run_as(&child, plan);
        }
        plan.isolate &= !is_child();
        let saved = self.saved(&plan)?;
        for (before, replay) in (0..).zip(&saved.marked) {
            if let Some(failed) = self.replay_marked(&plan, replay, before)? {
                self.parent =
                    Some(Parent::new(&self.site, &plan)).filter(|_| replay.marks.died || plan.isolate);
                return self.run_plan(&plan, Begin::Failed(Box::new(failed)), &saved);
            }
        }
        if plan.isolate {
            return self.run_isolated(&plan, &saved);
        }
        self.run_plan(&plan, Begin::Fresh, &saved)
    }

    /// Runs as the process that the property has for itself.
    fn run_as(mut self, child: &Child, mut plan: Plan) -> Result<End, String> {
        plan.isolate = false;
        if let Some((task, words)) = child.input() {
            child.tell(&self.run_one(&plan, task, &words));
        }
        self.child = Some(child.clone());
        // The parent has run those that are marked.
        let saved = Saved { marked: Vec::new(), ..self.saved(&plan)? };
        if let Some(failed) = self.round_trip(&plan)? {
            child.tell(&Told::Ended(self.run_plan(&plan, Begin::Failed(Box::new(failed)), &saved)));
        }
        self.subject = Arc::new(Journal::of(self.subject, child.dir()));
        child.tell(&Told::Ended(self.run_plan(&plan, Begin::Fresh, &saved)))
    }

    /// Leaves the run to a child, and takes over if it dies.
    fn run_isolated(mut self, plan: &Plan, saved: &Saved) -> Result<End, String> {
        let start = Instant::now();
        let parent = Parent::new(&self.site, plan);
        let ended = parent.whole()?;
        if let Some(Told::Ended(end)) = ended.told {
            return end;
        }
        let death = ended.death(&self.derivations, start);
        let task = if death.phase == Phase::RoundTrip { Task::RoundTrip } else { Task::Property };
        self.subject = Arc::new(parent.clone().for_task(task));
        self.parent = Some(parent);
        self.run_plan(plan, Begin::Death(&death), saved)
    }

    /// Does something with one input, in a process of its own.
    fn run_one(&self, plan: &Plan, task: Task, words: &[u64]) -> Told {
        let input = match self.derivations.parse(words) {
            Ok(input) => input,
            Err(error) => return Told::Ended(Err(CheckError::from(error).to_string())),
        };
        let subject = match task {
            Task::Property => &self.subject,
            Task::RoundTrip => &self.inverse,
            Task::Write => return Told::Written(self.written(plan, &input)),
        };
        let checked = check::replay(self.site.name, &self.derivations, subject, plan, &input);
        match checked.map(|checked| checked.finding) {
            Ok(Finding::Counterexample(found)) => Told::Said(Verdict::Failed(Box::new(found.failure))),
            Ok(Finding::Nothing) => Told::Said(Verdict::Passed),
            Ok(Finding::Unreached(_) | Finding::Undershot(_)) => Told::Said(Verdict::Discarded),
            Err(error) => Told::Ended(Err(error.to_string())),
        }
    }

    /// Checks that the first inputs lead back to themselves.
    fn round_trip(&self, plan: &Plan) -> Result<Option<Checked>, String> {
        if !cfg!(debug_assertions) {
            return Ok(None);
        }
        let journaled = self.child.as_ref().map(|child| -> Arc<dyn Subject> {
            Arc::new(Journal::of(Arc::clone(&self.inverse), child.dir()))
        });
        let inverse = journaled.as_ref().unwrap_or(&self.inverse);
        let found = inverse::check(self.site.name, inverse, &self.derivations, plan)?;
        if let Some(child) = &self.child {
            journal::clear(child.dir()).map_err(|error| error.to_string())?;
        }
        Ok(found)
    }

    /// Runs as planned, or goes on from a failure.
    fn run_plan(&self, plan: &Plan, begin: Begin<'_>, saved: &Saved) -> Result<End, String> {
        let begin = match begin {
            Begin::Fresh if self.child.is_none() => {
                self.round_trip(plan)?.map_or(Begin::Fresh, |failed| Begin::Failed(Box::new(failed)))
            }
            begin => begin,
        };
        let mut recorder = Recorder::new(&self.site, plan);
        if !matches!(begin, Begin::Death(_)) {
            recorder.start();
        }
        let end = self.run_recorded(plan, begin, saved, &mut recorder);
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
        begin: Begin<'_>,
        saved: &Saved,
        recorder: &mut Recorder<'_>,
    ) -> Result<End, String> {
        let mut report = Report {
            name: self.site.name,
            plan,
            has_inputs: !self.parameters.is_empty(),
            has_case_trees: false,
            notes: self.notes.clone(),
        };
        let (name, derivations, subject) = (self.site.name, &self.derivations, &self.subject);
        let checked = match (begin, &plan.replay) {
            (Begin::Failed(checked), _) => Ok(*checked),
            (Begin::Death(death), _) => check::take_over(name, derivations, subject, plan, death),
            (Begin::Fresh, Some(token)) => {
                let words = replay::parse(token, self.fingerprint()?)?;
                let input =
                    derivations.parse(&words).map_err(|error| format!("EVERYCASE_REPLAY: {error}"))?;
                check::replay(name, derivations, subject, plan, &input)
            }
            (Begin::Fresh, None) => {
                check::check(name, derivations, subject, plan, &saved.inputs).map(|mut checked| {
                    let before = saved.marked.len() as u64;
                    checked.coverage.replayed += before;
                    if let Finding::Counterexample(found) = &mut checked.finding {
                        found.tests += before;
                    }
                    checked
                })
            }
        };
        let checked = checked.map_err(|error| error.to_string())?;
        report.has_case_trees = has_case_trees(derivations);
        if !matches!(checked.finding, Finding::Nothing) {
            report.notes.extend(saved.notes.iter().cloned());
        }

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
                let (details, entry) = self.details(plan, found, &mut report.notes)?;
                recorder.failure(&checked, found, &details, &entry);
                // That inputs cannot be made is nothing that should be.
                if plan.should_fail && found.phase != Phase::RoundTrip {
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
        recorder.finish(&checked, report.has_case_trees, outcome);
        Ok(end)
    }

    /// The fingerprint of the inputs.
    pub(crate) fn fingerprint(&self) -> Result<Fingerprint, String> {
        let fingerprint = self.derivations.fingerprint().map_err(CheckError::from);
        Ok(Fingerprint(fingerprint.map_err(|error| error.to_string())?))
    }

    /// Where failing inputs are saved.
    pub(crate) fn regressions(&self) -> Regressions {
        Regressions::beside(self.site.file, Path::new(self.site.manifest_dir))
    }
}

/// Fails the test with a report.
fn fail(report: String) -> ! {
    eprintln!("{report}");
    // A panic would print the report a second time, with a place in this crate that is of no use to anybody. The
    // harness sees the same: a test that unwound, with a message that `#[should_panic(expected = ..)]` can look at.
    resume_unwind(Box::new(report))
}
