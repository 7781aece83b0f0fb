//! The cost of draws, and the sizes that are begun.

use everycase_kernel::sorted::SortedMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use everycase_kernel::lazy::Probe;
use everycase_kernel::{Key, Until};

use super::*;
use crate::claims::SizeDraws;
use crate::run::failures::{Failures, Trial};
use crate::run::lazy::{Draw, OfSize, Share, Sizes};
use crate::run::pool::Pool;
use crate::settings::seed::Seed;

/// A property of the length of a list under a premise; it looks at nothing else.
struct OfLength {
    premise: fn(usize) -> bool,
    verdict: fn() -> Verdict,
    runs: AtomicUsize,
}

impl OfLength {
    fn new(premise: fn(usize) -> bool, verdict: fn() -> Verdict) -> Arc<Self> {
        Arc::new(Self { premise, verdict, runs: AtomicUsize::new(0) })
    }
}

impl Subject for OfLength {
    fn run(&self, run: &mut Run, _: &mut Labels) -> Verdict {
        if run.is_replay() {
            return Verdict::Discarded;
        }
        self.runs.fetch_add(1, Ordering::Relaxed);
        let (mut at, mut length) = (run.root(), 0);
        while run.force(at).alternative == 1 {
            at = run.fields(at).end - 1;
            length += 1;
        }
        if (self.premise)(length) { (self.verdict)() } else { Verdict::Discarded }
    }

    fn profile(&self) -> Profile {
        Profile::parts()
    }
}

/// Returns lists of booleans, whose length follows from their size.
fn bools() -> Derivations {
    struct List;
    Derivations::new(Shape::named(Key::of::<List>(), || {
        let list = Shape::named(Key::of::<List>(), Shape::empty);
        let element = Shape::choice(["false", "true"].map(|label| Alternative::new(label, []).pay(1)));
        let cons = Alternative::new("Cons", [element, list]);
        Shape::choice([Alternative::new("Nil", []).pay(1), cons.pay(1)])
    }))
}

/// Returns what is drawn of lists of booleans whose length meets a premise, with a budget of tests
/// that has room for 20 sizes.
fn drawn(premise: fn(usize) -> bool, jobs: u64) -> Vec<SizeDraws> {
    let subject: Arc<dyn Subject> = OfLength::new(premise, || Verdict::Passed);
    let settings = Settings { seed: Some(7), tests: Some(80_000), jobs: Some(jobs), ..Settings::default() };
    let checked = check("length", &bools(), &subject, &settings.fill("length"), &[]).unwrap();
    assert!(!matches!(checked.finding, Finding::Counterexample(_)), "{}", checked.coverage);
    checked.coverage.drawn()
}

#[test]
fn sizes_behind_many_without_an_input_are_not_begun() {
    let short = drawn(|length| length <= 2, 1);
    assert_eq!(short.len(), 16);
    assert!(short.iter().all(|drawn| drawn.ended == DrawEnding::NoneLeft && drawn.runs == 1), "{short:?}");
    assert_eq!(drawn(|length| length <= 2, 3), short);
}

#[test]
fn sizes_without_an_input_do_not_hide_those_between_them() {
    let every_fifth = drawn(|length| length % 5 == 2, 2);
    let [some, none]: [BTreeSet<bool>; 2] = [true, false].map(|has| {
        every_fifth.iter().filter(|of| (of.values() > 0) == has).map(|of| of.size % 10 == 5).collect()
    });
    assert_eq!((some, none), (BTreeSet::from([true]), BTreeSet::from([false])), "{every_fifth:?}");
    assert!(every_fifth.len() > 16);
}

/// Draws lists of bytes of size 41, each of which fails, within limits, or after the end. Returns
/// the statement, the number of inputs that count, whether some failure is known, and how often the
/// property was run.
fn of_one_size(work: u64, until: Until, is_over: bool) -> (SizeDraws, u64, bool, usize) {
    let of_length = OfLength::new(|_| true, fails);
    let subject: Arc<dyn Subject> = Arc::clone(&of_length) as _;
    let plan = Settings { jobs: Some(1), ..Settings::default() }.fill("size");
    if is_over {
        plan.stop.stop();
    }
    let of_size = Arc::new(OfSize::new(41, Seed(7)));
    let failures = Arc::new(Failures::new(SortedMap::default(), 1));
    let share = Share { position: 0, of_size: Arc::clone(&of_size), runs: 10, work, is_own: true };
    let sizes = Arc::new(Sizes::new(lists(), vec![share], 10, 1 << 20, until));
    let mut job =
        Some(Draw::new(sizes, Trial { subject, failures: Arc::clone(&failures), probe: Probe::Rarely }));
    let done = Pool::new("size", &plan).unwrap().run(|_| job.take(), None).unwrap();
    let inputs = done.iter().map(|done| done.counts.inputs()).sum();
    let runs = of_length.runs.load(Ordering::Relaxed);
    (of_size.drawn(), inputs, failures.have_ended_before(1, 0), runs)
}

#[test]
fn a_draw_that_takes_too_much_work_has_no_verdict() {
    let (drawn, inputs, has_failed, runs) = of_one_size(100, Until::default(), false);
    assert_eq!(drawn, SizeDraws { ended: DrawEnding::Work, ..SizeDraws::none(41) });
    assert_eq!((inputs, has_failed), (0, false));
    assert!(runs > 0, "it was begun");
    // The property fails where it is run.
    let (drawn, inputs, has_failed, _) = of_one_size(u64::MAX, Until::default(), false);
    assert_eq!((drawn.values(), inputs, has_failed), (1, 1, true));
}

#[test]
fn a_draw_that_takes_too_long_has_no_verdict() {
    let over = Until::new(Some(std::time::Instant::now()), Arc::default());
    let (drawn, inputs, has_failed, _) = of_one_size(u64::MAX, over, false);
    assert_eq!((drawn, inputs, has_failed), (SizeDraws::none(41), 0, false));
}

#[test]
fn no_draw_begins_after_the_end() {
    assert_eq!(of_one_size(u64::MAX, Until::default(), true), (SizeDraws::none(41), 0, false, 0));
}
