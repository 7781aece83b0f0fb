//! Tables of values that a property states of its inputs: numbers, of which the smallest, the
//! median and the largest are known, and texts, which are counted.
//!
//! # Memory
//!
//! A table counts at most `KEPT` different numbers. When there are more, close ones are counted
//! together: the low bits of their floating-point representations are dropped, until few enough
//! different ones are left. With 51 dropped bits, for example, 8 to 11.99 are one, and 12 to 15.99.
//! What is left depends on the values alone, not on their order, so threads and parts of a run may
//! count separately. Of texts the first ones are kept, as of labels.

use everycase_kernel::sorted::{SortedMap, sort_by_key};

/// The number of different numbers of a table that are counted, and of different texts.
pub(crate) const KEPT: usize = 512;

/// The number of tables.
pub(crate) const TABLES: usize = 64;

/// The number of values of one input.
pub(crate) const OF_INPUT: usize = 1_000;

/// The length of a text in bytes, beyond which it is cut.
const LONGEST: usize = 200;

/// The number of bits that can be dropped: one is left for the sign, and one.
const MOST_DROPPED: u32 = 62;

/// A value of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum TableValue {
    /// A number, which is finite.
    Number(f64),
    /// A text.
    Text(String),
}

impl TableValue {
    /// Returns a number as a value. Infinities and NaN become texts.
    #[must_use]
    pub fn number(number: f64) -> TableValue {
        if number.is_finite() { TableValue::Number(number) } else { TableValue::Text(number.to_string()) }
    }

    /// Returns a text as a value. One that is longer than 200 bytes is cut, and ends with `..`.
    #[must_use]
    #[inline]
    pub fn text(text: &str) -> TableValue {
        let mut end = LONGEST;
        if text.len() <= end {
            return TableValue::Text(text.to_owned());
        }
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        TableValue::Text(format!("{}..", &text[..end]))
    }
}

macro_rules! numbers {
    ($($type:ty)+) => {$(
        impl From<$type> for TableValue {
            #[allow(clippy::cast_precision_loss, clippy::cast_lossless, reason = "not of every type")]
            #[inline]
            fn from(number: $type) -> TableValue {
                TableValue::number(number as f64)
            }
        }
    )+};
}

numbers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 }

macro_rules! texts {
    ($($type:ty)+) => {$(
        impl From<$type> for TableValue {
            #[inline]
            fn from(text: $type) -> TableValue {
                TableValue::text(&text.to_string())
            }
        }
    )+};
}

texts! { &str &String String std::borrow::Cow<'_, str> char bool }

/// The tables of a property, by name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tables {
    named: SortedMap<String, Table>,
    /// The number of values of further tables.
    others: u64,
    /// The number of values that were left out because their input had many.
    left_out: u64,
}

/// A table: how often it has each value.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table {
    /// The numbers.
    pub numbers: Numbers,
    texts: SortedMap<String, u64>,
    /// The number of texts that are not counted.
    pub other_texts: u64,
}

/// How often a table has each number.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Numbers {
    /// The number of low bits by which numbers do not differ.
    dropped: u32,
    /// The number of each key, without its dropped bits.
    counts: SortedMap<i64, u64>,
    /// The smallest and the largest number.
    ends: Option<[f64; 2]>,
}

/// Numbers that are counted together.
#[derive(Debug, Clone, PartialEq)]
pub struct NumberRange {
    /// The smallest of them; a bound of it, if bits were dropped.
    pub from: f64,
    /// The largest of them; a bound of it, if bits were dropped.
    pub to: f64,
    /// How many there are.
    pub count: u64,
}

impl Tables {
    /// Returns tables with these numbers of values that are not in them.
    #[inline]
    pub(crate) fn of(
        tables: impl IntoIterator<Item = (String, Table)>,
        others: u64,
        left_out: u64,
    ) -> Tables {
        let mut own = Tables { others, left_out, ..Tables::default() };
        tables.into_iter().for_each(|(name, table)| own.merge_table(name, table));
        own
    }

    /// Counts a value.
    pub(crate) fn add(&mut self, name: &str, value: &TableValue) {
        if let Some(table) = self.named.get_mut(name) {
            table.add(value);
        } else if self.named.len() < TABLES {
            let mut table = Table::default();
            table.add(value);
            self.named.insert(name.to_owned(), table);
        } else {
            self.others += 1;
        }
    }

