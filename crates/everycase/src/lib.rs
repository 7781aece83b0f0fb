//! Finds counterexamples without a generator.
//!
//! Derive [`Enumerable`] for your types, write a property as a function of its inputs, and run
//! `cargo test`. The property becomes an ordinary test: it runs all small inputs, the smallest
//! first, and draws larger ones at the same time. A failing input is shrunk and printed as Rust
//! source.
//!
//! What follows is the first chapter of the tutorial.
//!
//! [draws]: Space#method.sample
//! [size]: Enumerable
//! [strength]: macro@property
//!
#![doc = include_str!("tutorial.md")]
//!
//! # Where to look
//!
//! - [`derive(Enumerable)`](macro@Enumerable): attributes for costs, for skipped variants, for
//!   fields with spaces of their own, for types with invariants.
//! - [`Enumerable`]: the sizes of derived types and of the standard library's.
//! - [`property`]: parameters, settings. [`laws`]: a property for each law of a type's traits.
//! - [`Gen`], [`generator`](macro@generator): inputs made by functions that make choices, and
//!   whether these miss any.
//! - [`Space`]: counting, looking up, walking, drawing. [`space`]: spaces written by hand.
//! - [`coverage`]: labels, required shares, what a generator promises. `strength`, a feature: what
//!   a set of properties lets through.
//! - [`Lazy`]: inputs that satisfy a precondition. [`lazy`]: searches and draws with predicates.
//!
//! # What this crate knows
//!
//! Rust types and Rust tests. Counting and searching are in `everycase-kernel`, which knows no
//! types; budgets, reports and the regressions file are in `everycase-check`, which sees inputs as
//! derivations only.

#![forbid(unsafe_code)]
// Without the feature, what only it uses is idle; builds with it find dead code.
#![cfg_attr(not(feature = "strength"), allow(dead_code, unused_imports))]

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
#[cfg(feature = "strength")]
mod calls;
mod function;
mod generator;
#[cfg(doctest)]
#[path = "tests/guide.rs"]
mod guide;
mod impls;
mod index;
pub mod lazy;
mod panics;
mod runner;
pub mod space;

pub use everycase_check::settings::Settings;
pub use everycase_kernel::BigUint;
pub use everycase_macros::{Enumerable, generator, laws, property};
pub use function::{Fun, Parts, parts};
pub use generator::Gen;
pub use index::Index;
pub use lazy::Lazy;
pub use runner::{IntoOutcome, Outcome, assume, check, check_with};
pub use space::{Enumerable, Space};

/// Which inputs a property has met, and which ones a generator promises.
pub mod coverage {
    pub use crate::generator::{exists, forall};
    pub use crate::runner::{classify, cover, label, tabulate};
    pub use everycase_check::claims::tables::TableValue;
}

/// How strong the properties of a function are together. With the feature `strength`.
#[cfg(feature = "strength")]
pub mod strength {
    pub use crate::runner::{Strength, measure, measure_with};
}

/// Everything a test file needs: `use everycase::prelude::*;`.
pub mod prelude {
    pub use crate::coverage::{classify, cover, label, tabulate};
    pub use crate::{BigUint, Enumerable, Gen, Lazy, Space, assume, generator, property};
}

/// The examples of the page about properties, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/properties.md")]
struct Properties;
