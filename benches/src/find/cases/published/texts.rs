//! Published bugs in functions of one text: quoting, encodings, identifiers, paths, decimals.

use super::{Case, Panic, case};

/// The mistakes of this area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mistake {
    #[default]
    None,
    BareBraces,
    NarrowGroup,
    BitsAreShiftedOut,
    NamedEscapesOnly,
    NumbersAreFloats,
    UnitsAreCut,
    ParentOfNothing,
    RoundingWraps,
}

pub(super) fn cases() -> Vec<Case> {
    vec![
        case("braces-without-quotes", Mistake::BareBraces, quoted_is_one_word, || "{,}".to_owned()),
        case("group-beyond-four-bytes", Mistake::NarrowGroup, decoding_does_not_panic, || "~~~~~".to_owned()),
        case("identifier-of-twenty-bits", Mistake::BitsAreShiftedOut, identifiers_are_unique, || {
            "8000".to_owned()
        }),
        case("escape-without-a-reader", Mistake::NamedEscapesOnly, values_are_read_back, || {
            "\u{b}".to_owned()
        }),
        case("number-in-another-base", Mistake::NumbersAreFloats, texts_stay_texts, || "0x11".to_owned()),
        case("mailbox-beyond-one-unit", Mistake::UnitsAreCut, mailboxes_are_decoded, || {
            "\u{1f600}".to_owned()
        }),
        case("parent-of-the-start", Mistake::ParentOfNothing, normal_path_leads_there, || "../a".to_owned()),
        case("largest-decimal-rounds-up", Mistake::RoundingWraps, decimals_are_close, || {
            "4294967295.5".to_owned()
        }),
    ]
}

/// Quotes a word for a shell.
fn quoted(m: Mistake, word: &str) -> String {
    let is_plain = |c: char| {
        let is_brace = matches!(c, '{' | '}') && m == Mistake::BareBraces;
        c.is_ascii_alphanumeric() || "+-./:@_,%^".contains(c) || is_brace
    };
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// Returns the word that a shell reads; nothing if braces with a comma make several words of it.
fn word_of_shell(text: &str) -> Option<String> {
    let (mut word, mut braces, mut is_quoted) = (String::new(), Vec::new(), false);
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        match character {
            '\'' => is_quoted = !is_quoted,
            '\\' if !is_quoted => word.push(rest.next()?),
            bare if !is_quoted => {
                match bare {
                    '{' => braces.push(false),
                    ',' => braces.iter_mut().next_back().into_iter().for_each(|comma| *comma = true),
                    '}' if braces.pop() == Some(true) => return None,
                    _ => {}
                }
                word.push(bare);
            }
            other => word.push(other),
        }
    }
    Some(word)
}

/// shlex 1.2.0, `quote`; change log of 1.2.1: "The bytes `{` and `\xa0` are now escaped by quoting
/// functions" (RUSTSEC-2024-0006).
fn quoted_is_one_word(m: Mistake, word: &String) -> bool {
    word_of_shell(&quoted(m, word)).as_ref() == Some(word)
}

/// The digits of base 85, as in RFC 1924.
const DIGITS_85: &str =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";

/// Decodes base 85, five digits for four bytes.
fn decoded_85(m: Mistake, text: &str) -> Result<Option<Vec<u8>>, Panic> {
    let digits: Option<Vec<u8>> =
        text.chars().map(|digit| DIGITS_85.find(digit).and_then(|at| u8::try_from(at).ok())).collect();
    let Some(digits) = digits else { return Ok(None) };
    let mut bytes = Vec::new();
    for group in digits.chunks(5) {
        if group.len() == 1 {
            return Ok(None);
        }
        let padded = group.iter().chain(&[84; 4]).take(5);
        let number = padded.fold(0, |number, digit| 85 * number + u64::from(*digit));
        match u32::try_from(number) {
            Ok(number) => bytes.extend(&number.to_be_bytes()[..group.len() - 1]),
            Err(_) if m == Mistake::NarrowGroup => return Err(Panic),
            Err(_) => return Ok(None),
        }
    }
    Ok(Some(bytes))
}

/// base85 2.0.0, `decode`; issues 7 and 9: "decode panics on valid Base85 input that overflows the
/// u32 accumulator".
fn decoding_does_not_panic(m: Mistake, text: &String) -> bool {
    decoded_85(m, text).is_ok()
}

/// The digits of Crockford's base 32.
const DIGITS_32: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Reads an identifier of 16 bits in four digits of five bits each.
fn identifier(m: Mistake, text: &str) -> Option<u16> {
    let digits: Option<Vec<u32>> =
        text.chars().map(|digit| DIGITS_32.find(digit).and_then(|at| u32::try_from(at).ok())).collect();
    let digits = digits.filter(|digits| digits.len() == 4)?;
    let number = digits.into_iter().fold(0, |number, digit| (number << 5) | digit);
    if m == Mistake::BitsAreShiftedOut { Some(number as u16) } else { u16::try_from(number).ok() }
}

