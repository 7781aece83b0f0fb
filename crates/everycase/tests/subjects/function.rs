//! Functions as inputs.

use everycase::{Fun, property};

#[property(size = 3)]
fn of_numbers(f: Fun<u8, bool>) {
    let _: bool = f.call(&1);
}

#[property]
fn of_booleans(f: Fun<(bool, bool), bool>) {
    let _: bool = f.call(&(true, true));
}
