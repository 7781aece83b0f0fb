//! `everycase explore` of Rust crates, as a user runs it. What is found is tested where it is looked for, in everycase-crates.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::{everycase, package, planted, text};

fn explore(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = everycase(&["explore"]);
    command.args(arguments).current_dir(folder).output().expect("it runs")
}

#[test]
fn a_crate_is_explored_where_its_directory_is_and_findings_are_written_as_tests() {
    let directory = tempfile::tempdir().expect("a directory");
    let folder = planted(directory.path());
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-everycase"));
    let command =
        command.args(["everycase", "explore", "--only", "checked_half", "--tests", "3000", "--seed", "1"]);
    let command = command.args(["--emit", "found.rs"]).env("NO_COLOR", "1").stdin(Stdio::null());
    let output = command.current_dir(&folder).output().expect("it runs");
    let shown = text(&output.stdout);
    let (found, summary) = shown.split_once("planted 0.1.0: 1 finding in ").unwrap_or((&shown, ""));
    let expected = "\
promise: no half of -2147483648
    at src/lib.rs:88:25
        let _ = planted::checked_half(i32::MIN);
    the name, the trait or the result of the function promises an answer for every argument; ";
    assert!(found.starts_with(expected), "{shown}{}", text(&output.stderr));
    assert!(summary.contains("\n    all expressions of calls and constants through size "), "{shown}");
    assert_eq!(output.status.code(), Some(1));
    let tests = fs::read_to_string(folder.join("found.rs")).expect("the tests");
    let expected = "\
//! Failures of planted 0.1.0 that `everycase explore` has found. Each test fails until its cause is mended.

/// promise: no half of -2147483648 at src/lib.rs:88:25
#[test]
fn finding_1() {
    let _ = planted::checked_half(i32::MIN);
}
";
    assert_eq!(tests, expected);
    let written: Vec<_> =
        fs::read_dir(&folder).expect("a directory").flatten().map(|own| own.file_name()).collect();
    assert_eq!(written.len(), 4, "Cargo.toml, src, target and found.rs, not {written:?}");
}

#[test]
fn what_cannot_be_explored_is_told_in_a_line_with_status_2() {
    let directory = tempfile::tempdir().expect("a directory");
    let package = |name: &str, more: &str, file: &str, source: &str| {
        let folder = directory.path().join(name);
        fs::create_dir_all(folder.join("src")).expect("a directory");
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n{more}"
        );
        fs::write(folder.join("Cargo.toml"), manifest).expect("a manifest");
        fs::write(folder.join("src").join(file), source).expect("a source");
    };
    package("program", "", "main.rs", "fn main() {}");
    package("derives", "[lib]\nproc-macro = true\n", "lib.rs", "");
    package("private", "", "lib.rs", "fn own() {}");
    package("wrong", "", "lib.rs", "pub fn own() -> u8 { \"\" }");
    fs::create_dir(directory.path().join("empty")).expect("a directory");
    let expected = [
        ("./program", "`program` has no library to explore"),
        ("./derives", "`derives` is a proc-macro crate: its functions run in the compiler"),
        ("./private", "`private` has no public function to call"),
        ("./wrong", "the crate does not build:\nerror[E0308]: mismatched types"),
        (
            "program",
            "`program` could be the directory or the crate of that name: write `./program` or `program@VERSION`",
        ),
    ];
    for (word, message) in expected {
        let output = explore(directory.path(), &[word]);
        let told = text(&output.stderr);
        assert!(told.starts_with(&format!("error: {message}")), "{word}: {told}");
        assert_eq!(output.status.code(), Some(2), "{word}");
    }
    let output = explore(&directory.path().join("empty"), &[]);
    assert!(
        text(&output.stderr).starts_with("error: there is no Cargo.toml here: name a crate"),
        "{output:?}"
    );
    assert_eq!(output.status.code(), Some(2));
    let output = explore(directory.path(), &["./private", "--min-rank", "all"]);
    assert!(text(&output.stderr).contains("one of memory, abort, stack-overflow"), "{output:?}");
    for (arguments, message) in [
        (&["accept", "./private"][..], "`private` has no public function to call"),
        (
            &["accept", "semver@1.0.20"],
            "`semver` comes from a registry: accepted findings are saved next to a local Cargo.toml; name the directory of a crate",
        ),
        (&["explore", "./private", "--with", "m"], "--with applies to programs, not crates; leave it out"),
        (&["accept", "f.pun", "--only", "g"], "--only applies to crates, not programs; leave it out"),
    ] {
        let output = everycase(arguments).current_dir(directory.path()).output().expect("it runs");
        let told = text(&output.stderr);
        assert!(told.starts_with(&format!("error: {message}")), "{arguments:?}: {told}");
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn without_a_library_for_json_the_law_of_serde_is_not_stated_and_the_report_says_so() {
    let directory = tempfile::tempdir().expect("a directory");
    let package = |name: &str, more: &str, source: &str| {
        let folder = directory.path().join(name);
        fs::create_dir_all(folder.join("src")).expect("a directory");
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n{more}"
        );
        fs::write(folder.join("Cargo.toml"), manifest).expect("a manifest");
        fs::write(folder.join("src/lib.rs"), source).expect("a source");
    };
    package("serde", "", "pub trait Serialize {}\npub trait Deserialize<'de>: Sized {}\n");
    let source = "#[derive(Debug, PartialEq)]\npub struct Own(pub u8);\nimpl serde::Serialize for Own {}\n\
                  impl<'de> serde::Deserialize<'de> for Own {}\n";
    package("own", "[dependencies]\nserde = { path = \"../serde\" }\n", source);
    let home = directory.path().join("home");
    let output = everycase(&["explore", "./own", "--tests", "100", "--seed", "1"])
        .current_dir(directory.path())
        .env("CARGO_HOME", &home)
        .env("CARGO_NET_OFFLINE", "true")
        .output()
        .expect("it runs");
    let shown = text(&output.stdout);
    let note = "\n    the law of `serde` was not stated: cargo cannot use `serde_json` here\n";
    assert!(shown.starts_with("own 0.1.0: nothing found in "), "{shown}{}", text(&output.stderr));
    assert!(shown.contains(note), "{shown}");
    assert_eq!(output.status.code(), Some(0));
}

