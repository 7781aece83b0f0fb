//! The drivers of two versions of a crate, with the same calls under the same numbers.

use std::collections::{BTreeMap, BTreeSet};

use super::{Compiled, Driver, chosen, typed, write_worker};
use crate::candidates::{Candidate, Candidates};
use crate::error::Error;
use crate::target::Target;

/// The drivers of two versions.
#[derive(Debug)]
pub struct Twins {
    /// Of the new version.
    pub new: Driver,
    /// Of the old version, with the same calls.
    pub old: Driver,
    /// The items of both versions, each once, and their calls.
    pub candidates: Candidates,
    /// For each item, what became of it.
    pub fates: Vec<Fate>,
}

/// What became of an item between two versions, as rustc sees its calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Some call compiles with both.
    Kept,
    /// Only the new version has it.
    Added,
    /// Only the old version had it.
    Removed,
    /// Both have it, and no call compiles with both.
    Changed,
    /// No call of it compiles.
    Unknown,
}

/// Builds the drivers of a new and an old version of a crate.
///
/// # Errors
/// If one of them does not build, or no call compiles with both.
pub fn twins(
    (new, of_new): (&Target, Candidates),
    (old, of_old): (&Target, Candidates),
    tell: &mut dyn FnMut(&str),
) -> Result<Twins, Error> {
    let place = |own: &Target| format!("{} {} of {}", own.package, own.version, own.sources.display());
    let places = format!("{} and {}", place(old), place(new));
    let Union { candidates, is_new, is_old } = union(of_new, of_old);
    let lines = &candidates.calls;
    let mut both = Vec::new();
    for (target, version) in [(new, "new"), (old, "old")] {
        write_worker(&target.folder())?;
        both.push(typed(&target.folder(), lines, &mut |text| tell(&format!("{version} version: {text}")))?);
    }
    let (Some(mut typed_old), Some(mut typed_new)) = (both.pop(), both.pop()) else { unreachable!() };
    // What one version did not try, since another choice of types had compiled there.
    typed_new.kept.extend(&typed_old.kept);
    typed_new.settle(&new.folder(), lines, tell)?;
    typed_old.kept.extend(&typed_new.kept);
    typed_old.settle(&old.folder(), lines, tell)?;
    let common: BTreeSet<usize> = typed_new.kept.intersection(&typed_old.kept).copied().collect();
    let mut chosen = chosen(lines, &common);
    let (compiled_new, compiled_old) = loop {
        let of_new = Compiled::of(new, lines, &mut chosen, tell)?;
        let count = chosen.len();
        let of_old = Compiled::of(old, lines, &mut chosen, tell)?;
        if chosen.len() == count {
            break (of_new, of_old);
        }
    };
    let has = |of: &BTreeSet<usize>| {
        let mut has = vec![false; candidates.items.len()];
        for index in of {
            if let Some(own) = has.get_mut(lines[*index].item) {
                *own = true;
            }
        }
        has
    };
    let (in_both, in_new, in_old) = (has(&common), has(&typed_new.kept), has(&typed_old.kept));
    let fate = |item: usize| match (in_both[item], in_new[item], in_old[item]) {
        (true, ..) => Fate::Kept,
        (false, false, false) => Fate::Unknown,
        (false, true, false) if !is_old[item] => Fate::Added,
        (false, false, true) if !is_new[item] => Fate::Removed,
        _ => Fate::Changed,
    };
    let fates = (0..candidates.items.len()).map(fate).collect();
    let new = compiled_new.driver(&candidates, &chosen, typed_new);
    let old = compiled_old.driver(&candidates, &chosen, typed_old);
    if !new.calls.iter().any(|own| !own.is_support) {
        return Err(Error::Input(format!(
            "{places} have no function in common that can be called: are they one crate? --baseline names another old version"
        )));
    }
    Ok(Twins { new, old, candidates, fates })
}

/// The items and calls of two versions.
struct Union {
    candidates: Candidates,
    /// For each item, whether the new version has it.
    is_new: Vec<bool>,
    is_old: Vec<bool>,
}

/// Returns the items and calls of both versions, each once. Items of one path stand for one another
/// in their order.
fn union(new: Candidates, old: Candidates) -> Union {
    let mut places: BTreeMap<(String, usize), usize> = BTreeMap::new();
    let Candidates { mut items, calls } = new;
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    let numbered = |name: &str, count: &mut BTreeMap<String, usize>| {
        let number = count.entry(name.to_owned()).or_default();
        *number += 1;
        (name.to_owned(), *number)
    };
    for (place, own) in items.iter().enumerate() {
        places.insert(numbered(&own.name, &mut count), place);
    }
    let mut is_old = vec![false; items.len()];
    let mut is_new = vec![true; items.len()];
    count.clear();
    let mut of_old = Vec::new();
    for own in old.items {
        let place = places.get(&numbered(&own.name, &mut count)).copied().unwrap_or(items.len());
        if place == items.len() {
            items.push(own);
            is_old.push(true);
            is_new.push(false);
        } else {
            is_old[place] = true;
        }
        of_old.push(place);
    }
    let item_of = |item: usize| of_old.get(item).copied().unwrap_or(usize::MAX);
    let old_calls = old.calls.into_iter().map(|own| Candidate { item: item_of(own.item), ..own });
    let mut known = BTreeSet::new();
    // Laws are kept or broken within a version.
    let all = calls.into_iter().chain(old_calls).filter(|own| !own.is_law);
    let all =
        all.filter(|own| known.insert(format!("{} {} {:?} {}", own.item, own.text, own.modes, own.is_whole)));
    // Calls of the standard library stand behind the crate's.
    let (support, mut calls): (Vec<Candidate>, Vec<Candidate>) = all.partition(|own| own.is_support);
    calls.extend(support);
    Union { candidates: Candidates { items, calls }, is_new, is_old }
}
