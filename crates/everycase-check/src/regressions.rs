//! The committed `everycase-regressions` file: inputs on which a property failed, which later runs
//! replay first.
//!
//! Each line is one input: `PROPERTY FINGERPRINT WORDS MARKS # the input for a reader`. A run
//! appends lines, under a lock and by renaming a complete file into place. Later knowledge about a
//! saved input is a second line with more marks. A line is removed only if its input fails again
//! and is shrunk to another one, whose line replaces it.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use everycase_kernel::{Derivation, Derivations, SpaceError};

use self::replace::{lock, read_if_there, remove_temporaries, replace, temporaries};
use crate::system::miri::IS_MIRI;
use crate::text::encoding::{self, Fingerprint};
use crate::text::path;

mod replace;
pub mod replay;

pub use self::replace::FILE_NAME;

const HEADER: &str = "\
# Inputs on which a property has failed; everycase runs them first. Commit this file.
# A line: the property, the fingerprint of its inputs' types, the input, and after `#` the input for a reader. An input marked
# `died` ended the process and is run in one of its own; one marked `flaky` passed when it was run once more, and fails again
# only if it fails twice.
# A line may be deleted when it is obsolete. everycase adds lines, and replaces a line when it finds a smaller input.
";

/// The maximal length of a comment. It is for reading only; the words hold the whole input.
const LONGEST_COMMENT: usize = 300;

/// Additional knowledge about a failure.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Marks {
    /// The property passed when it was run on the input again.
    pub flaky: bool,
    /// The input ended the property's process.
    pub died: bool,
}

impl Marks {
    const FLAKY: &str = "flaky";
    const DIED: &str = "died";

    /// Returns whether there is a mark.
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
    /// The fingerprint of the input's shape.
    pub fingerprint: Fingerprint,
    /// The derivation.
    pub words: Vec<u64>,
    /// Additional knowledge about the failure.
    pub marks: Marks,
    /// The input, for a reader.
    pub comment: String,
}

impl Entry {
    /// Returns the entry as its line.
    pub fn line(&self) -> String {
        let mut line =
            format!("{} {} {}", joined(&self.property), self.fingerprint, encoding::to_text(&self.words));
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
        let words = encoding::from_text(text).ok_or("the input is not hexadecimal numbers joined by dots")?;
        let marks = Marks::parse(marks).ok_or("only `flaky` and `died` may stand behind the input")?;
        Ok(Entry {
            property: property.to_owned(),
            fingerprint,
            words,
            marks,
            comment: comment.trim().to_owned(),
        })
    }

    /// Returns its identifier for a replay: 16 hexadecimal digits that depend on the property and
    /// the input.
    pub fn id(&self) -> String {
        let text =
            format!("{} {} {}", joined(&self.property), self.fingerprint, encoding::to_text(&self.words));
        // FNV-1a, which is the same in every version and on every machine.
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        format!("{hash:016x}")
    }

    /// Returns whether both are inputs of one property and one shape.
    fn is_like(&self, other: &Entry) -> bool {
        (&self.property, self.fingerprint) == (&other.property, other.fingerprint)
    }

    fn is_same_input(&self, other: &Entry) -> bool {
        self.is_like(other) && self.words == other.words
    }

    /// Returns whether the entry may be of this property under its former name: its inputs have the
    /// same shape, and both names are in one module.
    fn may_be_renamed(&self, property: &str, fingerprint: Fingerprint) -> bool {
        let modules = self.property.rsplit_once("::").zip(property.rsplit_once("::"));
        self.fingerprint == fingerprint && modules.is_some_and(|((own, _), (other, _))| own == other)
    }
}

/// The saved inputs of one property.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SavedInputs {
    /// Inputs to run, in the file's order, each with its line number, from 1.
    pub inputs: Vec<(usize, Entry)>,
    /// Messages: stale entries and invalid lines. All of them are kept.
    pub notes: Vec<Note>,
}

/// A saved input to run.
#[derive(Debug, Clone)]
pub struct Replay {
    /// The input.
    pub input: Derivation,
    /// Additional knowledge about its failure.
    pub marks: Marks,
    /// Where it is saved, as `file:line`.
    pub place: String,
    /// The input for a reader.
    pub comment: String,
}

/// An unusable line of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// An entry for another shape of inputs: a type has changed since.
    Stale {
        /// The file.
        path: PathBuf,
        /// The entry's line, from 1.
        line: usize,
        /// The entry.
        entry: Entry,
    },
    /// An entry with the right fingerprint whose words are not an input.
    Misfit {
        /// The file.
        path: PathBuf,
        /// The entry's line, from 1.
        line: usize,
        /// Why they are not.
        why: SpaceError,
    },
    /// A line that is not an entry.
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
                    path::show(path)
                )?;
                if !entry.comment.is_empty() {
                    write!(f, " ({})", entry.comment)?;
                }
                f.write_str("; the line is left in place; you may delete it")
            }
            Note::Misfit { path, line, why } => {
                write!(f, "{}:{line}: skipped: {why}; the line is left in place", path::show(path))
            }
            Note::Corrupt { path, line, why } => {
                write!(
                    f,
                    "{}:{line}: cannot be parsed, skipped: {why}; the line is left in place",
                    path::show(path)
                )
            }
        }
    }
}

/// Errors of the file.
#[derive(Debug)]
pub enum RegressionsError {
    /// The file exists but cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file cannot be written; it is unchanged.
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
                write!(f, "{}: cannot be read, so nothing saved is replayed: {error}", path::show(path))
            }
            RegressionsError::Unwritable { path, error, line } => {
                write!(
                    f,
                    "{}: cannot be written: {error}; to keep the input, add this line: {line}",
                    path::show(path)
                )
            }
        }
    }
}

