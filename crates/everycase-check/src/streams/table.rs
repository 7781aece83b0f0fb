//! The table of the streams that share the budget of a check.

use crate::claims::stream::Stream;

/// A stream that shares the budget of a run with others.
#[derive(Debug)]
pub struct Row {
    /// The stream.
    pub stream: Stream,
    /// Its part of the budget, of [`WHOLE`]: if inputs are complete, and if they are decided on
    /// demand or structures are left out.
    pub share: [u32; 2],
    /// Its part of the first [`OPENING`] tests.
    pub opening: u32,
    /// When it begins.
    pub begins: Begins,
    /// What it makes, in words.
    pub makes: &'static str,
    /// When it is left out, in words.
    pub is_left_out: &'static str,
}

/// When a stream begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begins {
    /// At once.
    AtOnce,
    /// After this number of inputs of the search: if inputs are complete, and if they are decided
    /// on demand. The search may see everything if a size is given; then after it has ended.
    After([u64; 2]),
    /// When the search has ended or spent its share.
    AfterSearch,
}

/// What the shares add up to.
pub const WHOLE: u32 = 32;

/// The number of tests at the beginning that are shared otherwise: large inputs find what is easily
/// found sooner than small ones, which are alike. With a time, a property that has at most this
/// many inputs is run on all of them and on nothing else.
pub const OPENING: u64 = 256;

/// The number of inputs of the first batch of a stream.
pub const FIRST_BATCH: u64 = 4;

/// The part of the time, as a divisor, that is the beginning of a run.
pub const BEGINNING: u32 = 4;

/// The least part of the time, as a divisor, that a batch may take. It may take as much as all
/// batches of the stream before.
pub const SLICE: u32 = 8;

/// The streams of a run. The one that is furthest behind its share goes on; what a stream cannot
/// use goes to the structures, or to the draws if there are none.
pub const TABLE: [Row; 4] = [
    Row {
        stream: Stream::Search,
        share: [12, 16],
        opening: 8,
        begins: Begins::AtOnce,
        makes: "all inputs, by size; decided on demand, one run for all that look the same to the property",
        is_left_out: "if only draws are asked for",
    },
    Row {
        stream: Stream::Orders,
        share: [4, 4],
        opening: 1,
        begins: Begins::After([512, 64]),
        makes: "all structures with each order of their numbers, by size, a number of any size costing 1; of complete inputs, \
                most are sorted",
        is_left_out: "if a size is given, no number is in small inputs, or strength is measured; in other parts of a run than the first",
    },
    Row {
        stream: Stream::Structures,
        share: [12, 8],
        opening: 23,
        begins: Begins::After([1, 1]),
        makes: "draws of structures of all magnitudes of size, with numbers and texts from a mixture",
        is_left_out: "if choices of generators are among the inputs, or strength is measured",
    },
    Row {
        stream: Stream::Draws,
        share: [4, 4],
        opening: 0,
        begins: Begins::AfterSearch,
        makes: "uniform draws of larger sizes; decided on demand, of inputs that satisfy the assumption; of generators, what \
                these make",
        is_left_out: "if no larger input can be counted",
    },
];

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;
    use crate::testing::page::page;

    #[test]
    fn the_shares_are_the_whole() {
        for inputs in [0, 1] {
            assert_eq!(TABLE.iter().map(|row| row.share[inputs]).sum::<u32>(), WHOLE);
        }
        assert_eq!(TABLE.iter().map(|row| row.opening).sum::<u32>(), WHOLE);
    }

    /// The table as the guide has it.
    fn table() -> String {
        let mut table = format!(
            "| stream | share of the budget | of the first {OPENING} tests | begins | makes | is left out |\n|---|---|---|---|---|---|\n"
        );
        for Row { stream, share, opening, begins, makes, is_left_out } in &TABLE {
            let (share, opening) = (both(share.map(fraction)), fraction(*opening));
            let begins = match begins {
                Begins::AtOnce => "at once".to_owned(),
                Begins::After(inputs) => {
                    both(inputs.map(|inputs| format!("after {inputs} of the search")))
                        + "; with a size, after it"
                }
                Begins::AfterSearch => "after the search".to_owned(),
            };
            let _ =
                writeln!(table, "| {stream} | {share} | {opening} | {begins} | {makes} | {is_left_out} |");
        }
        table
    }

    /// Returns one text for complete inputs and for those decided on demand, or both if they
    /// differ.
    fn both([complete, on_demand]: [String; 2]) -> String {
        if complete == on_demand { complete } else { format!("{complete}; on demand {on_demand}") }
    }

    fn fraction(share: u32) -> String {
        if share == 0 {
            return "none".to_owned();
        }
        let divisor =
            (1..=WHOLE).rev().find(|by| share.is_multiple_of(*by) && WHOLE.is_multiple_of(*by)).unwrap_or(1);
        format!("{}/{}", share / divisor, WHOLE / divisor)
    }

    #[test]
    fn the_guide_has_the_table_of_streams() {
        let guide = page("docs/properties.md");
        assert!(guide.contains(&table()), "docs/properties.md has to contain\n{}", table());
    }
}
