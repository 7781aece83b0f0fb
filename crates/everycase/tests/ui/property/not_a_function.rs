use everycase::property;

#[property]
struct A;

#[property]
mod inner {}

#[property]
const X: u8 = 3;

trait Trait {
    #[property]
    fn without_body(x: u8);
}

fn main() {}
