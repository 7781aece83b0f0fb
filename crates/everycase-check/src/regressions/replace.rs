//! Replaces whole files, under a lock on their directory; removes what killed processes have left.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// The name of the file, beside the test.
pub const FILE_NAME: &str = "everycase-regressions";

/// Returns the bytes of a file, if it exists.
pub(super) fn read_if_there(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(_) if path.is_dir() => Err(io::Error::new(
            io::ErrorKind::IsADirectory,
            "there is a directory of this name: move it away",
        )),
        Err(error) => Err(error),
    }
}

/// The prefix and the suffix of temporary file names.
const TEMPORARY: (&str, &str) = (".everycase-regressions.", ".tmp");

/// Returns the temporary files in a directory.
pub(super) fn temporaries(dir: &Path) -> impl Iterator<Item = PathBuf> {
    let files = fs::read_dir(dir).into_iter().flatten().flatten();
    let is_ours = |name: &str| {
        let inner = name.strip_prefix(TEMPORARY.0).and_then(|name| name.strip_suffix(TEMPORARY.1));
        inner.is_some_and(|inner| inner.chars().all(|c| c.is_ascii_digit() || c == '.'))
    };
    files.filter(move |file| file.file_name().to_str().is_some_and(is_ours)).map(|file| file.path())
}

/// Removes the temporary files in a directory whose lock is held. Processes use temporary files
/// only while they hold the lock, so these were left by killed processes.
pub(super) fn remove_temporaries(dir: &Path) {
    for left in temporaries(dir) {
        // A file that cannot be removed does no harm: new temporary files get unused names.
        let _ = fs::remove_file(left);
    }
}

/// Writes a complete file beside the old one and renames it into place, so that readers see either
/// the old file or the new one.
pub(super) fn replace(path: &Path, dir: &Path, bytes: &[u8], exists: bool) -> io::Result<()> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    if exists && fs::metadata(path)?.permissions().readonly() {
        // Renaming would succeed, but the file is read-only.
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    let (mut file, temporary) = loop {
        let unique = COUNT.fetch_add(1, Ordering::Relaxed);
        let temporary = dir.join(format!("{}{}.{unique}{}", TEMPORARY.0, std::process::id(), TEMPORARY.1));
        match File::create_new(&temporary) {
            // Left by a process with the same number; keep it.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => break (created?, temporary),
        }
    };
    let written = (|| {
        file.write_all(bytes)?;
        file.sync_all()?;
        if exists {
            fs::set_permissions(&temporary, fs::metadata(path)?.permissions())?;
        }
        fs::rename(&temporary, path)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Returns an exclusive lock for all files of a directory, held until dropped and acquired by
/// `take`.
///
/// The file itself cannot carry the lock, because it is replaced, and a lock file beside it would
/// litter a directory under version control. So the directory is locked if the system allows it,
/// otherwise a file in the system's temporary directory.
pub(super) fn lock(dir: &Path, take: impl Fn(&File) -> Result<(), TryLockError>) -> io::Result<File> {
    if let Ok(handle) = File::open(dir) {
        match take(&handle) {
            Ok(()) => return Ok(handle),
            Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::WouldBlock.into()),
            Err(TryLockError::Error(_)) => {}
        }
    }
    if !dir.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotFound, "there is no such directory"));
    }
    let absolute = std::path::absolute(dir)?;
    let key = crate::settings::seed::Seed::of_name(&absolute.to_string_lossy());
    let path = std::env::temp_dir().join(format!("{FILE_NAME}-{:016x}.lock", key.0));
    let handle =
        File::options().read(true).append(true).create(true).open(&path).or_else(|_| File::open(&path))?;
    take(&handle)?;
    Ok(handle)
}
