//! What stands behind a call that always panics is not reached, also where only a difference of counters tells.

fn fails(number: u8) -> u8 { // +
    if u16::from(number) < 256 { // +
        panic!("always"); // +
    } // -
    number // -
} // -

pub fn behind(number: u8) -> u8 { // +
    if number > 7 { // +
        let other = fails(number); // +
        if other > 9 { // +
            return 1; // -
        } // -
        return 2; // -
    } // +
    3 // +
} // +
