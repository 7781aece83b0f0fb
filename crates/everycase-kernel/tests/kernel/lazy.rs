//! Lazy search and sampling against plain lists, on random shapes under random predicates.
//!
//! A predicate here is a walk that looks at one position after the other, in an order that depends on what it has seen,
//! and stops when it likes with the verdict it likes; its log tells what it saw.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Barrier, Mutex};
use std::thread;

use super::common::tree;
use super::random::{naive_parts, systems};
use everycase_kernel::lazy::{Class, Deciding, Draw, Holder, Part, Probe, Run, Search, SumDecision, Trail};
use everycase_kernel::{
    Alternative, BigUint, Derivation, Derivations, Random, Range, SeedableRng, Shape, SpaceError, Until,
};

const SHAPES: usize = 150;
const SIZE: u32 = 6;
const VALUES: u32 = 400;

/// What was seen: where, and what was there.
pub(crate) type Log = Vec<(u32, u128)>;

/// The derivations of a random shape, by size.
fn cases() -> impl Iterator<Item = (u64, Derivations, Vec<Vec<Derivation>>)> {
    let case = |(seed, system): (u64, std::sync::Arc<super::random::System>)| {
        let shape = system.shape();
        let parts = naive_parts(&shape, SIZE, VALUES);
        let space = Derivations::new(shape);
        let parse = |words: &Vec<u64>| space.parse(words).unwrap();
        let parts: Vec<Vec<Derivation>> = parts.iter().map(|part| part.iter().map(parse).collect()).collect();
        parts.iter().any(|part| !part.is_empty()).then_some((seed, space, parts))
    };
    (0..).zip(systems(7)).filter_map(case).take(SHAPES)
}

fn mix(state: u64, with: u64) -> u64 {
    let mixed = (state ^ with).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ mixed >> 29
}

/// Looks at positions below `root` as the seed and what is seen say.
pub(crate) fn walk(run: &mut Run, root: u32, seed: u64) -> (bool, Log) {
    let mut state = mix(seed, 17);
    // Where each open position is, by the order in which positions became known.
    let mut open = vec![(0, root)];
    let (mut known, mut log) = (1, Log::new());
    while !open.is_empty() && !state.is_multiple_of(7) {
        let (name, pos) = open.swap_remove(state as usize / 7 % open.len());
        let seen = if run.is_range(pos) {
            let other = u128::from(state / 256 % 5);
            match state / 64 % 4 {
                0 => run.number(pos),
                1 => {
                    // Looked at in part only, it can be looked at again.
                    open.push((name, pos));
                    u128::from(run.is_below(pos, other, false))
                }
                2 => u128::from(run.is_above(pos, other, false)),
                _ => u128::from(run.compare(pos, other, false) as u8),
            }
        } else {
            let taken = run.force(pos);
            for field in run.fields(pos) {
                open.push((known, field));
                known += 1;
            }
            u128::from(taken.alternative)
        };
        log.push((name, seen));
        state = mix(state, mix(u64::from(name), seen as u64 ^ (seen >> 64) as u64));
    }
    ((state / 7).is_multiple_of(3), log)
}

/// The walk over one derivation of which nothing is open.
pub(crate) fn walk_whole(space: &Derivations, derivation: &Derivation, seed: u64) -> (bool, Log) {
    let mut run = Run::new();
    run.begin_search(space, derivation.size()).unwrap();
    let root = run.lift(derivation);
    walk(&mut run, root, seed)
}

#[test]
fn a_search_runs_once_for_each_class_of_values_that_look_the_same() {
    let classes = search_all(cases());
    assert!(classes > 5_000, "{classes}");
}

/// Compares the classes of searches with those of all derivations. Returns their number.
fn search_all(cases: impl Iterator<Item = (u64, Derivations, Vec<Vec<Derivation>>)>) -> usize {
    let mut classes = 0;
    for (seed, space, parts) in cases {
        for seed in [seed, seed + 1000, seed + 2000] {
            let mut expected = HashSet::new();
            for (size, part) in (0..).zip(&parts) {
                expected.extend(part.iter().map(|derivation| walk_whole(&space, derivation, seed).1));
                let mut run = Run::new();
                run.begin_search(&space, size).unwrap();
                let mut logs = Vec::new();
                while Search::next(&mut run).is_some() {
                    logs.push(walk(&mut run, 0, seed).1);
                }
                let distinct: HashSet<Log> = logs.iter().cloned().collect();
                assert_eq!(distinct.len(), logs.len(), "a class is run once");
                assert_eq!(distinct, expected, "{:?} to size {size}", space.shape());
            }
            classes += expected.len();
        }
    }
    classes
}

