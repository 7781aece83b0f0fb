//! Reports of explorations that never ran.

use std::collections::BTreeMap;
use std::time::Duration;

use everycase_check::check::{Ending, Minimal};
use everycase_check::claims::stream::Stream;
use everycase_check::claims::{Claim, Coverage, Extent, Tally};
use everycase_check::report::CoverageReport;
use everycase_check::run::verdict::{self, Group};
use everycase_check::settings::budget::Budget;
use everycase_check::settings::seed::Seed;
use everycase_check::settings::shard::Shard;
use everycase_check::text::encoding::Fingerprint;
use everycase_explore::explore::{Finding, Unclear};
use everycase_explore::fault::{Fault, Kind};
use everycase_explore::report::{Report, Run, RunReport};

/// All expressions up to a size: `count` in `done` runs, after 5 runs up to smaller sizes.
pub(crate) fn up_to(through: u32, count: u32, done: u64) -> Coverage {
    search(through, count, done, false)
}

/// The same, perhaps with nothing left out because of its size.
pub(crate) fn search(through: u32, count: u32, done: u64, of_any_size: bool) -> Coverage {
    let bound = |size, ran, of: u32, of_any_size| {
        let extent = Extent::UpTo { of: of.into(), is_finished: true, of_any_size };
        Claim { stream: Stream::Search, size, tally: Tally::of(ran, 0), extent }
    };
    let claims = [bound(through - 1, 5, 5, false), bound(through, done, count, of_any_size)];
    Coverage { lazily: true, ..Coverage::none(Shard::WHOLE) }.with(claims)
}

/// Runs of tests of some functions in 20 milliseconds.
pub(crate) fn ran(functions: &[&str], coverage: Coverage, ended: Ending) -> RunReport {
    RunReport {
        functions: functions.iter().map(ToString::to_string).collect(),
        covered: CoverageReport {
            coverage,
            time: Duration::from_millis(20),
            ended,
            has_inputs: true,
            laziness: None,
            parts: 1,
            counted_as: Vec::new(),
            undecided: None,
        },
        repeats: false,
        leaves_out: false,
    }
}

/// An error of an expression whose size is 4.
pub(crate) fn finding(kind: Kind, expression: &str, complete: &str, place: Option<&str>) -> Finding {
    Finding {
        fault: Fault {
            kind,
            message: "it fails".to_owned(),
            place: place.map(str::to_owned),
            definition: Some("inner".into()),
            source: expression.to_owned(),
            shown: "error: it fails\n  --> here".to_owned(),
        },
        function: Some(0),
        expression: expression.to_owned(),
        complete: complete.to_owned(),
        size: 4,
        minimal: Minimal::Size,
        count: Some(7),
        group: Group { kind: verdict::Kind::Panicked, site: "here".to_owned() },
    }
}

/// An expression of a size that was given up.
pub(crate) fn unclear(expression: &str, size: u32) -> Unclear {
    let group = Group { kind: verdict::Kind::Limit, site: expression.to_owned() };
    Unclear { expression: expression.to_owned(), size, group }
}

/// A report without errors about the functions `f` and `g`.
pub(crate) fn report(runs: Vec<RunReport>) -> Report {
    Report {
        name: "main.pun".to_owned(),
        run: Run {
            seed: Seed(1),
            budget: Budget::new(None, Some(100), None, Duration::ZERO),
            program: Fingerprint(2),
            options: "few".to_owned(),
            functions: vec!["f".to_owned(), "g".to_owned()],
        },
        findings: Vec::new(),
        accepted: BTreeMap::new(),
        most: usize::MAX,
        not_called: Vec::new(),
        slow: Vec::new(),
        unsteady: Vec::new(),
        runs,
        covered: None,
    }
}
