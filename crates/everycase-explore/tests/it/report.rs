//! The report of an exploration states the numbers that it is given, and claims no more than was run.

use std::collections::BTreeMap;

use everycase_check::check::{Ending, Minimal};
use everycase_check::claims::stream::Stream;
use everycase_check::claims::{Claim, Coverage, Extent, Tally};
use everycase_check::records::Record;
use everycase_check::report::Detail;
use everycase_check::settings::shard::Shard;
use everycase_explore::explore::Finding;
use everycase_explore::fault::Kind;
use everycase_explore::report::{Report, RunReport};
use everycase_explore::subject::SourceCoverage;

use crate::common::reports::{finding, ran, report, search, unclear, up_to};

/// A report with each kind of entry.
fn full() -> Report {
    let known = finding(Kind::Crash, "f 1", "f 1", Some("main.pun:1:1"));
    let evaluated = [0, 1, 2, 5].into_iter().collect();
    Report {
        accepted: BTreeMap::from([(known.fault.identity(), 1)]),
        findings: vec![
            finding(Kind::False, "property p ?", "property p 0", Some("main.pun:2:1")),
            known.clone(),
            // The same error once more than it was accepted.
            known,
            finding(Kind::Loop, "g ?", "g 0", None),
            finding(Kind::Declared, "f 2", "f 2", Some("main.pun:3:1")),
        ],
        slow: vec![unclear("g 8", 8)],
        unsteady: vec![unclear("g 9", 9)],
        covered: Some(SourceCoverage { evaluated, all: 6 }),
        ..report(vec![ran(&["f", "g"], up_to(6, 426, 30), Ending::Size)])
    }
}

#[test]
fn a_report_states_each_error_and_the_numbers_of_all() {
    assert_eq!(
        full().text(Detail::Brief),
        "property p ? ==> it fails (main.pun:2:1)\n\
         f 1 ==> ! it fails (main.pun:1:1)\n\
         g ? ==> ! it fails, likely a loop (in `inner`)\n\
         f 2 ==> ! it fails (main.pun:3:1)\n\
         g 8\n    given up, although it ends with more steps and memory\n\
         g 9\n    failed once and not again\n\
         main.pun: 4 errors in 2 functions, 1 accepted; all 426 expressions up to size 6 (in 20ms, up to the given size)\n\
         66.6% of the source evaluated: 4 of 6 expressions\n"
    );
}

#[test]
fn a_report_of_few_errors_counts_the_others() {
    for (most, others) in [
        (4, ""),
        (3, "and 1 further error; raise --errors to see more\n"),
        (0, "and 4 further errors; raise --errors to see more\n"),
    ] {
        let text = Report { most, ..full() }.text(Detail::Brief);
        assert_eq!(text.matches(" ==> ").count(), most, "{text}");
        assert!(text.contains(&format!("{others}g 8\n")) && text.contains("4 errors in"), "{text}");
    }
}

#[test]
fn a_report_without_errors_says_whether_some_were_accepted() {
    let accepted = full().findings.remove(1);
    let identity = accepted.fault.identity();
    let found = |number| Report {
        accepted: BTreeMap::from([(identity.clone(), number)]),
        findings: vec![accepted.clone()],
        ..report(vec![ran(&["f", "g"], up_to(6, 426, 30), Ending::Size)])
    };
    assert!(
        found(1)
            .text(Detail::Brief)
            .starts_with("main.pun: no further error in 2 functions, 1 accepted; all")
    );
    assert!(found(0).text(Detail::Brief).contains("main.pun: 1 error in 2 functions; all"));
    let none = Report { findings: Vec::new(), ..found(1) };
    assert!(none.text(Detail::Brief).starts_with("main.pun: no error in 2 functions; all"));
}

#[test]
fn an_error_in_detail_has_its_size_and_how_far_it_is_minimal() {
    let one = finding(Kind::Crash, "f ?", "f 0", Some("main.pun:1:1"));
    let detail = |own: &Finding| own.text(Detail::Full);
    let begin = "f ? ==> ! it fails\n    such as f 0\n    error: it fails\n      --> here\n    size 4; ";
    let no_smaller = "no smaller expression ends with this error";
    let a_smaller = "a smaller expression may end with this error";
    assert_eq!(detail(&one), format!("{begin}{no_smaller}; 7 runs\n"));
    for minimal in [Minimal::Locally, Minimal::No] {
        let own = Finding { minimal, count: None, ..one.clone() };
        assert_eq!(detail(&own), format!("{begin}{a_smaller}\n"));
    }
    let closed = Finding { expression: "f 0".to_owned(), ..one };
    assert!(!detail(&closed).contains("such as"));
}

#[test]
fn the_last_line_says_what_ended_the_exploration() {
    let text = |ended| report(vec![ran(&["f", "g"], up_to(6, 426, 30), ended)]).text(Detail::Brief);
    let all = "main.pun: no error in 2 functions; all 426 expressions up to size 6 (in 20ms";
    assert_eq!(text(Ending::Failure), format!("{all}, further errors are not looked for)\n"));
    assert_eq!(text(Ending::Interrupted), format!("{all}, interrupted)\n"));
    assert_eq!(text(Ending::Time), format!("{all}, time is up)\n"));
    let own = ran(&["f", "g"], up_to(6, 426, 30), Ending::AllSeen);
    let typed = report(vec![RunReport { repeats: true, ..own.clone() }]).text(Detail::Brief);
    assert!(typed.contains("all 426 typed expressions up to size 6 (in 20ms)"), "{typed}");
    let text = report(vec![RunReport { leaves_out: true, ..own }]).text(Detail::Brief);
    assert!(
        text.contains("up to size 6, without expressions of types that are not tried (in 20ms)"),
        "{text}"
    );
}

