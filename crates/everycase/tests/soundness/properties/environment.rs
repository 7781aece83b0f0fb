//! Properties in processes of their own: with settings from the environment, as those of `cargo test`, in parts; and with saved
//! inputs that are announced.

use std::fs;
use std::path::Path;
use std::process::Command;

use everycase::Settings;

use super::crates::{Crate, Ran};
use super::modes::Mode;
use super::{Property, claims};
use crate::SMALL;
use crate::case::described_on_failure;

/// The number of properties that each process runs.
const PROPERTIES: u64 = 40;

/// The variable that names the directory to which a process copies its records.
const RECORDS: &str = "SOUNDNESS_RECORDS";

/// The variable of a process with stale inputs.
const STALE: &str = "SOUNDNESS_STALE";

/// Runs the calling test again in processes: once for the whole run, once for each of two parts, and
/// once with few tests. Each judges its own claims. Then judges whole and parts together.
pub(crate) fn parts_of_the_environment(test: &str) {
    if let Some(records) = std::env::var_os(RECORDS) {
        return run_in_the_environment(Path::new(&records));
    }
    let dir = Crate::new();
    let processes = [("0/1", "1", ""), ("0/2", "1", "100000"), ("1/2", "2", "100000"), ("0/1", "3", "40")];
    let children = processes.map(|(shard, jobs, tests)| {
        let records = dir.path().join(format!("{}-{jobs}", shard.replace('/', "-")));
        fs::create_dir(&records).expect("there is room for a directory");
        let mut command = process(test);
        command.env(RECORDS, &records);
        for (name, value) in [
            ("EVERYCASE_SHARD", shard),
            ("EVERYCASE_JOBS", jobs),
            // An empty one is not set.
            ("EVERYCASE_TESTS", tests),
            ("EVERYCASE_SIZE", "5"),
            // A part has no limit in time.
            ("EVERYCASE_TIME", "60m"),
            ("EVERYCASE_SEED", "7"),
            ("EVERYCASE_REGRESSIONS", "0"),
        ] {
            command.env(name, value);
        }
        let output = command.output().expect("the binary of this test runs");
        assert!(output.status.success(), "{shard}: {output:#?}");
        records
    });
    for seed in 0..PROPERTIES {
        let property = Property::random(seed, SMALL);
        let read = |dir: &Path| Ran::read(&dir.join(seed.to_string()), None).expect("it was run");
        let [whole, parts @ .., _] = children.each_ref().map(|dir| read(dir));
        let described = format!("{property}\n{whole}\n{}\n{}", parts[0], parts[1]);
        described_on_failure(&described, || claims::of_parts(&property, &whole, &parts));
    }
}

/// A test of this binary, in a process of its own.
fn process(test: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this is a test"));
    command.args(["--exact", test]);
    command
}

/// Runs the calling test again in a process, in which some saved inputs are stale: they are announced
/// though the test passes.
pub(crate) fn stale_inputs_are_announced(test: &str, check: impl FnOnce()) {
    if std::env::var_os(STALE).is_some() {
        return check();
    }
    let output = process(test).env(STALE, "1").output().expect("the binary of this test runs");
    assert!(output.status.success(), "{output:#?}");
    let announced = String::from_utf8_lossy(&output.stderr);
    assert!(announced.contains(": stale: "), "{announced}");
}

/// What such a process does: it judges each property by itself, and leaves its records.
fn run_in_the_environment(records: &Path) {
    let settings = Settings::from_env().expect("they make sense");
    let mode = Mode { settings, saved: 0 };
    for seed in 0..PROPERTIES {
        let (property, dir) = (Property::random(seed, SMALL), Crate::new());
        let ran = dir.run(&property.body, &Settings::default());
        let described = format!("{property}\n{ran}");
        described_on_failure(&described, || claims::of_one(&property, &mode, &ran));
        let own = records.join(seed.to_string());
        fs::copy(dir.path().join("records"), own).expect("there is room for records");
    }
}
