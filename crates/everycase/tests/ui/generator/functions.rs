use everycase::prelude::*;

struct Own;

impl Own {
    #[generator(covers = |n: &i64| true)]
    fn method(&self, g: &mut Gen) -> i64 {
        g.int()
    }
}

#[generator(covers = |n: &i64| true)]
fn no_choices(n: i64) -> i64 {
    n
}

#[generator(covers = |n: &i64| true)]
fn two(g: &mut Gen, h: &mut Gen) -> i64 {
    g.int() + h.int()
}

#[generator(covers = |n: &T| true)]
fn generic<T: Copy>(t: T, g: &mut Gen) -> T {
    t
}

#[generator(covers = |n: &i64| true)]
async fn asynchronous(g: &mut Gen) -> i64 {
    g.int()
}

#[generator(covers = |n: &()| true)]
fn no_result(g: &mut Gen) {}

#[generator(covers = |n: &i64| true)]
struct Type;

fn main() {}
