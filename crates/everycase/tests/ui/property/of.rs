use everycase::property;

fn insert(x: u8, mut list: Vec<u8>) -> Vec<u8> {
    list.insert(0, x);
    list
}

#[property(of = 3)]
fn a_number(x: u8) {}

#[property(of = "insert")]
fn a_text(x: u8) {}

#[property(of = insert(x))]
fn a_call(x: u8) {}

#[property(of = vec!)]
fn a_macro(x: u8) {}

#[property(of = |x| x + 1)]
fn a_closure(x: u8) {}

#[property(of = [])]
fn none(x: u8) {}

#[property(of = insert<u8>)]
fn no_colons(x: u8) {}

#[property(of = [insert, insert])]
fn listed_twice(x: u8) {}

#[property(of = insert, of = insert)]
fn given_twice(x: u8) {}

#[property(of)]
fn no_value(x: u8) {}

#[property(min_strength = 101, of = insert)]
fn more_than_all(x: u8) {}

#[property(min_strength = 90)]
fn of_nothing(x: u8) {}

#[property(strength)]
fn of_nothing_either(x: u8) {}

fn main() {}
