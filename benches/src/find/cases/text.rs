//! Text: characters of several bytes, line ends, separators, escapes, repeated characters, names in the code.

use super::{Case, Verdict, case};

/// The mistakes of this area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mistake {
    #[default]
    None,
    CutsToNothing,
    OneCapital,
    NarrowPlane,
    TwoLineEnds,
    DropsLastField,
    BareBackslash,
    TrimsAscii,
    ReservedByCase,
    PrefixOfBytes,
    RunsOfTen,
}

pub(super) fn cases() -> Vec<Case> {
    vec![
        case("cut-within-a-character", Mistake::CutsToNothing, cut_keeps_most, || {
            ("aaa\u{e9}".to_owned(), 4)
        }),
        case("capital-of-two-letters", Mistake::OneCapital, capitals_agree, || "\u{df}en".to_owned()),
        case("narrow-ideographs", Mistake::NarrowPlane, ideographs_are_wide, || "\u{20000}".to_owned()),
        case("crlf-is-two-line-ends", Mistake::TwoLineEnds, line_ends_agree, || "\r\n".to_owned()),
        case("trailing-separator", Mistake::DropsLastField, fields_join_to_the_text, || "a;".to_owned()),
        case("bare-backslash", Mistake::BareBackslash, quoting_is_undone, || "\\n".to_owned()),
        case("trims-ascii-only", Mistake::TrimsAscii, trimmed_begins_with_a_mark, || "\u{a0}".to_owned()),
        case("reserved-name", Mistake::ReservedByCase, reserved_ignores_case, || "root".to_owned()),
        case("common-prefix-of-bytes", Mistake::PrefixOfBytes, common_prefix_is_one, || {
            ("\u{e9}".to_owned(), "\u{e8}".to_owned())
        }),
        case("runs-of-ten", Mistake::RunsOfTen, runs_are_undone, || "aaaaaaaaaa".to_owned()),
    ]
}

/// Returns the longest beginning of at most `bytes` bytes.
fn cut(m: Mistake, text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    if m == Mistake::CutsToNothing {
        return text.get(..end).unwrap_or("");
    }
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn cut_keeps_most(m: Mistake, (text, bytes): &(String, u8)) -> bool {
    let bytes = usize::from(*bytes);
    let cut = cut(m, text, bytes);
    text.starts_with(cut) && cut.len() + 4 > bytes.min(text.len())
}

/// Returns a text with its first letter a capital.
fn capitalised(m: Mistake, text: &str) -> String {
    let mut rest = text.chars();
    let Some(first) = rest.next() else { return String::new() };
    let capital = first.to_uppercase();
    let kept = if m == Mistake::OneCapital { 1 } else { capital.len() };
    capital.take(kept).chain(rest).collect()
}

fn capitals_agree(m: Mistake, text: &String) -> bool {
    capitalised(m, text).to_uppercase() == text.to_uppercase()
}

/// Returns the columns that a character takes in a terminal.
fn columns(m: Mistake, character: char) -> u8 {
    match u32::from(character) {
        0x1100..=0x115F
        | 0x2E80..=0xA4CF
        | 0xAC00..=0xD7A3
        | 0xF900..=0xFAFF
        | 0xFE30..=0xFE6F
        | 0xFF00..=0xFF60
        | 0xFFE0..=0xFFE6 => 2,
        0x2_0000..=0x3_FFFD if m != Mistake::NarrowPlane => 2,
        _ => 1,
    }
}

fn ideographs_are_wide(m: Mistake, text: &String) -> bool {
    let is_ideograph =
        |c: &char| matches!(u32::from(*c), 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0x2_0000..=0x2_FFFF);
    text.chars().filter(is_ideograph).all(|c| columns(m, c) == 2)
}

/// Returns the number of line ends: LF, CR, or both in this order.
fn line_ends(m: Mistake, text: &str) -> usize {
    let (mut count, mut after_return) = (0, false);
    for character in text.chars() {
        let ends = match character {
            '\r' => true,
            '\n' => !after_return || m == Mistake::TwoLineEnds,
            _ => false,
        };
        count += usize::from(ends);
        after_return = character == '\r';
    }
    count
}

fn line_ends_agree(m: Mistake, text: &String) -> bool {
    line_ends(m, text) == text.replace("\r\n", "\n").matches(['\r', '\n']).count()
}

/// Returns the parts between semicolons.
fn fields(m: Mistake, text: &str) -> Vec<&str> {
    let mut fields: Vec<&str> = text.split(';').collect();
    if m == Mistake::DropsLastField && fields.len() > 1 && fields.last() == Some(&"") {
        fields.pop();
    }
    fields
}

fn fields_join_to_the_text(m: Mistake, text: &String) -> bool {
    fields(m, text).join(";") == *text
}

/// Escapes quotation marks, line ends and backslashes.
fn quoted(m: Mistake, text: &str) -> String {
    let mut quoted = String::new();
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\n' => quoted.push_str("\\n"),
            '\\' if m != Mistake::BareBackslash => quoted.push_str("\\\\"),
            other => quoted.push(other),
        }
    }
    quoted
}

