//! Spaces: the values of a type as derivations of a shape, with the codec between them.
//!
//! Most types derive theirs ([`Enumerable`]). This module is for spaces written by hand: the
//! operations of sized functors on typed spaces, names for recursion, bijections, [sets] and
//! [maps].
//!
//! ```
//! use everycase::space::{Key, Product, Space};
//! use everycase::BigUint;
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
//! // The value at index 10^50, found without visiting those before it.
//! assert_eq!(lists.index(&BigUint::from(10u32).pow(50))?.len(), 50);
//! # Ok::<(), everycase::space::SpaceError>(())
//! ```

mod codec;
mod combinators;
mod enumerable;
mod familiar;
mod filter;
mod into;
pub mod maps;
pub(crate) mod own_source;
#[cfg(feature = "regex")]
mod regex;
pub mod sets;
pub(crate) mod source;
mod typed;
pub(crate) mod types;
mod with_source;

pub use codec::Codec;
#[doc(hidden)]
pub use codec::no_value;
pub use combinators::Product;
pub use enumerable::Enumerable;
pub use everycase_kernel::{
    Alternative, At, Derivation, Derivations, EncodeError, Encoder, Key, Random, Range, Rng, SeedableRng,
    Shape, SpaceError, Uniform,
};
pub use into::IntoSpace;
#[cfg(feature = "regex")]
pub use regex::RegexError;
pub(crate) use source::push;
pub use source::{Name, Private, Source};
pub use typed::{Cursor, Sampler, Space, Values};
