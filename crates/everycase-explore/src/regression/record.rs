//! The records of regression suites, which are their files, and of comparisons, described in
//! `docs/records.md`.

use everycase_check::fields;
use everycase_check::records::{FieldError, Fields, HEAD, Record, Table, together};

use super::{Case, Comparison, Difference, Name, Outcome, Rename, Suite, TypeChange};

/// The kind of the records.
const KIND: &str = "regression";

impl Suite {
    /// Returns the suite as records: one for the whole, then one for each expression.
    pub fn records(&self) -> Vec<Record> {
        let cases = self.cases.iter().map(|case| Record::new(KIND, "case").and(case));
        std::iter::once(Record::new(KIND, "suite").and(self)).chain(cases).collect()
    }

    /// Returns the suite that records describe.
    ///
    /// # Errors
    /// If they are not the records of one suite, with the number of the first wrong one, from 0.
    pub fn read(records: &[Record]) -> Result<Suite, (usize, String)> {
        let of = |record: &Record, event| record.has(HEAD[1].key, KIND) && record.has(HEAD[2].key, event);
        let wrong = |number: usize| move |error: FieldError| (number, error.to_string());
        let (first, cases) = records.split_first().ok_or((0, "it has no record".to_owned()))?;
        if !of(first, "suite") {
            return Err((0, "this is not the first record of a regression suite".to_owned()));
        }
        let mut suite: Suite = first.read().map_err(wrong(0))?;
        for (number, record) in (1..).zip(cases) {
            if !of(record, "case") {
                return Err((number, "this is not an expression of a regression suite".to_owned()));
            }
            suite.cases.push(record.read().map_err(wrong(number))?);
        }
        Ok(suite)
    }
}

impl Comparison {
    /// Returns the comparison as records: one for each difference, then one for the whole.
    pub fn records(&self) -> Vec<Record> {
        let suites = Suites { suites: self.suites.clone() };
        let record = |event, own: &Difference| Record::new(KIND, event).and(&suites).and(own);
        let mut records: Vec<Record> = self.differences.iter().map(|own| record("difference", own)).collect();
        records.extend(self.strictness.iter().map(|own| record("strictness", own)));
        records.push(Record::new(KIND, "finish").and(self));
        records
    }
}

/// What the record of a difference is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suites {
    /// What was compared, the old one first.
    pub suites: [String; 2],
}

/// Returns the tables of `docs/records.md` about suites.
pub fn suite_tables() -> Vec<Table> {
    vec![
        ("`regression`", together(&[Suite::FIELDS])),
        ("`names[]`", together(&[Name::FIELDS])),
        ("`case`", together(&[Case::FIELDS])),
    ]
}

/// Returns the tables of `docs/records.md` about comparisons of suites.
pub fn comparison_tables() -> Vec<Table> {
    vec![
        ("`difference`", together(&[Suites::FIELDS, Difference::FIELDS])),
        ("`comparison`", together(&[Comparison::FIELDS])),
        ("`renamed[]`", together(&[Rename::FIELDS])),
        ("`retyped[]`", together(&[TypeChange::FIELDS])),
    ]
}

fields! { own: Suite = (Suite { name, names, through, options, sampled, not_run, cases }) { cases: Vec::new() };
    "name": name, "what the expressions call";
    "names": names, "the names that they may mention, and the exports that none calls";
    "through": through, "the size up to which the suite has all expressions, or `null`";
    "options": options, "what else the expressions depend on";
    "sampled": sampled, "the expressions of which instances were run, since they need an open argument";
    "not_run": not_run, "the expressions that were not run";
}

fields! { own: Name = (Name { name, ty, role });
    "name": name, "the name";
    "type": ty, "its type";
    "role": role, "what it names: a function that is `tested`, `called` in arguments only or `not called`, or a `constructor`";
}

fields! { own: Case = (Case { expression, outcome: Outcome { end, text } });
    "expression": expression, "the expression, with `?`, `?1`, .. for any arguments";
    "outcome": end, "how it ends: `value`, `unshown`, `given up`, `error` or `limit`";
    "text": text, "its value, or the message of its error";
}

fields! { own: Suites = (Suites { suites });
    "suites": suites, "what was compared, the old one first";
}

fields! { own: Difference = (Difference { function, generality, old, new, alike });
    "function": function, "the function";
    "general": generality, "which expressions are more general: `same` (neither), `old`, `new` or `both` (each in some argument)";
    "old": old, "the expressions of the old suite, with their outcomes";
    "new": new, "the expressions of the new one";
    "alike": alike, "the number of such differences with other numbers and characters in the same order, this one among them";
}

fields! { own: Rename = (Rename { old, new, order, agreeing, differing });
    "old": old, "its old name";
    "new": new, "its new name";
    "order": order, "for each new parameter, which of the old ones it is, from 0";
    "agreeing": agreeing, "the pairs of expressions that agree";
    "differing": differing, "the pairs of expressions that differ";
}

fields! { own: TypeChange = (TypeChange { name, types });
    "name": name, "its name";
    "types": types, "its old type and its new one";
}

fields! { own: Comparison = (Comparison {
        suites, removed, added, retyped, renamed, differences, explained, strictness, agreeing, not_compared, sampled, not_run, unmatched, through,
    }) { differences: Vec::new(), strictness: Vec::new() };
    "suites": suites, "what was compared, the old one first";
    "removed": removed, "the functions and constructors that only the old one has";
    "added": added, "the functions and constructors that only the new one has";
    "retyped": retyped, "the functions and constructors whose types differ";
    "renamed": renamed, "the functions that have another name or order of parameters";
    "explained": explained, "the differences of expressions with a part that differs, which have no records";
    "agreeing": agreeing, "the expressions that agree with all that they are compared with";
    "not_compared": not_compared, "the expressions whose outcomes cannot be compared: values that hold functions or are too large, and \
        what was given up";
    "sampled": sampled, "the expressions of both of which instances were run, since they need an open argument";
    "not_run": not_run, "the expressions of both that were not run";
    "unmatched": unmatched, "the expressions of each that have no common instance with one of the other";
    "through": through, "the size up to which both have all expressions, or `null`";
}
