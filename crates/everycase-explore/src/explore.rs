//! An exploration: runs test expressions, the smallest first, and keeps the smallest one of each
//! error.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use everycase_check::check::{CheckError, CheckResult, FailureGroup, Minimal, collect_beyond};
use everycase_check::run::verdict::{Group, Subject};
use everycase_check::settings::Plan;
use everycase_kernel::{Derivations, Until};

use crate::expression::Expression;
use crate::fault::{Fault, Identity};
use crate::grammar::Grammar;
use crate::progress::{AnnouncedLibrary, CountingSubject, Progress, Receiver};
use crate::strategy::Strategy;
use crate::subject::{SourceCoverage, TestLibrary};
use crate::trace::{Lines, TracedLibrary};

/// The result of an exploration.
#[derive(Debug)]
pub struct Exploration {
    /// The errors, the most surprising first, each with its smallest expression.
    pub findings: Vec<Finding>,
    /// Expressions that were given up, although they end when they have more steps and memory.
    /// There may be others.
    pub slow: Vec<Unclear>,
    /// Expressions that failed once and not again.
    pub unsteady: Vec<Unclear>,
    /// What was run: once for all functions, or once for each.
    pub runs: Vec<ExplorationRun>,
    /// Whether an expression may have been run, and counted, several times: at several instances of
    /// the functions it calls.
    pub repeats: bool,
    /// How much of the library's source was evaluated, if that is known.
    pub covered: Option<SourceCoverage>,
}

/// The tests of some functions.
#[derive(Debug)]
pub struct ExplorationRun {
    /// The functions, by their indices.
    pub functions: Vec<u32>,
    /// What was run.
    pub checked: CheckResult,
    /// Whether expressions of the sizes that were run completely may be left out because types that
    /// they need are not tried.
    pub leaves_out: bool,
}

/// An expression that failed, without an error to report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unclear {
    /// The expression; parts that were not evaluated are open.
    pub expression: String,
    /// The size of the expression.
    pub size: u32,
    /// What identifies its failure.
    pub group: Group,
}

/// An error and the smallest expression that ends with it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The error.
    pub fault: Fault,
    /// The function that the expression tests, by its index, if it is known.
    pub function: Option<u32>,
    /// The expression; parts that were not evaluated are open.
    pub expression: String,
    /// The expression with the smallest values for open parts.
    pub complete: String,
    /// The size of the expression.
    pub size: u32,
    /// How far the expression is minimal.
    pub minimal: Minimal,
    /// The number of runs that ended with this error; runs of different sizes count each time.
    /// `None` if parts of the exploration have counted some runs more than once.
    pub count: Option<u64>,
    /// What identifies the error among the errors of the exploration.
    pub group: Group,
}

/// How a library is explored.
pub struct Options {
    /// The number of errors that ends the exploration. Expressions that were given up or failed
    /// once count as errors.
    pub limit: NonZeroUsize,
    /// The order of the expressions.
    pub strategy: Strategy,
    /// Whether expressions take constructors apart, to find arguments in results and errors behind
    /// lazy fields.
    pub selects: bool,
    /// Receives the lines of a [trace](crate::trace), if one is wanted.
    pub trace: Option<Lines>,
    /// How far the exploration is.
    pub progress: Arc<Progress>,
    /// Receives errors when they are found.
    pub announces: Option<Receiver>,
}

/// By size, without a trace, and without a limit on errors.
impl Default for Options {
    fn default() -> Self {
        Self {
            limit: NonZeroUsize::MAX,
            strategy: Strategy::default(),
            selects: true,
            trace: None,
            progress: Arc::default(),
            announces: None,
        }
    }
}

