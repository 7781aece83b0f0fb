//! Random shapes, and what their derivations mean: the ground the property tests stand on.
#![allow(dead_code, reason = "each test file uses a part")]

pub(crate) mod bools;

use std::sync::Arc;

use everycase_kernel::{
    Alternative, Derivation, Derivations, Key, Random, Range, Rng, SeedableRng, Shape, Walk, values,
};

/// A generator for a test: the same numbers in every run.
pub(crate) fn random(seed: u64) -> Random {
    Random::seed_from_u64(seed)
}

/// A number below `n`. The bias of the remainder does not matter for choosing test data.
pub(crate) fn below(rng: &mut Random, n: u64) -> u64 {
    rng.next_u64() % n
}

/// The description of a shape, from which both the shape and its decoder are made.
#[derive(Clone, Debug)]
pub(crate) enum Expr {
    /// A sum: for each alternative its cost and its fields.
    Sum(Vec<(u32, Vec<Expr>)>),
    /// Integers, and whether one takes more than 64 bits.
    Range(Range, bool),
    Pay(u32, Box<Expr>),
    /// A rule of the system, by number.
    Rule(usize),
    Payload(u64, Box<Expr>),
}

/// Mutually recursive rules and the expression that is meant.
#[derive(Clone, Debug)]
pub(crate) struct System {
    id: u64,
    pub(crate) rules: Vec<Expr>,
    pub(crate) root: Expr,
}

impl System {
    /// A random system. Every cycle pays: a rule refers to itself and to rules before it only behind a payment.
    pub(crate) fn random(seed: u64) -> Arc<Self> {
        let mut rng = random(seed);
        let rules = 1 + below(&mut rng, 4) as usize;
        let bodies =
            (0..rules).map(|rule| Maker { rng: &mut rng, rules, paid: false, rule }.expr(3)).collect();
        let root = Maker { rng: &mut rng, rules, paid: true, rule: 0 }.expr(2);
        Arc::new(Self { id: seed, rules: bodies, root })
    }

    pub(crate) fn shape(self: &Arc<Self>) -> Shape {
        self.shape_of(&self.root)
    }

    /// Has a rule no value at all?
    pub(crate) fn has_empty_rule(self: &Arc<Self>) -> bool {
        (0..self.rules.len()).any(|i| {
            let rule = Derivations::new(self.shape_of(&Expr::Rule(i)));
            rule.largest_size() == Ok(Some(0)) && rule.count(0).unwrap() == 0u32.into()
        })
    }

    fn shape_of(self: &Arc<Self>, expr: &Expr) -> Shape {
        let fields = |fields: &[Expr]| fields.iter().map(|field| self.shape_of(field)).collect::<Vec<_>>();
        match expr {
            Expr::Sum(alternatives) => match &alternatives[..] {
                [] => Shape::empty(),
                [(0, none)] if none.is_empty() => Shape::unit(),
                [(0, all)] => Shape::product(fields(all)),
                [(0, a), (0, b)] if a.len() == 1 && b.len() == 1 => {
                    self.shape_of(&a[0]).union(self.shape_of(&b[0]))
                }
                all => Shape::choice(
                    all.iter().map(|(cost, list)| Alternative::new("any", fields(list)).pay(*cost)),
                ),
            },
            Expr::Range(range, _) => Shape::range(range.clone()),
            Expr::Pay(cost, inner) => self.shape_of(inner).pay(*cost),
            Expr::Rule(i) => {
                let (system, i) = (Arc::clone(self), *i);
                Shape::named(Key::of::<Self>().with(self.id).with(i as u64), move || {
                    system.shape_of(&system.rules[i])
                })
            }
            Expr::Payload(tag, inner) => self.shape_of(inner).with_payload(*tag),
        }
    }
}

/// Makes one expression.
struct Maker<'r> {
    rng: &'r mut Random,
    rules: usize,
    /// Has something been paid since the rule began?
    paid: bool,
    rule: usize,
}

