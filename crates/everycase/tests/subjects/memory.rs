//! Draws and counting that need much memory in a short time.

use everycase::lazy::{ListView, sample};
use everycase::prelude::*;
use everycase::space::{Random, SeedableRng, SpaceError};
use everycase_kernel::{Alternative, Derivations, Key, Range, Shape, Until};

const MIB: u64 = 1 << 20;

/// Compares each number of a list with the one before it, and holds whatever they are. A draw decides half of the order of
/// many numbers, so that what is left can be completed in ever other ways.
fn is_compared(list: Lazy<Vec<i64>>) -> bool {
    let ListView::Cons(mut last, mut rest) = list.force() else { return true };
    while let ListView::Cons(next, after) = rest.force() {
        next.lt(last);
        (last, rest) = (next, after);
    }
    true
}

/// A line of `/proc/self/status`, in bytes.
fn status(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux has it");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("it is there");
    line.split_whitespace().next().expect("a number").parse::<u64>().expect("a number") << 10
}

#[test]
fn child_samples() {
    // Memory of its own, without the pages of code that run for the first time.
    let before = status("RssAnon:");
    let beside = status("VmHWM:");
    let mut draws = sample(is_compared).memory((4 * MIB) as usize).of_size(60).unwrap();
    let mut rng = Random::seed_from_u64(1);
    for _ in 0..100 {
        draws.draw(&mut rng).unwrap().unwrap();
    }
    let resident = status("RssAnon:") - before;
    println!("\nbytes: {} {resident} {}", draws.memory(), status("VmHWM:") - beside);
}

#[property(seed = 1, size = 90)]
fn child_compares(list: Lazy<Vec<i64>>) {
    assume(is_compared(list));
}

#[test]
fn child_draws_of_many_sizes() {
    child_compares();
    println!("\nbytes: {}", status("VmHWM:"));
}

/// Trees in which each node is of a family of its own, so that the grammar doubles from one size to the next.
fn families(number: u64) -> Shape {
    struct Families;
    Shape::named(Key::of::<Families>().with(number), move || {
        let below = |number| Alternative::new("node", [families(number)]).pay(1);
        Shape::choice([Alternative::new("leaf", []).pay(1), below(2 * number), below(2 * number + 1)])
    })
}

/// Trees of bits, which are counted to large sizes: their counts are long.
fn trees() -> Shape {
    struct Trees;
    Shape::named(Key::of::<Trees>(), || {
        let fork = Alternative::new("fork", [trees(), Shape::range(Range::unsigned(64)), trees()]).pay(1);
        Shape::choice([Alternative::new("tip", []).pay(1), fork])
    })
}

/// Counts a shape until that takes too much memory.
fn count_within(shape: Shape, bytes: u64, step: usize) {
    let derivations = Derivations::new(shape);
    let within = derivations.until(Until::default().within_memory(bytes as usize));
    let ended = (0..).step_by(step).find_map(|size| within.count(size).err());
    assert!(matches!(ended, Some(SpaceError::TooLarge { .. })), "{ended:?}");
    println!("\nbytes: {bytes} {}", status("VmHWM:"));
}

#[test]
fn child_counts_families() {
    count_within(families(1), 64 * MIB, 1);
}

#[test]
fn child_counts_trees() {
    count_within(trees(), 6 * MIB, 64);
}
