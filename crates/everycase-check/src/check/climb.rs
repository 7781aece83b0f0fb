//! The depth to which inputs may nest, found by climbing until the stack overflows.
//!
//! A child runs code on ever deeper inputs, each noted in its journal, and its parent counts those
//! that returned. The limit is a fraction of the depth that the code can bear: a property has
//! frames of its own. The child's stack is a part of an ordinary one, and so are the depths: each
//! level takes the same, and what comes before the first level makes the limit smaller.

use std::sync::Arc;

use everycase_kernel::{BigUint, Derivation, Derivations, Random, SeedableRng, SpaceError, Until};

use crate::claims::stats::Labels;
use crate::control::stack::Stack;
use crate::mixture::{ChainSizes, Mixture};
use crate::run::error::CheckError;
use crate::run::jobs::exact;
use crate::run::verdict::{Subject, replay};

/// The least limit that is tried, in levels.
const LEAST: usize = 8;

/// The greatest limit, in levels.
pub const MOST: usize = 10_000;

/// The limit where no input nests deeply.
const FLAT: usize = 64;

/// The limit is this fraction of the depth at which the code still runs.
const FRACTION: usize = 4;

/// The stack of the child is this part of an ordinary one, if that is not small.
const PARTS_OF_STACK: usize = 16;
const SMALL: usize = 1 << 20;

/// The number of inputs of each depth.
const EACH: usize = 2;

/// The largest size of an input on an ordinary stack: twice that of the largest ones of a run.
const LARGEST: u32 = 1 << 18;

/// The largest size of a structure that parts of a chain are taken from, if smaller ones nest.
const PARTS: u32 = 48;

/// The sizes that are looked at end here: there may be none that nests.
const MOST_COUNTED: u32 = 1 << 12;

/// The work and the memory of counting these structures.
const WORK: u64 = 5_000_000;
const MEMORY: usize = 64 << 20;

/// The number of draws of an input that nests deeply enough.
const DRAWS: usize = 8;

/// Returns the limits in question, in ascending order.
fn limits() -> impl Iterator<Item = usize> {
    std::iter::successors(Some(LEAST), |limit| Some(2 * limit)).take_while(|&limit| limit < MOST)
}

/// Returns the limit if this number of runs of [`climb`] have returned.
pub fn limit_after(runs: u64) -> usize {
    let borne = usize::try_from(runs).unwrap_or(usize::MAX) / EACH;
    limits().take(borne).last().unwrap_or(LEAST / 2)
}

/// Returns the number of parts of an ordinary stack of which [`climb`] needs one.
#[must_use]
pub fn parts_of_stack() -> usize {
    if Stack::ordinary() < SMALL { 1 } else { PARTS_OF_STACK }
}

/// Runs a subject on ever deeper inputs, on this thread, and returns the limit: unless the stack
/// overflows before. A subject that fails has returned. The stack of this thread is an ordinary
/// one, divided by a number of parts, at most 16.
///
/// # Errors
/// If a recursion of the shape does not pay.
pub fn climb(derivations: &Derivations, subject: &dyn Subject, parts: usize) -> Result<usize, CheckError> {
    let mut deep = DeepInputs::new(derivations, LARGEST / parts as u32)?;
    let mut runs = 0;
    for limit in limits() {
        for _ in 0..EACH {
            match deep.draw(limit * FRACTION / parts)? {
                Draw::Deep(input) => {
                    replay(subject, &input, &mut Labels::default());
                    runs += 1;
                }
                // A run has smaller inputs only.
                Draw::Large => return Ok(MOST),
                Draw::Flat if runs == 0 => return Ok(FLAT),
                Draw::Flat => return Ok(limit_after(runs)),
            }
        }
    }
    Ok(MOST)
}

/// Draws of inputs that nest.
struct DeepInputs {
    structures: Derivations,
    mixture: Mixture,
    /// Sizes of structures that nest.
    sizes: Vec<u32>,
    /// The largest size of an input.
    largest: u32,
    rng: Random,
}

/// A draw of a deep input.
enum Draw {
    Deep(Derivation),
    /// Inputs of the largest size are less deep.
    Large,
    /// Nothing that was drawn nests so deeply.
    Flat,
}

impl DeepInputs {
    fn new(derivations: &Derivations, largest: u32) -> Result<Self, SpaceError> {
        let structures = derivations.listed_structures();
        let counting = structures.until(Until::default().within_work(WORK).within_memory(MEMORY));
        let mut mixture = Mixture::new(&structures, Arc::default())?;
        let mut rng = Random::seed_from_u64(0);
        let mut sizes = Vec::new();
        let mut size = 0;
        while size <= PARTS || sizes.is_empty() && size < MOST_COUNTED {
            match counting.count(size) {
                Ok(count) if count == BigUint::ZERO => {}
                Ok(_) if mixture.nests(size, &mut rng)? => sizes.push(size),
                Ok(_) => {}
                Err(SpaceError::OutOfTime | SpaceError::TooLarge { .. }) => break,
                Err(error) => return Err(error),
            }
            size += 1 + size / PARTS;
        }
        Ok(Self { structures, mixture, sizes, largest, rng })
    }

    /// Draws an input that nests about this deeply.
    fn draw(&mut self, levels: usize) -> Result<Draw, SpaceError> {
        let Self { structures, mixture, sizes, largest, rng } = self;
        let mut drawn = Draw::Flat;
        for _ in 0..DRAWS {
            let number = everycase_kernel::below(sizes.len() as u128, rng) as usize;
            let Some(&of) = sizes.get(number) else { break };
            let sizes = ChainSizes { of, most: *largest, levels, is_large: true };
            let (size, input) = mixture.chain(sizes, rng)?;
            if input.nesting() >= levels {
                let input = input.clone();
                return Ok(Draw::Deep(exact(structures, input)?));
            }
            if size > *largest / 2 {
                drawn = Draw::Large;
            }
        }
        Ok(drawn)
    }
}
