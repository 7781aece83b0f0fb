//! A failure behind four conditions, each of which is met by chance once in some hundred texts.

pub fn opens(text: &str) -> usize { // +
    let mut found = 0; // +
    let bytes = text.as_bytes(); // +
    if bytes.first() == Some(&b'q') { // +
        found += 1; // +
        if bytes.get(1) == Some(&b'7') { // +
            found += 1; // +
            if bytes.get(2) == Some(&b'~') { // +
                found += 1; // +
                if bytes.get(3) == Some(&b'K') { // +
                    panic!("the lock is open"); // +
                } // +
            } // +
        } // +
    } // +
    found // +
} // +
