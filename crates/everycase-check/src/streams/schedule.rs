//! The schedule of a run: which stream goes on, by the [table](TABLE) of their shares.
//!
//! The stream that is furthest behind its share is served with a batch, which is about as large as
//! all of its batches before; a source that searches bounds takes a whole bound. With a number of
//! tests that is measured in tests, so that a run is the same on every machine. With a time it is
//! measured in tests at the beginning of the run, so that what is easily found is found in the same
//! way, and then on the clock: how long a case takes is up to the property.

use std::time::Duration;

use crate::claims::Coverage;
use crate::claims::stream::Stream;
use crate::run::error::CheckError;
use crate::run::runner::Runner;
use crate::run::undecided_input::UndecidedInput;
use crate::run::verdict::Event;
use crate::settings::budget::Budget;
use crate::streams::source::{Progress, Service, Source};
use crate::streams::table::{BEGINNING, Begins, FIRST_BATCH, OPENING, Row, SLICE, TABLE, WHOLE};
use crate::system::miri::Instant;

/// The streams of a run.
pub(crate) struct Schedule<'a> {
    streams: Vec<StreamState<'a>>,
    lazily: bool,
    budget: Budget,
    start: Instant,
    /// When its time is over.
    end: Option<Instant>,
}

/// A stream of a run.
struct StreamState<'a> {
    stream: Stream,
    /// `None` if another part of the run has it.
    source: Option<Box<dyn Source + 'a>>,
    share: u32,
    opening: u32,
    begins: Begins,
    planned: u64,
    spent: Duration,
    goes_on: bool,
}

/// What a stream may still use.
#[derive(Clone, Copy)]
struct Allowance {
    tests: u64,
    time: Option<Duration>,
}

