//! Every value up to a size: lent in place, owned, and by loops written by hand; the peers' random values beside.
//!
//! `cargo bench --bench enumerate [-- --runs 5]`

use std::hint::black_box;
use std::time::Duration;

use arbitrary::Unstructured;
use bolero_generator::TypeGenerator;
use bolero_generator::driver::{Options, Rng};
use everycase::{Enumerable, Space};
use everycase_benches::clock::{best, measuring, option, per_second};
use everycase_benches::expression::TO_SIZE_12;
use everycase_benches::growth::QUICKCHECK_SIZE;
use everycase_benches::loops::{self, Each};
use everycase_benches::simple::{BOOL_LISTS_TO_SIZE_39, TREES_TO_SIZE_27};
use everycase_benches::strategies::{self, draw, proptest_runner};
use everycase_benches::table::Table;
use proptest::prelude::BoxedStrategy;
use quickcheck::Gen;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};

/// How many values to clone in turn: few enough to stay in the cache.
const SAMPLE: u64 = 1000;

/// One type and what is known of it.
struct Subject<T: Enumerable> {
    name: &'static str,
    to: u32,
    count: u64,
    /// testing-feat on the machine of the reference figures, million values a second.
    feat: &'static str,
    by_hand: Each<T>,
    strategy: BoxedStrategy<T>,
}

fn main() {
    let exp = Subject {
        name: "expressions to size 12",
        to: 12,
        count: TO_SIZE_12,
        feat: "1.02 M/s",
        by_hand: loops::expressions,
        strategy: strategies::expressions(32),
    };
    let tree = Subject {
        name: "binary trees to size 27",
        to: 27,
        count: TREES_TO_SIZE_27,
        feat: "0.47 M/s",
        by_hand: loops::trees,
        strategy: strategies::trees(13),
    };
    let bools = Subject {
        name: "lists of booleans to size 39",
        to: 39,
        count: BOOL_LISTS_TO_SIZE_39,
        feat: "0.46 M/s",
        by_hand: loops::bool_lists,
        strategy: strategies::bool_lists(),
    };
    let mut exhaustive = Table::new([
        "all values, one core",
        "values",
        "lent in place",
        "owned",
        "loops by hand",
        "clone and drop",
        "owned / by hand",
        "owned / clone",
        "testing-feat (other run)",
    ]);
    exp.enumerate(&mut exhaustive);
    tree.enumerate(&mut exhaustive);
    bools.enumerate(&mut exhaustive);
    exhaustive.print();

    let mut random = Table::new(["random values by type", "tool", "values", "mean size", "sizes to"]);
    exp.draw(&mut random);
    tree.draw(&mut random);
    bools.draw(&mut random);
    random.print();
}

impl<T> Subject<T>
where
    T: Enumerable + quickcheck::Arbitrary + TypeGenerator + for<'a> arbitrary::Arbitrary<'a>,
    T: std::fmt::Debug,
{
    fn enumerate(&self, table: &mut Table) {
        let space = T::space();
        let (runs, to) = if measuring() { (option("runs", 5) as u32, self.to) } else { (1, self.to / 2) };
        let (lent, count) = best(runs, || lend_all(&space, to));
        let (owned, owned_count) = best(runs, || own_all(&space, to));
        let (by_hand, hand_count) = best(runs, || {
            let mut count = 0;
            for size in 0..=to as usize {
                (self.by_hand)(size, &mut |value| {
                    drop(black_box(value));
                    count += 1;
                });
            }
            count
        });
        let sample = Self::evenly_spaced(to, count);
        let (cloned, _) = best(runs, || clone_all(&sample, count));
        assert_eq!((count, count), (owned_count, hand_count), "{}", self.name);
        assert!(!measuring() || count == self.count, "{}: {count}", self.name);
        table.row([
            self.name.to_owned(),
            count.to_string(),
            per_second(count, lent),
            per_second(count, owned),
            per_second(count, by_hand),
            per_second(count, cloned),
            times(owned, by_hand),
            times(owned, cloned),
            self.feat.to_owned(),
        ]);
    }

    /// Returns some values, of each size in proportion.
    fn evenly_spaced(to: u32, count: u64) -> Vec<T> {
        let step = (count / SAMPLE).max(1);
        T::space().striped(to, 0, step).expect("the type is rightly recursive").collect()
    }

    fn draw(&self, table: &mut Table) {
        let mut source = Gen::from_size_and_seed(QUICKCHECK_SIZE, 1);
        self.drawn(table, "quickcheck", || Some(<T as quickcheck::Arbitrary>::arbitrary(&mut source)));

        let mut runner = proptest_runner(1);
        self.drawn(table, "proptest", || Some(draw(&self.strategy, &mut runner)));

        let options = Options::default();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        self.drawn(table, "bolero", || {
            let seed = rng.next_u64();
            T::generate(&mut Rng::new(Xoshiro256PlusPlus::seed_from_u64(seed), &options))
        });

        let mut bytes = [0; 256];
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        self.drawn(table, "arbitrary (256 bytes)", || {
            rng.fill_bytes(&mut bytes);
            <T as arbitrary::Arbitrary>::arbitrary(&mut Unstructured::new(&bytes)).ok()
        });
    }

    /// Draws for a while; a generator that gives up gives nothing.
    fn drawn(&self, table: &mut Table, tool: &str, mut next: impl FnMut() -> Option<T>) {
        let draws = if measuring() { 100_000 } else { 100 };
        let (time, values) = best(1, || (0..draws).filter(|_| black_box(next()).is_some()).count() as u64);
        let space = T::space();
        let sizes: Vec<u32> =
            (0..1000).filter_map(|_| next()).map(|value| space.size_of(&value).unwrap_or(0)).collect();
        table.row([
            self.name.split(" to ").next().unwrap_or_default().to_owned(),
            tool.to_owned(),
            per_second(values, time.max(Duration::from_nanos(1))),
            format!("{:.1}", mean(&sizes)),
            sizes.iter().max().copied().unwrap_or(0).to_string(),
        ]);
    }
}

/// Clones and drops `count` times one of `values` in turn: building the same values with all choices made beforehand.
fn clone_all<T: Clone>(values: &[T], count: u64) -> u64 {
    for value in values.iter().cycle().take(count as usize) {
        drop(black_box(value.clone()));
    }
    count
}

fn times(time: Duration, floor: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() / floor.as_secs_f64())
}

fn mean(sizes: &[u32]) -> f64 {
    f64::from(sizes.iter().sum::<u32>()) / f64::from(sizes.len().max(1) as u32)
}

fn lend_all<T>(space: &Space<T>, to: u32) -> u64 {
    let mut count = 0;
    for size in 0..=to {
        let mut cursor = space.cursor(size).expect("the type is rightly recursive");
        while let Some(value) = cursor.next() {
            black_box(value);
            count += 1;
        }
    }
    count
}

fn own_all<T>(space: &Space<T>, to: u32) -> u64 {
    let mut count = 0;
    for size in 0..=to {
        for value in space.of_size(size).expect("the type is rightly recursive") {
            drop(black_box(value));
            count += 1;
        }
    }
    count
}
