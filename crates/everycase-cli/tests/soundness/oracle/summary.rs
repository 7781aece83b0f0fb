//! Many cases of an oracle, of which each is judged by itself.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::claims::Wrong;

/// What the checks of a property have shown.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) wrong: Vec<Wrong>,
    /// How it was checked.
    pub(crate) mode: String,
    /// Is there a failure, as far as is known, and was one found?
    pub(crate) fails: bool,
    pub(crate) is_found: bool,
}

/// What was checked.
#[derive(Debug, Default)]
struct Summary {
    properties: u64,
    /// Properties that fail on some known input, and how many of them were found to.
    failing: u64,
    found: u64,
    /// Properties with a wrong claim, and the claims by their kind.
    wrong: u64,
    kinds: BTreeMap<&'static str, u64>,
}

impl Summary {
    fn add(&mut self, outcome: &Outcome) {
        self.properties += 1;
        self.failing += u64::from(outcome.fails);
        self.found += u64::from(outcome.fails && outcome.is_found);
        self.wrong += u64::from(!outcome.wrong.is_empty());
        for wrong in &outcome.wrong {
            *self.kinds.entry(wrong.kind).or_default() += 1;
        }
    }
}

/// How many properties are checked by default, and for how many milliseconds each.
const PROPERTIES: u64 = 60;
const TIME: u64 = 100;

/// Which properties are checked, as the environment says.
pub(crate) struct Cases {
    first: u64,
    count: u64,
    /// The time of each check; without it the default of a second.
    pub(crate) time: Option<Duration>,
    /// How many inputs brute force tries.
    pub(crate) inputs: usize,
    /// After how many properties with a wrong claim this ends.
    most: u64,
}

impl Cases {
    /// A few properties with little time, or `EVERYCASE_DEFAULT_RUNS` of them with the default budget.
    pub(crate) fn from_env() -> Self {
        let setting = |name, default| {
            std::env::var(name).map_or(default, |text| text.parse::<u64>().expect("it is a number"))
        };
        let asked = setting("EVERYCASE_DEFAULT_RUNS", 0);
        let is_short = asked == 0;
        let time = setting("EVERYCASE_DEFAULT_RUNS_MS", if is_short { TIME } else { 0 });
        Self {
            first: setting("EVERYCASE_SOUNDNESS_SEED", 1),
            count: if is_short { PROPERTIES } else { asked },
            time: (time > 0).then_some(Duration::from_millis(time)),
            inputs: if is_short { 3_000 } else { 20_000 },
            most: setting("EVERYCASE_SOUNDNESS_WRONG", 1),
        }
    }

    /// The command line of a case.
    fn again(&self, seed: u64) -> String {
        let time = self.time.map_or(0, |time| time.as_millis());
        format!("EVERYCASE_SOUNDNESS_SEED={seed} EVERYCASE_DEFAULT_RUNS=1 EVERYCASE_DEFAULT_RUNS_MS={time}")
    }
}

/// Judges the property of each seed, and prints the ones with a wrong claim.
///
/// # Panics
/// If a claim is wrong.
pub(crate) fn judge_all(cases: &Cases, judge: impl Fn(u64) -> (String, Outcome)) {
    let mut summary = Summary::default();
    let start = Instant::now();
    for seed in cases.first..cases.first + cases.count {
        let (property, outcome) = judge(seed);
        summary.add(&outcome);
        if outcome.wrong.is_empty() {
            continue;
        }
        eprintln!("\n{} runs it again, mode `{}`\n{property}", cases.again(seed), outcome.mode);
        outcome.wrong.iter().for_each(|wrong| eprintln!("  wrong: {}: {}", wrong.kind, wrong.detail));
        if summary.wrong >= cases.most {
            break;
        }
    }
    eprintln!("{summary:?} in {:?}", start.elapsed());
    assert_eq!(summary.wrong, 0, "some claims are wrong");
}
