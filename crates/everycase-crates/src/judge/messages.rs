//! Subjects of the messages of panics.

/// Returns whether a message tells what an operator cannot do: as in the language, or by the
/// crate's own words.
pub(super) fn is_of_operands(message: &str) -> bool {
    const TEXTS: [&str; 8] = [
        "attempt to ",
        "out of bounds",
        "out of range",
        "overflow",
        "by zero",
        "zero divisor",
        "no entry",
        "not found",
    ];
    let message = message.to_lowercase();
    TEXTS.iter().any(|own| message.contains(own))
}

/// Returns whether a panic's message is about an index or a bound.
pub(super) fn is_of_bounds(message: &str) -> bool {
    const TEXTS: [&str; 18] = [
        "out of bounds",
        "out-of-bounds",
        "exceeds",
        "not a valid",
        "no entry found",
        "out of range",
        "range start",
        "range end index",
        "slice index starts",
        "start > end",
        "mid > len",
        "index <",
        "idx <",
        "at <=",
        "end <=",
        "start <=",
        "len() >",
        "with overflow",
    ];
    TEXTS.iter().any(|own| message.contains(own))
}

/// Returns whether a panic's message is about a place within a character: of the standard library,
/// or of an assertion.
pub(super) fn is_of_boundary(message: &str) -> bool {
    message.contains("char boundary") || message.contains("is_char_boundary")
}

/// Returns whether a panic's message is one of the language or of the standard library.
pub(super) fn is_unexpected(message: &str) -> bool {
    const TEXTS: [&str; 24] = [
        "attempt to ",
        "index out of bounds",
        "range start index",
        "range end index",
        "slice index starts",
        "byte index",
        "start byte index",
        "end byte index",
        "begin <= end",
        "char boundary",
        "called `Option::unwrap()`",
        "called `Result::unwrap",
        "already borrowed",
        "already mutably borrowed",
        "RefCell already",
        "internal error",
        "entered unreachable code",
        "not implemented",
        "not yet implemented",
        "capacity overflow",
        "unsafe precondition",
        "copy_from_slice",
        "mid > len",
        "chunk size must be",
    ];
    TEXTS.iter().any(|own| message.contains(own))
}

/// Returns whether a message says what a parameter must be.
pub(super) fn names_duty(message: &str, parameters: &[String]) -> bool {
    const TEXTS: [&str; 5] = ["must ", "should ", "cannot ", "can't ", "has to "];
    let message = message.to_lowercase();
    let mut words = message.split(|own: char| !own.is_alphanumeric() && own != '_');
    TEXTS.iter().any(|own| message.contains(own))
        && words.any(|word| parameters.iter().any(|own| own == word))
}

/// Returns whether an assertion is about the length of a buffer of the caller, or compares the
/// lengths of two slices; both are parameters.
pub(super) fn names_length(message: &str, slices: &[(String, bool)]) -> bool {
    let Some(asserted) = message.strip_prefix("assertion failed: ") else { return false };
    let names: Vec<&str> = asserted
        .match_indices(".len()")
        .map(|(at, _)| asserted[..at].rsplit(|own: char| !own.is_alphanumeric() && own != '_'))
        .filter_map(|mut own| own.next())
        .collect();
    let named: Vec<bool> = slices.iter().filter(|own| names.contains(&&*own.0)).map(|own| own.1).collect();
    named.contains(&true) || named.len() > 1
}

#[cfg(test)]
mod tests {
    use super::{is_of_boundary, is_of_bounds, names_duty, names_length};

    #[test]
    fn a_length_is_of_a_buffer_or_of_two_slices() {
        let slices = [("out".to_owned(), true), ("of".to_owned(), false), ("by".to_owned(), false)];
        assert!(names_length("assertion failed: out.len() >=\n    room(base)", &slices));
        assert!(names_length("assertion failed: of.len() == by.len()", &slices));
        assert!(!names_length("assertion failed: of.len() == 3", &slices));
        assert!(!names_length("assertion failed: self.out.of(3)", &slices));
        assert!(!names_length("out.len() is odd", &slices));
    }

    #[test]
    fn an_index_is_told_from_other_words() {
        assert!(is_of_bounds("index out of bounds: the len is 2 but the index is 9"));
        assert!(is_of_bounds("assertion failed: line.end <= levels.len()"));
        assert!(!is_of_bounds("called `Option::unwrap()` on a `None` value"));
    }

    #[test]
    fn a_boundary_is_one_of_the_standard_library_or_of_an_assertion() {
        assert!(is_of_boundary("byte index 1 is not a char boundary; it is inside 'é' (bytes 0..2) of `é`"));
        assert!(is_of_boundary("assertion failed: self.is_char_boundary(end)"));
        assert!(!is_of_boundary("assertion failed: start <= end"));
    }

    #[test]
    fn a_duty_names_a_parameter() {
        let parameters = ["text".to_owned(), "radix".to_owned()];
        assert!(names_duty("The radix must be within 2...36", &parameters));
        assert!(!names_duty("date must be before year 9999", &parameters));
        assert!(!names_duty("no radix", &parameters));
    }
}
