//! Draws of inputs that satisfy the property's assumption, of the sizes beyond the search (Paper
//! III).
//!
//! Every part of a run learns the cost of drawing inputs of each size in the same way, and only the
//! following draws are divided. A size belongs to one part, which alone counts its draws.

use std::sync::Arc;

use super::{BatchResult, Service, Sizes, Source};
use crate::claims::stream::Stream;
use crate::claims::{Claim, DrawEnding, SizeDraws, Tally};
use crate::run::collector::At;
use crate::run::error::CheckError;
use crate::run::lazy::{self, Draw, OfSize, Share};
use crate::run::undecided_input::UndecidedInput;
use crate::settings::budget::Budget;
use crate::settings::seed::Seed;
use crate::settings::shard::Shard;
use crate::system::miri::Instant;
use everycase_kernel::sorted::sort_by_key;

/// The memory limit for what is learned about all sizes together, in bytes.
const MEMORY: usize = 256 << 20;

/// The minimal number of runs with which draws of a size are begun.
const WORTH: u64 = 1_000;

/// The number of sizes begun at once, whatever the number of threads. Sizes after one that is given
/// up are not begun.
const BEGUN_AT_ONCE: usize = 4;

/// The fraction of runs, as a divisor, that may be spent on learning the cost of a first input of
/// each size. The other runs are better spent on sizes that have begun: the first few inputs teach
/// most of what can be learned about a size.
const LEARNING: u64 = 8;

/// The fraction of the work that is left, as a divisor, that may be spent on a first input of one
/// size. Sizes after one for which that does not suffice are not begun.
const DEAR: u64 = 8;

/// The number of consecutive sizes without any input that satisfies the assumption after which
/// larger ones are not begun. There may be such sizes between others, as with lists of an even
/// length.
const NONE_LEFT: usize = 16;

/// The number of runs of a size in the first round after the runs are divided among the sizes.
const FIRST_ROUND: u64 = 1 << 5;

/// The maximal number of runs of a size before the next size has its turn.
const ROUND: u64 = 1 << 10;

/// The draws of one run.
pub(crate) struct AssumptionDraws<'a> {
    sizes: Sizes<'a>,
    shard: Shard,
    seed: Seed,
    budget: Budget,
}

impl<'a> AssumptionDraws<'a> {
    /// Returns the draws of a part.
    pub(crate) fn new(sizes: Sizes<'a>, shard: Shard, seed: Seed, budget: Budget) -> AssumptionDraws<'a> {
        AssumptionDraws { sizes, shard, seed, budget }
    }
}

impl Source for AssumptionDraws<'_> {
    /// Draws until nothing is left of the budget, the time or the inputs.
    fn serve(&mut self, mut service: Service<'_>) -> Result<BatchResult, CheckError> {
        let runs = service.left;
        if runs == 0 {
            return Ok(BatchResult::nothing());
        }
        let (first, most, end) = (service.search.next_size, (runs / WORTH).max(1), service.end);
        let sizes = self.sizes.to_draw(first, most, &service.runner.pool, end)?;
        if sizes.is_empty() {
            return Ok(BatchResult::nothing());
        }
        let mut draws = Draws::new(&sizes, self, runs, end);
        draws.draw(self, &mut service)?;
        draws.claims().for_each(|claim| service.coverage.claims.add(claim));
        let planned = if draws.is_divided { runs } else { draws.used };
        Ok(BatchResult { planned, goes_on: false })
    }
}

/// Draws of some sizes, in rounds.
///
/// First a few inputs of each size are drawn; then the remaining runs are divided among the sizes
/// for which they suffice. From then on the draws of a size do not depend on other sizes.
struct Draws {
    /// The sizes not begun yet, the largest first.
    waiting: Vec<Arc<OfSize>>,
    begun: Vec<Begun>,
    shard: Shard,
    /// Whether the run ends after a number of tests.
    has_tests: bool,
    most: u64,
    /// The number of runs, up to a failure.
    used: u64,
    /// The work of counting that is left.
    work: u64,
    /// Whether runs were divided among sizes. This part does not know how many the sizes of other
    /// parts have used.
    is_divided: bool,
    memory: usize,
    deadline: Option<Instant>,
}

