//! Annotations: workflow commands, which GitHub shows at the lines of a change.
//!
//! They go to the standard error, which GitHub reads as well: records on the standard output stay
//! whole.

/// Returns whether GitHub reads the output.
pub(crate) fn are_wanted() -> bool {
    std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true")
}

/// Returns the file and the line of a place `file:line:column`.
pub(crate) fn file_and_line(place: &str) -> Option<(&str, &str)> {
    place.rsplit_once(':')?.0.rsplit_once(':')
}

/// Returns an annotation of a file and a line, as a line.
pub(crate) fn annotation(place: Option<(&str, &str)>, title: &str, message: &str) -> String {
    let place = place
        .map_or_else(String::new, |(file, line)| format!("file={},line={},", property(file), property(line)));
    format!("::error {place}title={}::{}\n", property(title), data(message))
}

/// Returns a text as GitHub reads it in a message.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Returns a text as GitHub reads it in a property, such as the file.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_annotation_is_one_line_whatever_is_in_it() {
        assert_eq!(
            annotation(Some(("a,b:c%.rs", "7")), "x::y", "100%: a\r\n,b::"),
            "::error file=a%2Cb%3Ac%25.rs,line=7,title=x%3A%3Ay::100%25: a%0D%0A,b::\n"
        );
        assert_eq!(annotation(None, "t", ""), "::error title=t::\n");
    }

    #[test]
    fn a_place_is_a_file_and_a_line() {
        assert_eq!(file_and_line("c:/a.rs:7:25"), Some(("c:/a.rs", "7")));
        assert_eq!(file_and_line("7:25"), None);
    }
}
