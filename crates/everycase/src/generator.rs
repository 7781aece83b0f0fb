//! Generators: functions that make choices.
//!
//! [`Gen`] is where choices come from. They are positions of an input, in the three streams of the
//! kernel ([`Choices`](everycase_kernel::lazy::Choices)), so a generator as an input of a property
//! is searched, drawn, shrunk and replayed like all other inputs. [`coverage`] checks by running
//! whether a generator produces what it promises.

mod coverage;
mod derivation_choices;
mod every;
mod quantify;
mod random_choices;
mod source;
mod streams;
mod values;
mod void;

pub use coverage::{Promise, Report, assert_covers, coverage};
pub use quantify::{exists, forall};
pub use random_choices::Choice;
pub use source::Gen;
pub use values::{drawn, generated};
pub(crate) use void::leaving;
