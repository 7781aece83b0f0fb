//! Code that must not compile, and the compiler's messages: each `tests/ui/**/*.rs` with its `.stderr`.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::guide::cargo_test;

#[test]
fn misuse_is_a_compile_error_that_says_what_to_do() {
    compiled("misuse_is_a_compile_error_that_says_what_to_do", || {
        let cases = trybuild::TestCases::new();
        cases.compile_fail("tests/ui/derive/*.rs");
        cases.compile_fail("tests/ui/generator/*.rs");
        cases.compile_fail("tests/ui/property/*.rs");
    });
}

/// A property is a test, and outside of tests not even looked at. So these are compiled as tests.
#[cfg(unix)]
#[test]
fn misuse_that_the_compiler_finds_in_tests_is_told_as_clearly() {
    compiled("misuse_that_the_compiler_finds_in_tests_is_told_as_clearly", || {
        let cases = trybuild::TestCases::new();
        cases.compile_fail("tests/ui/test/*.rs");
        if !cfg!(feature = "async") {
            cases.compile_fail("tests/ui/async/*.rs");
        }
    });
}

/// The variable that a test sets when it runs itself in a process.
const CHILD: &str = "DERIVE_ERRORS_CHILD";

/// Compiles cases in a process that runs the same test: cargo takes from its environment a wrapper of
/// the compiler, which compiles some files as tests. All have it, so that what they use is built once.
fn compiled(test: &str, cases: fn()) {
    if std::env::var_os(CHILD).is_some() {
        return cases();
    }
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", &format!("derive_errors::{test}"), "--nocapture"]).env(CHILD, "1");
    if cfg!(unix) {
        child.env("RUSTC_WORKSPACE_WRAPPER", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ui/with-tests.sh"));
    }
    let ran = child.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(ran.status.success(), "{}\n{}", text(&ran.stdout), text(&ran.stderr));
    assert!(text(&ran.stdout).contains("1 passed"), "{}", text(&ran.stdout));
}

#[test]
fn a_dependency_with_another_name_is_found_without_a_setting() {
    let everycase = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let dir = scratch.join("renamed");
    fs::create_dir_all(dir.join("src")).unwrap();
    let manifest = format!(
        "[package]\nname = \"renamed\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         every-case = {{ path = {everycase:?}, package = \"everycase\" }}\n\n[profile.dev]\ndebug = false\n"
    );
    fs::write(dir.join("Cargo.toml"), manifest).unwrap();
    fs::copy(everycase.join("../../Cargo.lock"), dir.join("Cargo.lock")).unwrap();
    let source = "use every_case::prelude::*;\n\
        #[derive(Debug, Enumerable)]\npub enum List { Nil, Cons(u8, Box<List>) }\n\
        #[property]\nfn holds(list: &List, n: u8) -> bool { n < 200 || matches!(list, List::Nil) }\n\
        #[generator(covers = |n: &u8| *n < 2)]\npub fn small(g: &mut Gen) -> u8 { u8::from(g.bool()) }\n";
    fs::write(dir.join("src/lib.rs"), source).unwrap();
    let ran = cargo_test(&dir).arg("--no-run").output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}
