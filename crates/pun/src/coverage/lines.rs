//! The lines of a source, with the parts that are not reached, and the conditions that never had
//! one of the two values.

use super::gap::CoverageGap;
use super::report::{Definition, Report};
use crate::source::FileId;

/// A line of a source.
pub struct Line<'a> {
    /// Its text without the line break.
    pub text: &'a str,
    /// The parts that are not reached, and conditions that never had one of the two values, from
    /// left to right.
    pub marks: Vec<Mark<'a>>,
}

/// The part of such an expression in one line.
pub struct Mark<'a> {
    /// The first byte of the line that belongs to it.
    pub from: usize,
    /// The byte behind the last one.
    pub to: usize,
    /// The expression.
    pub of: &'a CoverageGap,
    /// Whether the expression begins in this line.
    pub is_first: bool,
    /// Whether the expression ends in this line.
    pub is_last: bool,
}

impl Report<'_> {
    /// Returns the lines of a file.
    pub fn lines(&self, file: FileId) -> Vec<Line<'_>> {
        let gaps = self.gaps(file);
        let mut end = 0;
        let lines = self.program.sources.get(file).text.split_inclusive('\n').map(|line| {
            let start = end;
            end += line.len();
            let text = line.trim_end();
            let indent = text.len() - text.trim_start().len();
            let here = gaps.iter().filter_map(|of| {
                let (first, last) = (of.span.start as usize, of.span.end as usize);
                let is_first = (start..end).contains(&first);
                let from = if is_first { first - start } else { indent };
                let to = last.saturating_sub(start).min(text.len());
                let is_here = first < end && from < to;
                is_here.then_some(Mark { from, to, of, is_first, is_last: last <= end })
            });
            Line { text, marks: here.collect() }
        });
        lines.collect()
    }

    /// Returns the outermost gaps of a file, in the order of the source, none within another one.
    fn gaps(&self, file: FileId) -> Vec<&CoverageGap> {
        let modules = self.modules.iter().filter(|module| module.file == file);
        let all = modules.flat_map(|module| module.definitions.iter().flat_map(Definition::gaps));
        let mut all: Vec<&CoverageGap> = all.collect();
        all.sort_by_key(|one| (one.span.start, std::cmp::Reverse(one.span.end)));
        let mut end = 0;
        all.retain(|one| {
            let is_outermost = one.span.start >= end;
            end = end.max(one.span.end);
            is_outermost
        });
        all
    }
}
