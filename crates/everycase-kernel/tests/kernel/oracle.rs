//! Each fast interpretation against the naive one (`values`: plain lists), on the same random shapes.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

use super::random::{System, below, naive_parts, random, systems, words};
use everycase_kernel::{BigUint, Derivation, Derivations, Random, Shape, SpaceError, Until, Walk, values};

const SHAPES: usize = 250;
const SIZE: u32 = 7;
const VALUES: u32 = 600;

/// A shape, and the words of its values of each size from 0 on.
struct Case {
    system: Arc<System>,
    shape: Shape,
    space: Derivations,
    parts: Vec<Vec<Vec<u64>>>,
}

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let case = |system: Arc<System>| {
        let shape = system.shape();
        let parts = naive_parts(&shape, SIZE, VALUES);
        let space = Derivations::new(shape.clone());
        (!parts.is_empty()).then_some(Case { system, shape, space, parts })
    };
    systems(0).filter_map(case).take(SHAPES).collect()
});

/// Each non-empty part of each case, with its size.
fn parts() -> impl Iterator<Item = (&'static Case, u32, &'static [Vec<u64>])> {
    let sized = |case: &'static Case| (0..).zip(&case.parts).map(move |(size, part)| (case, size, &part[..]));
    CASES.iter().flat_map(sized).filter(|(_, _, part)| !part.is_empty())
}

fn back(mut walk: Walk) -> Vec<Vec<u64>> {
    std::iter::from_fn(|| walk.next_back().map(Derivation::words)).collect()
}

fn reversed(part: &[Vec<u64>]) -> Vec<Vec<u64>> {
    part.iter().rev().cloned().collect()
}

#[test]
fn the_cases_are_many_and_of_all_kinds() {
    let values: usize = parts().map(|(_, _, part)| part.len()).sum();
    assert!(values > 8_000, "{values}");
    assert!(parts().count() > 600);
    assert!(parts().any(|(_, _, part)| part.len() > 300));
    assert!(CASES.iter().any(|case| case.parts.concat().is_empty()));
    let infinite = CASES.iter().filter(|case| case.space.largest_size() == Ok(None)).count();
    assert!((80..SHAPES - 50).contains(&infinite), "{infinite}");
    assert!(parts().any(|(_, _, part)| part.iter().any(|words| words.len() > 15)));
}

/// The memory, in bytes, that counting is given more of when it has ended for want of it.
const STEPS: [usize; 3] = [1, 700, 5_000];

#[test]
fn counting_that_ends_early_and_goes_on_counts_the_same() {
    let mut ended = 0;
    for case in CASES.iter() {
        for step in STEPS {
            let space = Derivations::new(case.shape.clone());
            let mut memory = 0;
            for (size, part) in (0..).zip(&case.parts) {
                let count = loop {
                    match space.until(Until::default().within_memory(memory)).count(size) {
                        // It ends before each node that is expanded, and before each row of counts.
                        Err(SpaceError::TooLarge { .. }) => {
                            memory += if step == 1 { 1 + memory / 64 } else { step };
                        }
                        count => break count.unwrap(),
                    }
                    ended += 1;
                };
                assert_eq!(count, part.len().into(), "size {size} of {:?}", case.system);
            }
        }
    }
    assert!(ended > 10_000, "{ended}");
}

#[test]
fn counts_are_the_lengths_of_the_lists() {
    for case in CASES.iter() {
        // A fresh space asked for the largest size first counts the same.
        let fresh = Derivations::new(case.shape.clone());
        let mut total = 0usize;
        let all: usize = case.parts.iter().map(Vec::len).sum();
        assert_eq!(fresh.count_up_to(case.parts.len() as u32 - 1), Ok(all.into()));
        for (size, part) in (0..).zip(&case.parts) {
            total += part.len();
            assert_eq!(case.space.count(size), Ok(part.len().into()));
            assert_eq!(fresh.count(size), Ok(part.len().into()));
            assert_eq!(case.space.count_up_to(size), Ok(total.into()));
        }
    }
}

#[test]
fn indexing_gives_the_lists_in_order() {
    for case in CASES.iter() {
        let mut rank = 0usize;
        for (size, part) in (0..).zip(&case.parts) {
            for (i, words) in part.iter().enumerate() {
                assert_eq!(case.space.index_of_size(size, &i.into()).unwrap().words(), *words);
                assert_eq!(case.space.index(&rank.into()).unwrap().words(), *words);
                rank += 1;
            }
            let beyond = SpaceError::IndexOutOfRange { index: part.len().into(), count: part.len().into() };
            assert_eq!(case.space.index_of_size(size, &part.len().into()), Err(beyond));
        }
    }
}

