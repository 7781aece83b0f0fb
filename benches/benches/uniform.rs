//! Uniform values of a size, and the peers' values by type beside.
//!
//! `cargo bench --bench uniform [-- --millis 500]`

use std::hint::black_box;
use std::time::Duration;

use everycase::Enumerable;
use everycase::space::{Random, SeedableRng};
use everycase_benches::clock::{Clock, measuring, option, per_second, span};
use everycase_benches::expression::Exp;
use everycase_benches::growth::QUICKCHECK_SIZE;
use everycase_benches::simple::Tree;
use everycase_benches::strategies::{self, draw, proptest_runner};
use everycase_benches::table::Table;
use quickcheck::{Arbitrary, Gen};

fn main() {
    let mut table = Table::new([
        "uniform values of one size, one core",
        "size",
        "values",
        "constructors",
        "derivations",
        "clone and drop",
        "first 1,000, tables included",
        "testing-feat (other run)",
    ]);
    for (size, feat) in [(30, "240 k/s"), (100, "20 k/s"), (300, "3.0 k/s")] {
        uniform::<Exp>(&mut table, "expressions", size, feat);
    }
    uniform::<Tree>(&mut table, "binary trees", 101, "53 k/s");
    table.print();

    let mut table = Table::new(["by type, sizes as they come", "tool", "values", "constructors"]);
    let mut source = Gen::from_size_and_seed(QUICKCHECK_SIZE, 1);
    peer(&mut table, "expressions", "quickcheck", || Exp::arbitrary(&mut source));
    let mut source = Gen::from_size_and_seed(QUICKCHECK_SIZE, 1);
    peer(&mut table, "binary trees", "quickcheck", || Tree::arbitrary(&mut source));
    let (strategy, mut runner) = (strategies::expressions(100), proptest_runner(1));
    peer(&mut table, "expressions", "proptest", || draw(&strategy, &mut runner));
    let (strategy, mut runner) = (strategies::trees(50), proptest_runner(1));
    peer(&mut table, "binary trees", "proptest", || draw(&strategy, &mut runner));
    table.print();
}

fn limit() -> Duration {
    Duration::from_millis(if measuring() { option("millis", 500) } else { 5 })
}

fn uniform<T: Enumerable + Clone>(table: &mut Table, name: &str, size: u32, feat: &str) {
    let clock = Clock::start();
    let space = T::space();
    let mut sampler = space.sampler().expect("the type is rightly recursive");
    let mut rng = Random::seed_from_u64(1);
    let mut draw =
        |rng: &mut Random| black_box(sampler.of_size(size, rng).expect("there are values of this size"));
    (0..if measuring() { 1000 } else { 1 }).for_each(|_| drop(draw(&mut rng)));
    let first = clock.busy();
    // What a sampler has met once it need not work out again: the rate is that of a sampler in use.
    repeat(|| drop(draw(&mut rng)));
    let (values, time) = repeat(|| drop(draw(&mut rng)));
    let mut uniform = space.derivations().uniform().expect("the type is rightly recursive");
    let mut derive = || {
        black_box(uniform.of_size(size, &mut rng).is_ok());
    };
    repeat(&mut derive);
    let (derived, deriving) = repeat(derive);
    // No sampler that builds its values can be quicker than building them with all choices made.
    let sample: Vec<T> = (0..200).map(|_| draw(&mut rng)).collect();
    let mut again = sample.iter().cycle();
    let (cloned, cloning) = repeat(|| drop(black_box(again.next().cloned())));
    table.row([
        name.to_owned(),
        size.to_string(),
        per_second(values, time),
        per_second(values * u64::from(size), time),
        per_second(derived, deriving),
        per_second(cloned, cloning),
        span(first),
        feat.to_owned(),
    ]);
}

fn peer<T: Enumerable>(table: &mut Table, name: &str, tool: &str, mut next: impl FnMut() -> T) {
    let (values, time) = repeat(|| drop(black_box(next())));
    let space = T::space();
    let sizes: u64 = (0..1000).map(|_| u64::from(space.size_of(&next()).unwrap_or(0))).sum();
    table.row([
        name.to_owned(),
        tool.to_owned(),
        per_second(values, time),
        per_second(values * sizes / 1000, time),
    ]);
}

fn repeat(mut once: impl FnMut()) -> (u64, Duration) {
    let clock = Clock::start();
    let mut count = 0;
    loop {
        for _ in 0..100 {
            once();
        }
        count += 100;
        if clock.wall() >= limit() {
            return (count, clock.busy());
        }
    }
}