/// A size whose draws have begun.
struct Begun {
    of_size: Arc<OfSize>,
    /// Its draws up to the last round.
    known: SizeDraws,
    /// The maximal number of its runs.
    most: u64,
    /// The work of counting for its draws up to the last round, and the maximal one.
    worked: u64,
    work: u64,
    /// Whether this part counts its draws.
    is_own: bool,
    tally: Tally,
}

impl Begun {
    /// Returns its share in a round of at most this many runs.
    fn share(&self, position: u64, runs: u64) -> Share {
        let (work, is_own) = (self.work, self.is_own);
        let runs = self.most.min(self.known.runs.saturating_add(runs));
        Share { position, of_size: Arc::clone(&self.of_size), runs, work, is_own }
    }

    fn goes_on(&self) -> bool {
        self.known.ended == DrawEnding::No && self.known.values() > 0
    }
}

impl Draws {
    /// Returns the draws of some sizes.
    fn new(sizes: &[u32], of: &AssumptionDraws<'_>, most: u64, deadline: Option<Instant>) -> Draws {
        let AssumptionDraws { shard, seed, budget, .. } = *of;
        let mut waiting: Vec<_> = sizes.iter().map(|&size| Arc::new(OfSize::new(size, seed))).collect();
        waiting.reverse();
        let memory = MEMORY / waiting.len().max(1);
        Draws {
            waiting,
            begun: Vec::new(),
            shard,
            has_tests: budget.tests.is_some(),
            most,
            used: 0,
            work: budget.work_of_tests().min(budget.work_of_time()),
            is_divided: false,
            memory,
            deadline,
        }
    }

    fn draw(&mut self, of: &AssumptionDraws<'_>, service: &mut Service<'_>) -> Result<(), CheckError> {
        let share = self.most / self.waiting.len().max(1) as u64;
        while !self.waiting.is_empty()
            && !service.runner.pool.is_over(self.deadline)
            && self.used <= self.most / LEARNING
        {
            let first = self.begun.len();
            let rest = self.waiting.len().saturating_sub(BEGUN_AT_ONCE);
            let (work, shard) = (self.work / DEAR, self.shard);
            let begin = |(place, of_size): (usize, Arc<OfSize>)| Begun {
                known: of_size.drawn(),
                of_size,
                most: share,
                worked: 0,
                work,
                is_own: shard.owns(place as u64),
                tally: Tally::default(),
            };
            self.begun.extend((first..).zip(self.waiting.drain(rest..).rev()).map(begin));
            let places: Vec<usize> = (first..self.begun.len()).collect();
            self.round(of, service, &places, (1, u64::MAX))?;
            if service.runner.collector.is_full() {
                return Ok(());
            }
            if self.are_larger_hopeless() {
                self.waiting.clear();
            }
        }
        let mut places = self.divide();
        let mut runs = FIRST_ROUND;
        loop {
            places.retain(|&place| {
                let place = &self.begun[place];
                place.goes_on() && place.known.runs < place.most
            });
            if places.is_empty() || service.runner.pool.is_over(self.deadline) {
                return Ok(());
            }
            self.round(of, service, &places, (u64::MAX, runs))?;
            if service.runner.collector.is_full() {
                return Ok(());
            }
            runs = ROUND.min(2 * runs);
        }
    }

