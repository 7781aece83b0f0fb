//! Limits of draws, and decisions that need no counts.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::common::{bools, list, tree};
use super::lazy::{Log, classes, sizes, walk};
use everycase_kernel::lazy::{Draw, Holder, Limit, Probe, Run};
use everycase_kernel::{Alternative, BigUint, Derivations, Random, Range, SeedableRng, Shape, Until};

/// Forces the spine of a list. Returns its length.
fn length(run: &mut Run) -> usize {
    let (mut at, mut length) = (run.root(), 0);
    while run.force(at).alternative != 0 {
        at = run.fields(at).end - 1;
        length += 1;
    }
    length
}

fn draw<R>(run: &mut Run, work: impl FnOnce(&mut Draw) -> R) -> R {
    run.with(|draw: &mut Draw, _| work(draw)).expect("it draws")
}

/// Returns the verdict, the log and the class of the draw of a rank, and the rank's place in the class.
fn of_rank(run: &mut Run, rank: usize, seed: u64) -> ((bool, Log), (BigUint, BigUint)) {
    Draw::begin_rank(run, &rank.into());
    let walked = walk(run, run.root(), seed);
    (walked, draw(run, |draw| draw.class()))
}

#[test]
fn a_rank_draws_the_same_whether_or_not_counts_are_known() {
    for (seed, space, size, part) in sizes() {
        let expected = classes(&space, &part, seed);
        let mut known = Run::new();
        assert!(known.begin_draws(&space, size).unwrap());
        for rank in 0..part.len() {
            of_rank(&mut known, rank, seed);
        }
        for rank in (0..part.len()).step_by(1 + part.len() / 8) {
            let mut unknown = Run::new();
            assert!(unknown.begin_draws(&space, size).unwrap());
            let drawn = of_rank(&mut unknown, rank, seed);
            assert_eq!(of_rank(&mut known, rank, seed), drawn, "{:?} of size {size}", space.shape());
            let ((verdict, log), (count, _)) = drawn;
            let (of_class, of_all) = expected[&log];
            assert_eq!((count, verdict), (of_class.into(), of_all));
        }
    }
}

#[test]
fn a_list_whose_length_is_decided_by_its_size_is_drawn_without_counts() {
    // The counts of one draw take some 10^9 multiplications.
    const SIZE: u32 = 2001;
    let mut run = Run::new();
    assert!(run.begin_draws(&Derivations::new(list(bools())), SIZE).unwrap());
    let mut rng = Random::seed_from_u64(1);
    assert!(Draw::next(&mut run, &mut rng));
    let before = draw(&mut run, |draw| draw.work());
    let drawn = Draw::execute(&mut run, Probe::Never, |run| Some(length(run) == 1000)).unwrap();
    assert!(drawn.is_some_and(|drawn| drawn.answer));
    let work = draw(&mut run, |draw| draw.work()) - before;
    assert!(work < 5_000_000, "{work}");
    let memory = draw(&mut run, |draw| draw.memory());
    assert!(memory < 16 << 20, "{memory}");
    assert_eq!(draw(&mut run, |draw| draw.class().0), BigUint::from(1u32) << 1000u32, "all of them");
}

#[test]
fn a_draw_that_is_cut_off_changes_nothing() {
    let mut cut_off = 0;
    for (seed, space, size, part) in sizes().step_by(3) {
        let [mut free, mut limited] = [Run::new(), Run::new()];
        assert!(free.begin_draws(&space, size).unwrap());
        assert!(limited.begin_draws(&space, size).unwrap());
        for rank in (0..part.len()).step_by(1 + part.len() / 5) {
            for work in [0, 1, 3, 10, 30, 100] {
                draw(&mut limited, |draw| draw.set_limits(Until::default().within_work(draw.work() + work)));
                Draw::begin_rank(&mut limited, &rank.into());
                let alive = draw(&mut limited, |draw| draw.alive());
                // Everything is discarded, and yet nothing may be refuted.
                let drawn = Draw::execute(&mut limited, Probe::Often, |run| {
                    walk(run, run.root(), seed);
                    Some(true)
                });
                let drawn = drawn.unwrap();
                let reached = draw(&mut limited, |draw| draw.reached());
                assert_eq!(reached, drawn.is_none().then_some(Limit::Work));
                assert_eq!(draw(&mut limited, |draw| draw.alive()), alive);
                cut_off += u32::from(drawn.is_none());
            }
            draw(&mut limited, |draw| draw.set_limits(Until::default()));
            let expected = of_rank(&mut free, rank, seed);
            assert_eq!(of_rank(&mut limited, rank, seed), expected, "{:?} of size {size}", space.shape());
        }
    }
    assert!(cut_off > 500, "{cut_off}");
}

