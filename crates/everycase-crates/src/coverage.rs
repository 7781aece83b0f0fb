//! Which lines of the crate were reached: the compiler counts how often each part of it ran.
//!
//! A *point* is what is reached or not: regions of source files that always run together, and the
//! sums of counters that tell how often. A sum of positive terms is certain. A difference is not
//! where a panic was: it counts the code behind a call that never returned. So a point of
//! differences is reached only if it was counted while nothing panicked.

mod mapping;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use self::mapping::{Mapping, Region, Sum};
use crate::error::Error;

/// The points of a crate.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// The file that tells workers which counters are whose.
    pub(crate) file: PathBuf,
    /// The number of points.
    pub(crate) count: usize,
    /// For each line with code of each file, the points on it; none if it was never compiled.
    lines: BTreeMap<String, BTreeMap<u32, Vec<usize>>>,
}

/// The lines of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLines {
    /// The file, relative to the crate.
    pub file: String,
    /// The number of its lines with code.
    pub lines: u64,
    /// How many of them were reached.
    pub reached: u64,
}

/// The lines of several files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The number of lines with code.
    pub lines: u64,
    /// How many of them were reached.
    pub reached: u64,
}

impl Share {
    /// Returns the lines of files; `None` if there are none.
    pub(crate) fn of(files: &[FileLines]) -> Option<Share> {
        // Records may have any numbers.
        let sum = |of: fn(&FileLines) -> u64| files.iter().map(of).fold(0, u64::saturating_add);
        let (lines, reached) = (sum(|own| own.lines), sum(|own| own.reached));
        (lines > 0).then_some(Share { lines, reached })
    }
}

impl Coverage {
    /// Reads the points of a driver in a folder, for the crate with these sources. `None` if it was
    /// compiled without counters, or if its format is unknown.
    ///
    /// # Errors
    /// If the file for workers cannot be written.
    pub(crate) fn of(program: &Path, folder: &Path, sources: &Path) -> Result<Option<Coverage>, Error> {
        let Ok(bytes) = fs::read(program) else { return Ok(None) };
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        // The driver of a crate in a directory is below that.
        let is_own = |path: &Path| path.starts_with(sources) && !path.starts_with(&folder);
        let Some(mapping) = mapping::read(&bytes, &folder.join("src/main.rs"), &is_own) else {
            return Ok(None);
        };
        let (points, lines) = points(&mapping, sources);
        if lines.is_empty() {
            return Ok(None);
        }
        let file = folder.join("points");
        let wrong = |error| Error::Input(format!("{}: {error}", file.display()));
        fs::write(&file, encoded(&points)).map_err(wrong)?;
        Ok(Some(Coverage { file, count: points.len(), lines }))
    }

    /// Returns the files with lines.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        self.lines.keys().map(|own| &**own)
    }

    /// Returns the points on some lines of a file, from the first to the last.
    pub(crate) fn points_on(&self, file: &str, lines: (u32, u32)) -> impl Iterator<Item = u32> {
        let of_file = self.lines.get(file).into_iter();
        let on_lines = of_file.flat_map(move |own| own.range(lines.0..=lines.1));
        on_lines.flat_map(|own| own.1).map(|point| *point as u32)
    }

    /// Returns how many lines of each file were reached.
    pub(crate) fn lines(&self, is_reached: &[bool]) -> Vec<FileLines> {
        let of = |(file, lines): (&String, &BTreeMap<u32, Vec<usize>>)| {
            let reached = lines.values().filter(|own| own.iter().any(|point| is_reached[*point]));
            FileLines { file: file.clone(), lines: lines.len() as u64, reached: reached.count() as u64 }
        };
        self.lines.iter().map(of).collect()
    }
}

/// Which points were reached, and which are known: workers tell these no more.
#[derive(Debug)]
pub(crate) struct ReachedPoints {
    coverage: Option<Coverage>,
    was_hit: Vec<bool>,
    is_settled: Vec<bool>,
    /// The points that are known (`true`) and those that are only told where nothing panics.
    settled: Vec<(u32, bool)>,
}

impl ReachedPoints {
    pub(crate) fn new(coverage: Option<&Coverage>) -> ReachedPoints {
        let count = coverage.map_or(0, |own| own.count);
        ReachedPoints {
            coverage: coverage.cloned(),
            was_hit: vec![false; count],
            is_settled: vec![false; count],
            settled: Vec::new(),
        }
    }

    /// Returns the file that describes points to workers.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.coverage.as_ref().map(|own| &*own.file)
    }

    /// Notes points that were told, each with whether it was surely reached.
    pub(crate) fn note(&mut self, points: &[(u32, bool)]) {
        for (point, _) in points.iter().filter(|own| own.1) {
            let at = *point as usize;
            if !self.was_hit[at] && self.is_settled[at] {
                // It was only told where nothing panics.
                self.settled.push((*point, true));
            }
            self.was_hit[at] = true;
        }
    }

    /// Returns whether a point is known.
    pub(crate) fn knows(&self, point: u32) -> bool {
        self.is_settled[point as usize]
    }

    /// Takes a point for known, unless it is; if that is not sure it is still told where nothing
    /// panics.
    pub(crate) fn settle(&mut self, point: u32, is_sure: bool) {
        let at = point as usize;
        if !self.is_settled[at] {
            self.is_settled[at] = true;
            self.settled.push((point, is_sure || self.was_hit[at]));
        }
    }

    /// Returns the settled points that a worker has not heard; `heard` is how many it has.
    pub(crate) fn news(&self, heard: &mut usize) -> &[(u32, bool)] {
        let first = std::mem::replace(heard, self.settled.len());
        &self.settled[first..]
    }

    /// Returns how many lines of each file were reached, if the program counts that.
    pub(crate) fn lines(&self) -> Option<Vec<FileLines>> {
        self.coverage.as_ref().map(|own| own.lines(&self.was_hit))
    }
}

/// The points on the lines of each file.
type Lines = BTreeMap<String, BTreeMap<u32, Vec<usize>>>;

/// Returns the sums of points, and the points on lines.
fn points(mapping: &Mapping, sources: &Path) -> (Vec<Vec<Sum>>, Lines) {
    let mut numbers: BTreeMap<&Vec<Sum>, usize> = BTreeMap::new();
    let mut points = Vec::new();
    let mut lines = Lines::new();
    for (Region { file, begin, end }, sums) in &mapping.regions {
        let point = (!sums.is_empty()).then(|| {
            *numbers.entry(sums).or_insert_with(|| {
                points.push(sums.clone());
                points.len() - 1
            })
        });
        let path = &mapping.files[*file];
        let file = path.strip_prefix(sources).unwrap_or(path).display().to_string();
        let of_file = lines.entry(file).or_default();
        for line in begin.0..=end.0 {
            of_file.entry(line).or_default().extend(point);
        }
    }
    (points, lines)
}

/// Returns the sums of points for workers: for each the number of its point, that of its terms, and
/// of each term the counter and its factor.
fn encoded(points: &[Vec<Sum>]) -> Vec<u8> {
    let mut words = Vec::new();
    for (point, sum) in
        points.iter().enumerate().flat_map(|(point, sums)| sums.iter().map(move |own| (point, own)))
    {
        words.extend([point as u32, sum.len() as u32]);
        words.extend(sum.iter().flat_map(|(counter, factor)| [*counter, factor.cast_unsigned()]));
    }
    words.iter().flat_map(|own| own.to_le_bytes()).collect()
}
