//! Typed spaces over random shapes: what iterators, stripes, cursors and codecs promise.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};
use std::thread;

use super::lists::lists;
use super::random::{System, below, random, small, systems};
use super::value::{Dynamic, Value};
use everycase::space::{Space, Values};
use everycase_kernel::{BigUint, Derivations, SpaceError};

const SHAPES: usize = 150;
const SIZE: u32 = 6;
const VALUES: u32 = 400;

/// A space, and all its values of each size from 0 on, each looked up by its index.
struct Case {
    space: Space<Value>,
    parts: Vec<Vec<Value>>,
    has_empty_rule: bool,
}

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let case = |system: Arc<System>| {
        let space = Dynamic::space(&system);
        let part = |size| {
            let count = u32::try_from(space.count(size).unwrap()).unwrap();
            (0..count).map(|i| space.index_of_size(size, &i.into()).unwrap()).collect()
        };
        let parts = (0..=small(&system.shape(), SIZE, VALUES)?).map(part).collect();
        Some(Case { space, parts, has_empty_rule: system.has_empty_rule() })
    };
    systems(77).filter_map(case).take(SHAPES).collect()
});

fn parts() -> impl Iterator<Item = (&'static Space<Value>, u32, &'static [Value])> {
    let sized =
        |case: &'static Case| (0..).zip(&case.parts).map(|(size, part)| (&case.space, size, &part[..]));
    CASES.iter().flat_map(sized)
}

fn values(space: &Space<Value>, size: u32) -> Values<Value> {
    space.of_size(size).unwrap()
}

#[test]
fn decoding_is_injective_and_encoding_inverts_it() {
    for case in CASES.iter() {
        let all = case.parts.concat();
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
        let mut rank = 0usize;
        for (size, part) in (0..).zip(&case.parts) {
            for value in part {
                let derivation = case.space.encode(value).unwrap();
                assert_eq!(case.space.decode(&derivation), *value);
                assert_eq!(case.space.derivations().parse(&derivation.words()), Ok(derivation));
                assert_eq!(case.space.rank(value), Ok(rank.into()));
                assert_eq!(case.space.size_of(value), Ok(size));
                assert_eq!(case.space.index(&rank.into()).as_ref(), Ok(value));
                rank += 1;
            }
        }
    }
}

#[test]
fn a_value_of_another_space_is_refused() {
    let mut refused = 0;
    // Endless derivations are a matter of their own, see `boundary.rs`.
    for pair in CASES.windows(2).filter(|pair| !pair[0].has_empty_rule) {
        let derivations: HashSet<_> =
            pair[0].parts.concat().iter().map(|value| pair[0].space.encode(value).unwrap().words()).collect();
        for size in 0..pair[1].parts.len() as u32 {
            let mut walk = pair[1].space.derivations().of_size(size).unwrap();
            while let Some(derivation) = walk.next() {
                if let Err(error) = pair[0].space.derivations().rank(derivation) {
                    assert!(matches!(error, SpaceError::Words { .. }), "{error:?}");
                    refused += 1;
                } else {
                    // Two shapes may well have the same words.
                    let size = pair[0].space.derivations().parse(&derivation.words()).unwrap().size();
                    let known = derivations.contains(&derivation.words());
                    assert_eq!(known, (size as usize) < pair[0].parts.len());
                }
            }
        }
    }
    assert!(refused > 500, "{refused}");
}

#[test]
fn values_are_an_exact_double_ended_iterator() {
    for (space, size, part) in parts() {
        let all = || values(space, size);
        assert_eq!(all().len(), part.len());
        assert_eq!(all().size_hint(), (part.len(), Some(part.len())));
        assert_eq!(all().count(), part.len());
        assert_eq!(all().last().as_ref(), part.last());
        assert!(all().eq(part.iter().cloned()));
        assert!(all().rev().eq(part.iter().rev().cloned()));
        let mut lengths = all();
        for n in (0..part.len()).rev() {
            lengths.next();
            assert_eq!(lengths.len(), n);
        }
        assert!(lengths.next().is_none() && lengths.next_back().is_none() && lengths.next().is_none());
    }
}

#[test]
fn values_from_both_ends_meet_in_the_middle() {
    let mut rng = random(1);
    for (space, size, part) in parts() {
        let (mut ahead, mut front, mut back) = (values(space, size), Vec::new(), Vec::new());
        while ahead.len() > 0 {
            if below(&mut rng, 2) == 0 { front.extend(ahead.next()) } else { back.extend(ahead.next_back()) }
        }
        assert!(ahead.next().is_none() && ahead.next_back().is_none());
        back.reverse();
        assert_eq!([front, back].concat(), part);
    }
}

