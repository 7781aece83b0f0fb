use everycase::laws;
use everycase::prelude::*;

#[derive(Debug, PartialEq, Eq)]
struct Money(u8);

laws!(Money: Eq);

#[derive(Debug, PartialEq, Enumerable)]
struct Price(f64);

laws!(Price: PartialEq, Eq);

#[derive(Clone, Debug, Enumerable)]
struct Account(u8);

laws!(Account: Clone);

fn main() {}
