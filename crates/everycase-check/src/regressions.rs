//! The committed `everycase-regressions` file: inputs on which a property failed, replayed first.
//!
//! One line an input: `PROPERTY FINGERPRINT WORDS MARKS # the input for a reader`. A run adds lines at the end of the file, under a
//! lock and by renaming a complete file into place. What becomes known of a saved input later is a second line of it with more
//! marks. A line goes only when its input fails again and is shrunk to another one, whose line replaces it.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use everycase_kernel::{Derivation, Derivations, SpaceError};

use self::replace::{lock, read_if_there, remove_temporaries, replace, temporaries};
use crate::words;

mod replace;

pub use self::replace::FILE_NAME;

const HEADER: &str = "\
# Inputs on which a property has failed; everycase runs them first. Commit this file.
# A line: the property, the fingerprint of its inputs' types, the input, and after `#` the input for a reader. An input marked
# `died` ended the process and is run in one of its own; one marked `flaky` passed when it was run once more, and fails again
# only if it fails twice.
# A line may be deleted once it is of no more use; everycase adds lines, and replaces one by that of a smaller input.
";

/// Comments longer than this are cut: the line is for reading, and the words hold the whole input.
const LONGEST_COMMENT: usize = 300;

/// The fingerprint of the shape of a property's inputs: an input of another shape means nothing to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(pub u64);

impl Fingerprint {
    /// Reads 16 hexadecimal digits.
    pub fn parse(text: &str) -> Option<Fingerprint> {
        Some(text).filter(|text| text.len() == 16).and_then(words::hex).map(Fingerprint)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// What else is known of a failure.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Marks {
    /// The property passed when it was run on the input once more.
    pub flaky: bool,
    /// The input ended the process of the property.
    pub died: bool,
}

impl Marks {
    const FLAKY: &str = "flaky";
    const DIED: &str = "died";

    /// Returns whether anything is marked.
    pub fn any(self) -> bool {
        self.flaky || self.died
    }

    fn union(self, other: Marks) -> Marks {
        Marks { flaky: self.flaky || other.flaky, died: self.died || other.died }
    }

    fn words(self) -> impl Iterator<Item = &'static str> {
        [self.flaky.then_some(Self::FLAKY), self.died.then_some(Self::DIED)].into_iter().flatten()
    }

    fn parse(words: &[&str]) -> Option<Marks> {
        words.iter().try_fold(Marks::default(), |marks, word| match *word {
            Self::FLAKY => Some(Marks { flaky: true, ..marks }),
            Self::DIED => Some(Marks { died: true, ..marks }),
            _ => None,
        })
    }
}

/// A saved input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The property with its module path.
    pub property: String,
    /// The shape the input is of.
    pub fingerprint: Fingerprint,
    /// The derivation.
    pub words: Vec<u64>,
    /// What else is known of the failure.
    pub marks: Marks,
    /// The input for a reader.
    pub comment: String,
}

impl Entry {
    /// Returns the entry as its line.
    pub fn line(&self) -> String {
        let mut line =
            format!("{} {} {}", joined(&self.property), self.fingerprint, words::to_text(&self.words));
        for mark in self.marks.words() {
            line.push(' ');
            line.push_str(mark);
        }
        let comment: Vec<&str> = self.comment.split_whitespace().collect();
        if !comment.is_empty() {
            let comment = comment.join(" ");
            line.push_str(" # ");
            line.extend(comment.chars().take(LONGEST_COMMENT));
            if comment.chars().count() > LONGEST_COMMENT {
                line.push_str(" ...");
            }
        }
        line
    }

    fn parse(line: &str) -> Result<Entry, &'static str> {
        let (entry, comment) = line.split_once('#').unwrap_or((line, ""));
        let fields: Vec<&str> = entry.split_whitespace().collect();
        let &[property, fingerprint, text, ref marks @ ..] = fields.as_slice() else {
            return Err("expected a property, a fingerprint and an input");
        };
        let fingerprint =
            Fingerprint::parse(fingerprint).ok_or("the fingerprint is not 16 hexadecimal digits")?;
        let words = words::from_text(text).ok_or("the input is not hexadecimal numbers joined by dots")?;
        let marks = Marks::parse(marks).ok_or("only `flaky` and `died` may stand behind the input")?;
        Ok(Entry {
            property: property.to_owned(),
            fingerprint,
            words,
            marks,
            comment: comment.trim().to_owned(),
        })
    }

    fn is_same_input(&self, other: &Entry) -> bool {
        (&self.property, self.fingerprint, &self.words) == (&other.property, other.fingerprint, &other.words)
    }
}

/// What a file holds for one property.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Saved {
    /// Inputs to run, in the file's order, each with its line, from 1.
    pub inputs: Vec<(usize, Entry)>,
    /// What there is to tell: stale entries and lines that make no sense. All are kept.
    pub notes: Vec<Note>,
}

