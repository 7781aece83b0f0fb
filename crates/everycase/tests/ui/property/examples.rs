//! Examples that are no inputs of the property.

use everycase::prelude::*;

#[property(examples = 7)]
fn no_list(_: u8) {}

#[property(examples = [(1, 2)])]
fn too_few(_: u8, _: u8, _: u8) {}

#[property(examples = [()])]
fn no_parameters() {}

#[property(examples = [7])]
fn generated(#[from(|g| g.nat())] _: i64) {}

fn main() {}
