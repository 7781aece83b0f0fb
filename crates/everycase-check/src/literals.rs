//! Literals of source code: values that the code under test distinguishes.
//!
//! A function that treats the input 48,611 differently mentions 48,611. [`Literals`] are the
//! numbers and texts that a program mentions; a run can try them as inputs. They come from
//! [the text](Literals::of_rust) of a Rust file, from [the sources](Literals::of_crate) of a crate,
//! or from a [`Builder`] for other languages.
//!
//! ```
//! use everycase_check::literals::Literals;
//!
//! let literals = Literals::of_rust(r#"fn f(n: i64) -> &'static str { if n == -0x2a { "gotcha" }
//! else { pair.0 } }"#); assert_eq!(literals.integers, [-42, 42]); assert_eq!(literals.texts,
//! ["gotcha"]);
//! ```

mod dependencies;
mod lexer;
mod rust;
mod sources;
mod unread_source;

use std::collections::HashSet;
use std::path::Path;

use crate::mixture::Constants;

pub use self::unread_source::{UnreadSource, Why};
use everycase_kernel::sorted::sort_by;

/// The numbers and texts that a program mentions: sorted, each once.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Literals {
    /// The integers. A natural number above `i128::MAX` is kept in two's complement: as the
    /// negative number with the same 128 bits.
    pub integers: Vec<i128>,
    /// The floating-point numbers, all of them finite, in the order of [`f64::total_cmp`].
    pub floats: Vec<f64>,
    /// The strings, and the characters as strings of one character.
    pub texts: Vec<String>,
    /// The byte strings and the C strings (without their final 0), and the byte characters as
    /// strings of one byte.
    pub bytes: Vec<Vec<u8>>,
}

/// How much is read, and how many literals are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// The maximal number of files; further ones are not read.
    pub files: usize,
    /// The maximal number of bytes of a file; the file's rest is not read.
    pub file_bytes: u64,
    /// The maximal number of bytes of all files.
    pub total_bytes: u64,
    /// The maximal number of different integers, and of floating-point numbers; the first ones are
    /// kept.
    pub numbers: usize,
    /// The maximal number of different texts, and of byte strings; the first ones are kept.
    pub texts: usize,
    /// The maximal number of bytes of a text or a byte string; longer ones are not kept.
    pub text_bytes: usize,
}

impl Limits {
    /// The limits for the dependencies of a crate: reading this much takes tenths of a second where
    /// the program is not optimised, and more constants would hide what the crate itself has.
    pub const OF_DEPENDENCIES: Limits = Limits {
        files: 500,
        file_bytes: 256 << 10,
        total_bytes: 512 << 10,
        numbers: 512,
        texts: 512,
        text_bytes: 64,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            files: 2_000,
            file_bytes: 1 << 20,
            total_bytes: 16 << 20,
            numbers: 4_096,
            texts: 4_096,
            text_bytes: 256,
        }
    }
}

impl Literals {
    /// Returns the literals of a text in Rust, within the default [`Limits`]. Takes linear time.
    ///
    /// These are integers, floating-point numbers, characters, strings, byte characters (which are
    /// integers, too), byte strings and C strings. For a number behind `-`, both the number and its
    /// negative are taken. Comments, attributes and indices of tuple fields (`pair.0`) are skipped.
    /// The text need not be a valid program; a part that cannot be read as a literal is skipped.
    #[inline]
    pub fn of_rust(source: &str) -> Self {
        let mut builder = Builder::new(Limits::default());
        rust::read(source, &mut builder);
        builder.finish()
    }

    /// Returns the literals of the files `src/**/*.rs` of the crate in a folder, in the order of
    /// their paths, and what was not read.
    ///
    /// Hidden folders, folders named `target` and links to folders are skipped. A file is read up
    /// to its first byte that is not UTF-8. What is absent has no literals. Takes linear time; the
    /// memory is bounded by `limits`. What they exclude does not count as not read.
    pub fn of_crate(manifest_dir: &Path, limits: Limits) -> (Self, Vec<UnreadSource>) {
        let mut budget = sources::Budget::of(&limits);
        let mut builder = Builder::new(limits);
        let folder = manifest_dir.join("src");
        let unread = sources::each(&folder, &mut budget, |text| rust::read(text, &mut builder));
        (builder.finish(), unread)
    }

