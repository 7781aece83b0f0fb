//! The record of a score, described in `docs/records.md`.

use super::{Obstacle, ReachReport, ScoreReport, Standing, SurvivorReport};
use crate::fields;
use crate::records::json::Object;
use crate::records::{Field, FieldError, Fields, Read, Record, Table, together};
use crate::strength::Tally;

impl ScoreReport {
    /// Returns the record, from which the report can be read again.
    pub fn record(&self) -> Record {
        Record::new("strength", "finish").and(self)
    }
}

/// Returns the tables of `docs/records.md` about scores.
pub fn tables() -> Vec<Table> {
    vec![
        ("`strength`", together(&[ScoreReport::FIELDS, Obstacle::FIELDS])),
        ("`exhaustive`", together(&[Tally::FIELDS])),
        ("`reached`", together(&[ReachReport::FIELDS])),
        ("`survivors[]`", together(&[SurvivorReport::FIELDS])),
    ]
}

fields! { score: ScoreReport = (ScoreReport {
        property, function, plain_name, left_out, not_encoded, min, mutations, seed, budget, fingerprint, shard, obstacle, exhaustive,
        again, sampled, common, through, is_complete, partly, drawn, reached, survivors, has_hung, is_interrupted,
    });
    "property": property, "the property";
    "function": function, "the function";
    "plain_name": plain_name, "its name without a type";
    "left_out": left_out, "the arguments that cannot be encoded, by number from 0";
    "mutations": mutations, "the kinds of mutants";
    "seed": seed, "as for properties";
    "budget": budget, "as for properties";
    "fingerprint": fingerprint, "as for properties, or `null`";
    "shard": shard, "as for properties";
    "min": min, "the least score in percent, or `null`";
    "standing": = score.standing(), "how the score stands: `scored`, `below minimum`, `tautology`, `fails`, `nondeterministic`, \
        `unreached`, `never called`, `without mutant`, `undecided`, or `refused` if it cannot be measured at all";
    "killed": = score.total().killed, "the mutants on which the property fails";
    "mutants": = score.total().mutants(), "all that count";
    "exhaustive": exhaustive, "the mutants of inputs run by size, as a tally";
    "again": again, "how many of `exhaustive` are further mutants of the same inputs";
    "sampled": sampled, "the mutants of uniform draws";
    "common": common, "of a part, how much of `exhaustive` and of `sampled` every part counts";
    "through": through, "the largest size of which all inputs were run, or `null`";
    "complete": is_complete, "whether the inputs up to that size are all that exist";
    "partly": partly, "a larger size of which some were run, or `null`";
    "hung": has_hung, "whether a mutant did not end, which ended the score";
    "interrupted": is_interrupted, "whether a signal ended the run";
    ..obstacle;
    "not_encoded" [optional]: not_encoded, "why some calls could not be encoded";
    "drawn" [optional]: drawn, "the smallest and the largest size of the draws";
    "interval" [optional]: = score.interval().map(|(from, to)| [from, to]), "the 95 % interval of the share of killed mutants over \
        uniform draws, in percent";
    "reached" [optional]: reached, "the inputs of the function up to a size that were exercised";
    "survivors": survivors, "the smallest mutant of each kind that survives";
}

const STANDING: Field = Field::new("standing", "");
const INPUT: Field = Field::new("input", "an input on which the property is not deterministic").optional();

impl Fields for Obstacle {
    const FIELDS: &'static [Field] = &[INPUT];

    fn write(&self, object: &mut Object) {
        if let Obstacle::Nondeterministic(input) = self {
            object.put(INPUT, input);
        }
    }
}

impl Read for Obstacle {
    fn read(object: &Object) -> Result<Obstacle, FieldError> {
        Ok(match object.get(STANDING)? {
            Standing::Fails => Obstacle::Fails,
            Standing::Unreached => Obstacle::Unreached,
            _ => Obstacle::Nondeterministic(object.get(INPUT)?),
        })
    }

    fn is_in(object: &Object) -> bool {
        use Standing::{Fails, Nondeterministic, Unreached};
        // Reading a standing that is missing or unknown is an error.
        object.get(STANDING).map_or(true, |own| matches!(own, Fails | Unreached | Nondeterministic))
    }
}

fields! { tally: Tally = (Tally { killed, survived, not_known, undecided, unexercised, without_mutant });
    "killed": killed, "the property fails on the mutant";
    "survived": survived, "it passes";
    "not_known": not_known, "it passes, but the mutant is not known to differ from the function";
    "undecided": undecided, "the mutant met a limit";
    "unexercised": unexercised, "inputs on which the property does not call the function";
    "without_mutant": without_mutant, "inputs without a mutant that differs on a call";
}

fields! { reached: ReachReport = (ReachReport { through, exercised, all, is_at_least });
    "through": through, "the size";
    "exercised": exercised, "those that were exercised";
    "inputs": all, "all of them, as text";
    "at_least": is_at_least, "whether more may have been exercised, as in parts of a run";
}

fields! { survivor: SurvivorReport = (SurvivorReport { mutation, is_known, place: (size, input), equations });
    "mutation": mutation, "its kind";
    "known": is_known, "whether it is known to differ from the function";
    "size": size, "the size of the property's input";
    "input": input, "the property's input, as in `derivation`";
    "equations": equations, "the calls that it changes";
}
