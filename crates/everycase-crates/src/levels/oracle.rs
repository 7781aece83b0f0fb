//! The levels against a fixed point over values: which calls with which arguments are to run.
//!
//! The calls are random, each with a random table of results. The fixed point knows nothing of
//! sizes in order, of a pool or of turns: it finds the least size of each value by repetition, and
//! from these the arguments of each call through a size. Levels have to run each of them once.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::thread;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::candidates::Candidate;
use crate::constants::Constants;
use crate::pool::literal;

/// The types of values: two that calls make, and vectors of the first.
const FIRST: u16 = 20;
const SECOND: u16 = 21;
const VECTOR: u16 = 22;

/// A value: its type, and what it looks like.
type Look = (u16, u64);

/// An argument: the elements of a list, or the only value.
type Argument = (bool, Vec<Look>);

/// The type of an argument that is the one before it once more.
const SAME: u16 = u16::MAX;

/// A call, the place of the changed argument whose value it stands for, and the arguments.
type Run = (u16, Option<u8>, Vec<Argument>);

/// Random calls, and what they return.
struct Subject {
    signature: Signature,
    driver: Driver,
    /// The types of results.
    results: Vec<u16>,
    /// The number of values of a type.
    values: u64,
    seed: u64,
}

impl Subject {
    fn new(seed: u64) -> Subject {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut below = |most: u64| random.next_u64() % most;
        let types = (0..=VECTOR).map(|own| match own {
            SECOND => "S".to_owned(),
            VECTOR => "alloc::vec::Vec<T>".to_owned(),
            FIRST => "T".to_owned(),
            _ => format!("other{own}"),
        });
        let mut subject = Subject {
            signature: Signature { types: types.collect(), ..Signature::default() },
            driver: Driver {
                program: PathBuf::new(),
                calls: Vec::new(),
                compiles: Vec::new(),
                errors: BTreeMap::new(),
                rounds: 0,
                coverage: None,
                notes: Vec::new(),
            },
            results: Vec::new(),
            values: 2 + below(40),
            seed,
        };
        for call in 0..5 + below(5) {
            let parameters = (0..if call == 0 { 0 } else { below(4) }).map(|_| {
                let ty = [FIRST, FIRST, SECOND, literal::BOOL][below(4) as usize];
                let (kind, len) = match below(8) {
                    0 | 1 => (Kind::Shared, None),
                    2 | 3 => (Kind::Exclusive, None),
                    4 => (Kind::Elements, None),
                    5 => (Kind::Iterator, None),
                    6 => (Kind::Elements, Some([0, 1, 2, 3, 5][below(5) as usize])),
                    _ => (Kind::Value, None),
                };
                Parameter { kind, ty, len }
            });
            subject.signature.calls.push(parameters.collect());
            subject.results.push([FIRST, FIRST, SECOND, VECTOR][below(4) as usize]);
            subject.driver.calls.push(Candidate {
                item: call as usize,
                is_support: call > 2 && below(4) == 0,
                ..Candidate::default()
            });
        }
        subject
    }

