//! Which changed code a difference reaches: in most cases its cause is there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use similar::{Algorithm, DiffTag, capture_diff_slices};

use crate::coverage::Coverage;
use crate::error::Error;
use crate::expression::Expression;
use crate::runner::Runner;

/// Lines of the new version that differ from the old one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Block {
    file: String,
    /// The first line and the last one; of lines that were removed, their neighbours.
    lines: (u32, u32),
}

/// The changed code of a crate, and what tells which of it an expression reaches.
pub(super) struct Causes {
    runner: Runner,
    /// For each point the blocks on whose lines it is.
    blocks: BTreeMap<u32, BTreeSet<Block>>,
}

impl Causes {
    /// Compares the sources in two folders; `runner` runs the new version, and knows no point yet.
    pub(super) fn new(runner: Runner, coverage: &Coverage, new: &Path, old: &Path) -> Causes {
        let mut blocks: BTreeMap<u32, BTreeSet<Block>> = BTreeMap::new();
        for file in coverage.files() {
            // A file that is not there has no line.
            let text = |folder: &Path| fs::read_to_string(folder.join(file)).unwrap_or_default();
            for lines in changed(&text(old), &text(new)) {
                for point in coverage.points_on(file, lines) {
                    let block = Block { file: file.to_owned(), lines };
                    blocks.entry(point).or_default().insert(block);
                }
            }
        }
        Causes { runner, blocks }
    }

    /// Returns the places of the changed code that an expression surely reaches.
    ///
    /// # Errors
    /// If no worker can be started.
    pub(super) fn of(&mut self, expression: &Expression) -> Result<Vec<String>, Error> {
        let Some(points) = self.runner.each(&[expression])?.pop().flatten() else { return Ok(Vec::new()) };
        let sure = points.iter().filter(|own| own.1);
        let reached: BTreeSet<&Block> = sure.filter_map(|own| self.blocks.get(&own.0)).flatten().collect();
        Ok(reached.into_iter().map(Block::place).collect())
    }
}

impl Block {
    /// Returns the place for a reader.
    fn place(&self) -> String {
        let Block { file, lines: (first, last) } = self;
        if first == last { format!("{file}:{first}") } else { format!("{file}:{first}-{last}") }
    }
}

/// Returns the lines of a text that differ from another one, as first and last lines of blocks.
fn changed(old: &str, new: &str) -> Vec<(u32, u32)> {
    // Lines that are indented in another way are the same.
    let lines = |text: &'_ str| text.lines().map(|own| own.trim().to_owned()).collect::<Vec<_>>();
    let (old, new) = (lines(old), lines(new));
    let ops = capture_diff_slices(Algorithm::Patience, &old, &new);
    let of_change = ops.iter().filter(|own| own.tag() != DiffTag::Equal).map(|own| {
        let range = own.new_range();
        // Lines count from 1. Where lines were removed, their neighbours stand for them.
        let (first, last) =
            if range.is_empty() { (range.start, range.start + 1) } else { (range.start + 1, range.end) };
        (first as u32, last as u32)
    });
    of_change.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changed_lines_of_a_text_are_those_of_the_new_one() {
        let old = "a\nb\nc\nd\n";
        assert_eq!(changed(old, old), []);
        assert_eq!(changed(old, "  a\nb\nc\n\td\n"), []);
        assert_eq!(changed(old, "a\nx\ny\nc\nd\n"), [(2, 3)]);
        assert_eq!(changed(old, "a\nb\nc\nd\ne\n"), [(5, 5)]);
        assert_eq!(changed(old, "a\nd\n"), [(1, 2)]);
        assert_eq!(changed("", "a\n"), [(1, 1)]);
        assert_eq!(changed(old, "x\nb\nc\nz\n"), [(1, 1), (4, 4)]);
    }
}
