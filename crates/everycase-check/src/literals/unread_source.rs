//! Parts of the sources that were not read, with the reasons.

use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A source, or a folder of sources, that was not read to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadSource {
    /// Its path.
    pub path: PathBuf,
    /// The reason.
    pub why: Why,
}

/// Why a source was not read to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// The system refuses to open or to read it.
    Refused(ErrorKind),
    /// It is a device, a pipe, or a link to something else than a file.
    NoFile,
    /// A byte in this line is not UTF-8; the text before it was read.
    NotText {
        /// The line, from 1.
        line: usize,
    },
    /// A literal or a comment begins in this line and does not end; the text before it was read.
    Endless {
        /// The line, from 1.
        line: usize,
    },
}

impl UnreadSource {
    /// Returns a note about what was not read below a folder; `None` if there is nothing.
    pub fn note(unread: &[Self], folder: &Path) -> Option<String> {
        let first = unread.first()?;
        let path = first.path.strip_prefix(folder).unwrap_or(&first.path);
        let others = match unread.len() - 1 {
            0 => String::new(),
            1 => ", and 1 other was not read to its end".to_owned(),
            others => format!(", and {others} others were not read to their ends"),
        };
        let (path, why) = (path.display(), first.why);
        Some(format!("while looking for constants of the code: `{path}` {why}{others}"))
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(kind) => write!(f, "was not read ({kind})"),
            Self::NoFile => f.write_str("was not read (it is not a file)"),
            Self::NotText { line } => write!(f, "was read up to a byte in line {line} that is not UTF-8"),
            Self::Endless { line } => {
                write!(f, "was read up to a text or comment that begins in line {line} and does not end")
            }
        }
    }
}
