//! Reads which counters of a program tell which lines were reached, in the format that LLVM
//! documents as "Code coverage mapping".
//!
//! `__llvm_covmap` has the names of files, a table for each crate. `__llvm_covfun` has a record for
//! each function: its regions, and for each the sum of counters that tells how often it ran.
//! `__llvm_prf_data` has the place of each function's counters in `__llvm_prf_cnts`.
//!
//! A few bytes can ask for much: a sum of all counters, a region of all lines, a name for each
//! byte. There are bounds far above what compilers write; what is beyond them is another format.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use object::{Object, ObjectSection};

/// The versions of the format that are read, as the file counts them: from 0.
const VERSIONS: [u32; 2] = [5, 6];

/// The most bytes of the names of files, the most terms of a sum, and of all sums.
const MOST_NAMES: usize = 16 << 20;
const MOST_TERMS: usize = 10_000;
const MOST_ALL_TERMS: usize = 5_000_000;

/// The most lines of all regions together.
const MOST_LINES: u64 = 2_000_000;

/// A sum of counters, each with its factor, by their numbers.
pub(crate) type Sum = BTreeMap<u32, i32>;

/// A part of a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Region {
    /// The file, as a number.
    pub(crate) file: usize,
    /// Line and column where it begins, and where it ends.
    pub(crate) begin: (u32, u32),
    pub(crate) end: (u32, u32),
}

/// The regions of a program's functions that are in wanted files.
#[derive(Debug, Default)]
pub(crate) struct Mapping {
    /// The files.
    pub(crate) files: Vec<PathBuf>,
    /// For each region the sums that tell how often it ran, one for each compiled copy of its
    /// function; none if its function was never compiled.
    pub(crate) regions: BTreeMap<Region, Vec<Sum>>,
}

/// Reads the mapping of a program; `None` if it has none, or one in another format.
///
/// `needed` is a file of the program's main crate: without it that crate was compiled without
/// counters. `is_wanted` chooses files.
pub(crate) fn read(program: &[u8], needed: &Path, is_wanted: &dyn Fn(&Path) -> bool) -> Option<Mapping> {
    let program = object::File::parse(program).ok()?;
    let section = |name: &str| {
        let own = program.section_by_name(name)?;
        Some((own.address(), own.data().ok()?))
    };
    let sections = Sections {
        tables: section("__llvm_covmap")?.1,
        functions: section("__llvm_covfun")?.1,
        data: section("__llvm_prf_data")?,
        counters: section("__llvm_prf_cnts")?,
    };
    sections.mapping(needed, is_wanted)
}

/// The sections of a program that have the mapping; two of them with their addresses.
#[derive(Clone, Copy)]
struct Sections<'p> {
    tables: &'p [u8],
    functions: &'p [u8],
    data: (u64, &'p [u8]),
    counters: (u64, &'p [u8]),
}

impl Sections<'_> {
    /// Reads the mapping: see [`read`].
    fn mapping(self, needed: &Path, is_wanted: &dyn Fn(&Path) -> bool) -> Option<Mapping> {
        let tables = tables(self.tables)?;
        if !tables.values().flatten().any(|own| own == needed) {
            return None;
        }
        let counters = counters(self.data, self.counters)?;
        let mut mapping = Mapping::default();
        let mut numbers: BTreeMap<&Path, Option<usize>> = BTreeMap::new();
        let (mut terms, mut lines) = (MOST_ALL_TERMS, MOST_LINES);
        let mut rest = Bytes(self.functions);
        while let Some(name) = rest.word::<8>() {
            let length = rest.word::<4>()? as usize;
            let (hash, table) = (rest.word::<8>()?, rest.word::<8>()?);
            let mut record = Bytes(rest.take(length)?);
            rest.align(self.functions.len())?;
            let files = tables.get(&table)?;
            let first = counters.get(&(name, hash)).copied();
            for (region, sum) in function(&mut record, &mut terms)? {
                let path: &Path = files.get(region.file)?;
                let number = *numbers.entry(path).or_insert_with(|| {
                    is_wanted(path).then(|| {
                        mapping.files.push(path.to_owned());
                        mapping.files.len() - 1
                    })
                });
                let Some(file) = number else { continue };
                let sums = mapping.regions.entry(Region { file, ..region }).or_insert_with(|| {
                    // A further copy of the function has the same lines.
                    lines = lines.saturating_sub(u64::from(region.end.0 - region.begin.0) + 1);
                    Vec::new()
                });
                if lines == 0 {
                    return None;
                }
                if let (Some((first, count)), false) = (first, sum.is_empty()) {
                    if sum.keys().any(|own| *own >= count) {
                        return None;
                    }
                    sums.push(sum.iter().map(|(counter, factor)| (first + counter, *factor)).collect());
                }
            }
        }
        Some(mapping)
    }
}

