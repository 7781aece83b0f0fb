//! A property as a test, in three steps: plan, execute, report.

use std::borrow::Cow;
use std::io::{self, IsTerminal};
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use everycase_check::check::{self, CheckError, CheckResult, Death, Finding, Vacuity};
use everycase_check::claims::stats::Labels;
use everycase_check::claims::stream::Stream;
use everycase_check::claims::{Claim, Tally};
use everycase_check::control::progress::Progress;
use everycase_check::process::isolation::{Child, ChildEnding, ChildMessage, Parent, Task, is_child};
use everycase_check::process::journal::{self, Journal};
use everycase_check::regressions::replay;
use everycase_check::regressions::{Regressions, Replay};
use everycase_check::report::paint;
use everycase_check::report::recorder::Recorder;
use everycase_check::report::{self, Detail, Laziness, Presentation, Report, Run, in_columns};
use everycase_check::run::verdict::{Subject, Verdict};
use everycase_check::settings::{Plan, Settings};
use everycase_check::system::miri::Instant;
use everycase_check::text::encoding::Fingerprint;
use everycase_kernel::function::has_case_trees;
use everycase_kernel::{Derivation, Derivations};

use super::assume;
use super::constants::with_structures;
use super::examples::Example;
use super::inverse::{self, Inverse};
use super::isolated::{self, End};
use super::observe::Observer;
use super::outcome::Outcome;
use super::parameters::{Declarations, Inputs};
use super::progress;
use super::site::Site;
use super::source::Body;
use super::strength::{FOUND_LATER, Function, Strength};
use super::unoptimised;
use super::verdict::verdict;
use crate::lazy::forget_lifted;
use crate::panics::{self, Caught};

/// Where failing inputs are saved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    File,
    Nothing,
}

/// A property, untyped.
pub(crate) struct Test<'a> {
    pub(crate) site: Site<'a>,
    pub(crate) derivations: Derivations,
    pub(crate) subject: Arc<dyn Subject>,
    pub(crate) parameters: Arc<Declarations>,
    /// The subject that encodes inputs back.
    pub(super) inverse: Arc<dyn Subject>,
    /// The inputs that are given with it.
    pub(super) examples: Arc<[Example]>,
    pub(crate) keep: Keep,
    /// This process, if it is a child that runs the property.
    pub(super) child: Option<Child>,
    /// Whether it is isolated because its last run did not finish.
    pub(super) is_unfinished: bool,
    /// Prints inputs whose code may end a process.
    pub(crate) parent: Option<Parent>,
    /// Messages that are part of every report.
    pub(super) notes: Vec<String>,
    /// Whether its inputs are decided on demand.
    pub(super) laziness: Laziness,
    /// The functions that it is of.
    pub(crate) functions: Arc<[Function]>,
    /// The types that stand for type parameters in counterexamples, such as `K = i64`.
    pub(crate) shown_for: &'static [&'static str],
    /// The body that its source had.
    pub(super) body: Option<Body>,
}

/// The saved inputs of a property.
#[derive(Default)]
pub(crate) struct SavedInputs {
    /// The inputs without marks.
    pub(crate) plain: Vec<Replay>,
    /// The marked inputs, which run before all others and with care.
    pub(crate) marked: Vec<Replay>,
    /// Messages about the file.
    pub(crate) notes: Vec<String>,
}

/// The error of a child whose report cannot be read.
pub(super) const UNKNOWN_FORM: &str = "its report has no known form";

/// The result of executing a property.
pub(super) enum ExecutionResult {
    /// A check to be reported, and messages about saved inputs.
    Checked(Box<CheckResult>, Vec<String>),
    /// The report of the process in which the property ran.
    Reported(End),
}

