//! Functions of two versions that may be one: under another name, or with the parameters in another
//! order.
//!
//! Each such pair is an operation of its own. Its source differs between the versions: both have
//! the same arguments under the same numbers, and each version passes them to its own function, in
//! its own order. Whether it is one function is decided by what its calls return.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use similar::{DiffTag, TextDiff};

use crate::candidates::{CallableItem, Candidate, Signature, erred, filled};

/// Two functions that may be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The item that stands for it.
    pub item: usize,
    /// The function of the old version.
    pub old: usize,
    /// The function of the new version: the same one if its parameters may have another order.
    pub new: usize,
    /// For each parameter of the new function, `self` among them, which of the old one it is, from
    /// 0.
    pub order: Vec<usize>,
}

/// An item as the new version has it, and the old one.
pub(super) type Sides<'i> = (Option<&'i CallableItem>, Option<&'i CallableItem>);

/// The most functions that each removed one is compared with.
const PARTNERS: usize = 3;
/// The most pairs of removed and added functions, and the most of functions whose parameters may
/// have another order.
const MOST: usize = 50;
/// The most parameters whose orders are tried, and the most orders of a function.
const PARAMETERS: usize = 4;
const ORDERS: usize = 2;

/// Returns the functions that may be one, by the places of their items, the likeliest first. The
/// items that stand for them have the places from `first` on.
pub(super) fn pairs(items: &[Sides<'_>], first: usize) -> Vec<Pair> {
    let all = exchanged(items).into_iter().chain(renamed(items));
    all.zip(first..).map(|((old, new, order), item)| Pair { item, old, new, order }).collect()
}

/// Returns removed and added functions of one type.
fn renamed(items: &[Sides<'_>]) -> Vec<(usize, usize, Vec<usize>)> {
    let mut of_type: BTreeMap<(&[String], &str), [Vec<usize>; 2]> = BTreeMap::new();
    for (place, own) in items.iter().enumerate() {
        let (item, side) = match own {
            (None, Some(own)) => (own, 0),
            (Some(own), None) => (own, 1),
            _ => continue,
        };
        // What a function without parameters returns proves nothing.
        if let Some(Signature { parameters, rest }) = item.signature.as_ref()
            && !parameters.is_empty()
        {
            of_type.entry((parameters, rest)).or_default()[side].push(place);
        }
    }
    let name = |place: usize| match items[place] {
        (Some(own), _) | (None, Some(own)) => own.name.rsplit_once("::").unwrap_or(("", &own.name)),
        (None, None) => ("", ""),
    };
    let mut all = Vec::new();
    for ((parameters, _), [removed, added]) in &of_type {
        for old in removed {
            let ((parent, last), mut partners) = (name(*old), Vec::new());
            for new in added {
                let (other_parent, other) = name(*new);
                let likeness = likeness(last, other);
                if last == other || parent == other_parent || added.len() == 1 {
                    partners.push((last != other, parent != other_parent, Reverse(likeness), *new));
                }
            }
            partners.sort_unstable();
            let partners = partners.into_iter().take(PARTNERS).enumerate();
            all.extend(partners.map(|(rank, own)| (rank, own, *old, parameters.len())));
        }
    }
    all.sort_unstable();
    let pair = |(_, (.., new), old, count): (usize, (bool, bool, Reverse<usize>, usize), usize, usize)| {
        (old, new, (0..count).collect())
    };
    all.into_iter().take(MOST).map(pair).collect()
}

/// Returns how similar two names are: the characters that they share, of 1,000.
fn likeness(one: &str, other: &str) -> usize {
    let diff = TextDiff::from_chars(one, other);
    let equal = diff.ops().iter().filter(|own| own.tag() == DiffTag::Equal);
    let shared: usize = equal.map(|own| own.old_range().len()).sum();
    2_000 * shared / (one.chars().count() + other.chars().count()).max(1)
}

/// Returns functions of both versions whose parameters may have another order: their types have,
/// or only their names.
fn exchanged(items: &[Sides<'_>]) -> Vec<(usize, usize, Vec<usize>)> {
    let mut all = Vec::new();
    for (place, own) in items.iter().enumerate() {
        let (Some(new), Some(old)) = own else { continue };
        let (Some(of_new), Some(of_old)) = (&new.signature, &old.signature) else { continue };
        let count = of_new.parameters.len();
        if of_new.rest != of_old.rest || count != of_old.parameters.len() || count > PARAMETERS {
            continue;
        }
        let mut orders = orders(count);
        orders.retain(|order| {
            let has_type = |(own, old): (&String, &usize)| *own == of_old.parameters[*old];
            let keeps_receiver =
                order.first() == Some(&0) || new.parameters.first().is_none_or(|own| own != "self");
            keeps_receiver && of_new.parameters.iter().zip(order).all(has_type)
        });
        let has_names = |order: &Vec<usize>| {
            new.parameters.iter().zip(order).all(|(own, was)| *own == old.parameters[*was])
        };
        let is_usual = |order: &Vec<usize>| order.is_sorted();
        if orders.iter().any(is_usual) {
            orders.retain(|own| has_names(own) && !is_usual(own));
        } else {
            orders.sort_by_key(|own| !has_names(own));
        }
        all.extend(orders.into_iter().take(ORDERS).map(|order| (place, place, order)));
    }
    all.truncate(MOST);
    all
}

/// Returns the orders of the numbers below `count`, the usual one first.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |order: Vec<usize>| {
            let left: Vec<usize> = (0..count).filter(|own| !order.contains(own)).collect();
            left.into_iter().map(move |own| [order.clone(), vec![own]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// Returns the calls of a pair as the new version writes each, and the old one; also the calls
/// whose values are their errors.
pub(super) fn calls(pair: &Pair, new: &[Candidate], old: &[Candidate]) -> Vec<(Candidate, Candidate)> {
    let errors: BTreeSet<&str> = new.iter().filter(|own| own.is_support).map(|own| &*own.text).collect();
    let of = |all: &'_ [Candidate], item| -> Vec<Candidate> {
        all.iter().filter(|own| own.item == item && !own.modes.is_empty()).cloned().collect()
    };
    let (of_new, of_old) = (of(new, pair.new), of(old, pair.old));
    let mut all = Vec::new();
    for own in of_new {
        let Some(was) = of_old.iter().find_map(|was| written(&own, was, &pair.order)) else { continue };
        if errors.contains(&*erred(&own.text)) {
            let error = |of: &Candidate| Candidate {
                item: usize::MAX,
                text: erred(&of.text),
                modes: of.modes.clone(),
                is_support: true,
                ..Candidate::default()
            };
            all.push((error(&own), error(&was)));
        }
        all.push((Candidate { item: pair.item, ..own }, Candidate { item: pair.item, ..was }));
    }
    all
}

/// Returns the call of an old function with the arguments of a new one, if it is written so: each
/// argument in the place that it had.
fn written(new: &Candidate, old: &Candidate, order: &[usize]) -> Option<Candidate> {
    let is_long = |own: &Candidate| own.arguments.len() == order.len();
    if new.alternative != old.alternative || !is_long(new) || !is_long(old) {
        return None;
    }
    let mut modes = new.modes.clone();
    let mut arguments = old.arguments.clone();
    for (own, place) in new.arguments.iter().zip(order) {
        let ((form, holes), (old_form, old_holes)) = (apart(own), apart(&old.arguments[*place]));
        if form != old_form {
            return None;
        }
        for (hole, was) in holes.into_iter().zip(old_holes) {
            let (mode, was) = (modes.get_mut(hole)?, old.modes.get(was)?);
            if (mode.name, &mode.len) != (was.name, &was.len) {
                return None;
            }
            *mode = was.clone();
        }
        arguments[*place].clone_from(own);
    }
    // Only the arguments have holes, so that their text is there once.
    let list = |all: &[String]| format!("({})", all.join(", "));
    let text = old.text.replacen(&list(&old.arguments), &list(&arguments), 1);
    Some(Candidate { text, modes, ..new.clone() })
}

/// Returns the text of an argument without the numbers of its holes, and these.
fn apart(argument: &str) -> (String, Vec<usize>) {
    let mut holes = Vec::new();
    let form = filled(argument, |hole| {
        holes.push(hole);
        "$$".to_owned()
    });
    (form, holes)
}
