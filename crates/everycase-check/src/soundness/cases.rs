//! A space and a property of it, with what the property says of every small input; and the ways to check it.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use everycase_kernel::lazy::Partial;
use everycase_kernel::{Derivation, Derivations, Random, SeedableRng, values};

use super::claims;
use super::properties::{Predicate, View, Whole};
use super::spaces::{Space, below};
use crate::check::{Checked, check};
use crate::phase::Phase;
use crate::settings::Settings;
use crate::shard::Shard;
use crate::stats::Labels;
use crate::stop::Stop;
use crate::verdict::{Cause, Failure, LazySubject, Subject, Verdict};

/// Inputs are listed up to the size with which there are more than this number, ...
const INPUTS: usize = 1_500;
/// ... or this one.
const SIZE: u32 = 14;

/// What a property says of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Passed,
    Discarded,
    Failed,
}

/// A space and a property of it.
#[derive(Clone, Debug)]
pub(super) struct Property {
    pub(super) space: Space,
    premise: Predicate,
    conclusion: Predicate,
}

impl Property {
    fn random(rng: &mut Random) -> Property {
        let space = Space::random(rng, 3);
        let premise = match below(rng, 3) {
            0 => Predicate::Is(true),
            _ => Predicate::random(rng, &space, 2),
        };
        let mut conclusion = Predicate::random(rng, &space, 3);
        if below(rng, 3) == 0 {
            // One that holds, and looks.
            conclusion = Predicate::Either(
                Box::new(conclusion.clone()),
                Box::new(Predicate::Not(Box::new(conclusion))),
            );
        }
        Property { space, premise, conclusion }
    }

    fn says<V: View>(&self, view: &mut V, root: V::Pos) -> Said {
        if !self.premise.holds(view, root) {
            Said::Discarded
        } else if self.conclusion.holds(view, root) {
            Said::Passed
        } else {
            Said::Failed
        }
    }

    pub(super) fn says_of(&self, input: &Derivation) -> Said {
        self.says(&mut Whole::new(), input.root())
    }
}

/// A property to be checked in every mode.
pub(super) struct Case {
    pub(super) seed: u64,
    pub(super) property: Property,
    pub(super) lazily: bool,
    pub(super) derivations: Derivations,
    /// What the property says of every input of each size, by the naive enumeration.
    pub(super) known: Vec<Vec<(Vec<u64>, Said)>>,
}

/// How a case is checked.
#[derive(Clone, Debug)]
pub(super) struct Mode {
    pub(super) jobs: u64,
    pub(super) shard: Shard,
    pub(super) size: Option<u32>,
    pub(super) tests: Option<u64>,
    /// The time that the check may take; it may end in the middle of a phase.
    pub(super) time: Option<Duration>,
    /// Inputs after which the check is stopped.
    pub(super) stop_after: Option<u64>,
    /// The inputs that failed before.
    pub(super) saved: Vec<Derivation>,
}

impl Case {
    pub(super) fn random(seed: u64) -> Case {
        let rng = &mut Random::seed_from_u64(seed);
        let property = Property::random(rng);
        let shape = property.space.shape();
        let derivations = Derivations::new(shape.clone());
        let mut known = Vec::new();
        let mut inputs = 0;
        for size in 0..=SIZE {
            let said = |words: Vec<u64>| {
                let said = property.says_of(&derivations.parse(&words).unwrap());
                (words, said)
            };
            let of_size: Vec<_> = values::of_size(&shape, size).into_iter().map(said).collect();
            inputs += of_size.len();
            // A case without a size that is known could not be judged.
            if size > 0 && inputs > INPUTS {
                break;
            }
            known.push(of_size);
        }
        Case { seed, property, lazily: below(rng, 3) > 0, derivations, known }
    }

    /// The largest size of which all inputs are known.
    pub(super) fn top(&self) -> u32 {
        (self.known.len() as u32).saturating_sub(1)
    }

    /// What is known of a size and less.
    pub(super) fn up_to(&self, size: u32) -> impl Iterator<Item = &(Vec<u64>, Said)> {
        self.known.iter().take(size as usize + 1).flatten()
    }

    /// Checks the case in every mode, and gives the number of checks.
    pub(super) fn check(&self) -> u64 {
        let rng = &mut Random::seed_from_u64(self.seed ^ 0x6d6f_6465);
        let mut checks = 0;
        let mut run = |mode: &Mode| {
            checks += 1;
            let run = self.run(mode);
            claims::of_one(self, mode, &run);
            run
        };
        let tests = [10, 40, 200, 1_000, 4_000][below(rng, 5) as usize];
        let size = below(rng, u64::from(self.top()) + 1) as u32;
        let (size, tests) = match below(rng, 3) {
            0 => (Some(size), None),
            1 => (None, Some(tests)),
            _ => (Some(size), Some(tests)),
        };
        let whole = Mode {
            jobs: 1,
            shard: Shard::WHOLE,
            size,
            tests,
            time: None,
            stop_after: None,
            saved: Vec::new(),
        };
        let first = run(&whole);
        let several = Mode { jobs: 2 + below(rng, 2), ..whole.clone() };
        claims::of_threads(self, &several, &first, &run(&several));
        let of = 2 + below(rng, 2);
        let parts: Vec<(Mode, Run)> = (0..of)
            .map(|k| {
                let shard = Shard::new(k, of).unwrap();
                let mode = Mode { jobs: 1 + below(rng, 3), shard, ..whole.clone() };
                let run = run(&mode);
                (mode, run)
            })
            .collect();
        claims::of_parts(self, &whole, &first, &parts);
        let shard = if below(rng, 2) == 0 { Shard::WHOLE } else { Shard::new(below(rng, 2), 2).unwrap() };
        let stop_after = Some(below(rng, 60));
        run(&Mode { jobs: 1 + below(rng, 3), shard, stop_after, ..whole.clone() });
        let time = Some(Duration::from_micros(10 << below(rng, 9)));
        run(&Mode { jobs: 1 + below(rng, 3), shard, time, ..whole.clone() });
        let saved = (0..=below(rng, 3)).filter_map(|_| self.any_input(rng)).collect();
        run(&Mode { jobs: 1 + below(rng, 2), saved, ..whole });
        checks
    }

