//! The kernel of everycase: a value is a derivation in a sized grammar, and one grammar is counted,
//! indexed, walked, sampled, searched lazily and shrunk.
//!
//! It is untyped: it knows nothing of Rust types, of pun, of files or of terminals. It holds no
//! large table of values: every operation except [walking](Derivations::of_size) over a size takes
//! time in the size of a value, not in the number of values.
//!
//! # Shapes
//!
//! A [`Shape`] is an untyped grammar, built by the operations of sized functors: sums of products,
//! ranges, names for recursion, and [`Shape::pay`], which makes values larger. [`Derivations`] are
//! a shape with its counts; a [`CostModel`] gives its numbers their sizes. Front ends give
//! derivations a meaning.
//!
//! ```
//! use everycase_kernel::{Alternative, BigUint, Derivations, Key, Range, Shape};
//!
//! struct Lists;
//!
//! /// Lists of bytes; each byte and the end of the list make a derivation larger by 1.
//! fn lists() -> Shape {
//!     Shape::named(Key::of::<Lists>(), || {
//!         let end = Alternative::new("end", []);
//!         let longer = Alternative::new("longer", [Shape::range(Range::of(0, 0)), lists()]);
//!         Shape::choice([end, longer]).pay(1)
//!     })
//! }
//!
//! let lists = Derivations::new(lists());
//! assert_eq!(lists.count(4)?, BigUint::from(1u32));
//! let long = lists.index(&BigUint::from(50u32))?;
//! assert_eq!((long.size(), long.root().alternative()), (51, 1));
//! # Ok::<(), everycase_kernel::SpaceError>(())
//! ```
//!
//! # Errors
//!
//! A recursion that never pays would put infinitely many values into one size. Expanding the shape
//! finds it and reports it by name ([`SpaceError::UnpaidCycle`]), which is why nearly every
//! operation returns a `Result`.

#![forbid(unsafe_code)]

mod derivation;
mod derivations;
mod eager;
mod edit;
mod error;
mod functions;
mod grammar;
pub mod lazy;
pub mod sorted;
pub mod values;

pub use derivation::encode::Encoder;
pub use derivation::{At, Derivation};
pub use derivations::{Derivations, Uniform};
pub use eager::sample::below;
pub use eager::walk::Walk;
pub use edit::rewrite::{Lists, Numbers, Rewrite, Which};
pub use edit::template;
pub use error::{EncodeError, SpaceError};
pub use functions::{function, maps};
pub use grammar::cost::CostModel;
pub use grammar::expansion;
pub use grammar::range::Range;
pub use grammar::shape::{Alternative, Key, Shape};
pub use grammar::until::Until;
pub use num_bigint::BigUint;
pub use rand_core::{Rng, SeedableRng};
pub use rand_xoshiro::Xoshiro256PlusPlus as Random;
