//! The comparison of two failures, by their places and messages.
//!
//! Shrinking keeps to the failure that was found: another input may fail in another way, or only
//! because the first failure has left something behind. Two failures are alike if they are of the
//! same kind, at the same place, and their messages have the same form.
//!
//! Messages hold values of the input, so their form is made of few words: the lower-case words of
//! the first line, outside of quotes and brackets. Numbers, quoted parts and values as `Debug`
//! shows them, such as `Node(Leaf, 3)` or `PoisonError { .. }`, are left out. Two messages have the
//! same form if their first words are equal, or their last ones, or if one of them has no words:
//! what remains may still be text of the input.
//!
//! `index out of bounds: the len is 3 but the index is 7` has the words
//! `index out of bounds the len is but the index is`.

use crate::run::verdict::{Cause, Failure};

impl Failure {
    /// Returns whether another failure is of the same kind, at the same place, and with a message
    /// of the same form.
    pub fn is_like(&self, other: &Failure) -> bool {
        match (&self.cause, &other.cause) {
            (
                Cause::Panicked { message, location },
                Cause::Panicked { message: others, location: elsewhere },
            )
            | (Cause::Limit { message, location }, Cause::Limit { message: others, location: elsewhere }) => {
                location == elsewhere && have_one_form(message, others)
            }
            (Cause::Returned(one), Cause::Returned(other)) => have_one_form(one, other),
            (Cause::Hung(_), Cause::Hung(_)) => true,
            (Cause::Died(one), Cause::Died(other)) => {
                // The status, and the last words.
                let parts = |how: &str| {
                    let (status, words) = how.split_once(": ").unwrap_or((how, ""));
                    (status.to_owned(), words.to_owned())
                };
                let ((status, words), (others, other_words)) = (parts(one), parts(other));
                status == others && have_one_form(&words, &other_words)
            }
            _ => false,
        }
    }
}

/// Returns whether two messages have the same form.
fn have_one_form(one: &str, other: &str) -> bool {
    let (one, other) = (words(one), words(other));
    one.is_empty() || other.is_empty() || one.first() == other.first() || one.last() == other.last()
}

/// Returns the words of a message: those in lower case in its first line, outside of quotes and
/// brackets.
fn words(message: &str) -> Vec<String> {
    let line = message.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let plain = outside_of_quotes(line);
    let words = plain.split_whitespace().map(|word| word.trim_matches([',', '.', ':', ';', '!', '?']));
    let is_lower = |word: &&str| !word.is_empty() && word.chars().all(|c| c.is_lowercase() || c == '\'');
    words.filter(is_lower).map(str::to_owned).collect()
}

/// Returns a line without its quoted parts and what is in brackets. Each leaves a mark, so that
/// what it is joined to is not a word.
fn outside_of_quotes(line: &str) -> String {
    let (mut plain, mut depth, mut quote) = (String::new(), 0u32, None);
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(_), '\\') => drop(chars.next()),
            (Some(open), _) if c == open => quote = None,
            // An apostrophe in a word is not a quote.
            (None, '"' | '`' | '\'') if c != '\'' || !plain.ends_with(char::is_alphanumeric) => {
                quote = Some(c);
                plain.push('_');
            }
            (None, '(' | '[' | '{') => {
                depth += 1;
                plain.push('_');
            }
            (None, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            (None, _) if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panicked(message: &str, line: u32) -> Failure {
        let location = Some(format!("src/lib.rs:{line}:5"));
        Failure::of(Cause::Panicked { message: message.to_owned(), location })
    }

    #[test]
    fn a_message_is_known_by_its_words_and_not_by_its_values() {
        for (message, expected) in [
            (
                "index out of bounds: the len is 3 but the index is 7",
                "index out of bounds the len is but the index is",
            ),
            ("assertion `left == right` failed\n  left: [1, 2]\n right: []", "assertion failed"),
            (
                "called `Result::unwrap()` on an `Err` value: PoisonError { poisoned: true }",
                "called on an value",
            ),
            ("it can't be Node(Leaf, 'x', \"a \\\" b\", 7) here", "it can't be here"),
            ("Leaf", ""),
            ("", ""),
            ("it's (open \"and on", "it's"),
        ] {
            assert_eq!(words(message).join(" "), expected, "{message}");
        }
    }

    #[test]
    fn values_in_messages_do_not_tell_failures_apart_and_places_and_forms_do() {
        let alike = |one: &str, other: &str| panicked(one, 3).is_like(&panicked(other, 3));
        assert!(alike(
            "index out of bounds: the len is 0 but the index is 0",
            "index out of bounds: the len is 3"
        ));
        assert!(
            alike("abc def is bad", "a is bad") && alike("bad: abc def", "bad: ") && alike("Leaf", "b c")
        );
        assert!(!alike("division by zero", "no such key: 3"));
        assert!(!panicked("bad", 3).is_like(&panicked("bad", 4)), "at another place");
        let returned = Failure::of(Cause::Returned("bad".to_owned()));
        assert!(!panicked("bad", 3).is_like(&returned), "of another kind");
        let died = |how: &str| Failure::of(Cause::Died(how.to_owned()));
        let overflow = died("signal 6 (SIGABRT): fatal runtime error: stack overflow, aborting");
        assert!(overflow.is_like(&overflow) && !overflow.is_like(&died("exit status: 3: fatal")));
        assert!(!overflow.is_like(&died("signal 6 (SIGABRT): memory allocation of 10 bytes failed")));
    }
}
