//! The jobs of a check that run complete inputs: all of a size, uniform draws, draws by structure,
//! and given inputs.
//!
//! Each job is a sequence of inputs with positions in the order of the whole run. A part of the
//! run, and within it a thread, runs its own positions. The position alone determines the input.

mod complete;
mod confirm;
mod draws;
mod input_list;
mod structures;
mod walk;
mod work;

pub use self::complete::{Each, Inputs};
pub use self::draws::{Draws, Turn};
pub use self::input_list::InputList;
pub use self::structures::{LargeTimes, SizeWeights, Spaces, Structures};
pub use self::walk::Walk;
pub(crate) use self::work::{Case, Cases, work};

use everycase_kernel::{Derivation, Derivations, SpaceError};

/// Returns an input as a derivation of the space of all inputs, if it is of a companion of it.
pub(crate) fn exact(derivations: &Derivations, input: Derivation) -> Result<Derivation, SpaceError> {
    match derivations.exact() {
        Some(all) => all.parse(&input.words()),
        None => Ok(input),
    }
}

#[cfg(test)]
mod tests;
