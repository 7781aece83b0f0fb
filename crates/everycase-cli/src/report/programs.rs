//! A comparison of two programs or suites, as a page shows it.

use everycase_check::report::abridged;
use everycase_check::text::number::{counted, small};
use everycase_explore::regression::{Comparison, Difference, Rename, TypeChange};

use super::{PageEntry, tone};
use crate::page::{Block, Finding, Section, Share, Table, Tally, Tone, Value};

/// Returns what a page shows of a comparison.
pub(crate) fn shown(own: &Comparison) -> PageEntry {
    let expressions = Share {
        title: "Expressions of both".to_owned(),
        parts: vec![
            Tally::new(own.agreeing, "agree", Tone::Good),
            Tally::new(own.not_compared, "cannot be compared", Tone::Doubt),
            Tally::new(own.not_run, "were not run", Tone::Plain),
        ],
    };
    let table = |title: &str, headings: &[&'static str], rows: Vec<Vec<String>>| Table {
        title: title.to_owned(),
        headings: headings.to_vec(),
        has_numbers: false,
        rows,
    };
    let names = |title: &str, names: &[String]| {
        table(title, &["name"], names.iter().map(|own| vec![own.clone()]).collect())
    };
    let [old, new] = &own.suites;
    let unmatched = own.unmatched.iter().zip([old, new]);
    let unmatched = unmatched.flat_map(|(all, suite)| all.iter().map(|own| vec![suite.clone(), own.clone()]));
    let tables = [
        table(
            "Renamed, or with exchanged parameters",
            &["function", "now", "agreeing pairs"],
            own.renamed.iter().map(row).collect(),
        ),
        table("With other types", &["name", "old", "new"], own.retyped.iter().map(types).collect()),
        names("Removed", &own.removed),
        names("Added", &own.added),
        table("In one of them only", &["in", "expression"], unmatched.collect()),
    ];
    let facts: Vec<String> = own.summary().lines().map(str::to_owned).collect();
    let is_other = own.has_changes();
    let section = Section {
        tone: tone(is_other),
        verdict: if is_other { "with changes" } else { "without changes" }.to_owned(),
        name: format!("{old} to {new}"),
        place: None,
        summary: facts.first().cloned().unwrap_or_default(),
        facts,
        blocks: [Block::Share(expressions)].into_iter().chain(tables.map(Block::Table)).collect(),
    };
    let differences = own.differences.iter().map(|difference| finding(difference, own, "another outcome"));
    let strictness =
        own.strictness.iter().map(|difference| finding(difference, own, "looks at other arguments"));
    PageEntry { section, findings: differences.chain(strictness).collect() }
}

/// Returns the row of a function that has another name or order of parameters.
fn row(own: &Rename) -> Vec<String> {
    let order: Vec<String> = own.order.iter().map(|place| small(*place as u64 + 1)).collect();
    let order =
        if own.is_reordered() { format!(", in the order {}", order.join(", ")) } else { String::new() };
    let all = own.agreeing + own.differing;
    vec![own.old.clone(), format!("{}{order}", own.new), format!("{} of {}", small(own.agreeing), small(all))]
}

/// Returns the row of a function or constructor with another type.
fn types(TypeChange { name, types: [old, new] }: &TypeChange) -> Vec<String> {
    vec![name.clone(), old.clone(), new.clone()]
}

fn finding(own: &Difference, of: &Comparison, verdict: &str) -> Finding {
    let sides = of.suites.iter().zip([&own.old, &own.new]);
    let value = |(suite, expressions): (&String, &Vec<String>)| Value {
        name: suite.clone(),
        source: abridged(&expressions.join("\n")).into_owned(),
        note: None,
    };
    let alike =
        (own.alike > 1).then(|| format!("{} with other values", counted(own.alike - 1, "such difference")));
    Finding {
        tone: Tone::Doubt,
        verdict: verdict.to_owned(),
        name: own.function.clone(),
        place: None,
        values: sides.map(value).collect(),
        message: String::new(),
        detail: String::new(),
        facts: alike.into_iter().collect(),
        command: None,
        more: Vec::new(),
    }
}
