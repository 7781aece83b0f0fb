//! Expressions, patterns and types of `syn` that both grammars of Rust make: this one, whose types leave nothing to check, and
//! [`loose_syntax`](crate::loose_syntax), whose values need not be Rust.

pub(crate) mod expressions;
pub(crate) mod patterns;
pub(crate) mod types;
