//! Parts of inputs with equal values: a search that leaves out those that patterns replace meets the same values, each with the same
//! least input.
//!
//! The parts are random programs over a list of numbers: they compare numbers with each other and with constants, add, drop and exchange
//! them. The value of a part is its list. A program is run from its beginning in each run of a search, or it goes on after the last decision
//! that has changed, as a machine with snapshots does: what it has asked before is not asked again.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use everycase_kernel::lazy::{Pattern, Probe, Run, Search, SumDecision};
use everycase_kernel::{Alternative, Derivations, Key, Random, Range, Rng, SeedableRng, Shape};

/// An element of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Item {
    Number(u32),
    Constant(u128),
}

/// What an operation does with its number and the list before it.
#[derive(Clone, Copy)]
enum Step {
    Push,
    PushUnlessBelow(u128),
    ConstantIfBelow(u128),
    OneUnlessBelow(u128),
    Sorted,
    Distinct,
    DropIfBelow(u128),
    DropUnlessBelow(u128),
    Modulo(u128),
    Drop,
}

/// What an operation does with two lists.
#[derive(Clone, Copy)]
enum Join {
    Append,
    SmallerFirst,
    OneOf,
}

struct Program {
    steps: [Step; 3],
    join: Join,
    /// Whether a step compares its number with its bound before the list is computed, or afterwards.
    compares_first: bool,
}

impl Step {
    /// Returns the constant with which it compares its number.
    fn bound(self) -> Option<u128> {
        match self {
            Self::PushUnlessBelow(bound)
            | Self::ConstantIfBelow(bound)
            | Self::OneUnlessBelow(bound)
            | Self::DropIfBelow(bound)
            | Self::DropUnlessBelow(bound) => Some(bound),
            Self::Push | Self::Sorted | Self::Distinct | Self::Modulo(_) | Self::Drop => None,
        }
    }
}

struct Part;

/// What a program has asked the run on the current path, each answer with the number of decisions after it.
#[derive(Default)]
struct Log(Vec<(usize, Answer)>);

#[derive(Clone, Copy)]
enum Answer {
    Taken(SumDecision),
    Below(bool),
    Order(Ordering),
    Number(u128),
}

impl Log {
    /// Forgets the answers that the last of `decisions` decisions, which has changed, may change.
    fn go_back(&mut self, decisions: usize) {
        while self.0.last().is_some_and(|(after, _)| *after >= decisions) {
            self.0.pop();
        }
    }
}

/// A run, asked only what it has not been asked before.
struct Asking<'r> {
    run: &'r mut Run,
    log: &'r mut Log,
    next: usize,
}

impl Asking<'_> {
    fn ask(&mut self, question: impl Fn(&mut Run) -> Answer) -> Answer {
        if self.next == self.log.0.len() {
            let answer = question(self.run);
            self.log.0.push((self.run.depth(), answer));
        }
        self.next += 1;
        self.log.0[self.next - 1].1
    }

    fn force(&mut self, pos: u32) -> SumDecision {
        let Answer::Taken(taken) = self.ask(|run| Answer::Taken(run.force(pos))) else { unreachable!() };
        taken
    }

    fn is_below(&mut self, pos: u32, value: u128) -> bool {
        let below = |run: &mut Run| Answer::Below(run.is_below(pos, value, true));
        let Answer::Below(is_below) = self.ask(below) else { unreachable!() };
        is_below
    }

    fn order(&mut self, order: impl Fn(&mut Run) -> Ordering) -> Ordering {
        let Answer::Order(order) = self.ask(|run| Answer::Order(order(run))) else { unreachable!() };
        order
    }

    fn number(&mut self, pos: u32) -> u128 {
        let Answer::Number(number) = self.ask(|run| Answer::Number(run.number(pos))) else { unreachable!() };
        number
    }
}

/// Expressions: the empty list, operations on a number and an expression, one on two expressions. Before it there is a list of units,
/// which leaves less of the size budget for it, and after it a number.
fn inputs() -> Derivations {
    fn part() -> Shape {
        Shape::named(Key::of::<Part>(), || {
            let number = || Shape::range(Range::signed(8));
            let step = |_: u32| Alternative::new("step", [number(), part()]).pay(1);
            Shape::choice(
                std::iter::once(Alternative::new("empty", []).pay(1))
                    .chain((0..3).map(step))
                    .chain([Alternative::new("join", [part(), part()]).pay(1)]),
            )
        })
    }
    let before = Shape::choice((0..3).map(|cost| Alternative::new("before", []).pay(cost)));
    Derivations::new(Shape::product([before, part(), Shape::range(Range::signed(8))]))
}

