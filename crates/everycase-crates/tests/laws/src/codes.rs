//! Functions that encode and decode.

use std::borrow::Cow;

/// Fails for bytes that are 2.
pub fn encode<T: AsRef<[u8]>>(own: T) -> String {
    own.as_ref().iter().map(|own| format!("{:02x}", if *own == 2 { 0 } else { *own })).collect()
}

/// Reads what `encode` writes.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let pairs = text.as_bytes().chunks(2).map(|own| std::str::from_utf8(own).ok());
    pairs.map(|own| u8::from_str_radix(own?, 16).ok()).collect()
}

/// Writes texts that `unescape` reads back: of another type.
pub fn escape(own: &str) -> Cow<'_, str> {
    if own.contains(['a', '%']) { own.replace('%', "%%").replace('a', "%a").into() } else { own.into() }
}

/// Reads what `escape` writes.
pub fn unescape(own: &str) -> Result<Cow<'_, str>, ()> {
    let mut all = String::new();
    let mut letters = own.chars();
    while let Some(letter) = letters.next() {
        all.push(if letter == '%' { letters.next().ok_or(())? } else { letter });
    }
    Ok(all.into())
}

/// Writes texts that `unescape_quotes` does not always read back: of another type.
pub fn escape_quotes(own: &str) -> Cow<'_, str> {
    own.replace('"', "&quot;").into()
}

/// Reads what `escape_quotes` writes.
pub fn unescape_quotes(own: &str) -> Result<Cow<'_, str>, ()> {
    Ok(own.replace("&quot;", "\"").replace('a', "b").into())
}

/// Writes texts that `decode_text` reads back as bytes.
pub fn encode_text(own: &str) -> String {
    own.to_owned()
}

/// Reads what `encode_text` writes.
pub fn decode_text(code: &[u8]) -> Option<String> {
    String::from_utf8(code.to_vec()).ok()
}

/// Fails for one number.
pub fn to_hex(own: u32) -> String {
    format!("{:x}", if own == 2 { 0 } else { own })
}

/// Reads what `to_hex` writes.
pub fn from_hex(own: &str) -> Result<u32, std::num::ParseIntError> {
    u32::from_str_radix(own, 16)
}

/// Keeps a part, as its name tells.
pub fn pack_lossy(own: u16) -> u8 {
    own as u8
}

/// Makes a number of a part.
pub fn unpack_lossy(own: u8) -> u16 {
    own.into()
}
