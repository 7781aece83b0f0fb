//! The Rust files below a folder.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::Limits;
use super::unread_source::{UnreadSource, Why};
use everycase_kernel::sorted::sort_by;

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

/// Runs a function on the text of each `.rs` file below a folder, in the order of their paths,
/// until the budget is used up. The function returns the line of what does not end in the text.
/// Returns what was not read; what is absent is left out.
pub(super) fn each(
    folder: &Path,
    budget: &mut Budget,
    mut run: impl FnMut(&str) -> Option<usize>,
) -> Vec<UnreadSource> {
    // Paths that are still to be looked at, the first one last.
    let mut open = vec![Entry::Folder(folder.to_owned())];
    let mut buffer = Vec::new();
    let mut unread = Vec::new();
    while let Some(entry) = open.pop() {
        if budget.is_used_up() {
            break;
        }
        let (path, problem) = match entry {
            Entry::Folder(path) => match entries(&path) {
                Ok(mut inside) => {
                    open.append(&mut inside);
                    continue;
                }
                Err(error) => (path, refused(&error)),
            },
            Entry::File(path) => {
                budget.files -= 1;
                buffer.clear();
                let problem = match read(&path, budget, &mut buffer) {
                    Ok(end) => read_text(&buffer, end, &mut run),
                    Err(error) => refused(&error),
                };
                (path, problem)
            }
            Entry::NoFile(path) => {
                budget.files -= 1;
                // A link in a circle is refused, and one to nothing is absent.
                let problem = path.metadata().map_or_else(|error| refused(&error), |_| Some(Why::NoFile));
                (path, problem)
            }
        };
        unread.extend(problem.map(|why| UnreadSource { path, why }));
    }
    unread
}

/// Returns the number of the line that follows a text, from 1.
pub(super) fn line(before: &[u8]) -> usize {
    before.split(|byte| *byte == b'\n').count()
}

/// Runs a function on the text of a file up to the first byte that is not UTF-8. Returns why it was
/// not read to its end.
fn read_text(bytes: &[u8], end: End, run: &mut impl FnMut(&str) -> Option<usize>) -> Option<Why> {
    let (text, problem) = match std::str::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let length = error.valid_up_to();
            let text = std::str::from_utf8(&bytes[..length]).unwrap_or_default();
            // The limit may be within a character.
            let is_cut = end == End::Limit && error.error_len().is_none();
            (text, (!is_cut).then(|| Why::NotText { line: line(&bytes[..length]) }))
        }
    };
    let endless = run(text);
    match problem {
        // What is cut off has no end.
        None if end == End::File => endless.map(|line| Why::Endless { line }),
        problem => problem,
    }
}

/// Returns the reason of an error, unless the file or folder is absent.
fn refused(error: &io::Error) -> Option<Why> {
    let is_absent = matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory);
    (!is_absent).then(|| Why::Refused(error.kind()))
}

enum Entry {
    Folder(PathBuf),
    File(PathBuf),
    /// Something else that has the name of a source.
    NoFile(PathBuf),
}

/// Returns the folders and Rust files of a folder, in descending order.
fn entries(folder: &Path) -> io::Result<Vec<Entry>> {
    let mut named: Vec<_> = fs::read_dir(folder)?
        .filter_map(Result::ok)
        .filter_map(|entry| {
            let (name, path) = (entry.file_name(), entry.path());
            // A link has a kind of its own, so folders behind links are not entered, and the walk
            // ends.
            let kind = entry.file_type().ok()?;
            let is_folder = kind.is_dir() && name != "target" && !name.as_encoded_bytes().starts_with(b".");
            let is_source = !kind.is_dir() && path.extension().is_some_and(|own| own == "rs");
            if is_folder {
                Some((name, Entry::Folder(path)))
            } else if is_source {
                // A file behind a link is a source file, too; a device or a pipe is not.
                let entry = if path.is_file() { Entry::File(path) } else { Entry::NoFile(path) };
                Some((name, entry))
            } else {
                None
            }
        })
        .collect();
    sort_by(&mut named, |(a, _), (b, _)| b.cmp(a));
    Ok(named.into_iter().map(|(_, entry)| entry).collect())
}

/// Where the reading of a file has ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    File,
    Limit,
}

/// Reads a file, up to the budget.
fn read(path: &Path, budget: &mut Budget, buffer: &mut Vec<u8>) -> io::Result<End> {
    let most = budget.file_bytes.min(budget.bytes);
    let result = File::open(path).and_then(|file| file.take(most).read_to_end(buffer));
    budget.bytes -= most.min(buffer.len() as u64);
    Ok(if result? as u64 == most { End::Limit } else { End::File })
}
