//! Draws of some sizes: uniform ones, or those that a subject makes itself.

use std::sync::Arc;

use everycase_kernel::{Derivation, Derivations, Random, SeedableRng, SpaceError, Uniform};

use super::each::Inputs;
use crate::seed::Seed;
use crate::shard::Shard;
use crate::verdict::Subject;

/// A size in a round of draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// The size.
    pub size: u32,
    /// How often the round has had this size before.
    pub nth: u32,
}

/// Draws. Draw `i` of the whole run is of the size of `round[i % round.len()]`. Parts get whole rounds, so that each part draws from all
/// sizes.
#[derive(Clone)]
pub struct Draws {
    /// The space.
    pub derivations: Derivations,
    /// A round, with at least one draw.
    pub round: Arc<[Turn]>,
    /// The part.
    pub part: Shard,
    /// The end of the positions.
    pub until: u64,
    /// The seed of the draws.
    pub seed: Seed,
    /// What draws, if not uniformly: a subject that [draws itself](crate::verdict::LazySubject::draws_itself).
    pub own: Option<Arc<dyn Subject>>,
}

/// The number of draws of the smallest size in a round.
const MOST: u32 = 4;

impl Draws {
    /// Returns a round in which these sizes, in ascending order, take about as much time each: a draw takes time in proportion to its size.
    pub fn round(sizes: &[u32]) -> Arc<[Turn]> {
        let smallest = sizes.first().map_or(1, |size| (*size).max(1));
        let draws =
            |size: u32| (smallest.saturating_mul(MOST).saturating_add(size / 2) / size.max(1)).clamp(1, MOST);
        let having = |nth| sizes.iter().copied().filter(move |&size| draws(size) > nth);
        (0..MOST).flat_map(|nth| having(nth).map(move |size| Turn { size, nth })).collect()
    }

    /// Returns the random numbers for a turn of a round.
    fn rng(&self, turn: Turn, round: u64) -> Random {
        let of_turn = self.seed.child(u64::from(turn.nth) << 32 | u64::from(turn.size));
        Random::seed_from_u64(of_turn.child(round).0)
    }

    /// Draws an input in a round.
    fn draw<'u>(
        &self,
        uniform: &'u mut Uniform,
        turn: Turn,
        round: u64,
    ) -> Result<&'u Derivation, SpaceError> {
        uniform.of_size(turn.size, &mut self.rng(turn, round))
    }

    /// Has the subject draw an input.
    fn own(&self, turn: Turn, round: u64) -> Option<Derivation> {
        self.own.as_ref()?.lazily()?.draw(turn.size, &mut self.rng(turn, round))
    }
}

impl Inputs for Draws {
    fn each(&self, mut run: impl FnMut(u64, u32, &Derivation) -> bool) -> Result<(), SpaceError> {
        let mut uniform = self.derivations.uniform()?;
        for round in (0..).map_while(|n| self.part.position(n)) {
            for (place, &turn) in (0u64..).zip(self.round.iter()) {
                let position = round.saturating_mul(self.round.len() as u64).saturating_add(place);
                if position >= self.until {
                    return Ok(());
                }
                let goes_on = match (&self.own, self.own(turn, round)) {
                    (Some(_), Some(input)) => run(position, turn.size, &input),
                    // It finds none that has few choices.
                    (Some(_), None) => true,
                    (None, _) => run(position, turn.size, self.draw(&mut uniform, turn, round)?),
                };
                if !goes_on {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn input(&self, position: u64) -> Result<Derivation, SpaceError> {
        let turns = self.round.len() as u64;
        let turn = self.round[(position % turns) as usize];
        if let Some(input) = self.own(turn, position / turns) {
            return Ok(input);
        }
        self.draw(&mut self.derivations.uniform()?, turn, position / turns).cloned()
    }

    fn up_to(&self, position: u64) -> u64 {
        let turns = self.round.len() as u64;
        self.part.share(position / turns) * turns + position % turns + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_divides_the_time_among_all_sizes() {
        let sizes: Vec<u32> = (20..=60).collect();
        let round = Draws::round(&sizes);
        let draws = |size: u32| round.iter().filter(|turn| turn.size == size).count() as u32;
        let times: Vec<u32> = sizes.iter().map(|&size| size * draws(size)).collect();
        assert!(times.iter().all(|time| (50..=110).contains(time)), "{times:?}");
        // All sizes come first, so that a few draws are of as many sizes.
        let first: Vec<u32> = round.iter().take(sizes.len()).map(|turn| turn.size).collect();
        assert_eq!(first, sizes);
        let mut turns: Vec<(u32, u32)> = round.iter().map(|turn| (turn.size, turn.nth)).collect();
        turns.sort_unstable();
        turns.dedup();
        assert_eq!(turns.len(), round.len());
        assert_eq!(Draws::round(&[0]).iter().map(|turn| turn.nth).collect::<Vec<_>>(), [0, 1, 2, 3]);
    }
}
