//! Records that their writers do not read: the fields that a page shows.

use everycase_check::fields;

/// What each record says of itself.
pub(super) struct Head {
    pub(super) kind: String,
    pub(super) event: String,
}

fields! { head: Head = (Head { kind, event });
    "kind": kind, "what was run";
    "event": event, "what happened";
}

/// The name that a record is about.
pub(super) struct Name {
    pub(super) name: String,
}

fields! { named: Name = (Name { name });
    "name": name, "the program";
}

/// A property and a function that have no score.
pub(crate) struct Refusal {
    pub(crate) property: String,
    pub(crate) function: String,
    pub(crate) why: String,
}

fields! { refusal: Refusal = (Refusal { property, function, why });
    "property": property, "the property";
    "function": function, "the function";
    "why": why, "why there is no score";
}

/// What the properties of a function do together.
pub(crate) struct SuiteRecord {
    pub(crate) function: String,
    pub(crate) mutants: u64,
    pub(crate) killed: u64,
    pub(crate) sets: Vec<KillSet>,
    pub(crate) minimal: Option<Vec<Vec<String>>>,
}

fields! { suite: SuiteRecord = (SuiteRecord { function, mutants, killed, sets, minimal });
    "function": function, "the function";
    "mutants": mutants, "the mutants";
    "killed": killed, "those that some property kills";
    "sets": sets, "sets of properties that kill some mutant and no other property does";
    "minimal": minimal, "the minimal sets of properties that kill what all of them kill, or `null`";
}

/// Properties that kill some mutants which no other property kills.
pub(crate) struct KillSet {
    /// The properties; none of them for survivors.
    pub(crate) properties: Vec<String>,
    pub(crate) mutants: u64,
    /// The sizes of the small ones, each with their number.
    pub(crate) by_size: Vec<[u32; 2]>,
    /// The systematic ones among them.
    pub(crate) systematic: Vec<String>,
    /// The equations of the smallest other one.
    pub(crate) smallest: Vec<String>,
}

fields! { set: KillSet = (KillSet { properties, mutants, by_size, systematic, smallest });
    "properties": properties, "the properties";
    "mutants": mutants, "the number of mutants that these and no others kill";
    "by_size": by_size, "the sizes of the small ones among them, each with their number";
    "systematic": systematic, "the systematic ones among them, as text";
    "smallest": smallest, "the equations of the smallest small one";
}
