use everycase::{Enumerable, Space};

fn words() -> Space<String> {
    String::space()
}

#[derive(Enumerable)]
struct Licence(#[enumerable(from = words())] u8);

fn main() {}