/// A saved input to run.
#[derive(Debug, Clone)]
pub struct Replay {
    /// The input.
    pub input: Derivation,
    /// What else is known of its failure.
    pub marks: Marks,
    /// Where it is saved, as `file:line`.
    pub place: String,
    /// The input for a reader.
    pub comment: String,
}

/// Something in the file that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// An entry for another shape of the inputs: a type has changed since.
    Stale {
        /// The file.
        path: PathBuf,
        /// The entry's line, from 1.
        line: usize,
        /// The entry.
        entry: Entry,
    },
    /// An entry whose input is none, though its fingerprint is that of this shape.
    Misfit {
        /// The file.
        path: PathBuf,
        /// The entry's line, from 1.
        line: usize,
        /// Why the input is none.
        why: SpaceError,
    },
    /// A line that is no entry.
    Corrupt {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Stale { path, line, entry } => {
                write!(
                    f,
                    "{}:{line}: stale: the types of the inputs have changed since it was saved",
                    path.display()
                )?;
                if !entry.comment.is_empty() {
                    write!(f, " ({})", entry.comment)?;
                }
                f.write_str("; kept, delete the line if it is of no more use")
            }
            Note::Misfit { path, line, why } => {
                write!(f, "{}:{line}: is skipped: {why}; kept as it is", path.display())
            }
            Note::Corrupt { path, line, why } => {
                write!(f, "{}:{line}: makes no sense and is skipped: {why}; kept as it is", path.display())
            }
        }
    }
}

/// What can go wrong with the file.
#[derive(Debug)]
pub enum RegressionsError {
    /// The file is there but cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file cannot be written; it is as it was before.
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
        /// The line that could not be added.
        line: String,
    },
}

impl fmt::Display for RegressionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RegressionsError::Unreadable { path, error } => {
                write!(f, "{}: cannot be read, so nothing saved is replayed: {error}", path.display())
            }
            RegressionsError::Unwritable { path, error, line } => {
                write!(
                    f,
                    "{}: cannot be written: {error}; to keep the input, add this line: {line}",
                    path.display()
                )
            }
        }
    }
}

impl std::error::Error for RegressionsError {}

/// How saving an entry ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Addition {
    /// The entry is new.
    Added,
    /// The entry was there already; the file is untouched.
    Known,
    /// The entry has taken the place of the one that it was shrunk from.
    Replaced,
}

/// A regressions file, which need not exist yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Regressions {
    path: PathBuf,
}

impl Regressions {
    /// Returns the file at a path.
    pub fn at(path: impl Into<PathBuf>) -> Regressions {
        Regressions { path: path.into() }
    }

    /// Returns the file beside a source file, given as `file!()` and `CARGO_MANIFEST_DIR` give it.
    pub fn beside(source: &str, manifest_dir: &Path) -> Regressions {
        // `file!()` is relative to the directory the compiler ran in: the workspace's root, which is some ancestor of
        // the crate. Where the sources have moved since, the crate's directory is the best there is.
        let dir = manifest_dir
            .ancestors()
            .map(|dir| dir.join(source))
            .find(|file| file.is_file())
            .and_then(|file| file.parent().map(Path::to_owned))
            .unwrap_or_else(|| manifest_dir.to_owned());
        Regressions::at(dir.join(FILE_NAME))
    }

    /// Returns where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is saved for a property whose inputs are of this shape. A file that does not exist holds nothing.
    ///
    /// # Errors
    /// A file that exists and cannot be read.
    pub fn load(&self, property: &str, fingerprint: Fingerprint) -> Result<Saved, RegressionsError> {
        let property = joined(property);
        let mut saved = Saved::default();
        for (line, parsed) in self.lines()? {
            match parsed {
                Ok(entry) if entry.property != property => {}
                Ok(entry) if entry.fingerprint == fingerprint => {
                    match saved.inputs.iter_mut().find(|(_, other)| other.is_same_input(&entry)) {
                        Some((_, other)) => other.marks = other.marks.union(entry.marks),
                        None => saved.inputs.push((line, entry)),
                    }
                }
                Ok(entry) => saved.notes.push(Note::Stale { path: self.path.clone(), line, entry }),
                Err(why) => {
                    saved.notes.push(Note::Corrupt { path: self.path.clone(), line, why: why.to_owned() });
                }
            }
        }
        Ok(saved)
    }

    /// Returns the inputs to run first, and what there is to tell of those that are none any more. Removes what a process
    /// that was killed while it saved an input has left beside the file.
    pub fn inputs(
        &self,
        property: &str,
        fingerprint: Fingerprint,
        derivations: &Derivations,
    ) -> (Vec<Replay>, Vec<String>) {
        self.clean();
        let saved = match self.load(property, fingerprint) {
            Ok(saved) => saved,
            Err(error) => return (Vec::new(), vec![error.to_string()]),
        };
        let mut inputs = Vec::new();
        let mut notes: Vec<String> = saved.notes.iter().map(Note::to_string).collect();
        for (line, Entry { words, marks, comment, .. }) in saved.inputs {
            match derivations.parse(&words) {
                Ok(input) => {
                    let place = format!("{}:{line}", self.path.display());
                    inputs.push(Replay { input, marks, place, comment });
                }
                Err(why) => notes.push(Note::Misfit { path: self.path.clone(), line, why }.to_string()),
            }
        }
        (inputs, notes)
    }

