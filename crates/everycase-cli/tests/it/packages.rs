//! The packages of a release: what crates.io shows, and what they hold.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::rooms::root;
use crate::support::text;

/// The packages of the workspace, as cargo reads their manifests.
fn packages() -> Vec<Value> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]).current_dir(root());
    let output = command.output().expect("cargo runs");
    let metadata: Value = serde_json::from_str(&text(&output.stdout)).expect("it is JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

#[test]
fn each_package_says_what_crates_io_shows_of_it() {
    let packages = packages();
    assert!(packages.len() >= 8);
    for package in packages {
        let name = package["name"].as_str().expect("a name");
        for field in ["description", "license", "readme", "rust_version"] {
            assert!(package[field].is_string(), "{name}: {field}");
        }
        for (field, most) in [("keywords", 5), ("categories", 5)] {
            let count = package[field].as_array().expect("a list").len();
            assert!((1..=most).contains(&count), "{name}: {field}");
        }
        let keyword = |word: &Value| word.as_str().is_some_and(|word| word.len() <= 20);
        assert!(package["keywords"].as_array().expect("a list").iter().all(keyword), "{name}");
        let has_features = package["features"].as_object().expect("features").len() > 1;
        let all_features = package["metadata"]["docs"]["rs"]["all-features"] == true;
        assert!(!has_features || all_features, "{name}: docs.rs leaves its features out");
    }
}

#[test]
fn a_package_holds_sources_and_licences() {
    for package in packages() {
        let name = package["name"].as_str().expect("a name");
        let manifest = Path::new(package["manifest_path"].as_str().expect("a path"));
        let mut command = Command::new(env!("CARGO"));
        command.args(["package", "--list", "--allow-dirty", "--offline", "-p", name]).current_dir(root());
        let output = command.output().expect("cargo runs");
        let listed = text(&output.stdout);
        let others: Vec<&str> = listed.lines().filter(|file| !file.starts_with("src/")).collect();
        let mut wanted = vec![
            ".cargo_vcs_info.json",
            "Cargo.lock",
            "Cargo.toml",
            "Cargo.toml.orig",
            "LICENSE-APACHE",
            "LICENSE-MIT",
            "README.md",
        ];
        // Sources without a repository, as in an archive, have no state of it.
        wanted.retain(|file| *file != ".cargo_vcs_info.json" || others.contains(file));
        assert_eq!(others, wanted, "{name}: {}", text(&output.stderr));
        let readme = fs::read_to_string(manifest.with_file_name(package["readme"].as_str().expect("a path")));
        assert!(readme.is_ok_and(|readme| readme.len() > 1000), "{name}");
    }
}

#[test]
fn archives_of_a_release_have_the_names_that_binstall_looks_for() {
    let packages = packages();
    let cli = packages.iter().find(|package| package["name"] == "everycase-cli").expect("the command");
    let url = cli["metadata"]["binstall"]["pkg-url"].as_str().expect("an address");
    let file = url.rsplit('/').next().expect("a file").replace("{ archive-suffix }", "");
    let name = file.replace("{ name }", "everycase-cli").replace("{ target }", "$target");
    let name = name.replace("{ version }", "$version");
    let page = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("the page");
    assert!(page.contains(&format!("\nname={name}\n")), "{name}");
    let directory = cli["metadata"]["binstall"]["bin-dir"].as_str().expect("a directory");
    assert_eq!(directory, format!("{file}/{{ bin }}{{ binary-ext }}"));
    let bins = cli["targets"].as_array().expect("targets").iter().filter(|one| one["kind"][0] == "bin");
    for bin in bins.map(|bin| bin["name"].as_str().expect("a name")) {
        assert!(page.contains(&format!("{bin},")) || page.contains(&format!(",{bin}}}")), "{bin}");
    }
}
