//! `everycase diff`, as a user runs it. What differs is tested where it is found, in everycase-crates.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::crates::Running;
use crate::support::{everycase, package, text};

fn diff(folder: &Path, arguments: &[&str]) -> Output {
    everycase(&["diff"]).args(arguments).current_dir(folder).output().expect("it runs")
}

const OLD: &str = "pub fn half(x: u8) -> u8 { x / 2 }\npub fn gone() {}\n";
const NEW: &str =
    "pub fn half(x: u8) -> u8 { assert!(x != 2, \"no half\"); x / 2 }\npub fn come() {}\npub fn came() {}\n";

#[test]
fn what_differs_is_told_with_what_a_release_may_be() {
    let directory = tempfile::tempdir().expect("a directory");
    package(directory.path(), "halves", "1.0.0", OLD);
    package(directory.path(), "halves", "1.0.1", NEW);
    let words = ["halves-1.0.0/", "./halves-1.0.1", "--tests", "2000", "--seed", "1"];
    let output = diff(directory.path(), &words);
    let shown = text(&output.stdout);
    let expected = "\
patch: no; minor: no, because of 1 function removed

panics now: halves::half
        let _ = halves::half(2);
    1.0.0: 1
    1.0.1: panics: no half
        at src/lib.rs:1:28
    ";
    assert!(shown.starts_with(expected), "{shown}{}", text(&output.stderr));
    let (_, rest) = shown
        .split_once(" such differences, size 3\n    reaches changed code: src/lib.rs:1-3\n\n")
        .expect("a count");
    assert!(rest.starts_with("removed: halves::gone\nadded: halves::came, halves::come\n"), "{shown}");
    assert!(rest.contains("halves 1.0.0 to 1.0.1: 1 change in "), "{shown}");
    assert!(rest.contains("\n    1 of 1 function of both versions called (100%)\n"), "{shown}");
    assert_eq!(output.status.code(), Some(1));
    let output = diff(directory.path(), &[&words[..], &["--format", "json"]].concat());
    let records: Vec<serde_json::Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("a record")).collect();
    let [change, finish] = &records[..] else { panic!("{records:?}") };
    assert_eq!(change["was"]["text"], "1");
    assert_eq!(change["is"]["kind"], "panic");
    assert_eq!(finish["removed"][0], "halves::gone");
}

#[test]
fn a_killed_comparison_leaves_no_process_and_the_next_goes_on_from_it_once() {
    let directory = tempfile::tempdir().expect("a directory");
    package(directory.path(), "halves", "1.0.0", OLD);
    package(directory.path(), "halves", "1.0.1", NEW);
    let versions = ["halves-1.0.0/", "./halves-1.0.1", "--seed", "1", "--time"];
    let command = [&["diff"], &versions[..], &["600s"]].concat();
    Running::begin(directory.path().to_owned(), &command).kill();
    let again = || text(&diff(directory.path(), &[&versions[..], &["2s"]].concat()).stdout);
    let shown = again();
    assert!(shown.contains("panics now: halves::half\n"), "{shown}");
    let (_, summary) = shown.rsplit_once("1 change in ").expect("a summary");
    assert!(summary.contains(" of them in a run that was killed)\n"), "{shown}");
    // It had used its time: what it found is made smaller and told, and nothing more is run.
    assert!(!again().contains("killed"));
}

