//! A decoder of base 85, with the digits of RFC 1924: five digits are four bytes.

const DIGITS: &[u8; 85] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";

/// Decodes a text; `None` if it is not in base 85.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for group in text.as_bytes().chunks(5) {
        let mut number: u32 = 0;
        for &byte in group {
            let digit = DIGITS.iter().position(|&digit| digit == byte)? as u32;
            // As in base85 2.0.0: five digits may say more than 32 bits hold.
            number = number * 85 + digit;
        }
        for _ in group.len()..5 {
            number = number.checked_mul(85)?.checked_add(84)?;
        }
        bytes.extend(&number.to_be_bytes()[..group.len().saturating_sub(1)]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use everycase::prelude::*;

    #[property]
    fn any_text_is_decoded_or_refused(text: &str) {
        decode(text);
    }
}
