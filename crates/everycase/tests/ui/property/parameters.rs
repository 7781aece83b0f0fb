use everycase::property;

#[property]
fn no_type(x) {}

#[property]
fn named_lifetime(x: &'static str) {}

#[property]
fn no_space(#[from] x: u8) {}

#[property]
fn two_spaces(#[from(a())] #[from(b())] x: u8) {}

#[property]
#[test]
fn a_test_already(x: u8) {}

#[property]
unsafe fn dangerous(x: u8) {}

fn main() {}
