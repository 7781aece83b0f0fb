//! A parser, an encoder and a container, each with a bug that a released crate had. The properties
//! below them fail: `cargo test` shows how.

pub mod base85;
pub mod duration;
pub mod fixed_vec;
