//! The results of properties.

use std::fmt::Debug;

use crate::panics::discard;

/// Whether a property holds of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It holds.
    Holds,
    /// It does not hold; with the returned value.
    Fails(String),
}

/// A result type of properties: nothing, a `bool`, or a `Result` of these.
#[diagnostic::on_unimplemented(
    message = "a property cannot return `{Self}`",
    label = "expected `()`, `bool` or a `Result` of these",
    note = "a property fails by panicking, by returning `false`, or by returning an `Err`"
)]
pub trait IntoOutcome {
    /// Returns whether the property holds.
    fn into_outcome(self) -> Outcome;

    /// Returns a result for a discarded input if there is one, otherwise unwinds.
    #[doc(hidden)]
    fn unmet() -> Self
    where
        Self: Sized,
    {
        discard()
    }
}

impl IntoOutcome for () {
    fn into_outcome(self) -> Outcome {
        Outcome::Holds
    }

    fn unmet() {}
}

impl IntoOutcome for bool {
    fn into_outcome(self) -> Outcome {
        if self { Outcome::Holds } else { Outcome::Fails("false".to_owned()) }
    }

    fn unmet() -> Self {
        true
    }
}

impl<T: IntoOutcome, E: Debug> IntoOutcome for Result<T, E> {
    fn into_outcome(self) -> Outcome {
        match self {
            Ok(value) => match value.into_outcome() {
                Outcome::Fails(what) => Outcome::Fails(format!("Ok({what})")),
                Outcome::Holds => Outcome::Holds,
            },
            Err(error) => Outcome::Fails(format!("Err({error:?})")),
        }
    }

    fn unmet() -> Self {
        Ok(T::unmet())
    }
}

impl IntoOutcome for Outcome {
    fn into_outcome(self) -> Outcome {
        self
    }

    fn unmet() -> Self {
        Outcome::Holds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_property_fails_by_returning_false_or_an_error() {
        let fails = |what: &str| Outcome::Fails(what.to_owned());
        assert_eq!(().into_outcome(), Outcome::Holds);
        assert_eq!(true.into_outcome(), Outcome::Holds);
        assert_eq!(false.into_outcome(), fails("false"));
        assert_eq!(Ok::<(), u8>(()).into_outcome(), Outcome::Holds);
        assert_eq!(Ok::<bool, u8>(false).into_outcome(), fails("Ok(false)"));
        assert_eq!(Err::<(), &str>("broken").into_outcome(), fails("Err(\"broken\")"));
    }
}