#[test]
fn a_draw_that_is_cut_off_does_not_refute() {
    let mut run = Run::new();
    assert!(run.begin_draws(&Derivations::new(tree()), 41).unwrap());
    let alive = draw(&mut run, |draw| draw.alive());
    let mut rng = Random::seed_from_u64(1);
    let first = |run: &mut Run| Some(run.force(run.root()).alternative == 7);
    draw(&mut run, |draw| draw.set_limits(Until::default().within_work(draw.work())));
    assert!(Draw::next(&mut run, &mut rng));
    assert_eq!(Draw::execute(&mut run, Probe::Never, first), Ok(None));
    assert_eq!(draw(&mut run, |draw| draw.alive()), alive);
}

/// Returns which limit cuts off a draw of a list of bytes whose length is looked at: that takes many counts.
fn limit_of(until: Until) -> Option<Limit> {
    let bytes = Shape::range(Range::unsigned(8));
    let mut run = Run::new();
    assert!(run.begin_draws(&Derivations::new(list(bytes)), 600).unwrap());
    draw(&mut run, |draw| draw.set_limits(until));
    assert!(Draw::next(&mut run, &mut Random::seed_from_u64(1)));
    let drawn = Draw::execute(&mut run, Probe::Never, |run| Some(length(run) > 0)).unwrap();
    let reached = draw(&mut run, |draw| draw.reached());
    assert_eq!(drawn.is_none(), reached.is_some());
    reached
}

#[test]
fn a_clock_a_stop_and_a_memory_limit_cut_draws_off() {
    let unset = || Arc::new(AtomicBool::new(false));
    assert_eq!(limit_of(Until::default().within_memory(1 << 20)), Some(Limit::Memory));
    assert_eq!(limit_of(Until::default().within_work(1 << 16)), Some(Limit::Work));
    assert_eq!(limit_of(Until::new(Some(Instant::now()), unset())), Some(Limit::Time));
    assert_eq!(limit_of(Until::new(None, Arc::new(AtomicBool::new(true)))), Some(Limit::Time));
    assert_eq!(limit_of(Until::new(Some(Instant::now() + Duration::from_secs(600)), unset())), None);
}

#[test]
fn sizes_with_gaps_are_decided_as_if_they_were_counted() {
    // Elements of sizes 4 and 10: which lengths a size allows is not an interval.
    let unit = |pay| Alternative::new("unit", []).pay(pay);
    let element = Shape::choice([unit(4), unit(10)]);
    let space = Derivations::new(list(element));
    for size in (1..90).filter(|size| space.count(*size).unwrap() > BigUint::ZERO) {
        let mut lengths = std::collections::BTreeSet::new();
        let mut run = Run::new();
        assert!(run.begin_draws(&space, size).unwrap());
        while draw(&mut run, |draw| !draw.is_empty()) {
            Draw::begin_rank(&mut run, &BigUint::ZERO);
            let length = length(&mut run);
            assert!(lengths.insert(length), "a class of size {size} is drawn once");
            draw(&mut run, Draw::refute);
        }
        let spine = |length: u32| size.checked_sub(1 + length);
        let fits = |length: &u32| {
            let left = spine(*length).and_then(|left| left.checked_sub(4 * length));
            left.is_some_and(|left| left % 6 == 0 && left / 6 <= *length)
        };
        let expected: Vec<usize> = (0..90u32).filter(fits).map(|length| length as usize).collect();
        assert!(lengths.into_iter().eq(expected), "size {size}");
    }
}