#[test]
fn ranking_and_parsing_invert_indexing() {
    for case in CASES.iter() {
        for (rank, words) in case.parts.concat().into_iter().enumerate() {
            let derivation = case.space.parse(&words).unwrap();
            assert_eq!(derivation.words(), words);
            assert_eq!(case.space.rank(&derivation), Ok(rank.into()));
            // From another space of the same shape, which may not have counted as far.
            let elsewhere = Derivations::new(case.shape.clone()).parse(&words).unwrap();
            assert_eq!(elsewhere, derivation);
            assert_eq!(case.space.rank(&elsewhere), Ok(rank.into()));
        }
    }
}

#[test]
fn the_size_of_a_derivation_is_the_number_of_its_list() {
    for (case, size, part) in parts() {
        let mut walk = case.space.of_size(size).unwrap();
        for (i, words) in part.iter().enumerate() {
            assert_eq!(walk.next().unwrap().size(), size);
            assert_eq!(case.space.parse(words).unwrap().size(), size);
            assert_eq!(case.space.index_of_size(size, &i.into()).unwrap().size(), size);
        }
    }
}

#[test]
fn words_that_fit_no_value_are_refused() {
    let mut rng = random(1);
    // Endless derivations are a matter of their own, see `boundary.rs`.
    for (case, _, part) in parts().filter(|(case, ..)| !case.system.has_empty_rule()) {
        let known: HashSet<_> = case.parts.concat().into_iter().collect();
        for words in part.iter().take(20) {
            let mut longer = words.clone();
            longer.push(0);
            assert_eq!(case.space.parse(&longer), Err(SpaceError::Words { at: words.len() }));
            if let Some((_, shorter)) = words.split_last() {
                // What is missing begins at the end, or one word before it when it is a pair of words.
                let Err(SpaceError::Words { at }) = case.space.parse(shorter) else { panic!("{words:?}") };
                assert!(at == shorter.len() || at + 1 == shorter.len());
                let mut changed = words.clone();
                let at = below(&mut rng, words.len() as u64) as usize;
                changed[at] = [0, 1, 2, 3, 4, 5, 7, u64::MAX, 1 << 63][below(&mut rng, 9) as usize];
                if let Ok(derivation) = case.space.parse(&changed) {
                    assert_eq!(derivation.words(), changed);
                    let small = (derivation.size() as usize) < case.parts.len();
                    assert_eq!(known.contains(&changed), small);
                }
            }
        }
    }
}

#[test]
fn walking_forward_and_backward_gives_the_list_and_its_reverse() {
    for (case, size, part) in parts() {
        assert_eq!(words(case.space.of_size(size).unwrap()), part);
        assert_eq!(back(case.space.of_size(size).unwrap()), reversed(part));
    }
}

/// Takes a walk and the list it should lend through random moves, to the end of both.
fn play(rng: &mut Random, walk: &mut Walk, mut list: &[Vec<u64>], first: usize, stride: usize) {
    let total = list.len();
    let mut front = 0;
    loop {
        assert_eq!(walk.remaining(), list.len() as u128);
        if !list.is_empty() {
            assert_eq!(walk.position(), BigUint::from(first + front * stride));
        }
        match below(rng, 8) {
            0..4 => {
                assert_eq!(walk.next().map(Derivation::words), list.first().cloned());
                front += 1;
                list = list.get(1..).unwrap_or_default();
            }
            4..7 => {
                assert_eq!(walk.next_back().map(Derivation::words), list.last().cloned());
                list = &list[..list.len().saturating_sub(1)];
            }
            _ => {
                let bound = [1, 3, 50, 2 * total as u64 + 1][below(rng, 4) as usize];
                let n = below(rng, bound);
                walk.skip(n.into());
                front += n as usize;
                list = list.get(n as usize..).unwrap_or_default();
            }
        }
        if list.is_empty() {
            assert!(walk.next().is_none() && walk.next_back().is_none() && walk.remaining() == 0);
            walk.skip(5);
            return assert!(walk.next_back().is_none() && walk.next().is_none());
        }
    }
}

#[test]
fn the_ends_of_a_walk_meet_whatever_the_moves() {
    let mut rng = random(2);
    for (case, size, part) in parts() {
        for _ in 0..3 {
            play(&mut rng, &mut case.space.of_size(size).unwrap(), part, 0, 1);
        }
    }
}

#[test]
fn a_walk_from_an_index_is_the_rest_of_the_list() {
    let mut rng = random(3);
    for (case, size, part) in parts() {
        for _ in 0..3 {
            let first = below(&mut rng, part.len() as u64 + 3) as usize;
            let mut walk = case.space.of_size_from(size, &first.into()).unwrap();
            play(&mut rng, &mut walk, part.get(first..).unwrap_or_default(), first, 1);
        }
        let beyond = BigUint::from(1u32) << 200;
        assert!(case.space.of_size_from(size, &beyond).unwrap().next().is_none());
    }
}

