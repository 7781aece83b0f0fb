//! What tests of several rooms use.

pub(crate) mod page;
pub(crate) mod scratch;
pub(crate) mod shapes;