    fn any_input(&self, rng: &mut Random) -> Option<Derivation> {
        let of_size = &self.known[below(rng, self.known.len() as u64) as usize];
        let place = below(rng, (of_size.len() as u64).max(1));
        Some(self.derivations.parse(&of_size.get(place as usize)?.0).unwrap())
    }

    fn run(&self, mode: &Mode) -> Run {
        let settings = Settings {
            jobs: Some(mode.jobs),
            shard: Some(mode.shard),
            size: mode.size,
            tests: mode.tests,
            // Without a number of tests a run would have a second.
            time: mode.time.or(mode.tests.is_none().then_some(Duration::from_hours(1))),
            seed: Some(self.seed),
            ..Settings::default()
        };
        let plan = settings.fill("soundness");
        let probe = Arc::new(Probe {
            property: self.property.clone(),
            lazily: self.lazily,
            stop: (plan.stop.clone(), mode.stop_after.unwrap_or(u64::MAX)),
            log: Mutex::default(),
        });
        let subject: Arc<dyn Subject> = Arc::clone(&probe) as _;
        let checked = check("soundness", &self.derivations, &subject, &plan, &mode.saved);
        let checked = checked.unwrap_or_else(|error| panic!("case {}: {mode:?}: {error}", self.seed));
        let log = std::mem::take(&mut *probe.log.lock().unwrap());
        Run { checked, log }
    }
}

/// What came of a check, and what the property was asked.
pub(super) struct Run {
    pub(super) checked: Checked,
    pub(super) log: Log,
}

/// What a property was asked.
#[derive(Default)]
pub(super) struct Log {
    phase: Option<Phase>,
    pub(super) calls: Vec<Call>,
}

/// One run of a property.
pub(super) struct Call {
    pub(super) phase: Phase,
    /// Of an input that was decided as it was looked at: which search or which draws it belongs to.
    pub(super) search: Option<NonZeroU64>,
    pub(super) is_drawn: bool,
    /// The input, or the smallest that looks the same, if there is one.
    pub(super) words: Option<Vec<u64>>,
    pub(super) said: Said,
}

impl Run {
    /// Inputs that were asked for, saved ones apart: of those that look the same the smallest.
    pub(super) fn inputs(&self) -> BTreeSet<&Vec<u64>> {
        let calls = self.log.calls.iter().filter(|call| call.phase != Phase::Replay);
        calls.filter_map(|call| call.words.as_ref()).collect()
    }

    /// How many classes each search has run, and how many draws were made, runs that were made twice counted once.
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
        // The first of each 1,024 runs is made twice, so there are fewer runs than calls.
        let runs = |(classes, calls): &(BTreeSet<&Vec<u64>>, u64)| match classes.len() as u64 {
            0 => calls - calls.div_ceil(1_025),
            classes => classes,
        };
        searches.values().map(runs).sum()
    }
}

/// A property that notes what it is asked.
struct Probe {
    property: Property,
    lazily: bool,
    stop: (Stop, u64),
    log: Mutex<Log>,
}

impl Probe {
    fn note(
        &self,
        search: Option<NonZeroU64>,
        is_drawn: bool,
        words: Option<Vec<u64>>,
        said: Said,
    ) -> Verdict {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        let phase = log.phase.unwrap_or(Phase::Replay);
        log.calls.push(Call { phase, search, is_drawn, words, said });
        if log.calls.len() as u64 > self.stop.1 {
            self.stop.0.stop();
        }
        match said {
            Said::Passed => Verdict::Passed,
            Said::Discarded => Verdict::Discarded,
            Said::Failed => Verdict::Failed(Box::new(Failure::of(Cause::Returned("false".to_owned())))),
        }
    }
}

impl Subject for Probe {
    fn run(&self, input: &Derivation, _: &mut Labels) -> Verdict {
        let said = if self.lazily {
            let mut run = Partial::new();
            run.begin_following(input);
            let root = run.root();
            self.property.says(&mut run, root)
        } else {
            self.property.says_of(input)
        };
        self.note(None, false, Some(input.words()), said)
    }

    fn enter(&self, phase: Phase) {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).phase = Some(phase);
    }

    fn lazily(&self) -> Option<&dyn LazySubject> {
        self.lazily.then_some(self)
    }
}

impl LazySubject for Probe {
    fn run_lazily(&self, input: &mut Partial, _: &mut Labels) -> Verdict {
        let root = input.root();
        let said = self.property.says(input, root);
        let is_drawn = input.is_drawn();
        // In a search the smallest of the class; a draw is known only as far as it was looked at.
        let words = input.derivation(root).map(|input| input.words());
        self.note(NonZeroU64::new(u64::from(input.id())), is_drawn, words, said)
    }
}
