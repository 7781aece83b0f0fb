//! Checks of properties whose inputs are decided on demand: searched by size bound, then drawn under what the property
//! assumes of them (Papers II and III).

mod draw;
mod probe;
mod search;
mod sweep;

#[cfg(test)]
mod tests;

pub use self::draw::{Draw, OfSize, Sizes};
pub use self::search::{Bound, Search};
