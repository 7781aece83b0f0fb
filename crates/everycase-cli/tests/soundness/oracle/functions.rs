//! Functions of random properties: those of the prelude, and some that are declared as users declare them.

use std::cmp::Ordering;

use super::terms::{Function, Overflow};
use super::values::{Con, Value};

type Meaning = Result<Value, Overflow>;

const fn prelude(name: &'static str, meaning: fn(&[Value]) -> Meaning) -> Function {
    Function { name, source: "", meaning }
}

fn integer(number: usize) -> Value {
    Value::Integer(number.try_into().expect("lists are short"))
}

fn elements(list: &Value) -> Vec<Value> {
    list.elements().collect()
}

fn list(elements: Vec<Value>) -> Value {
    Value::list(elements.into_iter())
}

fn sum(list: &Value) -> Meaning {
    let mut numbers = list.elements().map(|element| element.number());
    numbers.try_fold(0_i128, i128::checked_add).map(Value::Integer).ok_or(Overflow)
}

fn is_ascending(list: &Value, allowed: fn(Ordering) -> bool) -> bool {
    let mut before: Option<Value> = None;
    list.elements().all(|element| {
        let fits = before.as_ref().is_none_or(|before| allowed(before.compare(&element)));
        before = Some(element);
        fits
    })
}

fn contains(list: &Value, value: &Value) -> bool {
    list.elements().any(|element| value.compare(&element).is_eq())
}

fn sorted(list: &Value) -> Vec<Value> {
    let mut all = elements(list);
    all.sort_by(Value::compare);
    all
}

pub(crate) static NOT: Function = prelude("not", |a| Ok(Value::boolean(!a[0].is_true())));
pub(crate) static LENGTH: Function = prelude("length", |a| {
    let counted = if let Value::Open(open) = &a[0] { open.length() } else { None };
    Ok(integer(counted.unwrap_or_else(|| a[0].elements().count())))
});
pub(crate) static IS_EMPTY: Function =
    prelude("is-empty", |a| Ok(Value::boolean(a[0].decide().0 == Con::Nil)));
pub(crate) static SUM: Function = prelude("sum", |a| sum(&a[0]));
pub(crate) static ABS: Function =
    prelude("abs", |a| a[0].number().checked_abs().map(Value::Integer).ok_or(Overflow));
pub(crate) static IS_SORTED: Function =
    prelude("is-sorted", |a| Ok(Value::boolean(is_ascending(&a[0], Ordering::is_le))));
pub(crate) static ELEM: Function = prelude("elem", |a| Ok(Value::boolean(contains(&a[1], &a[0]))));
pub(crate) static REVERSE: Function = prelude("reverse", |a| {
    let mut all = elements(&a[0]);
    all.reverse();
    Ok(list(all))
});
pub(crate) static APPEND: Function =
    prelude("append", |a| Ok(list(a[0].elements().chain(a[1].elements()).collect())));
pub(crate) static CONCAT: Function =
    prelude("concat", |a| Ok(list(a[0].elements().flat_map(|inner| inner.elements()).collect())));
pub(crate) static TAKE: Function = prelude("take", |a| {
    let count = a[0].number().clamp(0, 1 << 40).try_into().expect("it fits");
    Ok(list(a[1].elements().take(count).collect()))
});
pub(crate) static DROP: Function = prelude("drop", |a| {
    let count = a[0].number().clamp(0, 1 << 40).try_into().expect("it fits");
    Ok(list(a[1].elements().skip(count).collect()))
});
pub(crate) static SORT: Function = prelude("sort", |a| Ok(list(sorted(&a[0]))));
pub(crate) static ZIP: Function = prelude("zip", |a| {
    let pairs = a[0].elements().zip(a[1].elements());
    Ok(list(pairs.map(|(left, right)| Value::Made(Con::Pair, [left, right].into())).collect()))
});
pub(crate) static FST: Function = prelude("fst", |a| Ok(a[0].decide().1[0].clone()));
pub(crate) static SND: Function = prelude("snd", |a| Ok(a[0].decide().1[1].clone()));
pub(crate) static SWAP: Function = prelude("swap", |a| {
    let (_, parts) = a[0].decide();
    Ok(Value::Made(Con::Pair, [parts[1].clone(), parts[0].clone()].into()))
});
pub(crate) static WITH_DEFAULT: Function = prelude("with-default", |a| {
    let (con, fields) = a[1].decide();
    Ok(if con == Con::Just { fields[0].clone() } else { a[0].clone() })
});
pub(crate) static MIN: Function =
    prelude("min", |a| Ok(if a[0].compare(&a[1]).is_le() { a[0].clone() } else { a[1].clone() }));
pub(crate) static MAX: Function =
    prelude("max", |a| Ok(if a[0].compare(&a[1]).is_le() { a[1].clone() } else { a[0].clone() }));

pub(crate) static IS_ASCENDING: Function = Function {
    name: "is-ascending",
    source: "is-ascending : list a -> boolean .
is-ascending xs = case xs of ; x :: y :: rest -> x < y && is-ascending (y :: rest) ; _ -> true .",
    meaning: |a| Ok(Value::boolean(is_ascending(&a[0], Ordering::is_lt))),
};

