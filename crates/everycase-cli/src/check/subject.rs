//! A pun property as a subject of checks, and its report: inputs, faults and calls as pun source.

use std::path::Path;
use std::sync::Arc;

use everycase_check::check::{self, CheckError, Counterexample as Found, Finding};
use everycase_check::process::isolation::Child;
use everycase_check::process::journal::Journal;
use everycase_check::regressions::Replay;
use everycase_check::regressions::replay;
use everycase_check::report::saved_failures::{SavedFailures, about_corrected};
use everycase_check::report::{About, Example, Laziness, Presentation, Report, Run};
use everycase_check::run::verdict::{self, Cause};
use everycase_check::settings::Plan;
use everycase_kernel::Derivation;
use pun::check::{Checks, Counterexample, Report as Checked};
use pun::core::Property;
use pun::diagnostic::Diagnostic;

use super::explain;
use crate::args::Check;
use crate::exit::outcome_of;

/// A property that is checked.
pub(super) struct Subject<'a> {
    pub(super) checks: &'a Checks,
    pub(super) property: &'a Property,
    pub(super) command: &'a Check,
    /// The file of the program.
    pub(super) path: &'a Path,
    /// The program's name as a module.
    pub(super) module: String,
    /// Its saved failures; `None` if it has no fingerprint or its inputs are terms.
    pub(super) kept: Option<SavedFailures>,
    /// The inputs on which it failed before.
    pub(super) saved: Vec<Replay>,
    /// This process, if it is the child for this property.
    pub(super) child: Option<Child>,
}

/// The reason why a check cannot run.
pub(super) enum Refusal {
    /// The property cannot be checked, as the diagnostic says.
    Program(Box<Diagnostic>),
    /// The input cannot be replayed, or the property cannot be isolated.
    Input(String),
}

impl Subject<'_> {
    /// Returns what the report is about.
    pub(super) fn about(&self) -> About {
        about(self.checks, self.property, &self.module)
    }

    /// Returns the full name of the property.
    pub(super) fn site(&self) -> String {
        format!("{}::{}", self.module, self.property.name)
    }

    /// Returns why the property cannot run in a process of its own.
    pub(super) fn not_isolated(&self) -> Option<&'static str> {
        if self.command.terms.is_some() {
            Some("inputs that are terms cannot be isolated")
        } else if self.kept.as_ref().is_none_or(|kept| kept.file.is_none()) {
            Some("it cannot be isolated: only a program in a file can be run by another process")
        } else {
            None
        }
    }

    /// Checks the property, on a single input if the plan replays one.
    pub(super) fn check(&self, number: usize, plan: &Plan) -> Result<Result<Checked, CheckError>, Refusal> {
        let Self { checks, property, command, child, .. } = self;
        let refused = |diagnostic: Diagnostic| Refusal::Program(Box::new(diagnostic));
        if let Some(diagnostic) = checks.refused(number) {
            return Err(refused(diagnostic.clone()));
        }
        let noted = |subject: &Arc<dyn verdict::Subject>| match child {
            Some(child) => Arc::new(Journal::of(Arc::clone(subject), child.dir())),
            None => Arc::clone(subject),
        };
        match (command.terms, &plan.replay, &self.kept) {
            (Some(terms), None, _) => checks.check_terms(number, plan, terms.into()).map_err(refused),
            (None, Some(token), Some(kept)) => {
                let input = replay::input(token, kept.fingerprint, &checks.derivations(property));
                let input = input.map_err(Refusal::Input)?;
                Ok(checks.check_by(number, |name, derivations, subject| {
                    check::replay(name, derivations, &noted(subject), plan, &input)
                }))
            }
            (Some(_), Some(_), _) => {
                Err(Refusal::Input("EVERYCASE_REPLAY: inputs that are terms cannot be replayed".to_owned()))
            }
            (None, _, _) => Ok(checks.check_by(number, |name, derivations, subject| {
                let saved: Vec<Derivation> = self.saved.iter().map(|saved| saved.input.clone()).collect();
                check::check(name, derivations, &noted(subject), plan, &saved)
            })),
        }
    }

    /// Returns the report of a check.
    pub(super) fn report(&self, plan: &Plan, checked: Result<Checked, CheckError>) -> Report {
        let about = self.about();
        let Checked { checked, counterexample, further, undecided, counted_as } = match checked {
            Ok(checked) => checked,
            Err(error) => {
                let report = Report::error(about, Some(Run::of(plan)), error.to_string());
                return Report { outcome: outcome_of(&error), ..report };
            }
        };
        let first = match (&checked.finding, &counterexample) {
            (Finding::Counterexample(found), Some(shown)) => Some((&**found, shown)),
            _ => None,
        };
        let found = first.into_iter().chain(checked.further.iter().zip(&further));
        let examples = found.map(|(found, shown)| self.example(plan, found, shown)).collect();
        let shown = Presentation {
            fingerprint: self.kept.as_ref().map(|kept| kept.fingerprint),
            has_inputs: !self.property.parameters.is_empty(),
            laziness: self.laziness(),
            counted_as,
            undecided: undecided.map(|undecided| undecided.inputs).unwrap_or_default(),
            examples,
            without_values: None,
            all_discarded: Some(self.checks.unmet(self.property)),
            notes: about_corrected(&self.saved, &checked.corrected),
        };
        Report::new(about, plan, checked.into(), shown)
    }

    /// Returns how the inputs are decided.
    fn laziness(&self) -> Laziness {
        match self.command.terms {
            Some(_) => Laziness::Never,
            None if self.property.chooses() => Laziness::Choices,
            None => Laziness::Always,
        }
    }

    fn example(&self, plan: &Plan, found: &Found, shown: &Counterexample) -> Example {
        let program = self.checks.program();
        let is_false = || {
            let place = program.sources.place(self.property.body.span);
            let fault = format!("is false: {place}");
            Example { message: "false".to_owned(), place: Some(place), fault, ..Example::default() }
        };
        let failed = match (&found.failure.cause, &shown.fault) {
            // The input was not run in this process, so its place in the program is unknown; or no
            // single run tells it.
            (Cause::Died(_) | Cause::Hung(_) | Cause::NotDeterministic(_), _) => {
                let how = found.failure.to_string();
                Example { message: how.clone(), fault: how, ..Example::default() }
            }
            (_, Some(fault)) => fault.example(program),
            (_, None) => is_false(),
        };
        let mut example = Example { inputs: shown.inputs.clone(), ..failed };
        if self.command.explain {
            explain::write(&mut example.explained, &shown.steps);
            example.steps = Some(explain::steps(&shown.steps));
        }
        if let Some(kept) = &self.kept {
            let (file, name) = (self.path.display(), &self.property.name);
            let alone = if matches!(found.failure.cause, Cause::Died(_)) { " --isolate" } else { "" };
            example.derivation = Some(kept.token(&found.input));
            kept.keep(plan, found, &mut example);
            let replay = kept.replay(found, &example);
            example.replay = Some(format!("{replay} everycase check {file} -p {name}{alone}"));
        }
        example
    }
}

/// Returns what the report of a property is about.
pub(super) fn about(checks: &Checks, property: &Property, module: &str) -> About {
    let sources = &checks.program().sources;
    let file = sources.get(property.span.file).name.to_string();
    let (line, _) = sources.line_and_column(property.span);
    About { name: property.name.to_string(), module: module.to_owned(), file, line }
}
