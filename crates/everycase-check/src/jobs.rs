//! The jobs of a check that run complete inputs: all of a size, all orders of numbers in structures of a size, uniform draws,
//! draws by structure, and given inputs.
//!
//! Each job is a sequence of inputs with positions in the order of the whole run. A part of the run, and within it a thread,
//! runs its own positions. The position alone determines the input.

mod draws;
mod each;
mod given;
mod ordered;
mod structures;
mod walk;

pub use self::draws::{Draws, Turn};
pub use self::each::{Each, Inputs, Within};
pub use self::given::Given;
pub use self::ordered::{Ordered, Total};
pub use self::structures::{Source, Structures, Weighted};
pub use self::walk::Walk;

#[cfg(test)]
mod tests;
