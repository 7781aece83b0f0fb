//! Open files have paths, as `/dev/fd/3`, and can be written at a place.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

/// Returns whether a path is the descriptor of an open file: `/dev/fd/3`, `/proc/self/fd/3`.
///
/// # Errors
/// Never on Unix.
#[expect(clippy::unnecessary_wraps, reason = "the portable half has errors")]
pub(crate) fn is_descriptor(path: &Path) -> io::Result<bool> {
    let directory = path.parent().map(fs::canonicalize);
    let is_of_files = |path: &Path| path == Path::new("/dev/fd") || path.starts_with("/proc");
    Ok(matches!(directory, Some(Ok(directory)) if is_of_files(&directory)))
}

/// Writes bytes at the beginning of a file, in one call where the system takes them at once.
///
/// # Errors
/// If they cannot be written.
pub(crate) fn write_first(file: &File, bytes: &[u8]) -> io::Result<()> {
    file.write_all_at(bytes, 0)
}