#[test]
fn a_search_of_one_size_meets_no_other() {
    for (seed, space, size, part) in sizes() {
        for seed in [seed, seed + 1000] {
            let expected: HashSet<Log> =
                part.iter().map(|derivation| walk_whole(&space, derivation, seed).1).collect();
            let mut run = Run::new();
            assert!(run.begin_search_of_size(&space, size).unwrap());
            let mut logs = Vec::new();
            while Search::next(&mut run).is_some() {
                logs.push(walk(&mut run, 0, seed).1);
            }
            let distinct: HashSet<Log> = logs.iter().cloned().collect();
            assert_eq!(distinct.len(), logs.len(), "a class is run once");
            assert_eq!(distinct, expected, "{:?} of size {size}", space.shape());
        }
    }
}

#[test]
fn classes_can_be_shared_out_by_their_first_decisions() {
    for (seed, space, parts) in cases() {
        let size = parts.len() as u32 - 1;
        for prefix in 1..=4 {
            let part = |index, of| search(&space, size, seed, Part { index, of, prefix });
            let all = part(0, 1);
            for k in 0..3 {
                // Of a unit of another part, it runs the first class if that shows further decisions of the unit.
                let runs = |(class, _): &&(Class, Log)| {
                    class.unit % 3 == k || class.differs_at < prefix && is_first(&all, class)
                };
                let expected: Vec<_> = all.iter().filter(runs).collect();
                let ran = part(k, 3);
                assert_eq!(ran.len(), expected.len(), "{prefix} {:?} of size {size}", space.shape());
                for ((class, log), (expected, of_all)) in ran.iter().zip(expected) {
                    assert_eq!((class.unit, log), (expected.unit, of_all));
                    assert_eq!(class.is_own, class.unit % 3 == k);
                }
            }
        }
    }
}

/// Returns whether a class is the first one of its unit.
fn is_first(all: &[(Class, Log)], class: &Class) -> bool {
    all.iter().find(|(first, _)| first.unit == class.unit).is_some_and(|(first, _)| first == class)
}

/// What a part of a search sees.
fn search(space: &Derivations, size: u32, seed: u64, part: Part) -> Vec<(Class, Log)> {
    let mut run = Run::new();
    run.begin_search(space, size).unwrap();
    run.with(|search: &mut Search, _| search.set_part(part));
    let mut logs = Vec::new();
    while let Some(class) = Search::next(&mut run) {
        logs.push((class, walk(&mut run, 0, seed).1));
    }
    logs
}

/// The classes of one size: how many derivations are in each, and whether they satisfy the predicate.
pub(crate) fn classes(space: &Derivations, part: &[Derivation], seed: u64) -> HashMap<Log, (u128, bool)> {
    let mut classes = HashMap::new();
    for derivation in part {
        let (verdict, log) = walk_whole(space, derivation, seed);
        classes.entry(log).or_insert((0, verdict)).0 += 1;
    }
    classes
}

/// Every size of every case that has values, under a seed.
pub(crate) fn sizes() -> impl Iterator<Item = (u64, Derivations, u32, Vec<Derivation>)> {
    cases().flat_map(|(seed, space, parts)| {
        let sized = (0..).zip(parts).filter(|(_, part)| !part.is_empty());
        sized.map(move |(size, part)| (seed, space.clone(), size, part)).collect::<Vec<_>>()
    })
}

