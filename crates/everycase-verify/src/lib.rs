//! Coverage of generators: whether a generator can produce each value that its coverage type
//! promises.
//!
//! A generator of pun is a function that makes choices. Its coverage type is written beside it:
//! which arguments it takes, and which values it produces for them, as a formula about both. This
//! crate finds values that satisfy the formula and that no choices produce, and values that choices
//! produce and that do not satisfy it.
//!
//! ```
//! use std::time::Duration;
//!
//! use everycase_verify::bounds::Bounds;
//! use everycase_verify::verifier::Verifier;
//! use pun::load::load_text;
//!
//! let text = "
//! generator bits : (n : integer | 0 <= n) -> [bs : list boolean | exists m . len bs m && m <= n] .
//! bits n = if n == 0 then [] else bool-gen () :: bits (n - 1) .
//!
//! len : list a -> integer -> boolean .
//! len xs n = case xs of ; [] -> n == 0 ; _ :: rest -> len rest (n - 1) .
//! ";
//! let program = load_text("bits.pun", text).program.expect("the program is right");
//! let verifier = Verifier::new(program).expect("its generators can be run");
//! let bounds = Bounds::to_size(4);
//! let bounded = verifier.generators()[0].bounded(&bounds).expect("it can be run");
//! // It produces lists of length `n` only.
//! let missing = &bounded.missing[0];
//! assert_eq!(verifier.generators()[0].call(&missing.values), "bits 1");
//! assert_eq!(verifier.generators()[0].result(&missing.values), "[]");
//! ```
//!
//! Everything is found by running: [`formula`] decides a formula by searches nested in each other,
//! [`Generator::bounded`](verifier::Generator::bounded) enumerates the values of a specification by
//! size and searches the choices that produce each of them. What a search does not decide within
//! its limits stays open and is reported as that. Only [`rust`] knows the syntax of Rust.

#![forbid(unsafe_code)]

pub mod bounds;
pub mod choosing;
mod draws;
pub mod formula;
mod machines;
mod members;
pub mod outputs;
mod production;
pub mod proof;
pub mod region;
pub mod repair;
pub mod report;
mod running;
pub mod rust;
mod scope;
mod search;
mod specification;
mod terms;
pub mod verdict;
pub mod verification;
pub mod verifier;
