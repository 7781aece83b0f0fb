//! Closed terms with a simple type: as many as published, in Rust and in pun.

use everycase_benches::programs::natural_terms::{OF_SIZE, is_typable, is_typable_unnamed};
use everycase_benches::suites::natural_terms;

use crate::runs;

/// The published number of terms up to a size.
fn published(size: u32) -> u64 {
    OF_SIZE[..=size as usize].iter().sum()
}

#[test]
fn there_are_as_many_typable_terms_as_published() {
    for size in [2, 5, 9, 13] {
        assert_eq!(runs(size, is_typable).1 as u64, published(size));
        assert_eq!(runs(size, is_typable_unnamed).1 as u64, published(size));
    }
}

#[test]
fn pun_finds_as_many_typable_terms() {
    let checks = natural_terms();
    for size in [2, 5, 9, 12] {
        // A typable term is looked at completely, so it is a class of its own.
        assert_eq!(checks.search(0, size).unwrap().failures, published(size));
    }
}

#[test]
fn all_typable_terms_are_drawn_and_equally_likely() {
    use everycase::lazy::sample;
    use everycase::space::{Random, SeedableRng};
    use std::collections::HashMap;

    const SIZE: u32 = 10;
    let mut draws = sample(is_typable).of_size(SIZE).unwrap();
    let (mut rng, mut seen) = (Random::seed_from_u64(1), HashMap::new());
    let all = OF_SIZE[SIZE as usize];
    for _ in 0..all * 40 {
        *seen.entry(draws.draw(&mut rng).unwrap().unwrap()).or_insert(0u32) += 1;
    }
    assert_eq!(seen.len() as u64, all);
    let chi: f64 = seen.values().map(|&n| (f64::from(n) - 40.0).powi(2) / 40.0).sum();
    // Five standard deviations from the mean.
    assert!((chi - 507.0).abs() < 5.0 * (2.0 * 507.0f64).sqrt(), "{chi} with 507 degrees of freedom");
}