#[test]
fn the_nth_value_is_found_by_seeking_from_wherever_the_iterator_stands() {
    let mut rng = random(2);
    for (space, size, part) in parts() {
        let (mut fast, mut slow) = (values(space, size), part.iter());
        while fast.len() > 0 {
            let bound = [2, 8, part.len() as u64 + 1][below(&mut rng, 3) as usize];
            let n = below(&mut rng, bound) as usize;
            match below(&mut rng, 3) {
                0 => assert_eq!(fast.nth_back(n).as_ref(), slow.nth_back(n)),
                _ => assert_eq!(fast.nth(n).as_ref(), slow.nth(n)),
            }
            assert_eq!(fast.len(), slow.len());
        }
        assert_eq!(fast.next(), None);
    }
    // Far into more values than could be visited.
    let space = lists();
    let mut lists = space.of_size(121).unwrap();
    let far = lists.nth(1 << 59).unwrap();
    assert_eq!(Ok(far), space.index_of_size(121, &BigUint::from(1u64 << 59)));
    assert_eq!(u128::from(lists.len() as u64), (1 << 60) - (1 << 59) - 1);
    let vast = space.of_size(401).unwrap();
    assert_eq!((vast.remaining(), vast.size_hint()), (u128::MAX, (usize::MAX, None)));
}

#[test]
fn all_values_up_to_a_size_come_smallest_first() {
    for case in CASES.iter() {
        let up_to = case.space.up_to(case.parts.len() as u32 - 1).unwrap();
        assert!(up_to.eq(case.parts.concat()));
    }
}

#[test]
fn stripes_are_every_nth_value_over_all_sizes_and_together_the_whole() {
    let mut rng = random(3);
    for case in CASES.iter() {
        let (all, size) = (case.parts.concat(), case.parts.len() as u32 - 1);
        let bound = [2, 5, 20, all.len() as u64 + 3][below(&mut rng, 4) as usize];
        let step = 1 + below(&mut rng, bound);
        let stripe = |offset, step| case.space.striped(size, offset, step).unwrap().collect::<Vec<_>>();
        let mut seen = 0;
        for offset in 0..step {
            let expected: Vec<_> = all.iter().skip(offset as usize).step_by(step as usize).cloned().collect();
            assert_eq!(stripe(offset, step), expected, "{offset} of {step}");
            seen += expected.len();
        }
        assert_eq!(seen, all.len());
        // An offset is an index, also when it is no remainder.
        let offset = below(&mut rng, all.len() as u64 + 3);
        assert!(stripe(offset, step).iter().eq(all.iter().skip(offset as usize).step_by(step as usize)));
        assert!(stripe(offset, 0).iter().eq(all.iter().skip(offset as usize)), "a step of 0 is one of 1");
        assert!(stripe(u64::MAX, u64::MAX).is_empty() && stripe(u64::MAX, 1).is_empty());
        assert!(stripe(0, u64::MAX).iter().eq(all.first()));
    }
}

#[test]
fn bounded_values_are_the_bounded_derivations() {
    for (space, size, part) in parts() {
        for most in [0, 1, 7, 1000] {
            let derivations = space.derivations().bounded(size, most).unwrap();
            let bounded = space.bounded(size, most).unwrap();
            assert_eq!(bounded.len() as u64, most.min(part.len() as u64));
            assert!(bounded.eq(derivations.map(|derivation| space.decode(&derivation))));
        }
    }
}

#[test]
fn a_cursor_updated_in_place_shows_each_value_as_decoded() {
    for (space, size, part) in parts() {
        let mut cursor = space.cursor(size).unwrap();
        for value in part {
            assert_eq!(cursor.next(), Some(value));
        }
        assert_eq!(cursor.next(), None);
    }
    let space = lists();
    let mut cursor = space.cursor(25).unwrap();
    for list in space.of_size(25).unwrap() {
        assert_eq!(cursor.next(), Some(&list));
    }
}

