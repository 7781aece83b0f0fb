//! The differences between systems stand behind one module each: isolation, signals and paths;
//! and so does what runs under Miri.

use std::collections::HashMap;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};

use crate::rooms::{files, sources};

/// The modules that may ask for a system, in the crate that has them.
const MODULES: [&str; 4] = ["system/isolation", "system/signals", "system/paths", "system/miri"];

/// A module that is compiled into the worker for a user's crate, and uses the standard library only.
const SHIPPED: &str = "everycase-crates/driver/worker/limits";

/// How any module says that its submodule `unix` tests what only Unix has, such as links.
const UNIX_TESTS: &str = "cfg(all (test , unix , not (everycase_portable)))";

/// What a condition asks for a system with.
const SYSTEMS: [&str; 9] = [
    "unix",
    "windows",
    "target_os",
    "target_family",
    "target_env",
    "target_vendor",
    "everycase_portable",
    "miri",
    "everycase_miri",
];

#[test]
fn only_the_modules_of_systems_ask_for_a_system() {
    let (mut places, mut tests) = (0, 0);
    for source in sources() {
        let name = source.parent().and_then(Path::file_name).unwrap().to_string_lossy().into_owned();
        let conditions: HashMap<String, Vec<String>> = files(&source)
            .into_iter()
            .map(|(path, text)| (path, of_systems(text.parse().unwrap())))
            .collect();
        let has_unix_tests = |path: &str| conditions[path].iter().any(|condition| condition == UNIX_TESTS);
        for (path, found) in &conditions {
            let is_within = |module: &&str| path == module || path.starts_with(&format!("{module}/"));
            if name == "everycase-check" && MODULES.iter().any(is_within) {
                places += found.len();
            } else if path.strip_suffix("/unix").is_some_and(has_unix_tests) {
                tests += 1;
            } else if format!("{name}/{path}") != SHIPPED {
                let others: Vec<_> = found.iter().filter(|condition| *condition != UNIX_TESTS).collect();
                assert_eq!(others, [""; 0], "{path}.rs: move this to one of {MODULES:?} of everycase-check");
            }
        }
    }
    assert!(places > 8, "{places} places");
    assert_eq!(tests, 2, "modules of tests for Unix");
}

#[test]
fn a_condition_on_the_system_is_found_in_each_form() {
    let found = |text: &str| of_systems(text.parse().unwrap());
    for text in [
        "#[cfg(unix)] fn f() {}",
        "#![cfg(not(any(windows, miri)))]",
        "mod m { #[cfg_attr(all(test, target_os = \"linux\"), ignore)] fn f() {} }",
        "fn f() -> bool { 1 > 0 && cfg!(everycase_portable) }",
        "fn f() { use std::os::unix::fs::symlink; }",
        "macro_rules! m { () => { #[cfg(target_family = \"wasm\")] const A: u8 = 1; }; }",
    ] {
        assert_eq!(found(text).len(), 1, "{text}");
    }
    let others =
        "// cfg(unix)\n#[cfg(test)] fn unix() -> &'static str { cfg!(debug_assertions); \"#[cfg(unix)]\" }";
    assert_eq!(found(others), [""; 0]);
}

/// Returns the conditions on a system, and the paths that only some systems have.
fn of_systems(tokens: TokenStream) -> Vec<String> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |at: usize, names: &[&str]| match tokens.get(at) {
        Some(TokenTree::Ident(name)) => names.iter().any(|known| name == known),
        _ => false,
    };
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            // `os::unix`
            if is(at, &["os"]) && is(at + 3, &["unix", "windows", "linux", "macos", "fd"]) {
                found.push(format!("os::{}", tokens[at + 3]));
            }
            continue;
        };
        let before =
            |distance: usize| at.checked_sub(distance).is_some_and(|at| is(at, &["cfg", "cfg_attr"]));
        if before(1) || before(2) {
            found.extend(asks(group.stream()).then(|| format!("cfg({})", group.stream())));
        } else {
            found.extend(of_systems(group.stream()));
        }
    }
    found
}

/// Returns whether a condition names a system.
fn asks(condition: TokenStream) -> bool {
    condition.into_iter().any(|token| match token {
        TokenTree::Ident(name) => SYSTEMS.iter().any(|known| name == known),
        TokenTree::Group(group) => asks(group.stream()),
        _ => false,
    })
}
