//! Programs under Miri: a program with `--cfg everycase_miri` does the same, and its system calls can
//! be looked at.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::guide::cargo_test;

/// A test that does nothing, whose calls are those of the harness, and properties.
const TESTS: &str = r#"
use everycase::prelude::*;

#[test]
fn nothing() {}

#[property]
fn holds(list: Vec<u32>, text: &str) {
    assert!(list.len() + text.len() < 1_000_000);
}

#[property(time = "1h")]
fn holds_lazily(list: Lazy<Vec<u32>>) {
    assume(list.value().len() < 3);
}

#[property]
fn fails(list: Vec<u8>) {
    assert!(list.len() < 3, "{}", list.len());
}
"#;

/// The system calls with a path, that start or end something, or that read the clock.
const TRACED: &str = "trace=%file,%process,clock_gettime,clock_nanosleep,nanosleep,gettimeofday,time";

#[test]
fn a_property_under_miri_opens_no_file_reads_no_clock_and_starts_no_process_and_no_thread() {
    let package = package();
    let interpreted = built(&package, "--cfg everycase_miri");
    let holds = ran(&interpreted, "holds", None);
    let report = String::from_utf8_lossy(&holds.stdout).into_owned();
    assert!(report.contains("testing holds: ok, ") && report.contains("(in 0s, "), "{report}");
    let lazily = ran(&interpreted, "holds_lazily", None);
    assert!(String::from_utf8_lossy(&lazily.stdout).contains("testing holds_lazily: ok, "), "{lazily:?}");
    let fails = ran(&interpreted, "fails", None);
    let report = String::from_utf8_lossy(&fails.stderr).into_owned();
    assert!(report.contains("    let list: Vec<u8> = vec![0, 0, 0];\n"), "{report}");
    assert!(!report.contains("saved"), "{report}");

    let Some(of_harness) = traced(&interpreted, "nothing") else {
        eprintln!("skipped: there is no strace here, or it may trace nothing");
        return;
    };
    for property in ["holds", "holds_lazily", "fails"] {
        let own = traced(&interpreted, property).unwrap();
        let more: Vec<_> = own.difference(&of_harness).collect();
        assert!(more.is_empty(), "{property}: {more:#?}");
    }
    // The same trace shows what a compiled run does.
    let compiled = built(&package, "");
    let own = traced(&compiled, "holds").unwrap();
    for call in ["openat ", "clone"] {
        assert!(own.difference(&of_harness).any(|own| own.starts_with(call)), "{call}: {own:#?}");
    }

    // Reading the clock is mostly not a system call.
    let Some(of_harness) = clock_reads(&interpreted, "nothing") else {
        eprintln!("skipped: there is no gdb here, or it may debug nothing");
        return;
    };
    for property in ["holds", "holds_lazily", "fails"] {
        assert_eq!(clock_reads(&interpreted, property), Some(of_harness), "{property}");
    }
    assert!(clock_reads(&compiled, "holds") > Some(of_harness + 10));
}

/// Makes a package with the tests.
fn package() -> PathBuf {
    let everycase = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = everycase.display().to_string();
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("miri");
    fs::create_dir_all(package.join("src")).unwrap();
    let manifest = format!(
        "[package]\nname = \"interpreted\"\nedition = \"2024\"\n\n[workspace]\n\n[dev-dependencies]\n\
         everycase = {{ path = {path:?} }}\n\n[profile.dev]\ndebug = false\n"
    );
    fs::write(package.join("Cargo.toml"), manifest).unwrap();
    fs::write(package.join("src/lib.rs"), format!("#![cfg(test)]\n{TESTS}")).unwrap();
    fs::copy(everycase.join("../../Cargo.lock"), package.join("Cargo.lock")).unwrap();
    package
}

/// Builds the tests with these flags. Returns the program.
fn built(package: &Path, flags: &str) -> PathBuf {
    let mut cargo = cargo_test(package);
    let output = cargo.args(["--no-run", "--message-format=json"]).env("RUSTFLAGS", flags).output().unwrap();
    let messages = String::from_utf8(output.stdout).unwrap();
    let mut programs = messages.lines().filter_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    });
    let program = programs.next_back();
    program.unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

/// Runs a test of a program, traced into a file if one is given.
fn ran(program: &Path, test: &str, trace: Option<&Path>) -> Output {
    let mut command = match trace {
        None => Command::new(program),
        Some(file) => {
            let mut command = Command::new("strace");
            command.args(["-f", "-e", TRACED, "-o"]).arg(file).arg(program);
            command
        }
    };
    command.args(["--exact", test, "--test-threads=1", "--nocapture"]);
    let path = std::env::var_os("PATH").unwrap_or_default();
    // With several arenas the allocator of glibc reads a file when it gives memory back.
    command.env_clear().env("PATH", path).env("MALLOC_ARENA_MAX", "1");
    command.current_dir(program.parent().unwrap());
    command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

/// Returns the system calls that a test makes, each with its first path and the number of times so
/// far, such as `openat /etc/ld.so.cache (1)`; `None` if they cannot be traced.
fn traced(program: &Path, test: &str) -> Option<BTreeSet<String>> {
    Command::new("strace").arg("--version").output().ok()?;
    let file = program.with_file_name(format!("interpreted-{}-{test}.trace", std::process::id()));
    ran(program, test, Some(&file));
    let text = fs::read_to_string(&file).ok()?;
    fs::remove_file(&file).unwrap();
    let (mut calls, mut counts) = (BTreeSet::new(), BTreeMap::<String, u32>::new());
    for line in text.lines() {
        let call = line.split_once(' ').and_then(|(_, call)| call.trim_start().split_once('('));
        let Some((call, arguments)) = call else { continue };
        let call = format!("{call} {}", arguments.split('"').nth(1).unwrap_or_default());
        let count = counts.entry(call.clone()).or_default();
        *count += 1;
        calls.insert(format!("{call} ({count})"));
    }
    calls.iter().any(|call| call.starts_with("execve ")).then_some(calls)
}

/// Returns how often a test calls the function that reads the clock; `None` if that cannot be seen.
fn clock_reads(program: &Path, test: &str) -> Option<usize> {
    let mut gdb = Command::new("gdb");
    gdb.args([
        "-batch",
        "-ex",
        "set breakpoint pending on",
        "-ex",
        "dprintf clock_gettime, \"clock\\n\"",
        "-ex",
        "run",
    ]);
    gdb.arg("--args").arg(program).args(["--exact", test, "--test-threads=1", "--nocapture"]);
    let output = gdb.env("MALLOC_ARENA_MAX", "1").env_remove("CI").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let has_run = text.contains("test result: ");
    has_run.then(|| text.lines().filter(|line| *line == "clock").count()).filter(|reads| *reads > 0)
}
