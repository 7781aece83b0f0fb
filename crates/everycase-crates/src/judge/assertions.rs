//! The assertion at the place of a panic, in the source.

use std::fs;
use std::path::Path;

/// Returns whether an assertion with a message of its own is at a place, or on the line of a frame
/// that is in the same file: of code that a macro has made, the place is where the macro is used.
pub(super) fn has_message(place: &str, frame: Option<&String>) -> bool {
    let on_line = || {
        let (file, line) = frame?.rsplit_once(" (")?.1.strip_suffix(')')?.rsplit_once(':')?;
        let path = place.rsplitn(3, ':').nth(2).filter(|own| own.ends_with(file))?;
        let text = fs::read_to_string(path).ok()?;
        let line: usize = line.parse().ok()?;
        let rest: Vec<&str> = text.lines().skip(line.saturating_sub(1)).take(LINES).collect();
        Some(is_told_assertion(rest.join("\n").trim_start()))
    };
    is_at(place) || on_line().unwrap_or(false)
}

/// The most lines of an assertion.
const LINES: usize = 12;

fn is_at(place: &str) -> bool {
    let mut parts = place.rsplitn(3, ':');
    let (Some(column), Some(line), Some(file)) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let (Ok(column), Ok(line)) = (column.parse::<usize>(), line.parse::<usize>()) else { return false };
    let Ok(text) = fs::read_to_string(Path::new(file)) else { return false };
    let rest: Vec<&str> = text.lines().skip(line.saturating_sub(1)).take(LINES).collect();
    let rest = rest.join("\n");
    rest.get(column.saturating_sub(1)..).is_some_and(is_told_assertion)
}

/// Returns whether a source begins with an assertion that has a message.
fn is_told_assertion(source: &str) -> bool {
    let Some((name, rest)) = source.split_once("!(") else { return false };
    let operands = match name {
        "assert" | "debug_assert" => 1,
        "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => 2,
        _ => return false,
    };
    let (mut depth, mut commas, mut is_text) = (0, 0, false);
    for (at, letter) in rest.char_indices() {
        match letter {
            '"' => is_text = !is_text,
            _ if is_text => {}
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => return false,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                commas += 1;
                let message = rest[at + 1..].trim_start();
                if commas == operands {
                    return !message.starts_with(')');
                }
            }
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::is_told_assertion;

    #[test]
    fn an_assertion_has_a_message_behind_its_operands() {
        for source in [
            "assert!(n > 0, \"none\");",
            "assert!(f(a, b)[0], \"{}\", c);",
            "assert_eq!(a,\n    \"x, y\",\n    \"no {c}\",\n);",
        ] {
            assert!(is_told_assertion(source), "{source}");
        }
        for source in [
            "assert!(n > 0);",
            "assert!(\n    f(a, b),\n);",
            "assert_eq!(a, b);",
            "panic!(\"x\")",
            "x.unwrap()",
        ] {
            assert!(!is_told_assertion(source), "{source}");
        }
    }
}