#[test]
fn every_rank_draws_a_class_as_often_as_the_class_has_values() {
    let mut rng = Random::seed_from_u64(1);
    for (seed, space, size, part) in sizes() {
        let expected = classes(&space, &part, seed);
        let mut run = Run::new();
        assert!(run.begin_draws(&space, size).unwrap());
        assert_eq!(alive(&run), part.len() as u128);
        let mut drawn: HashMap<Log, Vec<u128>> = HashMap::new();
        for rank in 0..alive(&run) {
            Draw::begin_rank(&mut run, &rank.into());
            let (verdict, log) = walk(&mut run, 0, seed);
            let (count, within) = run.as_draw().unwrap().class();
            assert_eq!((small(count), verdict), expected[&log], "{:?} of size {size}", space.shape());
            drawn.entry(log.clone()).or_default().push(small(within));
            // What was not looked at is filled in with the size that is left.
            let whole = Draw::complete(&mut run, &mut rng).unwrap();
            assert_eq!(whole.size(), size);
            assert_eq!(walk_whole(&space, &whole, seed), (verdict, log));
        }
        for (log, within) in drawn {
            assert_eq!(
                within,
                (0..expected[&log].0).collect::<Vec<_>>(),
                "ranks of a class follow each other"
            );
        }
    }
}

#[test]
fn what_is_refuted_is_never_drawn_again_and_all_else_still_is() {
    let mut rng = Random::seed_from_u64(2);
    let mut refuted = 0;
    for (seed, space, size, part) in sizes() {
        let expected = classes(&space, &part, seed);
        let good: u128 = expected.values().filter(|(_, verdict)| *verdict).map(|(count, _)| count).sum();
        let mut run = Run::new();
        run.begin_draws(&space, size).unwrap();
        let mut bad = HashSet::new();
        while alive(&run) > good {
            run.with(|draw: &mut Draw, _| draw.backtrack(0));
            Draw::next(&mut run, &mut rng);
            let (verdict, log) = walk(&mut run, 0, seed);
            let before = alive(&run);
            if !verdict {
                run.with(|draw: &mut Draw, _| draw.refute());
                assert_eq!(before - alive(&run), expected[&log].0);
                assert!(bad.insert(log), "a refuted class was drawn again");
            }
        }
        assert_eq!(bad.len(), expected.values().filter(|(_, verdict)| !verdict).count());
        let mut drawn: HashMap<Log, u128> = HashMap::new();
        for rank in 0..alive(&run) {
            Draw::begin_rank(&mut run, &rank.into());
            *drawn.entry(walk(&mut run, 0, seed).1).or_default() += 1;
        }
        let left = expected.into_iter().filter(|(_, (_, verdict))| *verdict);
        assert_eq!(drawn, left.map(|(log, (count, _))| (log, count)).collect());
        refuted += bad.len();
    }
    assert!(refuted > 1_500, "{refuted}");
}

fn alive(run: &Run) -> u128 {
    run.as_draw().map_or(0, |draw| small(draw.alive()))
}

fn small(count: BigUint) -> u128 {
    count.try_into().unwrap()
}

#[test]
fn a_size_without_values_has_no_draws() {
    let (_, space, _) = cases().find(|(_, space, _)| space.largest_size().unwrap().is_some()).unwrap();
    let none = space.largest_size().unwrap().unwrap() + 1;
    let mut run = Run::new();
    assert_eq!(run.begin_draws(&space, none), Ok(false));
    assert_eq!(alive(&run), 0);
}

#[test]
fn a_run_that_follows_a_derivation_sees_what_is_there_and_shows_no_more() {
    let (mut followed, mut in_part) = (0, 0);
    for (seed, space, _, part) in sizes() {
        let mut run = Run::new();
        for derivation in &part {
            run.begin_replay(derivation);
            let seen = walk(&mut run, 0, seed);
            assert_eq!(seen, walk_whole(&space, derivation, seed), "{derivation:?}");
            let looked_at: HashSet<u32> = seen.1.iter().map(|(name, _)| *name).collect();
            if !run.is_range(0) {
                assert_eq!(run.show(0).unwrap().at().is_open(), looked_at.is_empty());
            }
            let decided = decided(&run);
            assert!(decided <= looked_at.len(), "{decided} decided of {derivation:?}");
            assert_eq!(run.derivation(0).as_ref(), Some(derivation));
            let id = run.id();
            assert!(Search::next(&mut run).is_none(), "there is nothing else to follow");
            assert_eq!(run.id(), id);

            run.begin_replay(derivation);
            assert_ne!(run.id(), id);
            assert!(run.show(0).unwrap().at().is_open());
            run.force_all(0);
            in_part += usize::from(self::decided(&run) > decided);
            assert!(!run.show(0).unwrap().at().is_open());
            followed += 1;
        }
    }
    assert!(followed > 5_000 && in_part > 1_000, "{followed}, {in_part}");
}

