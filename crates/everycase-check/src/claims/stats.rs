//! Statistics of the inputs of a property: labels, classes, and required shares.

use everycase_kernel::sorted::{SortedMap, sort_by_key};

use super::demand::{Demand, DemandVerdict, sane};
use super::tables::{OF_INPUT, TableValue, Tables};

/// The number of labels that are counted, in order of appearance, in addition to those with a
/// required share. A property that gives each input a label of its own must not fill the memory.
pub(crate) const KEPT: usize = 1_000;

/// Counts of labels over the inputs of a run. Discarded inputs do not count.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Stats {
    tests: u64,
    labels: SortedMap<String, Counter>,
    others: u64,
    tables: Tables,
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Counter {
    count: u64,
    required: Option<f64>,
}

impl Counter {
    fn add(&mut self, other: Counter) {
        self.count += other.count;
        self.required = self.required.or(other.required);
    }
}

/// A label and its share.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// Its text.
    pub name: String,
    /// The number of inputs with it.
    pub count: u64,
    /// The required share, in percent.
    pub required: Option<f64>,
}

/// The labels of one input and its values of tables, collected while the property runs. Reused
/// between inputs to avoid allocations.
#[derive(Debug, Clone, Default)]
pub struct Labels {
    hits: Vec<LabelHit>,
    used: usize,
    values: Vec<(String, TableValue)>,
    left_out: u64,
}

#[derive(Debug, Clone, Default)]
struct LabelHit {
    name: String,
    hit: bool,
    required: Option<f64>,
}

impl Labels {
    /// Removes the labels of the previous input.
    pub fn clear(&mut self) {
        self.used = 0;
        self.values.clear();
        self.left_out = 0;
    }

    /// Records that the input has a label or, with `hit` false, that the label is to be listed.
    #[inline]
    pub fn mark(&mut self, name: &str, hit: bool, required: Option<f64>) {
        // A label that is recorded twice counts once.
        if let Some(mark) = self.hits[..self.used].iter_mut().find(|mark| mark.name == name) {
            mark.hit |= hit;
            mark.required = mark.required.or(required);
            return;
        }
        if self.used == self.hits.len() {
            self.hits.push(LabelHit::default());
        }
        let mark = &mut self.hits[self.used];
        mark.name.clear();
        mark.name.push_str(name);
        mark.hit = hit;
        mark.required = required;
        self.used += 1;
    }

    /// Records a value of a table. An input has at most 1,000.
    #[inline]
    pub fn tabulate(&mut self, table: &str, value: TableValue) {
        if self.values.len() < OF_INPUT {
            self.values.push((table.to_owned(), value));
        } else {
            self.left_out += 1;
        }
    }

    /// Returns the values with the names of their tables, in the order in which they were recorded.
    pub fn values(&self) -> impl Iterator<Item = (&str, &TableValue)> {
        self.values.iter().map(|(table, value)| (&**table, value))
    }

    /// Returns the labels in the order of their first mention, and whether the input has each.
    pub fn iter(&self) -> impl Iterator<Item = (&str, bool)> {
        self.hits[..self.used].iter().map(|mark| (&*mark.name, mark.hit))
    }

    /// Returns whether the input has neither a label nor a value.
    pub fn is_empty(&self) -> bool {
        self.used == 0 && self.values.is_empty()
    }
}

impl Stats {
    /// Counts one input with its labels.
    pub fn add(&mut self, labels: &Labels) {
        self.tests += 1;
        for mark in &labels.hits[..labels.used] {
            let counter = Counter { count: u64::from(mark.hit), required: mark.required };
            if let Some(own) = self.labels.get_mut(mark.name.as_str()) {
                own.add(counter);
            } else if self.keeps(counter) {
                self.labels.insert(mark.name.clone(), counter);
            } else {
                self.others += counter.count;
            }
        }
        labels.values().for_each(|(table, value)| self.tables.add(table, value));
        self.tables.leave_out(labels.left_out);
    }

    /// Counts inputs without a label.
    pub(crate) fn add_without_label(&mut self, inputs: u64) {
        self.tests += inputs;
    }

    /// Returns whether a counter for a new label is added.
    fn keeps(&self, counter: Counter) -> bool {
        self.labels.len() < KEPT || counter.required.is_some()
    }

    /// Adds the counts of another thread.
    pub fn merge(&mut self, other: Stats) {
        self.tests += other.tests;
        self.others += other.others;
        self.tables.merge(other.tables);
        for (name, counter) in other.labels.into_entries() {
            if let Some(own) = self.labels.get_mut(&name) {
                own.add(counter);
            } else if self.keeps(counter) {
                self.labels.insert(name, counter);
            } else {
                self.others += counter.count;
            }
        }
    }

