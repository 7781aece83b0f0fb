//! Checks that draw structures beside the search.

use super::schedule::share;
use super::*;
use crate::report::{About, Detail, Example, Presentation, Report};

/// Lists of booleans.
fn bits() -> Shape {
    struct Bits;
    let bit = Shape::choice(["0", "1"].map(|label| Alternative::new(label, []).pay(1)));
    Shape::named(Key::of::<Bits>(), move || {
        let cons = Alternative::new("cons", [bit.clone(), bits()]);
        Shape::choice([Alternative::new("nil", []).pay(1), cons.pay(1)])
    })
}

pub(super) fn with_structures(
    derivations: &Derivations,
    subject: &Arc<dyn Subject>,
    settings: Settings,
) -> CheckResult {
    let mut plan = settings.fill("property");
    plan.budget.structures = true;
    check("property", derivations, subject, &plan, &[]).unwrap()
}

#[test]
fn structures_are_drawn_beside_the_search_and_use_what_the_others_leave() {
    for jobs in [1, 3] {
        let settings = Settings { jobs: Some(jobs), ..tests(4_000) };
        let checked = with_structures(&lists(), &holds(|_| true), settings);
        assert_eq!(checked.coverage.inputs(), 4_000, "{}", checked.coverage);
        let drawn = checked.coverage.one(Stream::Structures).unwrap();
        assert!(drawn.tally.ran >= share(Stream::Structures, 4_000) && drawn.size > 200, "{drawn:?}");
        assert_eq!(checked.coverage.stats().tests(), 4_000);
        assert_eq!(checked.ended, Ending::Tests);
    }
}

#[test]
fn a_long_list_is_drawn_and_the_counterexample_is_shrunk_in_the_exact_sizes() {
    let subject = holds(|input| {
        let mut at = input.root();
        let mut length = 0;
        while at.alternative() == 1 {
            (at, length) = (at.field(1), length + 1);
        }
        length < 100
    });
    let found = counterexample(with_structures(&Derivations::new(bits()), &subject, tests(20_000)));
    assert_eq!((found.stream, found.minimal), (Stream::Structures, Minimal::Locally));
    assert_eq!((found.input.size(), found.tests < 5_000), (201, true), "{}", found.tests);
}

#[test]
fn the_time_of_a_failure_is_that_until_it_happened_and_shrinking_has_a_time_of_its_own() {
    let subject = holds(|input| {
        let is_long = input.size() > 200;
        if is_long {
            std::thread::sleep(Duration::from_millis(30));
        }
        !is_long
    });
    let space = Derivations::new(bits());
    let checked = with_structures(&space, &subject, tests(20_000));
    let time = checked.time;
    let found = counterexample(checked.clone());
    assert_eq!(found.minimal, Minimal::Locally);
    assert!(found.shrunk_in >= Duration::from_millis(30), "{found:?}");
    assert!(found.found_in + found.shrunk_in <= time, "{found:?} in {time:?}");
    let neighbours = space.smaller(&found.input).unwrap().count() as u64;
    assert!(found.tried > 0 && found.tried <= neighbours, "{} of {neighbours}", found.tried);

    let about = |found: Counterexample| {
        let plan = settings().fill("property");
        let checked = CheckResult { finding: Finding::Counterexample(Box::new(found)), ..checked.clone() };
        let shown = Presentation { examples: vec![Example::default()], ..Presentation::default() };
        Report::new(About::default(), &plan, checked.into(), shown).text(Detail::Full)
    };
    let of = |found_in, shrunk_in, minimal, tried| {
        let [found_in, shrunk_in] = [found_in, shrunk_in].map(Duration::from_millis);
        let report = about(Counterexample { found_in, shrunk_in, minimal, tried, tests: 4, ..found.clone() });
        let words = report.split_whitespace().collect::<Vec<_>>().join(" ");
        words[words.find("after 4 tests").unwrap()..].to_owned()
    };
    let drawn = "after 4 tests in 12ms; drawn by structure, ";
    let further = "not shrunk further: ";
    for (shrunk_in, minimal, tried, expected) in [
        (99, Minimal::Locally, 1_048, "none of 1,048 simpler inputs next to it fails in this way"),
        (99, Minimal::Locally, 1, "the one simpler input next to it does not fail in this way"),
        (
            1200,
            Minimal::Locally,
            0,
            "none of the simpler inputs next to it fails in this way; shrunk in 1.2s",
        ),
    ] {
        assert_eq!(of(12, shrunk_in, minimal, tried), format!("{drawn}{further}{expected}"));
    }
    assert_eq!(of(12, 1200, Minimal::Size, 3), format!("{drawn}no smaller input fails; shrunk in 1.2s"));
    assert_eq!(of(12, 1200, Minimal::No, 0), format!("{drawn}not shrunk to the end in 1.2s"));
}