#[test]
fn a_run_that_follows_a_derivation_tells_what_was_looked_at_in_order() {
    for (seed, _, parts) in cases() {
        for derivation in parts.iter().flatten().take(20) {
            let mut run = Run::new();
            run.begin_replay(derivation);
            assert!(run.seen().is_empty());
            walk(&mut run, 0, seed);
            let seen = run.seen().to_vec();
            let distinct: HashSet<u32> = seen.iter().copied().collect();
            assert_eq!(distinct.len(), seen.len(), "{seed}: {derivation:?}");
            // The same looks in the same order lead to the same positions.
            run.begin_replay(derivation);
            for pos in &seen {
                if run.is_range(*pos) {
                    run.number(*pos);
                } else {
                    run.force(*pos);
                }
            }
            assert_eq!(run.seen(), seen, "{seed}: {derivation:?}");
        }
    }
}

#[test]
fn a_position_of_a_range_has_a_number_or_a_character() {
    let number = |range: Range, words: &[u64]| {
        let space = Derivations::new(Shape::range(range));
        let derivation = space.parse(words).expect("it is in the range");
        (derivation.root().number(), derivation.root().character())
    };
    assert_eq!(number(Range::signed(8), &[(-3i64).cast_unsigned()]), (Some(-3), None));
    assert_eq!(number(Range::unsigned(64), &[u64::MAX]), (Some(i128::from(u64::MAX)), None));
    let wide = (-(1i128 << 100)).cast_unsigned();
    assert_eq!(number(Range::signed(128), &[wide as u64, (wide >> 64) as u64]), (Some(-(1 << 100)), None));
    assert_eq!(number(Range::chars(), &[u64::from(b'x')]), (Some(i128::from(b'x')), Some('x')));
    let sum = Derivations::new(Shape::unit().union(Shape::unit()));
    let first = sum.index(&0u32.into()).expect("there is one");
    assert_eq!((first.root().number(), first.root().character()), (None, None));
}

/// How many sums with fields are decided.
fn decided(run: &Run) -> usize {
    let (mut stack, mut decided) = (vec![0], 0);
    while let Some(pos) = stack.pop() {
        let fields = run.fields(pos);
        decided += usize::from(!fields.is_empty());
        stack.extend(fields);
    }
    decided
}

#[test]
fn a_value_lifted_into_a_followed_run_is_none_of_what_is_followed() {
    for (seed, space, _, part) in sizes() {
        let mut run = Run::new();
        for (derivation, other) in part.iter().zip(part.iter().rev()) {
            run.begin_replay(derivation);
            for _ in 0..2 {
                let lifted = run.lift(other);
                assert_eq!(walk(&mut run, lifted, seed), walk_whole(&space, other, seed));
                assert_eq!(walk(&mut run, 0, seed), walk_whole(&space, derivation, seed));
            }
        }
    }
}

#[test]
fn a_payload_is_there_before_anything_is_decided_and_in_values_that_came_whole() {
    let carrier = Shape::choice([Alternative::new("a", []), Alternative::new("b", [])]).with_payload(7u8);
    let space = Derivations::new(Shape::product([carrier, Shape::unit()]));
    let mut run = Run::new();
    assert!(run.begin_search(&space, 0).unwrap());
    let root = run.root();
    assert_eq!(run.payload::<u8>(root), None);
    let fields = run.force(root).fields;
    let lifted = run.lift(&space.index_of_size(0, &1u8.into()).unwrap());
    for fields in [fields, run.force(lifted).fields] {
        assert_eq!(run.payload(fields), Some(&7u8));
        assert_eq!(run.payload::<u16>(fields), None);
        assert_eq!(run.payload::<u8>(fields + 1), None);
    }
    assert_eq!(run.force(fields).alternative, 0);
    assert_eq!(run.payload(fields), Some(&7u8));
}

