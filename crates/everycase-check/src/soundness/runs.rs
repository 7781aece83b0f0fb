//! One check of a case: its mode, and the calls of the property.

use std::collections::{BTreeMap, BTreeSet};
use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use everycase_kernel::Derivation;
use everycase_kernel::lazy;

use super::cases::{Case, Property, Said};
use super::properties::{View, Whole};
use crate::check::{CheckResult, FailureCollection, FailureGroup, collect};
use crate::claims::stats::Labels;
use crate::claims::stream::Stream;
use crate::control::stop::Stop;
use crate::run::verdict::{Cause, Event, Failure, Profile, Subject, ToolLimit, Verdict};
use crate::settings::shard::Shard;
use crate::settings::{Plan, Settings};

/// The mode in which a case is checked.
#[derive(Clone, Debug)]
pub(super) struct Mode {
    pub(super) jobs: u64,
    pub(super) shard: Shard,
    pub(super) size: Option<u32>,
    pub(super) tests: Option<u64>,
    /// The time of the check; it may end in the middle of a stream.
    pub(super) time: Option<Duration>,
    /// The number of inputs after which the check is interrupted.
    pub(super) stop_after: Option<u64>,
    /// The saved failures.
    pub(super) saved: Vec<Derivation>,
    /// The number of groups that end the check, if it continues after a failure.
    pub(super) limit: Option<usize>,
    /// Does the property meet limits on some inputs?
    pub(super) limits: bool,
}

impl Case {
    pub(super) fn run(&self, mode: &Mode) -> Run {
        let settings = Settings {
            jobs: Some(mode.jobs),
            shard: Some(mode.shard),
            size: mode.size,
            tests: mode.tests,
            // Without a number of tests a run would be limited to a second.
            time: mode.time.or(mode.tests.is_none().then_some(Duration::from_secs(60 * 60))),
            seed: Some(self.seed),
            ..Settings::default()
        };
        let mut plan = settings.fill("soundness");
        plan.budget.structures = !self.seed.is_multiple_of(4);
        if mode.tests.is_some() && self.seed.is_multiple_of(3) {
            // As in continuous integration.
            plan.budget.at_most = plan.budget.time.take();
        }
        let probe = Arc::new(Probe {
            property: self.property.clone(),
            lazily: self.lazily,
            has_causes: mode.limit.is_some(),
            has_limits: mode.limits,
            stop: (plan.stop.clone(), mode.stop_after.unwrap_or(u64::MAX)),
            log: Mutex::default(),
        });
        let subject: Arc<dyn Subject> = Arc::clone(&probe) as _;
        let limit = mode.limit.and_then(NonZeroUsize::new).unwrap_or(NonZeroUsize::MIN);
        let collected = collect("soundness", &self.derivations, &subject, &plan, &mode.saved, limit);
        let collected = collected.unwrap_or_else(|error| panic!("case {}: {mode:?}: {error}", self.seed));
        let FailureCollection { checked, groups, limit } = collected;
        let log = std::mem::take(&mut *probe.log.lock().unwrap());
        Run { checked, groups, limit, plan, log }
    }
}

/// The result of a check, with the calls of the property.
pub(super) struct Run {
    pub(super) checked: CheckResult,
    pub(super) groups: Vec<FailureGroup>,
    pub(super) limit: NonZeroUsize,
    pub(super) plan: Plan,
    pub(super) log: Log,
}

/// The calls of a property.
#[derive(Default)]
pub(super) struct Log {
    stream: Option<Stream>,
    pub(super) calls: Vec<Call>,
}

/// One run of a property.
pub(super) struct Call {
    pub(super) stream: Stream,
    /// For an input decided on demand, the search or the draws it belongs to.
    pub(super) search: Option<NonZeroU64>,
    pub(super) is_drawn: bool,
    /// The input, or the smallest one of its equivalence class, if there is one.
    pub(super) words: Option<Vec<u64>>,
    pub(super) said: Said,
}

