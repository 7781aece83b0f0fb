//! Claims of shrinking about the inputs next to the one that it shows, judged by running all of
//! them.

use std::hash::{DefaultHasher, Hash, Hasher};

use everycase_kernel::{Random, Rng, SeedableRng};

use super::hangs::death;
use super::*;

/// Returns what a random property says of an input. It fails in one way on about half of the
/// inputs, and in others, does not return or meets a limit on some.
fn says(seed: u64, input: &Derivation) -> Verdict {
    let mut hasher = DefaultHasher::new();
    (seed, input.words()).hash(&mut hasher);
    let failed = |cause| Verdict::Failed(Box::new(Failure::of(cause)));
    match hasher.finish() % 24 {
        0..12 => fails(),
        12 => failed(Cause::Hung(Duration::from_secs(1))),
        13 => {
            let message = "it takes too long".to_owned();
            Verdict::Undecided(Box::new(ToolLimit { message, location: None, may_fail: false }))
        }
        14 => failed(Cause::Died("signal 6 (SIGABRT)".to_owned())),
        _ => Verdict::Passed,
    }
}

/// Returns a random list on which a random property fails.
fn failing(seed: u64) -> Derivation {
    let mut random = Random::seed_from_u64(seed);
    loop {
        let items = (0..2 + random.next_u64() % 6).flat_map(|_| [1, random.next_u64() % 32]);
        let input = lists().parse(&items.chain([0]).collect::<Vec<_>>()).unwrap();
        if says(seed, &input) == fails() {
            return input;
        }
    }
}

#[test]
fn no_simpler_input_next_to_a_failing_one_fails_in_this_way_whatever_hangs_or_is_undecided_there() {
    let plan = Settings { isolate: Some(true), ..settings() }.fill("property");
    // How often the claim is made, and how often it is not.
    let mut made = [0; 2];
    for seed in 0..300 {
        let subject = subject(move |input, _| says(seed, input));
        let death = Death { inputs: vec![failing(seed)], ..death(Stream::Draws, &[]) };
        let checked = take_over("property", &lists(), &subject, &plan, &death).unwrap();
        let further = checked.further.clone();
        let found = counterexample(checked);
        assert!(returned_false(&found), "{seed}: {found:?}");
        let beside: Vec<Verdict> =
            lists().smaller(&found.input).unwrap().map(|input| says(seed, &input)).collect();
        assert!(!beside.contains(&fails()), "{seed}: {found:?}");
        let is_unknown = |said: &Verdict| match said {
            Verdict::Undecided(_) => true,
            Verdict::Failed(failure) => failure.is_hang(),
            Verdict::Passed | Verdict::Discarded => false,
        };
        let is_claimed = !beside.iter().any(is_unknown);
        let minimal = if is_claimed { Minimal::Locally } else { Minimal::No };
        assert_eq!(found.minimal, minimal, "{seed}: {found:?}");
        made[usize::from(is_claimed)] += 1;
        // What hangs is a finding of its own, wherever it was met.
        for other in &further {
            assert!(other.failure.is_hang() && other.minimal == Minimal::No, "{seed}: {other:?}");
            assert_eq!(says(seed, &other.input), Verdict::Failed(Box::new(other.failure.clone())));
        }
        let hangs_beside = beside.iter().any(|said| matches!(said, Verdict::Failed(f) if f.is_hang()));
        assert!(!hangs_beside || further.len() == 1, "{seed}: {further:?}");
    }
    assert!(made.into_iter().all(|times| times > 30), "{made:?}");
}
