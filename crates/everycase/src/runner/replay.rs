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

/// The command that runs the property on this input only.
pub(crate) fn command(site: &Site<'_>, token: &str, package: Option<&str>) -> String {
    let package = package.map(|name| format!(" -p {name}")).unwrap_or_default();
    format!("EVERYCASE_REPLAY={token} cargo test{package} -- --exact {}", site.test_name())
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
    fn the_command_names_package_and_test() {
        let site =
            Site { name: "p", module: "crate_name::tests", file: "src/lib.rs", line: 1, manifest_dir: "." };
        assert_eq!(
            command(&site, "a:1", Some("pkg")),
            "EVERYCASE_REPLAY=a:1 cargo test -p pkg -- --exact tests::p"
        );
        let root = Site { module: "integration", ..site };
        assert_eq!(command(&root, "a:1", None), "EVERYCASE_REPLAY=a:1 cargo test -- --exact p");
    }
}
