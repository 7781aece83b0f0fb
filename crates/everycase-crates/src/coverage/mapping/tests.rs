//! Sections that are damaged, and some that ask for much: reading ends, and what it returns is
//! bounded.

use miniz_oxide::deflate::compress_to_vec_zlib;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

/// Sections that the tests own.
#[derive(Clone, Default)]
struct Written {
    tables: Vec<u8>,
    functions: Vec<u8>,
    data: Vec<u8>,
    data_at: u64,
    counters: usize,
}

/// The hashes of a function's name and of its shape.
const NAMED: (u64, u64) = (0x1111, 0x2222);
const COUNTERS_AT: u64 = 0x9000;

fn number(mut own: u64, all: &mut Vec<u8>) {
    while own >= 0x80 {
        all.push(own as u8 | 0x80);
        own >>= 7;
    }
    all.push(own as u8);
}

fn numbers(own: &[u64]) -> Vec<u8> {
    let mut all = Vec::new();
    for own in own {
        number(*own, &mut all);
    }
    all
}

fn pad(all: &mut Vec<u8>) {
    all.resize(all.len().next_multiple_of(8), 0);
}

impl Written {
    /// Adds a table of names and returns its hash.
    fn table(&mut self, names: &[&str], is_packed: bool) -> u64 {
        let mut plain = Vec::new();
        for own in names {
            number(own.len() as u64, &mut plain);
            plain.extend(own.as_bytes());
        }
        let packed = if is_packed { compress_to_vec_zlib(&plain, 6) } else { Vec::new() };
        let mut own = numbers(&[names.len() as u64, plain.len() as u64, packed.len() as u64]);
        own.extend(if is_packed { &packed } else { &plain });
        for word in [0, own.len() as u32, 0, VERSIONS[1]] {
            self.tables.extend(word.to_le_bytes());
        }
        self.tables.extend(&own);
        pad(&mut self.tables);
        u64::from_le_bytes(*md5::compute(&own).0.first_chunk().unwrap())
    }

    /// Adds the record of a function.
    fn function(&mut self, (name, hash): (u64, u64), table: u64, record: &[u8]) {
        self.functions.extend(name.to_le_bytes());
        self.functions.extend((record.len() as u32).to_le_bytes());
        self.functions.extend([hash, table].iter().flat_map(|own| own.to_le_bytes()));
        self.functions.extend(record);
        pad(&mut self.functions);
    }

    /// Gives a function this number of counters.
    fn counters(&mut self, (name, hash): (u64, u64), count: u32) {
        let at = self.data_at + self.data.len() as u64;
        let first = (COUNTERS_AT + 8 * self.counters as u64).wrapping_sub(at);
        for word in [name, hash, first, 0, 0, 0, u64::from(count), 0] {
            self.data.extend(word.to_le_bytes());
        }
        self.counters += count as usize;
    }

    fn read(&self) -> Option<Mapping> {
        let counters = vec![0; 8 * self.counters];
        let own = Sections {
            tables: &self.tables,
            functions: &self.functions,
            data: (self.data_at, &self.data),
            counters: (COUNTERS_AT, &counters),
        };
        let read = own.mapping(Path::new("/of/driver/main.rs"), &|own| own.starts_with("/of/crate"));
        if let Some(own) = &read {
            let terms = own.regions.values().flatten().map(BTreeMap::len).sum::<usize>();
            let lines = own.regions.keys().map(|own| u64::from(own.end.0 - own.begin.0) + 1).sum::<u64>();
            let names = own.files.iter().map(|own| own.as_os_str().len()).sum::<usize>();
            assert!(terms <= MOST_ALL_TERMS && lines <= MOST_LINES && names <= MOST_NAMES);
        }
        read
    }

    /// Returns the sections.
    fn sections(&mut self) -> [&mut Vec<u8>; 3] {
        [&mut self.tables, &mut self.functions, &mut self.data]
    }
}

/// Two tables, one of them packed; a function with a sum and a difference, its second copy, and one
/// that was never compiled.
fn whole() -> Written {
    let mut own = Written { data_at: 0x5000, ..Written::default() };
    own.table(&["/of/driver", "main.rs"], false);
    let table = own.table(&["/of/crate", "src/lib.rs", "/elsewhere/core.rs"], true);
    let other = (0x3333, 0x4444);
    own.counters((1, 2), 2);
    own.counters(NAMED, 2);
    own.counters(other, 2);
    // Counter 0 less counter 1, and that with counter 1.
    let pairs = [2, 1, 5, 2, 5];
    let regions = [5, 1, 3, 5, 0, 9, 2, 2, 1, 0, 9, 7, 1, 0, 1, 8, 5, 1, 2, 0, 7, 0, 1, 3, 0, 4];
    let file = |own: u64, rest: &[u64]| numbers(&[&[1, own][..], rest].concat());
    own.function(NAMED, table, &file(1, &[&pairs[..], &regions].concat()));
    own.function(other, table, &file(1, &[&pairs[..], &regions].concat()));
    own.function((5, 6), table, &file(1, &[0, 1, 0, 40, 1, 2, 1]));
    own.function(NAMED, table, &file(2, &[0, 1, 1, 40, 1, 2, 1]));
    own
}