impl Run {
    /// Returns the inputs that were run, without saved ones; the smallest of each equivalence
    /// class.
    pub(super) fn inputs(&self) -> BTreeSet<&Vec<u64>> {
        let calls = self.log.calls.iter().filter(|call| call.stream != Stream::Replay);
        calls.filter_map(|call| call.words.as_ref()).collect()
    }

    /// Returns the number of classes that each search has run, plus the number of draws. Runs that
    /// were repeated count once.
    pub(super) fn classes(&self) -> u64 {
        let mut searches: BTreeMap<NonZeroU64, (BTreeSet<&Vec<u64>>, u64)> = BTreeMap::new();
        for call in &self.log.calls {
            if let Some(search) = call.search {
                let (classes, calls) = searches.entry(search).or_default();
                *calls += 1;
                if !call.is_drawn {
                    classes.extend(&call.words);
                }
            }
        }
        // The first of every 1,024 runs is repeated, so there are fewer runs than calls.
        let runs = |(classes, calls): &(BTreeSet<&Vec<u64>>, u64)| match classes.len() as u64 {
            0 => calls - calls.div_ceil(1_025),
            classes => classes,
        };
        searches.values().map(runs).sum()
    }
}

/// A property that records its calls.
struct Probe {
    property: Property,
    lazily: bool,
    /// Whether failures have different causes.
    has_causes: bool,
    has_limits: bool,
    stop: (Stop, u64),
    log: Mutex<Log>,
}

impl Probe {
    /// Returns the verdict of the property, and the cause of a failure.
    fn says<V: View>(&self, view: &mut V, root: V::Pos) -> (Said, Option<Cause>) {
        let said = if self.has_limits && self.property.meets_limit(view, root) {
            Said::Limited
        } else {
            self.property.says(view, root)
        };
        let has_cause = self.has_causes && said == Said::Failed;
        (said, has_cause.then(|| self.property.cause(view, root)))
    }

    fn note(
        &self,
        search: Option<NonZeroU64>,
        is_drawn: bool,
        words: Option<Vec<u64>>,
        (said, cause): (Said, Option<Cause>),
    ) -> Verdict {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        let stream = log.stream.unwrap_or(Stream::Replay);
        log.calls.push(Call { stream, search, is_drawn, words, said });
        if log.calls.len() as u64 > self.stop.1 {
            self.stop.0.stop();
        }
        match said {
            Said::Passed => Verdict::Passed,
            Said::Discarded => Verdict::Discarded,
            Said::Limited => Verdict::Undecided(Box::new(ToolLimit {
                message: "too long".to_owned(),
                location: None,
                may_fail: true,
            })),
            Said::Failed => {
                let cause = cause.unwrap_or_else(|| Cause::Returned("false".to_owned()));
                Verdict::Failed(Box::new(Failure::of(cause)))
            }
        }
    }
}

impl Subject for Probe {
    fn run(&self, input: &mut lazy::Run, _: &mut Labels) -> Verdict {
        let root = input.root();
        let whole = if self.lazily { None } else { input.whole() };
        let said = match whole {
            Some(whole) => self.says(&mut Whole::new(), whole.root()),
            None => self.says(input, root),
        };
        let is_drawn = input.is_drawn();
        // In a search the smallest input of the class; of a draw, only the demanded parts are
        // known.
        let words = input.derivation(root).map(|input| input.words());
        let search = if input.is_replay() { None } else { NonZeroU64::new(u64::from(input.id())) };
        self.note(search, is_drawn, words, said)
    }

    fn profile(&self) -> Profile {
        if self.lazily { Profile::parts() } else { Profile::default() }
    }

    fn notice(&self, event: Event) {
        if let Event::Stream(stream) = event {
            self.log.lock().unwrap_or_else(PoisonError::into_inner).stream = Some(stream);
        }
    }
}
