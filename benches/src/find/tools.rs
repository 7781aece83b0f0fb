//! The tools, each with what it makes of a type alone.
//!
//! everycase and hegel run as their users run them, the loops of the others are a few lines here, with their own shrinking.
//! everycase runs three forms of a property: on plain inputs, and where there are these, on lazy inputs and on atoms, as a generic
//! property.

pub mod everycase;
#[cfg(feature = "hegel")]
pub mod hegel;
pub mod peers;

use std::sync::Arc;

use super::input::Input;
use super::trial::{Budget, Trial, Verdict};

/// A property of inputs of a type.
pub type Property<T> = Arc<dyn Fn(&T) -> Verdict + Send + Sync>;

/// A tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    /// everycase with derives alone.
    Everycase,
    /// everycase with the second form of a property, on lazy inputs.
    Lazy,
    /// everycase with the third form of a property, on atoms in place of the keys or elements.
    Generic,
    /// proptest with `any` of the type.
    Proptest,
    /// quickcheck with `Arbitrary` of the type.
    Quickcheck,
    /// bolero's generator of the type, driven by random numbers.
    Bolero,
    /// hegel's default generator of the type.
    Hegel,
}

impl Tool {
    /// The tools that are built in.
    pub const ALL: &[Tool] = &[
        Tool::Everycase,
        Tool::Lazy,
        Tool::Generic,
        Tool::Proptest,
        Tool::Quickcheck,
        Tool::Bolero,
        #[cfg(feature = "hegel")]
        Tool::Hegel,
    ];

    /// Returns its name in tables and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Tool::Everycase => "everycase",
            Tool::Lazy => "lazy",
            Tool::Generic => "generic",
            Tool::Proptest => "proptest",
            Tool::Quickcheck => "quickcheck",
            Tool::Bolero => "bolero",
            Tool::Hegel => "hegel",
        }
    }

    /// Returns whether it divides its time among phases, so that a longer run does not begin like a shorter one.
    pub fn plans_its_time(self) -> bool {
        matches!(self, Tool::Everycase | Tool::Lazy | Tool::Generic)
    }

    /// Runs a property on plain inputs. Returns `None` if the tool takes other properties, or is not built in.
    pub fn run<T: Input>(self, property: Property<T>, seed: u64, budget: Budget) -> Option<Trial> {
        match self {
            Tool::Everycase => Some(everycase::plainly(property, seed, budget)),
            Tool::Proptest => Some(peers::proptest(&property, seed, budget)),
            Tool::Quickcheck => Some(peers::quickcheck(&property, seed, budget)),
            Tool::Bolero => Some(peers::bolero(&property, seed, budget)),
            #[cfg(feature = "hegel")]
            Tool::Hegel => Some(hegel::hegel(&property, seed, budget)),
            #[cfg(not(feature = "hegel"))]
            Tool::Hegel => None,
            Tool::Lazy | Tool::Generic => None,
        }
    }
}
