//! The kernel of everycase: a value is a derivation in a sized grammar, and one grammar is counted, indexed, walked,
//! sampled and shrunk.
//!
//! It knows nothing of what Rust types mean, of files or of terminals. It holds no big table of values: everything but
//! [walking](Space::of_size) a size takes time in the size of a value, not in the number of values.
//!
//! # Shapes
//!
//! A [`Shape`] is an untyped grammar, built by the operations of sized functors: sums of products, ranges, names for
//! recursion, and [`Shape::pay`], which makes values larger. [`Derivations`] are a shape with its counts. A [`Codec`]
//! turns derivations into values of some type; shape and codec together are a [`Space`].
//!
//! ```
//! use everycase_kernel::{BigUint, Key, Product, Space};
//!
//! struct Lists;
//!
//! /// Lists of digits; each digit and the end of the list make a value larger by 1.
//! fn lists() -> Space<Vec<u8>> {
//!     Space::named(Key::of::<Lists>(), || {
//!         let end = Space::just(Vec::new());
//!         let longer = (Space::one_of(0..10u8), lists()).product().map(|(digit, mut list)| {
//!             list.push(digit);
//!             list
//!         });
//!         end.union(longer).pay(1)
//!     })
//! }
//!
//! let lists = lists();
//! assert_eq!(lists.count(4)?, BigUint::from(1_000u32));
//! assert_eq!(lists.of_size(4)?.nth(123), Some(vec![3, 2, 1]));
//! // The value at position 10^50 of all, found without looking at those before it.
//! assert_eq!(lists.index(&BigUint::from(10u32).pow(50))?.len(), 50);
//! # Ok::<(), everycase_kernel::SpaceError>(())
//! ```
//!
//! # Errors
//!
//! A recursion that does not pay would put infinitely many values into one size. It is found when the shape is expanded
//! and reported by name ([`SpaceError::UnpaidCycle`]), which is why nearly everything returns a `Result`.

#![forbid(unsafe_code)]

mod automaton;
mod block;
mod codec;
mod combinators;
mod count;
mod derivation;
mod derivations;
mod domain;
mod encode;
mod enumerate;
mod error;
mod fingerprint;
mod finite;
pub mod function;
mod grammar;
mod index;
mod key;
pub mod lazy;
mod limbs;
pub mod maps;
mod range;
mod sample;
pub mod sets;
mod shape;
mod shrink;
mod smallest;
mod source;
mod space;
mod trie;
mod until;
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
pub use source::{Name, Private, Source};
pub use space::{Cursor, Sampler, Space, Values};
pub use until::Until;
pub use walk::Walk;