/// Returns the tables of files, by their hashes.
fn tables(section: &[u8]) -> Option<BTreeMap<u64, Vec<PathBuf>>> {
    let mut all = BTreeMap::new();
    let mut left = MOST_NAMES;
    let mut rest = Bytes(section);
    while let Some(_functions) = rest.word::<4>() {
        let names = rest.word::<4>()? as usize;
        let coverage = rest.word::<4>()? as usize;
        let version = rest.word::<4>()? as u32;
        if !VERSIONS.contains(&version) {
            return None;
        }
        let names = rest.take(names)?;
        rest.take(coverage)?;
        rest.align(section.len())?;
        let hash = u64::from_le_bytes(*md5::compute(names).0.first_chunk()?);
        all.insert(hash, files(names, &mut left)?);
    }
    Some(all)
}

/// Returns the files of a table. The first one is the directory that others are relative to.
/// `left` is the number of bytes that their names may have.
fn files(table: &[u8], left: &mut usize) -> Option<Vec<PathBuf>> {
    let mut table = Bytes(table);
    let count = table.number()?;
    let (whole, packed) = (table.number()?, table.number()?);
    let unpacked;
    if packed > 0 {
        let packed = table.take(packed as usize)?;
        let most = usize::try_from(whole).ok()?.min(MOST_NAMES);
        unpacked = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(packed, most).ok()?;
        table = Bytes(&unpacked);
    }
    let mut files: Vec<PathBuf> = Vec::new();
    for _ in 0..count {
        let length = table.number()? as usize;
        let name = Path::new(str::from_utf8(table.take(length)?).ok()?);
        let name = files.first().map_or_else(|| name.to_owned(), |first| first.join(name));
        *left = left.checked_sub(name.as_os_str().len() + size_of::<PathBuf>())?;
        files.push(name);
    }
    Some(files)
}

/// The bytes of a function's data: hashes of its name and of its shape, addresses, and from byte
/// 48 the number of counters.
const DATA: usize = 64;

/// Returns for each function, by the hashes of its name and of its shape, the number of its first
/// counter and that of all of them.
fn counters(data: (u64, &[u8]), counters: (u64, &[u8])) -> Option<BTreeMap<(u64, u64), (u32, u32)>> {
    let records = data.1.chunks_exact(DATA);
    if !records.remainder().is_empty() {
        return None;
    }
    let mut all = BTreeMap::new();
    for (record, place) in records.zip((0u64..).step_by(DATA)) {
        let at = data.0.wrapping_add(place);
        let word = |place: usize| record[place..].first_chunk().map_or(0, |own| u64::from_le_bytes(*own));
        let count = u32::try_from(word(48) & u64::from(u32::MAX)).ok()?;
        // The place of the counters is relative to the record.
        let first = at.wrapping_add(word(16)).wrapping_sub(counters.0);
        let is_inside = first.is_multiple_of(8)
            && first.checked_add(u64::from(count) * 8).is_some_and(|end| end <= counters.1.len() as u64);
        if !is_inside {
            return None;
        }
        all.insert((word(0), word(8)), (u32::try_from(first / 8).ok()?, count));
    }
    Some(all)
}

