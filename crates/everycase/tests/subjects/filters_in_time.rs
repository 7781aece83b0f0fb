//! Filtered spaces of which few values, or none, are left.

use everycase::Space;
use everycase::prelude::*;

#[property(time = "500ms")]
fn of_no_value(#[from(u64::space().filter(1_000, |_| false))] n: u64) -> bool {
    n == 0
}

#[property(time = "500ms")]
fn of_many_values(#[from(u32::space().filter(30, |n| n.is_multiple_of(7_919)))] n: u32) -> bool {
    n.is_multiple_of(7_919)
}

#[property(time = "500ms")]
fn of_filtered_values(#[from(twice_filtered())] n: u32) -> bool {
    n.is_multiple_of(7_919)
}

fn twice_filtered() -> Space<u32> {
    u32::space().filter(32, |n| n.is_multiple_of(7_919)).filter(32, |n| n.is_multiple_of(2))
}