#[test]
fn parts_draw_the_long_lists_of_the_whole_on_any_number_of_threads_and_count_what_they_run() {
    let space = Derivations::new(bits());
    let drawn = |shard: Option<Shard>, jobs: u64| {
        let seen = Arc::new(Mutex::new(BTreeMap::<Vec<u64>, u64>::new()));
        let own = Arc::clone(&seen);
        let subject = holds(move |input| {
            *own.lock().unwrap().entry(input.words()).or_default() += 1;
            true
        });
        let checked = with_structures(&space, &subject, Settings { shard, jobs: Some(jobs), ..tests(8_000) });
        let seen = seen.lock().unwrap().clone();
        assert_eq!(checked.coverage.inputs(), seen.values().sum::<u64>(), "{}", checked.coverage);
        seen
    };
    let whole = drawn(None, 1);
    // After 4,000 draws sizes up to 250 are counted, and a list of 150 booleans has size 301.
    let long = whole.keys().filter(|words| words.len() > 300).count();
    assert!(long > 20, "{long}");
    assert_eq!(drawn(None, 3), whole);
    let mut union = BTreeMap::new();
    for k in 0..3 {
        for (words, times) in drawn(Shard::new(k, 3), 1 + k % 2) {
            *union.entry(words).or_default() += times;
        }
    }
    assert_eq!(union, whole);
}

#[test]
fn parts_run_the_orders_of_the_whole_and_every_run_is_counted_when_the_time_runs_out() {
    let checked = |settings: Settings| {
        let seen = Arc::new(Mutex::new(BTreeMap::<Vec<u64>, u64>::new()));
        let own = Arc::clone(&seen);
        let subject = holds(move |input| {
            *own.lock().unwrap().entry(input.words()).or_default() += 1;
            true
        });
        let checked = with_structures(&lists(), &subject, settings);
        let seen = seen.lock().unwrap().clone();
        assert_eq!(checked.coverage.inputs(), seen.values().sum::<u64>(), "{}", checked.coverage);
        (seen, checked.coverage.ran(Stream::Orders))
    };
    let of_part = |shard, jobs| checked(Settings { shard, jobs: Some(jobs), ..tests(8_000) });
    let (whole, orders) = of_part(None, 1);
    assert_eq!(orders, 1_000);
    assert_eq!(of_part(None, 3), (whole.clone(), orders));
    let (mut union, mut of_parts) = (BTreeMap::new(), 0);
    for k in 0..3 {
        let (seen, orders) = of_part(Shard::new(k, 3), 1 + k % 2);
        of_parts += orders;
        for (words, times) in seen {
            *union.entry(words).or_default() += times;
        }
    }
    assert_eq!((union, of_parts), (whole, orders));
    let mut late = 0;
    for (millis, jobs) in [1, 4, 16, 64, 256].into_iter().flat_map(|millis| [(millis, 1), (millis, 3)]) {
        let time = Some(Duration::from_millis(millis));
        late += checked(Settings { time, jobs: Some(jobs), ..settings() }).1;
    }
    assert!(late > 0, "some runs have orders");
}

