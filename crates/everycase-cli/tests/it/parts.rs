//! Parts that end early: what `merge` says of the properties that no part has finished.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::{everycase, text};

/// The second property takes all of its tests; the third one is false.
const THREE: &str = "
property first (b : boolean) . b || not b .
property second (xs : list integer) . is-list xs .
property third (n : integer) . n /= 3 .
is-list xs = case xs of ; [] -> true ; _ :: rest -> is-list rest .
";

/// A program and the records of its parts.
struct Parts {
    directory: tempfile::TempDir,
}

impl Parts {
    fn new() -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        fs::write(directory.path().join("three.pun"), THREE).expect("a file");
        Self { directory }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Returns the command that checks a part.
    fn check(&self, shard: &str, arguments: &[&str]) -> Command {
        let mut command = everycase(&["check"]);
        command.arg(self.path("three.pun")).args(["--shard", shard, "--records"]).arg(self.path("parts/"));
        command.args(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Begins a part whose second property takes minutes, and waits until a file of it is there.
    fn begin(&self, shard: &str, arguments: &[&str], property: &str, file: &str) -> Child {
        let mut command = self.check(shard, &[&["--tests", "10000000000"], arguments].concat());
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
        for _ in 0..6_000 {
            if self.find(property).is_some_and(|own| own.join(file).exists()) {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        child
    }

    /// Ends a part in its second property by a signal.
    fn end(&self, shard: &str, signal: &str) {
        let finished = format!("{}.ndjson", shard.replace('/', "-of-"));
        end(self.begin(shard, &[], "first", &finished), signal);
    }

    fn merge(&self) -> (Option<i32>, String, String) {
        let output = everycase(&["merge"]).arg(self.path("parts")).output().expect("it runs");
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    }

    /// Returns the properties that are errors in the JUnit file of a merge.
    fn errors(&self) -> Vec<String> {
        let junit = self.path("junit.xml");
        let output = everycase(&["merge"]).arg(self.path("parts")).arg("--junit").arg(&junit).output();
        assert_eq!(output.expect("it runs").status.code(), Some(2));
        let junit = fs::read_to_string(junit).expect("a file");
        let cases = junit.split("<testcase name=\"").skip(1).filter(|case| case.contains("<error"));
        cases.filter_map(|case| Some(case.split_once('"')?.0.to_owned())).collect()
    }

    /// Returns the directory of a property's records, if it is there.
    fn find(&self, property: &str) -> Option<PathBuf> {
        let entries = fs::read_dir(self.path("parts")).into_iter().flatten().filter_map(Result::ok);
        entries.map(|entry| entry.path()).find(|path| path.to_string_lossy().ends_with(property))
    }
}

fn end(mut child: Child, signal: &str) {
    let sent = Command::new("kill").arg(format!("-{signal}")).arg(child.id().to_string()).status();
    assert!(sent.expect("there is `kill`").success());
    child.wait().expect("it ends");
}

const BOUNDS: [&str; 2] = ["--tests", "300"];

fn run(mut command: Command) -> (Option<i32>, String) {
    let output = command.output().expect("it runs");
    (output.status.code(), text(&output.stderr))
}

#[test]
fn properties_that_a_killed_part_has_not_finished_are_named() {
    for signal in ["KILL", "TERM", "INT"] {
        let parts = Parts::new();
        for shard in ["0/2", "1/2"] {
            parts.end(shard, signal);
        }
        let (status, told, wrong) = parts.merge();
        assert_eq!(status, Some(2), "{signal}: {told}{wrong}");
        for property in ["second", "third"] {
            let why = format!("{property} did not finish in parts 0/2, 1/2; run each again");
            assert!(wrong.contains(&why), "{signal}: {wrong}");
        }
        assert!(told.contains("testing first: ok"), "{told}");
        assert_eq!(parts.errors(), ["second", "third"]);
        // The one that hung is run again, and not the one behind it.
        for shard in ["0/2", "1/2"] {
            assert_eq!(run(parts.check(shard, &["--tests", "300", "-p", "second"])).0, Some(0));
        }
        let (status, told, wrong) = parts.merge();
        assert_eq!(status, Some(2), "{told}{wrong}");
        assert!(
            wrong.contains("third did not finish") && !wrong.contains("second did not finish"),
            "{wrong}"
        );
    }
}

#[test]
fn parts_killed_at_any_moment_never_pass_for_finished_ones() {
    let whole = {
        let parts = Parts::new();
        assert_eq!(run(parts.check("0/1", &BOUNDS)).0, Some(1));
        verdicts(&parts.merge().1)
    };
    assert_eq!(whole.len(), 3, "{whole:?}");
    let mut dice = 12_345_u64;
    let (mut finished, mut unfinished) = (0, 0);
    for round in 0..12 {
        let parts = Parts::new();
        for shard in ["0/2", "1/2"] {
            let mut child = parts.check(shard, &BOUNDS).spawn().expect("it runs");
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let signal = if dice >> 40 & 1 == 0 { "KILL" } else { "TERM" };
            // Two rounds in three are killed, from the start of the process to beyond its end.
            if round % 3 > 0 {
                thread::sleep(Duration::from_millis(dice >> 50 & 63));
                end(child, signal);
            } else {
                child.wait().expect("it ends");
            }
        }
        let (status, told, wrong) = parts.merge();
        let has_ended = |property: &str, part: &str| {
            parts.find(property).is_some_and(|own| own.join(format!("{part}-of-2.ndjson")).exists())
        };
        let all = ["first", "second", "third"];
        if all.iter().all(|property| ["0", "1"].iter().all(|part| has_ended(property, part))) {
            finished += 1;
            assert_eq!((status, verdicts(&told)), (Some(1), whole.clone()), "{wrong}");
        } else {
            unfinished += 1;
            assert_eq!(status, Some(2), "{told}{wrong}");
        }
    }
    assert!(finished > 0 && unfinished > 0, "{finished} {unfinished}");
}

/// Returns the first words of the report of each property.
fn verdicts(told: &str) -> Vec<String> {
    let lines = told.lines().filter(|line| line.starts_with("testing "));
    lines.map(|line| line.split([',', ' ']).take(3).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn an_interrupted_later_run_of_a_part_leaves_its_records() {
    let parts = Parts::new();
    for shard in ["0/2", "1/2"] {
        run(parts.check(shard, &BOUNDS));
    }
    let (before, file) = (parts.merge(), parts.find("second").expect("it has records").join("0-of-2.ndjson"));
    let records = fs::read_to_string(&file).expect("a file");
    for signal in ["KILL", "TERM"] {
        end(parts.begin("0/2", &["-p", "second"], "second", "0-of-2.begun"), signal);
        assert_eq!(fs::read_to_string(&file).expect("a file"), records, "{signal}");
        let (status, told, wrong) = parts.merge();
        assert_eq!((status, &told), (before.0, &before.1), "{wrong}");
        assert!(wrong.contains("a later run of part 0/2 has not ended"), "{wrong}");
    }
    run(parts.check("0/2", &BOUNDS));
    assert_eq!(parts.merge().2, "");
}

#[test]
fn properties_with_a_missing_part_are_errors_in_a_junit_file() {
    let parts = Parts::new();
    run(parts.check("0/2", &BOUNDS));
    run(parts.check("1/2", &[&BOUNDS[..], &["-p", "first"]].concat()));
    assert_eq!(parts.errors(), ["second", "third"]);
}

#[test]
fn a_part_that_could_not_check_a_property_belongs_to_its_run() {
    let parts = Parts::new();
    let of_second = [&BOUNDS[..], &["-p", "second"]].concat();
    run(parts.check("0/2", &of_second));
    let mut unable = parts.check("1/2", &of_second);
    unable.env("EVERYCASE_REPLAY", "nonsense");
    assert_eq!(run(unable).0, Some(2));
    let (status, told, wrong) = parts.merge();
    assert_eq!((status, &*wrong), (Some(2), ""), "{told}");
    assert!(told.contains("testing second: cannot be checked: EVERYCASE_REPLAY: "), "{told}");
    assert_eq!(parts.errors(), ["second"]);
    let mut other = parts.check("1/2", &[&of_second[..], &["--seed", "8"]].concat());
    other.env("EVERYCASE_REPLAY", "nonsense");
    assert_eq!(run(other).0, Some(2));
    let (status, told, wrong) = parts.merge();
    assert_eq!(status, Some(2), "{told}");
    assert!(wrong.contains("part 1/2 is of another run: its seed differs"), "{wrong}");
}

#[test]
fn a_copy_of_a_record_counts_for_no_other_part_and_not_twice() {
    let parts = Parts::new();
    run(parts.check("0/2", &[&BOUNDS[..], &["-p", "second"]].concat()));
    let own = parts.find("second").expect("it has records");
    let copy = |name: &str| fs::copy(own.join("0-of-2.ndjson"), own.join(name)).expect("a copy");
    copy("1-of-2.ndjson");
    let (status, told, wrong) = parts.merge();
    assert_eq!(status, Some(2), "{told}{wrong}");
    assert!(
        wrong.contains("this is the record of part 0/2, a copy under another name: run part 1/2"),
        "{wrong}"
    );
    run(parts.check("1/2", &[&BOUNDS[..], &["-p", "second"]].concat()));
    assert_eq!(parts.merge().0, Some(0));
    copy("00-of-2.ndjson");
    let (status, told, wrong) = parts.merge();
    assert_eq!(status, Some(2), "{told}{wrong}");
    assert!(wrong.contains("there are several records of part 0/2: delete all but one"), "{wrong}");
    fs::remove_file(own.join("00-of-2.ndjson")).expect("a file");
    let backup = parts.path("parts/backup");
    fs::create_dir(&backup).expect("a directory");
    for name in ["0-of-2.ndjson", "1-of-2.ndjson"] {
        fs::copy(own.join(name), backup.join(name)).expect("a copy");
    }
    let (status, told, wrong) = parts.merge();
    assert_eq!(status, Some(2), "{told}{wrong}");
    assert!(wrong.contains("second is in "), "{wrong}");
}

#[test]
fn records_that_cannot_be_written_end_every_command_with_2() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("file");
    fs::write(&file, "").expect("a file");
    let path = directory.path().join("true.pun");
    let text_of = "property yes (b : boolean) . same b == b . same : boolean -> boolean . same b = b .
        generator flip : [b : boolean | b || not b] . flip = bool-gen () .";
    fs::write(&path, text_of).expect("a file");
    let commands: [&[&str]; 4] = [&["check"], &["strength"], &["explore"], &["verify", "--bounded", "2"]];
    for records in [file.join("records"), Path::new("/dev/full").to_owned()] {
        for command in commands {
            let mut all = everycase(command);
            all.arg(&path).arg("--records").arg(&records);
            let (status, wrong) = run(all);
            assert!(
                status == Some(2) && wrong.contains("error: --records: "),
                "{command:?}: {status:?} {wrong}"
            );
        }
    }
    let mut all = everycase(&["check"]);
    all.arg(&path).arg("--records").arg(file.join("parts/"));
    let (status, wrong) = run(all);
    assert!(status == Some(2) && wrong.contains("error: --records: "), "{wrong}");
    let mut all = everycase(&["check"]);
    all.arg(&path).arg("--junit").arg(file.join("junit.xml"));
    let (status, wrong) = run(all);
    assert!(status == Some(2) && wrong.contains("cannot be written"), "{wrong}");
}
