//! The value at a huge index, with nothing counted before and with everything counted before.
//!
//! `cargo bench --bench index [-- --runs 5]`

use std::hint::black_box;
use std::time::Duration;

use everycase::{BigUint, Enumerable, Space};
use everycase_benches::clock::{Clock, best, measuring, option, span};
use everycase_benches::table::Table;
use everycase_benches::template;

fn main() {
    let mut table =
        Table::new(["30 types, 86 constructors", "cold", "warm", "size", "testing-feat (other run)"]);
    let powers: &[(u32, &str)] = if measuring() { &[(100, "50 ms"), (300, "1.08 s")] } else { &[(10, "")] };
    for (power, feat) in powers {
        index::<template::Exp>(&mut table, *power, feat);
    }
    let counts = if measuring() { 400 } else { 40 };
    let (time, _) = best(runs(), || black_box(template::Exp::space().count(counts)));
    table.row([
        format!("counts of sizes 0 to {counts}"),
        span(time),
        String::new(),
        String::new(),
        "0.61 s".to_owned(),
    ]);
    table.print();

    let mut table = Table::new(["lists of booleans", "cold", "warm", "size", "testing-feat (other run)"]);
    let powers: &[(u32, &str)] =
        if measuring() { &[(100, "0.9 ms"), (1000, "6.5 ms"), (5000, "55 ms")] } else { &[(10, "")] };
    for (power, feat) in powers {
        index::<Vec<bool>>(&mut table, *power, feat);
    }
    table.print();

    let mut table = Table::new(["all convolutions of one pair of fields", "time"]);
    let counts: Vec<BigUint> = (0..=counts).map(|size| count(&template::Exp::space(), size)).collect();
    let (time, _) = best(runs(), || black_box(convolve(&counts)));
    table.row(["schoolbook, size by size".to_owned(), span(time)]);
    let (time, _) = best(runs(), || black_box(multiply_packed(&counts)));
    table.row(["one product of two packed numbers (num-bigint)".to_owned(), span(time)]);
    table.print();
}

fn count<T>(space: &Space<T>, size: u32) -> BigUint {
    space.count(size).expect("the type is rightly recursive")
}

/// The sequence of counts convolved with itself, as the kernel does it but in the plainest way.
fn convolve(counts: &[BigUint]) -> Vec<Vec<u64>> {
    let limbs: Vec<Vec<u64>> = counts.iter().map(BigUint::to_u64_digits).collect();
    let widest = limbs.iter().map(Vec::len).max().unwrap_or(0);
    (0..limbs.len())
        .map(|size| {
            let mut sum = vec![0; 2 * widest + 1];
            for (a, b) in limbs[..=size].iter().zip(limbs[..=size].iter().rev()) {
                multiply_add(&mut sum, a, b);
            }
            sum
        })
        .collect()
}

fn multiply_add(sum: &mut [u64], a: &[u64], b: &[u64]) {
    for (i, &x) in a.iter().enumerate() {
        let mut carry = 0;
        let (row, rest) = sum[i..].split_at_mut(b.len());
        for (limb, &y) in row.iter_mut().zip(b).chain(rest.iter_mut().zip(&[0; 2])) {
            let wide = u128::from(x) * u128::from(y) + u128::from(*limb) + carry;
            (*limb, carry) = (wide as u64, wide >> 64);
        }
    }
}

/// Returns the same sums as the digits of one product: the least that a fast convolution must do, if all counts were known
/// beforehand.
fn multiply_packed(counts: &[BigUint]) -> BigUint {
    let bits = counts.iter().map(BigUint::bits).max().unwrap_or(0) * 2 + 16;
    let packed = counts.iter().rev().fold(BigUint::ZERO, |packed, count| (packed << bits) + count);
    &packed * &packed
}

fn runs() -> u32 {
    if measuring() { option("runs", 5) as u32 } else { 1 }
}

fn index<T: Enumerable>(table: &mut Table, power: u32, feat: &str) {
    let index = BigUint::from(10_u32).pow(power);
    let (cold, ()) = best(runs(), || {
        black_box(at(&T::space(), &index));
    });
    let space = T::space();
    let size = space.size_of(&at(&space, &index)).expect("it was decoded from this space");
    table.row([
        format!("index 10^{power}"),
        span(cold),
        span(warm(&space, &index)),
        size.to_string(),
        feat.to_owned(),
    ]);
}

fn at<T>(space: &Space<T>, index: &BigUint) -> T {
    space.index(index).expect("the type has values of every size")
}

/// Returns the mean over many look-ups, so that the clock's grain does not matter.
fn warm<T>(space: &Space<T>, index: &BigUint) -> Duration {
    let times = if measuring() { 200 } else { 1 };
    (0..runs())
        .map(|_| {
            let clock = Clock::start();
            for _ in 0..times {
                black_box(at(space, black_box(index)));
            }
            clock.busy() / times
        })
        .min()
        .unwrap_or_default()
}
