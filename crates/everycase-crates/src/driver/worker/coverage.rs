//! Tells which points of the crate expressions have reached: the compiler lets each part of the
//! crate count how often it ran.
//!
//! A point is known by sums of counters, which the tool has read from the program. Those of points
//! that are not yet known are 0, and are looked at after some expressions together: looking at them
//! takes longer than a call. The tool then lets each of these expressions run by itself.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether there was a panic since the counters were looked at. A call that did not return lets a
/// difference of counters count what stands behind it.
static PANICKED: AtomicBool = AtomicBool::new(false);

/// Notes a panic.
pub fn panicked() {
    PANICKED.store(true, Ordering::Relaxed);
}

/// The kind of an answer that tells points.
const POINTS: u8 = 7;

/// The code that is not one of an expression, and what stands before one that runs by itself.
const KNOWN: u8 = b'k';
const BY_ITSELF: u8 = b'm';

/// Counters are looked at after at least this number of expressions; where there are many counters
/// after more, so that for each expression about this number of them is looked at.
const LEAST: usize = 32;
const FOR_EACH: usize = 24;

/// Returns a point as the tool reads it: its number, and whether it was surely reached.
fn mark(point: u32, is_sure: bool) -> u32 {
    point << 1 | u32::from(is_sure)
}

struct Sum {
    point: u32,
    /// The places of its terms.
    first: usize,
    last: usize,
    /// It has no negative term.
    is_sure: bool,
    /// Only looked at where nothing panicked.
    is_weak: bool,
}

/// What is not yet known.
pub struct Coverage {
    counters: Counters,
    /// Sums of a single counter, with their points.
    single: Vec<(usize, u32)>,
    sums: Vec<Sum>,
    terms: Vec<(usize, i32)>,
    /// The number of expressions since counters were looked at, and until they are.
    since: usize,
    every: usize,
}

impl Coverage {
    /// Returns the points that a file describes.
    pub fn read(path: &str) -> Option<Coverage> {
        let counters = Counters::find()?;
        let bytes = std::fs::read(path).ok()?;
        let mut words = bytes.chunks_exact(4).map(|own| u32::from_le_bytes([own[0], own[1], own[2], own[3]]));
        let mut own =
            Coverage { counters, single: Vec::new(), sums: Vec::new(), terms: Vec::new(), since: 0, every: LEAST };
        while let Some(point) = words.next() {
            let first = own.terms.len();
            for _ in 0..words.next()? {
                let (counter, factor) = (words.next()? as usize, words.next()? as i32);
                if counter >= own.counters.count {
                    return None;
                }
                own.terms.push((counter, factor));
            }
            match own.terms[first..] {
                [(counter, 1)] => own.single.push((counter, point)),
                _ => {
                    let is_sure = own.terms[first..].iter().all(|term| term.1 > 0);
                    own.sums.push(Sum { point, first, last: own.terms.len(), is_sure, is_weak: false });
                }
            }
        }
        own.arrange();
        Some(own)
    }

    fn arrange(&mut self) {
        let terms: usize = self.sums.iter().map(|own| own.last - own.first).sum();
        self.every = LEAST.max((self.single.len() + terms) / FOR_EACH);
    }

    /// Returns whether a code is not one of an expression, but tells points: those that are known
    /// by now, and those to look at only where nothing panicked.
    pub fn hears(own: &mut Option<Coverage>, code: &[u8]) -> bool {
        let Some((&KNOWN, told)) = code.split_first() else { return false };
        let Some(own) = own else { return true };
        let told: std::collections::HashMap<u32, bool> = told
            .chunks_exact(4)
            .map(|own| u32::from_le_bytes([own[0], own[1], own[2], own[3]]))
            .map(|own| (own >> 1, own & 1 == 1))
            .collect();
        own.single.retain(|single| !told.contains_key(&single.1));
        own.sums.retain_mut(|sum| match told.get(&sum.point) {
            None => true,
            Some(is_known) => {
                sum.is_weak = true;
                !is_known
            }
        });
        own.arrange();
        true
    }

