//! The sequential test, held against exact probabilities and against simulated runs.

use everycase_kernel::{Random, Rng, SeedableRng};

use super::DemandVerdict::{Missed, Reached, Undecided};
use super::*;

/// Demanded shares, in percent.
const REQUIRED: [f64; 9] = [0.01, 0.5, 5.0, 20.0, 50.0, 80.0, 95.0, 99.5, 99.99];

/// The probability of an error that the test promises, with what rounding adds.
const ERROR: f64 = 1.001e-9;

/// Returns the probability of a verdict after some number of inputs, from `first` inputs on. Input
/// `i` belongs with the probability `shares[i]`. It is computed exactly, over all counts.
fn probability(wrong: DemandVerdict, required: f64, shares: &[f64], first: usize) -> f64 {
    let (mut counts, mut sum) = (vec![1.0], 0.0);
    for (of, share) in (1..).zip(shares) {
        let mut next = vec![0.0; of + 1];
        for (count, own) in counts.iter().enumerate() {
            next[count] += own * (1.0 - share);
            next[count + 1] += own * share;
        }
        counts = next;
        if of < first {
            continue;
        }
        // The counts with this verdict are the smallest ones, or the largest ones.
        let mut of_verdict = |count: usize| {
            let own = counts[count];
            if own == 0.0 {
                return true;
            }
            let has = DemandVerdict::of(count as u64, of as u64, required, false) == wrong;
            if has {
                sum += own;
                counts[count] = 0.0;
            }
            has
        };
        match wrong {
            Missed => (0..=of).take_while(|count| of_verdict(*count)).for_each(drop),
            _ => (0..=of).rev().take_while(|count| of_verdict(*count)).for_each(drop),
        }
    }
    sum
}

#[test]
fn a_wrong_verdict_at_any_length_has_a_probability_below_one_in_a_billion() {
    for required in REQUIRED {
        let shares = vec![required / 100.0; 1_200];
        for wrong in [Missed, Reached] {
            let error = probability(wrong, required, &shares, 1);
            assert!(error <= ERROR, "{required} %, {wrong:?}: {error:e}");
        }
    }
}

#[test]
fn inputs_of_a_search_add_no_doubt() {
    let length = 600;
    for required in REQUIRED {
        let share = required / 100.0;
        // A third of the inputs never belongs, or always belongs; the mean is the demanded share.
        let none = (share * 1.5 <= 1.0).then_some((0.0, share * 1.5));
        let all = (share * 1.5 >= 0.5).then_some((1.0, share * 1.5 - 0.5));
        for (searched, drawn) in none.into_iter().chain(all) {
            let mut shares = vec![searched; length / 3];
            shares.resize(length, drawn);
            for wrong in [Missed, Reached] {
                let error = probability(wrong, required, &shares, length);
                assert!(error <= ERROR, "{required} %, {searched}, {wrong:?}: {error:e}");
            }
        }
    }
}

#[test]
fn no_simulated_run_has_a_wrong_verdict_at_any_time() {
    let rng = &mut Random::seed_from_u64(7);
    let mut decided = 0;
    for required in REQUIRED {
        let odds = required / (100.0 - required);
        for factor in [0.0, 0.1, 0.5, 0.9, 0.999, 1.0, 1.001, 1.1, 2.0, 10.0] {
            let share = factor * odds / (1.0 + factor * odds);
            let belongs = |random: u64| ((random >> 11) as f64) < share * (1u64 << 53) as f64;
            for _ in 0..20 {
                let (mut count, mut asked) = (0, 1);
                for of in 1..=4_000 {
                    count += u64::from(belongs(rng.next_u64()));
                    if of < asked && of < 4_000 {
                        continue;
                    }
                    asked = of + of / 4 + 1;
                    let verdict = DemandVerdict::of(count, of, required, false);
                    let is_right = match verdict {
                        Missed => factor < 1.0,
                        Reached => factor >= 1.0,
                        Undecided => true,
                    };
                    assert!(is_right, "{count} of {of} with the share {share}: {verdict:?} {required} %");
                    decided += u64::from(of == 4_000 && verdict != Undecided);
                    // A clear miss or excess of a share in the middle is found out soon.
                    let is_clear = (20.0..=80.0).contains(&required) && !(0.2..=9.0).contains(&factor);
                    assert!(!is_clear || of < 600 || verdict != Undecided, "{count} of {of}: {required} %");
                }
            }
        }
    }
    // The others have a share that is close to the demanded one, or rare in 4,000 inputs.
    assert!(decided > 500, "{decided}");
}

#[test]
fn a_demand_is_missed_only_beyond_doubt() {
    let verdict = |count, of, required| DemandVerdict::of(count, of, required, false);
    assert_eq!(verdict(0, 10, 50.0), Undecided, "ten inputs prove nothing");
    assert_eq!([verdict(0, 350, 5.0), verdict(0, 430, 5.0)], [Undecided, Missed]);
    assert_eq!([verdict(100, 1_000, 20.0), verdict(190, 1_000, 20.0)], [Missed, Undecided]);
    assert_eq!([verdict(210, 1_000, 20.0), verdict(300, 1_000, 20.0)], [Undecided, Reached]);
    assert_eq!(verdict(0, 0, 20.0), Undecided);
    // One run in a hundred has such an input although the share is reached.
    assert_eq!(verdict(99, 100, 99.99), Undecided);
    // A share of all inputs is refuted by one of them, and never certain.
    assert_eq!([verdict(99, 100, 100.0), verdict(100, 100, 100.0)], [Missed, Undecided]);
    assert_eq!([verdict(0, 100, 0.0), verdict(0, 100, -3.0)], [Reached, Reached]);
    assert_eq!(verdict(1, 100_000, 1e-30), Reached);
}

#[test]
fn all_inputs_leave_no_doubt() {
    let verdict = |count, of, required| DemandVerdict::of(count, of, required, true);
    assert_eq!([verdict(49, 100, 50.0), verdict(50, 100, 50.0)], [Missed, Reached]);
    assert_eq!([verdict(99, 100, f64::NAN), verdict(100, 100, 250.0)], [Missed, Reached]);
    assert_eq!([verdict(332, 1_000, 33.3), verdict(333, 1_000, 33.3)], [Missed, Reached]);
    let many = u64::from(u32::MAX);
    assert_eq!(verdict(many - 1, many, 100.0), Missed);
}

#[test]
fn a_share_that_is_just_reached_is_not_missed() {
    for of in 1..2_000 {
        assert_eq!(DemandVerdict::of(of, of, 100.0, true), Reached, "{of} of {of}");
        for tenths in 0..=1_000u32 {
            let (required, hits) = (f64::from(tenths) / 10.0, u64::from(tenths) * of);
            if hits % 1_000 == 0 {
                assert_eq!(
                    DemandVerdict::of(hits / 1_000, of, required, true),
                    Reached,
                    "{required} % of {of}"
                );
                assert_ne!(
                    DemandVerdict::of(hits / 1_000, of, required, false),
                    Missed,
                    "{required} % of {of}"
                );
            }
        }
    }
}
