//! An input whose code breaks where the environment says.

use std::fmt;
use std::process::abort;
use std::thread;
use std::time::Duration;

use everycase::__private::{self as private, Site};
use everycase::{Enumerable, IntoOutcome, Settings, Space};

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

/// Recurses without end.
#[expect(unconditional_recursion)]
fn overflow(n: u64) -> u64 {
    std::hint::black_box(overflow(std::hint::black_box(n + 1))) + 1
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
    let dir = std::env::var("RUNNER_CRATE").expect("a test runs this");
    let site = Site {
        name: "breaks",
        module: module_path!(),
        test: concat!(module_path!(), "::breaks"),
        should_panic: false,
        file: "tests/bytes.rs",
        line: 7,
        manifest_dir: &dir,
        package: Some("everycase"),
        binary: None,
        tmpdir: Some("/tmp"),
    };
    let case_time = Some(Duration::from_millis(300));
    let settings = Settings { tests: Some(1000), seed: Some(7), case_time, ..Settings::default() };
    let other = private::Parameter {
        name: "other",
        pattern: "other",
        lent: None,
        ty: Some("bool"),
        space: bool::space(),
        own: None,
        uses: private::Uses::NONE,
    };
    let thing = private::Parameter {
        name: "thing",
        pattern: "thing",
        lent: None,
        ty: Some("Thing"),
        space: things(),
        own: None,
        uses: private::Uses::NONE,
    };
    let inputs = private::inputs((other, thing), module_path!());
    // What is printed has to be a counterexample.
    let is_printed = std::env::var("RUNNER_PLACE").unwrap() == "debug";
    private::Property::new(site, settings)
        .run(inputs, move |(_, thing)| (!is_printed || thing.0 != AT).into_outcome());
}
