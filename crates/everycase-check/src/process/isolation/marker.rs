//! Markers: a file names a property while it runs. One that is left behind tells the next run that
//! the process ended first.
//!
//! The process holds a lock on the file, which the system releases however the process ends. So a
//! marker that can be locked was left behind; one that cannot be locked belongs to another process,
//! or to another thread.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::settings::seed::Seed;
use crate::system::miri::IS_MIRI;

/// The directory of all markers, beside the test executable.
const DIRECTORY: &str = "everycase-running";

/// What the line with the seed begins with.
const SEED: &str = "seed ";

/// The markers of one property.
pub struct Markers {
    dir: PathBuf,
    property: String,
    /// What the names of its markers begin with.
    prefix: String,
}

/// A marker, which this process has locked.
pub struct Marker {
    path: PathBuf,
    _lock: File,
    seed: Option<Seed>,
}

impl Markers {
    /// Returns the markers of a property of the package in `manifest_dir`, as this executable runs
    /// it; `None` if they cannot be stored.
    pub fn of(property: &str, manifest_dir: &Path) -> Option<Markers> {
        if IS_MIRI {
            return None;
        }
        let executable = std::env::current_exe().ok()?;
        Some(Markers::within(&executable.with_file_name(DIRECTORY), &executable, property, manifest_dir))
    }

    fn within(dir: &Path, executable: &Path, property: &str, manifest_dir: &Path) -> Markers {
        // Each part ends where no path or property goes on.
        let key = format!("{}\n{}\n{property}", manifest_dir.display(), executable.display());
        let prefix = format!("{:016x}-", Seed::of_name(&key).0);
        Markers { dir: dir.to_owned(), property: property.to_owned(), prefix }
    }

    /// Returns the markers that runs have left behind whose processes have ended.
    pub fn left_behind(&self) -> Vec<Marker> {
        let entries = fs::read_dir(&self.dir).into_iter().flatten().flatten();
        let own = entries.filter(|entry| {
            let name = entry.file_name();
            name.to_str().is_some_and(|name| name.starts_with(&self.prefix) && !name.ends_with(UNLOCKED))
        });
        own.filter_map(|entry| Marker::left_behind(entry.path())).collect()
    }

    /// Marks that the property runs in this process with a seed; `None` if that is not possible.
    pub fn begin(&self, seed: Seed) -> Option<Marker> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let start = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let path = self.dir.join(format!("{}{process}-{}-{count}", self.prefix, start.as_nanos()));
        let text = format!(
            "{}\nprocess {process}\nsince {} (Unix time)\n{SEED}{}\n",
            self.property,
            start.as_secs(),
            seed.0
        );
        fs::create_dir_all(&self.dir).ok()?;
        let lock = locked(&path, &text).ok()?;
        Some(Marker { path, _lock: lock, seed: Some(seed) })
    }
}

impl Marker {
    /// Returns the marker at a path, if its process has ended.
    fn left_behind(path: PathBuf) -> Option<Marker> {
        let lock = File::open(&path).ok()?;
        lock.try_lock().ok()?;
        // A process that ends its run removes the marker before it releases the lock.
        let text = fs::read_to_string(&path).ok()?;
        let seed = text.lines().find_map(|line| line.strip_prefix(SEED)?.parse().ok().map(Seed));
        Some(Marker { path, _lock: lock, seed })
    }

    /// Returns the seed of the run.
    pub fn seed(&self) -> Option<Seed> {
        self.seed
    }

    /// Removes the marker.
    pub fn remove(self) {
        // If it cannot be removed, the next run is isolated, which does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

/// The end of the name of a file that is not locked yet.
const UNLOCKED: &str = ".new";

/// Creates a file with a text; it is locked before it gets its name.
///
/// # Errors
/// If the file cannot be created or locked.
pub(super) fn locked(path: &Path, text: &str) -> io::Result<File> {
    let mut unlocked = path.as_os_str().to_owned();
    unlocked.push(UNLOCKED);
    let mut file = File::create_new(&unlocked)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| {
        file.try_lock()?;
        fs::rename(&unlocked, path)
    });
    if let Err(error) = written {
        let _ = fs::remove_file(&unlocked);
        return Err(error);
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::scratch::Scratch;

    fn markers(dir: &Scratch, property: &str, manifest_dir: &str) -> Markers {
        Markers::within(dir.path(), Path::new("deps/a-0123"), property, Path::new(manifest_dir))
    }

    #[test]
    fn a_marker_is_left_behind_once_its_process_has_no_lock_on_it() {
        let dir = Scratch::new("markers");
        let own = markers(&dir, "a::p", "/a");
        let first = own.begin(Seed(7)).unwrap();
        assert!(own.left_behind().is_empty(), "it runs");
        // A process that ends removes nothing.
        drop(first);
        let second = own.begin(Seed(8)).unwrap();
        let left = own.left_behind();
        assert_eq!(left.iter().map(Marker::seed).collect::<Vec<_>>(), [Some(Seed(7))]);
        assert!(own.left_behind().is_empty(), "another run takes care of it");
        second.remove();
        drop(left);
        for marker in own.left_behind() {
            marker.remove();
        }
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_marker_is_one_of_its_property_and_package_only() {
        let dir = Scratch::new("markers_of_others");
        drop(markers(&dir, "a::p", "/a").begin(Seed(7)));
        for (property, manifest_dir) in [("a::p2", "/a"), ("a::p", "/b")] {
            assert!(markers(&dir, property, manifest_dir).left_behind().is_empty());
        }
        assert_eq!(markers(&dir, "a::p", "/a").left_behind().len(), 1);
    }

    #[test]
    fn a_run_goes_on_without_a_marker_where_there_is_no_place_for_one() {
        let dir = Scratch::new("markers_nowhere");
        let file = dir.path().join("file");
        fs::write(&file, "").unwrap();
        let nowhere = Markers::within(&file.join("markers"), Path::new("a"), "a::p", Path::new("/a"));
        assert!(nowhere.begin(Seed(7)).is_none() && nowhere.left_behind().is_empty());
    }
}