    /// Returns whether sizes larger than the begun ones are not worth a draw: a begun size has
    /// shown no input for all its runs, work or memory, or the last sizes have none.
    fn are_larger_hopeless(&self) -> bool {
        let is_hopeless = |begun: &Begun| match begun.known.ended {
            DrawEnding::GivenUp | DrawEnding::TooMany | DrawEnding::Undecided => true,
            DrawEnding::Memory | DrawEnding::Work => begun.known.values() == 0,
            DrawEnding::No | DrawEnding::NoneLeft => false,
        };
        let is_empty = |begun: &Begun| begun.known.ended == DrawEnding::NoneLeft;
        let last = self.begun.iter().rev().take(NONE_LEFT);
        self.begun.iter().any(is_hopeless) || self.begun.len() >= NONE_LEFT && last.clone().all(is_empty)
    }

    /// Divides the remaining runs among the sizes that continue, and returns the indices of this
    /// part's sizes. Sizes without an input so far are dropped, and so are the most expensive ones
    /// while an equal share does not pay for another input of each.
    fn divide(&mut self) -> Vec<usize> {
        let left = self.most.saturating_sub(self.used);
        let cost = |place: usize| self.begun[place].known.cost();
        let mut places: Vec<usize> =
            (0..self.begun.len()).filter(|&place| self.begun[place].goes_on()).collect();
        sort_by_key(&mut places, |&place| cost(place));
        while let Some(&dearest) = places.last()
            && left / (places.len() as u64) < 2 * cost(dearest)
        {
            places.pop();
        }
        sort_by_key(&mut places, |&place| place);
        let len = places.len().max(1) as u64;
        // Where the time is over, draws end by the clock.
        let work = if self.has_tests { self.work / len } else { u64::MAX };
        for &place in &places {
            let place = &mut self.begun[place];
            place.most = place.known.runs.saturating_add(left / len);
            place.work = place.worked.saturating_add(work);
        }
        self.is_divided = !places.is_empty();
        places.retain(|&place| self.begun[place].is_own);
        places
    }

    /// Draws this number of inputs of each of some sizes, with at most this number of runs. A
    /// thread that has drawn one size goes on with the next that no other thread has begun.
    fn round(
        &mut self,
        of: &AssumptionDraws<'_>,
        service: &mut Service<'_>,
        places: &[usize],
        (values, runs): (u64, u64),
    ) -> Result<(), CheckError> {
        let before = service.coverage.inputs();
        let Service { runner, unknown, .. } = service;
        let derivations = of.sizes.derivations.clone();
        let shares = places.iter().map(|&at| self.begun[at].share(at as u64, runs)).collect();
        let until = runner.pool.until(self.deadline);
        let sizes = Arc::new(lazy::Sizes::new(derivations, shares, values, self.memory, until));
        let part = |_, trial| Draw::new(Arc::clone(&sizes), trial);
        let mut done = runner.round(&part, self.deadline)?;
        let last = done.gathered.end.map_or(u64::MAX, |(place, _)| place);
        for (at, begun) in (0..).zip(&mut self.begun) {
            let before = begun.known.runs;
            begun.known = begun.of_size.drawn();
            // The work on larger sizes so far depends on the number of threads.
            if at <= last {
                self.used += begun.known.runs - before;
                let worked = begun.of_size.work();
                self.work = self.work.saturating_sub(worked - begun.worked);
                begun.worked = worked;
            }
            begun.tally.add(done.counts.by_size.remove(&begun.known.size).unwrap_or_default());
        }
        UndecidedInput::keep(unknown, done.counts.unknown);
        let own: u64 = self.claims().map(|claim| claim.tally.ran).sum();
        let at = At { stream: Stream::Draws, tests: before + own, is_smallest: false };
        runner.collector.add(done.gathered, false, |_| Ok(at))
    }

    /// Returns what this part has drawn.
    fn claims(&self) -> impl Iterator<Item = Claim> {
        let own = self.begun.iter().filter(|place| place.is_own);
        let own = own.filter(|place| place.known.runs > 0 || place.known.ended != DrawEnding::No);
        own.map(|place| place.known.claim(place.tally.clone()))
    }
}