    /// Returns the value of a call.
    fn value(&self, (call, place, arguments): &Run) -> Look {
        let ty = match place {
            Some(place) => self.signature.calls[usize::from(*call)][usize::from(*place)].ty,
            None => self.results[usize::from(*call)],
        };
        let text = format!("{} {call} {place:?} {arguments:?}", self.seed);
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |own, byte| {
            (own ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        (ty, (hash >> 20) % self.values)
    }

    /// Returns whether values of a type become arguments: constants are as good as numbers.
    fn is_kept(ty: u16) -> bool {
        ty >= FIRST
    }

    /// Returns the least size of each value, through a size, by repetition.
    fn least(&self, through: u32) -> BTreeMap<Look, u32> {
        let mut least = BTreeMap::from([((literal::BOOL, 0), 1), ((literal::BOOL, 1), 1)]);
        loop {
            let mut next = least.clone();
            for (run, size) in self.runs(&least, through) {
                let own = self.value(&run);
                if Subject::is_kept(own.0) {
                    let known = next.entry(own).or_insert(size);
                    *known = (*known).min(size);
                }
            }
            if next == least {
                return least;
            }
            least = next;
        }
    }

    /// Returns the calls with all arguments from such values, with their sizes, through a size.
    fn runs(&self, least: &BTreeMap<Look, u32>, through: u32) -> Vec<(Run, u32)> {
        let mut all = Vec::new();
        for (call, parameters) in (0..).zip(&self.signature.calls) {
            let most = if self.driver.calls[usize::from(call)].is_support { through.min(4) } else { through };
            let mut partial: Vec<(Vec<Argument>, u32)> = vec![(Vec::new(), 1)];
            for (place, own) in parameters.iter().enumerate() {
                let mut choices = arguments(*own, least, through);
                if place > 0 && own.kind == Kind::Shared && parameters[place - 1] == *own {
                    choices.push(((false, vec![(SAME, 0)]), 1));
                }
                let longer = partial.iter().flat_map(|(before, size)| {
                    choices.iter().map(move |(own, more)| {
                        ([before.as_slice(), std::slice::from_ref(own)].concat(), size + more)
                    })
                });
                partial = longer.filter(|own| own.1 <= most).collect();
            }
            for (arguments, size) in partial.into_iter().filter(|own| own.1 <= most) {
                for (place, own) in (0..).zip(parameters) {
                    if own.kind == Kind::Exclusive {
                        all.push(((call, Some(place), arguments.clone()), size));
                    }
                }
                all.push(((call, None, arguments), size));
            }
        }
        all
    }
}

/// Returns the arguments of a parameter, with their sizes.
fn arguments(own: Parameter, least: &BTreeMap<Look, u32>, most: u32) -> Vec<(Argument, u32)> {
    let of = |ty: u16| least.iter().filter(move |own| own.0.0 == ty).map(|own| (*own.0, *own.1));
    if !matches!(own.kind, Kind::Elements | Kind::Iterator) {
        return of(own.ty).map(|(look, size)| ((false, vec![look]), size)).collect();
    }
    if let Some(len) = own.len.filter(|len| *len > 3) {
        return of(own.ty).map(|(look, size)| ((true, vec![look; len]), size + 1)).collect();
    }
    let mut lists: Vec<(Vec<Look>, u32)> = vec![(Vec::new(), 1)];
    let mut last = lists.clone();
    for _ in 0..3 {
        let longer = last.iter().flat_map(|(before, size)| {
            of(own.ty).map(move |(look, more)| ([before.as_slice(), &[look]].concat(), size + more))
        });
        last = longer.filter(|own| own.1 <= most).collect();
        lists.extend(last.iter().cloned());
    }
    lists.retain(|(elements, size)| match own.len {
        _ if elements.len() == 3 && *size > 5 => false,
        Some(len) => elements.len() == len,
        None => true,
    });
    let lists = lists.into_iter().map(|(elements, size)| ((true, elements), size));
    let vectors = of(VECTOR).filter(|_| own.ty == FIRST && own.len.is_none_or(|len| len <= 3));
    lists.chain(vectors.map(|(look, size)| ((false, vec![look]), size))).collect()
}

/// Runs the levels through a size, as an exploration does, and returns what ran at which size, and
/// the size of which a part has run its share.
fn run(
    subject: &Subject,
    through: u32,
    most: usize,
    shard: Shard,
) -> (Vec<(Run, u32)>, Option<PartialLevel>) {
    let mut pool = Pool::new(&subject.signature, &Constants::default());
    let calls = vec![true; subject.driver.calls.len()];
    let mut levels = Levels::new(&subject.signature, &subject.driver, calls, Some(through), shard);
    // What an expression of the pool looks like.
    let mut looks: Vec<(Arc<Expression>, Look)> = Vec::new();
    let mut all = Vec::new();
    while let Some((size, batch)) = levels.take(&pool, most) {
        for own in batch {
            let (call, place, parts) = match &own {
                Expression::Call(call, parts) => (*call, None, parts),
                Expression::After(call, parts, place) => (*call, Some(*place), parts),
                other => panic!("a level made {other:?}"),
            };
            let look = |own: &Arc<Expression>| match &**own {
                Expression::Same => (SAME, 0),
                Expression::Number(_, bits) => (literal::BOOL, *bits as u64),
                _ => looks.iter().find(|known| Arc::ptr_eq(&known.0, own)).expect("an argument is pooled").1,
            };
            let arguments = parts.iter().map(|own| match &**own {
                Expression::List(elements, 0) => (true, elements.iter().map(look).collect()),
                _ => (false, vec![look(own)]),
            });
            let run = (call, place, arguments.collect());
            let (ty, value) = subject.value(&run);
            all.push((run, size));
            let own = Arc::new(own);
            if Subject::is_kept(ty) && pool.add(ty, value, true, Some(size), &own) {
                looks.push((own, (ty, value)));
            }
        }
    }
    let whole = if shard.is_whole() { through } else { through - 1 };
    assert_eq!((levels.through(), pool.through()), (whole, u32::MAX));
    assert!(levels.is_over());
    (all, levels.divided())
}

/// Compares runs of some subjects with a fixed point over all calls. Returns the numbers of runs.
fn compared(seeds: impl Iterator<Item = u64>) -> Vec<usize> {
    let mut counts = Vec::new();
    for seed in seeds {
        let subject = Subject::new(seed);
        // The largest size of which a fixed point over all of them is quick.
        for through in 1..=9 {
            let mut expected = subject.runs(&subject.least(through), through);
            if expected.len() > 3_000 {
                break;
            }
            let (mut ran, divided) = run(&subject, through, 1 + seed as usize % 700, Shard::WHOLE);
            expected.sort();
            ran.sort();
            assert_eq!(ran, expected, "seed {seed}, through size {through}");
            assert_eq!(divided, None);
            counts.push(ran.len());
        }
    }
    counts
}

#[test]
fn each_call_with_arguments_that_look_different_runs_once_through_each_size() {
    let halves = thread::scope(|scope| {
        let halves = [0, 1].map(|first| scope.spawn(move || compared((first..300).step_by(2))));
        halves.map(|half| half.join().expect("they agree"))
    });
    let counts = halves.concat();
    // The subjects are not all trivial.
    let large = counts.iter().filter(|count| **count > 500).count();
    assert!(large > 100, "{large} of {}", counts.len());
}

#[test]
fn parts_run_all_sizes_but_the_largest_and_together_each_call_of_that_once() {
    for seed in 0..60 {
        let subject = Subject::new(seed);
        for through in 1..=5 {
            let most = 1 + seed as usize % 700;
            let (mut expected, _) = run(&subject, through, most, Shard::WHOLE);
            let of = 2 + seed % 4;
            let parts = (0..of).map(|index| Shard::new(index, of).expect("a part"));
            let parts: Vec<_> = parts.map(|own| run(&subject, through, most, own)).collect();
            let largest = |all: &[(Run, u32)]| all.iter().filter(|own| own.1 == through).count();
            let smaller: Vec<_> = expected.iter().filter(|own| own.1 < through).cloned().collect();
            let mut together = smaller.clone();
            for (ran, divided) in &parts {
                let (same, own): (Vec<_>, Vec<_>) = ran.iter().cloned().partition(|own| own.1 < through);
                assert_eq!(same, smaller, "seed {seed}, size {through}");
                // The shares differ by one at most.
                assert!(own.len().abs_diff(largest(&expected) / of as usize) <= 1, "{} of {of}", own.len());
                assert_eq!(divided.map(|own| own.size), Some(through));
                assert_eq!(*divided, parts[0].1);
                together.extend(own);
            }
            together.sort();
            expected.sort();
            assert_eq!(together, expected, "seed {seed}, size {through}, {of} parts");
        }
    }
}

#[test]
fn parts_of_other_calls_have_another_order() {
    let order = |seed| run(&Subject::new(seed), 4, 100, Shard::new(0, 2).expect("a part")).1;
    let all: std::collections::BTreeSet<_> = (0..20).map(|seed| order(seed).map(|own| own.order.0)).collect();
    assert!(all.len() > 15, "{}", all.len());
}

#[test]
fn without_sizes_a_part_has_nothing_to_run() {
    let (ran, divided) = run(&Subject::new(1), 0, 10, Shard::WHOLE);
    assert_eq!((ran, divided), (Vec::new(), None));
    let subject = Subject::new(1);
    let calls = vec![true; subject.driver.calls.len()];
    let part = Shard::new(1, 2).expect("a part");
    let levels = Levels::new(&subject.signature, &subject.driver, calls, Some(0), part);
    assert_eq!((levels.through(), levels.divided(), levels.is_over()), (0, None, true));
}