    /// Returns statistics with these counts, of `tests` inputs.
    #[inline]
    pub fn of(tests: u64, labels: impl IntoIterator<Item = Label>, others: u64) -> Stats {
        let counter = |label: &Label| Counter { count: label.count, required: label.required };
        let labels = labels
            .into_iter()
            .map(|label| {
                let counter = counter(&label);
                (label.name, counter)
            })
            .collect();
        Stats { tests, labels, others, tables: Tables::default() }
    }

    /// Returns the same statistics with these tables of values.
    #[must_use]
    pub(crate) fn with_tables(self, tables: Tables) -> Stats {
        Stats { tables, ..self }
    }

    /// Returns the tables of values.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Returns how often inputs had a label without a counter.
    pub fn others(&self) -> u64 {
        self.others
    }

    /// Returns the number of inputs.
    pub fn tests(&self) -> u64 {
        self.tests
    }

    /// Returns the labels, the most frequent first.
    pub fn labels(&self) -> impl Iterator<Item = Label> {
        let mut labels: Vec<Label> = self
            .labels
            .iter()
            .map(|(name, counter)| Label {
                name: name.clone(),
                count: counter.count,
                required: counter.required,
            })
            .collect();
        sort_by_key(&mut labels, |label| std::cmp::Reverse(label.count));
        labels.into_iter()
    }

    /// Returns whether some label has a required share.
    pub fn has_demands(&self) -> bool {
        self.labels.values().any(|counter| counter.required.is_some())
    }

    /// Returns the required shares, and whether the inputs reach them, `all` or some of them.
    pub(crate) fn demands(&self, all: bool) -> Vec<Demand> {
        let demand = |label: Label| {
            let required = label.required?;
            Some(Demand {
                verdict: DemandVerdict::of(label.count, self.tests(), required, all),
                name: label.name,
                count: label.count,
                of: self.tests(),
                required: sane(required),
            })
        };
        self.labels().filter_map(demand).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stats(inputs: &[&[&str]]) -> Stats {
        let mut stats = Stats::default();
        let mut labels = Labels::default();
        for input in inputs {
            labels.clear();
            for name in *input {
                labels.mark(name, true, None);
            }
            stats.add(&labels);
        }
        stats
    }

    #[test]
    fn labels_are_counted_once_an_input_and_shown_by_frequency() {
        let stats = stats(&[&["empty"], &["full", "full", "odd"], &["full"], &[]]);
        assert_eq!(stats.tests(), 4);
        assert_eq!(stats.lines(&[]), "   50% full\n   25% empty\n   25% odd");
    }

    #[test]
    fn the_first_labels_are_kept_and_those_that_are_demanded() {
        let mut labels = Labels::default();
        let mut stats = Stats::default();
        for input in 0..5_000 {
            labels.clear();
            labels.mark(&format!("{input}"), true, None);
            if input > 4_000 {
                labels.mark("late", true, Some(10.0));
            }
            stats.add(&labels);
        }
        assert_eq!((stats.labels().count(), stats.others()), (1_001, 4_000));
        assert!(stats.labels().any(|label| label.name == "late" && label.count == 999));
        assert!(stats.lines(&[]).ends_with("\n  other labels than the first 1,000: 4,000 times"));
        let mut both = stats.clone();
        both.merge(stats);
        assert_eq!((both.labels().count(), both.others()), (1_001, 8_000));
    }

    #[test]
    fn threads_add_up() {
        let mut one = stats(&[&["a"], &["b"]]);
        one.merge(stats(&[&["a"], &[]]));
        assert_eq!(one, stats(&[&["a"], &["b"], &["a"], &[]]));
    }

    #[test]
    fn a_class_no_input_is_in_is_listed_too() {
        let mut labels = Labels::default();
        labels.mark("never", false, Some(10.0));
        let mut stats = Stats::default();
        stats.add(&labels);
        assert_eq!(stats.lines(&[]), "    0% never (at least 10% required)");
        assert_eq!(stats.lines(&stats.demands(false)), "    0% never (at least 10% required: undecided)");
        assert_eq!(stats.lines(&stats.demands(true)), "    0% never (at least 10% required: missed)");
    }

    #[test]
    fn a_missed_demand_is_said_in_numbers() {
        let mut labels = Labels::default();
        labels.mark("sorted", false, Some(20.0));
        let mut stats = Stats::default();
        (0..1000).for_each(|_| stats.add(&labels));
        assert_eq!(
            stats.demands(false).iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["`sorted` covers 0% of the inputs (0 of 1,000), at least 20% is required"]
        );
    }
}
