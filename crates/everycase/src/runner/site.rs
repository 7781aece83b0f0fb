//! The place of a property in the sources.

use std::path::Path;

use everycase_check::report::About;

/// The place of a property, as the compiler and cargo give it.
#[derive(Debug, Clone, Copy)]
pub struct Site<'a> {
    /// The function's name.
    pub name: &'a str,
    /// `module_path!()`.
    pub module: &'a str,
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
    pub(crate) fn test_name(&self) -> String {
        match self.module.split_once("::") {
            Some((_, within)) => format!("{within}::{}", self.name),
            None => self.name.to_owned(),
        }
    }

    /// Returns the command that runs the property on one input only. Features and the profile are unknown here.
    pub(crate) fn replay(&self, token: &str, ignored: bool) -> String {
        let ignored = if ignored { "--include-ignored " } else { "" };
        let (arguments, test) = (self.arguments(), self.test_name());
        format!("EVERYCASE_REPLAY={token} cargo test{arguments} -- {ignored}--exact {test}")
    }

    /// Returns cargo's arguments for the binary with the test: ` -p package --test target`.
    pub(crate) fn arguments(&self) -> String {
        let Some(package) = self.package else { return String::new() };
        let stands_in = |dir: &str| Path::new(self.file).iter().any(|part| part == dir);
        let target = match (self.binary, self.tmpdir) {
            (Some(name), _) if stands_in("examples") => format!("--example {name}"),
            (Some(name), _) => format!("--bin {name}"),
            (None, Some(_)) if stands_in("benches") => format!("--bench {}", self.target()),
            (None, Some(_)) => format!("--test {}", self.target()),
            (None, None) => "--lib".to_owned(),
        };
        format!(" -p {package} {target}")
    }

    /// Returns the name of a target, of which only the crate name is known, in which hyphens are underscores.
    fn target(&self) -> String {
        let root = self.module.split("::").next().unwrap_or(self.module);
        // `tests/my-test.rs` or `tests/my-test/main.rs`.
        let file = Path::new(self.file);
        let names = [file.file_stem(), file.parent().and_then(Path::file_name)];
        let names = names.into_iter().flatten().filter_map(|name| name.to_str());
        let mut own = names.filter(|name| name.replace('-', "_") == root);
        own.next().unwrap_or(root).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIBRARY: Site<'static> = Site {
        name: "p",
        module: "my_crate::tests",
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
            (Site { file: "tests/common/mod.rs", ..test }, " -p my-crate --test my_test"),
            (Site { file: "benches/my-test.rs", ..test }, " -p my-crate --bench my-test"),
        ] {
            assert_eq!(site.arguments(), arguments, "{site:?}");
        }
    }
    #[test]
    fn the_command_names_package_target_and_test() {
        let site = Site {
            name: "p",
            module: "crate_name::tests",
            file: "src/lib.rs",
            line: 1,
            manifest_dir: ".",
            package: Some("pkg"),
            binary: None,
            tmpdir: None,
        };
        let expected = "EVERYCASE_REPLAY=a:1 cargo test -p pkg --lib -- --exact tests::p";
        assert_eq!(site.replay("a:1", false), expected);
        let root = Site { module: "integration", package: None, ..site };
        let expected = "EVERYCASE_REPLAY=a:1 cargo test -- --include-ignored --exact p";
        assert_eq!(root.replay("a:1", true), expected);
    }
}