impl<'a> Test<'a> {
    pub(super) fn new<T, F>(site: Site<'a>, inputs: Inputs<T>, property: F, keep: Keep) -> Test<'a>
    where
        T: 'static,
        F: Fn(T) -> Outcome + Send + Sync + 'static,
    {
        let space = inputs.space.clone();
        let subject = move |input: &Derivation, labels: &mut Labels| -> Verdict {
            let verdict = assume::listening(labels, || verdict(|| property(space.decode(input))));
            forget_lifted();
            verdict
        };
        Self::of(site, inputs, Arc::new(subject), keep)
    }

    #[inline]
    pub(super) fn of<T: 'static>(
        site: Site<'a>,
        inputs: Inputs<T>,
        subject: Arc<dyn Subject>,
        keep: Keep,
    ) -> Test<'a> {
        let Inputs { space, parameters, examples } = inputs;
        Test {
            site,
            derivations: space.derivations().clone(),
            subject,
            parameters,
            inverse: Arc::new(Inverse(space)),
            examples: examples.into(),
            keep,
            child: None,
            is_unfinished: false,
            parent: None,
            notes: Vec::new(),
            laziness: Laziness::Possible,
            functions: Arc::new([]),
            shown_for: &[],
            body: None,
        }
    }

    pub(super) fn run(mut self, settings: Settings) {
        if self.is_collected() {
            return;
        }
        let about = self.site.about();
        let mut plan = match self.plan(settings) {
            Ok(plan) => plan,
            Err(why) => return self.end(End::Untested(Report::error(about, None, why).text(Detail::Full))),
        };
        let measures = self.child.as_ref().is_some_and(Child::measures_strength);
        let markers = self.mark(&mut plan);
        plan.depth = self.depth(&plan);
        let mut recorder =
            if measures { Recorder::continuing(&plan, &about) } else { Recorder::new(&plan, &about) };
        let shown = progress::ProgressLine::begin(self.site.name, &plan.progress);
        // Panics of cases are caught where they run, but spaces may contain user code, too.
        let end = in_columns(self.columns(), || {
            panics::caught(|| {
                if measures {
                    return self.measure_as_child(&plan, &mut recorder);
                }
                let executed = self.execute(&plan, &mut recorder)?;
                self.report(&plan, executed, &mut recorder)
            })
        });
        let end = end.unwrap_or_else(|caught| match caught {
            Caught::Panic(failure) => Err(format!("building its inputs {failure}")),
            Caught::Discard => Err("building its inputs makes an assumption".to_owned()),
        });
        drop(shown);
        let end = end.unwrap_or_else(|why| {
            let report = Report::error(about, Some(Run::of(&plan)), why);
            recorder.finish(&report);
            End::Untested(report.text(Detail::Full))
        });
        // A merge would miss this property without a word.
        let end = match recorder.problem {
            Some(problem) => end.failed(&format!("EVERYCASE_RECORDS: {problem}")),
            None => end,
        };
        if let Some(child) = &self.child {
            child.exit_with(&ChildMessage::Ended(Ok(end.to_text())));
        }
        self.unmark(markers, &plan, &end);
        self.end(end);
    }

    /// Ends the test: returns or unwinds. A test that is expected to panic returns if no input has
    /// failed, so that the harness reports a failure.
    fn end(&self, end: End) {
        match end {
            End::Passed(report) => println!("{}{}", gap(), shown(&report)),
            End::Untested(report) if self.site.should_panic => eprintln!("{}{}", gap(), shown(&report)),
            End::Failed(report) | End::Untested(report) => fail(report),
        }
    }

    /// Returns the width of a terminal that shows the report. A report that `should_panic` is
    /// compared with has the same lines everywhere.
    fn columns(&self) -> Option<usize> {
        paint::columns(&io::stdout()).filter(|_| io::stderr().is_terminal() && !self.site.should_panic)
    }

    /// Decides how the property runs: its settings, and in which process.
    fn plan(&mut self, settings: Settings) -> Result<Plan, String> {
        let plan = settings.plan(&self.site.full_name(), Path::new(self.site.manifest_dir));
        let mut plan = plan.map_err(|error| error.to_string())?;
        if self.keep == Keep::File {
            self.child = Child::of(&self.site.full_name());
        } else if plan.isolate {
            let note = "a `check` is not isolated: only a `#[property]` has a name to run it by";
            self.notes.push(note.to_owned());
            plan.isolate = false;
        }
        plan.isolate &= !is_child();
        plan.varies &= !is_child();
        self.divide_suite_time(&mut plan);
        if let Some(seed) = self.child.as_ref().and_then(Child::first_seed) {
            plan.first_seed = seed;
        }
        // Strength is measured on inputs of a stated distribution.
        if !self.is_measured(&plan) {
            self.notes.extend(with_structures(&mut plan, Path::new(self.site.manifest_dir)));
        }
        Ok(plan)
    }

    /// Runs the inputs: in this process, in child processes, or as a child.
    fn execute(&mut self, plan: &Plan, recorder: &mut Recorder) -> Result<ExecutionResult, String> {
        if let Some(child) = self.child.as_ref().filter(|child| child.climbs()) {
            child.exit_with(&self.climb());
        }
        if let Some(child) = &self.child
            && let Some((task, words)) = child.input()
        {
            child.exit_with(&self.run_one(plan, task, &words));
        }
        let mut saved = self.saved(plan)?;
        if self.child.is_some() {
            // The parent has run the marked ones.
            saved.marked.clear();
        }
        let failed = self.replay_all_marked(plan, &saved)?;
        if failed.is_none() && plan.isolate {
            let (start, parent) = (Instant::now(), isolated::parent(&self.site, plan));
            match parent.whole() {
                Ok(ended) => {
                    self.keep_suite_time(plan, None);
                    return self.execute_isolated(plan, parent, ended, start, saved);
                }
                // The user did not ask for isolation, and there may be no test of this name.
                Err(why) if self.is_unfinished => self.notes.push(why),
                Err(why) => return Err(why),
            }
        }
        recorder.start(&self.site.about(), plan);
        let checked = if let Some(failed) = failed {
            failed
        } else {
            let start = Instant::now();
            let observer = plan.observe.as_ref().filter(|_| plan.replay.is_none());
            let observer = observer.map(|to| (to, Arc::new(Observer::of(Arc::clone(&self.subject), plan))));
            if let Some((_, observer)) = &observer {
                self.subject = Arc::clone(observer) as Arc<dyn Subject>;
            }
            let checked = self.execute_here(plan, &saved)?;
            let checked = self.shrink_hang(plan, checked, start);
            if let Some((to, observer)) = observer {
                self.write_observations(to, plan, &observer, &checked)?;
            }
            checked
        };
        self.keep_suite_time(plan, Some(&checked));
        if let Some(child) = &self.child
            && let Some(message) = ChildMessage::found(&checked).filter(|_| plan.replay.is_none())
        {
            child.exit_with(&message);
        }
        Ok(ExecutionResult::Checked(Box::new(checked), saved.notes))
    }

    /// Runs the marked saved inputs until one fails.
    fn replay_all_marked(&mut self, plan: &Plan, saved: &SavedInputs) -> Result<Option<CheckResult>, String> {
        for (before, replay) in (0..).zip(&saved.marked) {
            if let Some(failed) = self.replay_marked(plan, replay, before)? {
                self.parent =
                    Some(isolated::parent(&self.site, plan)).filter(|_| replay.marks.died || plan.isolate);
                return Ok(Some(failed));
            }
        }
        Ok(None)
    }

    /// Runs the inputs in this process.
    fn execute_here(&mut self, plan: &Plan, saved: &SavedInputs) -> Result<CheckResult, String> {
        if let Some(failed) = self.round_trip(plan)? {
            return Ok(failed);
        }
        self.subject = self.noted(Arc::clone(&self.subject));
        if let Some(failed) = self.run_examples(plan)? {
            return Ok(failed);
        }
        let (name, derivations, subject) = (&*self.threads(), &self.derivations, &self.subject);
        let checked = if let Some(token) = &plan.replay {
            let input = replay::input(token, self.fingerprint()?, derivations)?;
            check::replay(name, derivations, subject, plan, &input)
        } else {
            let inputs: Vec<Derivation> = saved.plain.iter().map(|saved| saved.input.clone()).collect();
            check::check(name, derivations, subject, plan, &inputs)
        };
        let mut checked = checked.map_err(|error| error.to_string())?;
        self.note_corrected(&saved.plain, &checked);
        let before = saved.marked.len() as u64;
        if before > 0 {
            checked.coverage.claims.add(Claim::given(Tally { ran: before, ..Tally::default() }));
        }
        if let Finding::Counterexample(found) = &mut checked.finding {
            found.tests += before;
        }
        Ok(checked)
    }

    /// Passes on what a child has done that ran the inputs from `start` on, and takes over if it
    /// has died.
    fn execute_isolated(
        &mut self,
        plan: &Plan,
        parent: Parent,
        ended: ChildEnding,
        start: Instant,
        saved: SavedInputs,
    ) -> Result<ExecutionResult, String> {
        // The harness captures what these macros print.
        let [stdout, stderr] = ended.shown();
        print!("{stdout}");
        eprint!("{stderr}");
        if let Some(ChildMessage::Ended(end)) = &ended.message {
            let end = End::from_text(end.as_ref().map_err(String::clone)?);
            let end = end.ok_or(UNKNOWN_FORM)?;
            return match end {
                End::Passed(report) if self.is_measured(plan) => {
                    self.measure_isolated(plan, parent, &report, saved)
                }
                end => Ok(ExecutionResult::Reported(end)),
            };
        }
        self.take_over(plan, parent, &ended.death(&self.derivations, start), saved)
    }

    /// Goes on from the death of a child.
    pub(super) fn take_over(
        &mut self,
        plan: &Plan,
        parent: Parent,
        death: &Death,
        saved: SavedInputs,
    ) -> Result<ExecutionResult, String> {
        let task = if death.stream == Stream::RoundTrip { Task::RoundTrip } else { Task::Property };
        self.subject = Arc::new(parent.clone().for_task(task));
        self.parent = Some(parent);
        let checked = check::take_over(self.site.name, &self.derivations, &self.subject, plan, death);
        Ok(ExecutionResult::Checked(Box::new(checked.map_err(|error| error.to_string())?), saved.notes))
    }

    /// Reports the findings, saves and records them.
    pub(super) fn report(
        &self,
        plan: &Plan,
        executed: ExecutionResult,
        recorder: &mut Recorder,
    ) -> Result<End, String> {
        let (mut checked, about_saved) = match executed {
            ExecutionResult::Checked(checked, notes) => (*checked, notes),
            ExecutionResult::Reported(end) => return Ok(end),
        };
        let mut notes = self.notes.clone();
        let mut measured = Vec::new();
        if matches!(checked.finding, Finding::Nothing) && self.child.is_none() {
            match self.strength(plan)? {
                Strength::Measured(all) => measured = all,
                Strength::Fails(found) => {
                    notes.push(FOUND_LATER.to_owned());
                    checked = *found;
                }
            }
        }
        let first = match &checked.finding {
            Finding::Counterexample(found) => Some(&**found),
            Finding::Nothing | Finding::Unreached(_) | Finding::Undershot(_) => None,
        };
        let found = first.into_iter().chain(&checked.further);
        let examples = found.map(|found| self.example(plan, found)).collect::<Result<_, _>>()?;
        notes.extend(unoptimised::note(&checked, Path::new(self.site.manifest_dir)));
        if !matches!(checked.finding, Finding::Nothing) {
            notes.extend(about_saved);
        }
        let is_empty = matches!(checked.finding, Finding::Unreached(Vacuity::NoValues));
        let is_round_trip =
            matches!(&checked.finding, Finding::Counterexample(found) if found.stream == Stream::RoundTrip);
        let trees = has_case_trees(&self.derivations).then(|| "functions as case trees".to_owned());
        let shown = Presentation {
            fingerprint: self.fingerprint().ok(),
            has_inputs: !self.parameters.is_empty(),
            laziness: self.laziness,
            counted_as: trees.into_iter().collect(),
            undecided: checked.undecided.as_ref().map_or_else(Vec::new, |unknown| {
                self.inputs(self.written(plan, &unknown.input).statements, &[])
            }),
            examples,
            without_values: is_empty.then(|| self.parameters.without_values()).flatten().map(str::to_owned),
            all_discarded: None,
            notes,
        };
        let report = Report::new(self.site.about(), plan, checked.into(), shown);
        recorder.finish(&report);
        let text = report.text(Detail::Full);
        Ok(match report.outcome {
            // An input that cannot be encoded back is not a failure of the property.
            report::Outcome::Failed if is_round_trip => End::Untested(text),
            report::Outcome::Unreached | report::Outcome::NoCounterexample | report::Outcome::Undershot
                if report.is_part() =>
            {
                self.with_strength(plan, text, &measured, recorder)
            }
            report::Outcome::Failed | report::Outcome::NoCounterexample => End::Failed(text),
            report::Outcome::Unreached
            | report::Outcome::Undershot
            | report::Outcome::Error
            | report::Outcome::Defect => End::Untested(text),
            report::Outcome::Passed | report::Outcome::FailedAsExpected | report::Outcome::Interrupted => {
                self.with_strength(plan, text, &measured, recorder)
            }
        })
    }

    /// Runs a task for one input, as a child.
    fn run_one(&self, plan: &Plan, task: Task, words: &[u64]) -> ChildMessage {
        let input = match self.derivations.parse(words) {
            Ok(input) => input,
            Err(error) => return ChildMessage::Ended(Err(CheckError::from(error).to_string())),
        };
        let subject = match task {
            Task::Property => &self.subject,
            Task::RoundTrip => &self.inverse,
            Task::Write => return ChildMessage::Written(self.written(plan, &input).to_text()),
        };
        match check::verdict(self.site.name, &self.derivations, subject, plan, &input) {
            Ok(verdict) => ChildMessage::Said(verdict),
            Err(error) => ChildMessage::Ended(Err(error.to_string())),
        }
    }

    /// Returns a subject that notes each input before it runs it, if this process is a child.
    pub(super) fn noted(&self, subject: Arc<dyn Subject>) -> Arc<dyn Subject> {
        match &self.child {
            Some(child) => Arc::new(Journal::of(subject, child.dir())),
            None => subject,
        }
    }

    /// Checks that the first inputs can be encoded back.
    fn round_trip(&self, plan: &Plan) -> Result<Option<CheckResult>, String> {
        if !cfg!(debug_assertions) {
            return Ok(None);
        }
        let inverse = &self.noted(Arc::clone(&self.inverse));
        // These runs are not runs of the property.
        let uncounted = Plan { progress: Progress::default(), ..plan.clone() };
        let failure = inverse::check(&self.threads(), inverse, &self.derivations, &uncounted)?;
        if let Some(child) = &self.child {
            journal::clear(child.dir()).map_err(|error| error.to_string())?;
        }
        Ok(failure)
    }

    /// Returns the name of the threads that run the user's code. If it overflows the stack, the
    /// message has nothing but this name.
    pub(crate) fn threads(&self) -> String {
        let name = self.site.name;
        if self.keep == Keep::Nothing || is_child() {
            name.to_owned()
        } else {
            format!("{name} (EVERYCASE_ISOLATE=1 finds the input)")
        }
    }

    /// Returns the fingerprint of the inputs.
    pub(crate) fn fingerprint(&self) -> Result<Fingerprint, String> {
        let fingerprint = self.derivations.fingerprint().map_err(CheckError::from);
        Ok(Fingerprint(fingerprint.map_err(|error| error.to_string())?))
    }

    /// Returns where failing inputs are saved.
    pub(crate) fn regressions(&self) -> Regressions {
        Regressions::beside(self.site.file, Path::new(self.site.manifest_dir))
    }
}

/// Returns a report as it is printed. The harness keeps colours in what it captures, which goes to
/// the standard output; otherwise a report may go to either output.
fn shown(report: &str) -> Cow<'_, str> {
    if paint::is_coloured(&io::stdout()) && paint::is_coloured(&io::stderr()) {
        paint::painted(report).into()
    } else {
        report.into()
    }
}

/// Returns what stands before a report: a blank line, where the harness does not capture reports
/// and so puts none between them.
fn gap() -> &'static str {
    static IS_SHOWN: LazyLock<bool> = LazyLock::new(|| {
        let is_shown = |argument| argument == "--nocapture" || argument == "--no-capture";
        let variable = std::env::var_os("RUST_TEST_NOCAPTURE");
        !is_child() && (std::env::args_os().any(is_shown) || variable.is_some_and(|value| value != "0"))
    });
    if *IS_SHOWN { "\n" } else { "" }
}

/// Fails the test with a report.
fn fail(report: String) -> ! {
    eprintln!("{}{}", gap(), shown(&report));
    // A panic would print the report again, with a useless location in this crate. To the harness
    // both are a test that unwound with a message, which `#[should_panic(expected = ..)]` can
    // check.
    resume_unwind(Box::new(report))
}