#[test]
fn what_is_intended_is_accepted_until_another_version_is_compared_with() {
    let directory = tempfile::tempdir().expect("a directory");
    package(directory.path(), "halves", "1.0.0", OLD);
    let new = package(directory.path(), "halves", "1.0.1", NEW);
    let words = ["halves-1.0.0/", "./halves-1.0.1", "--tests", "500", "--seed", "1"];
    let with = |more: &[&str]| diff(directory.path(), &[&words[..], more].concat());
    let (page, summary) = (directory.path().join("page.html"), directory.path().join("summary.md"));
    let output = with(&["--html", "page.html", "--summary", "summary.md"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        fs::read_to_string(page).expect("a page").contains("<dt>1.0.1</dt><dd><code>panics: no half</code>")
    );
    let expected = "\
## halves 1.0.0 to 1.0.1

patch: no; minor: no, because of 1 function removed

### Changed behaviour

- `halves::half`: panics now
  ```rust
  let _ = halves::half(2);
  ```

  - 1.0.0: `1`
  - 1.0.1: `panics: no half`

### Removed

- `halves::gone`

### Added

- `halves::came`
- `halves::come`
";
    assert_eq!(fs::read_to_string(summary).expect("a summary"), expected);
    assert_eq!(text(&with(&["--summary", "-"]).stdout), expected);
    let output = with(&["--accept"]);
    let path = new.join("everycase-accepted");
    assert_eq!(
        text(&output.stdout),
        format!(
            "2 changes accepted, 0 known before, 0 not met: {}\n",
            Path::new("./halves-1.0.1/everycase-accepted").display()
        )
    );
    let accepted = "\
{\"function\":\"halves::gone\",\"since\":\"1.0.0\",\"versions\":\"halves\",\"what\":\"removed\"}
{\"function\":\"halves::half\",\"since\":\"1.0.0\",\"versions\":\"halves\",\"what\":\"panics now\"}
";
    assert_eq!(fs::read_to_string(&path).expect("a file"), accepted);
    let output = with(&[]);
    let shown = text(&output.stdout);
    assert!(shown.contains("halves 1.0.0 to 1.0.1: nothing new, 2 accepted in "), "{shown}");
    assert!(shown.starts_with("patch: no; minor: no, because of 1 function removed\n"), "{shown}");
    assert_eq!(output.status.code(), Some(0));
    // What was accepted of another version says nothing, and is dropped.
    fs::write(&path, accepted.replace("1.0.0", "0.9.0")).expect("a file");
    assert_eq!(with(&[]).status.code(), Some(1));
    assert_eq!(with(&["--accept"]).status.code(), Some(0));
    assert_eq!(fs::read_to_string(&path).expect("a file"), accepted);
    // What is not met is named.
    fs::write(&path, accepted.replace("halves::gone", "halves::other")).expect("a file");
    let output = with(&[]);
    assert_eq!(text(&output.stderr), "note: accepted, but not met this time: removed: halves::other\n");
    fs::write(&path, "{}\n").expect("a file");
    let output = with(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).ends_with(":1: this is not an accepted change\n"), "{output:?}");
}

#[test]
fn a_renamed_function_is_told_as_one_that_callers_miss_and_can_be_accepted() {
    let directory = tempfile::tempdir().expect("a directory");
    let old = "pub fn half(x: u8) -> u8 { x / 2 }\npub fn third(x: u8) -> u8 { x / 3 }\n\
               pub fn minus(x: u16, y: i8) -> u16 { x.wrapping_add_signed(i16::from(y)) }\n";
    let new = old.replace("third", "one_third").replace("x: u16, y: i8", "y: i8, x: u16");
    package(directory.path(), "thirds", "1.0.0", old);
    package(directory.path(), "thirds", "2.0.0", &new);
    let words = ["thirds-1.0.0/", "./thirds-2.0.0", "--tests", "2000", "--seed", "1"];
    let with = |more: &[&str]| diff(directory.path(), &[&words[..], more].concat());
    let output = with(&[]);
    let shown = text(&output.stdout);
    let mut lines = shown.lines();
    let release =
        "patch: no; minor: no, because of 1 function renamed and 1 function with exchanged parameters";
    assert_eq!(lines.next(), Some(release), "{shown}{}", text(&output.stderr));
    let lines: Vec<&str> = lines.map(|own| own.split(" (agree in ").next().unwrap_or(own)).collect();
    assert_eq!(
        lines[..3],
        [
            "",
            "parameters exchanged: thirds::minus, now in the order 2, 1",
            "renamed: thirds::third is thirds::one_third"
        ]
    );
    assert!(shown.contains("\n    3 of 3 functions of both versions called (100%)\n"), "{shown}");
    assert_eq!(output.status.code(), Some(1));
    let records = text(&with(&["--format", "json"]).stdout);
    let finish: serde_json::Value = serde_json::from_str(records.trim_end()).expect("one record");
    let [minus, third] = &finish["renamed"].as_array().expect("a list")[..] else { panic!("{records}") };
    assert_eq!((&minus["old"], &minus["new"]), (&"thirds::minus".into(), &"thirds::minus".into()));
    assert_eq!(minus["order"], serde_json::json!([1, 0]));
    assert_eq!((&third["old"], &third["new"]), (&"thirds::third".into(), &"thirds::one_third".into()));
    assert_eq!((&finish["removed"], &finish["added"]), (&serde_json::json!([]), &serde_json::json!([])));
    assert_eq!(with(&["--accept"]).status.code(), Some(0));
    let output = with(&[]);
    let shown = text(&output.stdout);
    assert!(shown.contains("thirds 1.0.0 to 2.0.0: nothing new, 2 accepted in "), "{shown}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_baseline_is_a_directory_or_a_revision_and_additions_alone_are_status_0() {
    let directory = tempfile::tempdir().expect("a directory");
    let old = package(directory.path(), "halves", "1.0.0", "pub fn half(x: u8) -> u8 { x / 2 }\n");
    let git = |arguments: &[&str]| {
        let user = ["-c", "user.name=u", "-c", "user.email=u@example.org"];
        let mut command = Command::new("git");
        let ran = command.args(user).args(arguments).current_dir(&old).output().expect("there is git");
        assert!(ran.status.success(), "{ran:?}");
    };
    git(&["init", "--quiet"]);
    git(&["add", "Cargo.toml", "src"]);
    git(&["commit", "--quiet", "-m", "old"]);
    fs::write(
        old.join("src/lib.rs"),
        "pub fn half(x: u8) -> u8 { x >> 1 }\npub fn third(x: u8) -> u8 { x / 3 }\n",
    )
    .expect("a source");
    let output = diff(&old, &["--baseline", "HEAD", "--tests", "2000"]);
    let shown = text(&output.stdout);
    assert!(
        shown.starts_with("patch: no, because of 1 function added; minor: nothing against it in "),
        "{output:?}"
    );
    assert!(shown.contains("halves 1.0.0 before to 1.0.0 now: nothing behaves differently in "), "{shown}");
    assert_eq!(output.status.code(), Some(0));
    let status =
        Command::new("git").args(["status", "--short"]).current_dir(&old).output().expect("there is git");
    assert!(text(&status.stdout).starts_with(" M src/lib.rs\n"), "the index is as it was: {status:?}");
    let output = diff(&old, &["--baseline", "no-such-revision"]);
    assert_eq!(
        text(&output.stderr),
        "error: `no-such-revision` is neither a version, nor a directory, nor a revision: git knows none of that name\n"
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn versions_that_cannot_be_compared_are_told_in_a_line_with_status_2() {
    let directory = tempfile::tempdir().expect("a directory");
    package(directory.path(), "halves", "1.0.0", OLD);
    package(directory.path(), "halves", "2.0.0", "pub fn third(x: u8) -> u8 { x / 3 }\n");
    package(directory.path(), "thirds", "1.0.0", OLD);
    package(directory.path(), "wrong", "1.0.0", "pub fn own() -> u8 { \"\" }");
    let cases = [
        (
            &["halves-1.0.0/", "thirds-1.0.0/"][..],
            "`halves` and `thirds` are two crates: name two versions of one",
        ),
        (
            &["halves-1.0.0/", "./halves-1.0.0"],
            "both versions are halves 1.0.0: name two, or another one with --baseline",
        ),
        (&["halves-1.0.0/", "halves-2.0.0/"], "halves 1.0.0 of "),
        (&["wrong-1.0.0/", "./wrong-1.0.0", "--baseline", "1.0.0"], "--baseline stands for the old version"),
        (&["f.pun", "g.pun"], "there is no file `f.pun`"),
        (&[], "there is no Cargo.toml here: name a crate"),
    ];
    for (words, message) in cases {
        let output = diff(directory.path(), words);
        let told = text(&output.stderr);
        assert!(told.starts_with(&format!("error: {message}")), "{words:?}: {told}");
        assert_eq!(output.status.code(), Some(2), "{words:?}");
    }
}
