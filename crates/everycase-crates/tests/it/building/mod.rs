//! Crates of this folder, ready to be explored.

pub(crate) mod options;
pub(crate) mod pair;

use std::env::args_os;
use std::path::Path;
use std::sync::Once;
use std::thread;

use everycase_check::literals::{Limits, Literals};
use everycase_crates::candidates::Candidates;
use everycase_crates::constants::Constants;
use everycase_crates::driver::{self, Driver};
use everycase_crates::explore::{Exploration, Options, explore};
use everycase_crates::foreign::callable;
use everycase_crates::journal::Journal;
use everycase_crates::target::{Features, Source, Target};

/// A crate with its driver.
pub(crate) struct Built {
    pub(crate) target: Target,
    pub(crate) candidates: Candidates,
    pub(crate) driver: Driver,
    pub(crate) constants: Constants,
}

impl Built {
    /// Builds the driver of a manifest's crate below a folder of this name.
    pub(crate) fn of(manifest: &Path, folder: &str) -> Built {
        begin_shared();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        let source = Source::Manifest(manifest.to_owned());
        let target = Target::find(&source, &Features::default(), &folder).unwrap();
        let candidates = callable(&target).unwrap();
        let driver = driver::build(&target, &candidates, &mut |_| {}).unwrap();
        let constants = Constants::new(&Literals::of_crate(&target.sources, Limits::default()).0);
        Built { target, candidates, driver, constants }
    }

    pub(crate) fn explored(&self, options: &Options) -> Exploration {
        let Built { target, candidates, driver, constants } = self;
        explore(target, candidates, driver, constants, options, &mut Journal::default(), &mut |_| {}).unwrap()
    }
}

/// Begins what several tests look at, in a thread beside the threads of the tests, unless there are
/// arguments, which may choose some tests. An exploration waits for its worker most of the time, and the tests that look at it
/// stand one after the other, so all threads of the harness would wait for one.
fn begin_shared() {
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| {
        if args_os().len() == 1 {
            thread::spawn(|| crate::SHARED.iter().for_each(|begin| begin()));
        }
    });
}
