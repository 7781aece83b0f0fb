//! Draws from the mixture, for tests of what types and spaces draw.

use std::sync::Arc;

use everycase_check::mixture::{Constants, Mixture};
use everycase_kernel::{Random, SeedableRng};

use crate::space::{Enumerable, Space};

/// Draws values of a type, of structures of a size.
pub(super) fn drawn<T: Enumerable>(size: u32, constants: Constants) -> impl Iterator<Item = T> {
    drawn_from(T::space(), size, constants)
}

/// Draws values of a space, of structures of a size.
pub(super) fn drawn_from<T>(space: Space<T>, size: u32, constants: Constants) -> impl Iterator<Item = T> {
    let exact = space.derivations().clone();
    let mut mixed = Mixture::new(&exact.listed_structures(), Arc::new(constants)).unwrap();
    let mut rng = Random::seed_from_u64(7);
    std::iter::repeat_with(move || {
        let input = mixed.of_size(size, &mut rng).unwrap();
        space.decode(&exact.parse(&input.words()).unwrap())
    })
}
