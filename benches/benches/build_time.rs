//! The time and the number of crates of a first build: a crate with one type and one property, per tool.
//!
//! `cargo bench --bench build_time [-- --runs 2]`. Needs the crates to be downloaded already or a registry
//! within reach: the downloads come before the clock starts.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use everycase_benches::clock::{measuring, option, span};
use everycase_benches::table::Table;

/// A tool's smallest project.
struct Project {
    name: &'static str,
    dependencies: &'static str,
    code: &'static str,
}

const PROJECTS: [Project; 7] = [
    Project {
        name: "everycase",
        dependencies: r#"everycase = { path = "EVERYCASE" }"#,
        code: "
            use everycase::prelude::*;

            #[derive(Debug, Clone, Enumerable)]
            pub enum Tree { Leaf, Node(Box<Tree>, u8, Box<Tree>) }

            #[property]
            fn mirror_is_its_own_inverse(tree: Tree) { check(tree); }
        ",
    },
    Project {
        name: "proptest and its derive",
        dependencies: "proptest = \"1.12.0\"\nproptest-derive = \"0.9.0\"",
        code: "
            use proptest::prelude::*;

            #[derive(Debug, Clone)]
            pub enum Tree { Leaf, Node(Box<Tree>, u8, Box<Tree>) }

            #[derive(Debug, Clone, proptest_derive::Arbitrary)]
            pub struct Key(u8);

            fn trees() -> impl Strategy<Value = Tree> {
                Just(Tree::Leaf).prop_recursive(8, 256, 2, |inner| {
                    (inner.clone(), any::<Key>(), inner).prop_map(|(l, k, r)| Tree::Node(l.into(), k.0, r.into()))
                })
            }

            proptest! {
                #[test]
                fn mirror_is_its_own_inverse(tree in trees()) { check(tree); }
            }
        ",
    },
    Project {
        name: "proptest, strategies by hand",
        dependencies: "proptest = \"1.12.0\"",
        code: "
            use proptest::prelude::*;

            #[derive(Debug, Clone)]
            pub enum Tree { Leaf, Node(Box<Tree>, u8, Box<Tree>) }

            fn trees() -> impl Strategy<Value = Tree> {
                Just(Tree::Leaf).prop_recursive(8, 256, 2, |inner| {
                    (inner.clone(), any::<u8>(), inner).prop_map(|(l, k, r)| Tree::Node(l.into(), k, r.into()))
                })
            }

            proptest! {
                #[test]
                fn mirror_is_its_own_inverse(tree in trees()) { check(tree); }
            }
        ",
    },
    Project {
        name: "quickcheck (no derive)",
        dependencies: "quickcheck = \"1.1.0\"",
        code: "
            use quickcheck::{Arbitrary, Gen};

            #[derive(Debug, Clone)]
            pub enum Tree { Leaf, Node(Box<Tree>, u8, Box<Tree>) }

            fn tree(g: &mut Gen, fuel: usize) -> Tree {
                if fuel == 0 || bool::arbitrary(g) { return Tree::Leaf; }
                Tree::Node(tree(g, fuel / 2).into(), u8::arbitrary(g), tree(g, fuel / 2).into())
            }

            impl Arbitrary for Tree {
                fn arbitrary(g: &mut Gen) -> Self { let size = g.size(); tree(g, size) }
            }

            #[test]
            fn mirror_is_its_own_inverse() {
                fn property(tree: Tree) -> bool { check(tree); true }
                quickcheck::quickcheck(property as fn(Tree) -> bool);
            }
        ",
    },
    Project {
        name: "quickcheck and its macros (no derive)",
        dependencies: "quickcheck = \"1.1.0\"\nquickcheck_macros = \"1.2.0\"",
        code: "
            use quickcheck::{Arbitrary, Gen};

            #[derive(Debug, Clone)]
            pub enum Tree { Leaf, Node(Box<Tree>, u8, Box<Tree>) }

            fn tree(g: &mut Gen, fuel: usize) -> Tree {
                if fuel == 0 || bool::arbitrary(g) { return Tree::Leaf; }
                Tree::Node(tree(g, fuel / 2).into(), u8::arbitrary(g), tree(g, fuel / 2).into())
            }

            impl Arbitrary for Tree {
                fn arbitrary(g: &mut Gen) -> Self { let size = g.size(); tree(g, size) }
            }

            #[cfg(test)]
            #[quickcheck_macros::quickcheck]
            fn mirror_is_its_own_inverse(tree: Tree) -> bool { check(tree); true }
        ",
    },
    Project {
        name: "bolero",
        dependencies: "bolero = \"0.13.7\"",
        code: "
            #[derive(Debug, Clone, bolero::TypeGenerator)]
            pub enum Tree { Leaf, Node(Box<Tree>, u8, Box<Tree>) }

            #[test]
            fn mirror_is_its_own_inverse() {
                bolero::check!().with_type().cloned().for_each(|tree: Tree| check(tree));
            }
        ",
    },
    Project {
        name: "arbitrary and arbtest",
        dependencies: "arbitrary = { version = \"1.5.0\", features = [\"derive\"] }\narbtest = \"0.3.2\"",
        code: "
            #[derive(Debug, Clone, arbitrary::Arbitrary)]
            pub enum Tree { Leaf, Node(Box<Tree>, u8, Box<Tree>) }

            #[test]
            fn mirror_is_its_own_inverse() {
                arbtest::arbtest(|u| { check(u.arbitrary()?); Ok(()) });
            }
        ",
    },
];

