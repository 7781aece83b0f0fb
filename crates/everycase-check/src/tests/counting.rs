//! Spaces that are hard to count, or not countable.

use std::sync::OnceLock;

use everycase_kernel::SpaceError;

use super::*;
use crate::control::depth::DepthLimit;
use crate::run::pool::Pool;

/// Paths of which each node is of a family of its own, so that the grammar doubles from one size to
/// the next; with `ends` each of them may be the last one, and else there is no value.
fn families(number: u64, ends: bool) -> Shape {
    struct Families;
    Shape::named(Key::of::<Families>().with(number).with(ends.into()), move || {
        let below = |number| Alternative::new("step", [families(number, ends)]).pay(1);
        let end = ends.then(|| Alternative::new("end", []).pay(1));
        Shape::choice(end.into_iter().chain([below(2 * number), below(2 * number + 1)]))
    })
}

#[test]
fn inputs_that_take_too_much_memory_to_count_are_left_out_and_the_report_says_so() {
    let checked = run(&Derivations::new(families(1, true)), &holds(|_| true), tests(1_000_000));
    assert_eq!(checked.ended, Ending::Memory);
    let all = checked.coverage.exhausted().expect("small ones can be counted");
    assert!(!all.finite && all.count == BigUint::from((1u64 << all.through) - 1), "{}", checked.coverage);
    assert!((10..20).contains(&all.through), "{}", checked.coverage);
}

#[test]
fn a_type_whose_smallest_values_are_large_is_searched() {
    let numbers = (0..12).map(|_| Shape::range(Range::of(1 << 126, (1 << 126) + 1)));
    let checked = run(&Derivations::new(Shape::product(numbers)), &holds(|_| true), tests(5000));
    assert!(matches!(checked.finding, Finding::Nothing), "{:?}", checked.finding);
    let all = checked.coverage.exhausted().expect("all are searched");
    assert!(all.finite && all.count == BigUint::from(1u64 << 12), "{}", checked.coverage);
}

#[test]
fn a_search_of_inputs_that_nest_too_deeply_ends_and_claims_what_it_has_run() {
    struct Unary;
    fn unary() -> Shape {
        Shape::named(Key::of::<Unary>(), || {
            Shape::choice([Alternative::new("end", []).pay(1), Alternative::new("next", [unary()]).pay(1)])
        })
    }
    let deepest = Arc::new(AtomicU64::new(0));
    let noted = Arc::clone(&deepest);
    let property = holds(move |input| noted.fetch_max(input.nesting() as u64, Ordering::Relaxed) < u64::MAX);
    let mut plan = tests(5000).fill("property");
    plan.depth = DepthLimit::given(100);
    let checked = check("property", &Derivations::new(unary()), &property, &plan, &[]).unwrap();
    assert_eq!(checked.ended, Ending::Depth);
    let all = checked.coverage.exhausted().expect("small ones are run");
    assert!(!all.finite && all.count == BigUint::from(all.through), "{}", checked.coverage);
    // Each input is one level deeper than the one before, and some sizes are looked at.
    let deepest = deepest.load(Ordering::Relaxed);
    assert!((100..120).contains(&all.through) && deepest < 120, "{deepest} in {}", checked.coverage);
}

#[test]
fn inputs_too_large_for_a_size_are_not_looked_for_beyond_the_memory_of_counting() {
    let settings = Settings { size: Some(3), ..settings() };
    let checked = run(&Derivations::new(families(1, false)), &holds(|_| true), settings);
    let Finding::Unreached(why) = checked.finding else { panic!("{:?}", checked.finding) };
    assert_eq!(why, Vacuity::TooSmall { bound: 3, smallest: None });
}

/// Returns a family of shapes without values, of which each has the next one as its field. Counts
/// those that are expanded, and ends the run at the tenth.
fn without_end(number: u64, expanded: &Arc<AtomicU64>, stop: &Stop) -> everycase_kernel::Shape {
    use everycase_kernel::{Alternative, Key, Shape};
    struct Family;
    let (expanded, stop) = (Arc::clone(expanded), stop.clone());
    Shape::named(Key::of::<Family>().with(number), move || {
        if expanded.fetch_add(1, Ordering::Relaxed) == 10 {
            stop.stop();
        }
        Shape::choice([Alternative::new("", [without_end(number + 1, &expanded, &stop)]).pay(1)])
    })
}

#[test]
fn counting_ends_with_the_run_in_every_stream() {
    let plan = settings().fill("property");
    let expanded = Arc::new(AtomicU64::new(0));
    let derivations = Derivations::new(without_end(0, &expanded, &plan.stop));
    check("property", &derivations, &holds(|_| true), &plan, &[]).unwrap();
    assert!(expanded.load(Ordering::Relaxed) <= 12, "{expanded:?}");
}

/// Returns the shape of `data ral a = nil | zero (ral (a, a)) | one a (ral (a, a))` for bytes,
/// paired `depth` times. Counts the members that are expanded.
fn nested(depth: u64, expanded: &Arc<AtomicU64>) -> Shape {
    struct Nested;
    let expanded = Arc::clone(expanded);
    Shape::named(Key::of::<Nested>().with(depth), move || {
        expanded.fetch_add(1, Ordering::Relaxed);
        let below = || nested(depth + 1, &expanded);
        let nil = Alternative::new("nil", []).pay(1);
        let zero = Alternative::new("zero", [below()]).pay(1);
        Shape::choice([nil, zero, Alternative::new("one", [paired(depth), below()]).pay(1)])
    })
}

