//! The inputs that a run has covered, exactly, as a list of claims.
//!
//! A claim tells how many inputs of one stream and size were run. The claims of the parts of a run
//! add up to the claims of the whole, claim by claim. Every statement about a run is read off the
//! list.

use num_bigint::BigUint;

use crate::claims::demand::{Demand, DemandVerdict};
use crate::claims::stats::Stats;
use crate::claims::stream::Stream;
use crate::settings::shard::Shard;

mod claim;
pub mod demand;
mod draws;
pub mod stats;
pub mod stream;
pub mod tables;

pub use claim::{Claim, Claims, Extent, Tally};
pub use draws::{DrawEnding, SizeDraws};

/// What a run has covered.
#[derive(Debug, Clone, PartialEq)]
pub struct Coverage {
    /// The part of the run; the numbers below are of this part unless noted otherwise.
    pub shard: Shard,
    /// What the inputs are, if they are not all values of their types.
    pub domain: Domain,
    /// Whether inputs were decided on demand. Then each run stands for an equivalence class of
    /// inputs, and the numbers count runs.
    pub lazily: bool,
    /// Whether generators made the inputs that were drawn, so that their sizes are the bits of
    /// their numbers.
    pub draws_itself: bool,
    /// The largest size of an input, if there is one and it is known.
    pub largest: Option<u32>,
    /// Whether the run lacks inputs that exist, so that it never covers all of them.
    pub is_open: bool,
    /// How many inputs of which stream and size were run.
    pub claims: Claims,
}

/// What the inputs of a run are, where claims about all of them would otherwise say too much.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Domain {
    /// What gives all of them: generators and a verb, such as "`g ()` gives".
    pub given_by: Option<String>,
    /// How large their numbers are, such as "integers of up to 127 bits".
    pub numbers: Option<String>,
}

/// All inputs up to a size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExhaustiveRange {
    /// The largest size covered.
    pub through: u32,
    /// The number of inputs up to it, in the whole run.
    pub count: BigUint,
    /// The number of them that this part has run; for inputs decided on demand, the number of runs.
    pub done: u64,
    /// Those among them that were undecided.
    pub undecided: u64,
    /// Whether no larger inputs exist.
    pub finite: bool,
    /// Whether nothing was left out because of its size, so that every larger input is in an
    /// equivalence class that was run.
    pub of_any_size: bool,
    /// Whether the parts of the run divide these inputs.
    pub is_divided: bool,
}

/// The size at which a search stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoppedAt {
    /// The size.
    pub size: u32,
    /// The number of its inputs that were run; for inputs decided on demand, the number of runs up
    /// to this size.
    pub done: u64,
    /// The number of its inputs in this part; for inputs decided on demand, the number of inputs up
    /// to this size.
    pub of: BigUint,
}

impl Coverage {
    /// Returns the coverage of a part that has run nothing.
    pub fn none(shard: Shard) -> Coverage {
        Coverage {
            shard,
            domain: Domain::default(),
            lazily: false,
            draws_itself: false,
            largest: None,
            is_open: false,
            claims: Claims::default(),
        }
    }

    /// Returns the same coverage with these claims.
    #[must_use]
    pub fn with(mut self, claims: impl IntoIterator<Item = Claim>) -> Coverage {
        claims.into_iter().for_each(|claim| self.claims.add(claim));
        self
    }

    /// Returns the claims about a stream.
    pub fn of(&self, stream: Stream) -> impl DoubleEndedIterator<Item = &Claim> {
        self.claims.iter().filter(move |claim| claim.stream == stream)
    }

    /// Adds what another part of the run has covered.
    pub(crate) fn merge(&mut self, other: &Coverage) {
        self.largest = self.largest.or(other.largest);
        self.is_open |= other.is_open;
        other.claims.iter().for_each(|claim| self.claims.merge(claim.clone()));
    }

