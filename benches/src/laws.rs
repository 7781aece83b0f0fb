//! The laws of Hughes' "How to Specify It!" for a search tree, each a plain function of its inputs.
//!
//! `None` is a discarded input: a tree that is not a search tree, or keys that a law wants different. Every tool runs the
//! same functions. Left out are the two laws on shrinking, which are about the original's shrinker.

use crate::bst::{Bst, Bug, Key, Operation, Val};

/// Some(holds), or None when the input is none the law speaks of.
pub type Verdict = Option<bool>;

/// A key and a value.
pub type Pair = (Key, Val);

/// What a law says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Operations keep the order.
    Validity,
    /// What is found after an operation.
    Postcondition,
    /// Two computations agree.
    Metamorphic,
    /// An operation agrees with the same on sorted lists.
    Model,
}

/// A law by the inputs it takes.
#[allow(missing_docs)]
#[derive(Clone, Copy)]
pub enum Law {
    Nothing(fn(Bug) -> Verdict),
    K(fn(Bug, &Key) -> Verdict),
    T(fn(Bug, &Bst) -> Verdict),
    KT(fn(Bug, &(Key, Bst)) -> Verdict),
    KVT(fn(Bug, &(Key, Val, Bst)) -> Verdict),
    KVTK(fn(Bug, &(Key, Val, Bst, Key)) -> Verdict),
    KKT(fn(Bug, &(Key, Key, Bst)) -> Verdict),
    PPT(fn(Bug, &(Pair, Pair, Bst)) -> Verdict),
    KPT(fn(Bug, &(Key, Pair, Bst)) -> Verdict),
    TT(fn(Bug, &(Bst, Bst)) -> Verdict),
    TTK(fn(Bug, &(Bst, Bst, Key)) -> Verdict),
    TTP(fn(Bug, &(Bst, Bst, Pair)) -> Verdict),
    TTT(fn(Bug, &(Bst, Bst, Bst)) -> Verdict),
    TTTT(fn(Bug, &(Bst, Bst, Bst, Bst)) -> Verdict),
}

/// A law with its published name.
#[derive(Clone, Copy)]
pub struct Named {
    /// As in the published table, without `prop_`.
    pub name: &'static str,
    /// What it says.
    pub kind: Kind,
    /// Operations that may be wrong and that it calls.
    pub calls: &'static [Operation],
    /// The law.
    pub law: Law,
}

fn when(valid: bool, holds: impl FnOnce() -> bool) -> Verdict {
    valid.then(holds)
}

fn both(first: &Bst, second: &Bst) -> bool {
    first.is_valid() && second.is_valid()
}

fn alike(first: &Bst, second: &Bst) -> bool {
    both(first, second) && first.equivalent(second)
}

fn rebuilds(bug: Bug, tree: &Bst) -> bool {
    *tree == tree.insertions().into_iter().fold(Bst::Leaf, |built, (key, val)| bug.insert(key, val, &built))
}

fn without(key: Key, list: Vec<Pair>) -> Vec<Pair> {
    list.into_iter().filter(|(k, _)| *k != key).collect()
}

fn with(pair: Pair, list: Vec<Pair>) -> Vec<Pair> {
    let mut list = without(pair.0, list);
    list.push(pair);
    list.sort_unstable();
    list
}

use Kind::{Metamorphic, Model, Postcondition, Validity};
use Operation::{Delete, Insert, Union};

macro_rules! laws {
    ($($kind:ident $name:ident [$($calls:ident)*] $shape:ident |$b:tt $(, $input:pat_param)?| $body:expr;)*) => {
        &[$(Named { name: stringify!($name), kind: $kind, calls: &[$($calls),*], law: Law::$shape(|$b: Bug $(, $input)?| $body) }),*]
    };
}