fn paired(depth: u64) -> Shape {
    struct Paired;
    Shape::named(Key::of::<Paired>().with(depth), move || match depth {
        0 => Shape::range(Range::unsigned(8)),
        _ => Shape::product([paired(depth - 1), paired(depth - 1)]),
    })
}

#[test]
fn the_first_input_of_a_nested_type_runs_before_many_of_its_members_are_expanded() {
    let expanded = Arc::new(AtomicU64::new(0));
    let before_first = Arc::new(OnceLock::new());
    let derivations = Derivations::new(nested(0, &expanded));
    let property = {
        let (expanded, before_first) = (Arc::clone(&expanded), Arc::clone(&before_first));
        subject(move |_, _| {
            before_first.get_or_init(|| expanded.load(Ordering::Relaxed));
            Verdict::Passed
        })
    };
    run(&derivations, &property, tests(100));
    let before_first = before_first.get().expect("some inputs are run");
    assert!(*before_first < 1_000, "{before_first}");
}

#[test]
fn a_property_whose_first_input_takes_all_the_time_had_no_time() {
    let time = Duration::from_millis(50);
    let endless = subject(move |_, _| {
        while !crate::control::stop::is_cancelled() {
            std::thread::yield_now();
        }
        Verdict::Passed
    });
    let timed = Settings { time: Some(time), jobs: Some(1), ..settings() };
    let checked = run(&bytes(), &endless, timed);
    assert!(matches!(checked.finding, Finding::Unreached(Vacuity::NoTime)), "{:?}", checked.finding);
}

#[test]
fn a_cycle_without_pay_is_an_error() {
    use everycase_kernel::{Key, Shape};
    struct Loop;
    fn cycle() -> Shape {
        Shape::named(Key::of::<Loop>(), cycle)
    }
    let plan = tests(10).fill("property");
    let error = check("property", &Derivations::new(cycle()), &holds(|_| true), &plan, &[]).unwrap_err();
    assert!(error.to_string().starts_with("the inputs cannot be enumerated: the recursion "), "{error}");
}

#[test]
fn sizes_in_the_thousands_are_a_bound_like_any_other() {
    let checked = run(&lists(), &holds(|_| true), Settings { size: Some(5000), ..tests(100) });
    assert_eq!(checked.coverage.inputs(), 100);
    let checked = run(&bytes(), &holds(|_| true), Settings { size: Some(u32::MAX), ..tests(1000) });
    assert_eq!(checked.coverage.to_string(), "all 256 inputs there are");
}

#[test]
fn the_first_inputs_are_as_many_as_a_small_part_of_the_time_counts() {
    let plan = settings().fill("property");
    let expanded = Arc::new(AtomicU64::new(0));
    let endless = Derivations::new(without_end(0, &expanded, &plan.stop));
    // The tenth shape ends it, and with it the count of the sizes that follow.
    first("property", &endless, &holds(|_| true), &plan, 1_000, 10).unwrap();
    assert!(expanded.load(Ordering::Relaxed) <= 12, "{expanded:?}");
}

/// Returns the shape of numbers in lists in lists: counting it up to a size takes the fourth power
/// of the size.
fn nested_lists(depth: u64) -> Shape {
    struct Lists;
    Shape::named(Key::of::<Lists>().with(depth), move || {
        let item = if depth == 0 { Shape::range(Range::unsigned(8)) } else { nested_lists(depth - 1) };
        let cons = Alternative::new("cons", [item, nested_lists(depth)]).pay(1);
        Shape::choice([Alternative::new("nil", []).pay(1), cons])
    })
}

#[test]
fn counting_ends_with_the_work_that_a_number_of_tests_allows() {
    let count = |tests, size| {
        let pool = Pool::new("p", &Settings { tests, ..settings() }.fill("p")).unwrap();
        Derivations::new(nested_lists(1)).until(pool.until(None)).count(size).map(drop)
    };
    assert_eq!(count(Some(10), 300), Ok(()));
    assert_eq!(count(Some(10), 1_500), Err(SpaceError::OutOfTime));
    assert_eq!(count(Some(10_000), 1_500), Ok(()));
}

/// Returns the shape of `data perfect a = zip a | succ (perfect (a, a))` for bytes, paired `depth`
/// times. A pair costs nothing, and neither does a byte that is 0.
fn perfect(depth: u64) -> Shape {
    struct Perfect;
    struct Pairs;
    fn pairs(depth: u64) -> Shape {
        Shape::named(Key::of::<Pairs>().with(depth), move || match depth.checked_sub(1) {
            Some(below) => Shape::product([pairs(below), pairs(below)]),
            None => Shape::range(Range::unsigned(8)),
        })
    }
    Shape::named(Key::of::<Perfect>().with(depth), move || {
        let zip = Alternative::new("zip", [pairs(depth)]).pay(1);
        let succ = Alternative::new("succ", [perfect(depth + 1)]).pay(1);
        Shape::choice([zip, succ])
    })
}

/// From size 19 on there are inputs of half a million numbers and more.
#[test]
fn small_inputs_that_are_too_wide_to_be_made_end_the_sizes_in_every_stream() {
    let most = Arc::new(AtomicU64::new(0));
    let seen = Arc::clone(&most);
    let subject = subject(move |input, _| {
        seen.fetch_max(input.words().len() as u64, Ordering::Relaxed);
        Verdict::Passed
    });
    let checked = run(&Derivations::new(perfect(0)), &subject, tests(400));
    assert!(most.load(Ordering::Relaxed) < 1 << 18, "{most:?}");
    assert!(checked.coverage.inputs() > 300, "{}", checked.coverage);
}
