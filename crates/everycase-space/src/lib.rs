//! The kernel of everycase: a value is a derivation in a sized grammar, and one grammar is counted, indexed,
//! enumerated, sampled and shrunk.
#![doc = ""]
//! It knows nothing of what Rust types mean, of files or of terminals.

mod codec;
mod combinators;
mod count;
mod derivation;
mod derivations;
mod descent;
mod encode;
mod enumerate;
mod error;
mod fingerprint;
mod finite;
mod grammar;
mod index;
mod key;
mod limbs;
mod options;
mod range;
mod sample;
mod shape;
mod shrink;
mod space;
pub mod values;
mod walk;

pub use codec::Codec;
pub use combinators::Product;
pub use derivation::{At, Derivation};
pub use derivations::{Derivations, Uniform};
pub use encode::Encoder;
pub use error::{EncodeError, SpaceError};
pub use key::Key;
pub use num_bigint::BigUint;
pub use rand_core::{Rng, SeedableRng};
pub use rand_xoshiro::Xoshiro256PlusPlus as Random;
pub use range::Range;
pub use shape::{Alternative, Shape};
pub use space::{Cursor, Sampler, Space, Values};
pub use walk::Walk;