/// What every project tests.
const COMMON: &str = "
    #[cfg(test)]
    fn check(tree: Tree) { assert_eq!(format!(\"{:?}\", mirror(mirror(tree.clone()))), format!(\"{tree:?}\")); }

    pub fn mirror(tree: Tree) -> Tree {
        match tree {
            Tree::Leaf => Tree::Leaf,
            Tree::Node(l, k, r) => Tree::Node(Box::new(mirror(*r)), k, Box::new(mirror(*l))),
        }
    }
";

fn main() {
    if !measuring() {
        return;
    }
    let mut table = Table::new([
        "a crate with one type and one property",
        "crates",
        "cold `cargo test --no-run`, processor time",
        "wall time",
        "again after an edit, processor time",
    ]);
    for project in &PROJECTS {
        match project.measure() {
            Ok((crates, cold, warm)) => {
                let times = [span(cold.processor), span(cold.wall), span(warm.processor)];
                table.row([project.name.to_owned(), crates.to_string()].into_iter().chain(times));
            }
            Err(why) => table.row([project.name.to_owned(), why]),
        }
    }
    table.print();
}

impl Project {
    /// Returns the crates beside this one, the least time of a cold build, and of one after the test was touched.
    fn measure(&self) -> Result<(usize, Build, Build), String> {
        let root = std::env::temp_dir().join(format!("everycase-build-time-{}", std::process::id()));
        let result = self.measure_in(&root);
        let _ = fs::remove_dir_all(&root);
        result
    }

    fn measure_in(&self, root: &Path) -> Result<(usize, Build, Build), String> {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/everycase");
        let manifest = format!(
            "[package]\nname = \"small\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n{}\n\n[workspace]\n",
            self.dependencies.replace("EVERYCASE", path)
        );
        let code = format!("{}{COMMON}", self.code);
        let told = |error: std::io::Error| error.to_string();
        fs::create_dir_all(root.join("src")).map_err(told)?;
        fs::write(root.join("Cargo.toml"), manifest).map_err(told)?;
        fs::write(root.join("src/lib.rs"), &code).map_err(told)?;
        cargo(root, &["fetch"])?;
        let tree = cargo(root, &["tree", "--edges", "normal,build", "--prefix", "none"])?;
        let crates: BTreeSet<&str> = tree.lines().filter_map(|line| line.split(" (").next()).collect();
        let (mut cold, mut warm) = (Build::LONGEST, Build::LONGEST);
        for run in 0..option("runs", 2) {
            let _ = fs::remove_dir_all(root.join("target"));
            cold = cold.min(build(root)?);
            fs::write(root.join("src/lib.rs"), format!("{code}\npub const RUN: u64 = {run};\n"))
                .map_err(told)?;
            warm = warm.min(build(root)?);
        }
        cargo(root, &["test", "--offline"])?;
        Ok((crates.len() - 1, cold, warm))
    }
}

/// What a build took.
#[derive(Clone, Copy)]
struct Build {
    processor: Duration,
    wall: Duration,
}

impl Build {
    const LONGEST: Build = Build { processor: Duration::MAX, wall: Duration::MAX };

    fn min(self, other: Build) -> Build {
        Build { processor: self.processor.min(other.processor), wall: self.wall.min(other.wall) }
    }
}

fn build(root: &Path) -> Result<Build, String> {
    let (start, before) = (Instant::now(), children_time());
    cargo(root, &["test", "--no-run", "--offline"])?;
    let wall = start.elapsed();
    let processor = children_time().zip(before).map_or(wall, |(after, before)| after.saturating_sub(before));
    Ok(Build { processor, wall })
}

/// Processor time of the programs this one has started and waited for, in the system's ticks of 10 ms.
fn children_time() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: u64 = fields.get(13..15)?.iter().map(|field| field.parse().unwrap_or(0)).sum();
    Some(Duration::from_millis(10 * ticks))
}

fn cargo(root: &Path, arguments: &[&str]) -> Result<String, String> {
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments).arg("--quiet").current_dir(root).env("CARGO_TARGET_DIR", root.join("target"));
    let output = command.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    Err(errors.lines().find(|line| line.starts_with("error")).unwrap_or("cargo failed").to_owned())
}
