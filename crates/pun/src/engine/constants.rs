//! Integers and characters of inputs that are among constants. The machine decides their positions
//! on demand.

use std::sync::Arc;

use everycase_kernel::{Alternative, Shape};
use num_bigint::BigInt;

use crate::inputs::{Constants, Pool};
use crate::machine::providers::{Provider, Providers};

impl Constants {
    /// Returns constants as the machine decides them in runs
    /// [of the kernel](crate::engine::Machine::run_on). The payloads of their positions are
    /// [`Providers`] with this number. `None`: any.
    pub fn new(number: u64, integers: Option<Vec<BigInt>>, characters: Option<Vec<char>>) -> Self {
        let positives = integers.as_ref().map(|all| {
            let positives = all.iter().filter(|integer| **integer > BigInt::ZERO);
            positives.cloned().collect()
        });
        let numbers = |all: Vec<BigInt>| pool(number, all, Provider::Integer);
        Self {
            integers: integers.map(numbers),
            positives: positives.map(numbers),
            characters: characters.map(|all| pool(number, all, Provider::Character)),
        }
    }
}

fn pool<T: Clone>(number: u64, values: Vec<T>, provider: impl Fn(T) -> Provider) -> Pool<T> {
    let of: Arc<[Provider]> = values.iter().cloned().map(provider).collect();
    let alternatives = values.iter().map(|_| Alternative::new("constant", []));
    Pool { shape: Shape::choice_with(alternatives, Providers { number, of }), values: values.into() }
}
