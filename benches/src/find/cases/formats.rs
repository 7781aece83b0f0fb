//! Texts that are written and read back: numbers, tables, queries, bytes as letters, versions.

use super::{Case, case};

/// The mistakes of this area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mistake {
    #[default]
    None,
    NegatesLast,
    BareReturn,
    BarePlus,
    LettersSwapped,
    VersionsAsText,
    HexWithoutZero,
}

pub(super) fn cases() -> Vec<Case> {
    vec![
        case("smallest-number-is-not-read", Mistake::NegatesLast, number_is_undone, || i64::MIN),
        case("carriage-return-in-a-cell", Mistake::BareReturn, table_is_undone, || {
            vec![vec!["\r".to_owned()]]
        }),
        case("plus-in-a-query", Mistake::BarePlus, query_is_undone, || {
            vec![("a".to_owned(), "1+1".to_owned())]
        }),
        case("last-letter-of-64", Mistake::LettersSwapped, letters_are_undone, || vec![255, 255, 255]),
        case("versions-as-text", Mistake::VersionsAsText, versions_are_ordered, || (vec![1, 9], vec![1, 10])),
        case("hex-without-zero", Mistake::HexWithoutZero, hex_is_undone, || vec![1, 2]),
    ]
}

/// Reads a number with an optional sign.
fn number(m: Mistake, text: &str) -> Option<i64> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let sign = if is_negative && m != Mistake::NegatesLast { -1 } else { 1 };
    let read = digits.chars().try_fold(0_i64, |read, digit| {
        read.checked_mul(10)?.checked_add(sign * i64::from(digit.to_digit(10)?))
    })?;
    Some(if is_negative && m == Mistake::NegatesLast { -read } else { read })
}

fn number_is_undone(m: Mistake, x: &i64) -> bool {
    number(m, &x.to_string()) == Some(*x)
}

/// Rows of cells.
type Table = Vec<Vec<String>>;

/// Writes a table: cells between commas, rows before line ends, quotation marks where a cell needs them.
fn csv(m: Mistake, table: &Table) -> String {
    let special: &[char] = if m == Mistake::BareReturn { &[',', '"', '\n'] } else { &[',', '"', '\n', '\r'] };
    let cell = |cell: &String| {
        if cell.contains(special) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.clone() }
    };
    table.iter().map(|row| row.iter().map(cell).collect::<Vec<_>>().join(",") + "\n").collect()
}

/// Reads a table. A row may end with CR LF.
fn read_csv(text: &str) -> Table {
    let (mut table, mut row, mut cell, mut is_quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '"' if is_quoted && rest.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' => is_quoted = !is_quoted,
            other if is_quoted => cell.push(other),
            ',' => row.push(std::mem::take(&mut cell)),
            '\r' if rest.peek() == Some(&'\n') => {}
            '\n' => {
                row.push(std::mem::take(&mut cell));
                table.push(std::mem::take(&mut row));
            }
            other => cell.push(other),
        }
    }
    table
}

fn table_is_undone(m: Mistake, table: &Table) -> bool {
    // A row without cells is written like one with an empty cell.
    let table: Table =
        table.iter().map(|row| if row.is_empty() { vec![String::new()] } else { row.clone() }).collect();
    read_csv(&csv(m, &table)) == table
}

/// Writes bytes that are no letters or digits as `%` and two digits, and a space as `+`.
fn encoded(m: Mistake, text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' => encoded.push('+'),
            b'+' if m == Mistake::BarePlus => encoded.push('+'),
            byte if byte.is_ascii_alphanumeric() => encoded.push(char::from(byte)),
            byte => encoded.extend(format!("%{byte:02X}").chars()),
        }
    }
    encoded
}

/// Undoes [`encoded`].
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}

fn query_is_undone(m: Mistake, query: &Vec<(String, String)>) -> bool {
    let pair = |(key, value): &(String, String)| format!("{}={}", encoded(m, key), encoded(m, value));
    let text: Vec<String> = query.iter().map(pair).collect();
    let read = text.iter().map(|pair| {
        let (key, value) = pair.split_once('=')?;
        Some((decoded(key)?, decoded(value)?))
    });
    read.collect::<Option<Vec<_>>>().as_ref() == Some(query)
}

/// The letters that stand for six bits.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Writes three bytes as four letters. What is missing in the last group is `=`.
fn lettered(m: Mistake, bytes: &[u8]) -> Vec<u8> {
    let letter = |bits: u32| match bits % 64 {
        63 if m == Mistake::LettersSwapped => b'-',
        bits => LETTERS[bits as usize],
    };
    let group = |group: &[u8]| {
        let byte = |i: usize| group.get(i).copied().map_or(0, u32::from);
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        let letters = [bits >> 18, bits >> 12, bits >> 6, bits].map(letter);
        let used = group.len() + 1;
        letters.into_iter().enumerate().map(move |(i, letter)| if i < used { letter } else { b'=' })
    };
    bytes.chunks(3).flat_map(group).collect()
}

/// Undoes [`lettered`].
fn unlettered(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for group in text.chunks(4) {
        let used = group.iter().take_while(|letter| **letter != b'=').count();
        let mut bits = 0;
        for letter in group.iter().take(used) {
            let value = LETTERS.iter().position(|it| it == letter)?;
            bits = bits << 6 | u32::try_from(value).ok()?;
        }
        bits <<= 6 * (4 - used);
        bytes.extend(bits.to_be_bytes().into_iter().skip(1).take(used.checked_sub(1)?));
    }
    Some(bytes)
}

fn letters_are_undone(m: Mistake, bytes: &Vec<u8>) -> bool {
    unlettered(&lettered(m, bytes)).as_ref() == Some(bytes)
}

/// Returns whether one version is older than another.
fn is_older(m: Mistake, a: &[u16], b: &[u16]) -> bool {
    if m == Mistake::VersionsAsText {
        let text = |version: &[u16]| version.iter().map(u16::to_string).collect::<Vec<_>>().join(".");
        return text(a) < text(b);
    }
    a < b
}

/// Numbers of a longer version that begin like a shorter one make it newer; so does a larger number.
fn versions_are_ordered(m: Mistake, (a, b): &(Vec<u16>, Vec<u16>)) -> bool {
    let common = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let expected = match (a.get(common), b.get(common)) {
        (Some(x), Some(y)) => x < y,
        (None, later) => later.is_some(),
        (Some(_), None) => false,
    };
    is_older(m, a, b) == expected
}

/// Writes bytes as two hexadecimal digits each.
fn hex(m: Mistake, bytes: &[u8]) -> String {
    let digits =
        |byte: &u8| if m == Mistake::HexWithoutZero { format!("{byte:x}") } else { format!("{byte:02x}") };
    bytes.iter().map(digits).collect()
}

fn hex_is_undone(m: Mistake, bytes: &Vec<u8>) -> bool {
    let text = hex(m, bytes);
    let byte = |digits: &[u8]| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
    text.as_bytes().chunks(2).map(byte).collect::<Option<Vec<u8>>>().as_ref() == Some(bytes)
}
