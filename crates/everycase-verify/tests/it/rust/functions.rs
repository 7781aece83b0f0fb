//! Functions that use everything of Rust that is read. They are compiled here, and read as text by the tests.

#[derive(Debug, Clone, PartialEq)]
enum Tree {
    Leaf,
    Node { left: Box<Tree>, label: i64, right: Box<Tree> },
}
use Tree::{Leaf, Node};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Color {
    Red,
    Black,
    Gray(i64, bool),
}

#[derive(Clone, PartialEq)]
struct Point {
    x: i64,
    y: i64,
}

#[derive(Clone, PartialEq)]
struct Wrapped(i64);

const LIMIT: i64 = 3;

impl Point {
    fn new(x: i64, y: i64) -> Self {
        Self { y, x }
    }

    fn sum(&self) -> i64 {
        self.x + self.y
    }

    fn moved(self, by: i64) -> Point {
        let Point { x, y } = self;
        Point { x: x + by, y }
    }
}

impl Tree {
    const fn leaf() -> Self {
        Self::Leaf
    }

    fn insert(self, new: i64) -> Tree {
        match self {
            Leaf => Node { left: Box::new(Tree::leaf()), label: new, right: Box::new(Leaf) },
            Node { left, label, right } if new < label => {
                Node { left: Box::new(left.insert(new)), label, right }
            }
            Node { left, label, right } if new > label => {
                let right = Box::new(right.insert(new));
                Node { left, label, right }
            }
            same => same,
        }
    }

    fn depth(&self) -> i64 {
        match self {
            Tree::Leaf => 0,
            Tree::Node { left, right, .. } => 1 + left.depth().max(right.depth()),
        }
    }

    fn total(&self) -> i64 {
        if let Node { left, label, right } = self { left.total() + *label + right.total() } else { 0 }
    }
}

fn of(a: i64, b: i64) -> Tree {
    Leaf.insert(a).insert(b).insert(a - 1)
}

pub(super) fn arithmetic(a: i64, b: i64) -> i64 {
    (a + b) * (a - b) - -b + 2
}

pub(super) fn quotient(a: i64, b: i64) -> i64 {
    a / 3 + (a * b) / 7
}

pub(super) fn remainder(a: i64, b: i64) -> i64 {
    a % 4 - (a + b) % 3
}

pub(super) fn negated(a: i64, b: i64) -> i64 {
    if a == b { -a } else { -(a - b) }
}

pub(super) fn nearest(a: i64, b: i64) -> i64 {
    a.min(b) * 10 + a.max(b.min(1))
}

pub(super) fn guarded(a: i64, b: i64) -> i64 {
    match (a, b) {
        (0, _) => 1,
        (x, 1 | 2) if x > 0 => 2,
        (-1, y) if y < 0 || y > 2 => y,
        (x, y) if x == y => 3,
        (_, other) => other + LIMIT,
    }
}

pub(super) fn early(a: i64, b: i64) -> i64 {
    if a < 0 {
        if b < 0 {
            return 1;
        }
        return 2;
    }
    let a = a + 1;
    let c = {
        let a = b;
        a * 2
    };
    if let (1, d) = (a, c) {
        return d;
    }
    a + c
}

pub(super) fn shadowed(number: i64, part: i64) -> i64 {
    let value = number + part;
    let dividend = value / 2;
    let (number, value) = (value, number.min(dividend));
    number - value
}

pub(super) fn logical(a: i64, b: i64) -> bool {
    !(a < b) && a != 0 || b >= 2 && !(a <= -1)
}

pub(super) fn compared(a: i64, b: i64) -> bool {
    (a, b) == (b, a) || of(a, 0) == of(0, b)
}

pub(super) fn ordered(a: i64, b: i64) -> bool {
    color(a) != color(b) && (a < b || a >= 4)
}

fn color(a: i64) -> Color {
    match a {
        0 => Color::Red,
        1 => Color::Black,
        _ => Color::Gray(a, a > 2),
    }
}

pub(super) fn matched(a: i64, b: i64) -> bool {
    matches!(color(a), Color::Gray(n, true) if n == b) || matches!(color(b), Color::Red | Color::Black)
}

pub(super) fn in_macro(a: i64, b: i64) -> bool {
    matches!(a, x if x + b > 0)
}

#[derive(Clone, PartialEq)]
struct Triple(i64, bool, i64);

pub(super) fn ends(a: i64, b: i64) -> i64 {
    let (Triple(x, .., y), Triple(.., z)) = (Triple(a, a == b, b), Triple(1, false, 2 * a));
    10 * x + y - z
}

pub(super) fn of_trees(a: i64, b: i64) -> i64 {
    of(a, b).depth() * 100 + of(b, a).total()
}

pub(super) fn of_points(a: i64, b: i64) -> i64 {
    let p = Point::new(a, b);
    let Point { x, .. } = &p;
    p.sum() - x * p.clone().moved(2).y
}

pub(super) fn wrapped(a: i64, b: i64) -> i64 {
    let Wrapped(inner) = Wrapped(a * b);
    inner - LIMIT
}

pub(super) fn bounded(a: i64, b: i64) -> bool {
    a != i64::MIN && b <= i64::MAX && -9223372036854775808 <= a
}

pub(super) fn asserted(a: i64, b: i64) -> i64 {
    assert!(a != 2, "not two");
    debug_assert_eq!(a, a);
    if b == 1 { unreachable!() } else { a }
}

mod inner {
    use super::LIMIT;

    pub(super) fn further(a: i64, b: i64) -> i64 {
        self::twice(a) + super::arithmetic(b, LIMIT)
    }

    fn twice(a: i64) -> i64 {
        2 * a
    }
}

pub(super) fn modules(a: i64, b: i64) -> i64 {
    inner::further(a, b)
}
