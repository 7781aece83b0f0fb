//! The text of a failure.

use std::fmt;

use crate::run::verdict::{Cause, Failure};
use crate::text::duration;

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Cause::Panicked { message, location: Some(location) } => {
                write!(f, "panicked at {location}: {message}")
            }
            Cause::Panicked { message, location: None } => write!(f, "panicked: {message}"),
            Cause::Returned(what) => write!(f, "returned {what}"),
            Cause::Limit { message, location: Some(location) } => {
                write!(f, "met a limit at {location}: {message}")
            }
            Cause::Limit { message, location: None } => write!(f, "met a limit: {message}"),
            Cause::Hung(limit) => write!(f, "did not return within {}", duration::show(*limit)),
            Cause::Died(how) => write!(f, "ended its process with {how}"),
            Cause::NotDeterministic([one, other]) => {
                write!(f, "is not deterministic: of two runs on this input, one {one} and one {other}")
            }
        }
    }
}
