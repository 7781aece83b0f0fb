//! `Enumerable` for the standard library, one file for each kind of type.
//!
//! Methods of types without parameters are `inline`, so that each is compiled only in crates that
//! use the type.

mod atomics;
mod constructors;
mod floats;
mod heap;
mod maps;
mod net;
mod numbers;
mod os;
mod products;
mod ranges;
mod sequences;
#[cfg(test)]
mod testing;
mod text;
mod time;
mod wrappers;

pub(crate) use self::sequences::encode_all;
pub(crate) use self::text::encode_str;
