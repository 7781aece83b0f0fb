//! Draws of some sizes: uniform ones, or those that choices of generators make.

use std::sync::Arc;

use everycase_kernel::lazy::{Place, Sequence};
use everycase_kernel::{Derivation, Derivations, Random, SeedableRng, SpaceError, Uniform};

use super::complete::Inputs;
use super::exact;
use crate::run::verdict::DrawChoices;
use crate::settings::seed::Seed;
use crate::settings::shard::Shard;

/// A size in a round of draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// The size.
    pub size: u32,
    /// How often the round has had this size before.
    pub nth: u32,
}

/// Draws. Draw `i` of the whole run is of the size of `round[i % round.len()]`. Parts get whole
/// rounds, so that each part draws from all sizes.
#[derive(Clone)]
pub struct Draws {
    /// The space.
    pub derivations: Derivations,
    /// A round, with at least one draw.
    pub round: Arc<[Turn]>,
    /// The part.
    pub part: Shard,
    /// The first position.
    pub from: u64,
    /// The end of the positions.
    pub until: u64,
    /// The seed of the draws.
    pub seed: Seed,
    /// What draws, if not uniformly: choices of generators.
    pub choices: Option<Arc<dyn DrawChoices>>,
}

/// The number of draws of the smallest size in a round.
const MOST: u32 = 4;

impl Draws {
    /// Returns a round in which these sizes, in ascending order, take about as much time each: a
    /// draw takes time in proportion to its size.
    pub fn round(sizes: &[u32]) -> Arc<[Turn]> {
        let smallest = sizes.first().map_or(1, |size| (*size).max(1));
        let draws =
            |size: u32| (smallest.saturating_mul(MOST).saturating_add(size / 2) / size.max(1)).clamp(1, MOST);
        let having = |nth| sizes.iter().copied().filter(move |&size| draws(size) > nth);
        (0..MOST).flat_map(|nth| having(nth).map(move |size| Turn { size, nth })).collect()
    }

    /// Returns the round of a position, and its place there.
    fn place(&self, position: u64) -> (u64, u64) {
        let turns = (self.round.len() as u64).max(1);
        (position / turns, position % turns)
    }

    /// Returns the number of positions of this part before one.
    fn before(&self, position: u64) -> u64 {
        let (round, place) = self.place(position);
        self.part.share(round) * self.round.len() as u64 + if self.part.owns(round) { place } else { 0 }
    }

    /// Returns the random numbers for a turn of a round.
    fn rng(&self, turn: Turn, round: u64) -> Random {
        let of_turn = self.seed.child(u64::from(turn.nth) << 32 | u64::from(turn.size));
        Random::seed_from_u64(of_turn.child(round).0)
    }

    /// Has the property's generators draw an input.
    fn chosen(&self, turn: Turn, round: u64) -> Option<Derivation> {
        self.choices.as_ref()?.draw(turn.size, &mut self.rng(turn, round))
    }
}

impl Inputs for Draws {
    fn sequence(&self) -> Result<Box<dyn Sequence>, SpaceError> {
        let uniform = self.derivations.uniform()?;
        let (round, place) = self.place(self.from);
        let (nth, place) = (self.part.share(round), if self.part.owns(round) { place } else { 0 });
        Ok(Box::new(Turns { draws: self.clone(), uniform, chosen: None, nth, place: place as usize }))
    }

    fn input(&self, position: u64) -> Result<Derivation, SpaceError> {
        let (round, place) = self.place(position);
        let turn = self.round[place as usize];
        if let Some(input) = self.chosen(turn, round) {
            return Ok(input);
        }
        let input = self.derivations.uniform()?.of_size(turn.size, &mut self.rng(turn, round))?.clone();
        exact(&self.derivations, input)
    }

    fn up_to(&self, position: u64) -> u64 {
        self.before(position.saturating_add(1)) - self.before(self.from)
    }
}

/// The draws of a part.
struct Turns {
    draws: Draws,
    uniform: Uniform,
    /// The last input that choices have made.
    chosen: Option<Derivation>,
    /// The number of the part's rounds before this one, and the place in the round.
    nth: u64,
    place: usize,
}

impl Sequence for Turns {
    fn advance(&mut self) -> Result<Option<Place>, SpaceError> {
        let Turns { draws, uniform, chosen, nth, place } = self;
        loop {
            let Some(round) = draws.part.position(*nth) else { return Ok(None) };
            let Some(&turn) = draws.round.get(*place) else {
                if draws.round.is_empty() {
                    return Ok(None);
                }
                (*nth, *place) = (*nth + 1, 0);
                continue;
            };
            let position = round.saturating_mul(draws.round.len() as u64).saturating_add(*place as u64);
            if position >= draws.until {
                return Ok(None);
            }
            *place += 1;
            if draws.choices.is_some() {
                *chosen = draws.chosen(turn, round);
                if chosen.is_none() {
                    // It finds none that has few choices.
                    continue;
                }
            } else {
                uniform.of_size(turn.size, &mut draws.rng(turn, round))?;
            }
            return Ok(Some(Place { position, size: turn.size }));
        }
    }

    fn current(&self) -> Option<&Derivation> {
        self.chosen.as_ref().or_else(|| self.uniform.current())
    }

    fn exact(&self) -> Option<&Derivations> {
        self.draws.derivations.exact()
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
