//! Sources: what makes the inputs of the streams of a run, a batch at a time.
//!
//! What a source makes depends on the seed, the part of the run and the number of inputs made so
//! far, and on nothing that parts of a run do not know; only a limit in time may end it elsewhere.
//! So the order in which sources are served decides when a failure is found, not whether.

use std::time::Duration;

use crate::claims::stream::Stream;
use crate::claims::{Coverage, Tally};
use crate::run::collector::At;
use crate::run::done::Done;
use crate::run::error::CheckError;
use crate::run::jobs::{Each, Inputs};
use crate::run::runner::Runner;
use crate::run::undecided_input::UndecidedInput;
use crate::system::miri::Instant;
use everycase_kernel::sorted::SortedMap;

mod assumption;
mod bounds;
mod divided_search;
mod orders;
mod sizes;
mod structures;
mod uniform;
mod walk;

pub(crate) use self::assumption::AssumptionDraws;
pub(crate) use self::bounds::Bounds;
pub(crate) use self::divided_search::{DividedSearch, SearchResult};
pub(crate) use self::orders::Orders;
pub(crate) use self::sizes::{COUNTS, FIRST_GAP, GAP, SizeLimit, Sizes};
pub(crate) use self::structures::Structures;
pub(crate) use self::uniform::Uniform;
pub(crate) use self::walk::SizeWalk;

/// A source of inputs.
pub(crate) trait Source {
    /// Runs a batch of inputs, and adds what it has run to the coverage.
    ///
    /// # Errors
    /// If inputs cannot be made.
    fn serve(&mut self, service: Service<'_>) -> Result<BatchResult, CheckError>;

    /// Returns how far a search has got.
    fn progress(&self) -> Progress {
        Progress::default()
    }
}

/// What a source is served with.
pub(crate) struct Service<'s> {
    pub(crate) runner: &'s mut Runner,
    /// What the run has covered.
    pub(crate) coverage: &'s mut Coverage,
    /// The smallest undecided input of the run.
    pub(crate) unknown: &'s mut Option<Box<UndecidedInput>>,
    /// The number of inputs of the batch in the whole run, all parts together, if the source can go
    /// on where it stops.
    pub(crate) batch: u64,
    /// The number of inputs that it may run at all.
    pub(crate) left: u64,
    /// The time of the batch, if the source can go on where it stops.
    pub(crate) slice: Option<Duration>,
    /// When its time is over.
    pub(crate) end: Option<Instant>,
    /// How far the search has got.
    pub(crate) search: Progress,
}

impl Service<'_> {
    /// Returns when a batch ends that begins now and can go on where it stops.
    fn deadline(&self) -> Option<Instant> {
        let slice = self.slice.and_then(|slice| Instant::now().checked_add(slice));
        slice.into_iter().chain(self.end).min()
    }

    /// Keeps what a batch of inputs that were run one by one has found. `whole` is the part's job;
    /// `has_smaller` tells whether all smaller inputs have been run. Returns the counts, and
    /// whether the batch was run to its end.
    fn keep<I: Inputs>(
        &mut self,
        stream: Stream,
        done: Done,
        whole: &Each<I>,
        has_smaller: bool,
    ) -> Result<(SortedMap<u32, Tally>, bool), CheckError> {
        let Done { counts, gathered, stopped, .. } = done;
        let all = !stopped && gathered.end.is_none();
        let (before, ran) = (self.coverage.inputs(), counts.inputs());
        let undecided = self.coverage.undecided() + counts.undecided();
        self.runner.collector.add(gathered, false, |found| {
            // In order: faster threads have run further inputs.
            let tests = if stopped { ran } else { whole.count_until(found.position)? };
            // An undecided input may fail, too. A limit is a failure only if no input is undecided.
            let is_smallest = has_smaller && (undecided == 0 || found.failure.is_limit());
            Ok(At { stream, tests: before + tests, is_smallest })
        })?;
        UndecidedInput::keep(self.unknown, counts.unknown);
        Ok((counts.by_size, all))
    }
}

/// What has become of a batch.
pub(crate) struct BatchResult {
    /// How much of the budget it has used: the same in all parts of a run, so that they agree on
    /// what to do. It includes the work of other parts.
    pub(crate) planned: u64,
    /// Whether there may be another one.
    pub(crate) goes_on: bool,
}

impl BatchResult {
    /// Returns that nothing was run, and nothing is left.
    fn nothing() -> BatchResult {
        BatchResult { planned: 0, goes_on: false }
    }
}

/// How far a search has got.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Progress {
    /// The number of inputs in the whole run.
    pub(crate) planned: u64,
    /// The first size that is not complete.
    pub(crate) next_size: u32,
    /// Whether all inputs within the size bound have been run.
    pub(crate) is_done: bool,
    /// Why larger sizes are left out, if a limit is met.
    pub(crate) limit: Option<SizeLimit>,
}

/// Serves one source until nothing is left of it, of a number of inputs, or of the time, or until
/// the collector is full.
pub(crate) fn serve_alone(
    source: &mut dyn Source,
    runner: &mut Runner,
    coverage: &mut Coverage,
    most: u64,
    end: Option<Instant>,
) -> Result<(), CheckError> {
    let mut left = most;
    while left > 0 && !runner.collector.is_full() {
        let (batch, search) = (left, source.progress());
        let (unknown, slice) = (&mut None, None);
        let served = source.serve(Service { runner, coverage, unknown, batch, left, slice, end, search })?;
        left = left.saturating_sub(served.planned);
        if !served.goes_on {
            break;
        }
    }
    Ok(())
}