/// Reads the record of a function: its regions, whose files are numbers in the table of its crate,
/// each with its sum. `terms` is the number of terms that sums may have.
fn function(record: &mut Bytes<'_>, terms: &mut usize) -> Option<Vec<(Region, Sum)>> {
    let count = record.number()?;
    let files: Vec<usize> = (0..count).map(|_| Some(record.number()? as usize)).collect::<Option<_>>()?;
    let count = record.number()?;
    let pairs: Vec<[u64; 2]> =
        (0..count).map(|_| Some([record.number()?, record.number()?])).collect::<Option<_>>()?;
    let mut expressions = Expressions { known: vec![None; pairs.len()], pairs, open: 0, terms };
    let mut regions = Vec::new();
    for file in files {
        let (count, mut line) = (record.number()?, 0u32);
        for _ in 0..count {
            let kind = record.number()?;
            line = line.checked_add(u32::try_from(record.number()?).ok()?)?;
            let begin = u32::try_from(record.number()?).ok()?;
            let lines = u32::try_from(record.number()?).ok()?;
            let end = u32::try_from(record.number()?).ok()?;
            let sum = match (kind & 3, kind >> 2) {
                (0, 0) => Sum::new(),
                // Neither code nor zero: branches, macro expansions. rustc on stable writes none.
                (0, _) => return None,
                _ => expressions.sum(kind)?,
            };
            let (begin, end) = ((line, begin), (line.checked_add(lines)?, end));
            regions.push((Region { file, begin, end }, sum));
        }
    }
    Some(regions)
}

/// The expressions of a function, as pairs of operands.
struct Expressions<'t> {
    pairs: Vec<[u64; 2]>,
    known: Vec<Option<Sum>>,
    /// How deeply evaluation is nested.
    open: usize,
    /// How many terms further sums may have.
    terms: &'t mut usize,
}

impl Expressions<'_> {
    /// Returns the sum that an operand stands for: 0, a counter, a difference or a sum.
    fn sum(&mut self, operand: u64) -> Option<Sum> {
        const DEPTH: usize = 1_000;
        let (kind, number) = (operand & 3, usize::try_from(operand >> 2).ok()?);
        match kind {
            0 => return Some(Sum::new()),
            1 => return Some(Sum::from([(u32::try_from(number).ok()?, 1)])),
            _ => {}
        }
        let sign = if kind == 2 { -1i32 } else { 1 };
        let [left, right] = *self.pairs.get(number)?;
        if let Some(known) = &self.known[number] {
            *self.terms = self.terms.checked_sub(known.len())?;
            return Some(known.clone());
        }
        if self.open == DEPTH {
            return None;
        }
        self.open += 1;
        let (mut sum, other) = (self.sum(left)?, self.sum(right)?);
        self.open -= 1;
        for (counter, factor) in other {
            let own = sum.entry(counter).or_default();
            *own = own.checked_add(factor.checked_mul(sign)?)?;
        }
        sum.retain(|_, factor| *factor != 0);
        if sum.len() > MOST_TERMS {
            return None;
        }
        *self.terms = self.terms.checked_sub(2 * sum.len())?;
        self.known[number] = Some(sum.clone());
        Some(sum)
    }
}

/// Bytes that are not yet read.
struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (own, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(own)
    }

    /// Leaves out bytes, so that a multiple of 8 of all is read.
    fn align(&mut self, all: usize) -> Option<()> {
        let used = all - self.0.len();
        self.take((used.next_multiple_of(8) - used).min(self.0.len())).map(|_| ())
    }

    /// Reads a number of a fixed width.
    fn word<const WIDTH: usize>(&mut self) -> Option<u64> {
        let own = self.take(WIDTH)?;
        Some(own.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte)))
    }

    /// Reads a number in LEB128.
    fn number(&mut self) -> Option<u64> {
        let mut all = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.take(1)?[0];
            all |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(all);
            }
        }
        None
    }
}