impl<'a> Schedule<'a> {
    /// Returns the schedule of a run that begins now, and whose time is over at `end`, without
    /// streams.
    pub(crate) fn new(budget: Budget, lazily: bool, end: Option<Instant>) -> Schedule<'a> {
        Schedule { streams: Vec::new(), lazily, budget, start: Instant::now(), end }
    }

    /// Adds a stream: what makes its inputs, if this part of the run has any of them. The shares of
    /// streams that are not added go to the last one that is.
    pub(crate) fn add(&mut self, stream: Stream, source: Option<Box<dyn Source + 'a>>) {
        let Some(row) = TABLE.iter().find(|row| row.stream == stream) else { return };
        let (share, goes_on) = (row.share[self.column()], source.is_some());
        let Row { opening, begins, .. } = *row;
        let (planned, spent) = (0, Duration::ZERO);
        self.streams.push(StreamState { stream, source, share, opening, begins, planned, spent, goes_on });
    }

    /// Returns the column of shares. Where structures are left out it is that of inputs decided on
    /// demand, so that the search keeps half.
    fn column(&self) -> usize {
        usize::from(self.lazily || !self.budget.structures)
    }

    /// Serves the streams until all is run, the budget is spent or the collector is full. Returns
    /// how far the search has got.
    ///
    /// # Errors
    /// If inputs cannot be made.
    pub(crate) fn run(
        &mut self,
        runner: &mut Runner,
        coverage: &mut Coverage,
        unknown: &mut Option<Box<UndecidedInput>>,
    ) -> Result<Progress, CheckError> {
        let given: u32 = self.streams.iter().map(|own| own.share).sum();
        if let Some(rest) = self.rest() {
            self.streams[rest].share += WHOLE - given;
        }
        // The first inputs are run however late it is.
        let mut next = (!self.streams.is_empty()).then(|| (0, Allowance { time: None, ..self.left(0) }));
        while let Some((place, left)) = next {
            let (begun, search) = (Instant::now(), self.search());
            let time = left.time.and_then(|time| begun.checked_add(time));
            let (slice, end) = (self.slice(place), time.into_iter().chain(self.end).min());
            let own = &mut self.streams[place];
            let Some(source) = &mut own.source else { break };
            runner.subject.notice(Event::Stream(own.stream));
            let (batch, left) = (own.planned.saturating_add(FIRST_BATCH), left.tests);
            let service = Service { runner, coverage, unknown, batch, left, slice, end, search };
            let served = source.serve(service)?;
            own.planned = own.planned.saturating_add(served.planned);
            own.goes_on = served.goes_on;
            own.spent += begun.elapsed();
            let is_over = self.search().is_done
                || runner.pool.is_over(self.end)
                || !runner.pool.has_threads()
                || runner.collector.is_full();
            next = if is_over { None } else { self.next() };
        }
        Ok(self.search())
    }

    /// Returns how far the search has got.
    fn search(&self) -> Progress {
        let search = self.streams.iter().find(|own| own.stream == Stream::Search);
        search.and_then(|own| own.source.as_ref()).map(|source| source.progress()).unwrap_or_default()
    }

    /// Returns the stream that is furthest behind, and what it has left; if none has anything left,
    /// the one that has what the others could not use.
    fn next(&self) -> Option<(usize, Allowance)> {
        let is_open = |place: &usize| self.streams[*place].goes_on && self.has_begun(*place);
        let open = || (0..self.streams.len()).filter(is_open);
        let behind =
            open().filter(|&place| !self.left(place).is_nothing()).min_by_key(|&place| self.used(place));
        if let Some(place) = behind {
            return Some((place, self.left(place)));
        }
        let place = self.rest().filter(is_open)?;
        let planned = self.sum(|own| self.reserved(own));
        let tests = self.budget.tests.map_or(u64::MAX, |tests| tests.saturating_sub(planned));
        (tests > 0).then_some((place, Allowance { tests, time: None }))
    }

    /// Returns the stream that uses what others leave: structures, or else the last.
    fn rest(&self) -> Option<usize> {
        let structures = self.streams.iter().position(|own| own.stream == Stream::Structures && own.goes_on);
        structures.or(self.streams.len().checked_sub(1))
    }

    fn sum(&self, tests: impl Fn(&StreamState<'_>) -> u64) -> u64 {
        self.streams.iter().map(tests).fold(0, u64::saturating_add)
    }

    /// Returns the tests that a stream has used, or may use in other parts of the run: these do not
    /// know how many orders there are.
    fn reserved(&self, own: &StreamState<'_>) -> u64 {
        let is_elsewhere = own.stream == Stream::Orders && self.budget.is_deterministic();
        if is_elsewhere { own.planned.max(self.tests(own)) } else { own.planned }
    }

    /// Returns the share of a stream in the number of tests. That of the search is rounded up.
    fn tests(&self, own: &StreamState<'_>) -> u64 {
        let Some(tests) = self.budget.tests else { return u64::MAX };
        let more = if own.stream == Stream::Search { WHOLE - 1 } else { 0 };
        let share = (u128::from(tests) * u128::from(own.share) + u128::from(more)) / u128::from(WHOLE);
        u64::try_from(share).unwrap_or(u64::MAX)
    }

    /// Returns what is left of a stream's share.
    fn left(&self, place: usize) -> Allowance {
        let own = &self.streams[place];
        let share = |time: Duration| time / WHOLE * own.share;
        Allowance {
            tests: self.tests(own).saturating_sub(own.planned),
            time: self.budget.time.map(|time| share(time).saturating_sub(own.spent)),
        }
    }

    /// Returns how much of its share a stream has used, to compare it with others.
    fn used(&self, place: usize) -> u128 {
        let own = &self.streams[place];
        // Only one part of the run counts orders.
        let is_opening = self.sum(|own| if own.stream == Stream::Orders { 0 } else { own.planned }) < OPENING;
        let is_late = self.budget.time.is_some_and(|time| self.start.elapsed() > time / BEGINNING);
        let used = if is_late { own.spent.as_nanos() } else { own.planned.into() };
        let share = if is_opening { own.opening } else { own.share };
        used * u128::from(WHOLE) / u128::from(share.max(1))
    }

    fn has_begun(&self, place: usize) -> bool {
        let search = self.streams.iter().enumerate().find(|(_, own)| own.stream == Stream::Search);
        let Some((searching, search)) = search else { return true };
        let has_ended = !search.goes_on || self.left(searching).is_nothing();
        match self.streams[place].begins {
            Begins::AtOnce => true,
            // With a size bound, the search may see everything.
            Begins::After(_) if self.budget.size.is_some() => has_ended,
            Begins::After(inputs) => has_ended || search.planned >= inputs[usize::from(self.lazily)],
            Begins::AfterSearch => has_ended,
        }
    }

    /// Returns the time of a batch that can go on where it stops.
    fn slice(&self, place: usize) -> Option<Duration> {
        self.budget.time.map(|time| (time / SLICE).max(self.streams[place].spent))
    }
}

impl Allowance {
    fn is_nothing(self) -> bool {
        self.tests == 0 || self.time.is_some_and(|time| time.is_zero())
    }
}
