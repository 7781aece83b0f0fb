//! The directory shared by a parent and its child. Removed at the end, or by a later run if the
//! parent was killed.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};

use super::marker::locked;

/// The prefix of the directories' names, before the process number.
const PREFIX: &str = "everycase-";

/// A file that is locked while the parent lives.
const LOCK: &str = "lock";

/// A directory of this process.
pub(super) struct Directory {
    path: PathBuf,
    /// Without locks, the directory stays if the process is killed.
    _lock: Option<File>,
}

impl Directory {
    pub(super) fn new() -> io::Result<Directory> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        static SWEEP: Once = Once::new();
        SWEEP.call_once(|| sweep(&std::env::temp_dir()));
        loop {
            let unique = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = std::env::temp_dir().join(format!("{PREFIX}{}-{unique}", std::process::id()));
            match fs::create_dir(&path) {
                // Left by a killed process with the same number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                created => {
                    created?;
                    return Ok(Directory { _lock: locked(&path.join(LOCK), "").ok(), path });
                }
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Removes the directories of killed parents.
fn sweep(temporary: &Path) {
    for entry in fs::read_dir(temporary).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
        if is_ours
            && let Ok(lock) = File::open(entry.path().join(LOCK))
            && lock.try_lock().is_ok()
        {
            // A directory that cannot be removed stays.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Directory, LOCK, locked, sweep};

    #[test]
    fn what_a_killed_parent_has_left_is_removed_and_what_one_still_uses_is_not() {
        // The directory of another test run may be removed meanwhile, but not this one, which is in
        // use.
        let own = Directory::new().unwrap();
        let left = own.path().join("everycase-4711-0");
        let (used, other) = (own.path().join("everycase-4711-1"), own.path().join("everycase-target"));
        for dir in [&left, &used, &other] {
            fs::create_dir(dir).unwrap();
            fs::write(dir.join("stdout"), "").unwrap();
        }
        fs::write(left.join(LOCK), "").unwrap();
        let lock = locked(&used.join(LOCK), "").unwrap();
        sweep(own.path());
        assert_eq!([&left, &used, &other].map(|dir| dir.exists()), [false, true, true]);
        drop(lock);
        sweep(own.path());
        assert_eq!([&left, &used, &other].map(|dir| dir.exists()), [false, false, true]);
    }
}
