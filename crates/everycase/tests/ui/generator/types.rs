use everycase::prelude::*;

struct NotEnumerable;

#[generator(given = n, covers = |n: &i64| *n, decreases = m, test = false)]
fn types(n: i64, g: &mut Gen) -> i64 {
    g.range(0, n)
}

#[generator(covers = |n: &NotEnumerable| true)]
fn result(g: &mut Gen) -> NotEnumerable {
    let _ = g.bool();
    NotEnumerable
}

fn main() {}
