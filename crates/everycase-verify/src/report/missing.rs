//! The text of missing values.

use std::cmp::Ordering;
use std::fmt::Write;

use everycase_check::text::number::{counted, small};
use pun::value::Value;

use crate::bounds::{BoundedResult, Missing};
use crate::region::{Likeness, Region};
use crate::verifier::Generator;

impl Generator {
    /// Writes the missing values.
    pub(super) fn write_missing(&self, out: &mut String, missing: &Missing, bounded: &BoundedResult) {
        let (call, result) = (self.call(&missing.values), self.result(&missing.values));
        let smallest = if bounded.unclear.count + bounded.not_found.count == 0 {
            "all smaller values are produced"
        } else {
            "unknown for some smaller values"
        };
        let _ = writeln!(out, "    `{call}` never produces {result}, which its coverage type promises");
        let integers = self.notation().integers();
        let _ = writeln!(out, "    no choices of any size produce it{integers}; {smallest}");
        let others = bounded.missing[1..].iter();
        let others: Vec<String> = others
            .map(|other| format!("{} by `{}`", self.result(&other.values), self.call(&other.values)))
            .collect();
        if !others.is_empty() {
            let _ = writeln!(out, "    also missing: {}", others.join(", "));
        }
        if let Some(region) = &bounded.region {
            let _ = writeln!(out, "    observed: {}", self.observed(region));
        }
    }

    /// Returns what the missing values have in common.
    pub(super) fn observed(&self, region: &Region) -> String {
        let Region { tried, missing, alike, what } = region;
        let (tried, what, all_missing) = (counted(*tried, "value"), self.likeness(what), small(*missing));
        let are = if *missing == 1 { "is" } else { "are" };
        let missing_values = format!("{all_missing} of {tried} tried {are} missing, all {what}");
        match alike - missing {
            0 => format!("{missing_values}; no such value is produced"),
            1 => format!("{missing_values}; 1 other such value is produced"),
            produced => format!("{missing_values}; {} other such values are produced", small(produced)),
        }
    }

    fn likeness(&self, what: &Likeness) -> String {
        let name = |place: usize| match self.variables().get(place) {
            Some(binder) if place + 1 < self.variables().len() => binder.name.to_string(),
            _ => "the result".to_owned(),
        };
        let is = |order: Ordering| match order {
            Ordering::Less => "is less than",
            Ordering::Equal => "is",
            Ordering::Greater => "is greater than",
        };
        match what {
            Likeness::Constructor(con, fields) => {
                format!(
                    "with the result {}",
                    self.show_at(
                        self.variables().len() - 1,
                        &Value::Construct(*con, vec![Value::Open; *fields])
                    )
                )
            }
            Likeness::Is(place, value) => {
                format!("where {} is {}", name(*place), self.show_at(*place, value))
            }
            Likeness::Sign(place, sign) => format!("where {} {} 0", name(*place), is(*sign)),
            Likeness::Order(a, order, b) => format!("where {} {} {}", name(*a), is(*order), name(*b)),
            Likeness::Next(a, b) => format!("where {} is {} + 1", name(*b), name(*a)),
        }
    }
}
