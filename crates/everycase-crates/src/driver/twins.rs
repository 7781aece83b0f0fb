//! The drivers of two versions of a crate, with the same calls under the same numbers.

use std::collections::{BTreeMap, BTreeSet};

use super::pairs::{Pair, Sides, calls, pairs};
use super::{CompiledProgram, Driver, chosen, typed, write_worker};
use crate::candidates::{CallableItem, Candidate, Candidates};
use crate::error::Error;
use crate::target::Target;

/// The drivers of two versions.
#[derive(Debug)]
pub struct Twins {
    /// Of the new version.
    pub new: Driver,
    /// Of the old version, with the same calls.
    pub old: Driver,
    /// The items of both versions, each once, and their calls as the new version writes them.
    pub candidates: Candidates,
    /// For each item, what became of it.
    pub fates: Vec<Fate>,
    /// The functions that may be one, the likeliest first.
    pub pairs: Vec<Pair>,
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
    /// It stands for a function of each version: a [`Pair`].
    Paired,
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
    let Union { of_new, of_old, is_new, is_old, pairs } = union(of_new, of_old);
    let mut both = Vec::new();
    for (target, lines, version) in [(new, &of_new.calls, "new"), (old, &of_old.calls, "old")] {
        write_worker(&target.folder())?;
        let all = (0..lines.len()).collect();
        let mut tell = |text: &str| tell(&format!("{version} version: {text}"));
        both.push(typed(&target.folder(), lines, all, &mut tell)?);
    }
    let (Some(mut typed_old), Some(mut typed_new)) = (both.pop(), both.pop()) else { unreachable!() };
    // What one version did not try, since another choice of types had compiled there.
    typed_new.kept.extend(&typed_old.kept);
    typed_new.settle(&new.folder(), &of_new.calls, tell)?;
    typed_old.kept.extend(&typed_new.kept);
    typed_old.settle(&old.folder(), &of_old.calls, tell)?;
    let common: BTreeSet<usize> = typed_new.kept.intersection(&typed_old.kept).copied().collect();
    let mut chosen = chosen(&of_new.calls, &common);
    let (compiled_new, compiled_old) = loop {
        let compiled_new = CompiledProgram::of(new, &of_new.calls, &mut chosen, tell)?;
        let count = chosen.len();
        let compiled_old = CompiledProgram::of(old, &of_old.calls, &mut chosen, tell)?;
        if chosen.len() == count {
            break (compiled_new, compiled_old);
        }
    };
    let has = |of: &BTreeSet<usize>| {
        let mut has = vec![false; of_new.items.len()];
        for index in of {
            if let Some(own) = has.get_mut(of_new.calls[*index].item) {
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
    let mut fates: Vec<Fate> = (0..is_new.len()).map(fate).collect();
    fates.resize(of_new.items.len(), Fate::Paired);
    let new = compiled_new.driver(&of_new, &chosen, typed_new);
    let old = compiled_old.driver(&of_old, &chosen, typed_old);
    if !new.calls.iter().any(|own| own.item < is_new.len()) {
        return Err(Error::Input(format!(
            "{places} have no function in common that can be called: are they one crate? --baseline names another old version"
        )));
    }
    Ok(Twins { new, old, candidates: of_new, fates, pairs })
}

/// The items and calls of two versions, under the same numbers.
struct Union {
    /// As the new version writes the calls.
    of_new: Candidates,
    /// As the old version writes them: the calls of pairs differ.
    of_old: Candidates,
    /// For each item but pairs, whether the new version has it.
    is_new: Vec<bool>,
    is_old: Vec<bool>,
    pairs: Vec<Pair>,
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
    let mut was: Vec<Option<CallableItem>> = vec![None; items.len()];
    let mut is_new = vec![true; items.len()];
    count.clear();
    let mut of_old = Vec::new();
    for own in old.items {
        let place = places.get(&numbered(&own.name, &mut count)).copied().unwrap_or(items.len());
        if place == items.len() {
            items.push(own.clone());
            was.push(Some(own));
            is_new.push(false);
        } else {
            was[place] = Some(own);
        }
        of_old.push(place);
    }
    let item_of = |item: usize| of_old.get(item).copied().unwrap_or(usize::MAX);
    let old_calls: Vec<Candidate> =
        old.calls.into_iter().map(|own| Candidate { item: item_of(own.item), ..own }).collect();
    let sides: Vec<Sides<'_>> = items
        .iter()
        .zip(&is_new)
        .zip(&was)
        .map(|((own, is_new), was)| (is_new.then_some(own), was.as_ref()))
        .collect();
    let pairs = pairs(&sides, items.len());
    let paired: Vec<(Candidate, Candidate)> =
        pairs.iter().flat_map(|own| self::calls(own, &calls, &old_calls)).collect();
    items.extend(pairs.iter().map(|own| items[own.new].clone()).collect::<Vec<_>>());
    let mut known = BTreeSet::new();
    // Laws are kept or broken within a version.
    let all = calls.into_iter().chain(old_calls).filter(|own| !own.is_law);
    let all =
        all.filter(|own| known.insert(format!("{} {} {:?} {}", own.item, own.text, own.modes, own.is_whole)));
    let all = all.map(|own| (own.clone(), own)).chain(paired);
    // Calls of the standard library stand behind the crate's.
    let (support, mut all): (Vec<_>, Vec<_>) = all.partition(|own| own.0.is_support);
    all.extend(support);
    let (calls, old_calls) = all.into_iter().unzip();
    Union {
        of_old: Candidates { items: items.clone(), calls: old_calls },
        of_new: Candidates { items, calls },
        is_new,
        is_old: was.iter().map(Option::is_some).collect(),
        pairs,
    }
}