    /// Counts values that are left out.
    pub(crate) fn leave_out(&mut self, values: u64) {
        self.left_out += values;
    }

    /// Adds the tables of another thread.
    pub(crate) fn merge(&mut self, other: Tables) {
        self.others += other.others;
        self.left_out += other.left_out;
        other.named.into_entries().into_iter().for_each(|(name, table)| self.merge_table(name, table));
    }

    fn merge_table(&mut self, name: String, table: Table) {
        if let Some(own) = self.named.get_mut(&name) {
            own.merge(table);
        } else if self.named.len() < TABLES {
            self.named.insert(name, table);
        } else {
            self.others += table.values();
        }
    }

    /// Returns the tables, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Table)> {
        self.named.iter().map(|(name, table)| (&**name, table))
    }

    /// Returns the number of values of tables beyond the first 64.
    pub fn others(&self) -> u64 {
        self.others
    }

    /// Returns the number of values that were left out, because their input has more than 1,000.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Returns whether no table has a value.
    pub fn is_empty(&self) -> bool {
        self.named.is_empty()
    }
}

impl Table {
    /// Returns a table with these numbers and texts.
    #[inline]
    pub(crate) fn of(
        numbers: Numbers,
        texts: impl IntoIterator<Item = (String, u64)>,
        other_texts: u64,
    ) -> Table {
        let mut table = Table { numbers, other_texts, ..Table::default() };
        texts.into_iter().for_each(|(text, count)| table.add_text(text, count));
        table
    }

    fn add(&mut self, value: &TableValue) {
        match value {
            TableValue::Number(number) => self.numbers.add(*number, 1),
            TableValue::Text(text) => match self.texts.get_mut(text) {
                Some(count) => *count += 1,
                None => self.add_text(text.clone(), 1),
            },
        }
    }

    fn add_text(&mut self, text: String, count: u64) {
        if self.texts.len() < KEPT || self.texts.has(&text) {
            *self.texts.or_default(text) += count;
        } else {
            self.other_texts += count;
        }
    }

    fn merge(&mut self, other: Table) {
        self.numbers.merge(other.numbers);
        self.other_texts += other.other_texts;
        other.texts.into_entries().into_iter().for_each(|(text, count)| self.add_text(text, count));
    }

    /// Returns the number of values.
    pub fn values(&self) -> u64 {
        self.numbers.values() + self.texts.values().sum::<u64>() + self.other_texts
    }

    /// Returns the texts, the most frequent first, and how often it has each.
    pub fn texts(&self) -> Vec<(&str, u64)> {
        let mut texts: Vec<(&str, u64)> = self.texts.iter().map(|(text, count)| (&**text, *count)).collect();
        sort_by_key(&mut texts, |(_, count)| std::cmp::Reverse(*count));
        texts
    }
}

impl Numbers {
    /// Returns numbers with these counts, of which low bits were dropped; `None` if that is not
    /// possible.
    #[inline]
    pub(crate) fn of(
        dropped: u32,
        counts: impl IntoIterator<Item = (f64, u64)>,
        ends: Option<[f64; 2]>,
    ) -> Option<Numbers> {
        if dropped > MOST_DROPPED
            || ends.is_some_and(|[least, most]| least > most || least.is_nan() || most.is_nan())
        {
            return None;
        }
        let mut numbers = Numbers { dropped, ..Numbers::default() };
        counts.into_iter().for_each(|(number, count)| numbers.add(number, count));
        if ends.is_some() != numbers.ends.is_some() {
            return None;
        }
        Some(Numbers { ends, ..numbers })
    }

    fn add(&mut self, number: f64, count: u64) {
        *self.counts.or_default(key(number) >> self.dropped) += count;
        let [least, most] = self.ends.unwrap_or([number; 2]);
        self.ends = Some([least.min(number), most.max(number)]);
        self.bound();
    }

    fn merge(&mut self, other: Numbers) {
        let Some([least, most]) = other.ends else { return };
        self.drop_bits(other.dropped);
        let more = other.dropped.abs_diff(self.dropped);
        for (key, count) in other.counts.into_entries() {
            *self.counts.or_default(key >> more) += count;
        }
        let [own_least, own_most] = self.ends.unwrap_or([least, most]);
        self.ends = Some([own_least.min(least), own_most.max(most)]);
        self.bound();
    }

