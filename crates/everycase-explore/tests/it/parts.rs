//! The merged report of parts, given the reports of the parts.

use std::collections::BTreeMap;

use everycase_check::check::{Ending, Minimal};
use everycase_check::claims::{Claim, Coverage, Tally};
use everycase_check::report::merge::MergeError;
use everycase_check::settings::shard::Shard;
use everycase_explore::explore::{Finding, Unclear};
use everycase_explore::fault::Kind;
use everycase_explore::merge::merge;
use everycase_explore::report::{Report, RunReport};

use crate::common::reports::{finding, ran, report, unclear};

/// An error whose smallest expression has a size.
fn error(size: u32, minimal: Minimal) -> Finding {
    Finding { size, minimal, ..finding(Kind::Crash, &format!("f {size}"), "f 0", Some("main.pun:1:1")) }
}

/// Part `index` of `of` parts, which have divided the expressions up to size 6.
fn part(index: u64, of: u64, findings: Vec<Finding>) -> (Shard, Report) {
    let shard = Shard::new(index, of).expect("a part");
    let claim = Claim::of_size(6, Tally::of(shard.share(426), 0), 426u32.into());
    let runs = vec![ran(&["f", "g"], Coverage::none(shard).with([claim]), Ending::Size)];
    (shard, Report { findings, ..report(runs) })
}

fn merged(parts: Vec<(Shard, Report)>) -> Report {
    merge(parts).expect("they belong together")
}

/// Merges two parts with findings, of which the second one may lack expressions whose types are too large.
fn of_two(first: Vec<Finding>, second: Vec<Finding>, leaves_out: bool) -> Report {
    let mut second = part(1, 2, second);
    for run in &mut second.1.runs {
        *run = RunReport { leaves_out, ..run.clone() };
    }
    merged(vec![part(0, 2, first), second])
}

fn sizes(report: &Report) -> Vec<(u32, Minimal, Option<u64>)> {
    report.findings.iter().map(|own| (own.size, own.minimal, own.count)).collect()
}

#[test]
fn an_error_has_its_smallest_expression_in_any_part_and_no_number_of_runs() {
    let (four, three) = (vec![error(4, Minimal::No)], vec![error(3, Minimal::No)]);
    assert_eq!(sizes(&of_two(four.clone(), three.clone(), false)), [(3, Minimal::Size, None)]);
    assert_eq!(sizes(&of_two(three, four.clone(), false)), [(3, Minimal::Size, None)]);
    assert_eq!(sizes(&merged(vec![part(0, 1, four)])), [(4, Minimal::Size, Some(7))]);
}

#[test]
fn a_smallest_expression_is_claimed_one_above_the_size_that_all_parts_have_covered() {
    let claim = |size| of_two(vec![error(size, Minimal::No)], Vec::new(), false).findings[0].minimal;
    assert_eq!([7, 8].map(claim), [Minimal::Size, Minimal::No]);
}

#[test]
fn no_smallest_expression_is_claimed_if_a_part_leaves_out_expressions() {
    let merged = of_two(vec![error(4, Minimal::Size)], Vec::new(), true);
    assert_eq!(sizes(&merged), [(4, Minimal::No, None)]);
    assert!(merged.runs[0].leaves_out);
}

#[test]
fn expressions_that_parts_leave_out_are_not_claimed() {
    let all = |leaves_out| {
        let parts = (0..2).map(|index| {
            let (shard, mut own) = part(index, 2, Vec::new());
            own.runs[0].leaves_out = leaves_out && index == 1;
            own.runs[0].covered.coverage.largest = Some(6);
            (shard, own)
        });
        merged(parts.collect()).runs[0].covered.coverage.is_complete()
    };
    assert_eq!([false, true].map(all), [true, false]);
}

#[test]
fn an_expression_that_was_given_up_is_kept_unless_the_error_has_a_smaller_expression() {
    let kept = |size| -> Vec<u32> {
        let own = error(4, Minimal::No);
        let given_up = Unclear { group: own.group.clone(), ..unclear("g", size) };
        let (shard, report) = part(1, 2, Vec::new());
        let second = Report { slow: vec![given_up.clone()], unsteady: vec![given_up], ..report };
        let merged = merged(vec![part(0, 2, vec![own]), (shard, second)]);
        assert_eq!(merged.slow, merged.unsteady);
        merged.slow.iter().map(|own| own.size).collect()
    };
    assert_eq!([3, 4, 5].map(kept), [vec![3], vec![4], vec![]]);
}

#[test]
fn errors_that_all_parts_have_accepted_count_once() {
    let identity = error(4, Minimal::No).fault.identity();
    let accepted = |index, number| {
        let (shard, report) = part(index, 2, Vec::new());
        (shard, Report { accepted: BTreeMap::from([(identity.clone(), number)]), ..report })
    };
    let merged = merged(vec![accepted(0, 1), accepted(1, 2)]);
    assert_eq!(merged.accepted, BTreeMap::from([(identity.clone(), 2)]));
}

#[test]
fn an_interrupted_part_is_refused() {
    let mut second = part(1, 2, Vec::new());
    second.1.runs[0].covered.ended = Ending::Interrupted;
    let shard = second.0;
    assert!(
        matches!(merge(vec![part(0, 2, Vec::new()), second]), Err(MergeError::Interrupted(own)) if own == shard)
    );
}
