//! The draws of one size: which rank comes next, uniformly or with backtracking (Paper III, sections 4 and 5).

use rand_core::Rng;

use super::Partial;
use super::rank_below;

/// Which rank is drawn next.
///
/// Each draw is begun by [`begin`](Self::begin); after the run it is either [`refute`](Self::refute)d or
/// [`accept`](Self::accept)ed.
#[derive(Clone, Debug)]
pub struct Drawing {
    skips: u128,
    /// The rank at hand; after a refutation, where to go on.
    rank: Option<u128>,
    skipped: u128,
}

impl Drawing {
    /// Draws that backtrack as long as they have not skipped more than so many derivations: none that satisfies the
    /// predicate is then more than `skips + 1` times as likely as another. With 0 all are equally likely.
    pub fn new(skips: u128) -> Self {
        Self { skips, rank: None, skipped: 0 }
    }

    /// Begins the next draw of a run that [`begin_draws`](Partial::begin_draws) has begun; false when there is nothing
    /// left that is not refuted.
    pub fn begin<R: Rng + ?Sized>(&mut self, run: &mut Partial, rng: &mut R) -> bool {
        let alive = run.alive();
        if alive == 0 {
            return false;
        }
        // Ranks are in a circle: after the last one comes the first.
        let rank = match self.rank {
            Some(rank) if self.skipped <= self.skips => {
                if rank < alive {
                    rank
                } else {
                    0
                }
            }
            _ => {
                self.skipped = 0;
                rank_below(alive, rng)
            }
        };
        self.rank = Some(rank);
        run.draw(rank);
        true
    }

    /// Begins the draw at hand again.
    pub fn repeat(&self, run: &mut Partial) {
        run.draw(self.rank.unwrap_or(0));
    }

    /// The predicate fails for the draw at hand, and so for all derivations that look the same to it.
    pub fn refute(&mut self, run: &mut Partial) {
        let (class, within) = run.class();
        run.refute();
        // What followed the class now follows what was before it.
        self.rank = self.rank.map(|rank| rank - within);
        self.skipped = self.skipped.saturating_add(class - within);
    }

    /// The predicate holds for the draw at hand: the next one is independent of it.
    pub fn accept(&mut self) {
        self.rank = None;
    }
}
