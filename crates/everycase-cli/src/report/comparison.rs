//! A comparison of two versions of a crate, as a page shows it.

use everycase_check::report::{Detail, abridged};
use everycase_check::text::number::small;
use everycase_crates::explore::Form;
use everycase_crates::report::{Change, Comparison, RenamedFunction};

use super::{PageEntry, tone};
use crate::page::{Block, Finding, More, Section, Share, Table, Tally, Tone, Value};

/// Returns what a page shows of a comparison.
pub(crate) fn shown(own: &Comparison) -> PageEntry {
    let functions = Share {
        title: "Functions of both versions".to_owned(),
        parts: vec![
            Tally::new(own.called, "called", Tone::Good),
            Tally::new(own.functions.saturating_sub(own.called), "not called", Tone::Plain),
        ],
    };
    let names = |title: &str, names: &[String]| Table {
        title: title.to_owned(),
        headings: vec!["function"],
        has_numbers: false,
        rows: names.iter().map(|own| vec![own.clone()]).collect(),
    };
    let renamed = Table {
        title: "Renamed, or with exchanged parameters".to_owned(),
        headings: vec!["function", "now", "agreeing calls"],
        has_numbers: false,
        rows: own.renamed.iter().map(row).collect(),
    };
    let tables = [
        renamed,
        names("Removed", &own.removed),
        names("With other types", &own.retyped),
        names("Added", &own.added),
        names("Not compared where calls differ within a version", &own.unsteady),
    ];
    let [old, new] = own.versions.labels();
    let summary = own.summary(Detail::Brief);
    let mut facts = vec![own.release.clone()];
    facts.extend(summary.lines().map(|line| line.trim_start().to_owned()));
    let is_other = own.has_changes();
    let section = Section {
        tone: tone(is_other),
        verdict: if is_other { "with changes" } else { "without changes" }.to_owned(),
        name: format!("{} {old} to {new}", own.name),
        place: None,
        summary: own.release.clone(),
        facts,
        blocks: [Block::Share(functions)].into_iter().chain(tables.map(Block::Table)).collect(),
    };
    let groups = own.groups();
    let changes = groups.iter().map(|(first, others)| change(first, others, own));
    let forms = own.forms.iter().map(|own| form(own, [&old, &new]));
    PageEntry { section, findings: changes.chain(forms).collect() }
}

/// Returns the row of a function that has another name or order of parameters.
fn row(own: &RenamedFunction) -> Vec<String> {
    let RenamedFunction { old, new, order } = own;
    let now = if own.is_exchanged() { format!("in the order {}", order.places()) } else { new.clone() };
    vec![old.clone(), now, small(order.agreeing)]
}

/// Returns what a version makes of a call.
fn side(version: &str, text: &str) -> Value {
    Value { name: version.to_owned(), source: abridged(text).into_owned(), note: None }
}

fn change(own: &Change, others: &[&Change], of: &Comparison) -> Finding {
    let [old, new] = of.versions.labels();
    let sides = [(&old, &own.was), (&new, &own.is)];
    let frames = sides.iter().filter(|own| !own.1.frames.is_empty());
    let frames = frames.map(|(version, end)| {
        (format!("functions of {version} that were running"), More::Text(end.frames.join("\n")))
    });
    let names: Vec<&str> = others.iter().map(|own| &*own.function).collect();
    let same = (!names.is_empty()).then(|| format!("the same in {}", names.join(", ")));
    Finding {
        tone: if own.is.fails() { Tone::Bad } else { Tone::Doubt },
        verdict: own.brief().to_owned(),
        name: own.function.clone(),
        place: own.is.place.clone().or_else(|| own.was.place.clone()),
        values: sides.iter().map(|(version, end)| side(version, &end.words())).collect(),
        message: String::new(),
        detail: abridged(&own.code.join("\n")).into_owned(),
        facts: of.causes(own, Detail::Full).into_iter().chain(same).collect(),
        command: None,
        more: frames.collect(),
    }
}

fn form(own: &Form, [old, new]: [&str; 2]) -> Finding {
    Finding {
        tone: Tone::Doubt,
        verdict: Form::BRIEF.to_owned(),
        name: own.ty.clone(),
        place: None,
        values: vec![side(old, &own.was), side(new, &own.is)],
        message: String::new(),
        detail: String::new(),
        facts: Vec::new(),
        command: None,
        more: Vec::new(),
    }
}
