//! Paths lead to files by name alone.

use std::fs::File;
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::Path;

/// The directories of descriptors on Unix, which have other contents here or none.
const UNIX_ONLY: [&str; 2] = ["/dev/fd", "/proc"];

/// Returns that a path is not the descriptor of an open file.
///
/// # Errors
/// If it would be one on Unix.
pub(crate) fn is_descriptor(path: &Path) -> io::Result<bool> {
    if UNIX_ONLY.iter().any(|directory| path.starts_with(directory)) {
        let refused = "paths of open files are for Unix only: name a file";
        return Err(io::Error::new(io::ErrorKind::Unsupported, refused));
    }
    Ok(false)
}

/// Writes bytes at the beginning of a file.
///
/// # Errors
/// If they cannot be written.
pub(crate) fn write_first(mut file: &File, bytes: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(0))?;
    file.write_all(bytes)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::files;

    #[test]
    fn a_descriptor_is_refused_with_a_message() {
        for path in ["/dev/fd/3", "/proc/self/fd/3"].map(Path::new) {
            for error in [files::check(path).unwrap_err(), files::replace(path, "text").unwrap_err()] {
                assert!(error.to_string().ends_with("are for Unix only: name a file"), "{error}");
            }
        }
    }
}
