//! Many values of one size that satisfy a predicate, within limits (Paper III, section 6).

use std::cell::Cell;
use std::time::Duration;

use everycase::lazy::{Inspect, sample};
use everycase::space::{Random, SeedableRng, SpaceError};
use everycase::{Enumerable, Lazy};

use crate::clock::Clock;
use crate::memory;

/// Runs of a predicate between two looks at the clock and at the memory.
const CHUNK: u64 = 1024;

/// How values are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Generator {
    /// Every satisfying value is equally likely.
    Uniform,
    /// A draw goes on to the next value, over at most this many (Paper III, section 5.1).
    Backtracking(u128),
    /// Uniform draws of all values, of which those are kept that satisfy the predicate on plain values.
    Naive,
}

impl Generator {
    /// Backtracking over at most this many values as in the paper.
    pub const BOUNDED: Self = Self::Backtracking(10_000);
    /// Backtracking without a bound.
    pub const UNBOUNDED: Self = Self::Backtracking(u128::MAX);
    /// Those of the paper.
    pub const ALL: [Self; 4] = [Self::Uniform, Self::BOUNDED, Self::UNBOUNDED, Self::Naive];

    /// As the paper calls it.
    pub fn name(self) -> String {
        match self {
            Self::Uniform => "uniform".to_owned(),
            Self::Backtracking(u128::MAX) => "backtracking".to_owned(),
            Self::Backtracking(skips) => format!("backtracking {}k", skips / 1000),
            Self::Naive => "naive".to_owned(),
        }
    }
}

/// When a point is given up.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How many values are wanted.
    pub values: u32,
    /// Processor time, tables included.
    pub time: Duration,
    /// Bytes that may be learned, and that the process may hold.
    pub memory: usize,
}

/// Why a point came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// All values were drawn.
    Done,
    /// Time was up.
    Time,
    /// More memory would have been needed.
    Memory,
    /// No value of the size satisfies the predicate.
    Empty,
    /// The size has more values than can be counted.
    Uncounted,
}

/// What it took to draw values of one size.
#[derive(Debug, Clone)]
pub struct Point {
    /// The size of the values.
    pub size: u32,
    /// How many were drawn.
    pub done: u32,
    /// Processor time, tables included.
    pub time: Duration,
    /// How often the predicate was run.
    pub runs: u64,
    /// Memory in use for what was learned, in bytes.
    pub learned: usize,
    /// Peak of the resident memory of the whole process, in bytes.
    pub peak: Option<u64>,
    /// Why it came to its end.
    pub end: End,
}

/// A type with a predicate, once on lazy and once on plain values.
#[derive(Debug, Clone, Copy)]
pub struct Subject<T> {
    /// On lazy values.
    pub lazy: fn(Lazy<T>) -> bool,
    /// On plain values.
    pub plain: fn(&T) -> bool,
}

impl<T: Enumerable + Inspect> Subject<T> {
    /// Draws values, hands them over, and tells what it took.
    ///
    /// # Panics
    /// When the type is wrongly recursive.
    pub fn draw(&self, generator: Generator, size: u32, limits: &Limits, each: impl FnMut(T)) -> Point {
        memory::forget_peak();
        let mut tally = Tally { clock: Clock::start(), limits, done: 0, runs: 0, learned: 0, each };
        let end = match generator {
            Generator::Uniform => tally.sample(self.lazy, 0, size),
            Generator::Backtracking(skips) => tally.sample(self.lazy, skips, size),
            Generator::Naive => Ok(tally.filter(self.plain, size)),
        };
        let end = end.unwrap_or_else(|error| match error {
            SpaceError::TooMany { .. } => End::Uncounted,
            SpaceError::TooMuchLearned { .. } => End::Memory,
            error => panic!("{error}"),
        });
        let Tally { clock, done, runs, learned, .. } = tally;
        Point { size, done, time: clock.busy(), runs, learned, peak: memory::peak(), end }
    }
}

/// Returns the limit that is exceeded, if one is.
fn exceeded(clock: &Clock, limits: &Limits) -> Option<End> {
    if clock.busy() >= limits.time {
        Some(End::Time)
    } else {
        memory::resident().is_some_and(|bytes| bytes > limits.memory as u64).then_some(End::Memory)
    }
}

/// A point as it comes about.
struct Tally<'a, F> {
    clock: Clock,
    limits: &'a Limits,
    done: u32,
    runs: u64,
    learned: usize,
    each: F,
}

impl<F> Tally<'_, F> {
    fn sample<T: Enumerable + Inspect>(
        &mut self,
        predicate: fn(Lazy<T>) -> bool,
        skips: u128,
        size: u32,
    ) -> Result<End, SpaceError>
    where
        F: FnMut(T),
    {
        let (clock, limits) = (self.clock, *self.limits);
        let (runs, over) = (Cell::new(0_u64), Cell::new(None));
        // A single draw may take longer than all the time there is. Satisfied with anything, it ends at once.
        let hurried = |value: Lazy<T>| {
            runs.set(runs.get() + 1);
            if runs.get().is_multiple_of(CHUNK) {
                over.set(exceeded(&clock, &limits));
            }
            over.get().is_some() || predicate(value)
        };
        let mut draws = sample(hurried).backtracking(skips).memory(limits.memory).of_size(size)?;
        let mut rng = Random::seed_from_u64(1);
        let end = loop {
            if self.done == limits.values {
                break Ok(End::Done);
            }
            match (draws.draw(&mut rng), over.get()) {
                (Ok(Some(_)), Some(end)) => break Ok(end),
                (Ok(Some(value)), None) => {
                    self.done += 1;
                    (self.each)(value);
                }
                (Ok(None), _) => break Ok(End::Empty),
                (Err(error), _) => break Err(error),
            }
        };
        (self.runs, self.learned) = (draws.runs(), draws.memory());
        end
    }

    fn filter<T: Enumerable + Inspect>(&mut self, predicate: fn(&T) -> bool, size: u32) -> End
    where
        F: FnMut(T),
    {
        let mut sampler = T::space().sampler().expect("the type is rightly recursive");
        let mut rng = Random::seed_from_u64(1);
        while self.done < self.limits.values {
            let Ok(value) = sampler.of_size(size, &mut rng) else { return End::Empty };
            self.runs += 1;
            if predicate(&value) {
                self.done += 1;
                (self.each)(value);
            }
            if self.runs.is_multiple_of(CHUNK)
                && let Some(end) = exceeded(&self.clock, self.limits)
            {
                return end;
            }
        }
        End::Done
    }
}