/// Undoes [`quoted`]; an unknown escape stands for itself.
fn unquoted(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        if character != '\\' {
            plain.push(character);
            continue;
        }
        match rest.next() {
            Some('n') => plain.push('\n'),
            Some(escaped @ ('"' | '\\')) => plain.push(escaped),
            other => plain.extend([Some('\\'), other].into_iter().flatten()),
        }
    }
    plain
}

fn quoting_is_undone(m: Mistake, text: &String) -> bool {
    unquoted(&quoted(m, text)) == *text
}

/// Returns a text without white space at its beginning.
fn trimmed(m: Mistake, text: &str) -> &str {
    let is_space =
        |c: char| if m == Mistake::TrimsAscii { matches!(c, '\t'..='\r' | ' ') } else { c.is_whitespace() };
    text.trim_start_matches(is_space)
}

fn trimmed_begins_with_a_mark(m: Mistake, text: &String) -> bool {
    !trimmed(m, text).starts_with(char::is_whitespace)
}

/// Returns whether a user must not have this name.
fn is_reserved(m: Mistake, name: &str) -> bool {
    let name = if m == Mistake::ReservedByCase { name.to_owned() } else { name.to_ascii_lowercase() };
    ["admin", "root", "guest"].contains(&name.as_str())
}

fn reserved_ignores_case(m: Mistake, name: &String) -> bool {
    is_reserved(m, name) == is_reserved(m, &name.to_ascii_uppercase())
}

/// Returns what two texts begin with.
fn common_prefix(m: Mistake, a: &str, b: &str) -> String {
    if m == Mistake::PrefixOfBytes {
        let common = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y);
        let common: Vec<u8> = common.map(|(x, _)| x).collect();
        return String::from_utf8_lossy(&common).into_owned();
    }
    a.chars().zip(b.chars()).take_while(|(x, y)| x == y).map(|(x, _)| x).collect()
}

fn common_prefix_is_one(m: Mistake, (a, b): &(String, String)) -> bool {
    let common = common_prefix(m, a, b);
    a.starts_with(&common) && b.starts_with(&common)
}

/// Writes each run of a character as its length, if that is not 1, and the character.
fn packed(text: &str) -> String {
    let mut packed = String::new();
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        let mut run = 1;
        while rest.next_if_eq(&character).is_some() {
            run += 1;
        }
        if run > 1 {
            packed.push_str(&run.to_string());
        }
        packed.push(character);
    }
    packed
}

/// Undoes [`packed`].
fn unpacked(m: Mistake, packed: &str) -> String {
    let (mut text, mut run) = (String::new(), None);
    for character in packed.chars() {
        match character.to_digit(10) {
            Some(digit) if m == Mistake::RunsOfTen => run = Some(digit),
            Some(digit) => run = Some(10 * run.unwrap_or(0) + digit),
            None => (0..run.take().unwrap_or(1)).for_each(|_| text.push(character)),
        }
    }
    text
}

fn runs_are_undone(m: Mistake, text: &String) -> Verdict {
    let has_digits = text.contains(|c: char| c.is_ascii_digit());
    (!has_digits).then(|| unpacked(m, &packed(text)) == *text)
}