    /// Removes temporary files of processes that were killed, unless some process is writing at the moment.
    fn clean(&self) {
        let (_, dir) = self.resolved();
        // The lock is taken only if there is something to remove.
        if temporaries(&dir).next().is_some()
            && let Ok(_lock) = lock(&dir, File::try_lock)
        {
            remove_temporaries(&dir);
        }
    }

    /// Returns the file, and its directory. A link is followed, so that renaming replaces the file and not the link.
    fn resolved(&self) -> (PathBuf, PathBuf) {
        let path = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let dir = dir.to_owned();
        (path, dir)
    }

    /// Adds an entry unless it is there, and removes the input that it was shrunk from, given by its words. Everything else in the
    /// file stays as it is, byte for byte.
    ///
    /// # Errors
    /// A file that cannot be read or written; it is then as it was.
    pub fn add(&self, entry: &Entry, shrunk_from: Option<&[u64]>) -> Result<Addition, RegressionsError> {
        self.add_under_lock(entry, shrunk_from).map_err(|error| RegressionsError::Unwritable {
            path: self.path.clone(),
            error,
            line: entry.line(),
        })
    }

    fn lines(&self) -> Result<Vec<Line>, RegressionsError> {
        let bytes = read_if_there(&self.path)
            .map_err(|error| RegressionsError::Unreadable { path: self.path.clone(), error })?;
        Ok(parse_lines(&bytes.unwrap_or_default()))
    }

    fn add_under_lock(&self, entry: &Entry, shrunk_from: Option<&[u64]>) -> io::Result<Addition> {
        let (path, dir) = self.resolved();
        let _lock = lock(&dir, |file| file.lock().map_err(TryLockError::Error))?;
        remove_temporaries(&dir);
        // Read only now: another test may have added a line while this one waited.
        let before = read_if_there(&path)?;
        let mut bytes = before.clone().unwrap_or_default();
        // Our own line may be one the parser refuses (it never should): then compare with what it will read back.
        let line = entry.line();
        let canonical = Entry::parse(&line).unwrap_or_else(|_| entry.clone());
        let larger = shrunk_from.map(|words| Entry { words: words.to_owned(), ..canonical.clone() });
        let larger = larger.filter(|larger| !larger.is_same_input(&canonical));
        let is_replaced = larger.is_some_and(|larger| remove(&mut bytes, &larger));
        let known = parse_lines(&bytes).into_iter().filter_map(|(_, parsed)| parsed.ok());
        let known = known.filter(|other| other.is_same_input(&canonical)).map(|other| other.marks);
        let is_known = known.reduce(Marks::union).is_some_and(|marks| marks.union(canonical.marks) == marks);
        if is_known && !is_replaced {
            return Ok(Addition::Known);
        }
        if !is_known {
            if bytes.is_empty() {
                bytes.extend_from_slice(HEADER.as_bytes());
            }
            if !bytes.ends_with(b"\n") {
                bytes.push(b'\n');
            }
            bytes.extend_from_slice(line.as_bytes());
            bytes.push(b'\n');
        }
        replace(&path, &dir, &bytes, before.is_some())?;
        Ok(if is_replaced { Addition::Replaced } else { Addition::Added })
    }
}

/// Removes the lines of an input from a file; returns whether there were any.
fn remove(bytes: &mut Vec<u8>, entry: &Entry) -> bool {
    let is_its = |line: &[u8]| {
        let text = std::str::from_utf8(line).ok().map(str::trim).filter(|text| !text.starts_with('#'));
        text.and_then(|text| Entry::parse(text).ok()).is_some_and(|other| other.is_same_input(entry))
    };
    let before = bytes.len();
    *bytes = bytes
        .split_inclusive(|&byte| byte == b'\n')
        .filter(|line| !is_its(line))
        .collect::<Vec<_>>()
        .concat();
    bytes.len() < before
}

/// A property's name is one word in the file.
fn joined(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join("_").replace('#', "_")
}

/// A line that says something, by its number from 1: an entry, or why it is none.
type Line = (usize, Result<Entry, &'static str>);

fn parse_lines(bytes: &[u8]) -> Vec<Line> {
    bytes
        .split(|&byte| byte == b'\n')
        .enumerate()
        .filter_map(|(index, line)| {
            let parsed = match std::str::from_utf8(line) {
                Err(_) => Err("not text in UTF-8"),
                Ok(line) if line.trim().is_empty() || line.trim_start().starts_with('#') => return None,
                Ok(line) => Entry::parse(line),
            };
            Some((index + 1, parsed))
        })
        .collect()
}

#[cfg(test)]
#[path = "regressions_tests.rs"]
mod tests;
