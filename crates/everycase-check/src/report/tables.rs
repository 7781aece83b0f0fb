//! Tables of values, in words.

use std::fmt::Write;

use super::Detail;
use super::wrap::line;
use crate::claims::tables::{KEPT, NumberRange, OF_INPUT, TABLES, Table, Tables};
use crate::text::number::{counted, percent, small};

/// The maximal number of ranges of numbers, and of texts in brief and in full.
const RANGES: usize = 10;
const FEW_TEXTS: usize = 3;
const MANY_TEXTS: usize = 20;

impl Tables {
    /// Returns the tables, each as a line, and with the rows of its values in full.
    pub(crate) fn lines(&self, detail: Detail) -> String {
        let mut out = String::new();
        for (name, table) in self.iter() {
            line(&mut out, "", &format!("`{name}`: {}", table.summary(detail)));
            if detail == Detail::Full {
                for (value, count) in table.rows(RANGES, MANY_TEXTS) {
                    let _ = write!(out, "\n  {:>6} {value}", percent(count, table.values()));
                }
            }
        }
        if self.others() > 0 {
            let others = counted(self.others(), "value");
            line(&mut out, "", &format!("other tables than {}: {others}", small(TABLES as u64)));
        }
        if self.left_out() > 0 {
            let (values, most) = (counted(self.left_out(), "value"), small(OF_INPUT as u64));
            line(&mut out, "", &format!("{values} left out: an input has at most {most}"));
        }
        out
    }
}

impl Table {
    /// Returns what is in the table, in a line.
    pub fn summary(&self, detail: Detail) -> String {
        let mut parts = Vec::new();
        if let (Some([least, most]), Some(median)) = (self.numbers.ends(), self.numbers.median()) {
            let (count, about) = (counted(self.numbers.values(), "number"), self.about());
            let (least, most, median) = (shown(least), shown(most), shown(median));
            parts.push(format!("{count} from {least} to {most}, median {about}{median}"));
        }
        let texts = self.texts();
        if !texts.is_empty() {
            let all = self.values() - self.numbers.values();
            let different = texts.len() as u64;
            let more = if self.other_texts > 0 { "more than " } else { "" };
            let mut words = format!("{}, {more}{} different", counted(all, "text"), small(different));
            if detail == Detail::Brief {
                let first = texts.iter().take(FEW_TEXTS);
                let first: Vec<String> = first
                    .map(|(text, count)| format!("{text} ({})", percent(*count, self.values())))
                    .collect();
                let _ = write!(words, ": {}", first.join(", "));
            }
            parts.push(words);
        }
        if self.numbers.dropped() > 0 {
            parts.push(format!(
                "more than {} different numbers, so close ones are counted together",
                small(KEPT as u64)
            ));
        }
        parts.join("; ")
    }

    /// Returns the ranges of its numbers and its most frequent texts, at most so many of each, and
    /// how many values are in each.
    pub fn rows(&self, ranges: usize, texts: usize) -> Vec<(String, u64)> {
        let numbers = self.numbers.ranges(ranges).into_iter().map(|range| (self.range(&range), range.count));
        let mut rows: Vec<(String, u64)> = numbers.collect();
        let all = self.texts();
        rows.extend(all.iter().take(texts).map(|(text, count)| ((*text).to_owned(), *count)));
        let others = all.iter().skip(texts).map(|(_, count)| count).sum::<u64>() + self.other_texts;
        if others > 0 {
            rows.push(("other texts".to_owned(), others));
        }
        rows
    }

    /// Returns a range in words.
    fn range(&self, NumberRange { from, to, .. }: &NumberRange) -> String {
        let (first, last) = (shown(*from), shown(*to));
        if first == last { first } else { format!("{}{first} to {last}", self.about()) }
    }

    /// Returns a word in front of numbers that are not exact.
    fn about(&self) -> &'static str {
        if self.numbers.dropped() > 0 { "about " } else { "" }
    }
}

/// Returns a number for readers: whole ones as `41,032`, others with six digits.
fn shown(number: f64) -> String {
    let magnitude = number.abs();
    let sign = if number < 0.0 { "-" } else { "" };
    // Up to here each whole number has a floating-point number of its own.
    if magnitude < 9e15 && number.fract() == 0.0 {
        return format!("{sign}{}", whole(magnitude));
    }
    if !(1e-3..1e6).contains(&magnitude) {
        let text = format!("{magnitude:.5e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        return format!("{sign}{}e{exponent}", digits.trim_end_matches('0').trim_end_matches('.'));
    }
    let text = format!("{sign}{magnitude:.6}");
    text.trim_end_matches('0').to_owned()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number below 2^53")]
fn whole(number: f64) -> String {
    small(number as u64)
}

#[cfg(test)]
mod tests;