#[test]
fn a_search_begins_where_there_is_no_memory_to_count() {
    const SIZE: u32 = 2_000;
    let space = Derivations::new(tree()).until(Until::default().within_memory(64 << 10));
    let mut run = Run::new();
    assert!(matches!(run.begin_draws(&space, SIZE), Err(SpaceError::TooLarge { .. })));
    assert!(run.begin_search(&space, SIZE).unwrap());
    let mut depths = Vec::new();
    while depths.len() < 500 && Search::next(&mut run).is_some() {
        let (mut pos, mut depth) = (run.root(), 0);
        while let SumDecision { alternative: 1, fields } = run.force(pos) {
            (pos, depth) = (fields, depth + 1);
        }
        let value = run.derivation(run.root()).unwrap();
        // Of a node, a tree beside the path and a number: each is the smallest.
        assert_eq!(value.size(), 1 + 2 * depth);
        depths.push(depth);
    }
    assert_eq!(depths, (0..500).collect::<Vec<_>>());
}

#[test]
fn what_there_is_no_room_for_yet_is_cut() {
    let larger = Alternative::new("larger", [Shape::unit().pay(2)]).pay(1);
    let space = Derivations::new(Shape::choice([Alternative::new("small", []).pay(1), larger]));
    let mut run = Run::new();
    for (size, is_cut) in [(1, true), (2, true), (3, false)] {
        assert!(run.begin_search(&space, size).unwrap());
        assert!(!run.was_cut(), "nothing was looked at");
        while Search::next(&mut run).is_some() {
            run.force(run.root());
        }
        assert_eq!(run.was_cut(), is_cut, "size {size}");
    }
}

#[test]
fn the_trail_of_a_search_tells_the_class_before_it_is_run() {
    let mut trail = Trail::default();
    for (seed, space, parts) in cases() {
        let size = parts.len() as u32 - 1;
        let mut run = Run::new();
        run.begin_search(&space, size).unwrap();
        while Search::next(&mut run).is_some() {
            if let Some(derivation) = parts.iter().flatten().next() {
                // What is lifted in one run is gone in the next one.
                run.lift(derivation);
            }
            run.note(&mut trail);
            walk(&mut run, 0, seed);
            assert_eq!(Some(trail.derivation(&space, size).unwrap()), run.derivation(0));
        }
    }
}

#[test]
fn the_trail_of_a_draw_is_up_to_date_with_it() {
    let mut rng = Random::seed_from_u64(3);
    for (seed, space, size, _) in sizes() {
        let mut run = Run::new();
        run.begin_draws(&space, size).unwrap();
        let trail = Arc::new(Mutex::new(Trail::default()));
        run.watch(Arc::clone(&trail), Deciding::default());
        for _ in 0..5 {
            if !Draw::next(&mut run, &mut rng) {
                break;
            }
            let walked = |run: &mut Run| Some(walk(run, 0, seed).0);
            Draw::execute(&mut run, Probe::Never, walked).unwrap();
            let noted = trail.lock().unwrap().derivation(&space, size).unwrap();
            assert_eq!(Some(noted), run.derivation(run.root()));
        }
    }
}

/// A draw records each decision in its trail, so it waits for a trail that is in use.
#[test]
fn a_run_tells_that_it_is_deciding_as_long_as_a_decision_takes() {
    let (_, space, size, _) = sizes().max_by_key(|(_, _, size, _)| *size).unwrap();
    let (trail, deciding) = (Arc::new(Mutex::new(Trail::default())), Deciding::default());
    let (is_asked, is_decided) = (Barrier::new(2), Barrier::new(2));
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut run = Run::new();
            run.begin_draws(&space, size).unwrap();
            run.watch(Arc::clone(&trail), deciding.clone());
            assert!(Draw::next(&mut run, &mut Random::seed_from_u64(3)));
            is_asked.wait();
            is_asked.wait();
            run.force_all(run.root());
            is_decided.wait();
        });
        is_asked.wait();
        assert!(!deciding.is_now(), "nothing is asked for");
        let in_use = trail.lock().unwrap();
        is_asked.wait();
        while !deciding.is_now() {
            thread::yield_now();
        }
        drop(in_use);
        is_decided.wait();
        assert!(!deciding.is_now(), "everything is decided");
    });
}