/// The laws in the order of the published table.
pub const LAWS: &[Named] = laws! {
    Validity ArbitraryValid [] T |_, t| when(t.is_valid(), || t.is_valid());
    Validity NilValid [] Nothing |_| Some(Bst::Leaf.is_valid());
    Validity InsertValid [Insert] KVT |b, (k, v, t)| when(t.is_valid(), || b.insert(*k, *v, t).is_valid());
    Validity DeleteValid [Delete] KT |b, (k, t)| when(t.is_valid(), || b.delete(*k, t).is_valid());
    Validity UnionValid [Union] TT |b, (t, u)| when(both(t, u), || b.union(t, u).is_valid());

    Postcondition InsertPost [Insert] KVTK |b, (k, v, t, l)| when(t.is_valid(), || {
        b.insert(*k, *v, t).find(*l) == if k == l { Some(*v) } else { t.find(*l) }
    });
    Postcondition DeletePost [Delete] KKT |b, (k, l, t)| when(t.is_valid(), || {
        b.delete(*k, t).find(*l) == if k == l { None } else { t.find(*l) }
    });
    Postcondition FindPostPresent [Insert] KVT |b, (k, v, t)| when(t.is_valid(), || b.insert(*k, *v, t).find(*k) == Some(*v));
    Postcondition FindPostAbsent [Delete] KT |b, (k, t)| when(t.is_valid(), || b.delete(*k, t).find(*k).is_none());
    Postcondition InsertDeleteComplete [Insert Delete] KT |b, (k, t)| when(t.is_valid(), || match t.find(*k) {
        None => *t == b.delete(*k, t),
        Some(v) => *t == b.insert(*k, v, t),
    });
    Postcondition UnionPost [Union] TTK |b, (t, u, k)| when(both(t, u), || b.union(t, u).find(*k) == t.find(*k).or(u.find(*k)));

    Metamorphic SizeInsert [Insert] KVT |b, (k, v, t)| when(t.is_valid(), || b.insert(*k, *v, t).size() >= t.size());
    Metamorphic InsertInsertWeak [Insert] PPT |b, ((k, v), (l, w), t)| when(k != l && t.is_valid(), || {
        b.insert(*k, *v, &b.insert(*l, *w, t)).equivalent(&b.insert(*l, *w, &b.insert(*k, *v, t)))
    });
    Metamorphic InsertInsert [Insert] PPT |b, ((k, v), (l, w), t)| when(t.is_valid(), || {
        let once = b.insert(*k, *v, t);
        b.insert(*k, *v, &b.insert(*l, *w, t)).equivalent(&if k == l { once } else { b.insert(*l, *w, &once) })
    });
    Metamorphic InsertDeleteWeak [Insert Delete] KPT |b, (k, (l, w), t)| when(k != l && t.is_valid(), || {
        b.insert(*l, *w, &b.delete(*k, t)).equivalent(&b.delete(*k, &b.insert(*l, *w, t)))
    });
    Metamorphic InsertDelete [Insert Delete] KPT |b, (k, (l, w), t)| when(t.is_valid(), || {
        let with = b.insert(*l, *w, t);
        b.insert(*l, *w, &b.delete(*k, t)).equivalent(&if k == l { with } else { b.delete(*k, &with) })
    });
    Metamorphic InsertUnion [Insert Union] TTP |b, (t, u, (k, v))| when(both(t, u), || {
        b.insert(*k, *v, &b.union(t, u)).equivalent(&b.union(&b.insert(*k, *v, t), u))
    });
    Metamorphic DeleteNil [Delete] K |b, k| Some(b.delete(*k, &Bst::Leaf) == Bst::Leaf);
    Metamorphic DeleteInsertWeak [Insert Delete] KPT |b, (k, (l, w), t)| when(k != l && t.is_valid(), || {
        b.delete(*k, &b.insert(*l, *w, t)).equivalent(&b.insert(*l, *w, &b.delete(*k, t)))
    });
    Metamorphic DeleteInsert [Insert Delete] KPT |b, (k, (l, w), t)| when(t.is_valid(), || {
        let less = b.delete(*k, t);
        b.delete(*k, &b.insert(*l, *w, t)).equivalent(&if k == l { less } else { b.insert(*l, *w, &less) })
    });
    Metamorphic DeleteDelete [Delete] KKT |b, (k, l, t)| when(t.is_valid(), || {
        b.delete(*k, &b.delete(*l, t)).equivalent(&b.delete(*l, &b.delete(*k, t)))
    });
    Metamorphic DeleteUnion [Delete Union] TTK |b, (t, u, k)| when(both(t, u), || {
        b.delete(*k, &b.union(t, u)).equivalent(&b.union(&b.delete(*k, t), &b.delete(*k, u)))
    });
    Metamorphic UnionInsert [Insert Union] TTP |b, (t, u, (k, v))| when(both(t, u), || {
        b.union(&b.insert(*k, *v, t), u).equivalent(&b.insert(*k, *v, &b.union(t, u)))
    });
    Metamorphic UnionNil1 [Union] T |b, t| when(t.is_valid(), || b.union(&Bst::Leaf, t) == *t);
    Metamorphic UnionNil2 [Union] T |b, t| when(t.is_valid(), || b.union(t, &Bst::Leaf) == *t);
    Metamorphic UnionDeleteInsert [Insert Delete Union] TTP |b, (t, u, (k, v))| when(both(t, u), || {
        b.union(&b.delete(*k, t), &b.insert(*k, *v, u)).equivalent(&b.insert(*k, *v, &b.union(t, u)))
    });
    Metamorphic UnionDeleteDelete [Delete Union] TTK |b, (t, u, k)| when(both(t, u), || {
        b.union(&b.delete(*k, t), &b.delete(*k, u)).equivalent(&b.delete(*k, &b.union(t, u)))
    });
    Metamorphic UnionUnionIdem [Union] T |b, t| when(t.is_valid(), || b.union(t, t).equivalent(t));
    Metamorphic UnionUnionAssoc [Union] TTT |b, (t, u, w)| when(both(t, u) && w.is_valid(), || {
        b.union(&b.union(t, u), w) == b.union(t, &b.union(u, w))
    });
    Metamorphic FindNil [] K |_, k| Some(Bst::Leaf.find(*k).is_none());
    Metamorphic FindInsert [Insert] KPT |b, (k, (l, w), t)| when(t.is_valid(), || {
        b.insert(*l, *w, t).find(*k) == if k == l { Some(*w) } else { t.find(*k) }
    });
    Metamorphic FindDelete [Delete] KKT |b, (k, l, t)| when(t.is_valid(), || {
        b.delete(*l, t).find(*k) == if k == l { None } else { t.find(*k) }
    });
    Metamorphic FindUnion [Union] TTK |b, (t, u, k)| when(both(t, u), || b.union(t, u).find(*k) == t.find(*k).or(u.find(*k)));
    Metamorphic Equivs [] TT |_, (t, u)| when(alike(t, u), || t.equivalent(u));
    Metamorphic InsertPreservesEquiv [Insert] TTP |b, (t, u, (k, v))| when(alike(t, u), || {
        b.insert(*k, *v, t).equivalent(&b.insert(*k, *v, u))
    });
    Metamorphic DeletePreservesEquiv [Delete] TTK |b, (t, u, k)| when(alike(t, u), || b.delete(*k, t).equivalent(&b.delete(*k, u)));
    Metamorphic UnionPreservesEquiv [Union] TTTT |b, (t, u, w, x)| when(alike(t, u) && alike(w, x), || {
        b.union(t, w).equivalent(&b.union(u, x))
    });
    Metamorphic FindPreservesEquiv [] TTK |_, (t, u, k)| when(alike(t, u), || t.find(*k) == u.find(*k));
    Metamorphic InsertComplete [Insert] T |b, t| when(t.is_valid(), || rebuilds(b, t));
    Metamorphic InsertCompleteForDelete [Insert Delete] KT |b, (k, t)| when(t.is_valid(), || rebuilds(b, &b.delete(*k, t)));
    Metamorphic InsertCompleteForUnion [Insert Union] TT |b, (t, u)| when(both(t, u), || rebuilds(b, &b.union(t, u)));

    Model NilModel [] Nothing |_| Some(Bst::Leaf.to_list().is_empty());
    Model InsertModel [Insert] KVT |b, (k, v, t)| when(t.is_valid(), || b.insert(*k, *v, t).to_list() == with((*k, *v), t.to_list()));
    Model DeleteModel [Delete] KT |b, (k, t)| when(t.is_valid(), || b.delete(*k, t).to_list() == without(*k, t.to_list()));
    Model UnionModel [Union] TT |b, (t, u)| when(both(t, u), || {
        b.union(t, u).to_list() == t.to_list().into_iter().fold(u.to_list(), |list, pair| with(pair, list))
    });
    Model FindModel [] KT |_, (k, t)| when(t.is_valid(), || {
        t.find(*k) == t.to_list().into_iter().find(|(key, _)| key == k).map(|(_, val)| val)
    });
};
