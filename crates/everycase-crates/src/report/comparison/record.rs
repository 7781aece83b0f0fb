//! The records of a comparison, described in `docs/records.md`.

use everycase_check::fields;
use everycase_check::records::{Fields, Record, Table, together};

use super::{AcceptedChange, Change, Comparison, Dependency, Order, RenamedFunction, Versions};
use crate::explore::{End, Form};

impl Comparison {
    /// Returns the comparison as records: one for each change, then one for the whole.
    pub fn records(&self) -> Vec<Record> {
        let name = Name { name: self.name.clone() };
        let change = |own: &Change| Record::new("diff", "change").and(&name).and(own);
        let mut all: Vec<Record> = self.changes.iter().map(change).collect();
        all.push(Record::new("diff", "finish").and(self));
        all
    }
}

/// The package that a record is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// Its name.
    pub name: String,
}

/// Returns the tables of `docs/records.md` about comparisons.
pub fn tables() -> Vec<Table> {
    vec![
        ("`change`", together(&[Change::FIELDS, Order::FIELDS])),
        ("`diff`", together(&[Versions::FIELDS, Comparison::FIELDS])),
        ("`end`", together(&[End::FIELDS])),
        ("`forms[]`", together(&[Form::FIELDS])),
        ("`renamed_function`", together(&[RenamedFunction::FIELDS, Order::FIELDS])),
        ("`accepted[]`", together(&[AcceptedChange::FIELDS])),
        ("`dependencies[]`", together(&[Dependency::FIELDS])),
    ]
}

fields! { own: Name = (Name { name });
    "name": name, "the name of the package";
}

fields! { own: Versions = (Versions { old, new });
    "old": old, "the old version";
    "new": new, "the new version";
}

fields! { own: Change = (Change { function, was, is, code, changed_code, size, count, order });
    "function": function, "the function";
    "what": = own.brief(), "what has changed, in words";
    "was": was, "how it ended with the old version";
    "is": is, "how it ends with the new version";
    "code": code, "Rust that shows it";
    "changed_code": changed_code, "the places of the changed lines of the new version that it reaches, if the compiler tells";
    "size": size, "the size of the expression";
    "count": count, "the number of expressions that differed so";
    ..order;
}

fields! { own: RenamedFunction = (RenamedFunction { old, new, order });
    "old": old, "its old name";
    "new": new, "its new name: the same one if its parameters have another order";
    ..order;
}

fields! { own: Order = (Order { order, agreeing });
    "order": order, "for each parameter but `self`, which of the old ones it is, from 0; empty if both versions agree in none";
    "agreeing": agreeing, "the number of compared calls that agree in this order";
}

fields! { own: End = (End { kind, text, place, frames });
    "kind": kind, "`value`, `absent` (`None`), `error`, `panic`, `death` or `hang`";
    "text": text, "the value or the error as `Debug` writes it, the message of the panic, or what the process wrote";
    "place": place, "where it panics, or `null`";
    "frames": frames, "the functions of the crate that were running when it panicked, the innermost first";
}

fields! { own: Form = (Form { ty, was, is });
    "type": ty, "the type";
    "was": was, "a value with the old version";
    "is": is, "the same with the new version";
}

fields! { own: AcceptedChange = (AcceptedChange { function, what });
    "function": function, "the function, or the type whose `Debug` has another form";
    "what": what, "what has changed, in words";
}

fields! { own: Dependency = (Dependency { name, old, new });
    "name": name, "the package";
    "old": old, "its versions with the old version of the crate";
    "new": new, "its versions with the new version";
}

fields! { own: Comparison = (Comparison {
        name, versions, release, seed, changes, forms, renamed, removed, retyped, added, unsteady, accepted, dependencies, functions,
        called, expressions, calls, through, time, resumed, is_interrupted,
    }) { changes: Vec::new() };
    "name": name, "the name of the package";
    ..versions;
    "release": release, "which releases the changes allow, accepted ones with them, and why";
    "seed": seed, "the seed of draws";
    "changes": = own.changes.len() as u64, "the number of changes that were not accepted";
    "forms": forms, "the types whose `Debug` has another form";
    "renamed": renamed, "the functions that have another name, or their parameters in another order";
    "removed": removed, "the functions that only the old version had";
    "retyped": retyped, "the functions of which no call compiles with both versions";
    "added": added, "the functions that only the new version has";
    "unsteady": unsteady, "the functions with calls that differ within a version, which are not compared";
    "accepted": accepted, "what was accepted before and met again; the lists above are without it";
    "dependencies": dependencies, "the packages that the versions are built with in different versions";
    "functions": functions, "the number of functions that both versions have";
    "called": called, "how many of them were called";
    "expressions": expressions, "the number of expressions that ran with both versions";
    "calls": calls, "the number of calls in them";
    "through": through, "all expressions up to this size ran, of values that do not differ, one of each group of equal-looking values";
    "time_s": time, "the time, in seconds";
    "resumed_s" [optional]: resumed, "how many of these a comparison has used that was killed, and from which this one went on";
    "interrupted": is_interrupted, "whether it was interrupted";
}
