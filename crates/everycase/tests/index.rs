//! `Index`: every position, with equal shares, for any length.

use everycase::prelude::*;
use everycase::space::{Random, SeedableRng};
use everycase::{Enumerable, Index};

/// Returns how many of some indices give each position.
fn shares(indices: impl Iterator<Item = Index>, length: usize) -> Vec<usize> {
    let mut shares = vec![0; length];
    for index in indices {
        shares[index.of(length).unwrap()] += 1;
    }
    shares
}

#[test]
fn small_indices_reach_every_position() {
    for length in 1..=300usize {
        let bits = length.next_power_of_two().ilog2();
        let all = Index::space().up_to(bits).unwrap();
        assert!(shares(all, length).iter().all(|share| *share > 0), "{length}");
    }
}

#[test]
fn each_size_divides_its_indices_equally() {
    for size in 1..=12 {
        for length in 1..=100 {
            let shares = shares(Index::space().of_size(size).unwrap(), length);
            let (least, most) = (shares.iter().min().unwrap(), shares.iter().max().unwrap());
            assert!(most - least <= 1, "{length} positions, size {size}: {shares:?}");
        }
    }
}

#[test]
fn draws_with_a_list_are_uniform_over_its_positions() {
    let space = <(Vec<bool>, Index)>::space();
    let mut sampler = space.sampler().unwrap();
    let mut rng = Random::seed_from_u64(7);
    let mut shares = [0u32; 7];
    let mut draws = 0;
    while draws < 7_000 {
        let (list, index) = sampler.of_size(24, &mut rng).unwrap();
        if list.len() == 7 {
            shares[index.of(7).unwrap()] += 1;
            draws += 1;
        }
    }
    let squares: f64 = shares.iter().map(|share| (f64::from(*share) - 1000.0).powi(2) / 1000.0).sum();
    // Six degrees of freedom: exceeded by chance once in a million seeds.
    assert!(squares < 38.0, "{shares:?}");
}

#[test]
fn an_index_is_below_the_length_and_none_without_elements() {
    for number in [0, 1, 2, 3, u64::MAX, u64::MAX - 1, 1 << 63] {
        let index = Index::new(number);
        assert_eq!(index.of(0), None);
        assert_eq!(index.get::<u8>(&[]), None);
        assert_eq!(index.get_mut::<u8>(&mut []), None);
        assert_eq!(index.of(1), Some(0));
        for length in [2, 3, 1 << 20, usize::MAX] {
            assert!(index.of(length).unwrap() < length);
        }
    }
    let first: Vec<usize> = (0..8).map(|number| Index::new(number).of(8).unwrap()).collect();
    assert_eq!(first, [0, 4, 2, 6, 1, 5, 3, 7]);
    assert_eq!(Index::new(1).get(&['a', 'b']), Some(&'b'));
}

#[test]
fn an_index_goes_there_and_back() {
    let space = Index::space();
    for number in [0, 1, 77, u64::MAX] {
        let derivation = space.encode(&Index::new(number)).unwrap();
        assert_eq!(space.decode(&derivation), Index::new(number));
        assert_eq!(space.source(&derivation), format!("Index::new({number})"));
    }
    space.check_injective(8, 1_000).unwrap();
}

#[property(size = 9)]
fn an_index_is_an_input(list: &[u8], at: Index) {
    assert_eq!(at.get(list).is_none(), list.is_empty());
}
