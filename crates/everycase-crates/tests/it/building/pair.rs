//! Two versions of a crate, ready to be compared.

use std::path::{Path, PathBuf};

use everycase_check::literals::{Limits, Literals};
use everycase_crates::constants::Constants;
use everycase_crates::driver::{Twins, twins};
use everycase_crates::explore::{Options, differences};
use everycase_crates::foreign::callable;
use everycase_crates::journal::Journal;
use everycase_crates::report::{Change, Comparison};
use everycase_crates::target::{Features, Source, Target};

use super::begin_shared;

/// Two versions with their drivers.
pub(crate) struct Pair {
    new: Target,
    old: Target,
    twins: Twins,
    constants: Constants,
}

impl Pair {
    /// Builds the drivers of two manifests' crates below a folder of this name.
    pub(crate) fn of(new: &Path, old: &Path, folder: &str) -> Pair {
        begin_shared();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        let source = |path: &Path| Source::Manifest(path.to_owned());
        let new = Target::find(&source(new), &Features::default(), &folder).unwrap();
        let old = new.find_beside(&source(old), &Features::default(), &folder).unwrap();
        let twins =
            twins((&new, callable(&new).unwrap()), (&old, callable(&old).unwrap()), &mut |_| {}).unwrap();
        let literals = [&new, &old].map(|own| Literals::of_crate(&own.sources, Limits::default()).0);
        Pair { constants: Constants::of_both(&literals[0], &literals[1]), new, old, twins }
    }

    pub(crate) fn compared(&self, options: &Options) -> Comparison {
        self.continued(options, None)
    }

    /// Goes on from what a comparison that was killed has left in a folder.
    pub(crate) fn continued(&self, options: &Options, folder: Option<&Path>) -> Comparison {
        let programs: [&Path; 2] = [&self.twins.new.program, &self.twins.old.program];
        let open = |folder| Journal::open(folder, &programs, options.choices());
        let mut journal = folder.map(open).unwrap_or_default();
        let versions = (&self.new, &self.old);
        let found =
            differences(versions, &self.twins, &self.constants, options, &mut journal, &mut |_| {}).unwrap();
        Comparison::new(versions, &self.twins, &found, options.seed)
    }
}

/// Returns the manifest of a crate of this folder.
pub(crate) fn manifest(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name).join("Cargo.toml")
}

/// Returns a crate of this folder and a copy of it.
pub(crate) fn copied(name: &str) -> Pair {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("copies").join(name);
    let (own, copy) = (manifest(name), place.join("copy"));
    std::fs::create_dir_all(copy.join("src")).unwrap();
    for file in ["Cargo.toml", "src/lib.rs"] {
        std::fs::copy(own.with_file_name(file), copy.join(file)).unwrap();
    }
    Pair::of(&own, &copy.join("Cargo.toml"), &format!("copies/{name}/drivers"))
}

/// Returns what has changed and in which function, each in a line.
pub(crate) fn lines(of: &Comparison) -> Vec<String> {
    let name = |own: &Change| own.function.split_once("::").unwrap().1.to_owned();
    let mut all: Vec<String> =
        of.changes.iter().map(|own| format!("{} {}", own.brief(), name(own))).collect();
    all.sort();
    all
}
