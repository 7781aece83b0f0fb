use everycase::{Enumerable, Space, property};

struct Foreign;

fn bytes() -> Space<u8> {
    u8::space()
}

#[property]
fn not_enumerable(x: Foreign) {
    drop(x);
}

#[property]
fn not_enumerable_either(list: &[Foreign]) {
    let _ = list;
}

#[property]
fn a_space_of_another_type(#[from(bytes())] x: u16) {
    let _ = x;
}

#[property]
fn no_space(#[from(7)] x: u8) {
    let _ = x;
}

fn main() {}
