//! Checks of properties whose inputs are decided as they are looked at: searched by size bound, then drawn under what
//! the property assumes of them (Papers II and III).

mod draw;
mod probe;
mod search;
mod sweep;

#[cfg(test)]
mod tests;

pub(crate) use draw::Draw;
pub(crate) use search::Search;
