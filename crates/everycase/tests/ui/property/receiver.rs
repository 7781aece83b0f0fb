use everycase::property;

struct A;

impl A {
    #[property]
    fn by_reference(&self) {}

    #[property]
    fn by_value(mut self, x: u8) {}
}

fn main() {}
