//! The properties in the guide, as tests of a crate of their own. A property is a test, and a doc test is compiled without
//! tests: it does not look at the body of a property.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The laws of `Ord`, `Hash` and `Clone`, on the page about laws.
const LAWS: usize = 10;

#[test]
fn the_properties_in_the_guide_hold() {
    let everycase = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let dir = scratch.join("guide");
    fs::create_dir_all(dir.join("tests")).unwrap();
    let manifest = format!(
        "[package]\nname = \"guide\"\nedition = \"2024\"\n\n[lib]\npath = \"lib.rs\"\n\n[workspace]\n\n[dependencies]\n\
         everycase = {{ path = {everycase:?}, features = [\"regex\"] }}\n\n[profile.dev]\ndebug = false\n"
    );
    fs::write(dir.join("Cargo.toml"), manifest).unwrap();
    fs::write(dir.join("lib.rs"), "").unwrap();
    fs::copy(everycase.join("../../Cargo.lock"), dir.join("Cargo.lock")).unwrap();
    let mut source = String::from("#![allow(unused)]\n");
    for page in pages(&everycase.join("../../docs/guide")) {
        let name = page.file_stem().unwrap().to_str().unwrap().replace('-', "_");
        for (number, code) in blocks(&fs::read_to_string(&page).unwrap()).iter().enumerate() {
            writeln!(source, "mod {name}_{number} {{\n{code}}}").unwrap();
        }
    }
    let properties = source.matches("#[property").count();
    assert!(properties > 30, "{properties} properties");
    let properties = properties + LAWS;
    fs::write(dir.join("tests/guide.rs"), source).unwrap();
    let ran =
        cargo_test(&dir).env("EVERYCASE_TESTS", "2000").env("EVERYCASE_REGRESSIONS", "0").output().unwrap();
    let (printed, errors) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{errors}\n{printed}");
    assert!(printed.contains(&format!(" {properties} passed")), "{properties} properties:\n{printed}");
}

/// Returns the command that runs the tests of a package, which is built where the crates are that other tests compile.
pub(crate) fn cargo_test(package: &Path) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["test", "--offline", "--quiet"]).current_dir(package).env_remove("RUST_BACKTRACE");
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("EVERYCASE_"))
    {
        cargo.env_remove(name);
    }
    cargo.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("../tests/trybuild"));
    cargo
}

/// Returns the pages: how-to guides, and those beside them that have examples of inputs.
fn pages(guide: &Path) -> Vec<PathBuf> {
    let how_to = fs::read_dir(guide.join("how-to")).unwrap();
    let mut pages: Vec<PathBuf> = how_to.map(|entry| entry.unwrap().path()).collect();
    pages.push(guide.join("inputs.md"));
    pages.sort();
    pages
}

/// Returns the blocks of Rust code that have properties or laws, with their hidden lines.
fn blocks(page: &str) -> Vec<String> {
    let blocks = page.split("\n```rust\n").skip(1).filter_map(|rest| rest.split("\n```").next());
    let whole = blocks.map(|block| {
        let lines = block.lines().map(|line| line.strip_prefix("# ").unwrap_or(line));
        lines.flat_map(|line| [line, "\n"]).collect::<String>()
    });
    whole.filter(|code| code.contains("#[property") || code.contains("laws!(")).collect()
}
