//! Reports of a run that tests little, and draws of wide structs.
//!
//! The properties are subjects, each run in a process of its own.

use std::sync::Mutex;

use crate::support::process::{Crate, Ran};
use crate::support::transcript::transcript;
use everycase::prelude::*;

/// The warnings in what a property prints, each in a line.
#[track_caller]
fn warnings(test: &str) -> Vec<String> {
    let report = transcript(test).replace("\n    ", " ");
    report.lines().filter_map(|line| line.strip_prefix("  warning: ")).map(str::to_owned).collect()
}

#[test]
fn more_than_90_percent_of_discarded_inputs_are_told_with_what_to_do() {
    let [warning] = &warnings("nearly_all_discarded")[..] else { panic!("one warning") };
    let (share, rest) = warning.split_once(" of the inputs were discarded (").unwrap();
    assert!(share.trim_end_matches('%').parse::<f64>().unwrap() > 90.0, "{warning}");
    assert!(rest.ends_with(
        "): take a `Lazy` parameter and test the assumption on it, or draw from a space or a generator of inputs \
         that meet it"
    ));
    assert_eq!(warnings("half_discarded"), [""; 0]);
}

#[test]
fn a_lazy_property_that_decides_everything_at_once_is_told() {
    // An element takes 2, the end takes 1: the lists of up to five elements.
    assert_eq!(warnings("value_first"), [""; 0], "63 inputs are few");
    assert_eq!(
        warnings("value_first_of_more"),
        [
            "127 runs for the 127 inputs up to size 13: `Lazy` saves little here; look at parts of the inputs before \
             `value()`, or take plain parameters"
        ]
    );
    assert_eq!(warnings("parts_first"), [""; 0]);
}

#[test]
fn a_run_whose_time_was_up_after_few_tests_is_told() {
    let ran: Ran = Crate::new().run("slow", &[("EVERYCASE_JOBS", "1")]);
    let report = ran.stdout.replace("\n    ", " ");
    assert!(report.contains("\n  warning: only "), "{report}");
    assert!(report.contains(" on average: raise the time, or bound the size of the inputs\n"), "{report}");
}

macro_rules! wide {
    ($($field:ident)*) => {
        #[derive(Debug, Clone, Enumerable)]
        struct Wide {
            $($field: u32,)*
        }

        impl Wide {
            fn fields(&self) -> Vec<u32> {
                vec![$(self.$field,)*]
            }
        }
    };
}

wide! {
    a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9
    c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 d0 d1 d2 d3 d4 d5 d6 d7 d8 d9
}

#[test]
fn all_fields_of_a_wide_struct_are_drawn() {
    static DRAWN: Mutex<Vec<Vec<u32>>> = Mutex::new(Vec::new());
    let settings =
        everycase::Settings { tests: Some(2_000), seed: Some(7), ..everycase::Settings::default() };
    everycase::check_with(settings, Wide::space(), |wide: Wide| DRAWN.lock().unwrap().push(wide.fields()));
    let drawn = DRAWN.lock().unwrap();
    let set = |fields: &Vec<u32>| fields.iter().filter(|field| **field > 0).count();
    // A quarter of the inputs are structures.
    assert!(drawn.iter().filter(|fields| set(fields) >= 30).count() >= 400, "most fields at once");
    for field in 0..40 {
        let large = drawn.iter().filter(|fields| fields[field] >= 1 << 16).count();
        assert!(large >= 50, "field {field}: {large}");
    }
}
