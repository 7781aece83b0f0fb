//! Helpers for the tests of several rooms.

pub(crate) mod page;
pub(crate) mod scratch;
pub(crate) mod shapes;
