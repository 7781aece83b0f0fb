//! The scores of properties, as a page shows them.

use everycase_check::report::Detail;
use everycase_check::strength::{ScoreReport, Standing, SurvivorReport, Tally as Mutants};
use everycase_check::text::number::small;

use super::PageEntry;
use super::collect::Collection;
use crate::page::{
    Bar, Bars, Block, Finding, Grid, GridGroup as Group, Section, Share, Table, Tally, Tone, Value,
};
use crate::records::{KillSet, Refusal, SuiteRecord};

/// Returns what a page shows of all scores and of what properties do together.
pub(super) fn all(collection: &Collection) -> Vec<PageEntry> {
    let Collection { scores, refusals, suites, .. } = collection;
    scores.iter().map(score).chain(refusals.iter().map(refusal)).chain(suites.iter().map(suite)).collect()
}

fn score(score: &ScoreReport) -> PageEntry {
    let standing = score.standing();
    let name = format!("{} of {}", score.property, score.function);
    let survivors = score.distinct_survivors(Detail::Full);
    let tone = match standing {
        Standing::Scored => Tone::Good,
        standing if standing.is_failure() => Tone::Bad,
        _ => Tone::Doubt,
    };
    let verdict = standing.name().to_owned();
    let mut facts = score.statements();
    facts.extend(score.warning());
    let total = score.total();
    let parts = [
        (total.killed, "killed", Tone::Good),
        (total.survived, "survive", Tone::Bad),
        (total.not_known, "not known to differ", Tone::Doubt),
        (total.undecided, "undecided", Tone::Plain),
    ];
    let parts = parts.into_iter().map(|(count, what, tone)| Tally { count, what: what.to_owned(), tone });
    let row = |survivor: &&SurvivorReport| {
        let known = if survivor.is_known { "" } else { ", if it differs" };
        let size = survivor.place.0.to_string();
        vec![
            format!("{}{known}", survivor.mutation),
            size,
            format!("{}, except that {}", score.plain_name, survivor.changes()),
        ]
    };
    let blocks = vec![
        Block::Share(Share { title: "Mutants".to_owned(), parts: parts.collect() }),
        Block::Table(tallies(score)),
        Block::Table(Table {
            title: "Mutants that survive, the smallest of each kind".to_owned(),
            headings: vec!["kind", "size of the input", "mutant"],
            has_numbers: false,
            rows: survivors.iter().map(row).collect(),
        }),
    ];
    let is_told = standing.is_failure() || !survivors.is_empty() && standing.has_score();
    let finding = is_told.then(|| finding(score, &name, survivors.first().copied()));
    let summary = facts.first().cloned().unwrap_or_default();
    PageEntry {
        section: Section { tone, verdict, name, place: None, summary, facts, blocks },
        findings: finding.into_iter().collect(),
    }
}

/// Returns a score as a finding, with the smallest survivor.
fn finding(score: &ScoreReport, name: &str, survivor: Option<&SurvivorReport>) -> Finding {
    let standing = score.standing();
    let is_failure = standing.is_failure();
    let survivor = survivor.filter(|_| standing.has_score());
    let value = |survivor: &SurvivorReport| Value {
        name: if survivor.is_known { "survives" } else { "survives, if it differs" }.to_owned(),
        source: format!("{}, except that {}", score.plain_name, survivor.changes()),
        note: Some(format!("kind: {}; on an input of size {}", survivor.mutation, survivor.place.0)),
    };
    Finding {
        tone: if is_failure { Tone::Bad } else { Tone::Doubt },
        verdict: if is_failure { standing.name() } else { "mutants survive" }.to_owned(),
        name: name.to_owned(),
        place: None,
        values: survivor.map(value).into_iter().collect(),
        message: score.warning().unwrap_or_default(),
        detail: String::new(),
        facts: score.statements(),
        command: None,
        more: Vec::new(),
    }
}

