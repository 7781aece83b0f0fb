//! The evaluated parts of a program, as a page shows them.

use everycase_check::text::number;
use pun::coverage::{Line, Module, Report, Share};

use crate::page::{Block, DefinitionRow, Piece, Section, SourceLine, SourceView, Tone};
use crate::report::PageEntry;

/// Returns what a page shows of each module.
pub(super) fn shown(coverage: &Report<'_>) -> Vec<PageEntry> {
    coverage.modules.iter().map(|module| of_module(coverage, module)).collect()
}

fn of_module(coverage: &Report<'_>, module: &Module) -> PageEntry {
    let sources = coverage.sources();
    let Share { evaluated, all } = module.share;
    let definitions = module.definitions.iter().map(|own| DefinitionRow {
        name: own.name.to_string(),
        line: sources.line_and_column(own.span).0,
        cells: vec![
            own.share.to_string(),
            own.share.evaluated.to_string(),
            own.share.all.to_string(),
            if own.is_exported { "yes" } else { "no" }.to_owned(),
        ],
    });
    let view = SourceView {
        headings: vec!["share", "evaluated", "expressions", "exported"],
        definitions: definitions.collect(),
        lines: coverage.lines(module.file).iter().map(|line| pieces(coverage, line)).collect(),
    };
    let summary = format!("{evaluated} of {all} expressions were evaluated");
    let mut facts = vec![summary.clone()];
    if !module.share.is_whole() {
        facts.push("The others are marked, with the reason where a mark is pointed at.".to_owned());
    }
    let one_sided: usize = module.definitions.iter().map(|own| own.one_sided.len()).sum();
    if one_sided > 0 {
        let counted = number::counted(one_sided as u64, "condition");
        facts.push(format!("Marked as well: {counted} that never had one of the two values."));
    }
    let section = Section {
        tone: if module.share.is_whole() { Tone::Good } else { Tone::Plain },
        verdict: if module.share.is_whole() {
            "fully evaluated".to_owned()
        } else {
            module.share.to_string()
        },
        name: sources.get(module.file).name.to_string(),
        place: None,
        summary,
        facts,
        blocks: vec![Block::Source(view)],
    };
    PageEntry { section, findings: Vec::new() }
}

/// Returns a line in pieces, the marked ones with what they say.
fn pieces(coverage: &Report<'_>, line: &Line<'_>) -> SourceLine {
    let plain = |text: Option<&str>| Piece {
        text: text.unwrap_or_default().to_owned(),
        is_marked: false,
        hint: None,
    };
    let (mut pieces, mut at) = (Vec::new(), 0);
    for mark in &line.marks {
        pieces.push(plain(line.text.get(at..mark.from)));
        let hint = mark.is_first.then(|| mark.of.why.words(coverage.sources()));
        pieces.push(Piece { is_marked: true, hint, ..plain(line.text.get(mark.from..mark.to)) });
        at = mark.to;
    }
    pieces.push(plain(line.text.get(at..)));
    SourceLine(pieces)
}