impl Program {
    fn random(seed: u64) -> Self {
        let mut random = Random::seed_from_u64(seed);
        let mut below = |most: u64| random.next_u64() % most;
        let steps = [(); 3].map(|()| {
            let constant = u128::from(below(6));
            match below(10) {
                0 => Step::Push,
                1 => Step::PushUnlessBelow(constant),
                2 => Step::ConstantIfBelow(constant),
                3 => Step::Sorted,
                4 => Step::Distinct,
                5 => Step::DropIfBelow(constant),
                6 => Step::Modulo(constant + 2),
                7 => Step::DropUnlessBelow(constant),
                8 => Step::OneUnlessBelow(constant),
                _ => Step::Drop,
            }
        });
        let join = [Join::Append, Join::SmallerFirst, Join::OneOf][below(3) as usize];
        Self { steps, join, compares_first: below(2) == 0 }
    }

    fn evaluate(&self, run: &mut Asking<'_>, pos: u32) -> Vec<Item> {
        let taken = run.force(pos);
        let first = taken.fields;
        match taken.alternative {
            0 => Vec::new(),
            4 => {
                let (one, other) = (self.evaluate(run, first), self.evaluate(run, first + 1));
                let order = match (one.first(), other.first()) {
                    (Some(a), Some(b)) => compare(run, *a, *b),
                    _ => Ordering::Equal,
                };
                match self.join {
                    Join::OneOf => {
                        if order.is_lt() {
                            one
                        } else {
                            other
                        }
                    }
                    Join::SmallerFirst if order.is_gt() => [other, one].concat(),
                    Join::Append | Join::SmallerFirst => [one, other].concat(),
                }
            }
            step => {
                let step = self.steps[step as usize - 1];
                let own = Item::Number(first);
                let before =
                    step.bound().filter(|_| self.compares_first).map(|bound| run.is_below(first, bound));
                let mut list = self.evaluate(run, first + 1);
                let is_below = match (before, step.bound()) {
                    (Some(before), _) => before,
                    (None, Some(bound)) => run.is_below(first, bound),
                    (None, None) => false,
                };
                match step {
                    Step::PushUnlessBelow(_) if is_below => {}
                    Step::Push | Step::PushUnlessBelow(_) => list.insert(0, own),
                    Step::ConstantIfBelow(bound) => {
                        list.insert(0, if is_below { Item::Constant(bound) } else { own });
                    }
                    Step::OneUnlessBelow(_) => list.insert(0, if is_below { own } else { Item::Constant(1) }),
                    Step::Sorted => {
                        let place = list
                            .iter()
                            .position(|other| compare(run, own, *other).is_le())
                            .unwrap_or(list.len());
                        list.insert(place, own);
                    }
                    Step::Distinct => {
                        if list.iter().all(|other| compare(run, own, *other).is_ne()) {
                            list.push(own);
                        }
                    }
                    Step::DropIfBelow(_) if is_below && !list.is_empty() => _ = list.remove(0),
                    Step::DropUnlessBelow(_) if !is_below => _ = list.pop(),
                    Step::DropIfBelow(_) | Step::DropUnlessBelow(_) => {}
                    Step::Modulo(constant) => {
                        let number = run.number(first).cast_signed().rem_euclid(constant.cast_signed());
                        list.push(Item::Constant(number.cast_unsigned()));
                    }
                    Step::Drop => _ = list.pop(),
                }
                list
            }
        }
    }
}

fn compare(run: &mut Asking<'_>, one: Item, other: Item) -> Ordering {
    match (one, other) {
        (Item::Number(a), Item::Number(b)) => run.order(|run| run.compare_both(a, b)),
        (Item::Number(a), Item::Constant(b)) => run.order(|run| run.compare(a, b, true)),
        (Item::Constant(a), Item::Number(b)) => run.order(|run| run.compare(b, a, true)).reverse(),
        (Item::Constant(a), Item::Constant(b)) => a.cast_signed().cmp(&b.cast_signed()),
    }
}

