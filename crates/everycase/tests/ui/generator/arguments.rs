use everycase::prelude::*;

#[generator]
fn no_promise(g: &mut Gen) -> i64 {
    g.int()
}

#[generator(covers = true)]
fn no_closure(g: &mut Gen) -> i64 {
    g.int()
}

#[generator(covers = |n: &i64| true, gven = true)]
fn unknown(g: &mut Gen) -> i64 {
    g.int()
}

#[generator(covers = |n: &i64| true, test = 1)]
fn no_bool(g: &mut Gen) -> i64 {
    g.int()
}

fn main() {}
