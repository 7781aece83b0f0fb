//! Examples of another type than the property's inputs.

use everycase::prelude::*;

#[property(examples = ["seven"])]
fn another_type(_: u8) {}

#[property(examples = [(1, "a"), (2, 3)])]
fn one_of_two(_: u8, _: &str) {}

fn main() {}
