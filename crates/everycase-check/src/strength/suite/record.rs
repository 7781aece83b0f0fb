//! The record of a matrix, described in `docs/records.md`. It is not read.

use super::{KillReport, SuiteReport};
use crate::fields;
use crate::records::{Fields, Record, Table, together};
use crate::strength::matrix::{Beyond, Inputs};

impl SuiteReport {
    /// Returns the record.
    pub fn record(&self) -> Record {
        Record::new("suite", "finish").and(self)
    }

    fn all_names(&self, sets: &[Vec<usize>]) -> Vec<Vec<&str>> {
        sets.iter().map(|set| self.names(set)).collect()
    }
}

/// Returns the tables of `docs/records.md` about matrices.
pub fn tables() -> Vec<Table> {
    vec![
        ("`suite`", together(&[SuiteReport::FIELDS])),
        ("`properties[]`", together(&[<(String, Inputs)>::FIELDS])),
        ("`sets[]`", together(&[Set::FIELDS])),
        ("`beyond`", together(&[<(Beyond, Option<String>)>::FIELDS])),
        ("`implied[]`", together(&[Implication::FIELDS])),
    ]
}

fields! { suite: SuiteReport;
    "function": = &suite.function, "the function";
    "properties": = &suite.properties, "the properties";
    "more_properties": = suite.more_properties, "how many more were left out";
    "mutants": = suite.mutants(), "the mutants";
    "killed": = suite.killed(|_| true), "those that some property kills";
    "undecided": = suite.undecided, "those that met a limit";
    "through": = suite.sizes.through, "the largest size of which all small ones were run, or `null`";
    "mutations": = &suite.mutations, "the kinds of mutants";
    "sets": = suite.sets.iter().map(|set| Set { properties: suite.names(&set.by), set }).collect::<Vec<_>>(), "sets of properties \
        that kill some mutant and no other property does; the set without properties is of survivors";
    "beyond": = &suite.beyond, "small mutants that were run in the time that was left, or `null`";
    "settled": = suite.is_settled, "whether all inputs and mutants were run that `minimal`, `implied` and `equal` are of";
    "minimal": = suite.minimal.as_ref().map(|sets| suite.all_names(sets)), "the minimal sets of properties that kill what all of \
        them kill, or `null` if they are too many or not settled";
    "implied": = suite.implied.iter().map(|pair| Implication { suite, pair: *pair }).collect::<Vec<_>>(), "the properties that another \
        one implies";
    "equal": = suite.all_names(&suite.equal), "groups of properties that kill the same";
    "preparation_s": = suite.preparation, "the seconds in which the inputs were prepared";
    "ended": = suite.ended, "why no more mutants were run: `all run`, `budget`, `hung` or `interrupted`";
}

fields! { of: (String, Inputs);
    "property": = &of.0, "the property";
    "inputs": = of.1.count, "its inputs on which mutants were run";
    "through": = of.1.through, "the largest size of which these are all, or `null`";
    "all": = of.1.is_all, "whether the inputs up to that size are all that exist";
    "holds": = !of.1.has_failed, "whether the property held on them";
    "cut": = of.1.is_cut, "whether the time was over before all of them were found";
}

struct Set<'s> {
    properties: Vec<&'s str>,
    set: &'s KillReport,
}

fields! { set: Set<'_>;
    "properties": = &set.properties, "the properties";
    "mutants": = set.set.mutants, "the number of mutants that these and no others kill";
    "by_size": = &set.set.by_size, "the sizes of the small ones among them, each with their number";
    "systematic": = &set.set.systematic, "the systematic ones among them, as text";
    "smallest": = &set.set.smallest, "the equations of the smallest small one";
}

fields! { beyond: (Beyond, Option<String>);
    "mutants": = beyond.0.mutants, "how many were run";
    "survived": = beyond.0.survived, "how many survive";
    "through": = beyond.0.sizes.through, "the largest size of which all were run, or `null`";
    "survivor": = &beyond.1, "the smallest survivor, or `null`";
}

struct Implication<'s> {
    suite: &'s SuiteReport,
    pair: (usize, usize),
}

fields! { implied: Implication<'_>;
    "property": = &implied.suite.properties[implied.pair.0].0, "the property";
    "by": = &implied.suite.properties[implied.pair.1].0, "the one that implies it";
}
