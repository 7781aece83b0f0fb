//! The Rust files below a folder.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::Limits;

/// What may still be read.
pub(super) struct Budget {
    files: usize,
    file_bytes: u64,
    bytes: u64,
}

impl Budget {
    pub(super) fn of(limits: &Limits) -> Self {
        Self { files: limits.files, file_bytes: limits.file_bytes, bytes: limits.total_bytes }
    }

    fn is_used_up(&self) -> bool {
        self.files == 0 || self.bytes == 0
    }
}

/// Runs a function on the text of each `.rs` file below a folder, in the order of their paths, until the budget is used up.
pub(super) fn each(folder: &Path, budget: &mut Budget, mut run: impl FnMut(&str)) {
    // Paths that are still to be looked at, the first one last.
    let mut open = entries(folder);
    let mut buffer = Vec::new();
    while let Some(entry) = open.pop() {
        if budget.is_used_up() {
            return;
        }
        match entry {
            Entry::Folder(path) => open.append(&mut entries(&path)),
            Entry::File(path) => {
                budget.files -= 1;
                buffer.clear();
                if read(&path, budget, &mut buffer) {
                    run(valid(&buffer));
                }
            }
        }
    }
}

enum Entry {
    Folder(PathBuf),
    File(PathBuf),
}

/// Returns the folders and Rust files of a folder, in descending order.
fn entries(folder: &Path) -> Vec<Entry> {
    let Ok(all) = fs::read_dir(folder) else { return Vec::new() };
    let mut named: Vec<_> = all
        .filter_map(Result::ok)
        .filter_map(|entry| {
            let (name, path) = (entry.file_name(), entry.path());
            // The kind of a link is that of a link, so folders behind links are not entered, and there are no circles.
            let kind = entry.file_type().ok()?;
            let is_folder = kind.is_dir() && name != "target" && !name.as_encoded_bytes().starts_with(b".");
            // A file behind a link is a source file, too; a device or a pipe is none.
            let is_file = || path.extension().is_some_and(|own| own == "rs") && path.is_file();
            if is_folder {
                Some((name, Entry::Folder(path)))
            } else if !kind.is_dir() && is_file() {
                Some((name, Entry::File(path)))
            } else {
                None
            }
        })
        .collect();
    named.sort_by(|(a, _), (b, _)| b.cmp(a));
    named.into_iter().map(|(_, entry)| entry).collect()
}

/// Reads a file as far as the budget allows; returns whether it could be read.
fn read(path: &Path, budget: &mut Budget, buffer: &mut Vec<u8>) -> bool {
    let most = budget.file_bytes.min(budget.bytes);
    let Ok(file) = File::open(path) else { return false };
    let is_read = file.take(most).read_to_end(buffer).is_ok();
    budget.bytes -= most.min(buffer.len() as u64);
    is_read
}

/// Returns the text up to the first byte that is not UTF-8.
fn valid(bytes: &[u8]) -> &str {
    let length = match std::str::from_utf8(bytes) {
        Ok(text) => return text,
        Err(error) => error.valid_up_to(),
    };
    std::str::from_utf8(&bytes[..length]).unwrap_or_default()
}
