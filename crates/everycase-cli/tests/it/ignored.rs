//! Which tests `cargo test` leaves out.

use std::fs;
use std::path::{Path, PathBuf};

/// Adds the files with sources in a folder and below.
fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() && !entry.ends_with("target") {
            sources(&entry, files);
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            files.push(entry);
        }
    }
}

/// Other tests that are not to be listed are subjects, in `crates/everycase/tests/subjects`.
#[test]
fn an_ignored_test_takes_long_and_says_how_to_run_it() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut files);
    let mut count = 0;
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for (number, line) in (1..).zip(text.lines()) {
            let Some((code, rest)) = line.split_once("#[ignore") else { continue };
            let reason = rest.strip_prefix(" = \"").unwrap_or_default();
            let is_slow =
                reason.starts_with("takes ") && reason.contains(": ") && reason.contains("cargo test ");
            // In a comment or a string it is an example.
            if !code.contains(['/', '"']) {
                count += 1;
                assert!(is_slow, "{}:{number}: {line}", file.display());
            }
        }
    }
    assert!(count > 3, "{count} slow tests");
}
