//! The value of `EVERYCASE_REPLAY`, which replays one input: the fingerprint of its shape and its
//! derivation as one word.

use everycase_kernel::{Derivation, Derivations};

use crate::text::encoding;
use crate::text::encoding::Fingerprint;

/// Returns `FINGERPRINT:WORDS`.
pub fn token(fingerprint: Fingerprint, input: &[u64]) -> String {
    format!("{fingerprint}:{}", encoding::to_text(input))
}

/// Parses an input of a shape.
///
/// # Errors
/// If the token is invalid.
pub fn input(token: &str, expected: Fingerprint, derivations: &Derivations) -> Result<Derivation, String> {
    derivations.parse(&parse(token, expected)?).map_err(|error| format!("EVERYCASE_REPLAY: {error}"))
}

/// Parses a token; the error says why it is invalid.
fn parse(token: &str, expected: Fingerprint) -> Result<Vec<u64>, String> {
    let (fingerprint, input) = token.split_once(':').ok_or_else(|| {
        format!("EVERYCASE_REPLAY: found `{token}`, expected what a report's replay line says")
    })?;
    if fingerprint != expected.to_string() {
        return Err(format!(
            "EVERYCASE_REPLAY is for inputs of another shape (it says {fingerprint}, this property's inputs have \
             {expected}): their types have changed, or it is another property's"
        ));
    }
    encoding::from_text(input).ok_or_else(|| {
        format!("EVERYCASE_REPLAY: found `{input}`, expected hexadecimal numbers joined by dots")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_read_as_it_was_written() {
        let shape = Fingerprint(0xabc);
        for words in [vec![], vec![1, 0, 0, 0, 0, 0, 255]] {
            assert_eq!(parse(&token(shape, &words), shape), Ok(words));
        }
    }

    #[test]
    fn a_wrong_token_says_what_is_wrong() {
        let shape = Fingerprint(0xabc);
        for (token, message) in [
            ("", "EVERYCASE_REPLAY: found ``, expected what a report's replay line says"),
            (
                "0000000000000abc:1.x",
                "EVERYCASE_REPLAY: found `1.x`, expected hexadecimal numbers joined by dots",
            ),
        ] {
            assert_eq!(parse(token, shape), Err(message.to_owned()));
        }
        assert!(
            parse("0000000000000abd:1", shape)
                .unwrap_err()
                .starts_with("EVERYCASE_REPLAY is for inputs of another shape")
        );
    }
}
