//! Work for one thread: inputs in some order, each with its position in the order of the whole run.

use std::sync::Arc;

use everycase_kernel::{BigUint, Derivation, Derivations, Random, SeedableRng, SpaceError, Uniform};

use crate::seed::Seed;
use crate::shard::Shard;

/// Inputs to run.
#[derive(Clone)]
pub(crate) enum Work {
    /// The inputs of a size, by index: those below `until` that are this part's.
    /// `ended` says whether the property has come to an end on every smaller input.
    Walk { derivations: Derivations, size: u32, part: Shard, until: u64, ended: bool },
    /// Uniform draws. Draw `i` of the whole run is of size `sizes[i % sizes.len()]`, and parts are given whole rounds
    /// of sizes, so that each part sees them all.
    Draws { derivations: Derivations, sizes: Arc<[u32]>, part: Shard, until: u64, seed: Seed },
    /// These inputs, in this order.
    Given(Arc<[Derivation]>),
}

/// Which input a thread is at: cheap to note for every case, and enough to find the input again.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Case {
    Index {
        size: u32,
        index: u64,
    },
    Draw {
        size: u32,
        seed: Seed,
    },
    Given(usize),
    /// An input up to a size that is decided as it is looked at: what has been decided is on the thread's trail.
    Lazy {
        size: u32,
    },
}

/// The space of all inputs, where the inputs at hand are derivations of another space with other sizes: boundary values cost
/// next to nothing in their own.
#[derive(Clone)]
pub(crate) struct Within {
    pub(crate) derivations: Derivations,
    /// The largest size in the space of all inputs, if it is bounded.
    pub(crate) size: Option<u32>,
}

impl Within {
    /// Returns whether an input is within the bound.
    pub(crate) fn has(&self, input: &Derivation) -> Result<bool, SpaceError> {
        let Some(size) = self.size else { return Ok(true) };
        Ok(self.in_all(input)?.size() <= size)
    }

    /// Returns the same input as a derivation of the space of all inputs.
    pub(crate) fn in_all(&self, input: &Derivation) -> Result<Derivation, SpaceError> {
        self.derivations.parse(&input.words())
    }
}

impl Case {
    /// The size that bounds the input, where it is known.
    pub(crate) fn size(self) -> u32 {
        match self {
            Case::Index { size, .. } | Case::Draw { size, .. } | Case::Lazy { size } => size,
            Case::Given(_) => 0,
        }
    }
}