#[test]
fn what_is_not_damaged_is_read() {
    let read = whole().read().unwrap();
    assert_eq!(read.files, [Path::new("/of/crate/src/lib.rs")]);
    let region = |begin, end, sums: &[&[(u32, i32)]]| {
        let sums = sums.iter().map(|own| own.iter().copied().collect()).collect();
        (Region { file: 0, begin, end }, sums)
    };
    let expected: BTreeMap<Region, Vec<Sum>> = [
        region((3, 5), (3, 9), &[&[(2, 1)], &[(4, 1)]]),
        region((5, 1), (5, 9), &[&[(2, 1), (3, -1)], &[(4, 1), (5, -1)]]),
        region((6, 0), (7, 8), &[&[(2, 1)], &[(4, 1)]]),
        region((7, 2), (7, 7), &[&[(3, 1)], &[(5, 1)]]),
        region((8, 3), (8, 4), &[]),
        region((40, 1), (42, 1), &[]),
    ]
    .into_iter()
    .collect();
    assert_eq!(read.regions, expected);
}

#[test]
fn of_a_section_that_is_cut_only_what_is_left_is_read() {
    let regions = whole().read().unwrap().regions;
    for section in 0..3 {
        for end in 0..whole().sections()[section].len() {
            let mut own = whole();
            own.sections()[section].truncate(end);
            if let Some(read) = own.read() {
                assert!(read.regions.keys().all(|own| regions.contains_key(own)), "{section} {end}");
            }
        }
    }
}

#[test]
fn whatever_a_byte_is_reading_ends() {
    for section in 0..3 {
        for at in 0..whole().sections()[section].len() {
            let mut own = whole();
            for _ in 0..255 {
                let byte = &mut own.sections()[section][at];
                *byte = byte.wrapping_add(1);
                own.read();
            }
        }
    }
}

#[test]
fn whatever_some_bytes_are_reading_ends() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut below = |most: usize| (random.next_u64() % most as u64) as usize;
    for _ in 0..20_000 {
        let mut own = whole();
        for _ in 0..=below(4) {
            let which = below(3);
            let [section, ..] = &mut own.sections()[which..] else { continue };
            let (at, length) = (below(section.len()), 1 + below(12));
            let piece: Vec<u8> =
                (0..length).map(|_| [0, 1, 0x7f, 0xff, below(256) as u8][below(5)]).collect();
            let end = section.len().min(at + below(2) * length);
            section.splice(at..end, piece);
        }
        own.data_at = [own.data_at, 0, u64::MAX, u64::MAX - below(200) as u64][below(4)];
        own.read();
        let only: Vec<u8> = (0..below(200)).map(|_| below(256) as u8).collect();
        own.sections()[below(3)].clone_from(&only);
        own.read();
        function(&mut Bytes(&only), &mut 1_000);
        files(&only, &mut 1_000);
    }
}

/// Returns the sections with a function of that record, whose counters are 20,000.
fn with(record: &[u8]) -> Written {
    let mut own = whole();
    let table = own.table(&["/of/crate", "src/more.rs"], true);
    own.counters((7, 8), 20_000);
    own.function((7, 8), table, record);
    own
}

#[test]
fn what_asks_for_more_than_compilers_write_is_refused() {
    // A sum of `count` counters as `count - 1` expressions, in that many regions, each of `lines`.
    let record = |count: u64, regions: u64, lines: u64| {
        let mut own = vec![1, 1, count - 1];
        for at in 0..count - 1 {
            own.extend([if at == 0 { 1 } else { (at - 1) << 2 | 3 }, (at + 1) << 2 | 1]);
        }
        own.push(regions);
        for _ in 0..regions {
            own.extend([(count - 2) << 2 | 3, 1, 1, lines, 1]);
        }
        numbers(&own)
    };
    let count = |record: &[u8]| with(record).read().map(|own| own.regions.len());
    let before = whole().read().unwrap().regions.len();
    assert_eq!(count(&record(900, 10, 1)), Some(before + 10));
    // Terms, nesting, lines of one region, and of many.
    assert_eq!(count(&record(900, 10_000, 1)), None);
    assert_eq!(count(&record(9_000, 1, 1)), None);
    assert_eq!(count(&record(3, 1, u64::from(u32::MAX) - 9)), None);
    assert_eq!(count(&record(3, 1_000, 5_000)), None);
    // A long name before many short ones, and names that are many times shorter when packed.
    let names = |long: usize, many: usize| {
        let long = "x".repeat(long);
        let mut own = whole();
        own.table(&[&[&*long][..], &vec!["a"; many]].concat(), true);
        own.read().is_some()
    };
    assert!(names(1_000, 10_000));
    assert!(!names(100_000, 10_000) && !names(MOST_NAMES + 1, 1) && !names(1, 1 << 20));
}
