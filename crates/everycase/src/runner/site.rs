//! The place of a property in the sources.

use std::path::{Path, PathBuf};

use everycase_check::regressions::source_file;
use everycase_check::report::About;

/// The place of a property, as the compiler and cargo give it.
#[derive(Debug, Clone, Copy)]
pub struct Site<'a> {
    /// The function's name.
    pub name: &'a str,
    /// `module_path!()`.
    pub module: &'a str,
    /// The path of the test, with its crate's path, as the harness names it.
    pub test: &'a str,
    /// Whether the harness expects that the test panics.
    pub should_panic: bool,
    /// `file!()`.
    pub file: &'a str,
    /// `line!()`.
    pub line: u32,
    /// `CARGO_MANIFEST_DIR` of the crate.
    pub manifest_dir: &'a str,
    /// `CARGO_PKG_NAME`, if cargo builds.
    pub package: Option<&'a str>,
    /// `CARGO_BIN_NAME`, for binaries and examples.
    pub binary: Option<&'a str>,
    /// `CARGO_TARGET_TMPDIR`, for integration tests and benchmarks.
    pub tmpdir: Option<&'a str>,
}

/// Returns the path within the crate.
pub(super) fn within_crate(path: &str) -> &str {
    path.split_once("::").map_or(path, |(_, within)| within)
}

impl Site<'_> {
    /// Returns how reports name it.
    pub(crate) fn about(&self) -> About {
        let text = str::to_owned;
        About { name: text(self.name), module: text(self.module), file: text(self.file), line: self.line }
    }

    /// Returns the name in the regressions file.
    pub(crate) fn full_name(&self) -> String {
        if self.module.is_empty() { self.name.to_owned() } else { format!("{}::{}", self.module, self.name) }
    }

    /// Returns the name of the test: the path within the crate.
    pub(crate) fn test_name(&self) -> &str {
        within_crate(self.test)
    }

    /// Returns the command that runs the property. Features and the profile are unknown here.
    pub(crate) fn command(&self, ignored: bool) -> String {
        let ignored = if ignored { "--include-ignored " } else { "" };
        let (arguments, test) = (self.arguments(), self.test_name());
        format!("cargo test{arguments} -- {ignored}--exact {test}")
    }

    /// Returns cargo's arguments for the binary with the test: ` -p package --test target`.
    pub(crate) fn arguments(&self) -> String {
        let Some(package) = self.package else { return String::new() };
        let file = self.file_in_package();
        let stands_in = |dir: &str| file.starts_with(dir);
        let target = match (self.binary, self.tmpdir) {
            (Some(name), _) if stands_in("examples") => format!("--example {name}"),
            (Some(name), _) => format!("--bin {name}"),
            (None, Some(_)) if stands_in("benches") => format!("--bench {}", self.target()),
            (None, Some(_)) => format!("--test {}", self.target()),
            (None, None) => "--lib".to_owned(),
        };
        format!(" -p {package} {target}")
    }

    /// Returns the path of the source file within the package: the package, too, may be in a
    /// directory `examples`.
    fn file_in_package(&self) -> PathBuf {
        let package = Path::new(self.manifest_dir);
        let file = source_file(self.file, package);
        let within = file.as_ref().and_then(|file| file.strip_prefix(package).ok());
        within.unwrap_or(Path::new(self.file)).to_owned()
    }

    /// Returns the name of a target. Only its crate name is known, in which hyphens have become
    /// underscores. If the file does not tell which underscores were hyphens, cargo finds the
    /// target by a pattern.
    fn target(&self) -> String {
        let root = self.module.split("::").next().unwrap_or(self.module);
        // `tests/my-test.rs` or `tests/my-test/main.rs`.
        let file = Path::new(self.file);
        let names = [file.file_stem(), file.parent().and_then(Path::file_name)];
        let names = names.into_iter().flatten().filter_map(|name| name.to_str());
        let mut own = names.filter(|name| name.replace('-', "_") == root);
        match own.next() {
            Some(name) => name.to_owned(),
            None if root.contains('_') => format!("'{}'", root.replace('_', "?")),
            None => root.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIBRARY: Site<'static> = Site {
        name: "p",
        module: "my_crate::tests",
        test: "my_crate::tests::p",
        should_panic: false,
        file: "crates/my-crate/src/lib.rs",
        line: 1,
        manifest_dir: ".",
        package: Some("my-crate"),
        binary: None,
        tmpdir: None,
    };

    #[test]
    fn cargo_finds_the_test_by_its_package_and_target() {
        let test = Site { module: "my_test", tmpdir: Some("/tmp"), ..LIBRARY };
        for (site, arguments) in [
            (LIBRARY, " -p my-crate --lib"),
            (Site { package: None, ..LIBRARY }, ""),
            (Site { binary: Some("my-tool"), file: "src/main.rs", ..LIBRARY }, " -p my-crate --bin my-tool"),
            (
                Site { binary: Some("demo"), file: "examples/demo.rs", ..LIBRARY },
                " -p my-crate --example demo",
            ),
            (Site { file: "tests/my-test.rs", ..test }, " -p my-crate --test my-test"),
            (Site { file: "tests/my-test/main.rs", ..test }, " -p my-crate --test my-test"),
            (Site { file: "tests/common/mod.rs", ..test }, " -p my-crate --test 'my?test'"),
            (Site { file: "benches/my-test.rs", ..test }, " -p my-crate --bench my-test"),
        ] {
            assert_eq!(site.arguments(), arguments, "{site:?}");
        }
    }

    #[test]
    fn a_directory_above_the_package_is_not_one_of_its_targets() {
        let dir = std::env::temp_dir().join(format!("everycase-site-{}", std::process::id()));
        for file in ["examples/src/main.rs", "examples/examples/demo.rs"] {
            let file = dir.join(file);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, "").unwrap();
        }
        let manifest_dir = dir.join("examples").to_string_lossy().into_owned();
        let site = Site { binary: Some("demo"), manifest_dir: &manifest_dir, ..LIBRARY };
        let arguments = ["examples/src/main.rs", "examples/examples/demo.rs", "examples/demo.rs"]
            .map(|file| Site { file, ..site }.arguments());
        std::fs::remove_dir_all(&dir).unwrap();
        assert_eq!(arguments[0], " -p my-crate --bin demo");
        assert_eq!(arguments[1], " -p my-crate --example demo");
        assert_eq!(arguments[2], " -p my-crate --example demo");
    }

    #[test]
    fn the_command_names_package_target_and_test() {
        let site = Site {
            name: "p",
            module: "crate_name::tests",
            test: "crate_name::tests::p",
            should_panic: false,
            file: "src/lib.rs",
            line: 1,
            manifest_dir: ".",
            package: Some("pkg"),
            binary: None,
            tmpdir: None,
        };
        assert_eq!(site.command(false), "cargo test -p pkg --lib -- --exact tests::p");
        let root = Site { module: "integration", test: "integration::r#try", package: None, ..site };
        assert_eq!(root.command(true), "cargo test -- --include-ignored --exact r#try");
    }
}
