//! Checks of properties whose inputs are decided on demand: a search by size bound, then draws under the property's assumption
//! (Papers II and III).

mod draw;
mod search;
mod sweep;

#[cfg(test)]
mod tests;

pub use self::draw::{Draw, OfSize, Share, Sizes};
pub use self::search::{Bound, Parked, Search};
pub(crate) use self::sweep::Searched;