    /// Returns the literals of the path dependencies of the crate in a folder, and of further
    /// crates, by their names, that cargo has downloaded; and the names that were not found. Of all
    /// of them together no more is read and kept than `limits` say, of the nearest ones first.
    pub fn of_dependencies<'n>(
        manifest_dir: &Path,
        further: &'n [String],
        limits: Limits,
    ) -> (Self, Vec<&'n str>) {
        let mut budget = sources::Budget::of(&limits);
        let mut builder = Builder::new(limits);
        let mut missing = Vec::new();
        let mut folders = Vec::new();
        for name in further {
            match dependencies::downloaded(name, manifest_dir) {
                Some(folder) => folders.push(folder),
                None => missing.push(&**name),
            }
        }
        folders.extend(dependencies::in_paths(manifest_dir));
        for folder in folders {
            // What cannot be read is not the user's own crate.
            let _ = sources::each(&folder.join("src"), &mut budget, |text| rust::read(text, &mut builder));
        }
        (builder.finish(), missing)
    }

    /// Returns whether there are no literals.
    pub fn is_empty(&self) -> bool {
        self.integers.is_empty() && self.floats.is_empty() && self.texts.is_empty() && self.bytes.is_empty()
    }

    /// Returns the literals of both. There may be more of them than the limits of one.
    pub fn merge(mut self, other: Self) -> Self {
        self.integers.extend(other.integers);
        self.floats.extend(other.floats);
        self.texts.extend(other.texts);
        self.bytes.extend(other.bytes);
        self.sort();
        self
    }

    /// Returns them as constants for draws: numbers as integers and as floating-point numbers,
    /// where the conversion is exact, and texts as their characters or bytes.
    pub fn constants(&self) -> Constants {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        let whole = self.floats.iter().filter(|float| float.fract() == 0.0 && float.abs() <= EXACT);
        #[expect(clippy::cast_possible_truncation, reason = "they are whole and small")]
        let whole = whole.map(|&float| float as i128);
        let numbers = self.integers.iter().copied().chain(whole).map(i128::cast_unsigned);
        let texts = self.texts.iter().map(|text| text.chars().map(u32::from).collect());
        let bytes = self.bytes.iter().map(|bytes| bytes.iter().copied().map(u32::from).collect());
        let exact =
            self.integers.iter().filter(|integer| integer.unsigned_abs() <= 1 << f64::MANTISSA_DIGITS);
        #[expect(clippy::cast_precision_loss, reason = "they are small")]
        let exact = exact.map(|&integer| integer as f64);
        Constants::new(numbers, texts.chain(bytes)).with_floats(self.floats.iter().copied().chain(exact))
    }

    fn sort(&mut self) {
        sort_by(&mut self.integers, i128::cmp);
        self.integers.dedup();
        sort_by(&mut self.floats, f64::total_cmp);
        self.floats.dedup_by_key(|float| float.to_bits());
        sort_by(&mut self.texts, String::cmp);
        self.texts.dedup();
        sort_by(&mut self.bytes, Vec::cmp);
        self.bytes.dedup();
    }
}

/// Literals that are being collected. Each value is kept once, and only while its kind is below its
/// limit.
#[derive(Debug)]
pub struct Builder {
    limits: Limits,
    integers: HashSet<i128>,
    floats: HashSet<u64>,
    texts: HashSet<String>,
    bytes: HashSet<Vec<u8>>,
}

impl Builder {
    /// Returns a builder without literals.
    pub fn new(limits: Limits) -> Self {
        let (integers, floats) = (HashSet::new(), HashSet::new());
        Self { limits, integers, floats, texts: HashSet::new(), bytes: HashSet::new() }
    }

    /// Adds an integer; see [`Literals::integers`] for large ones.
    pub fn integer(&mut self, integer: i128) {
        if self.integers.len() < self.limits.numbers {
            self.integers.insert(integer);
        }
    }

    /// Adds a floating-point number, if it is finite.
    pub fn float(&mut self, float: f64) {
        if float.is_finite() && self.floats.len() < self.limits.numbers {
            self.floats.insert(float.to_bits());
        }
    }

    /// Adds a text, unless it is too long.
    pub fn text(&mut self, text: &str) {
        let is_kept = text.len() <= self.limits.text_bytes && self.texts.len() < self.limits.texts;
        if is_kept && !self.texts.contains(text) {
            self.texts.insert(text.to_owned());
        }
    }

    /// Adds a string of bytes, unless it is too long.
    pub fn bytes(&mut self, bytes: &[u8]) {
        let is_kept = bytes.len() <= self.limits.text_bytes && self.bytes.len() < self.limits.texts;
        if is_kept && !self.bytes.contains(bytes) {
            self.bytes.insert(bytes.to_owned());
        }
    }

    /// Returns the literals.
    pub fn finish(self) -> Literals {
        let mut literals = Literals {
            integers: self.integers.into_iter().collect(),
            floats: self.floats.into_iter().map(f64::from_bits).collect(),
            texts: self.texts.into_iter().collect(),
            bytes: self.bytes.into_iter().collect(),
        };
        literals.sort();
        literals
    }
}

#[cfg(test)]
mod tests;
