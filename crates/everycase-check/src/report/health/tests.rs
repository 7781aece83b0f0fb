//! The notes about the health of a run: each as soon as it holds, and not just before.

use std::num::NonZeroUsize;
use std::time::Duration;

use super::super::{About, CoverageReport, Detail, Laziness, Outcome, Report, Run};
use super::Health;
use crate::check::Ending;
use crate::claims::stream::Stream;
use crate::claims::{self, Claim, Coverage, Extent, SizeDraws, Tally};
use crate::records::Record;
use crate::settings::budget::Budget;
use crate::settings::seed::Seed;
use crate::settings::shard::Shard;

fn covered(coverage: Coverage, laziness: Laziness) -> CoverageReport {
    CoverageReport {
        coverage,
        time: Duration::from_secs(1),
        ended: Ending::Tests,
        has_inputs: true,
        laziness: Some(laziness),
        parts: 1,
        counted_as: Vec::new(),
        undecided: None,
    }
}

fn report(covered: CoverageReport) -> Report {
    Report {
        about: About { name: "p".to_owned(), ..About::default() },
        run: Some(Run {
            seed: Seed(1),
            budget: Budget::new(Some(Duration::from_secs(1)), None, None, Duration::ZERO),
            fingerprint: None,
            is_replay: false,
            limit: NonZeroUsize::MIN,
        }),
        outcome: Outcome::Passed,
        why: Vec::new(),
        covered: Some(covered),
        findings: Vec::new(),
        notes: Vec::new(),
    }
}

fn health(coverage: Coverage, laziness: Laziness) -> Vec<Health> {
    report(covered(coverage, laziness)).health()
}

fn plain(inputs: u64, discarded: u64) -> Coverage {
    Coverage::none(Shard::WHOLE).with([Claim::of_size(9, Tally::of(inputs, discarded), inputs.into())])
}

fn searched(inputs: u64, runs: u64, discarded: u64) -> Coverage {
    search(inputs, Tally::of(runs, discarded), false)
}

fn search(inputs: u64, tally: Tally, of_any_size: bool) -> Coverage {
    let extent = Extent::UpTo { of: inputs.into(), is_finished: true, of_any_size };
    let claim = Claim { stream: Stream::Search, size: 9, tally, extent };
    Coverage { lazily: true, ..Coverage::none(Shard::WHOLE) }.with([claim])
}

fn samples(samples: &[(u32, u64, u64)]) -> Vec<Claim> {
    let claim = |&(size, ran, discarded)| Claim::drawn(Stream::Draws, size, Tally::of(ran, discarded));
    samples.iter().map(claim).collect()
}

/// Returns the text, whose lines are not longer than allowed.
fn text(report: &Report, detail: Detail) -> String {
    let text = report.text(detail);
    assert!(text.lines().all(|line| line.chars().count() <= super::super::WIDTH), "{text}");
    text
}

#[test]
fn more_than_90_percent_of_discarded_inputs_are_noted_and_just_90_are_not() {
    for of in 1..400 {
        for discarded in 0..of {
            let noted = !health(plain(of, discarded), Laziness::Possible).is_empty();
            assert_eq!(noted, discarded * 10 > of * 9, "{discarded} of {of}");
        }
    }
}

#[test]
fn discarded_inputs_are_told_with_their_number_and_what_to_do() {
    let discards = report(covered(plain(1_000, 972), Laziness::Possible));
    let expected = "
  warning: 97.2% of the inputs were discarded (972 of 1,000): take a `Lazy` parameter and test the
    assumption on it, or draw from a space or a generator of inputs that meet it";
    for detail in [Detail::Brief, Detail::Full] {
        let text = text(&discards, detail);
        assert!(text.ends_with(expected), "{text}");
    }
    let mut all = plain(256, 255);
    all.largest = Some(9);
    let text = text(&report(covered(all, Laziness::Possible)), Detail::Brief);
    assert!(
        text.contains("(255 of 256): there are no other inputs: is the\n    assumption too strict?"),
        "{text}"
    );
}

#[test]
fn of_inputs_decided_on_demand_the_runs_of_the_search_and_the_draws_count() {
    let runs = |discarded: u64| {
        let drawn =
            SizeDraws { size: 10, uniform: 8, backtracking: 0, runs: 100, ended: claims::DrawEnding::No };
        let structures = Claim::drawn(Stream::Structures, 9, Tally::of(500, 500));
        searched(1_000_000, 900, discarded - 92).with([structures, drawn.claim(Tally::of(100, 92))])
    };
    assert_eq!(health(runs(900), Laziness::Always), []);
    let noted = report(covered(runs(901), Laziness::Always));
    let text = text(&noted, Detail::Brief);
    assert!(
        text.contains("warning: 90.1% of the runs on undecided inputs were discarded (901 of 1,000): test ")
    );
}

#[test]
fn a_search_that_discards_much_but_leaves_a_hundred_is_noted_in_full_only() {
    let noted = |discarded| {
        let report = report(covered(searched(1_000_000, 10_000, discarded), Laziness::Always));
        [Detail::Brief, Detail::Full].map(|detail| text(&report, detail).contains("warning: "))
    };
    assert_eq!(noted(9_000), [false, false]);
    assert_eq!(noted(9_900), [false, true]);
    assert_eq!(noted(9_901), [true, true]);
}

#[test]
fn a_search_that_has_run_everything_discards_as_much_as_it_likes() {
    for (of_any_size, noted) in [(false, 1), (true, 0)] {
        let coverage = search(1_000_000, Tally::of(1_000, 999), of_any_size);
        assert_eq!(health(coverage, Laziness::Always).len(), noted);
    }
}