/// Returns what has become of the mutants, by how their inputs were made.
fn tallies(score: &ScoreReport) -> Table {
    let numbers =
        |Mutants { killed, survived, not_known, undecided, unexercised, without_mutant }: Mutants| {
            [killed, survived, not_known, undecided, unexercised, without_mutant]
        };
    let rows = [("all inputs by size", score.exhaustive), ("uniform draws", score.sampled)];
    let rows: Vec<_> = rows.into_iter().filter(|(_, tally)| *tally != Mutants::default()).collect();
    let headings = ["killed", "survive", "not known to differ", "undecided", "no call", "no mutant"];
    let is_used = |column: &usize| rows.iter().any(|(_, tally)| numbers(*tally)[*column] > 0);
    let used: Vec<usize> = (0..headings.len()).filter(is_used).collect();
    let row = |(name, tally): &(&str, Mutants)| {
        let cells = used.iter().map(|column| small(numbers(*tally)[*column]));
        std::iter::once((*name).to_owned()).chain(cells).collect()
    };
    Table {
        title: "Exhaustive and random".to_owned(),
        headings: std::iter::once("mutants on").chain(used.iter().map(|column| headings[*column])).collect(),
        has_numbers: true,
        rows: rows.iter().map(row).collect(),
    }
}

fn refusal(Refusal { property, function, why }: &Refusal) -> PageEntry {
    let section = Section {
        tone: Tone::Doubt,
        verdict: "no score".to_owned(),
        name: format!("{property} of {function}"),
        place: None,
        summary: why.clone(),
        facts: vec![why.clone()],
        blocks: Vec::new(),
    };
    PageEntry { section, findings: Vec::new() }
}

fn suite(suite: &SuiteRecord) -> PageEntry {
    let SuiteRecord { function, mutants, killed, sets, minimal } = suite;
    let name = |set: &KillSet| match &set.properties[..] {
        [] => "no property".to_owned(),
        properties => properties.join(", "),
    };
    let bar = |set: &KillSet| {
        let example = set.smallest.join(", ");
        let example =
            if example.is_empty() { set.systematic.first().cloned().unwrap_or_default() } else { example };
        Bar {
            name: name(set),
            count: set.mutants,
            note: if example.is_empty() { example } else { format!("such as {example}") },
            tone: if set.properties.is_empty() { Tone::Bad } else { Tone::Good },
        }
    };
    let summary = format!("some property kills {} of {} mutants", small(*killed), small(*mutants));
    let mut facts = vec![summary.clone()];
    for set in minimal.iter().flatten().filter(|set| !set.is_empty()) {
        facts.push(format!("these kill as much as all together: {}", set.join(", ")));
    }
    let bars = Bars {
        title: "Mutants by the properties that kill them".to_owned(),
        whole: *mutants,
        rows: sets.iter().map(bar).collect(),
    };
    let section = Section {
        tone: Tone::Plain,
        verdict: "all properties".to_owned(),
        name: function.clone(),
        place: None,
        summary,
        facts,
        blocks: vec![
            Block::Bars(bars),
            Block::Grid(Grid { title: GRID.to_owned(), groups: groups(sets, name) }),
        ],
    };
    PageEntry { section, findings: Vec::new() }
}

const GRID: &str = "Small mutants by size and by the properties that kill them";

/// Returns the small mutants of the sets that have most of them, and of all others together.
fn groups(sets: &[KillSet], name: impl Fn(&KillSet) -> String) -> Vec<Group> {
    let small = |set: &&KillSet| set.by_size.iter().map(|[_, count]| u64::from(*count)).sum::<u64>();
    let (survive, killed): (Vec<_>, Vec<_>) = sets.iter().partition(|set| set.properties.is_empty());
    let mut killed: Vec<&KillSet> = killed;
    killed.sort_by_key(|set| std::cmp::Reverse(small(set)));
    let group = |name: String, tone: Tone, sets: &[&KillSet]| Group {
        name,
        tone,
        by_size: sets.iter().flat_map(|set| set.by_size.iter().copied()).collect(),
    };
    let mut groups: Vec<Group> = survive.iter().map(|set| group(name(set), Tone::Bad, &[set])).collect();
    let (named, others) = killed.split_at(killed.len().min(NAMED));
    groups.extend((0..).zip(named).map(|(number, set)| group(name(set), Tone::Series(number), &[set])));
    groups.push(group("others".to_owned(), Tone::Plain, others));
    groups.retain(|group| !group.by_size.is_empty());
    groups
}

/// The number of sets with a colour of their own.
const NAMED: usize = 4;