/// A crate whose driver has two calls.
fn halves(directory: &Path) -> PathBuf {
    let folder = directory.join("halves");
    fs::create_dir_all(folder.join("src")).expect("a directory");
    let manifest = "[package]\nname = \"halves\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n";
    fs::write(folder.join("Cargo.toml"), manifest).expect("a manifest");
    fs::write(folder.join("src/lib.rs"), HALVES).expect("a source");
    folder
}

const HALVES: &str = "\
pub fn checked_half(of: u8) -> Option<u8> {
    if of == 2 { panic!(\"no half of {of}\") } else { Some(of / 2) }
}

pub fn checked_third(of: u8) -> Option<u8> {
    if of == 1 { panic!(\"no third of {of}\") } else { Some(of / 3) }
}
";

#[test]
fn accepted_findings_are_counted_and_told_again_only_if_they_are_others() {
    let directory = tempfile::tempdir().expect("a directory");
    let folder = halves(directory.path());
    let accepted = folder.join("everycase-accepted");
    let run = |arguments: &[&str]| {
        let mut command = everycase(arguments);
        command.args(["--tests", "300", "--seed", "1"]).env("GITHUB_ACTIONS", "true");
        let output = command.current_dir(directory.path()).output().expect("it runs");
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (status, told, errors) = run(&["accept", "./halves", "--only", "half"]);
    assert_eq!((status, &*errors), (Some(0), ""));
    assert_eq!(told, "1 finding accepted, 0 known before, 0 not met: ./halves/everycase-accepted\n");
    // The report, the annotations and the page have the other one.
    let (status, told, errors) = run(&["explore", "halves/Cargo.toml", "--html", "page.html"]);
    assert_eq!(status, Some(1), "{errors}");
    assert!(told.starts_with("promise: no third of 1\n"), "{told}");
    assert!(told.contains("\nhalves 0.1.0: 1 finding, 1 accepted in "), "{told}");
    let annotation = "::error file=halves/src/lib.rs,line=6,title=promise%3A no third of 1::";
    assert!(errors.starts_with(annotation) && errors.lines().count() == 1, "{errors}");
    let page = fs::read_to_string(directory.path().join("page.html")).expect("a page");
    assert!(page.contains("<h1>Exploration of halves 0.1.0</h1>"), "{page}");
    assert!(page.contains("no third of 1") && !page.contains("no half of 2"), "{page}");
    // The other one is accepted by hand.
    let line = fs::read_to_string(&accepted).expect("accepted findings");
    let third = line.replace("no half of 2", "no third of 1").replace("half", "third");
    let lines = line + &third;
    assert_eq!(lines.lines().count(), 2, "{lines}");
    fs::write(&accepted, &lines).expect("a file");
    // Lines and the smallest expression change, and one failure is gone.
    let source = HALVES.replace("of == 2", "of == 3").replace("of == 1", "false");
    fs::write(folder.join("src/lib.rs"), format!("//! Halves.\n\n{source}")).expect("a source");
    let (status, told, errors) = run(&["explore", "halves/"]);
    assert_eq!(status, Some(0), "{told}");
    assert!(told.starts_with("halves 0.1.0: nothing new, 1 accepted in "), "{told}");
    assert_eq!(errors, "note: accepted, but not met this time: promise: no third of 1 in checked_third\n");
    // A broken line is an error, whatever the command.
    for broken in ["{", "{}", r#"{"crate":"halves","rank":"loud"}"#] {
        fs::write(&accepted, format!("{lines}{broken}\n")).expect("a file");
        for command in ["explore", "accept"] {
            let (status, _, errors) = run(&[command, "halves/"]);
            let wanted = "error: halves/everycase-accepted:3: this is not an accepted finding";
            assert!(errors.starts_with(wanted), "{errors}");
            assert_eq!(status, Some(2));
        }
    }
}

#[cfg(unix)]
#[test]
fn a_member_of_the_workspace_is_explored_by_its_name() {
    let directory = tempfile::tempdir().expect("a directory");
    fs::write(
        directory.path().join("Cargo.toml"),
        "[workspace]\nmembers = [\"first\", \"second\"]\nresolver = \"3\"\n",
    )
    .expect("a manifest");
    for name in ["first", "second"] {
        let folder = directory.path().join(name);
        fs::create_dir_all(folder.join("src")).expect("a directory");
        let manifest = format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n");
        fs::write(folder.join("Cargo.toml"), manifest).expect("a manifest");
        let source = format!("pub fn {name}_half(of: u8) -> u8 {{ of / 2 }}\n");
        fs::write(folder.join("src/lib.rs"), source).expect("a source");
    }
    // From the root, where it is a directory, and from another member, where it is not.
    for folder in [directory.path().to_owned(), directory.path().join("first")] {
        let output = explore(&folder, &["second", "--tests", "200", "--verbose"]);
        let shown = text(&output.stdout);
        assert!(shown.starts_with("second 0.1.0: nothing found in "), "{shown}{}", text(&output.stderr));
        assert!(shown.contains("1 of 1 function returned a value"), "{shown}");
        assert_eq!(output.status.code(), Some(0));
    }
}

/// An exploration or a comparison, whose drivers are below a folder.
pub(crate) struct Running {
    pub(crate) folder: PathBuf,
    child: Child,
}

impl Running {
    /// Begins one in a folder, and waits until it has run for a while.
    pub(crate) fn begin(folder: PathBuf, command: &[&str]) -> Running {
        let mut command = everycase(command);
        let child = command.current_dir(&folder).stdout(Stdio::piped()).spawn().expect("it runs");
        let own = Running { folder, child };
        while own.drivers() == 0 {
            std::thread::sleep(Duration::from_millis(50));
        }
        std::thread::sleep(Duration::from_secs(3));
        own
    }

    /// Ends it by SIGKILL once it has saved something, and waits until its workers, to which nothing
    /// is sent any more, have ended.
    pub(crate) fn kill(&mut self) {
        let start = Instant::now();
        while !has_journal(&self.folder) {
            assert!(start.elapsed() < Duration::from_secs(120), "nothing is saved");
            std::thread::sleep(Duration::from_millis(200));
        }
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
        while self.drivers() > 0 {
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Returns the number of processes that run the crate.
    fn drivers(&self) -> usize {
        let all = fs::read_dir("/proc").expect("processes").flatten();
        let lines = all.filter_map(|own| fs::read_to_string(own.path().join("cmdline")).ok());
        let folder = self.folder.display().to_string();
        let programs = lines.filter_map(|own| own.split('\0').next().map(str::to_owned));
        programs.filter(|own| own.starts_with(&folder) && own.ends_with("everycase-driver")).count()
    }
}

/// Returns whether a run has saved something below a folder, after the 8 bytes that tell the program.
fn has_journal(folder: &Path) -> bool {
    fs::read_dir(folder).into_iter().flatten().flatten().any(|own| {
        let (path, name) = (own.path(), own.file_name());
        match own.metadata() {
            Ok(about) if about.is_dir() => has_journal(&path),
            Ok(about) => about.len() > 8 && name.to_string_lossy().starts_with("journal-"),
            Err(_) => false,
        }
    })
}

/// Begins an exploration that goes on for long, and finds something at once.
fn long(directory: &Path) -> Running {
    let source = "pub fn part(x: u32, y: u32) -> u32 {\n    100 / (x ^ 2) + y % 2\n}\n";
    Running::begin(package(directory, "parts", "1.0.0", source), &["explore", "--time", "600s"])
}

#[test]
fn an_interrupted_exploration_reports_what_it_found_and_leaves_no_process() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut running = long(directory.path());
    let interrupted = Command::new("kill").args(["-INT", &running.child.id().to_string()]).status();
    assert!(interrupted.expect("it runs").success());
    let mut shown = String::new();
    running.child.stdout.take().expect("piped").read_to_string(&mut shown).expect("text");
    assert_eq!(running.child.wait().expect("it ends").code(), Some(130));
    assert!(shown.contains("interrupted)\n"), "{shown}");
    assert_eq!(running.drivers(), 0);
}

#[test]
fn a_killed_exploration_leaves_no_process_and_the_next_goes_on_from_it_once() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut running = long(directory.path());
    running.kill();
    let again = || text(&explore(&running.folder, &["--time", "2s"]).stdout);
    let shown = again();
    assert!(shown.contains("attempt to divide by zero"), "{shown}");
    let (_, summary) = shown.rsplit_once("1 finding in ").expect("a summary");
    assert!(summary.contains(" of them in a run that was killed)\n"), "{shown}");
    // It had used its time: what it found is made smaller and told, and nothing more is run.
    assert!(!again().contains("killed"));
}

#[test]
fn parts_of_an_exploration_are_merged_as_text_and_on_a_page() {
    let directory = tempfile::tempdir().expect("a directory");
    let source = "pub fn part(x: u8) -> u8 { 100 / (x ^ 2) }\n\
                  pub fn both(x: u8, y: u8) -> u8 { x ^ y }\n";
    let folder = package(directory.path(), "halves", "1.0.0", source);
    let parts = directory.path().join("parts");
    fs::create_dir(&parts).expect("a directory");
    let merged = || everycase(&["merge"]).arg(&parts).output().expect("it runs");
    for part in ["0", "1"] {
        let words = ["--size", "4", "--tests", "2000", "--seed", "1", "--format", "json", "--shard"];
        let output = explore(&folder, &[&words[..], &[&format!("{part}/2")]].concat());
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        fs::write(parts.join(format!("{part}-of-2.ndjson")), output.stdout).expect("a file");
        if part == "0" {
            let output = merged();
            assert!(text(&output.stderr).contains("part 1/2 is missing"), "{}", text(&output.stderr));
            assert_eq!(output.status.code(), Some(2));
        }
    }
    let output = merged();
    let shown = text(&output.stdout);
    assert!(
        shown.starts_with("unexpected: attempt to divide by zero\n    at src/lib.rs:1:28\n"),
        "{shown}{}",
        text(&output.stderr)
    );
    assert!(shown.contains("\nhalves 1.0.0: 1 finding in "), "{shown}");
    assert!(shown.contains("\n    2 of 2 functions returned a value (100%)"), "{shown}");
    assert!(shown.contains("through size 4, with one of each group"), "{shown}");
    assert_eq!(output.status.code(), Some(1));
    let summary = everycase(&["merge", "--summary", "-"]).arg(&parts).env("GITHUB_ACTIONS", "true").output();
    let summary = summary.expect("it runs");
    let shown = text(&summary.stdout);
    assert!(
        shown.contains("Crate: `halves 1.0.0`") && shown.contains("attempt to divide by zero"),
        "{shown}"
    );
    assert!(text(&summary.stderr).contains("attempt to divide by zero"), "{}", text(&summary.stderr));
    let page = directory.path().join("page.html");
    let files = ["0-of-2.ndjson", "1-of-2.ndjson"].map(|own| parts.join(own));
    let output = everycase(&["report"]).args(&files).arg("--html").arg(&page).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let page = fs::read_to_string(page).expect("a page");
    assert!(
        page.contains("attempt to divide by zero") && page.contains("through size 4, with one of each group")
    );
}
