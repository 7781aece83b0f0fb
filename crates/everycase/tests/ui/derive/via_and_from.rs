use everycase::Enumerable;

#[derive(Enumerable)]
#[enumerable(via = Vec<u8>)]
struct NoFrom(Vec<u8>);

#[derive(Enumerable)]
#[enumerable(from = Self::new)]
struct NoVia(Vec<u8>);

#[derive(Enumerable)]
#[enumerable(into = Self::into_vec)]
struct OnlyInto(Vec<u8>);

#[derive(Enumerable)]
#[enumerable(via = Vec<u8>, from = Priced, cost = 3)]
struct Priced(Vec<u8>);

#[derive(Enumerable)]
#[enumerable(via = Vec<u8>, from = Inside)]
struct Inside(#[enumerable(skip)] Vec<u8>);

#[derive(Enumerable)]
#[enumerable(via = 3, from = NoType)]
struct NoType(Vec<u8>);

#[derive(Enumerable)]
#[enumerable(via = Vec<u8>, from = Seen, view = SeenView)]
struct Seen(Vec<u8>);

fn main() {}
