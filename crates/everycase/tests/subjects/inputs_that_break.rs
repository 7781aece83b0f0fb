//! An input whose code breaks where the environment says.

use std::fmt;
use std::process::abort;
use std::thread;
use std::time::Duration;

use everycase::__private::{self as private};
use everycase::{Enumerable, IntoOutcome, Settings, Space};

use crate::site::{self, overflow, parameter};

/// The input at which it does.
const AT: u8 = 5;

/// Breaks as the environment says, if this is the place.
fn pass(place: &str, n: u8) {
    let variable = |name| std::env::var(name).unwrap_or_default();
    if n != AT || variable("RUNNER_PLACE") != place {
        return;
    }
    match &*variable("RUNNER_HOW") {
        "panic" => panic!("broken in {place}"),
        "hang" => thread::sleep(Duration::from_secs(60 * 60)),
        "abort" => abort(),
        _ => drop(overflow(0)),
    }
}

#[derive(PartialEq)]
struct Thing(u8);

impl fmt::Debug for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pass("debug", self.0);
        write!(f, "Thing({})", self.0)
    }
}

impl Drop for Thing {
    fn drop(&mut self) {
        // A second panic while one unwinds would end the process.
        if !thread::panicking() {
            pass("drop", self.0);
        }
    }
}

impl Clone for Thing {
    fn clone(&self) -> Self {
        pass("clone", self.0);
        Thing(self.0)
    }
}

fn things() -> Space<Thing> {
    let thing = |n| {
        pass("from", n);
        Thing(n)
    };
    match &*std::env::var("RUNNER_PLACE").unwrap() {
        "map" => u8::space().map(|n| {
            pass("map", n);
            Thing(n)
        }),
        "clone" => Space::one_of((0..10).map(Thing)),
        _ => u8::space().bijection(thing, |thing| {
            pass("into", thing.0);
            thing.0
        }),
    }
}

#[test]
fn breaks() {
    let case_time = Some(Duration::from_millis(300));
    let settings = Settings { tests: Some(1000), seed: Some(7), case_time, ..Settings::default() };
    let other = parameter("other", "bool", bool::space());
    let thing = parameter("thing", "Thing", things());
    let inputs = private::inputs((other, thing), module_path!());
    // What is printed has to be a counterexample.
    let is_printed = std::env::var("RUNNER_PLACE").unwrap() == "debug";
    site::at(module_path!(), "breaks", |site| {
        private::Property::new(site, settings)
            .run(inputs, move |(_, thing)| (!is_printed || thing.0 != AT).into_outcome());
    });
}
