//! What must not compile, and what the compiler then says: each `tests/ui/**/*.rs` beside its `.stderr`.

#[test]
fn misuse_is_a_compile_error_that_says_what_to_do() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/derive/*.rs");
    cases.compile_fail("tests/ui/property/*.rs");
}