impl std::error::Error for RegressionsError {}

/// The result of saving an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Addition {
    /// The entry is new.
    Added,
    /// The entry exists already; the file is unchanged.
    Known,
    /// The entry has replaced the one that it was shrunk from.
    Replaced,
    /// The entry is flaky, and the file has a flaky one of the same property and shape already; the
    /// file is unchanged.
    OneMoreFlaky,
}

/// A regressions file, which may not exist yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Regressions {
    path: PathBuf,
}

/// Returns where a source file is, given by `file!()` and `CARGO_MANIFEST_DIR`; `None` if the
/// sources have moved since.
///
/// `file!()` is relative to the directory in which the compiler ran: the workspace's root, an
/// ancestor of the crate.
pub fn source_file(source: &str, manifest_dir: &Path) -> Option<PathBuf> {
    let found = || manifest_dir.ancestors().map(|dir| dir.join(source)).find(|file| file.is_file());
    if IS_MIRI { None } else { found() }
}

impl Regressions {
    /// Returns the file at a path.
    pub fn at(path: impl Into<PathBuf>) -> Regressions {
        Regressions { path: path.into() }
    }

    /// Returns the file beside a source file, given by `file!()` and `CARGO_MANIFEST_DIR`. If the
    /// sources have moved since, it is in the crate's directory.
    pub fn beside(source: &str, manifest_dir: &Path) -> Regressions {
        let dir = source_file(source, manifest_dir).and_then(|file| file.parent().map(Path::to_owned));
        Regressions::at(dir.unwrap_or_else(|| manifest_dir.to_owned()).join(FILE_NAME))
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the saved inputs of a property, for inputs of this shape. A missing file has none.
    ///
    /// # Errors
    /// If the file exists but cannot be read.
    pub fn load(&self, property: &str, fingerprint: Fingerprint) -> Result<SavedInputs, RegressionsError> {
        let property = joined(property);
        let mut saved = SavedInputs::default();
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

    /// Returns the places and the names of saved inputs that may be of this property under a former
    /// name. If the property has lines of its own, there are none.
    pub fn under_other_names(&self, property: &str, fingerprint: Fingerprint) -> Vec<(String, String)> {
        let property = joined(property);
        // An unreadable file is reported where it is loaded.
        let lines = self.lines().unwrap_or_default();
        let entries = || lines.iter().filter_map(|(line, parsed)| Some((line, parsed.as_ref().ok()?)));
        if entries().any(|(_, entry)| entry.property == property) {
            return Vec::new();
        }
        let renamed = entries().filter(|(_, entry)| entry.may_be_renamed(&property, fingerprint));
        renamed
            .map(|(line, entry)| (format!("{}:{line}", path::show(&self.path)), entry.property.clone()))
            .collect()
    }

    /// Returns the inputs to run first, and messages about unusable ones. Removes temporary files
    /// left by killed processes.
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
                    let place = format!("{}:{line}", path::show(&self.path));
                    inputs.push(Replay { input, marks, place, comment });
                }
                Err(why) => notes.push(Note::Misfit { path: self.path.clone(), line, why }.to_string()),
            }
        }
        (inputs, notes)
    }

    /// Removes temporary files of killed processes, unless some process is writing.
    fn clean(&self) {
        let (_, dir) = self.resolved();
        // Take the lock only if there is something to remove.
        if temporaries(&dir).next().is_some()
            && let Ok(_lock) = lock(&dir, File::try_lock)
        {
            remove_temporaries(&dir);
        }
    }

    /// Returns the file and its directory. Links are followed, so that renaming replaces the file
    /// and not the link.
    fn resolved(&self) -> (PathBuf, PathBuf) {
        let path = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let dir = dir.to_owned();
        (path, dir)
    }

    /// Adds an entry unless it exists, and removes the input that it was shrunk from, given by its
    /// words. The rest of the file stays unchanged, byte for byte.
    ///
    /// # Errors
    /// If the file cannot be read or written; it is then unchanged.
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
        // Read under the lock: another test may have added a line in the meantime.
        let before = read_if_there(&path)?;
        let mut bytes = before.clone().unwrap_or_default();
        // Compare with what will be read back, in case the parser rejects our own line (it never
        // should).
        let line = entry.line();
        let canonical = Entry::parse(&line).unwrap_or_else(|_| entry.clone());
        let larger = shrunk_from.map(|words| Entry { words: words.to_owned(), ..canonical.clone() });
        let larger = larger.filter(|larger| !larger.is_same_input(&canonical));
        let is_replaced = larger.is_some_and(|larger| remove(&mut bytes, &larger));
        let known: Vec<Entry> =
            parse_lines(&bytes).into_iter().filter_map(|(_, parsed)| parsed.ok()).collect();
        let same = known.iter().filter(|other| other.is_same_input(&canonical)).map(|other| other.marks);
        let marks = same.reduce(Marks::union);
        let is_known = marks.is_some_and(|marks| marks.union(canonical.marks) == marks);
        if is_known && !is_replaced {
            return Ok(Addition::Known);
        }
        // A property that fails by chance fails on another input in each run.
        let is_one_more =
            canonical.marks.flaky && known.iter().any(|other| other.marks.flaky && other.is_like(&canonical));
        if is_one_more && marks.is_none() && !is_replaced {
            return Ok(Addition::OneMoreFlaky);
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

/// Returns a property's name as one word.
fn joined(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join("_").replace('#', "_")
}

/// A line with content, by its number from 1: an entry, or why it is not one.
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
mod tests;
