//! An exploration, as a page shows it.

use everycase_check::report::{Detail, abridged};
use everycase_check::text::number::small;
use everycase_explore::explore::{Finding as Error, Unclear};
use everycase_explore::fault::Kind;
use everycase_explore::report::Report;

use super::{PageEntry, property, tone};
use crate::page::{Block, Finding, Section, Share, Table, Tally, Tone, Value};

/// Returns what a page shows of an exploration.
pub(crate) fn shown(report: &Report) -> PageEntry {
    let told = report.told();
    let mut facts: Vec<String> = report.summary(Detail::Full).lines().map(str::to_owned).collect();
    let prefix = format!("{}: ", report.name);
    if let Some(first) = facts.first_mut()
        && let Some(rest) = first.strip_prefix(&prefix)
    {
        *first = rest.to_owned();
    }
    let mut blocks = Vec::new();
    if let Some(covered) = &report.covered {
        let evaluated = covered.evaluated.len();
        blocks.push(Block::Share(Share {
            title: "Expressions of the source".to_owned(),
            parts: vec![
                Tally::new(evaluated, "evaluated", Tone::Good),
                Tally::new(covered.all.saturating_sub(evaluated), "not evaluated", Tone::Plain),
            ],
        }));
    }
    for run in &report.runs {
        let failing = if report.runs.len() > 1 { None } else { told.iter().map(|error| error.size).min() };
        blocks.push(Block::Title(run.functions.join(", ")));
        blocks.extend(property::coverage("expression", &run.covered.coverage, failing));
    }
    let unclear = [
        (&report.slow, "given up, although it ends with more steps and memory"),
        (&report.unsteady, "failed once and not again"),
    ];
    let row = |(unclear, how): (&Unclear, &str)| {
        vec![abridged(&unclear.expression).into_owned(), small(unclear.size.into()), how.to_owned()]
    };
    blocks.push(Block::Table(Table {
        title: "Expressions without a verdict".to_owned(),
        headings: vec!["expression", "size", "what happened"],
        has_numbers: false,
        rows: unclear
            .into_iter()
            .flat_map(|(all, how)| all.iter().map(move |one| (one, how)))
            .map(row)
            .collect(),
    }));
    let section = Section {
        tone: tone(!told.is_empty()),
        verdict: if told.is_empty() { "without errors" } else { "with errors" }.to_owned(),
        name: report.name.clone(),
        place: None,
        summary: facts.first().cloned().unwrap_or_default(),
        facts,
        blocks,
    };
    PageEntry { section, findings: told.iter().map(|error| finding(error, &report.name)).collect() }
}

/// Returns what kind of error it is.
fn verdict(kind: Kind) -> &'static str {
    match kind {
        Kind::False => "does not hold",
        Kind::Crash => "crashes",
        Kind::Loop => "does not end",
        Kind::Declared => "raises an error",
    }
}

fn finding(error: &Error, program: &str) -> Finding {
    let Error { fault, expression, complete, .. } = error;
    let note = (complete != expression).then(|| format!("such as {}", abridged(complete)));
    Finding {
        tone: Tone::Bad,
        verdict: verdict(fault.kind).to_owned(),
        name: fault.definition.as_deref().unwrap_or(program).to_owned(),
        place: Some(fault.place.clone().unwrap_or_else(|| program.to_owned())),
        values: vec![Value {
            name: "expression".to_owned(),
            source: abridged(expression).into_owned(),
            note,
        }],
        message: abridged(&fault.what()).into_owned(),
        detail: abridged(&fault.shown).into_owned(),
        facts: vec![error.how_small()],
        command: None,
        more: Vec::new(),
    }
}