/// Returns the last line of a report of two functions, one after the other.
fn of_two(f: RunReport, g: RunReport) -> String {
    report(vec![f, g]).text(Detail::Brief)
}

#[test]
fn functions_one_after_the_other_claim_the_size_of_the_least_one() {
    let begin = "main.pun: no error in 2 functions; 60 runs";
    let f = || ran(&["f"], up_to(6, 426, 30), Ending::Time);
    let g = |coverage| ran(&["g"], coverage, Ending::Time);
    let four = format!("{begin}, all expressions up to size 4 among them (in 40ms)\n");
    assert_eq!(of_two(f(), g(up_to(4, 12, 20))), four);
    // All of the second function's expressions were run.
    let six = format!("{begin}, all expressions up to size 6 among them (in 40ms)\n");
    assert_eq!(of_two(f(), g(Coverage { largest: Some(4), ..up_to(4, 12, 20) })), six);
    assert_eq!(of_two(f(), g(search(4, 12, 20, true))), six);
    // A part of a divided run has not run all.
    let shard = Shard::new(0, 2).expect("a part");
    let divided = Coverage::none(shard).with([Claim::of_size(4, Tally::of(25, 0), 50u32.into())]);
    assert_eq!(of_two(f(), g(divided)), format!("{begin} (in 40ms)\n"));
    let some = Extent::UpTo { of: 12u32.into(), is_finished: false, of_any_size: false };
    let some = Claim { stream: Stream::Search, size: 4, tally: Tally::of(25, 0), extent: some };
    let nothing = Coverage { lazily: true, ..Coverage::none(Shard::WHOLE) }.with([some]);
    assert_eq!(of_two(f(), g(nothing)), format!("{begin} (in 40ms)\n"));
}

#[test]
fn functions_one_after_the_other_claim_nothing_about_those_that_were_not_reached() {
    let f = ran(&["f"], up_to(6, 426, 30), Ending::Failure);
    let none = ran(&[], up_to(6, 426, 30), Ending::Failure);
    let text = of_two(f, none);
    assert_eq!(
        text,
        "main.pun: no error in 2 functions; 70 runs (in 40ms, further errors are not looked for)\n"
    );
}

#[test]
fn functions_one_after_the_other_have_their_limits_together() {
    let drawn = |undecided| {
        let tally = Tally { undecided, ..Tally::default() };
        up_to(6, 426, 30).with([Claim::drawn(Stream::Structures, 9, tally)])
    };
    let f = ran(&["f"], drawn(2), Ending::Time);
    let g = ran(&["g"], drawn(1), Ending::Interrupted);
    let g = RunReport { leaves_out: true, ..g };
    let line = "main.pun: no error in 2 functions; 70 runs, all expressions up to size 6 among them, \
        without expressions of types that are not tried, 3 expressions undecided (in 40ms, interrupted)\n";
    assert_eq!(of_two(f.clone(), g.clone()), line);
    let each = "\n    f: all 426 expressions up to size 6, 2 expressions undecided (in 20ms, time is up)\n    \
        g: all 426 expressions up to size 6, 1 expression undecided, without expressions of types that are not tried (in 20ms, interrupted)\n";
    assert_eq!(report(vec![f, g]).text(Detail::Full), line.trim_end().to_owned() + each);
}

#[test]
fn records_have_the_numbers_of_the_report() {
    let mut report = full();
    report.runs[0].leaves_out = true;
    report.runs[0].repeats = true;
    let lines: Vec<String> = report.records().iter().map(Record::line).collect();
    let events = ["error", "error", "error", "error", "accepted", "run", "finish"];
    assert_eq!(lines.len(), events.len());
    for (line, event) in lines.iter().zip(events) {
        assert!(line.contains(&format!("\"event\":\"{event}\"")), "{line}");
    }
    let has = |line: &str, parts: &[&str]| parts.iter().all(|part| line.contains(part));
    let of_error = [
        "\"size\":4,\"minimal\":\"size\",\"runs\":7",
        "\"definition\":\"inner\"",
        "\"message\":\"it fails\"",
    ];
    assert!(lines[..5].iter().all(|line| has(line, &of_error)), "{lines:?}");
    let alike = |line: &String| line.ends_with("\"alike\":1}");
    assert_eq!(lines[..5].iter().map(alike).collect::<Vec<_>>(), [false, true, false, false, true]);
    assert!(
        has(&lines[5], &["\"functions\":[\"f\",\"g\"],\"typed\":true,\"leaves_out\":true"]),
        "{}",
        lines[5]
    );
    let unclear = |name: &str, expression: &str, size: u32| {
        format!(
            "\"{name}\":[{{\"expression\":\"{expression}\",\"size\":{size},\"failure\":\"limit\",\"site\":\"{expression}\"}}]"
        )
    };
    let of_all = format!(
        "\"errors\":4,\"accepted\":1,\"not_called\":[],{},{},\"evaluated\":4,\"source\":6,\"which\":\"0-2,5\"}}",
        unclear("slow", "g 8", 8),
        unclear("unsteady", "g 9", 9)
    );
    assert!(lines[6].ends_with(&of_all), "{}", lines[6]);
    let minimal = |minimal, name: &str| {
        let finding = Finding { minimal, ..finding(Kind::Crash, "f ?", "f 0", None) };
        let line = Report { findings: vec![finding], ..full() }.records()[0].line();
        line.contains(&format!("\"minimal\":\"{name}\""))
    };
    assert!(minimal(Minimal::No, Minimal::No.name()) && minimal(Minimal::Locally, Minimal::Locally.name()));
    assert_ne!(Minimal::No.name(), Minimal::Size.name());
}