pub(crate) static IS_DISTINCT: Function = Function {
    name: "is-distinct",
    source: "is-distinct : list a -> boolean .
is-distinct xs = case xs of ; [] -> true ; x :: rest -> not (elem x rest) && is-distinct rest .",
    meaning: |a| {
        let all = elements(&a[0]);
        let mut pairs = (0..all.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        Ok(Value::boolean(pairs.all(|(i, j)| all[i].compare(&all[j]).is_ne())))
    },
};

pub(crate) static IS_PREFIX: Function = Function {
    name: "is-prefix",
    source: "is-prefix : list a -> list a -> boolean .
is-prefix xs ys = case (xs, ys) of
  ; ([], _) -> true
  ; (x :: xs-rest, y :: ys-rest) -> x == y && is-prefix xs-rest ys-rest
  ; _ -> false .",
    meaning: |a| {
        let mut whole = a[1].elements();
        let mut prefix = a[0].elements();
        Ok(Value::boolean(prefix.all(|x| whole.next().is_some_and(|y| x.compare(&y).is_eq()))))
    },
};

pub(crate) static KEYS_IN: Function = Function {
    name: "keys-in",
    source: "keys-in : integer -> integer -> list (integer, a) -> boolean .
keys-in lo hi ps = case ps of ; [] -> true ; (k, _) :: rest -> lo <= k && k <= hi && keys-in lo hi rest .",
    meaning: |a| {
        let mut keys = a[2].elements().map(|pair| pair.decide().1[0].clone());
        Ok(Value::boolean(keys.all(|key| a[0].compare(&key).is_le() && key.compare(&a[1]).is_le())))
    },
};

/// The entries of a tree from left to right.
fn entries(tree: &Value, all: &mut Vec<(Value, Value)>) {
    let (con, fields) = tree.decide();
    if con == Con::Node {
        entries(&fields[0], all);
        all.push((fields[1].clone(), fields[2].clone()));
        entries(&fields[3], all);
    }
}

pub(crate) static KEYS: Function = Function {
    name: "keys",
    source: "keys : bst k v -> list k .
keys t = case t of ; leaf -> [] ; [node l k _ r] -> append (keys l) (k :: keys r) .",
    meaning: |a| {
        let mut all = Vec::new();
        entries(&a[0], &mut all);
        Ok(list(all.into_iter().map(|(key, _)| key).collect()))
    },
};

pub(crate) static NODES: Function = Function {
    name: "nodes",
    source: "nodes : bst k v -> integer .
nodes t = case t of ; leaf -> 0 ; [node l _ _ r] -> nodes l + 1 + nodes r .",
    meaning: |a| {
        let mut all = Vec::new();
        entries(&a[0], &mut all);
        Ok(integer(all.len()))
    },
};

pub(crate) static DEPTH: Function = Function {
    name: "depth",
    source: "depth : bst k v -> integer .
depth t = case t of ; leaf -> 0 ; [node l _ _ r] -> 1 + max (depth l) (depth r) .",
    meaning: |a| {
        fn depth(tree: &Value) -> i128 {
            let (con, fields) = tree.decide();
            if con == Con::Leaf { 0 } else { 1 + depth(&fields[0]).max(depth(&fields[3])) }
        }
        Ok(Value::Integer(depth(&a[0])))
    },
};

pub(crate) static STEPS: Function = Function {
    name: "steps",
    source: "steps : nest a -> integer .
steps n = case n of ; stop -> 0 ; [go _ rest] -> 1 + steps rest .",
    meaning: |a| {
        let (mut steps, mut rest) = (0, a[0].clone());
        loop {
            let (con, fields) = rest.decide();
            if con == Con::Stop {
                return Ok(integer(steps));
            }
            (steps, rest) = (steps + 1, fields[1].clone());
        }
    },
};

pub(crate) static IS_BST: Function = Function {
    name: "is-bst",
    source: "is-bst : bst k v -> boolean .
is-bst t = is-between nothing nothing t .

is-between : maybe k -> maybe k -> bst k v -> boolean .
is-between low high t = case t of
  ; leaf -> true
  ; [node l k _ r] -> (case low of ; nothing -> true ; [just x] -> x < k)
      && (case high of ; nothing -> true ; [just x] -> k < x)
      && is-between low [just k] l && is-between [just k] high r .",
    meaning: |a| {
        fn is_between(tree: &Value, low: Option<&Value>, high: Option<&Value>) -> bool {
            let (con, fields) = tree.decide();
            con == Con::Leaf || {
                let key = &fields[1];
                low.is_none_or(|low| low.compare(key).is_lt())
                    && high.is_none_or(|high| key.compare(high).is_lt())
                    && is_between(&fields[0], low, Some(key))
                    && is_between(&fields[3], Some(key), high)
            }
        }
        Ok(Value::boolean(is_between(&a[0], None, None)))
    },
};
