//! Parts of a run, and what they say of the whole.

use super::*;
use crate::report::merge::merge;
use crate::report::{About, Outcome, Presentation, Report};

#[test]
fn the_union_of_all_parts_is_exactly_the_unsharded_run() {
    for derivations in [lists(), bytes(), numbers()] {
        let whole = visited(&derivations, tests(1500));
        for of in [2, 3, 5] {
            let mut union: BTreeMap<Vec<u64>, u32> = BTreeMap::new();
            // Parts on unequal machines: some with more threads; and one run again, which changes
            // nothing.
            for k in 0..of {
                let part = || Settings { shard: Shard::new(k, of), jobs: Some(1 + k % 2), ..tests(1500) };
                let seen = visited(&derivations, part());
                assert_eq!(visited(&derivations, part()), seen);
                for (input, times) in seen {
                    *union.entry(input).or_default() += times;
                }
            }
            assert_eq!(union, whole, "{of} parts");
        }
    }
}

#[test]
fn parts_say_which_part_they_are() {
    let part = Settings { shard: Shard::new(1, 4), ..tests(1000) };
    let checked = run(&bytes(), &holds(|_| true), part);
    assert_eq!(checked.coverage.to_string(), "part 1 of 4: 64 of all 256 inputs there are");
}

#[test]
fn a_part_of_which_all_is_discarded_does_not_fail_and_the_merge_decides() {
    let of_parts = |only: Option<u64>| {
        [0, 1].map(|k| {
            let one = subject(move |input, _| match only {
                Some(only) if input.root().bits() == only => Verdict::Passed,
                _ => Verdict::Discarded,
            });
            let plan = Settings { shard: Shard::new(k, 2), ..tests(1000) }.fill("property");
            let checked = check("property", &bytes(), &one, &plan, &[]).unwrap();
            let shown = Presentation { has_inputs: true, ..Presentation::default() };
            (plan.shard, Report::new(About::default(), &plan, checked.into(), shown))
        })
    };
    let outcomes = |parts: &[(Shard, Report)]| -> Vec<(Outcome, bool)> {
        parts.iter().map(|(_, part)| (part.outcome, part.is_failure())).collect()
    };
    // Number 7 is in part 1.
    let parts = of_parts(Some(7));
    assert_eq!(outcomes(&parts), [(Outcome::Unreached, false), (Outcome::Passed, false)]);
    assert_eq!(merge(parts.into()).unwrap().outcome, Outcome::Passed);
    let parts = of_parts(None);
    assert_eq!(outcomes(&parts), [(Outcome::Unreached, false); 2]);
    let whole = merge(parts.into()).unwrap();
    assert_eq!((whole.outcome, whole.is_failure()), (Outcome::Unreached, true));
}

#[test]
fn a_part_without_any_input_says_so() {
    use everycase_kernel::Shape;
    let one = Derivations::new(Shape::unit());
    let none = run(&one, &holds(|_| true), Settings { shard: Shard::new(1, 2), ..tests(10) });
    assert!(matches!(none.finding, Finding::Nothing));
    assert_eq!(none.coverage.brief(), "part 1/2: 0 of the one input there is");
    let empty = run(
        &Derivations::new(Shape::empty()),
        &holds(|_| true),
        Settings { shard: Shard::new(1, 2), ..tests(10) },
    );
    assert!(matches!(empty.finding, Finding::Unreached(Vacuity::NoValues)));
}

#[test]
fn shares_are_judged_by_a_whole_run_only() {
    // Every other byte is even, and every other one is part 0's.
    let odd = subject(|input, labels| {
        labels.mark("odd", input.root().bits() % 2 == 1, Some(40.0));
        Verdict::Passed
    });
    assert!(matches!(run(&bytes(), &odd, tests(1000)).finding, Finding::Nothing));
    for k in 0..2 {
        let part = run(&bytes(), &odd, Settings { shard: Shard::new(k, 2), ..tests(1000) });
        assert!(matches!(part.finding, Finding::Nothing), "{:?}", part.finding);
        assert!(!part.coverage.tells_shares());
    }
}