    /// Begins an expression; returns whether it runs by itself, and its code.
    pub fn begins<'c>(own: &mut Option<Coverage>, code: &'c [u8]) -> (bool, &'c [u8]) {
        match (own, code.split_first()) {
            (Some(own), Some((&BY_ITSELF, code))) => {
                own.clear();
                (true, code)
            }
            _ => (false, code),
        }
    }

    /// Ends an expression, and tells from time to time what was reached.
    pub fn ends(&mut self, is_last: bool, answer: &mut Vec<u8>) {
        self.since += 1;
        if !is_last && self.since < self.every {
            return;
        }
        let has_panicked = PANICKED.load(Ordering::Relaxed);
        let mut marks: Vec<u32> = Vec::new();
        for (counter, point) in &self.single {
            if self.counters.get(*counter) != 0 {
                marks.push(mark(*point, true));
            }
        }
        for sum in &self.sums {
            if has_panicked && sum.is_weak && !sum.is_sure {
                continue;
            }
            let mut all = 0u64;
            for (counter, factor) in &self.terms[sum.first..sum.last] {
                all = all.wrapping_add(self.counters.get(*counter).wrapping_mul(i64::from(*factor) as u64));
            }
            if all as i64 > 0 {
                marks.push(mark(sum.point, sum.is_sure || !has_panicked));
            }
        }
        if !marks.is_empty() {
            answer.extend([POINTS, 0]);
            answer.extend((self.since as u16).to_le_bytes());
            answer.extend([0; 20]);
            answer.extend((4 * marks.len() as u32).to_le_bytes());
            answer.extend(marks.iter().flat_map(|own| own.to_le_bytes()));
        }
        if has_panicked || !marks.is_empty() {
            self.clear();
        }
        self.since = 0;
    }

    /// Sets the counters to 0.
    fn clear(&mut self) {
        PANICKED.store(false, Ordering::Relaxed);
        for (counter, _) in &self.single {
            self.counters.clear(*counter);
        }
        for sum in &self.sums {
            for (counter, _) in &self.terms[sum.first..sum.last] {
                self.counters.clear(*counter);
            }
        }
    }
}

/// The counters of the program.
struct Counters {
    first: *mut u64,
    count: usize,
}

// SAFETY: they are static memory of the program.
unsafe impl Send for Counters {}

impl Counters {
    /// Returns the counters, if the program has some.
    #[cfg(everycase_coverage)]
    fn find() -> Option<Counters> {
        unsafe extern "C" {
            fn __llvm_profile_begin_counters() -> *mut u64;
            fn __llvm_profile_end_counters() -> *mut u64;
        }
        // SAFETY: the runtime of instrumented programs has both; they return the bounds of a static
        // array.
        let (first, end) = unsafe { (__llvm_profile_begin_counters(), __llvm_profile_end_counters()) };
        let count = (end as usize).checked_sub(first as usize)? / size_of::<u64>();
        Some(Counters { first, count })
    }

    #[cfg(not(everycase_coverage))]
    fn find() -> Option<Counters> {
        None
    }

    #[inline(always)]
    fn get(&self, at: usize) -> u64 {
        debug_assert!(at < self.count);
        // SAFETY: `read` has compared all numbers with the count. Volatile: other code counts.
        unsafe { self.first.add(at).read_volatile() }
    }

    #[inline(always)]
    fn clear(&self, at: usize) {
        debug_assert!(at < self.count);
        // SAFETY: as above.
        unsafe { self.first.add(at).write_volatile(0) }
    }
}

/// The runtime of instrumented programs writes no file at their end where this exists.
#[cfg(everycase_coverage)]
#[unsafe(no_mangle)]
pub static __llvm_profile_runtime: i32 = 0;
