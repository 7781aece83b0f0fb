//! The tutorial: its steps are taken, and what they print is compared with what it shows.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::first::{normal, root};
use crate::guide::cargo_test;

#[test]
fn the_steps_of_the_tutorial_print_what_it_shows() {
    let [first, second] = ["tutorial.md", "tutorial-strength.md"].map(Page::read);
    // Within the workspace it would be a member.
    let scratch = std::env::temp_dir().join(format!("everycase-tutorial-{}", std::process::id()));
    fs::create_dir_all(&scratch).unwrap();
    let package = Package { directory: scratch.join("shorten") };

    let [new, add] = first.lines::<2>("sh");
    let (new, _) = new.split_once(" && cd shorten").expect("it makes a package and goes there");
    cargo(&scratch, new);
    cargo(&package.directory, &add);
    // Nothing is fetched.
    fs::copy(root().join("Cargo.lock"), package.directory.join("Cargo.lock")).unwrap();
    let ([code], [guard, rest]) = (first.blocks("rust"), first.blocks("rust,ignore"));
    fs::write(package.source(), code).unwrap();
    package.prints(&first, 0, "cargo test");

    package.edit("    if text.len()", &format!("{guard}\n    if text.len()"));
    package.prints(&first, 1, "cargo test");

    let text = fs::read_to_string(package.source()).unwrap();
    let from = text.find("    if text.len()").unwrap();
    let to = text.find("\n}\n\n#[cfg(test)]").unwrap();
    package.edit(&text[from..to], &rest);
    package.prints(&first, 2, "cargo test -- --nocapture");
    let kept = fs::read_to_string(package.directory.join("src/everycase-regressions")).unwrap();
    assert_eq!(kept.lines().filter(|line| line.contains("it_is_not_wider")).count(), 2, "{kept}");

    let [add] = second.lines::<1>("sh");
    cargo(&package.directory, &add);
    let [of, stays] = second.blocks("rust,ignore");
    package.edit("    #[property]\n    fn it_is_not_wider(text: &str, width: usize) {", &of);
    package.prints(&second, 0, "EVERYCASE_STRENGTH=1 cargo test -- --nocapture");
    package.edit("count() <= width);\n    }\n}", &format!("count() <= width);\n    }}\n\n{stays}\n}}"));
    package.prints(&second, 1, "EVERYCASE_STRENGTH=1 cargo test -- --nocapture");
    fs::remove_dir_all(&scratch).unwrap();
}

/// A page of the guide.
struct Page(String);

impl Page {
    fn read(name: &str) -> Page {
        Page(fs::read_to_string(root().join("docs/guide").join(name)).unwrap())
    }

    /// Returns all blocks of a language.
    fn blocks<const N: usize>(&self, language: &str) -> [String; N] {
        let fence = format!("\n```{language}\n");
        let blocks = self.0.split(&fence).skip(1);
        let blocks: Vec<String> = blocks.map(|rest| rest.split_once("\n```").unwrap().0.to_owned()).collect();
        blocks.try_into().unwrap_or_else(|blocks| panic!("{N} blocks of {language}: {blocks:#?}"))
    }

    /// Returns the lines of the only block of a language.
    fn lines<const N: usize>(&self, language: &str) -> [String; N] {
        let [block] = self.blocks(language);
        let lines: Vec<String> = block.lines().map(str::to_owned).collect();
        lines.try_into().unwrap_or_else(|lines| panic!("{N} lines: {lines:#?}"))
    }

    /// Returns what the block of output with this number shows, up to the mutant that is drawn.
    fn shown(&self, number: usize) -> String {
        let block = self.0.split("\n```text\n").nth(number + 1).unwrap();
        let block = block.split("\n```").next().unwrap();
        normal(block.split("shorten(").next().unwrap())
    }
}

/// The package that the tutorial makes.
struct Package {
    directory: PathBuf,
}

impl Package {
    fn source(&self) -> PathBuf {
        self.directory.join("src/lib.rs")
    }

    /// Replaces the only place with this text.
    #[track_caller]
    fn edit(&self, from: &str, to: &str) {
        let text = fs::read_to_string(self.source()).unwrap();
        assert_eq!(text.matches(from).count(), 1, "{from}\nis not once in\n{text}");
        fs::write(self.source(), text.replace(from, to)).unwrap();
    }

    /// Runs the tests by a command of the page, and asserts that they print what its block with this
    /// number shows.
    #[track_caller]
    fn prints(&self, page: &Page, number: usize, command: &str) {
        assert!(page.0.contains(&format!("`{command}`")), "{command} is not on the page");
        let (variable, arguments) = command.split_once("cargo test").expect("a command of cargo");
        let mut cargo = cargo_test(&self.directory);
        cargo.env_remove("CI").envs(variable.trim().split_once('='));
        // Built as the crates that other tests compile.
        cargo.env("CARGO_PROFILE_DEV_DEBUG", "false");
        // One property after the other, so that their reports are not mixed.
        cargo.args(["--", "--test-threads=1"]).args(arguments.split(' ').skip(2));
        let shown = page.shown(number);
        if shown.contains("counterexample") {
            // What is found, and how far it is shrunk, shall not depend on how busy the machine is.
            cargo.env("EVERYCASE_TESTS", "20000").env("EVERYCASE_SHRINK_TIME", "60s");
        }
        let output = cargo.output().unwrap();
        let printed = normal(&String::from_utf8(output.stdout).unwrap());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(printed.contains(&shown), "{shown}\nis not in\n{printed}\n{errors}");
    }
}

/// Runs a command of cargo that the tutorial shows.
fn cargo(directory: &Path, command: &str) {
    let everycase = env!("CARGO_MANIFEST_DIR");
    let arguments = command.strip_prefix("cargo ").expect("a command of cargo");
    let arguments = arguments
        .split(' ')
        .map(|word| if word == "../everycase/crates/everycase" { everycase } else { word });
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(arguments).arg("--quiet").current_dir(directory).env("CARGO_NET_OFFLINE", "true");
    let output = cargo.output().unwrap();
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
}
