//! Files whose text is replaced as a whole: readers see the old text or the new one.
//!
//! An output that a user names may also be a link, a pipe or a device, as in `--junit /dev/fd/3`.
//! A link is followed and stays; what is not a regular file is written to, not replaced.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{self, Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::system::paths::is_descriptor;

/// The maximal number of links that are followed, as on Linux.
const MOST_LINKS: usize = 40;

/// Where a text goes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A regular file, at the end of all links; it need not exist.
    File(PathBuf),
    /// A pipe, a device, or a file that a process has open: it is written to.
    Stream(PathBuf),
}

/// Writes a text to a path. A regular file is replaced as a whole or not at all.
///
/// # Errors
/// If it cannot be written; a regular file is then as before.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    match place(path)? {
        Place::File(file) => replace_file(&file, text),
        Place::Stream(stream) => OpenOptions::new().append(true).open(stream)?.write_all(text.as_bytes()),
    }
}

/// Checks that a text can probably be written to a path, and writes nothing.
///
/// # Errors
/// If its directory does not exist, or the file is there and cannot be written.
#[inline]
pub fn check(path: &Path) -> io::Result<()> {
    check_directory(path)?;
    match place(path)? {
        Place::File(file) => existing(&file).and_then(|_| check_directory(&file)),
        // It is not opened: a pipe would wait for its reader.
        Place::Stream(stream) => fs::metadata(stream).map(drop),
    }
}

/// Checks that the directory of a file exists.
///
/// # Errors
/// If it does not; the error names it.
#[inline]
pub(crate) fn check_directory(file: &Path) -> io::Result<()> {
    let directory = parent(file);
    match fs::metadata(directory) {
        Ok(about) if about.is_dir() => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let missing = format!("there is no directory `{}`: create it", directory.display());
            Err(io::Error::new(ErrorKind::NotFound, missing))
        }
        Err(error) => Err(error),
        Ok(_) => {
            let other = format!("`{}` is a file, not a directory", directory.display());
            Err(io::Error::new(ErrorKind::NotADirectory, other))
        }
    }
}

/// Returns whether a path leads to a pipe or a device, which passes on what is written to it.
pub(crate) fn is_stream(path: &Path) -> bool {
    matches!(place(path), Ok(Place::Stream(_)))
}

/// Follows the links of a path.
pub(crate) fn place(path: &Path) -> io::Result<Place> {
    // Looked at before the path gets the prefix that some systems have, too.
    let is_named = is_descriptor(path)?;
    let mut path = path::absolute(path)?;
    for _ in 0..MOST_LINKS {
        // What a process has open may have no name, and another writer.
        if is_named || is_descriptor(&path)? {
            return Ok(Place::Stream(path));
        }
        let about = match fs::symlink_metadata(&path) {
            Ok(about) => about,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Place::File(path)),
            Err(error) => return Err(error),
        };
        if !about.is_symlink() {
            let is_file = about.is_file() || about.is_dir();
            return Ok(if is_file { Place::File(path) } else { Place::Stream(path) });
        }
        path = parent(&path).join(fs::read_link(&path)?);
    }
    // The error of the system for such links.
    fs::metadata(&path)?;
    Ok(Place::File(path))
}

/// Returns the directory of a file.
fn parent(file: &Path) -> &Path {
    file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the file, open for writing, if it exists.
///
/// # Errors
/// If it may not be written, though a file may be put in its place.
fn existing(file: &Path) -> io::Result<Option<File>> {
    match OpenOptions::new().write(true).open(file) {
        Ok(open) => Ok(Some(open)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes a complete file beside the old one and renames it into place.
fn replace_file(path: &Path, text: &str) -> io::Result<()> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let permissions = existing(path)?.map(|old| old.metadata()).transpose()?.map(|old| old.permissions());
    let (mut file, unfinished) = loop {
        let mut name = OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(format!(".{}.{}.tmp", process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
        let unfinished = path.with_file_name(name);
        match File::create_new(&unfinished) {
            // A process with the same number has left it.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            created => break (created?, unfinished),
        }
    };
    let written = (|| {
        file.write_all(text.as_bytes())?;
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        drop(file);
        fs::rename(&unfinished, path)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    written
}

#[cfg(all(test, unix, not(everycase_portable)))]
mod unix;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::scratch::Scratch;

    /// Returns the names of the files in a directory.
    pub(crate) fn names(directory: &Path) -> Vec<String> {
        let files = fs::read_dir(directory).unwrap();
        let mut names: Vec<_> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_regular_file_is_replaced_and_nothing_is_left_beside_it() {
        let dir = Scratch::new("files_regular");
        let file = dir.path().join("a.xml");
        for text in ["a longer text", "a text"] {
            check(&file).unwrap();
            replace(&file, text).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        assert_eq!(names(dir.path()), ["a.xml"]);
    }

    #[test]
    fn a_file_that_has_no_directory_or_is_one_cannot_be_written() {
        let dir = Scratch::new("files_unwritable");
        let file = dir.path().join("file");
        fs::write(&file, "").unwrap();
        for path in [dir.path().join("none/a.xml"), file.join("a.xml"), dir.path().to_owned()] {
            assert!(check(&path).is_err(), "{}", path.display());
            assert!(replace(&path, "a text").is_err(), "{}", path.display());
        }
        assert_eq!(names(dir.path()), ["file"]);
    }
}