#[test]
fn an_order_of_six_numbers_is_reached_size_by_size_in_the_first_part_and_on_any_number_of_threads() {
    // No draw has them in this order before.
    let order = [3, 1, 2, 0, 0, 3];
    let fits = move |items: &[u64]| {
        let mut values = items.to_vec();
        values.sort_unstable();
        values.dedup();
        let rank = |item: &u64| values.iter().filter(|value| *value < item).count() as u64;
        items.iter().map(rank).eq(order)
    };
    let found = |shard: Option<Shard>, jobs| {
        let settings = Settings { shard, jobs: Some(jobs), ..tests(200_000) };
        with_structures(&lists(), &holds(move |input| !fits(&list(input))), settings)
    };
    let whole = counterexample(found(None, 1));
    assert_eq!((whole.stream, &list(&whole.input)[..]), (Stream::Orders, &order[..]), "{}", whole.tests);
    let threads = counterexample(found(None, 3));
    assert_eq!((threads.stream, threads.tests), (Stream::Orders, whole.tests));
    let parts: Vec<Finding> = (0..3).map(|k| found(Shard::new(k, 3), 2).finding).collect();
    let stream = |finding: &Finding| match finding {
        Finding::Counterexample(found) => Some(found.stream),
        _ => None,
    };
    let orders = |own| stream(own) == Some(Stream::Orders);
    assert_eq!(parts.iter().map(orders).collect::<Vec<_>>(), [true, false, false], "{parts:?}");
}

#[test]
fn orders_go_on_for_trees_with_numbers_of_several_ranges() {
    struct Tree;
    let tree = Shape::named(Key::of::<Tree>(), || {
        let tree = || Shape::named(Key::of::<Tree>(), Shape::empty);
        let numbers = [Range::signed(32), Range::unsigned(8), Range::of(0, 99)].map(Shape::range);
        let fields = [tree()].into_iter().chain(numbers).chain([tree()]);
        Shape::choice([Alternative::new("leaf", []).pay(1), Alternative::new("node", fields).pay(1)])
    });
    let checked = with_structures(&Derivations::new(tree), &holds(|_| true), tests(50_000));
    let orders = checked.coverage.one(Stream::Orders).unwrap();
    // The whole share of them, which is not enough for all of three nodes, 10,985 with 13 orders of
    // each of the three ranges; sorted ones go on.
    assert_eq!(orders.tally.ran, share(Stream::Orders, 50_000), "{orders:?}");
    assert!(orders.size > 30, "{orders:?}");
}

/// Adds the keys of a tree with the depths of their nodes, from left to right.
fn keys(at: everycase_kernel::At<'_>, depth: usize, found: &mut Vec<(i128, usize)>) {
    if at.alternative() == 1 {
        keys(at.field(0), depth + 1, found);
        found.push((at.field(1).number().unwrap(), depth));
        keys(at.field(3), depth + 1, found);
    }
}

#[test]
fn a_failure_that_takes_a_search_tree_of_five_nodes_and_a_key_is_found_although_most_trees_are_discarded() {
    struct Tree;
    let number = || Shape::range(Range::signed(32));
    let tree = || {
        Shape::named(Key::of::<Tree>(), move || {
            let tree = || Shape::named(Key::of::<Tree>(), Shape::empty);
            let node = Alternative::new("node", [tree(), number(), number(), tree()]);
            Shape::choice([Alternative::new("leaf", []).pay(1), node.pay(1)])
        })
    };
    // Each node has a key and a value. The keys ascend, and the third of five is the parameter.
    let subject = subject(|input, _| {
        let root = input.root();
        let mut nodes = Vec::new();
        keys(root.field(0), 0, &mut nodes);
        let depths: Vec<usize> = nodes.iter().map(|(_, depth)| *depth).collect();
        if nodes.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
            Verdict::Discarded
        } else if depths == [1, 3, 2, 3, 0] && Some(nodes[2].0) == root.field(1).number() {
            fails()
        } else {
            Verdict::Passed
        }
    });
    let space = Derivations::new(Shape::product([tree(), number()]));
    let found = counterexample(with_structures(&space, &subject, tests(60_000)));
    assert_eq!(found.stream, Stream::Orders);
    assert!(found.tests < 20_000, "{}", found.tests);
}

