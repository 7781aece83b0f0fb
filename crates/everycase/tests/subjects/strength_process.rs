//! Properties of functions that misbehave when they are mutated.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use everycase::prelude::*;

fn next(x: u8) -> u8 {
    x.wrapping_add(1)
}

#[property(of = next, tests = 200, seed = 11)]
fn is_weak(x: u8, list: Vec<u8>) -> bool {
    next(x) != x && list.len() < 10_000
}

#[property(of = next, tests = 200, seed = 11, should_fail, min_strength = 100)]
fn should_fail(x: u8) -> bool {
    next(x) == x
}

#[property(tests = 2_000)]
fn is_of_no_function(list: Vec<u8>) {
    assert!(list.len() < 1_000_000);
}

#[property(of = next, tests = 300, seed = 11)]
fn fails_at_77(x: u8) -> bool {
    next(x) != 78 || std::env::var_os("PASSES").is_some()
}

/// A wrong result is a divisor, or a number of steps.
fn step(x: u8) -> u8 {
    x / 2
}

#[property(of = step, tests = 300, seed = 11, min_strength = 100)]
fn panics_when_mutated(x: u8) {
    assert_eq!(step(x), x / 2, "{}", 7 / (step(x) + 1 - x / 2));
}

#[property(of = step, tests = 20, seed = 11, strength)]
fn steps_to_0(mut x: u8) {
    while x > 0 {
        x = step(x);
    }
}

#[property(of = step, tests = 300, seed = 11, strength, case_time = "300ms")]
fn hangs_when_mutated(x: u8) {
    while step(x) != x / 2 {
        thread::sleep(Duration::from_secs(60 * 60));
    }
}

#[property(of = step, tests = 300, seed = 11, strength)]
fn aborts_when_mutated(x: u8) {
    if step(x) != x / 2 {
        std::process::abort();
    }
}

/// The number of calls.
static CALLS: AtomicU64 = AtomicU64::new(0);

fn counted(x: u8) -> u8 {
    CALLS.fetch_add(1, Ordering::Relaxed);
    x
}

#[property(of = counted, tests = 300, seed = 11, strength)]
fn depends_on_the_number_of_calls(x: u8) {
    assert!(counted(x) == x || CALLS.load(Ordering::Relaxed).is_multiple_of(7));
}

#[property(of = next, tests = 300, seed = 11, strength)]
fn calls_every_other_time(x: u8) {
    if CALLS.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) {
        assert_eq!(next(x), x.wrapping_add(1));
    }
}

#[property(of = next, tests = 300, seed = 11, strength)]
fn calls_on_another_thread(x: u8) {
    assert_eq!(thread::spawn(move || next(x)).join().unwrap(), x.wrapping_add(1));
}
