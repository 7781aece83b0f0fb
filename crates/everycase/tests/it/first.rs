//! The package that the README begins with, and what the README shows of it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::guide::cargo_test;

const FAULT: &str = "if seconds < 0 {";
const MENDED: &str = "if text.contains('-') {";

#[test]
fn the_first_package_fails_as_the_readme_shows() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let [failure, success] = [0, 1].map(|number| {
        let block = readme.split("\n```text\n").nth(number + 1).unwrap();
        block.split("\n```").next().unwrap()
    });
    let (failure, success) = (masked(failure), normal(success));
    let package = package();

    let printed = masked(&test(&package, &[]));
    assert!(printed.contains(&failure), "{failure}\nis not in\n{printed}");
    for shown in [
        "    let steps: Vec<Step> = vec![Step::Insert(1, 0)];\n  panicked at src/fixed_vec.rs:",
        "    let text: &str = \"",
        "attempt to multiply with overflow",
        "test result: FAILED. 0 passed; 3 failed;",
    ] {
        assert!(printed.contains(&masked(shown)), "{shown}\nis not in\n{printed}");
    }

    let file = package.join("src/duration.rs");
    let source = fs::read_to_string(&file).unwrap();
    let property = readme.split("\n```rust\n").nth(1).unwrap().split("\n```").next().unwrap();
    let lines: Vec<String> = property.lines().map(|line| format!("    {line}\n")).collect();
    assert!(source.contains(&lines.concat()), "{property}\nis not in\n{source}");
    assert!(readme.contains("Replace `seconds < 0` by `text.contains('-')`") && source.contains(FAULT));
    fs::write(&file, source.replace(FAULT, MENDED)).unwrap();
    let printed = normal(&test(&package, &["duration", "--", "--nocapture"]));
    assert!(printed.contains(&success), "{success}\nis not in\n{printed}");
}

#[test]
fn what_the_readme_repeats_is_on_the_page_that_it_links() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let difference = "try_get_int_ne(&mut x, 1usize);\n    1.12.1: 185\n    1.12.2: -71\n";
    for (page, shown, repeated) in [
        ("docs/guide/tutorial-strength.md", ": 43.9% killed", "\"43.9% killed\""),
        ("docs/properties.md", "all 10,350 inputs up to size 12 in", "all 10,350 pairs"),
        ("docs/properties.md", "up to size 12 in 4,380 runs", "up to size 12 take 4,380 runs"),
        ("docs/diff-crates.md", difference, difference),
    ] {
        assert!(readme.contains(&format!("]({page}")), "{page} is not linked");
        let text = fs::read_to_string(root().join(page)).unwrap();
        assert!(text.contains(shown), "{shown} is not in {page}");
        assert!(readme.contains(repeated), "{repeated} is not in the README");
    }
}

/// Returns the packages of a registry in a lock file, with their versions.
fn locked(file: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(file).unwrap().replace('\r', "");
    let packages = text.split("[[package]]\n").filter(|own| own.contains("\nsource = "));
    packages.map(|own| own.lines().take(2).collect::<Vec<_>>().join(", ")).collect()
}

#[test]
fn the_first_package_is_locked_to_versions_that_a_build_of_the_workspace_has_fetched() {
    let [own, all] = ["examples/first/Cargo.lock", "Cargo.lock"].map(|file| locked(&root().join(file)));
    assert!(own.len() > 5);
    assert_eq!(own.difference(&all).collect::<Vec<_>>(), Vec::<&String>::new());
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Copies the package, so that nothing is saved among the sources.
fn package() -> PathBuf {
    let (from, to) = (root().join("examples/first"), Path::new(env!("CARGO_TARGET_TMPDIR")).join("first"));
    let _ = fs::remove_dir_all(&to);
    fs::create_dir_all(to.join("src")).unwrap();
    for file in fs::read_dir(from.join("src")).unwrap().map(|entry| entry.unwrap()) {
        if file.path().extension().is_some_and(|extension| extension == "rs") {
            fs::copy(file.path(), to.join("src").join(file.file_name())).unwrap();
        }
    }
    fs::copy(from.join("Cargo.lock"), to.join("Cargo.lock")).unwrap();
    let manifest = fs::read_to_string(from.join("Cargo.toml")).unwrap();
    let everycase = format!("path = {:?}", env!("CARGO_MANIFEST_DIR"));
    let manifest = manifest.replace("path = \"../../crates/everycase\"", &everycase);
    // Built as the crates that other tests compile.
    fs::write(to.join("Cargo.toml"), manifest + "\n[profile.dev]\ndebug = false\n").unwrap();
    to
}

/// Runs the tests of the package; returns what they print.
fn test(package: &Path, arguments: &[&str]) -> String {
    String::from_utf8(cargo_test(package).args(arguments).output().unwrap().stdout).unwrap()
}

/// Returns the words of a text without what depends on the machine: numbers, times, lines, what of the
/// coverage fits on a line, whether a size was begun, and which stream was the first to find a failure.
pub(crate) fn normal(text: &str) -> String {
    let words = masked(text).split_whitespace().collect::<Vec<_>>().join(" ");
    let words = words.replace(" and N of the N of size N", "").replace("; shrunk in TIME", "");
    let words = words.replace("; drawn by structure, no", "; no");
    let exact =
        words.split(": ok, ").map(|part| part.split_once("exactly: ").map_or(part, |(_, exact)| exact));
    exact.collect::<Vec<_>>().join(": ok, ")
}

/// Replaces each number by `N`, each time by `TIME`, and the path of the file with saved failures.
fn masked(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        if line.contains("saved, to be run first next time") {
            out += "saved\n";
            continue;
        }
        let words = line.split(' ').map(|word| {
            let (digits, rest) = (word.trim_end_matches(|c: char| !c.is_ascii_digit()), word);
            let is_number = digits.chars().all(|c| c.is_ascii_digit() || ".,".contains(c));
            match rest.strip_prefix(digits) {
                Some(end) if is_number && !digits.is_empty() => {
                    let unit = end.trim_end_matches([')', ',', ';', ']']);
                    let mark = if ["s", "ms", "µs", "ns"].contains(&unit) { "TIME" } else { "N" };
                    format!("{mark}{}", if mark == "TIME" { &end[unit.len()..] } else { end })
                }
                _ => word.to_owned(),
            }
        });
        out += &words.collect::<Vec<_>>().join(" ");
        out += "\n";
    }
    out.trim_end().to_owned()
}