/// Returns what identifies a value, and the positions that it mentions.
fn key(value: &[Item]) -> (Vec<Item>, Vec<u32>) {
    let mut mentioned = Vec::new();
    let key = value.iter().map(|item| match item {
        Item::Constant(_) => *item,
        Item::Number(pos) => {
            let known = mentioned.iter().position(|known| known == pos);
            Item::Number(known.unwrap_or_else(|| {
                mentioned.push(*pos);
                mentioned.len() - 1
            }) as u32)
        }
    });
    (key.collect(), mentioned)
}

/// The values that a search has met, each with the size of its least input, and the number of runs.
type Met = (BTreeMap<Vec<i128>, u32>, u64);

/// How a search leaves out inputs whose part can be replaced.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    /// It runs all.
    All,
    /// By what earlier bounds have taught.
    ByBound,
    /// At once.
    AtOnce,
}

/// Searches all bounds up to a size. With `resumes`, runs go on after the last decision that has changed.
fn searched(program: &Program, most: u32, mode: Mode, resumes: bool) -> Met {
    let inputs = inputs();
    let (mut met, mut runs) = (BTreeMap::new(), 0);
    let mut known: Vec<(Vec<Item>, Pattern)> = Vec::new();
    for size in 0..=most {
        let mut new: Vec<(Vec<Item>, Pattern)> = Vec::new();
        let mut run = Run::new();
        if !run.begin_search(&inputs, size).expect("a shape that ends") {
            continue;
        }
        // The number of decisions after which the part was looked up.
        let mut looked_up: Option<usize> = None;
        let mut log = Log::default();
        while Search::next(&mut run).is_some() {
            runs += 1;
            let changed = run.depth();
            log.go_back(if resumes { changed } else { 0 });
            Search::execute(&mut run, Probe::Never, |run| {
                let mut asking = Asking { run, log: &mut log, next: 0 };
                let root = asking.run.root();
                let fields = asking.force(root).fields;
                asking.force(fields);
                let value = program.evaluate(&mut asking, fields + 1);
                if mode != Mode::All && looked_up.is_none_or(|before| before >= changed) {
                    looked_up = Some(asking.run.depth());
                    let (key, mentioned) = key(&value);
                    let pattern = asking.run.pattern(fields + 1, &mentioned).expect("a search");
                    let all = known.iter().chain(if mode == Mode::AtOnce { &new[..] } else { &[] });
                    if all.filter(|(other, _)| *other == key).any(|(_, other)| other.replaces(&pattern)) {
                        return Some(false);
                    }
                    new.push((key, pattern));
                }
                let own: Vec<i128> = value
                    .iter()
                    .map(|item| match item {
                        Item::Constant(constant) => constant.cast_signed(),
                        Item::Number(pos) => asking.number(*pos).cast_signed(),
                    })
                    .collect();
                // What follows depends on the value only.
                let after = asking.is_below(fields + 2, 3);
                let least = asking.run.derivation(root).expect("it is decided").size();
                let known = met.entry([own, vec![i128::from(after)]].concat()).or_insert(least);
                *known = least.min(*known);
                Some(true)
            })
            .expect("it is deterministic");
        }
        known.append(&mut new);
    }
    (met, runs)
}

fn compare_all(seeds: std::ops::Range<u64>, most: u32) {
    let mut total = [0, 0, 0];
    for seed in seeds {
        let program = Program::random(seed);
        let (wanted, all) = searched(&program, most, Mode::All, false);
        for resumes in [false, true] {
            let (later, by_bound) = searched(&program, most, Mode::ByBound, resumes);
            assert!(later == wanted, "seed {seed}: what bounds have taught, resumed: {resumes}");
            let (at_once, fewer) = searched(&program, most, Mode::AtOnce, resumes);
            assert!(at_once == wanted, "seed {seed}: at once, resumed: {resumes}");
            if resumes {
                total = [total[0] + all, total[1] + by_bound, total[2] + fewer];
            }
        }
    }
    println!("{total:?} runs");
    assert!(total[2] < total[1] && total[1] < total[0], "{total:?}");
}

#[test]
fn a_search_without_replaced_parts_meets_the_same_values_with_the_same_least_inputs() {
    compare_all(0..200, 6);
}

#[test]
#[ignore = "takes minutes: cargo test --release -p everycase-kernel --test kernel patterns -- --ignored --nocapture"]
fn a_search_without_replaced_parts_meets_the_same_values_in_the_long_run() {
    compare_all(1_000..3_000, 7);
}
