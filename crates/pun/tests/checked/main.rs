//! Name resolution and type inference: from trees to checked programs.

mod broken;
mod limits;
mod load;
mod lowering;
mod mistakes;
mod naive;
mod principal;
mod types;
