//! A property, as a page shows it.

use everycase_check::claims::demand::DemandVerdict;
use everycase_check::claims::stream::Stream;
use everycase_check::claims::tables::Table;
use everycase_check::claims::{Coverage, Extent};
use everycase_check::report::{Detail, Finding, Input, Outcome, Report, Step, abridged};
use everycase_check::text::number::small;
use num_bigint::BigUint;

use super::{PageEntry, tone};
use crate::page::{
    self, Bar, Bars, Block, Columns, More, Section, Share, Staircase, Tally, Tone, Tree, Value,
};

/// The largest numbers of bars of a table: of ranges of numbers, and of texts.
const RANGES: usize = 12;
const TEXTS: usize = 20;

/// Returns what a page shows of a property.
pub(super) fn shown(report: &Report) -> PageEntry {
    let verdict = report.outcome.name().replace('_', " ");
    let name = report.about.name.clone();
    let place = Some(format!("{}:{}", report.about.file, report.about.line));
    let tone = match report.outcome {
        Outcome::Interrupted => Tone::Doubt,
        Outcome::Error | Outcome::Defect => Tone::Bad,
        _ => tone(report.is_failure()),
    };
    let summary = report.statement(Detail::Brief).or_else(|| report.why.first().cloned());
    let covered = report.statement(Detail::Full).unwrap_or_default();
    let mut facts: Vec<String> =
        covered.split("; ").filter(|own| !own.is_empty()).map(str::to_owned).collect();
    facts.extend(report.why.iter().cloned());
    facts.extend(report.warnings(Detail::Full).into_iter().map(|warning| format!("warning: {warning}")));
    facts.extend(report.notes.iter().cloned());
    let mut blocks = Vec::new();
    if let Some(covered) = &report.covered {
        facts.extend(covered.counted_as.iter().map(|what| format!("counted: {what}")));
        if let Some(undecided) = &covered.undecided {
            let inputs: Vec<String> =
                undecided.inputs.iter().map(|input| abridged(&input.line()).into_owned()).collect();
            let (inputs, limit) = (inputs.join(", "), &undecided.limit);
            facts.push(format!("undecided on {inputs}: {limit}"));
        }
        let failing = report.findings.iter().map(|finding| finding.size).min();
        if covered.has_inputs {
            blocks = coverage("input", &covered.coverage, failing);
        }
        blocks.extend(labels(&covered.coverage).map(Block::Bars));
        blocks.extend(tables(&covered.coverage).into_iter().map(Block::Bars));
    }
    let findings = match report.outcome {
        Outcome::Failed => report.findings.iter().map(|finding| failure(report, finding)).collect(),
        _ if tone == Tone::Good => Vec::new(),
        _ => vec![page::Finding {
            tone,
            verdict: verdict.clone(),
            name: name.clone(),
            place: place.clone(),
            values: Vec::new(),
            message: report.why.join("\n"),
            detail: String::new(),
            facts: summary.clone().filter(|_| report.covered.is_some()).into_iter().collect(),
            command: None,
            more: Vec::new(),
        }],
    };
    let summary = summary.unwrap_or_default();
    PageEntry { section: Section { tone, verdict, name, place, summary, facts, blocks }, findings }
}

/// Returns a failure of a property.
fn failure(report: &Report, finding: &Finding) -> page::Finding {
    let example = &finding.example;
    let value = |input: &Input| {
        let note = match (&input.looked_at, &input.evaluated) {
            (Some(seen), _) => Some(format!("looked at: {}", abridged(seen))),
            (None, Some(value)) => Some(format!("which is {}", abridged(value))),
            (None, None) => input.fails_with.as_ref().map(|values| format!("fails with {values}")),
        };
        Value { name: input.name.clone(), source: abridged(&input.value).into_owned(), note }
    };
    let mut facts = finding.remarks();
    facts.push(report.how_found(finding));
    facts.extend(example.caveats.iter().map(|caveat| format!("may not compile elsewhere: {caveat}")));
    let mut more = Vec::new();
    if example.inputs.iter().any(|input| input.statement.is_some()) {
        let lines = example.uses.iter().cloned();
        let statements = example.inputs.iter().map(|input| abridged(&input.line()).into_owned());
        more.push((
            "As source".to_owned(),
            More::Text(lines.chain(statements).collect::<Vec<_>>().join("\n")),
        ));
    }
    if let Some(steps) = example.steps.as_ref().filter(|steps| !steps.is_empty()) {
        more.push(("The calls that the property makes".to_owned(), More::Trees(calls(steps))));
    }
    // A fault of several lines begins with more than the message, or shows the source.
    let fault = example.fault.trim();
    let (message, detail) = match fault.contains('\n') {
        true => (&*example.message, fault),
        false if fault.is_empty() => (&*example.message, ""),
        false => (fault, ""),
    };
    page::Finding {
        tone: Tone::Bad,
        verdict: "failed".to_owned(),
        name: report.about.name.clone(),
        place: Some(format!("{}:{}", report.about.file, report.about.line)),
        values: example.inputs.iter().map(value).collect(),
        message: abridged(message).into_owned(),
        detail: abridged(detail).into_owned(),
        facts,
        command: example.replay.clone(),
        more,
    }
}