/// Writes an identifier.
fn identifier_text(id: u16) -> String {
    let digit = |place: u32| usize::from((id >> (5 * place)) & 31);
    [3, 2, 1, 0].map(|place| &DIGITS_32[digit(place)..=digit(place)]).concat()
}

/// ulid, `Ulid::from_string`; issue 59 of January 2023: "the base32 representation has 130 bits.
/// Currently the highest two bits are ignored when parsing". Here 20 bits are read for 16.
fn identifiers_are_unique(m: Mistake, text: &String) -> bool {
    identifier(m, text).is_none_or(|id| identifier_text(id) == *text)
}

/// Escapes a value of a configuration file.
fn escaped_value(m: Mistake, value: &str) -> String {
    let mut escaped = String::new();
    for character in value.chars() {
        let name = match character {
            '\\' | ';' | '#' | '=' | ':' => Some(character),
            '\0' => Some('0'),
            '\u{7}' => Some('a'),
            '\u{8}' => Some('b'),
            '\t' => Some('t'),
            '\n' => Some('n'),
            '\u{b}' if m == Mistake::NamedEscapesOnly => Some('v'),
            '\u{c}' if m == Mistake::NamedEscapesOnly => Some('f'),
            '\r' => Some('r'),
            _ => None,
        };
        match name {
            Some(name) => escaped.extend(['\\', name]),
            None if character < ' ' => escaped.extend(format!("\\x{:04x}", u32::from(character)).chars()),
            None => escaped.push(character),
        }
    }
    escaped
}

/// Undoes [`escaped_value`].
fn value_of(escaped: &str) -> Option<String> {
    let (mut value, mut rest) = (String::new(), escaped.chars());
    while let Some(character) = rest.next() {
        if character != '\\' {
            value.push(character);
            continue;
        }
        value.push(match rest.next()? {
            '0' => '\0',
            'a' => '\u{7}',
            'b' => '\u{8}',
            't' => '\t',
            'n' => '\n',
            'r' => '\r',
            'x' => {
                let digits: String = rest.by_ref().take(4).collect();
                char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?
            }
            other => other,
        });
    }
    Some(value)
}

/// rust-ini, escapes of the writer; pull request 156 of July 2026: "The default writer escapes a
/// vertical tab (0x0b) as `\v` and a form feed (0x0c) as `\f`, but the parser has no arm for either
/// escape".
fn values_are_read_back(m: Mistake, value: &String) -> bool {
    value_of(&escaped_value(m, value)).as_ref() == Some(value)
}

/// Returns whether a bare scalar is a number for the reader.
fn is_number(scalar: &str) -> bool {
    let digits = scalar.strip_prefix(['-', '+']).unwrap_or(scalar);
    let all = |digits: &str, base: u32| {
        !digits.is_empty() && digits.chars().all(|digit| digit == '_' || digit.is_digit(base))
    };
    let in_base = [("0x", 16), ("0o", 8), ("0b", 2)]
        .iter()
        .any(|(prefix, base)| digits.strip_prefix(prefix).is_some_and(|digits| all(digits, *base)));
    in_base || (!digits.starts_with('_') && all(digits, 10)) || scalar.parse::<f64>().is_ok()
}

/// Writes a text as a scalar, with quotation marks where it needs some.
fn scalar(m: Mistake, text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '+' | '.');
    let reads_as_number =
        if m == Mistake::NumbersAreFloats { text.parse::<f64>().is_ok() } else { is_number(text) };
    if text.is_empty() || reads_as_number || !text.chars().all(is_plain) {
        format!("'{}'", text.replace('\'', "''"))
    } else {
        text.to_owned()
    }
}

/// Reads a scalar; returns nothing if it is a number.
fn text_of_scalar(scalar: &str) -> Option<String> {
    match scalar.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        Some(inner) => Some(inner.replace("''", "'")),
        None => (!is_number(scalar)).then(|| scalar.to_owned()),
    }
}

/// serde-saphyr before 0.0.8, `to_string`; issue 17 ("insufficient string quoting in
/// serialization"): the texts `2_4_13`, `0x11`, `0o11` and `0b11` are written without quotation
/// marks and read as numbers.
fn texts_stay_texts(m: Mistake, text: &String) -> bool {
    text_of_scalar(&scalar(m, text)).as_ref() == Some(text)
}

/// The digits of base 64 in names of mailboxes.
const DIGITS_64: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,";

