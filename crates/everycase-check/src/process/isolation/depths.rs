//! Limits on the nesting of inputs that earlier runs of this executable have measured.
//!
//! Each property has a file beside the executable, so that a build measures it once, and runs with
//! one seed have one limit.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use crate::files;
use crate::settings::seed::Seed;

/// The directory of all files, beside the executable.
const DIRECTORY: &str = "everycase-depths";

/// The limit of one property's inputs.
pub struct KnownDepth {
    path: PathBuf,
    /// What the file begins with: the build that has measured it.
    build: String,
}

impl KnownDepth {
    /// Returns the limit of a property, by its full name, as this executable runs it; `None` if it
    /// cannot be stored.
    pub fn of(property: &str) -> Option<KnownDepth> {
        KnownDepth::within(&std::env::current_exe().ok()?, property)
    }

    fn within(executable: &Path, property: &str) -> Option<KnownDepth> {
        let metadata = fs::metadata(executable).ok()?;
        let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        let stack = std::env::var_os("RUST_MIN_STACK").unwrap_or_default();
        let key = format!("{}\n{}\n{property}", executable.display(), stack.display());
        Some(KnownDepth {
            path: executable.with_file_name(DIRECTORY).join(format!("{:016x}", Seed::of_name(&key).0)),
            build: format!("{} bytes, {} ns\n", metadata.len(), modified.as_nanos()),
        })
    }

    /// Returns the number of levels, if this build has measured it.
    pub fn read(&self) -> Option<usize> {
        fs::read_to_string(&self.path).ok()?.strip_prefix(&self.build)?.parse().ok()
    }

    /// Stores the number of levels. If that is not possible, the next run measures it again.
    pub fn write(&self, levels: usize) {
        let _ = fs::create_dir_all(self.path.with_file_name(""));
        let _ = files::replace(&self.path, &format!("{}{levels}", self.build));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::scratch::Scratch;

    #[test]
    fn a_limit_is_known_to_the_build_that_has_measured_it() {
        let dir = Scratch::new("depths");
        let executable = dir.path().join("test");
        fs::write(&executable, "built").unwrap();
        let known = |property| KnownDepth::within(&executable, property).unwrap();
        assert_eq!(known("one").read(), None);
        known("one").write(1024);
        assert_eq!(known("one").read(), Some(1024));
        assert_eq!(known("other").read(), None);
        fs::write(&executable, "built again").unwrap();
        assert_eq!(known("one").read(), None);
        known("one").write(512);
        assert_eq!(known("one").read(), Some(512));
        assert!(KnownDepth::within(&dir.path().join("none"), "one").is_none());
    }
}
