//! Many cases of an oracle, of which each is judged by itself.

use std::collections::BTreeMap;
use std::time::Instant;

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

/// Judges the property of each seed, prints the ones with a wrong claim, and ends after `most` of these.
///
/// # Panics
/// If a claim is wrong.
pub(crate) fn judge_all(seeds: std::ops::Range<u64>, most: u64, judge: impl Fn(u64) -> (String, Outcome)) {
    let mut summary = Summary::default();
    let start = Instant::now();
    for seed in seeds {
        let (property, outcome) = judge(seed);
        summary.add(&outcome);
        if outcome.wrong.is_empty() {
            continue;
        }
        eprintln!(
            "\nEVERYCASE_SOUNDNESS_SEED={seed} EVERYCASE_DEFAULT_RUNS=1, mode `{}`\n{property}",
            outcome.mode
        );
        outcome.wrong.iter().for_each(|wrong| eprintln!("  wrong: {}: {}", wrong.kind, wrong.detail));
        if summary.wrong >= most {
            break;
        }
    }
    eprintln!("{summary:?} in {:?}", start.elapsed());
    assert_eq!(summary.wrong, 0, "some claims are wrong");
}
