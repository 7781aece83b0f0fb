//! A table that is filled at first use: once in a process, whichever expression is the first.

use std::sync::OnceLock;

pub fn looked_up(number: u8) -> u32 { // +
    static TABLE: OnceLock<Vec<u32>> = OnceLock::new();
    let table = TABLE.get_or_init(filled); // +
    table[usize::from(number)] // +
} // +

fn filled() -> Vec<u32> { // +
    (0..256).map(tripled).collect() // +
} // +

fn tripled(number: u32) -> u32 { // +
    number * 3 // +
} // +