#[test]
fn a_value_is_updated_in_place_across_skips_and_strides_and_from_either_end() {
    let mut rng = random(4);
    for (space, size, part) in parts().filter(|(_, _, part)| !part.is_empty()) {
        for stride in [1, 2, 3, 40] {
            let walk = space.derivations().of_size(size).unwrap().striped(0, stride);
            let list: Vec<_> = part.iter().step_by(stride as usize).collect();
            // Front and back are places of their own, each with a value that is kept up to date.
            let (mut walk, mut list, mut front, mut back) = (walk, &list[..], None, None);
            while !list.is_empty() {
                let skip = [0, 0, 0, 1, 2, 50][below(&mut rng, 6) as usize].min(list.len() - 1);
                walk.skip(skip as u128);
                list = &list[skip..];
                let (derivation, kept, expected) = if below(&mut rng, 3) > 0 {
                    let first = list[0];
                    list = &list[1..];
                    (walk.next(), &mut front, first)
                } else {
                    let last = list[list.len() - 1];
                    list = &list[..list.len() - 1];
                    (walk.next_back(), &mut back, last)
                };
                let at = derivation.unwrap().root();
                let codec = space.codec();
                match kept {
                    None => *kept = Some(codec.decode(at)),
                    Some(value) => codec.update(value, at),
                }
                assert_eq!(kept.as_ref(), Some(expected));
            }
        }
    }
}

#[test]
fn stripes_run_in_threads_of_one_space_are_together_the_whole() {
    const STEP: u64 = 5;
    // Nothing is counted yet when the threads begin, and they ask for different sizes first.
    let space = lists();
    let run = |offset: u64| {
        let first = 3 * (STEP - offset) as u32;
        assert_eq!(space.count(2 * first + 1).unwrap(), BigUint::from(1u32) << first);
        space.striped(21, offset, STEP).unwrap().collect::<Vec<_>>()
    };
    let stripes: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (0..STEP).map(|offset| scope.spawn(move || run(offset))).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    let all: Vec<_> = space.up_to(21).unwrap().collect();
    assert_eq!(all.len(), (1 << 11) - 1);
    for (offset, stripe) in stripes.iter().enumerate() {
        assert!(stripe.iter().eq(all.iter().skip(offset).step_by(STEP as usize)));
    }
}

#[test]
fn a_walk_keeps_its_values_while_its_space_is_counted_farther() {
    for case in CASES.iter().take(60) {
        let space = Derivations::new(case.space.shape().clone());
        let size = case.parts.len() as u32 - 1;
        let mut walk = space.of_size(size).unwrap();
        let mut seen = Vec::new();
        let mut farther = size;
        while let Some(derivation) = walk.next() {
            seen.push(case.space.decode(derivation));
            farther = (farther + 1).min(60);
            space.count(farther).unwrap();
        }
        assert_eq!(seen, case.parts[size as usize]);
    }
}

#[test]
fn lists_of_thousands_are_counted_indexed_ranked_and_walked() {
    let space = lists();
    let size = 2 * 3000 + 1;
    assert_eq!(space.count(size), Ok(BigUint::from(2u32).pow(3000)));
    assert_eq!(space.count(size - 1), Ok(BigUint::ZERO));
    assert_eq!(space.count_up_to(size), Ok(BigUint::from(2u32).pow(3001) - 1u32));
    let middle = BigUint::from(2u32).pow(2999);
    let list = space.index_of_size(size, &middle).unwrap();
    assert!(list.len() == 3000 && list[0] && !list[1..].contains(&true));
    assert_eq!(space.rank(&list), Ok(BigUint::from(2u32).pow(3000) - 1u32 + &middle));
    let mut walk = space.derivations().of_size_from(size, &(&middle - 1u32)).unwrap();
    assert_eq!(walk.remaining(), u128::MAX);
    let before = space.decode(walk.next().unwrap());
    assert!(!before[0] && !before[1..].contains(&false));
    assert_eq!(space.decode(walk.next().unwrap()), list);
    assert_eq!(walk.position(), middle + 1u32);
    // From the end, beyond which there are no more.
    let last = BigUint::from(2u32).pow(3000) - 1u32;
    let mut walk = space.derivations().of_size_from(size, &last).unwrap();
    assert_eq!(walk.remaining(), 1);
    assert!(space.decode(walk.next_back().unwrap()).iter().all(|&element| element));
    assert!(walk.next().is_none());
    assert!(space.index_of_size(size, &BigUint::from(2u32).pow(3000)).is_err());
    let mut rng = random(1);
    assert_eq!(space.uniform(size, &mut rng).unwrap().len(), 3000);
}

#[test]
fn one_draw_at_a_time_draws_what_a_sampler_draws() {
    let typed = lists();
    let (mut sampler, mut one, mut two) = (typed.sampler().unwrap(), random(9), random(9));
    for size in (1..40).step_by(2) {
        assert_eq!(sampler.of_size(size, &mut one), typed.uniform(size, &mut two));
    }
}
