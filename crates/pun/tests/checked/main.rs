//! The middle of the front end: from trees to programs whose names are known and whose types are right.

mod broken;
mod limits;
mod load;
mod lowering;
mod mistakes;
mod naive;
mod principal;
mod types;