impl Maker<'_> {
    fn expr(&mut self, depth: u32) -> Expr {
        match below(self.rng, if depth == 0 { 5 } else { 16 }) {
            0 => self.range(),
            1 => Expr::Sum(vec![(below(self.rng, 2) as u32, vec![])]),
            2..5 => self.reference(),
            5 => {
                let cost = below(self.rng, 4) as u32;
                Expr::Pay(cost, Box::new(self.behind(cost, |maker| maker.expr(depth - 1))))
            }
            6 => Expr::Payload(self.rng.next_u64(), Box::new(self.expr(depth - 1))),
            7 => Expr::Sum(vec![]),
            8 => Expr::Sum(vec![(0, vec![self.expr(depth - 1)]), (0, vec![self.expr(depth - 1)])]),
            9..11 => Expr::Sum(vec![(0, self.fields(depth))]),
            _ => {
                let count = 1 + below(self.rng, 4);
                let alternative = |_| {
                    let cost = [0, 1, 1, 2][below(self.rng, 4) as usize];
                    (cost, self.behind(cost, |maker| maker.fields(depth)))
                };
                Expr::Sum((0..count).map(alternative).collect())
            }
        }
    }

    fn fields(&mut self, depth: u32) -> Vec<Expr> {
        (0..below(self.rng, 4)).map(|_| self.expr(depth - 1)).collect()
    }

    /// What `make` makes behind a payment.
    fn behind<T>(&mut self, cost: u32, make: impl FnOnce(&mut Self) -> T) -> T {
        let paid = self.paid;
        self.paid |= cost > 0;
        let made = make(self);
        self.paid = paid;
        made
    }

    fn reference(&mut self) -> Expr {
        let rule = below(self.rng, self.rules as u64) as usize;
        if self.paid || rule > self.rule {
            Expr::Rule(rule)
        } else {
            Expr::Pay(1 + below(self.rng, 2) as u32, Box::new(Expr::Rule(rule)))
        }
    }

    fn range(&mut self) -> Expr {
        let (a, b) = (i128::from(below(self.rng, 12)) - 6, i128::from(below(self.rng, 12)) - 6);
        let least = below(self.rng, 6);
        let (range, wide) = match below(self.rng, 20) {
            0..6 => (Range::of(a.min(b), a.max(b)), false),
            6 => (Range::of(a, b), false),
            7 => (Range::of(-5, i64::MAX.into()), false),
            8 => (Range::of(-5, i128::from(i64::MAX) + 1), true),
            9 => (Range::of(i64::MIN.into(), -2), false),
            10 => (Range::of(i128::MIN, i128::MAX), true),
            11 => (Range::of_unsigned(least.into(), u64::MAX.into()), false),
            12 => (Range::of_unsigned(least.into(), u128::MAX), true),
            13 => (Range::unsigned(least as u32), false),
            14 => (Range::signed(least as u32), false),
            15 => (Range::unsigned(64), false),
            16 => (Range::signed(64), false),
            17 => (Range::unsigned(65), true),
            18 => (Range::signed(65), true),
            _ => (Range::chars(), false),
        };
        Expr::Range(if below(self.rng, 4) == 0 { range.non_zero() } else { range }, wide)
    }
}

/// Random systems without end, one in eight of those that have at most one small value.
pub(crate) fn systems(seed: u64) -> impl Iterator<Item = Arc<System>> {
    let mut rng = random(seed);
    std::iter::repeat_with(move || (System::random(below(&mut rng, 1 << 40)), below(&mut rng, 8)))
        .filter(|(system, luck)| {
            let space = Derivations::new(system.shape());
            *luck == 0 || space.count_up_to(6).unwrap() > 1u32.into()
        })
        .map(|(system, _)| system)
}

/// The words of a walk, to the end.
pub(crate) fn words(mut walk: Walk) -> Vec<Vec<u64>> {
    std::iter::from_fn(|| walk.next().map(Derivation::words)).collect()
}

/// The words of all derivations of each size up to this one, as the kernel walks them.
pub(crate) fn parts(shape: &Shape, largest: u32) -> Vec<Vec<Vec<u64>>> {
    let space = Derivations::new(shape.clone());
    (0..=largest).map(|size| words(space.of_size(size).unwrap())).collect()
}

/// The words of all derivations of each size from 0 on, as the naive interpretation lists them, as far as the sizes
/// hold at most `most` together: a plain list of more is of no use to anyone.
pub(crate) fn naive_parts(shape: &Shape, largest: u32, most: u32) -> Vec<Vec<Vec<u64>>> {
    let sizes = small(shape, largest, most).map_or(0..0, |size| 0..size + 1);
    sizes.map(|size| values::of_size(shape, size)).collect()
}

/// The largest size up to which there are at most `most` values; none when size 0 holds more.
pub(crate) fn small(shape: &Shape, largest: u32, most: u32) -> Option<u32> {
    let space = Derivations::new(shape.clone());
    (0..=largest).take_while(|&size| space.count_up_to(size).unwrap() <= most.into()).last()
}

/// How many shapes each law is tried on.
pub(crate) const SHAPES: usize = 120;
pub(crate) const SIZE: u32 = 6;
pub(crate) const VALUES: u32 = 400;

/// Random shapes, each with the size up to which it is small enough to be walked completely.
pub(crate) fn shapes(law: u64) -> impl Iterator<Item = (Shape, u32)> {
    let sized = |shape: Shape| Some((small(&shape, SIZE, VALUES)?, shape));
    let swap = |(size, shape)| (shape, size);
    systems(law).filter_map(move |system| sized(system.shape()).map(swap)).take(SHAPES)
}
