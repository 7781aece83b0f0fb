//! Reports of checks that go on after a failure.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use everycase_kernel::{Derivation, Derivations, Range, Shape};

use super::{About, Detail, Example, Health, Input, Outcome, Presentation, Report, WIDTH};
use crate::check::{Ending, collect};
use crate::claims::stats::Labels;
use crate::claims::{Claim, Coverage, Tally};
use crate::control::stop::Stop;
use crate::records::Record;
use crate::report::merge::{MergeError, merge};
use crate::run::verdict::{Cause, Failure, Subject, Verdict};
use crate::settings::Settings;
use crate::settings::shard::Shard;

/// Returns how a byte fails: small ones pass.
fn cause(byte: u64) -> Option<Cause> {
    let panicked = |message: &str, place: &str| Cause::Panicked {
        message: message.to_owned(),
        location: Some(place.to_owned()),
    };
    match byte {
        8..20 if byte.is_multiple_of(2) => Some(panicked("it is even, and too large", "a.rs:1:1")),
        20..40 => Some(panicked(&"a long message ".repeat(12), "a.rs:2:1")),
        200.. => Some(Cause::Returned("false".to_owned())),
        _ => None,
    }
}

fn report(shard: Shard, limit: usize, settings: Settings, stop_at: Option<u64>) -> Report {
    let derivations = Derivations::new(Shape::range(Range::unsigned(8)));
    let settings = Settings { shard: Some(shard), tests: Some(1_000), seed: Some(1), ..settings };
    let plan = settings.fill("bytes");
    let stop: Stop = plan.stop.clone();
    let subject: Arc<dyn Subject> = Arc::new(move |input: &Derivation, _: &mut Labels| {
        let byte = input.root().bits();
        if Some(byte) == stop_at {
            stop.stop();
        }
        cause(byte).map_or(Verdict::Passed, |cause| Verdict::Failed(Box::new(Failure::of(cause))))
    });
    let limit = NonZeroUsize::new(limit).unwrap();
    let mut collected = collect("bytes", &derivations, &subject, &plan, &[], limit).unwrap();
    collected.checked.time = Duration::ZERO;
    let examples = collected.groups.iter().map(|group| {
        let failure = &group.counterexample.failure;
        let value = group.counterexample.input.root().bits().to_string();
        Example {
            inputs: vec![Input { name: "byte".to_owned(), value, ..Input::default() }],
            message: failure.to_string(),
            fault: failure.to_string(),
            replay: Some("replay it".to_owned()),
            ..Example::default()
        }
    });
    let shown = Presentation { examples: examples.collect(), has_inputs: true, ..Presentation::default() };
    Report::new(About { name: "bytes".to_owned(), ..About::default() }, &plan, collected, shown)
}

#[test]
fn a_run_that_the_clock_ends_in_continuous_integration_depends_on_the_machine_and_says_so() {
    let derivations = Derivations::new(Shape::range(Range::unsigned(16)));
    let mut plan = Settings::default().fill_in("slow", true);
    plan.budget.at_most = Some(Duration::from_millis(50));
    let subject: Arc<dyn Subject> = Arc::new(|_: &Derivation, _: &mut Labels| {
        std::thread::sleep(Duration::from_millis(1));
        Verdict::Passed
    });
    let collected = collect("slow", &derivations, &subject, &plan, &[], NonZeroUsize::MIN).unwrap();
    let shown = Presentation { has_inputs: true, ..Presentation::default() };
    let report = Report::new(About { name: "slow".to_owned(), ..About::default() }, &plan, collected, shown);
    let text = report.text(Detail::Full);
    assert!(text.contains(", time of CI is up)"), "{text}");
    let note = "\n  note: with `CI` set a run has 10,000 tests and at most 50ms: the time ended this one, so another\n    machine may run others";
    assert!(text.contains(note), "{text}");
}

fn whole() -> Report {
    report(Shard::WHOLE, 10, Settings::default(), None)
}

#[test]
fn every_finding_is_shown_in_short_and_in_full() {
    let report = whole();
    let brief = report.text(Detail::Brief);
    assert_eq!(
        brief,
        "testing bytes: failed in 3 ways:
  1. panicked at a.rs:1:1: it is even, and too large, in 6 runs
     byte = 8
     replay: replay it
  2. panicked at a.rs:2:1: a long message a long message a long message a long message a long
     message a long message a long message a long message a long message a long message a long
     message a long message, in 20 runs
     byte = 20
     replay: replay it
  3. returned false, in 56 runs
     byte = 200
     replay: replay it
  all 256 inputs there are (in 0s)"
    );
    assert!(brief.lines().all(|line| line.chars().count() <= WIDTH));
    let full = report.text(Detail::Full);
    assert!(full.contains("\n\n  3 of 3, in 56 runs:\n    byte = 200\n  returned false\n  after "), "{full}");
    assert!(full.contains("no smaller input fails in this way\n  replay: replay it\n\n  2 of 3"), "{full}");
    assert!(full.ends_with("\n\n  all 256 inputs there are (in 0s)"), "{full}");
}

