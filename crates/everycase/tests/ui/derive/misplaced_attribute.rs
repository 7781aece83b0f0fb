use everycase::Enumerable;

#[derive(Enumerable)]
#[enumerable(skip)]
struct A(u8);

#[derive(Enumerable)]
enum B {
    #[enumerable(from = numbers())]
    X(u8),
    #[enumerable(via = u8)]
    Y,
    Z(#[enumerable(bound = "")] u8),
}

fn main() {}
