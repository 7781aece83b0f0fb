//! Which lines are reached, and that draws are guided by it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use everycase_check::settings::seed::Seed;
use everycase_crates::driver::{self, Driver};
use everycase_crates::explore::{Options, explore};
use everycase_crates::journal::Journal;

use crate::building::Built;
use crate::building::options::options;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/covered")
}

fn covered() -> &'static Built {
    static BUILT: OnceLock<Built> = OnceLock::new();
    BUILT.get_or_init(|| Built::of(&folder().join("Cargo.toml"), "covered"))
}

#[test]
fn exactly_the_lines_that_ran_are_reached() {
    let found = covered().explored(&options(150_000));
    let mut wrong = Vec::new();
    let lines = found.lines.expect("the compiler counts");
    // Whether the last one of the conditions in it is met depends on the seed.
    for own in lines.iter().filter(|own| own.file != "src/lock.rs") {
        let text = fs::read_to_string(folder().join(&own.file)).unwrap();
        let count = |mark: &str| text.lines().filter(|line| line.ends_with(mark)).count() as u64;
        let expected = (count("// +") + count("// -"), count("// +"));
        if (own.lines, own.reached) != expected {
            wrong.push(format!("{}: {expected:?}, but {:?}", own.file, (own.lines, own.reached)));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert_eq!(lines.len(), 5, "{lines:?}");
}

#[test]
fn a_failure_behind_four_conditions_on_a_text_is_found_only_with_guidance() {
    let Built { target, candidates, driver, constants } = covered();
    let opens = |driver: &Driver| {
        let own = Options { only: vec!["opens".to_owned()], ..options(150_000) };
        let found =
            explore(target, candidates, driver, constants, &own, &mut Journal::default(), &mut |_| {})
                .unwrap();
        found.findings.iter().any(|own| own.what == "the lock is open")
    };
    assert!(opens(driver));
    let blind = Driver { coverage: None, ..driver.clone() };
    assert!(!opens(&blind));
}

#[test]
fn two_runs_with_one_seed_are_guided_alike_whatever_the_number_of_jobs() {
    let found = |seed, jobs| {
        let own = covered().explored(&Options { seed: Seed(seed), jobs, ..options(40_000) });
        let findings: Vec<String> =
            own.findings.iter().map(|own| format!("{:?} {:?}", own.place, own.count)).collect();
        (findings, own.expressions, own.calls, own.lines)
    };
    for seed in 5..8 {
        let one = found(seed, 1);
        for jobs in 1..=3 {
            assert_eq!(found(seed, jobs), one, "{seed} {jobs}");
        }
    }
}

#[test]
fn a_driver_that_is_built_again_does_not_build_the_crate_again_and_leaves_nothing_behind() {
    // In a folder of its own: other tests start the program meanwhile.
    let built = Built::of(&folder().join("Cargo.toml"), "covered-again");
    let Built { target, candidates, driver, .. } = &built;
    // Another compilation of the crate would write another file, or this one again.
    let libraries = || {
        let all = fs::read_dir(driver.program.with_file_name("deps")).unwrap().map(Result::unwrap);
        let own = all.filter(|own| own.file_name().to_string_lossy().starts_with("libcovered-"));
        let mut all: Vec<_> =
            own.map(|own| (own.file_name(), own.metadata().unwrap().modified().unwrap())).collect();
        all.sort();
        all
    };
    let written = || fs::metadata(&driver.program).unwrap().modified().unwrap();
    let (before, since) = (libraries(), written());
    assert!(before.iter().any(|own| own.0.to_string_lossy().ends_with(".rlib")));
    let again = driver::build(target, candidates, &mut |_| {}).unwrap();
    assert_eq!((libraries(), written()), (before, since));
    assert!(again.coverage.is_some());
    let names = |folder: &Path| {
        let mut all: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|own| own.unwrap().file_name().into_string().unwrap())
            .filter(|own| own != "target")
            .collect();
        all.sort();
        all
    };
    built.explored(&options(2_000));
    assert_eq!(names(&target.folder()), ["Cargo.lock", "Cargo.toml", "points", "rustc-with-counters", "src"]);
    assert_eq!(names(&target.sources), ["Cargo.toml", "src"]);
    assert!(!Path::new("default.profraw").exists());
}
