use everycase::Enumerable;

#[derive(Enumerable)]
#[enumerable(cost = "three")]
struct A;

#[derive(Enumerable)]
#[enumerable(cost = -1)]
struct B;

#[derive(Enumerable)]
#[enumerable(cost)]
struct C;

#[derive(Enumerable)]
#[enumerable(cost = )]
struct D;

#[derive(Enumerable)]
#[enumerable(cost = 2u8)]
struct E;

#[derive(Enumerable)]
#[enumerable(cost = 5_000_000_000)]
struct F;

#[derive(Enumerable)]
#[enumerable(cost(3))]
struct G;

#[derive(Enumerable)]
struct H(#[enumerable(skip = true)] u8);

fn main() {}
