//! The line that replays one input: the derivation and its shape's fingerprint as one word.

use everycase_check::regressions::Fingerprint;
use everycase_check::words;

use super::site::Site;

/// `FINGERPRINT:WORDS`, the value of `EVERYCASE_REPLAY`.
pub(crate) fn token(fingerprint: Fingerprint, input: &[u64]) -> String {
    format!("{fingerprint}:{}", words::to_text(input))
}

/// Reads a token; the error says what is wrong with it.
pub(crate) fn parse(token: &str, expected: Fingerprint) -> Result<Vec<u64>, String> {
    let (fingerprint, input) = token.split_once(':').ok_or_else(|| {
        format!("EVERYCASE_REPLAY: found `{token}`, expected what a report's replay line says")
    })?;
    if fingerprint != expected.to_string() {
        return Err(format!(
            "EVERYCASE_REPLAY is for inputs of another shape (it says {fingerprint}, this property's inputs have \
             {expected}): their types have changed, or it is another property's"
        ));
    }
    words::from_text(input).ok_or_else(|| {
        format!("EVERYCASE_REPLAY: found `{input}`, expected hexadecimal numbers joined by dots")
    })
}

/// The command that runs the property on this input only. Features are not known here, nor is the profile.
pub(crate) fn command(site: &Site<'_>, token: &str, ignored: bool) -> String {
    let ignored = if ignored { "--include-ignored " } else { "" };
    let (arguments, test) = (site.arguments(), site.test_name());
    format!("EVERYCASE_REPLAY={token} cargo test{arguments} -- {ignored}--exact {test}")
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

    #[test]
    fn the_command_names_package_target_and_test() {
        let site = Site {
            name: "p",
            module: "crate_name::tests",
            file: "src/lib.rs",
            line: 1,
            manifest_dir: ".",
            package: Some("pkg"),
            binary: None,
            tmpdir: None,
        };
        let expected = "EVERYCASE_REPLAY=a:1 cargo test -p pkg --lib -- --exact tests::p";
        assert_eq!(command(&site, "a:1", false), expected);
        let root = Site { module: "integration", package: None, ..site };
        let expected = "EVERYCASE_REPLAY=a:1 cargo test -- --include-ignored --exact p";
        assert_eq!(command(&root, "a:1", true), expected);
    }
}