#[test]
fn a_striped_walk_is_every_nth_of_the_list() {
    let mut rng = random(4);
    for (case, size, part) in parts() {
        for _ in 0..6 {
            let bound = [4, 40, part.len() as u64 + 2][below(&mut rng, 3) as usize];
            let (offset, stride) = (below(&mut rng, bound) as usize, below(&mut rng, bound) as usize);
            let walk = case.space.of_size(size).unwrap().striped(offset as u128, stride as u128);
            let every = |list: &[Vec<u64>], offset, stride: usize| -> Vec<_> {
                list.iter().skip(offset).step_by(stride.max(1)).cloned().collect()
            };
            let list = every(part, offset, stride);
            play(&mut rng, &mut walk.clone(), &list, offset, stride.max(1));
            // A stripe of what is left of a stripe, after a step at each end.
            let mut walk = walk;
            let (_, _) = (walk.next().is_some(), walk.next_back().is_some());
            let list = list.get(1..).and_then(|rest| rest.split_last()).map_or(&[][..], |(_, rest)| rest);
            let (again, step) = (below(&mut rng, 3) as usize, 1 + below(&mut rng, 3) as usize);
            let first = offset + (1 + again) * stride.max(1);
            let list = every(list, again, step);
            play(
                &mut rng,
                &mut walk.striped(again as u128, step as u128),
                &list,
                first,
                stride.max(1) * step,
            );
        }
    }
}

#[test]
fn a_bounded_part_is_evenly_spaced() {
    let mut rng = random(5);
    for (case, size, part) in parts() {
        let place = |words: &Vec<u64>| part.iter().position(|other| other == words).unwrap();
        for most in [0, 1, 2, part.len() as u64, 1 + below(&mut rng, part.len() as u64 + 5)] {
            let bounded = case.space.bounded(size, most).unwrap();
            let picked: Vec<_> = bounded.map(|derivation| place(&derivation.words())).collect();
            let n = part.len().min(most as usize);
            assert_eq!(picked.len(), n);
            assert!(picked.is_sorted_by(|a, b| a < b), "each once, in order");
            for (k, place) in picked.into_iter().enumerate() {
                // Nearest to k / n of the way: off by at most a half.
                assert!(2 * (place * n).abs_diff(k * part.len()) <= n);
            }
        }
    }
}

#[test]
fn the_largest_size_is_the_largest_that_has_values() {
    // The rules of a system are few and cheap, so an infinite shape has values in every stretch as long as this.
    const STRETCH: u32 = 80;
    for case in CASES.iter() {
        let nonzero = |size: &u32| case.space.count(*size).unwrap() != BigUint::ZERO;
        match Derivations::new(case.shape.clone()).largest_size().unwrap() {
            Some(0) if !nonzero(&0) => assert_eq!(case.space.count_up_to(2 * STRETCH), Ok(BigUint::ZERO)),
            Some(largest) => {
                assert!(nonzero(&largest), "{largest} {:?}", case.shape);
                let beyond = case.space.count_up_to(largest + STRETCH);
                assert_eq!(case.space.count_up_to(largest), beyond, "{:?}", case.shape);
            }
            None => assert!((STRETCH..2 * STRETCH).any(|size| nonzero(&size)), "{:?}", case.shape),
        }
    }
}

#[test]
fn an_index_beyond_a_finite_space_is_refused_with_its_count() {
    let finite = CASES.iter().filter_map(|case| Some((case, case.space.largest_size().unwrap()?)));
    for (case, largest) in finite {
        let count = case.space.count_up_to(largest).unwrap();
        for beyond in [0u32, 1, 1000] {
            let index = &count + beyond;
            let refused = SpaceError::IndexOutOfRange { index: index.clone(), count: count.clone() };
            assert_eq!(case.space.index(&index), Err(refused));
        }
        if count > BigUint::ZERO {
            assert_eq!(case.space.index(&(&count - 1u32)).unwrap().size(), largest);
        }
    }
}

#[test]
fn the_companion_of_structures_agrees_with_its_list_too() {
    let mut rng = random(6);
    let mut seen = 0;
    for case in CASES.iter() {
        let space = case.space.structures();
        let few = |size: &u32| space.count_up_to(*size).unwrap() <= 3000u32.into();
        let mut rank = 0usize;
        for size in (0..7).take_while(few) {
            let list = values::structures_of_size(&case.shape, size);
            assert_eq!(space.count(size), Ok(list.len().into()));
            let mut walk = space.of_size(size).unwrap();
            play(&mut rng, &mut walk, &list, 0, 1);
            assert_eq!(words(space.of_size(size).unwrap()), list);
            for words in &list {
                let derivation = space.parse(words).unwrap();
                assert_eq!(space.index(&rank.into()).as_ref(), Ok(&derivation));
                assert_eq!(space.rank(&derivation), Ok(rank.into()));
                // It is a value of the space itself.
                assert_eq!(case.space.parse(words).map(|d| d.words()).as_ref(), Ok(words));
                rank += 1;
            }
            seen += list.len();
        }
    }
    assert!(seen > 1_500, "{seen}");
}
