//! Bodies of shapes that take long: they are cut short and called again, and nothing is lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use everycase_kernel::{Alternative, Derivations, Key, Shape, SpaceError, Until, expansion};

/// The members of a family from one on: a constant, and the next member up to the ninth. A member
/// from the third on is cut short where it is not asked for, or while `is_slow`.
fn family(member: u64, is_slow: &Arc<AtomicBool>, calls: &Arc<AtomicU32>) -> Shape {
    struct Family;
    let (own_slow, own_calls) = (Arc::clone(is_slow), Arc::clone(calls));
    Shape::named(Key::of::<Family>().with(member), move || {
        own_calls.fetch_add(1, Ordering::Relaxed);
        let is_late = own_slow.load(Ordering::Relaxed) && expansion::is_over();
        if member > 2 && (expansion::looks_ahead() || is_late) {
            return expansion::cut_short();
        }
        let next = || Alternative::new("next", [family(member + 1, &own_slow, &own_calls)]).pay(1);
        Shape::choice([Alternative::new("one", []).pay(1)].into_iter().chain((member < 9).then(next)))
    })
}

fn space() -> (Derivations, Arc<AtomicBool>, Arc<AtomicU32>) {
    let (is_slow, calls) = (Arc::default(), Arc::default());
    (Derivations::new(family(0, &is_slow, &calls)), is_slow, calls)
}

#[test]
fn a_body_that_is_cut_short_is_called_again_and_loses_nothing() {
    let (whole, ..) = space();
    let (cut, is_slow, _) = space();
    is_slow.store(true, Ordering::Relaxed);
    let stop = Arc::new(AtomicBool::new(false));
    let timed = cut.until(Until::new(None, Arc::clone(&stop)));
    assert_eq!(timed.count_up_to(2), whole.count_up_to(2));
    stop.store(true, Ordering::Relaxed);
    for _ in 0..3 {
        assert_eq!(timed.count_up_to(20), Err(SpaceError::OutOfTime));
    }
    // Without a limit the same tables go on.
    for size in 0..=20 {
        assert_eq!(cut.count(size), whole.count(size), "size {size}");
    }
    assert_eq!(cut.count_up_to(20).unwrap(), 10u8.into());
}

#[test]
fn a_look_ahead_ends_at_a_body_that_takes_long_whatever_is_known_by_then() {
    let (fresh, _, calls) = space();
    let fingerprint = fresh.fingerprint().unwrap();
    assert_eq!(fresh.largest_size(), Ok(None));
    assert_eq!(fresh.has_numbers(20), Ok(false));
    assert!(calls.load(Ordering::Relaxed) < 20, "no member beyond the third is made");
    assert_eq!(fresh.largest_size_up_to(5), Ok(None));
    assert_eq!(fresh.count_up_to(20).unwrap(), 10u8.into());
    assert_eq!(fresh.largest_size_up_to(20), Ok(Some(10)));
    assert_eq!(fresh.largest_size(), Ok(Some(10)));
    assert_eq!(fresh.fingerprint(), Ok(fingerprint));
}
