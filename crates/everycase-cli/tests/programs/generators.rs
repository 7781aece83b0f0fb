//! Generators in Rust: two that are read, one that is not.

#[derive(Debug, Clone, PartialEq, Enumerable)]
enum List {
    Nil,
    Cons(i64, Box<List>),
}

fn len(xs: &List) -> i64 {
    match xs {
        List::Nil => 0,
        List::Cons(_, rest) => 1 + len(rest),
    }
}

#[generator(given = 0 <= n, covers = |xs: &List| len(xs) <= n)]
fn sized(n: i64, g: &mut Gen) -> List {
    if n == 0 || g.bool() { List::Nil } else { List::Cons(g.int(), Box::new(sized(n - 1, g))) }
}

#[generator(given = 0 <= n, covers = |xs: &List| len(xs) <= n)]
fn positive(n: i64, g: &mut Gen) -> List {
    if n == 0 || g.bool() { List::Nil } else { List::Cons(1 + g.nat(), Box::new(positive(n - 1, g))) }
}

#[generator(given = 0 <= n, covers = |xs: &List| len(xs) <= n)]
fn looping(n: i64, g: &mut Gen) -> List {
    let mut xs = List::Nil;
    for _ in 0..n {
        xs = List::Cons(g.int(), Box::new(xs));
    }
    xs
}