#[test]
fn every_finding_is_a_record() {
    let records: Vec<String> = whole().records().iter().map(Record::line).collect();
    assert_eq!(records.len(), 4);
    for (record, expected) in records.iter().zip([
        r#""cause":"panicked","site":"a.rs:1:1","failures":6,"#,
        r#""cause":"panicked","site":"a.rs:2:1","failures":20,"#,
        r#""cause":"returned","site":"false","failures":56,"#,
        r#""tests":1000,"findings":10}"#,
    ]) {
        assert!(record.contains(expected), "{record}");
    }
}

/// Returns the parts of a run.
fn parts(limit: usize) -> Vec<(Shard, Report)> {
    let shards = (0..3).map(|k| Shard::new(k, 3).unwrap());
    shards.map(|shard| (shard, report(shard, limit, Settings::default(), None))).collect()
}

#[test]
fn parts_put_together_have_the_findings_of_all_with_the_smallest_of_each_cause() {
    let merged = merge(parts(10)).unwrap();
    let shown = |report: &Report| -> Vec<_> {
        let findings = report.findings.iter();
        findings.map(|found| (found.group.clone(), found.count, found.size, found.minimal)).collect()
    };
    assert_eq!(shown(&merged), shown(&whole()));
    assert_eq!(merged.outcome, Outcome::Failed);
    assert_eq!(merged.covered.as_ref().unwrap().ended, Ending::AllSeen);
    for found in &merged.findings {
        let (_, part) = &parts(10)[found.part.unwrap().index() as usize];
        let own = part.findings.iter().find(|own| own.group == found.group).unwrap();
        assert_eq!((found.tests, &found.example.inputs), (own.tests, &own.example.inputs));
    }
    let text = merged.text(Detail::Full);
    assert!(text.contains(" of part "), "{text}");
}

#[test]
fn parts_that_end_at_their_first_failure_have_one_finding_together() {
    let merged = merge(parts(1)).unwrap();
    let [found] = &merged.findings[..] else { panic!("{:?}", merged.findings) };
    assert_eq!((found.size, found.count), (4, None));
    let text = merged.text(Detail::Full);
    assert!(
        text.contains(&format!("  after {} tests of part {}; ", found.tests, found.part.unwrap())),
        "{text}"
    );
}

#[test]
fn a_part_that_was_interrupted_after_a_failure_is_not_put_together() {
    let mut all = parts(10);
    let second = all[1].0;
    all[1].1 = report(second, 10, Settings::default(), Some(100));
    all[1].1.findings.first().expect("it fails before");
    assert_eq!(merge(all).unwrap_err(), MergeError::Interrupted(second));
}

#[test]
fn parts_that_end_after_different_numbers_of_findings_are_of_different_runs() {
    let mut all = parts(10);
    all[2].1 = parts(1).remove(2).1;
    assert!(matches!(merge(all), Err(MergeError::Differs { .. })));
}

#[test]
fn discards_of_parts_put_together_are_those_of_all() {
    let mut all = parts(10);
    for (_, part) in &mut all {
        (part.outcome, part.findings) = (Outcome::Passed, Vec::new());
        let coverage = &mut part.covered.as_mut().unwrap().coverage;
        *coverage = discarding(coverage, coverage.inputs() - 1);
    }
    let merged = merge(all).unwrap();
    let [Health::Discarded { discarded, of, .. }] = merged.health()[..] else {
        panic!("{:?}", merged.health())
    };
    assert_eq!((discarded, of), (253, 256));
}

#[test]
fn parts_that_each_leave_the_test_to_another_are_not_called_passed() {
    let mut all = parts(1);
    for (_, part) in &mut all {
        (part.outcome, part.findings) = (Outcome::Passed, Vec::new());
        let coverage = &mut part.covered.as_mut().unwrap().coverage;
        *coverage = discarding(coverage, coverage.inputs());
    }
    let merged = merge(all).unwrap();
    assert_eq!(merged.outcome, Outcome::Unreached);
    assert_eq!(merged.why, ["its assumption discarded every input that was tried"]);
}

/// Returns the same coverage with this number of discarded inputs.
fn discarding(coverage: &Coverage, discarded: u64) -> Coverage {
    let mut left = discarded;
    let discard = |claim: &Claim| {
        let own = claim.tally.ran.min(left);
        left -= own;
        Claim { tally: Tally::of(claim.tally.ran, own), ..claim.clone() }
    };
    let claims: Vec<Claim> = coverage.claims.iter().map(discard).collect();
    let largest = coverage.largest;
    Coverage { largest, ..Coverage::none(coverage.shard) }.with(claims)
}
