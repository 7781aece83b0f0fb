//! Laws with preconditions as predicates on lazy values: what breaks them is searched for, size by size. The
//! precondition comes first, as in the plain laws.

use std::cell::Cell;
use std::time::Duration;

use everycase::lazy::{Progress, search};
use everycase::{BigUint, Enumerable, Lazy};

use crate::bst::{Bst, Bug, Key, Val};
use crate::clock::Clock;
use crate::laws::Pair;
use crate::lazy_bst::Tree;

/// Does an input break a law, with this bug?
pub type Breaking<I> = fn(Bug, Lazy<I>) -> bool;

/// What breaks a law, by the inputs it takes.
#[allow(missing_docs)]
#[derive(Clone, Copy)]
pub enum Breaks {
    KVTK(Breaking<(Key, Val, Bst, Key)>),
    KKT(Breaking<(Key, Key, Bst)>),
    TT(Breaking<(Bst, Bst)>),
    TTK(Breaking<(Bst, Bst, Key)>),
    TTP(Breaking<(Bst, Bst, Pair)>),
    TTT(Breaking<(Bst, Bst, Bst)>),
    TTTT(Breaking<(Bst, Bst, Bst, Bst)>),
}

macro_rules! laws {
    ($($shape:ident $name:ident |$bug:ident, $order:pat_param| $valid:expr => $holds:expr;)*) => {
        &[$((stringify!($name), Breaks::$shape(|$bug: Bug, input| {
            let $order = input.force();
            $valid && !$holds
        }))),*]
    };
}

/// Returns a tree that is an input.
fn tree(given: Lazy<Bst>) -> Tree {
    Tree::Given(given)
}

/// Returns whether an input is a search tree.
fn valid(given: Lazy<Bst>) -> bool {
    tree(given).is_valid()
}

/// Returns whether two inputs are search trees with the same pairs. If so, and the first is one, the second is one.
fn alike(first: Lazy<Bst>, second: Lazy<Bst>) -> bool {
    valid(first) && tree(first).equivalent(&tree(second))
}

/// Returns whether two searches have found the same.
fn agree(one: Option<Lazy<Val>>, two: Option<Lazy<Val>>) -> bool {
    match (one, two) {
        (None, None) => true,
        (Some(one), Some(two)) => one.eq(two),
        _ => false,
    }
}

/// The laws by their published names: those of several trees, and those that took the plain check most tests.
pub const LAZY_LAWS: &[(&str, Breaks)] = laws! {
    KVTK InsertPost |b, (k, v, t, l)| valid(t) => {
        agree(b.insert_lazy(k, v, &tree(t)).find(l), if k.eq(l) { Some(v) } else { tree(t).find(l) })
    };
    KKT DeletePost |b, (k, l, t)| valid(t) => {
        agree(b.delete_lazy(k, &tree(t)).find(l), if k.eq(l) { None } else { tree(t).find(l) })
    };
    TT UnionValid |b, (t, u)| valid(t) && valid(u) => b.union_lazy(&tree(t), &tree(u)).is_valid();
    TTK UnionPost |b, (t, u, k)| valid(t) && valid(u) => {
        agree(b.union_lazy(&tree(t), &tree(u)).find(k), tree(t).find(k).or_else(|| tree(u).find(k)))
    };
    TTP InsertUnion |b, (t, u, pair)| valid(t) && valid(u) => {
        let (k, v) = pair.force();
        let (t, u) = (tree(t), tree(u));
        b.insert_lazy(k, v, &b.union_lazy(&t, &u)).equivalent(&b.union_lazy(&b.insert_lazy(k, v, &t), &u))
    };
    KKT DeleteDelete |b, (k, l, t)| valid(t) => {
        let t = tree(t);
        b.delete_lazy(k, &b.delete_lazy(l, &t)).equivalent(&b.delete_lazy(l, &b.delete_lazy(k, &t)))
    };
    TTK DeleteUnion |b, (t, u, k)| valid(t) && valid(u) => {
        let (t, u) = (tree(t), tree(u));
        b.delete_lazy(k, &b.union_lazy(&t, &u))
            .equivalent(&b.union_lazy(&b.delete_lazy(k, &t), &b.delete_lazy(k, &u)))
    };
    TTT UnionUnionAssoc |b, (t, u, w)| valid(t) && valid(u) && valid(w) => {
        let (t, u, w) = (tree(t), tree(u), tree(w));
        b.union_lazy(&b.union_lazy(&t, &u), &w).same(&b.union_lazy(&t, &b.union_lazy(&u, &w)))
    };
    TTK DeletePreservesEquiv |b, (t, u, k)| alike(t, u) => {
        b.delete_lazy(k, &tree(t)).equivalent(&b.delete_lazy(k, &tree(u)))
    };
    TTTT UnionPreservesEquiv |b, (t, u, w, x)| alike(t, u) && alike(w, x) => {
        b.union_lazy(&tree(t), &tree(w)).equivalent(&b.union_lazy(&tree(u), &tree(x)))
    };
};

/// What a search for a counterexample has come to.
#[derive(Debug, Clone)]
pub struct Hunt {
    /// The smallest counterexample, if there was time to find it.
    pub input: Option<String>,
    /// Its size, or the first one that was not searched to its end.
    pub size: u32,
    /// The runs of the predicate at all sizes.
    pub runs: u64,
    /// The values up to that size.
    pub values: BigUint,
    /// Processor time.
    pub time: Duration,
}

impl Breaks {
    /// Searches size by size until something breaks the law or the time is over.
    pub fn hunt(self, bug: Bug, limit: Duration) -> Hunt {
        match self {
            Breaks::KVTK(breaks) => hunt(|input| breaks(bug, input), limit),
            Breaks::KKT(breaks) => hunt(|input| breaks(bug, input), limit),
            Breaks::TT(breaks) => hunt(|input| breaks(bug, input), limit),
            Breaks::TTK(breaks) => hunt(|input| breaks(bug, input), limit),
            Breaks::TTP(breaks) => hunt(|input| breaks(bug, input), limit),
            Breaks::TTT(breaks) => hunt(|input| breaks(bug, input), limit),
            Breaks::TTTT(breaks) => hunt(|input| breaks(bug, input), limit),
        }
    }
}

/// Runs between two looks at the clock.
const CHUNK: u64 = 1 << 12;

/// [`Breaks::hunt`], for any predicate.
pub fn hunt<I: Enumerable>(breaks: impl Fn(Lazy<I>) -> bool, limit: Duration) -> Hunt {
    let (clock, space) = (Clock::start(), I::space());
    // With the runs that are made twice.
    let runs = Cell::new(0_u64);
    let counted = |input: Lazy<I>| {
        runs.set(runs.get() + 1);
        breaks(input)
    };
    for size in 0.. {
        let mut inputs = search(&counted).of_size(size).expect("the type is rightly recursive");
        let mut progress = inputs.advance_within(CHUNK);
        while progress == Progress::NotYet && clock.busy() < limit {
            progress = inputs.advance_within(CHUNK);
        }
        let found = match progress {
            Progress::Found => inputs.value(),
            Progress::NotYet => None,
            Progress::NoneLeft => continue,
        };
        return Hunt {
            input: found.map(|input| space.source(&space.encode(&input).expect("it was found there"))),
            size,
            runs: runs.get(),
            values: space.count_up_to(size).expect("the type is rightly recursive"),
            time: clock.busy(),
        };
    }
    unreachable!("the sizes end no sooner than the time")
}