/// Returns calls as trees. The reader of records limits how deep they are.
fn calls(steps: &[Step]) -> Vec<Tree> {
    let call = |step: &Step| {
        let end = match (&step.value, &step.error) {
            (Some(value), _) => format!(" = {value}"),
            (None, Some(error)) => format!(" ! {error}"),
            (None, None) => String::new(),
        };
        let mut parts = calls(&step.calls);
        parts.extend(step.more.map(|more| Tree { line: format!("and {more} more"), parts: Vec::new() }));
        Tree { line: abridged(&(step.term.clone() + &end)).into_owned(), parts }
    };
    steps.iter().map(call).collect()
}

/// Returns what a run has covered, as drawings. `unit` is what it runs.
pub(super) fn coverage(unit: &'static str, coverage: &Coverage, failing: Option<u32>) -> Vec<Block> {
    let mut steps: Vec<page::Step> = Vec::new();
    for claim in coverage.of(Stream::Search).chain(coverage.of(Stream::Draws)) {
        let step = step(&mut steps, claim.size);
        let ran = claim.tally.ran;
        match &claim.extent {
            Extent::Size { of } => {
                step.is_whole = BigUint::from(ran) == *of;
                step.exist = Some(of.clone());
                step.searched = ran;
            }
            Extent::UpTo { of, is_finished, .. } => {
                step.is_whole = *is_finished;
                step.exist = Some(of.clone());
                step.searched = ran;
            }
            Extent::Assumed { uniform, backtracking, .. } => {
                step.drawn = uniform.saturating_add(*backtracking);
            }
            Extent::Uncounted => step.drawn = ran,
        }
    }
    // A size without inputs needs no run.
    steps.retain(|step| {
        step.searched > 0 || step.drawn > 0 || step.exist.as_ref().is_some_and(|of| *of != BigUint::ZERO)
    });
    let columns = steps.iter().map(|step| (step.size, step.searched.saturating_add(step.drawn))).collect();
    // A structure may fail that is larger than all inputs that are counted by size.
    if let Some(size) = failing {
        step(&mut steps, size);
    }
    let is_lazy = coverage.lazily;
    let what = if is_lazy { "Runs" } else { "Inputs that were run" };
    let is_partial = coverage.ran(Stream::Orders) + coverage.ran(Stream::Structures) > 0;
    let but = if is_partial { ", without those by order and by structure" } else { "" };
    let streams = streams(coverage);
    let is_mixed = streams.parts.len() > 1;
    let mut blocks = vec![
        Block::Staircase(Staircase { unit, is_lazy, steps, failing }),
        Block::Columns(Columns { title: format!("{what} by size{but}"), columns }),
    ];
    blocks.extend(is_mixed.then_some(Block::Share(streams)));
    blocks
}

/// Returns the step of a size; it is added if there is none.
fn step(steps: &mut Vec<page::Step>, size: u32) -> &mut page::Step {
    let place = steps.binary_search_by_key(&size, |step| step.size).unwrap_or_else(|place| {
        steps.insert(place, page::Step { size, exist: None, searched: 0, is_whole: false, drawn: 0 });
        place
    });
    &mut steps[place]
}

/// Returns how many inputs each stream has run.
fn streams(coverage: &Coverage) -> Share {
    let all = [
        (Stream::Replay, "saved", Tone::Plain),
        (Stream::Search, "in order of size", Tone::Series(0)),
        (Stream::Orders, "by the order of numbers", Tone::Series(1)),
        (Stream::Structures, "drawn by structure", Tone::Series(3)),
        (Stream::Draws, "drawn uniformly", Tone::Series(2)),
    ];
    let part = |(stream, what, tone)| {
        let count = coverage.ran(stream);
        let up_to = coverage.one(stream).filter(|_| matches!(stream, Stream::Orders | Stream::Structures));
        let up_to =
            up_to.map_or_else(String::new, |claim| format!(" up to size {}", small(claim.size.into())));
        Tally { count, what: format!("{what}{up_to}"), tone }
    };
    let parts = all.into_iter().map(part).filter(|part| part.count > 0).collect();
    Share { title: "Where they came from".to_owned(), parts }
}

/// Returns the labels of a property, if it has any.
fn labels(coverage: &Coverage) -> Option<Bars> {
    let (stats, demands) = (coverage.stats(), coverage.demands());
    let rows: Vec<Bar> = stats
        .labels()
        .map(|label| {
            let demand = demands.iter().find(|demand| demand.name == label.name);
            let verdict = demand.map(|demand| demand.verdict);
            Bar {
                note: label.required.map_or_else(String::new, |percent| {
                    let verdict = verdict.map_or_else(String::new, |verdict| format!(": {}", verdict.name()));
                    format!("at least {percent}% required{verdict}")
                }),
                tone: if verdict == Some(DemandVerdict::Missed) { Tone::Bad } else { Tone::Plain },
                name: label.name,
                count: label.count,
            }
        })
        .collect();
    (!rows.is_empty()).then(|| Bars { title: "Labels".to_owned(), whole: stats.tests(), rows })
}

/// Returns the tables of a property, each as bars.
fn tables(coverage: &Coverage) -> Vec<Bars> {
    let bars = |(name, table): (&str, &Table)| {
        let bar = |(name, count)| Bar { name, count, note: String::new(), tone: Tone::Plain };
        let rows = table.rows(RANGES, TEXTS).into_iter().map(bar).collect();
        Bars { title: format!("{name}: {}", table.summary(Detail::Full)), whole: table.values(), rows }
    };
    coverage.stats().tables().iter().map(bars).collect()
}
