//! The jobs of a check whose inputs are decided on demand: the search of a bound, and draws under
//! the property's assumption (Papers II and III).

mod draw;
mod search;

pub use self::draw::{Draw, OfSize, Share, Sizes};
pub use self::search::{Bound, Search};
