use everycase::Enumerable;

#[derive(Enumerable)]
#[enumerable(cots = 3)]
struct A(u8);

#[derive(Enumerable)]
enum B {
    #[enumerable(skipp)]
    X,
    #[enumerable(weight = 3)]
    Y(#[enumerable(form = numbers())] u8),
}

#[derive(Enumerable)]
#[enumerable]
struct C;

#[derive(Enumerable)]
#[enumerable(crat = everycase)]
struct D;

fn main() {}
