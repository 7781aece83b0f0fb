//! Code that no argument reaches, behind conditions.

pub fn large(number: u8) -> &'static str { // +
    if u16::from(number) > 255 { // +
        return "too large"; // -
    } // +
    match number { // +
        0 => "none", // +
        1 => "one", // +
        _ if u32::from(number) == 256 => { // +
            "beyond" // -
        }
        _ => {
            "several" // +
        }
    }
} // +

pub fn never(flag: bool) -> u8 { // +
    if flag || !flag { // +
        3 // +
    } else {
        hidden() // -
    }
} // +

fn hidden() -> u8 { // -
    4 // -
} // -

pub fn counts(text: &str) -> usize { // +
    let mut count = 0; // +
    for letter in text.chars() { // +
        if letter.len_utf8() > 4 { // +
            count += 7; // -
        } else if letter.is_ascii() { // +
            count += 1; // +
        } // +
    }
    count // +
} // +