    /// Returns the claims about sizes that are completely searched.
    fn finished(&self) -> impl DoubleEndedIterator<Item = &Claim> {
        // Up to the first size that is not; up to a bound there are all smaller sizes, too.
        let is_open = |claim: &&Claim| !self.lazily && !claim.is_finished(self.shard);
        let until = self.of(Stream::Search).find(is_open).map_or(u32::MAX, |claim| claim.size);
        let searched = self.of(Stream::Search);
        searched.filter(move |claim| claim.size < until && claim.is_finished(self.shard))
    }

    /// Returns which sizes were covered completely; by all parts together, if it is of one.
    pub fn exhausted(&self) -> Option<ExhaustiveRange> {
        let last = self.finished().next_back()?;
        let through = match self.stopped().filter(|_| !self.lazily) {
            // Sizes without inputs are not listed.
            Some(stopped) => stopped.size - 1,
            None => last.size,
        };
        let finite = !self.is_open && self.largest.is_some_and(|largest| through >= largest);
        Some(match &last.extent {
            Extent::UpTo { of, of_any_size, .. } => ExhaustiveRange {
                through,
                count: of.clone(),
                done: last.tally.ran,
                undecided: last.tally.undecided,
                finite,
                of_any_size: !self.is_open && *of_any_size,
                is_divided: self.is_divided(),
            },
            _ => ExhaustiveRange {
                through,
                count: self.finished().filter_map(Claim::of).sum(),
                done: self.finished().map(|claim| claim.tally.ran).sum(),
                undecided: self.finished().map(|claim| claim.tally.undecided).sum(),
                finite,
                of_any_size: false,
                is_divided: self.is_divided(),
            },
        })
    }

    fn stopped(&self) -> Option<&Claim> {
        let last = self.finished().next_back().map(|claim| claim.size);
        self.of(Stream::Search).find(|claim| last.is_none_or(|last| claim.size > last))
    }

    /// Returns the first size that was not covered completely, if it was begun.
    pub fn stopped_at(&self) -> Option<StoppedAt> {
        let stopped = self.stopped()?;
        let of = match &stopped.extent {
            Extent::Size { of } => claim::share(self.shard, of),
            _ => stopped.of().cloned()?,
        };
        Some(StoppedAt { size: stopped.size, done: stopped.tally.ran, of })
    }

    /// Returns the number of inputs of sizes beyond the one at which the search stopped: not all
    /// parts have reached it.
    pub fn beyond(&self) -> u64 {
        let stopped = self.stopped().filter(|_| !self.lazily).map_or(u32::MAX, |claim| claim.size);
        self.of(Stream::Search).filter(|claim| claim.size > stopped).map(|claim| claim.tally.ran).sum()
    }

    /// Returns the claim about a stream that is stated as one.
    pub fn one(&self, stream: Stream) -> Option<&Claim> {
        self.of(stream).next_back().filter(|claim| claim.tally.ran > 0)
    }

    /// Returns the number of inputs of a stream.
    pub fn ran(&self, stream: Stream) -> u64 {
        self.of(stream).map(|claim| claim.tally.ran).sum()
    }

    /// Returns the number of undecided inputs of a stream.
    pub fn undecided_of(&self, stream: Stream) -> u64 {
        self.of(stream).map(|claim| claim.tally.undecided).sum()
    }

    /// Returns the draws without an assumption, by ascending size.
    pub fn samples(&self) -> impl DoubleEndedIterator<Item = &Claim> + Clone {
        let samples = self.claims.iter().filter(|claim| claim.stream == Stream::Draws);
        samples.filter(|claim| claim.extent == Extent::Uncounted)
    }

    /// Returns the draws under an assumption, by ascending size.
    pub fn drawn(&self) -> Vec<SizeDraws> {
        self.of(Stream::Draws).filter_map(SizeDraws::of).collect()
    }

    /// Returns whether the statement about the run counts a claim: searches that a larger bound has
    /// repeated count once.
    fn is_stated(&self, claim: &Claim) -> bool {
        let is_repeated = matches!(claim.extent, Extent::UpTo { .. }) && {
            let last = self.finished().next_back().map(|last| last.size);
            let stopped = self.stopped().map(|stopped| stopped.size);
            Some(claim.size) != last && Some(claim.size) != stopped
        };
        !is_repeated
    }

