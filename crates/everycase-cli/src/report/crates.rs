//! An exploration of a crate, as a page shows it.

use everycase_check::report::{Detail, abridged};
use everycase_check::text::number::{percent, small};
use everycase_crates::coverage::FileLines;
use everycase_crates::finding::Rank;
use everycase_crates::report::{AlikeFunctions, Group, Report};

use super::{PageEntry, tone};
use crate::page::{Block, Finding, More, Section, Share, Table, Tally, Tone};

/// Returns what a page shows of the exploration of a crate.
pub(crate) fn shown(report: &Report) -> PageEntry {
    let groups = report.groups();
    let functions = Share {
        title: "Functions".to_owned(),
        parts: vec![
            Tally::new(report.returned, "returned", Tone::Good),
            Tally::new(
                report.called.saturating_sub(report.returned),
                "called and never returned",
                Tone::Doubt,
            ),
            Tally::new(report.functions.saturating_sub(report.called), "not called", Tone::Plain),
        ],
    };
    let gaps = Table {
        title: "Functions that never returned".to_owned(),
        headings: vec!["function", "why"],
        has_numbers: false,
        rows: report.not_returned.iter().map(|own| vec![own.function.clone(), own.why.clone()]).collect(),
    };
    let lines = report.lines().map(|own| Share {
        title: "Lines".to_owned(),
        parts: vec![
            Tally::new(own.reached, "reached", Tone::Good),
            Tally::new(own.lines.saturating_sub(own.reached), "not reached", Tone::Plain),
        ],
    });
    let files = Table {
        title: "Lines of files".to_owned(),
        headings: vec!["file", "lines", "reached", "share"],
        has_numbers: true,
        rows: report.files.iter().map(row).collect(),
    };
    let unsteady = Table {
        title: "Failed once and not again".to_owned(),
        headings: vec!["code"],
        has_numbers: false,
        rows: report.unsteady.iter().map(|code| vec![abridged(code).into_owned()]).collect(),
    };
    let alike = Table {
        title: "Functions that agree in most calls".to_owned(),
        headings: vec!["functions", "agree in", "not in", "which return"],
        has_numbers: false,
        rows: report.alike.iter().map(pair).collect(),
    };
    let facts: Vec<String> =
        report.summary(Detail::Brief).lines().map(|line| line.trim_start().to_owned()).collect();
    let is_found = !groups.is_empty();
    let section = Section {
        tone: tone(is_found),
        verdict: if is_found { "with findings" } else { "without findings" }.to_owned(),
        name: report.name(),
        place: None,
        summary: facts.first().cloned().unwrap_or_default(),
        facts,
        blocks: [Block::Share(functions)]
            .into_iter()
            .chain(lines.map(Block::Share))
            .chain([gaps, files, unsteady, alike].map(Block::Table))
            .collect(),
    };
    PageEntry { section, findings: groups.iter().map(|group| finding(group, &report.package.name)).collect() }
}

/// Returns the lines of a file.
fn row(own: &FileLines) -> Vec<String> {
    vec![own.file.clone(), small(own.lines), small(own.reached), percent(own.reached, own.lines)]
}

/// Returns the two functions of a suggestion.
fn pair(own: &AlikeFunctions) -> Vec<String> {
    let [returns, second_returns] = [&own.returns, &own.second_returns].map(|own| abridged(own));
    vec![
        format!("{} and {}", own.first, own.second),
        format!("{} of {}", small(own.calls - own.differing), small(own.calls)),
        own.code.join("\n"),
        format!("{returns} and {second_returns}"),
    ]
}

fn finding(group: &Group<'_>, package: &str) -> Finding {
    let own = group.first;
    let facts = [own.how()].into_iter().chain(group.elsewhere(Detail::Full)).collect();
    let name = if own.function.is_empty() { package } else { &own.function };
    let frames = own.frames.join("\n");
    Finding {
        tone: if own.rank <= Rank::Unexpected { Tone::Bad } else { Tone::Doubt },
        verdict: own.rank.name().to_owned(),
        name: name.to_owned(),
        place: own.place.clone(),
        values: Vec::new(),
        message: abridged(&own.what).into_owned(),
        detail: abridged(&own.code.join("\n")).into_owned(),
        facts,
        command: None,
        more: if frames.is_empty() {
            Vec::new()
        } else {
            vec![("functions of the crate that were running".to_owned(), More::Text(frames))]
        },
    }
}