    /// Drops bits until few enough different numbers are left.
    fn bound(&mut self) {
        if self.counts.len() > KEPT {
            self.drop_bits(self.to_have(KEPT));
        }
    }

    /// Returns how many bits have to be dropped to have at most so many different numbers.
    fn to_have(&self, most: usize) -> u32 {
        let different = |dropped: u32| {
            let mut last = None;
            let keys = self.counts.keys().map(|key| Some(key >> (dropped - self.dropped)));
            keys.filter(|key| std::mem::replace(&mut last, *key) != *key).count()
        };
        (self.dropped..MOST_DROPPED).find(|dropped| different(*dropped) <= most).unwrap_or(MOST_DROPPED)
    }

    fn drop_bits(&mut self, dropped: u32) {
        let Some(more) = dropped.checked_sub(self.dropped).filter(|more| *more > 0) else { return };
        for (key, count) in std::mem::take(&mut self.counts).into_entries() {
            *self.counts.or_default(key >> more) += count;
        }
        self.dropped = dropped;
    }

    /// Returns how many low bits were dropped to have few different numbers.
    pub fn dropped(&self) -> u32 {
        self.dropped
    }

    /// Returns how many there are.
    pub fn values(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Returns the smallest and the largest number, if there is any.
    pub fn ends(&self) -> Option<[f64; 2]> {
        self.ends
    }

    /// Returns the median, of an even number of numbers the lower one; if bits were dropped, a
    /// number that differs from it by these.
    pub fn median(&self) -> Option<f64> {
        let mut before = self.values().checked_sub(1)? / 2;
        let ranges = self.ranges(usize::MAX);
        let range = ranges.iter().find(|range| {
            let is_here = before < range.count;
            before = before.saturating_sub(range.count);
            is_here
        });
        // Not the middle: both ends may be whole numbers.
        range.map(|range| if range.from < 0.0 { range.to } else { range.from })
    }

    /// Returns each number without its dropped bits, and how often it is there.
    pub(crate) fn counts(&self) -> Vec<(f64, u64)> {
        let counts = self.counts.iter();
        counts.map(|(key, count)| (of_key(nearest_to_zero(*key, self.dropped)), *count)).collect()
    }

    /// Returns at most so many ranges that together have all numbers, in their order. Their ends
    /// are numbers that are there unless bits were dropped.
    pub fn ranges(&self, most: usize) -> Vec<NumberRange> {
        let Some([least, last]) = self.ends else { return Vec::new() };
        let more = self.to_have(most) - self.dropped;
        let mut ranges: Vec<(i64, NumberRange)> = Vec::new();
        for (key, count) in self.counts.iter() {
            let low = key << self.dropped;
            let high = low | ((1 << self.dropped) - 1);
            // The last key is beyond the largest number and stands for NaN, which `max` and `min`
            // leave out.
            let (from, to) = (of_key(low).max(least), of_key(high).min(last));
            match ranges.last_mut() {
                Some((own, range)) if *own == key >> more => {
                    range.to = to;
                    range.count += count;
                }
                _ => ranges.push((key >> more, NumberRange { from, to, count: *count })),
            }
        }
        ranges.into_iter().map(|(_, range)| range).collect()
    }
}

/// Returns an integer for a finite number. Integers are in the order of their numbers, and those
/// that differ in their low bits only are of close numbers.
fn key(number: f64) -> i64 {
    // Zero has one sign.
    let bits = (number + 0.0).to_bits().cast_signed();
    if bits < 0 { !(bits & i64::MAX) } else { bits }
}

/// Returns the number of a key.
fn of_key(key: i64) -> f64 {
    let magnitude = f64::from_bits((if key < 0 { !key } else { key }).cast_unsigned());
    if key < 0 { -magnitude } else { magnitude }
}

/// Returns the key that is nearest to zero of those that differ by dropped bits.
fn nearest_to_zero(key: i64, dropped: u32) -> i64 {
    let low = key << dropped;
    // -1 would be a negative zero.
    if key < 0 { (low | ((1 << dropped) - 1)).min(-2) } else { low }
}

#[cfg(test)]
mod tests;
