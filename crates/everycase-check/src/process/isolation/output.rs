//! The output of a child: files, of which the end is kept.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::text::number::counted;

/// How much of the end of an output is kept, in bytes.
const KEPT: u64 = 64 << 10;

/// A file that is larger than this is emptied while the child runs.
const LARGEST: u64 = 16 * KEPT;

/// How much is shown of the output of a child that has died, in bytes.
const LAST_WORDS: usize = 4 << 10;

/// A file to which a child writes.
pub(super) struct OutputFile {
    path: PathBuf,
    /// Whether nothing is left out.
    is_whole: bool,
    /// The end of what the file had when it was emptied.
    kept: Vec<u8>,
    /// The number of bytes before it.
    left_out: u64,
}

/// The output of a child.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Output {
    /// The end of the output, or all of it.
    pub text: String,
    /// The number of bytes that are left out before it.
    pub left_out: u64,
}

impl OutputFile {
    /// Creates a file, and opens it for the child.
    pub(super) fn create(path: PathBuf, is_whole: bool) -> io::Result<(OutputFile, File)> {
        let file = File::options().append(true).create_new(true).open(&path)?;
        Ok((OutputFile { path, is_whole, kept: Vec::new(), left_out: 0 }, file))
    }

    /// Empties the file if it is large. What the child writes at this moment may be lost.
    pub(super) fn trim(&mut self) {
        if !self.is_whole && fs::metadata(&self.path).is_ok_and(|file| file.len() > LARGEST) {
            // A file that cannot be read or emptied grows.
            let _ = self.take();
        }
    }

    fn take(&mut self) -> io::Result<()> {
        self.read()?;
        // The child appends, so it goes on at the start.
        File::options().write(true).open(&self.path)?.set_len(0)
    }

    /// Reads the file.
    fn read(&mut self) -> io::Result<()> {
        let (end, before) = tail(&self.path, if self.is_whole { u64::MAX } else { KEPT })?;
        if before > 0 {
            self.left_out += self.kept.len() as u64 + before;
            self.kept.clear();
        }
        self.kept.extend(end);
        let more = if self.is_whole { 0 } else { self.kept.len().saturating_sub(KEPT as usize) };
        self.kept.drain(..more);
        self.left_out += more as u64;
        Ok(())
    }

    /// Returns the output of a child that has ended.
    pub(super) fn end(mut self) -> io::Result<Output> {
        self.read()?;
        Ok(Output { text: String::from_utf8_lossy(&self.kept).into_owned(), left_out: self.left_out })
    }
}

/// Returns the end of a file, and the number of bytes before it.
fn tail(path: &Path, most: u64) -> io::Result<(Vec<u8>, u64)> {
    let mut file = File::open(path)?;
    let before = file.metadata()?.len().saturating_sub(most);
    file.seek(SeekFrom::Start(before))?;
    let mut end = Vec::new();
    file.read_to_end(&mut end)?;
    Ok((end, before))
}

impl Output {
    /// Returns the last lines, and how much is left out before them.
    pub fn last_words(&self) -> String {
        let Output { text, left_out } = self;
        let mut start = text.len().saturating_sub(LAST_WORDS);
        while !text.is_char_boundary(start) {
            start += 1;
        }
        // A line is shown as a whole, unless it is a long one.
        if start > 0
            && let Some(end) = text[start..].find('\n').filter(|end| start + end + 1 < text.len())
        {
            start += end + 1;
        }
        match left_out + start as u64 {
            0 => text.clone(),
            before => format!("[{} of output left out]\n{}", counted(before, "byte"), &text[start..]),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::testing::scratch::Scratch;

    #[test]
    fn the_end_of_an_output_is_kept_and_the_file_stays_small() {
        let dir = Scratch::new("output");
        let path = dir.path().join("stdout");
        let (mut output, mut file) = OutputFile::create(path.clone(), false).unwrap();
        let line = [b"x".repeat(1023), b"\n".to_vec()].concat();
        for _ in 0..4096 {
            file.write_all(&line).unwrap();
            output.trim();
            assert!(fs::metadata(&path).unwrap().len() <= LARGEST);
        }
        file.write_all(b"the end\n").unwrap();
        let output = output.end().unwrap();
        assert_eq!(output.text.len() as u64 + output.left_out, (4 << 20) + 8);
        assert!(output.text.len() as u64 == KEPT && output.text.ends_with("\nthe end\n"));
        let last = output.last_words();
        assert!(last.starts_with("[4,191,232 bytes of output left out]\nxxx"), "{}", &last[..50]);
        assert_eq!(last.lines().count(), 5);
    }

    #[test]
    fn the_output_of_a_replay_is_kept_as_a_whole() {
        let dir = Scratch::new("output_whole");
        let (mut output, mut file) = OutputFile::create(dir.path().join("stdout"), true).unwrap();
        file.write_all(&b"y".repeat(2 << 20)).unwrap();
        output.trim();
        file.write_all(b"z").unwrap();
        let output = output.end().unwrap();
        assert_eq!((output.text.len(), output.left_out), ((2 << 20) + 1, 0));
    }

    #[test]
    fn the_last_words_are_lines_or_the_end_of_a_long_one() {
        let of = |text: String| Output { text, left_out: 0 }.last_words();
        assert_eq!(of("short\n".to_owned()), "short\n");
        let long = "ä".repeat(4096);
        assert_eq!(of(long.clone()), format!("[4,096 bytes of output left out]\n{}", &long[4096..]));
        let last = of(format!("{long}\nlast\n"));
        assert_eq!(last, "[8,193 bytes of output left out]\nlast\n");
    }
}
