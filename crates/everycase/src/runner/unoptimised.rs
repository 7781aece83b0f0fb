//! The hint that a run drew little because the program is not optimised.

use std::path::Path;

use everycase_check::check::{CheckResult, Ending, Finding};
use everycase_check::claims::stream::Stream;

/// Fewer draws than this are few.
const FEW: u64 = 1_000;

/// The note, which names the lines that help.
const NOTE: &str = "few inputs were drawn: this build is not optimised; in the workspace's Cargo.toml, \
     `[profile.dev.package.\"*\"]` with `opt-level = 3` optimises the dependencies, and `[profile.test]` with \
     `opt-level = 1` this crate, too";

/// Returns the note for a check that found nothing and whose time was up, unless a profile of the
/// workspace is optimised already.
pub(super) fn note(checked: &CheckResult, manifest_dir: &Path) -> Option<String> {
    let CheckResult { coverage, finding, ended, .. } = checked;
    let drawn: u64 = [Stream::Structures, Stream::Draws].map(|stream| coverage.ran(stream)).iter().sum();
    let is_meant = cfg!(debug_assertions)
        && matches!(finding, Finding::Nothing)
        && *ended == Ending::Time
        && drawn < FEW
        && !has_optimised_profile(manifest_dir);
    is_meant.then(|| NOTE.to_owned())
}

/// Returns whether a manifest of a crate or above it has an `opt-level` for tests.
fn has_optimised_profile(manifest_dir: &Path) -> bool {
    manifest_dir.ancestors().any(|dir| {
        let manifest = std::fs::read_to_string(dir.join("Cargo.toml")).unwrap_or_default();
        let mut is_profile = false;
        manifest.lines().map(str::trim).any(|line| {
            if line.starts_with('[') {
                is_profile = ["[profile.dev", "[profile.test"].iter().any(|name| line.starts_with(name));
            }
            is_profile && line.starts_with("opt-level") && !line.ends_with('0')
        })
    })
}

#[cfg(test)]
mod tests {
    use super::has_optimised_profile;

    #[test]
    fn a_profile_with_an_optimisation_is_seen_in_the_workspace_above() {
        let dir = std::env::temp_dir().join(format!("everycase-profiles-{}", std::process::id()));
        let inner = dir.join("inner");
        std::fs::create_dir_all(&inner).unwrap();
        std::fs::write(inner.join("Cargo.toml"), "[package]\n[profile.release]\nopt-level = 3\n").unwrap();
        let optimised = |manifest: &str| {
            std::fs::write(dir.join("Cargo.toml"), manifest).unwrap();
            has_optimised_profile(&inner)
        };
        assert!(!optimised("[workspace]\n"));
        assert!(!optimised("[profile.dev]\nopt-level = 0\n[profile.bench]\nopt-level = 3\n"));
        assert!(optimised("[profile.dev.package.\"*\"]\nopt-level = 3\n"));
        assert!(optimised("[profile.test]\ndebug = false\nopt-level = 1\n"));
        std::fs::remove_dir_all(&dir).unwrap();
    }
}
