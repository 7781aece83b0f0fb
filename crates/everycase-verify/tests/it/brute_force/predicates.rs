//! The functions that terms and formulas call: in pun, and what they mean.

use super::values::{Ty, Val, boolean};

pub(crate) const PREDICATES: &str = "
len : list a -> integer -> boolean .
len xs n = case xs of ; [] -> n == 0 ; _ :: rest -> len rest (n - 1) .
up-to : list a -> integer -> boolean .
up-to xs n = case xs of ; [] -> 0 <= n ; _ :: rest -> up-to rest (n - 1) .
count : list a -> integer .
count xs = case xs of ; [] -> 0 ; _ :: rest -> 1 + count rest .
mem : list a -> a -> boolean .
mem xs u = case xs of ; [] -> false ; x :: rest -> u == x || mem rest u .
ascends : list integer -> boolean .
ascends xs = case xs of ; x :: y :: rest -> x <= y && ascends (y :: rest) ; _ -> true .
as-long : list a -> list b -> boolean .
as-long xs ys = case xs of ; [] -> (case ys of ; [] -> true ; _ -> false)
  ; _ :: xs1 -> (case ys of ; [] -> false ; _ :: ys1 -> as-long xs1 ys1) .
first : list a -> a .
first xs = case xs of ; x :: _ -> x .
within : tree -> integer -> boolean .
within t n = case t of ; leaf -> 0 <= n ; [node l _ r] -> within l (n - 1) && within r (n - 1) .
bst : tree -> boolean .
bst t = case t of ; leaf -> true ; [node l x r] -> below x l && above x r && bst l && bst r .
below : integer -> tree -> boolean .
below x t = case t of ; leaf -> true ; [node l y r] -> y < x && below x l && below x r .
above : integer -> tree -> boolean .
above x t = case t of ; leaf -> true ; [node l y r] -> x < y && above x l && above x r .
label : tree -> integer -> boolean .
label t u = case t of ; leaf -> false ; [node l x r] -> u == x || label l u || label r u .
lasts : stream -> integer -> boolean .
lasts s n = case s of ; end -> n == 0 ; [next _ rest] -> lasts rest (n - 1) .
ends-by : stream -> integer -> boolean .
ends-by s n = case s of ; end -> 0 <= n ; [next _ rest] -> ends-by rest (n - 1) .
has : stream -> integer -> boolean .
has s u = case s of ; end -> false ; [next x rest] -> u == x || has rest u .
";

/// Returns the names of the functions that say of a value how long or deep it is: exactly `n`, and at most.
pub(crate) fn lengths(ty: Ty) -> [&'static str; 2] {
    match ty {
        Ty::Tree => ["within", "within"],
        Ty::Stream => ["lasts", "ends-by"],
        _ => ["len", "up-to"],
    }
}

/// Returns the name of the function that says of a value whether an integer is an element of it.
pub(crate) fn member(ty: Ty) -> &'static str {
    match ty {
        Ty::Tree => "label",
        Ty::Stream => "has",
        _ => "mem",
    }
}

fn integer(value: &Val) -> Option<i64> {
    match value {
        Val::Int(n) => Some(*n),
        _ => None,
    }
}

/// Returns the value of a call; `None` if it ends with an error.
pub(crate) fn call(name: &str, arguments: &[Val]) -> Option<Val> {
    if arguments.iter().any(|argument| !argument.is_whole()) {
        return None;
    }
    let elements = arguments[0].elements();
    let integers = || elements.iter().filter_map(integer).collect::<Vec<i64>>();
    let number = || integer(&arguments[1]).expect("the second argument is a number");
    let count = |elements: &[Val]| i64::try_from(elements.len()).expect("lists are short");
    let length = count(&elements);
    Some(match name {
        "len" | "lasts" => boolean(length == number()),
        "up-to" | "ends-by" => boolean(length <= number()),
        "count" => Val::Int(length),
        "mem" | "label" | "has" => boolean(elements.contains(&arguments[1])),
        "ascends" => boolean(integers().is_sorted()),
        "as-long" => boolean(length == count(&arguments[1].elements())),
        "first" => return elements.first().cloned(),
        "within" => boolean(arguments[0].depth() <= number()),
        "bst" => boolean(integers().is_sorted_by(|a, b| a < b)),
        _ => panic!("{name} is no function"),
    })
}