/// Appends UTF-16 in base 64 to the name of a mailbox, and empties it.
fn shift(units: &mut Vec<u16>, name: &mut String) {
    if units.is_empty() {
        return;
    }
    let bits = units.drain(..).map(|unit| format!("{unit:016b}")).collect::<Vec<_>>().concat();
    name.push('&');
    for at in (0..bits.len()).step_by(6) {
        let digit = format!("{:0<6}", &bits[at..bits.len().min(at + 6)]);
        let digit = usize::from_str_radix(&digit, 2).unwrap_or_default();
        name.push_str(&DIGITS_64[digit..=digit]);
    }
    name.push('-');
}

/// Encodes the name of a mailbox in the UTF-7 of IMAP.
fn mailbox(m: Mistake, text: &str) -> String {
    let (mut name, mut units) = (String::new(), Vec::new());
    for character in text.chars() {
        if matches!(character, ' '..='~') {
            shift(&mut units, &mut name);
            name.push(character);
            name.push_str(if character == '&' { "-" } else { "" });
        } else if m == Mistake::UnitsAreCut {
            units.push(u32::from(character) as u16);
        } else {
            units.extend_from_slice(character.encode_utf16(&mut [0; 2]));
        }
    }
    shift(&mut units, &mut name);
    name
}

/// Decodes the name of a mailbox.
fn text_of_mailbox(name: &str) -> Option<String> {
    let (mut text, mut rest) = (String::new(), name);
    while let Some((plain, shifted)) = rest.split_once('&') {
        let (digits, after) = shifted.split_once('-')?;
        text.push_str(plain);
        if digits.is_empty() {
            text.push('&');
        }
        let bits: Option<String> =
            digits.chars().map(|digit| DIGITS_64.find(digit).map(|at| format!("{at:06b}"))).collect();
        let bits = bits?;
        let units: Option<Vec<u16>> = (0..bits.len() / 16)
            .map(|unit| u16::from_str_radix(&bits[16 * unit..16 * unit + 16], 2).ok())
            .collect();
        text.push_str(&String::from_utf16(&units?).ok()?);
        rest = after;
    }
    text.push_str(rest);
    Some(text)
}

/// Stalwart, `utf7_encode`; pull request 2564 of December 2025 ("Fix IMAP UTF-7 encoding for
/// non-BMP characters"): characters were cast to units of 16 bits.
fn mailboxes_are_decoded(m: Mistake, text: &String) -> bool {
    text_of_mailbox(&mailbox(m, text)).as_ref() == Some(text)
}

/// Returns a relative path without the parts that a later one undoes.
fn normal_path(m: Mistake, path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if m == Mistake::ParentOfNothing => {}
            other => parts.push(other),
        }
    }
    parts.join("/")
}

/// Returns the directories that lead to a path from `/home/user/project`.
fn place(path: &str) -> Vec<&str> {
    let mut place = vec!["home", "user", "project"];
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                place.pop();
            }
            name => place.push(name),
        }
    }
    place
}

/// uv, `normalize_path` (from Cargo); pull request 3013 of April 2024: "passing `../foo/bar`, it
/// will just drop the leading `..` and return `foo/bar`".
fn normal_path_leads_there(m: Mistake, path: &String) -> bool {
    place(&normal_path(m, path)) == place(path)
}

/// Reads a decimal as a number of 32 bits and a number of places; digits that do not fit are
/// rounded.
fn decimal(m: Mistake, text: &str) -> Option<(u32, u32)> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits: Option<Vec<u32>> =
        whole.chars().chain(fraction.chars()).map(|digit| digit.to_digit(10)).collect();
    let digits = digits.filter(|digits| !digits.is_empty())?;
    let (mut number, mut places) = (0_u32, 0);
    for (at, digit) in digits.into_iter().enumerate() {
        let is_whole = at < whole.len();
        let longer = number.checked_mul(10).and_then(|number| number.checked_add(digit));
        match longer {
            Some(longer) if is_whole || places < 28 => number = longer,
            None if is_whole => return None,
            _ if digit < 5 => break,
            _ if m == Mistake::RoundingWraps => {
                number = number.wrapping_add(1);
                break;
            }
            _ if number == u32::MAX && places > 0 => {
                number = number / 10 + 1;
                places -= 1;
                break;
            }
            _ => {
                number = number.checked_add(1)?;
                break;
            }
        }
        places += u32::from(!is_whole);
    }
    Some((number, places))
}

/// `rust_decimal` 1.25, `from_str`; release 1.26.0: "Fixes a silent overflow in `from_str` when
/// parsing `Decimal::MAX` with a fractional portion" (pull request 530). Here a decimal has 32
/// bits.
fn decimals_are_close(m: Mistake, text: &String) -> bool {
    let Some((number, places)) = decimal(m, text) else { return true };
    let shown = f64::from(number) / 10_f64.powi(places.cast_signed());
    text.parse::<f64>().is_ok_and(|exact| (shown - exact).abs() <= exact * 1e-7 + 1e-20)
}