    fn stated_claims(&self) -> impl Iterator<Item = &Claim> {
        self.claims.iter().filter(|claim| self.is_stated(claim))
    }

    /// Returns the number of inputs, or of runs.
    pub fn inputs(&self) -> u64 {
        self.claims.iter().map(|claim| claim.tally.ran).sum()
    }

    /// Returns how many of them were discarded.
    pub fn discards(&self) -> u64 {
        self.claims.iter().map(|claim| claim.tally.discarded).sum()
    }

    /// Returns how many of them were undecided.
    pub fn undecided(&self) -> u64 {
        self.claims.iter().map(|claim| claim.tally.undecided).sum()
    }

    /// Returns the counts that the statement is about. Classes of inputs that several searches ran
    /// count once.
    pub fn stated(&self) -> CaseCounts {
        let mut stated = CaseCounts::default();
        for Claim { tally, .. } in self.stated_claims() {
            stated.ran += tally.ran;
            stated.discarded += tally.discarded;
            stated.undecided += tally.undecided;
        }
        stated
    }

    /// Returns the labels of the inputs, each counted once.
    pub fn stats(&self) -> Stats {
        let mut stats = Stats::default();
        self.labelled_claims().for_each(|claim| stats.merge(claim.tally.stats.clone()));
        stats
    }

    /// Returns the claims whose labels count.
    fn labelled_claims(&self) -> impl Iterator<Item = &Claim> {
        let is_exhausted = self.lazily && self.finished().next().is_some();
        // The inputs of the bound before have been counted.
        let stopped = self.stopped().filter(|_| is_exhausted).map(|claim| claim.size);
        let is_again = move |claim: &&Claim| claim.stream == Stream::Search && Some(claim.size) == stopped;
        self.stated_claims().filter(move |claim| !is_again(claim))
    }

    /// Returns the labels of the inputs that every part of the run counts.
    #[inline]
    pub fn common_stats(&self) -> Stats {
        let mut stats = Stats::default();
        for claim in self.labelled_claims().filter(|claim| claim.is_of_all_parts()) {
            stats.merge(claim.tally.stats.clone());
        }
        stats
    }

    /// Returns whether every input was run, by all parts together.
    pub fn is_complete(&self) -> bool {
        self.exhausted().is_some_and(|all| (all.finite || all.of_any_size) && all.undecided == 0)
    }

    /// Returns whether all inputs of smaller sizes than this were run, by all parts together if it
    /// is of one.
    #[inline]
    pub fn has_below(&self, size: u32) -> bool {
        let has =
            |all: ExhaustiveRange| all.finite || all.of_any_size || all.through.saturating_add(1) >= size;
        size == 0 || self.exhausted().is_some_and(has)
    }

    /// Returns whether, moreover, none of these and no other input was undecided.
    pub fn has_verdicts_below(&self, size: u32) -> bool {
        self.undecided() == 0 && self.has_below(size)
    }

    /// Returns whether the parts of a run divide the exhaustive search.
    pub fn is_divided(&self) -> bool {
        !self.lazily && !self.shard.is_whole()
    }

    /// Returns the shares that are demanded and whether the inputs reach them; none if they cannot
    /// tell.
    pub fn demands(&self) -> Vec<Demand> {
        if self.tells_shares() { self.stats().demands(self.is_complete()) } else { Vec::new() }
    }

    /// Returns the demanded shares that are missed.
    pub fn missed(&self) -> Vec<Demand> {
        let mut demands = self.demands();
        demands.retain(|demand| demand.verdict == DemandVerdict::Missed);
        demands
    }

    /// Returns whether it can show that a share of inputs is missed. The inputs of one part are not
    /// a random sample, so only the whole run can, or a part that has run all inputs.
    pub fn tells_shares(&self) -> bool {
        self.shard.is_whole() || !self.is_divided() && self.is_complete()
    }
}

/// Counts of different inputs, or of different runs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CaseCounts {
    /// All of them.
    pub ran: u64,
    /// Those that were discarded.
    pub discarded: u64,
    /// Those that were undecided.
    pub undecided: u64,
}
