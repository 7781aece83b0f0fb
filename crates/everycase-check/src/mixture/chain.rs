//! Chains: structures that nest deeply.
//!
//! Uniform structures are shallow, most of all where each node holds texts or lists. A chain puts
//! parts of several structures below each other, each through one position, so its depth is drawn
//! instead of left to chance.

use everycase_kernel::template::{Link, Nest, Template};
use everycase_kernel::{Rng, SpaceError};

use super::{below, one_of};

/// The levels of most chains: at least, and this many more at most.
const LEAST: usize = 4;
const MORE: usize = 8;

/// The inverse of the share of chains with any number of levels.
const LONG: usize = 16;

/// The sizes of a chain.
#[derive(Clone, Copy)]
pub struct ChainSizes {
    /// The size of the structure that it is put into, and of those that its parts are taken from.
    pub of: u32,
    /// The largest size of the whole.
    pub most: u32,
    /// The largest number of levels.
    pub levels: usize,
    /// Whether the whole is to be as large as it may be.
    pub is_large: bool,
}

/// The number of parts that are taken from one structure.
const PARTS: usize = 16;

/// The number of structures without a part that fits, after which the chain ends.
const IDLE: u32 = 8;

/// Draws a structure, and puts a chain into it if it has a position that nests. One chain of 16
/// has any number of levels, each magnitude as likely; the others have few, unless they are to be
/// large.
///
/// # Errors
/// [`SpaceError::Empty`] if no structure has this size.
pub(super) fn draw<R: Rng + ?Sized>(
    template: &mut Template,
    sizes: ChainSizes,
    rng: &mut R,
) -> Result<(), SpaceError> {
    let ChainSizes { of, most, levels, is_large } = sizes;
    template.draw(of, rng)?;
    let nests = template.nests();
    // Each kind of position is as likely.
    let mut kinds: Vec<u32> = nests.iter().map(|nest| nest.kind()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let kind = one_of(&kinds, rng).copied();
    let nests: Vec<Nest> = nests.into_iter().filter(|nest| Some(nest.kind()) == kind).collect();
    let Some(mut chain) = one_of(&nests, rng).and_then(|&nest| template.chain(nest)) else {
        return Ok(());
    };
    let wanted = if is_large {
        levels
    } else if below(LONG, rng) == 0 {
        let magnitude = below(levels.max(1).ilog2() as usize + 1, rng);
        (1 << magnitude) + below(1 << magnitude, rng)
    } else {
        LEAST + below(MORE + 1, rng)
    };
    let mut left = wanted.min(levels);
    let mut idle = 0;
    while left > 0 && idle < IDLE {
        let links: Vec<Link> = chain.draw(of, rng)?.collect();
        idle += 1;
        for _ in 0..PARTS {
            let number = below(links.len(), rng);
            let Some(link) = links.get(number) else { break };
            if (1..=left).contains(&link.nesting) && chain.size().saturating_add(link.size) <= most {
                chain.append(number);
                (left, idle) = (left - link.nesting, 0);
            }
        }
    }
    Ok(())
}
