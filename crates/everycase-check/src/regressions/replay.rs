//! The value of `EVERYCASE_REPLAY`, which replays one input: the fingerprint of its shape and its
//! derivation as one word, or a file and the identifier of a line in it.

use std::path::{Path, PathBuf};

use everycase_kernel::{Derivation, Derivations};

use super::{Entry, Marks, Regressions};
use crate::text::encoding;
use crate::text::encoding::Fingerprint;

/// Returns `FINGERPRINT:WORDS`.
pub fn token(fingerprint: Fingerprint, input: &[u64]) -> String {
    format!("{fingerprint}:{}", encoding::to_text(input))
}

/// The largest length, in bytes, of a derivation in a command line.
const LONGEST: usize = 1_000;

/// Returns the value of `EVERYCASE_REPLAY` for a command line: the input itself if that is short,
/// otherwise its line in a file, which is written to `scratch` if it is not in a file yet.
///
/// # Errors
/// If it has to be written and cannot be.
pub fn short(entry: &Entry, saved: Option<&Path>, scratch: &Path) -> Result<String, String> {
    let token = token(entry.fingerprint, &entry.words);
    if token.len() <= LONGEST {
        return Ok(token);
    }
    if saved.is_none() {
        // Every input is written, flaky or not.
        let unmarked = Entry { marks: Marks::default(), ..entry.clone() };
        Regressions::at(scratch).add(&unmarked, None).map_err(|error| error.to_string())?;
    }
    let value = format!("{}#{}", saved.unwrap_or(scratch).display(), entry.id());
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-#+:".contains(c);
    let quoted = || format!("'{}'", value.replace('\'', r"'\''"));
    Ok(if value.chars().all(is_plain) { value.clone() } else { quoted() })
}

/// Returns the file for inputs that are too long for a command line and not saved: in the target
/// directory of the running program, or else in the directory for temporary files.
pub fn scratch() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    let target = program.ancestors().find(|dir| dir.join("CACHEDIR.TAG").is_file());
    target.map_or_else(std::env::temp_dir, Path::to_owned).join("everycase-replays")
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
    if let Some((file, id)) = token.rsplit_once('#') {
        return from_file(Path::new(file), id, expected);
    }
    let (fingerprint, input) = token.split_once(':').ok_or_else(|| {
        format!("EVERYCASE_REPLAY: found `{token}`, expected what a report's replay line says")
    })?;
    if fingerprint != expected.to_string() {
        return Err(of_another_shape(fingerprint, expected));
    }
    encoding::from_text(input).ok_or_else(|| {
        format!("EVERYCASE_REPLAY: found `{input}`, expected hexadecimal numbers joined by dots")
    })
}

/// Reads the line of a file with an identifier, or with one that begins so.
fn from_file(file: &Path, id: &str, expected: Fingerprint) -> Result<Vec<u64>, String> {
    let shown = file.display();
    let all = Regressions::at(file).lines().map_err(|error| format!("EVERYCASE_REPLAY: {error}"))?;
    let all = all.into_iter().filter_map(|(_, entry)| entry.ok());
    let mut found: Vec<Entry> = all.filter(|entry| !id.is_empty() && entry.id().starts_with(id)).collect();
    found.dedup_by(|one, other| one.is_same_input(other));
    match &found[..] {
        [entry] if entry.fingerprint == expected => Ok(entry.words.clone()),
        [entry] => Err(of_another_shape(&entry.fingerprint.to_string(), expected)),
        [] => Err(format!("EVERYCASE_REPLAY: {shown} has no input {id}")),
        several => {
            Err(format!("EVERYCASE_REPLAY: {shown} has {} inputs that begin with {id}", several.len()))
        }
    }
}

fn of_another_shape(fingerprint: &str, expected: Fingerprint) -> String {
    format!(
        "EVERYCASE_REPLAY is for inputs of another shape (it says {fingerprint}, this property's inputs have \
         {expected}): their types have changed, or it is another property's"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regressions::Marks;
    use crate::testing::scratch::Scratch;

    fn entry(words: Vec<u64>) -> Entry {
        let marks = Marks::default();
        Entry {
            property: "m::p".to_owned(),
            fingerprint: Fingerprint(0xabc),
            words,
            marks,
            comment: String::new(),
        }
    }

    #[test]
    fn a_long_input_is_a_line_in_a_file() {
        let dir = Scratch::new("replay lines");
        let (saved, scratch) = (dir.path().join("everycase-regressions"), dir.path().join("replays"));
        let (short_one, long) = (entry(vec![1, 2]), entry((0..2_000).collect()));
        assert_eq!(short(&short_one, Some(&saved), &scratch), Ok("0000000000000abc:1.2".to_owned()));
        for entry in [&short_one, &long] {
            Regressions::at(&saved).add(entry, None).unwrap();
        }
        for (file, expected) in [(Some(&*saved), &saved), (None, &scratch)] {
            let value = short(&long, file, &scratch).unwrap();
            // The directory has a space in its name.
            assert_eq!(value, format!("'{}#{}'", expected.display(), long.id()));
            let value = value.trim_matches('\'');
            assert_eq!(parse(value, Fingerprint(0xabc)), Ok(long.words.clone()));
            assert_eq!(parse(&value[..value.len() - 4], Fingerprint(0xabc)), Ok(long.words.clone()));
            assert!(parse(value, Fingerprint(0xabd)).unwrap_err().contains("inputs of another shape"));
        }
        let missing = parse(&format!("{}#77", saved.display()), Fingerprint(0xabc)).unwrap_err();
        assert!(missing.ends_with("everycase-regressions has no input 77"), "{missing}");
        assert!(parse(&format!("{}#", saved.display()), Fingerprint(0xabc)).is_err());
    }

    #[test]
    fn an_identifier_does_not_depend_on_marks_and_comments() {
        let one = entry(vec![1, 2]);
        let marks = Marks { flaky: true, died: false };
        assert_eq!(one.id(), Entry { marks, comment: "c".to_owned(), ..one.clone() }.id());
        assert_ne!(one.id(), entry(vec![2, 1]).id());
        assert_ne!(one.id(), Entry { property: "m::q".to_owned(), ..one.clone() }.id());
        assert_eq!(one.id().len(), 16);
    }

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
