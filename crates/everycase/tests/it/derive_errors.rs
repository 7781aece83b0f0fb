//! Code that must not compile, and the compiler's messages: each `tests/ui/**/*.rs` with its `.stderr`.

#[test]
fn misuse_is_a_compile_error_that_says_what_to_do() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/derive/*.rs");
    cases.compile_fail("tests/ui/generator/*.rs");
    cases.compile_fail("tests/ui/property/*.rs");
}

/// A property is a test, and outside of tests not even looked at. So these are compiled as tests: by a wrapper of the
/// compiler, which cargo takes from the environment of a process.
#[cfg(unix)]
#[test]
fn misuse_that_the_compiler_finds_in_tests_is_told_as_clearly() {
    let mut child = std::process::Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "derive_errors::compile_as_tests", "--ignored", "--nocapture"]);
    child.env("RUSTC_WORKSPACE_WRAPPER", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ui/with-tests.sh"));
    let ran = child.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(ran.status.success(), "{}\n{}", text(&ran.stdout), text(&ran.stderr));
    assert!(text(&ran.stdout).contains("1 passed"), "{}", text(&ran.stdout));
}

#[test]
#[ignore = "run by the tests of this file: cargo test -p everycase --test it derive_errors"]
fn compile_as_tests() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/test/*.rs");
    if !cfg!(feature = "async") {
        cases.compile_fail("tests/ui/async/*.rs");
    }
}