#[test]
fn below_what_was_drawn_the_search_goes_on_to_the_smallest() {
    // Shrinking finds no way from three equal numbers to a single large one.
    let subject = holds(|input| match list(input)[..] {
        [a] => a != 100,
        [a, ref others @ ..] => others.len() < 2 || a < 8 || others.iter().any(|&b| b != a),
        [] => true,
    });
    let found = counterexample(with_structures(&lists(), &subject, tests(60_000)));
    assert_eq!((found.stream, found.minimal), (Stream::Structures, Minimal::Size), "{found:?}");
    assert_eq!(list(&found.input), [100]);
    // A bound on the tests bounds this search, too.
    let found = counterexample(with_structures(&lists(), &subject, tests(600)));
    assert_ne!(found.minimal, Minimal::Size, "{found:?}");
}

#[test]
fn an_early_draw_finds_what_small_inputs_cannot_show() {
    // Two equal numbers of at least 30 bits.
    let subject = holds(|input| {
        let pair = [0, 1].map(|field| input.root().field(field).bits());
        pair[0] != pair[1] || pair[0] < 1 << 30
    });
    let number = || Shape::range(Range::unsigned(64));
    let pairs = Derivations::new(Shape::product([number(), number()]));
    let found = counterexample(with_structures(&pairs, &subject, tests(20_000)));
    assert_eq!(found.stream, Stream::Structures);
    assert!(found.tests < 500 && found.input.words() == [1 << 30, 1 << 30], "{found:?}");
}

#[test]
fn slow_cases_keep_structures_small_and_the_time_is_kept() {
    let slow = holds(|input| {
        let micros = 40 * u64::from(input.size().min(1_000));
        std::thread::sleep(Duration::from_micros(micros));
        true
    });
    let time = Duration::from_millis(400);
    let checked = with_structures(&lists(), &slow, Settings { time: Some(time), ..settings() });
    let drawn = checked.coverage.one(Stream::Structures).unwrap();
    assert!(drawn.tally.ran > 4 && drawn.size < 400, "{drawn:?}");
    assert!(checked.time < 3 * time, "{:?}", checked.time);
}

#[test]
fn constants_of_the_code_are_tried() {
    let tail: Vec<u64> = b"tail".iter().copied().map(u64::from).collect();
    let subject = holds(move |input| list(input).windows(4).all(|part| part != tail));
    let mut plan = tests(3_000).fill("property");
    plan.budget.structures = true;
    let found = |plan: &Plan| check("property", &lists(), &subject, plan, &[]).unwrap().finding;
    assert!(matches!(found(&plan), Finding::Nothing));
    let text = b"a head and its tail".iter().copied().map(u32::from).collect();
    plan.constants = Arc::new(crate::mixture::Constants::new([], [text]));
    assert!(matches!(found(&plan), Finding::Counterexample(_)));
}

#[test]
fn structures_are_drawn_before_a_first_size_with_very_many_inputs() {
    // A record of twenty booleans and two numbers: the smallest size has a million inputs.
    let bit = Shape::choice(["0", "1"].map(|label| Alternative::new(label, []).pay(1)));
    let mut fields = vec![bit; 20];
    fields.extend([Shape::range(Range::unsigned(16)), Shape::range(Range::unsigned(16))]);
    let records = Derivations::new(Shape::choice([Alternative::new("record", fields)]));
    let subject = holds(|input| {
        let [one, other] = [20, 21].map(|field| input.root().field(field).bits());
        one < 16 || one != other
    });
    let found = counterexample(with_structures(&records, &subject, tests(4_000_000)));
    assert_eq!(found.stream, Stream::Structures);
    assert!(found.tests < 1_024, "{}", found.tests);
}
