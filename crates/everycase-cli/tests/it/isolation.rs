//! Properties in processes of their own, which may be ended.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::support::{everycase, text};

const PROGRAM: &str = "\
data tree = leaf | node tree integer tree .
count t = case t of ; leaf -> 0 ; [node l n r] -> count l + count r + n * n .
property goes-on (t : tree) . count t >= 0 .
property fails (n : integer) . n < 3 .
";

/// A program that has to be isolated as the caller says.
fn program(name: &str) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join(name);
    fs::write(&file, PROGRAM).expect("a file");
    (directory, file)
}

/// Records without times.
fn records(arguments: &[&str]) -> Vec<Json> {
    let output = everycase(arguments).args(["--format", "json"]).output().expect("it runs");
    let read = |line: &str| {
        let mut record: Json = serde_json::from_str(line).expect("it is JSON");
        let _ = record.as_object_mut().and_then(|record| record.remove("time_s"));
        record
    };
    text(&output.stdout).lines().map(read).collect()
}

#[test]
fn an_isolated_check_reports_what_a_check_reports() {
    let check = ["check", "examples/bst.pun", "-p", "insert-keeps-order", "-p", "find-after-intersection"];
    let check = [&check[..], &["--size", "12", "--tests", "5000", "--explain"]].concat();
    let here = records(&check);
    assert!(here.iter().any(|record| record["event"] == "failure"), "{here:?}");
    assert_eq!(records(&[&check[..], &["--isolate"]].concat()), here);

    let printed = |more: &[&str]| {
        let output = everycase(&[&check[..], more].concat()).output().expect("it runs");
        let lines = text(&output.stdout);
        let without_times = lines.lines().filter(|line| !line.contains(" in ") && !line.contains("(in "));
        (output.status.code(), without_times.map(str::to_owned).collect::<Vec<_>>())
    };
    assert_eq!(printed(&["--isolate"]), printed(&[]));
}

/// Returns the process that another one has started, once it is there and has had some time.
fn started_by(parent: &Child) -> String {
    let end = Instant::now() + Duration::from_secs(20);
    while Instant::now() < end {
        for entry in fs::read_dir("/proc").expect("processes").flatten() {
            let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
            let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
            if fields.get(1) == Some(&&*parent.id().to_string()) {
                thread::sleep(Duration::from_millis(500));
                return entry.file_name().to_string_lossy().into_owned();
            }
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("there is no process of its own");
}

fn kill(signal: &str, process: &str) {
    let sent = Command::new("kill").args([signal, process]).status();
    assert!(sent.expect("there is `kill`").success());
}

#[test]
fn the_end_of_a_propertys_process_is_a_finding_and_the_others_are_checked() {
    for by_file in [false, true] {
        let (directory, file) = program("two.pun");
        let mut command = everycase(&["check", file.to_str().expect("a path"), "--time", "10m"]);
        if by_file {
            fs::write(directory.path().join("everycase.toml"), "isolate = true\n").expect("a file");
        } else {
            command.env("EVERYCASE_ISOLATE", "1");
        }
        let parent = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        kill("-KILL", &started_by(&parent));
        let output = parent.wait_with_output().expect("it ends");
        let (told, wrong) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(1), "{told}{wrong}");
        for part in [
            "testing goes-on: failed with counterexample:",
            "signal 9 (SIGKILL)",
            " -p goes-on --isolate\n",
            "testing fails: failed with counterexample:\n    n = 3\n",
            "2 properties: 0 ok, 2 failed",
        ] {
            assert!(told.contains(part), "{part} is not in {told}{wrong}");
        }
    }
}

#[test]
fn a_signal_ends_an_isolated_check_which_tells_what_it_has_covered() {
    let (_directory, file) = program("two.pun");
    let check = ["check", file.to_str().expect("a path"), "--time", "10m", "--isolate"];
    let parent = everycase(&check).stdout(Stdio::piped()).spawn().expect("it runs");
    started_by(&parent);
    kill("-TERM", &parent.id().to_string());
    let output = parent.wait_with_output().expect("it ends");
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(143), "{told}");
    assert!(told.starts_with("testing goes-on: interrupted: all "), "{told}");
    assert!(told.contains("interrupted; 0 properties"), "{told}");
}

#[test]
fn what_cannot_be_isolated_is_refused() {
    let input = everycase(&["check", "-", "--isolate"])
        .stdin(Stdio::from(fs::File::open("../../examples/streams.pun").expect("a program")))
        .output()
        .expect("it runs");
    let told = text(&input.stdout);
    assert!(input.status.code() == Some(2) && told.contains("only a program in a file"), "{told}");
    let terms = everycase(&["check", "examples/paper/minus.pun", "--terms", "--isolate"]).output();
    let terms = terms.expect("it runs");
    let told = text(&terms.stdout);
    assert!(terms.status.code() == Some(2) && told.contains("terms cannot be isolated"), "{told}");
}