#[test]
fn of_a_generators_inputs_the_draws_count() {
    let draws = |discarded: u64| {
        let drawn = samples(&[(5, 100, discarded), (6, 100, 90)]);
        Coverage { draws_itself: true, ..searched(1_000, 300, 290).with(drawn) }
    };
    assert_eq!(health(draws(90), Laziness::Choices), []);
    let noted = health(draws(91), Laziness::Choices);
    assert_eq!(
        noted[0].to_string(),
        "90.5% of the generated inputs were discarded (181 of 200): let the generator make inputs that meet the assumption"
    );
}

#[test]
fn a_run_that_its_time_has_ended_before_100_tests_is_slow() {
    let run = |tests, ended, parts| {
        report(CoverageReport { ended, parts, ..covered(plain(tests, 0), Laziness::Possible) })
    };
    for (tests, ended, parts) in [(100, Ending::Time, 1), (99, Ending::Size, 1), (99, Ending::Time, 2)] {
        assert_eq!(run(tests, ended, parts).health(), []);
    }
    let text = text(&run(40, Ending::Time, 1), Detail::Brief);
    let expected =
        "warning: only 40 tests in 1s, one every 25ms on average: raise the time, or bound the size of the";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn draws_that_meet_the_assumption_and_are_nearly_all_of_one_size_are_noted_in_full() {
    let sampled = |one: u64| plain(5_000, 0).with(samples(&[(10, 1_000, 1_000 - one), (11, 1_000, 990)]));
    assert_eq!(health(sampled(90), Laziness::Possible), []);
    let noted = report(covered(sampled(91), Laziness::Possible));
    let brief = text(&noted, Detail::Brief);
    assert!(!brief.contains("warning"), "{brief}");
    let full = text(&noted, Detail::Full);
    let expected = "warning: 90% of the draws that meet the assumption have size 10 (91 of 101): draw";
    assert!(full.contains(expected), "{full}");

    let of_size = |size, uniform, ended| SizeDraws { size, uniform, backtracking: 0, runs: 500, ended };
    let of = |drawn: &[SizeDraws]| {
        let claims = drawn.iter().map(|drawn| drawn.claim(Tally::of(500, 500 - drawn.values())));
        searched(5_000, 300, 0).with(claims)
    };
    let drawn = |ended| of(&[of_size(10, 200, claims::DrawEnding::No), of_size(11, 0, ended)]);
    assert_eq!(health(drawn(claims::DrawEnding::GivenUp), Laziness::Always).len(), 1);
    assert_eq!(
        health(of(&[of_size(10, 200, claims::DrawEnding::No)]), Laziness::Always),
        [],
        "no other size was tried"
    );
}

#[test]
fn few_draws_say_nothing_about_their_sizes() {
    let sampled = |one: u64| plain(5_000, 0).with(samples(&[(10, one, 0), (11, 50, 50)]));
    assert_eq!(health(sampled(99), Laziness::Possible), []);
    assert_eq!(health(sampled(100), Laziness::Possible).len(), 1);
}

#[test]
fn a_search_with_a_run_for_nearly_each_input_is_noted_where_the_property_has_chosen_it() {
    for (inputs, runs, noted) in [(1_000, 900, 0), (1_000, 901, 1), (99, 99, 0), (100, 100, 1)] {
        assert_eq!(health(searched(inputs, runs, 0), Laziness::Chosen).len(), noted, "{runs} of {inputs}");
    }
    for laziness in [Laziness::Always, Laziness::Choices] {
        assert_eq!(health(searched(1_000, 1_000, 0), laziness), []);
    }
    let several = CoverageReport { parts: 2, ..covered(searched(1_000, 1_000, 0), Laziness::Chosen) };
    assert_eq!(report(several).health(), []);
    let text = text(&report(covered(searched(1_023, 1_022, 0), Laziness::Chosen)), Detail::Brief);
    let expected = "
  warning: 1,022 runs for the 1,023 inputs up to size 9: `Lazy` saves little here; look at parts of
    the inputs before `value()`, or take plain parameters";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn a_run_with_a_failure_and_one_of_a_single_input_have_no_notes() {
    for outcome in Outcome::ALL {
        let noted = report(covered(plain(1_000, 999), Laziness::Possible));
        let noted = Report { outcome, ..noted }.health();
        let is_noted = matches!(outcome, Outcome::Passed | Outcome::Undershot | Outcome::NoCounterexample);
        assert_eq!(noted.len(), usize::from(is_noted), "{outcome:?}");
    }
    let mut replay = report(covered(plain(1_000, 999), Laziness::Possible));
    replay.run.as_mut().unwrap().is_replay = true;
    assert_eq!(replay.health(), []);
}

#[test]
fn notes_are_recorded_with_their_numbers() {
    let records = report(covered(plain(1_000, 972), Laziness::Possible)).records();
    let read: serde_json::Value = serde_json::from_str(&Record::line(&records[0])).unwrap();
    assert_eq!(read["health"], serde_json::json!([{"kind": "discarded", "tests": 972, "of": 1000}]));
    assert!(read["warnings"][0].as_str().unwrap().starts_with("97.2% of the inputs were discarded"));
    let healthy = report(covered(plain(1_000, 1), Laziness::Possible)).records();
    let read: serde_json::Value = serde_json::from_str(&Record::line(&healthy[0])).unwrap();
    assert!(read.get("health").is_none() && read.get("warnings").is_none(), "{read}");
}