impl Work {
    /// Calls `run` with the position, size, name and derivation of each input until it says `false`.
    pub(crate) fn each(
        &self,
        mut run: impl FnMut(u64, u32, Case, &Derivation) -> bool,
    ) -> Result<(), SpaceError> {
        match self {
            Work::Walk { derivations, size, part, until, .. } => {
                let (offset, step) = (u128::from(part.index()), u128::from(part.of()));
                let mut walk = derivations.of_size(*size)?.striped(offset, step);
                let positions = (0..).map_while(|n| part.position(n)).take_while(|position| position < until);
                for index in positions {
                    let Some(input) = walk.next() else { break };
                    if !run(index, *size, Case::Index { size: *size, index }, input) {
                        break;
                    }
                }
            }
            Work::Draws { derivations, sizes, part, until, seed } => {
                let mut uniform = derivations.uniform()?;
                let rounds = (0..).map_while(|n| part.position(n));
                'rounds: for round in rounds {
                    for (place, &size) in (0u64..).zip(sizes.iter()) {
                        let position = round.saturating_mul(sizes.len() as u64).saturating_add(place);
                        if position >= *until {
                            break 'rounds;
                        }
                        let case = Case::Draw { size, seed: seed.child(u64::from(size)).child(round) };
                        if !run(position, size, case, draw(&mut uniform, case)?) {
                            break 'rounds;
                        }
                    }
                }
            }
            Work::Given(inputs) => {
                for (place, input) in inputs.iter().enumerate() {
                    if !run(place as u64, input.size(), Case::Given(place), input) {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// How many inputs there are up to a position, that one included, within a bound.
    pub(crate) fn count_until(&self, last: u64, within: Option<&Within>) -> Result<u64, SpaceError> {
        match (self, within.filter(|within| within.size.is_some())) {
            (Work::Walk { part, .. }, None) => Ok(part.share(last.saturating_add(1))),
            (Work::Draws { part, sizes, .. }, None) => {
                let sizes = sizes.len() as u64;
                Ok(part.share(last / sizes) * sizes + last % sizes + 1)
            }
            (Work::Given(_), None) => Ok(last.saturating_add(1)),
            (_, Some(within)) => {
                let mut count = 0;
                let mut problem = None;
                self.each(|position, _, _, input| {
                    match within.has(input) {
                        Ok(has) => count += u64::from(has && position <= last),
                        Err(error) => problem = Some(error),
                    }
                    position < last && problem.is_none()
                })?;
                problem.map_or(Ok(count), Err)
            }
        }
    }

    /// Has the property come to an end on every input that is smaller than those of this work?
    pub(crate) fn all_smaller_ended(&self) -> bool {
        matches!(self, Work::Walk { ended: true, .. })
    }

    /// The input of a case of this work.
    pub(crate) fn input(&self, case: &Case) -> Result<Derivation, SpaceError> {
        match (self, *case) {
            (Work::Given(inputs), Case::Given(place)) => {
                inputs.get(place).cloned().ok_or(SpaceError::Empty { size: 0 })
            }
            (
                Work::Walk { derivations, .. } | Work::Draws { derivations, .. },
                Case::Index { size, index },
            ) => derivations.index_of_size(size, &BigUint::from(index)),
            (Work::Walk { derivations, .. } | Work::Draws { derivations, .. }, Case::Draw { .. }) => {
                draw(&mut derivations.uniform()?, *case).cloned()
            }
            // No work names a case of another kind.
            (_, case) => Err(SpaceError::Empty { size: case.size() }),
        }
    }
}

fn draw(uniform: &mut Uniform, case: Case) -> Result<&Derivation, SpaceError> {
    match case {
        Case::Draw { size, seed } => uniform.of_size(size, &mut Random::seed_from_u64(seed.0)),
        case => Err(SpaceError::Empty { size: case.size() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::lists;
    use std::num::NonZeroU64;

    fn inputs(work: &Work) -> Vec<(u64, Vec<u64>)> {
        let mut seen = Vec::new();
        let all = work.each(|position, size, case, input| {
            assert_eq!(input.size(), size);
            assert_eq!(work.input(&case).unwrap(), *input, "a case names its input");
            seen.push((position, input.words()));
            true
        });
        all.unwrap();
        seen
    }

    fn union(part: impl Fn(Shard) -> Work, of: u64, jobs: u64) -> Vec<(u64, Vec<u64>)> {
        let mut all: Vec<_> = (0..of)
            .flat_map(|k| (0..jobs).map(move |j| (k, j)))
            .flat_map(|(k, j)| {
                let shard = Shard::new(k, of).unwrap().split(j, NonZeroU64::new(jobs).unwrap()).unwrap();
                inputs(&part(shard))
            })
            .collect();
        all.sort();
        all
    }

    #[test]
    fn all_parts_of_a_walk_are_the_walk() {
        let walk = |part| Work::Walk { derivations: lists(), size: 7, part, until: 50, ended: false };
        let whole = inputs(&walk(Shard::WHOLE));
        assert_eq!(whole.len(), 50);
        for (of, jobs) in [(1, 3), (2, 1), (3, 2), (7, 1)] {
            assert_eq!(union(walk, of, jobs), whole);
        }
    }

    #[test]
    fn all_parts_of_a_sampling_are_the_sampling() {
        let sizes: Arc<[u32]> = [5, 6, 8, 30].into();
        let draws = |part| Work::Draws {
            derivations: lists(),
            sizes: Arc::clone(&sizes),
            part,
            until: 50,
            seed: Seed(7),
        };
        let whole = inputs(&draws(Shard::WHOLE));
        assert_eq!(whole.len(), 50);
        for (of, jobs) in [(1, 3), (2, 1), (3, 2), (4, 1)] {
            assert_eq!(union(draws, of, jobs), whole);
        }
    }

    #[test]
    fn given_inputs_come_in_their_order() {
        let given: Arc<[Derivation]> = [7u64, 3].map(|n| lists().index(&n.into()).unwrap()).into();
        let seen = inputs(&Work::Given(Arc::clone(&given)));
        assert_eq!(seen, [(0, given[0].words()), (1, given[1].words())]);
    }
}
