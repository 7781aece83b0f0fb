//! Random properties and what is known of them, written from the documentation alone: types, sizes, values, functions, laws,
//! and the claims of checks. The oracles of `everycase check` and of `#[property]` share it; nothing of the engines is used.

pub(crate) mod claims;
pub(crate) mod facts;
pub(crate) mod floats;
pub(crate) mod functions;
pub(crate) mod generators;
pub(crate) mod known;
pub(crate) mod laws;
pub(crate) mod process;
pub(crate) mod property;
pub(crate) mod shown;
pub(crate) mod summary;
pub(crate) mod terms;
pub(crate) mod values;