/// Tests functions of a library, given by their indices, as planned.
///
/// Two errors are the same if they have the same kind and place. Without a time limit the result
/// does not depend on the number of threads, and the parts of an exploration together find what the
/// whole finds.
///
/// # Errors
/// If the expressions cannot be counted, or a test is not deterministic.
pub fn explore<T: TestLibrary>(
    library: &Arc<T>,
    functions: &[u32],
    plan: &Plan,
    options: Options,
) -> Result<Exploration, CheckError> {
    let Options { limit, strategy, selects, trace, progress, announces } = options;
    library.begin();
    let subject: Arc<dyn Subject> = match trace {
        Some(lines) => Arc::new(TracedLibrary::new(Arc::clone(library), lines)),
        None => Arc::clone(library) as _,
    };
    let subject = match announces {
        Some(receiver) => {
            let (library, known) = (Arc::clone(library), Mutex::default());
            Arc::new(AnnouncedLibrary { library, subject, receiver, known })
        }
        None => subject,
    };
    let subject: Arc<dyn Subject> = Arc::new(CountingSubject { subject, progress });
    let grammar = Grammar::with(Arc::clone(library), selects);
    let mut groups: BTreeMap<Group, FailureGroup> = BTreeMap::new();
    let mut runs = Vec::new();
    let (start, shares) = (Instant::now(), strategy.shares(functions));
    let planned = shares.len();
    for functions in shares {
        let plan = strategy.plan(plan, start, planned, planned - runs.len());
        let tests = Derivations::new(grammar.tests(functions.iter().copied()));
        let known: BTreeSet<Group> = groups.keys().cloned().collect();
        // The loop ends before none is left.
        let left = NonZeroUsize::new(limit.get() - known.len()).unwrap_or(NonZeroUsize::MIN);
        let collected = collect_beyond("explore", &tests, &subject, &plan, known, left)?;
        for group in collected.groups {
            match groups.entry(group.group.clone()) {
                Entry::Vacant(entry) => _ = entry.insert(group),
                Entry::Occupied(mut entry) => {
                    let known = entry.get_mut();
                    let count = known.count + group.count;
                    if group.counterexample.size() < known.counterexample.input.size() {
                        *known = group;
                    }
                    known.count = count;
                }
            }
        }
        let mut run = ExplorationRun { functions, checked: collected.checked, leaves_out: false };
        if grammar.leaves_out() {
            // Its sizes end where types are not tried.
            run.checked.coverage.largest = None;
            // Of a search whose classes are all that there are, none depends on what only larger
            // sizes leave out.
            if leaves_out(library, selects, &run) {
                run.leaves_out = true;
                run.checked.coverage.is_open = true;
            }
        }
        runs.push(run);
        if plan.stop.is_wanted() || groups.len() >= limit.get() {
            break;
        }
    }
    let mut found = Exploration {
        findings: Vec::new(),
        slow: Vec::new(),
        unsteady: Vec::new(),
        runs,
        repeats: grammar.repeats(),
        covered: None,
    };
    for group in groups.into_values() {
        found.add(&**library, group);
    }
    let are_all_run = found.runs.len() == planned;
    found.compare_sizes(are_all_run);
    found.covered = library.covered();
    found.findings.sort_by(|a, b| a.rank().cmp(&b.rank()));
    Ok(found)
}

impl Exploration {
    fn add<T: TestLibrary>(&mut self, library: &T, found: FailureGroup) {
        let FailureGroup { counterexample, count, group } = found;
        let input = &counterexample.input;
        let seen = counterexample.failure.seen.as_deref();
        let seen = seen.map_or(input.root(), everycase_kernel::lazy::Reading::at);
        let seen = Expression::failed(library, seen, input.root());
        let expression = library.text(&seen);
        let (size, minimal) = (input.size(), counterexample.minimal);
        if let Some(fault) = library.fault(input) {
            let (function, complete, count) = (seen.tested(), library.complete(input), Some(count));
            let found = Finding { fault, function, expression, complete, size, minimal, count, group };
            self.findings.push(found);
        } else {
            let is_slow = counterexample.failure.is_limit();
            let unclear = if is_slow { &mut self.slow } else { &mut self.unsteady };
            unclear.push(Unclear { expression, size, group });
        }
    }

    /// States which expressions are the smallest: expressions for which all functions were tested
    /// with all smaller expressions. The run that found one says nothing about expressions of other
    /// functions, a part of a divided run has not seen all, and expressions that are left out may
    /// be smaller.
    fn compare_sizes(&mut self, are_all_run: bool) {
        let has_all_below = |run: &ExplorationRun, size| {
            let coverage = &run.checked.coverage;
            !coverage.is_divided() && !run.leaves_out && coverage.has_verdicts_below(size)
        };
        let is_one = are_all_run && self.runs.len() == 1 && !self.runs[0].leaves_out;
        for finding in &mut self.findings {
            if are_all_run && self.runs.iter().all(|run| has_all_below(run, finding.size)) {
                finding.minimal = Minimal::Size;
            } else if finding.minimal == Minimal::Size && !is_one {
                finding.minimal = Minimal::No;
            }
        }
    }
}

/// The time in which expressions are counted again.
const COUNTED: Duration = Duration::from_secs(1);

/// Returns whether the sizes that a run has covered completely lack expressions of types that are
/// not tried, if some expressions are left out; also if that is not known in time. The grammar has
/// been expanded further, if only to see whether sizes end. So these sizes are counted again, by a
/// grammar that has expanded nothing else.
fn leaves_out<T: TestLibrary>(library: &Arc<T>, selects: bool, run: &ExplorationRun) -> bool {
    let Some(all) = run.checked.coverage.exhausted() else { return false };
    let grammar = Grammar::with(Arc::clone(library), selects);
    let tests = Derivations::new(grammar.tests(run.functions.iter().copied()));
    let counted =
        tests.until(Until::new(Some(Instant::now() + COUNTED), Arc::default())).count_up_to(all.through);
    counted.is_err() || grammar.leaves_out()
}

/// Returns the findings that are not among accepted errors, and those that are. Accepted errors are
/// given as the number of those with the same identity.
pub fn split<'f>(
    findings: &'f [Finding],
    accepted: &BTreeMap<Identity, u64>,
) -> (Vec<&'f Finding>, Vec<&'f Finding>) {
    let mut left = accepted.clone();
    findings.iter().partition(|finding| match left.get_mut(&finding.fault.identity()) {
        Some(left) if *left > 0 => {
            *left -= 1;
            false
        }
        _ => true,
    })
}

impl Finding {
    /// Returns what findings are ordered by: how surprising they are, then the size of their
    /// expressions.
    pub(crate) fn rank(&self) -> impl Ord + '_ {
        (self.fault.kind, self.size, &self.fault.place, &self.expression)
    }
}
