use everycase::Enumerable;

#[derive(Enumerable)]
#[enumerable(cost = 2, cost = 3)]
struct A;

#[derive(Enumerable)]
#[enumerable(cost = 2)]
#[enumerable(cost = 3)]
struct B;

#[derive(Enumerable)]
enum C {
    #[enumerable(skip, cost = 2)]
    X,
    Y(#[enumerable(skip, from = numbers())] u8),
}

fn main() {}
