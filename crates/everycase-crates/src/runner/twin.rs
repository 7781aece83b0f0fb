//! The old version of a crate, which runs the expressions of the new one: what differs?

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Runner;
use super::agreement::Agreement;
use crate::error::Error;
use crate::expression::Expression;
use crate::worker::{Differs, EndKind, Outcome};

/// How often an expression runs again that ends in another way with the old version. What then
/// differs within a version does not count.
const AGAIN: usize = 3;

/// So many different values of a type that all look different tell that its form has changed.
const VALUES: usize = 4;

/// The old version of a crate.
pub struct Twin {
    old: Runner,
    /// For the types whose `Debug` has another form: how values look with both versions.
    changed: FxHashMap<u16, Pairs>,
    /// How the values of each type look, while that is learned: no value is told to differ then.
    learned: Option<BTreeMap<u16, Pairs>>,
    /// The calls that end in different ways within a version.
    unsteady: FxHashSet<u16>,
    /// The calls that differ.
    differing: FxHashSet<u16>,
    /// The calls that call a function of its own in each version, and how often these agreed.
    paired: FxHashMap<u16, Agreement>,
    /// What a journal has of it.
    noted: CallKnowledge,
}

/// What is known of calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CallKnowledge {
    /// The calls that end in different ways within a version.
    pub(crate) unsteady: FxHashSet<u16>,
    /// The calls that differ.
    pub(crate) differing: FxHashSet<u16>,
    /// How often the calls agreed that call a function of its own in each version.
    pub(crate) agreements: FxHashMap<u16, Agreement>,
}

/// How values look with two versions, by the hashes of their texts: each pair with the calls that
/// have made such values.
#[derive(Clone, Debug, Default)]
struct Pairs {
    old_of: FxHashMap<u64, Vec<(u64, Vec<u16>)>>,
    new_of: FxHashMap<u64, Vec<(u64, Vec<u16>)>>,
}

impl Pairs {
    /// Adds a pair that a call has made.
    fn add(&mut self, new: u64, old: u64, call: u16) {
        for (of, one, other) in [(&mut self.old_of, new, old), (&mut self.new_of, old, new)] {
            if of.len() >= TEXTS && !of.contains_key(&one) {
                continue;
            }
            let all = of.entry(one).or_default();
            let place = all.iter().position(|own| own.0 == other).unwrap_or(all.len());
            if place == all.len() && place < CONFLICTS {
                all.push((other, Vec::new()));
            }
            if let Some(own) = all.get_mut(place)
                && own.1.len() < CALLS
                && !own.1.contains(&call)
            {
                own.1.push(call);
            }
        }
    }

    /// Returns whether a pair fits the others: equal texts of one version are equal ones of the
    /// other. Of two pairs that do not fit each other the one of fewer calls is wrong.
    fn fits(&self, new: u64, old: u64) -> bool {
        let is_most = |of: &FxHashMap<u64, Vec<(u64, Vec<u16>)>>, one, other| {
            let all = of.get(&one).map_or(&[][..], |own| own);
            let count = all.iter().find(|own| own.0 == other).map_or(1, |own| own.1.len());
            all.iter().all(|own| own.1.len() <= count)
        };
        is_most(&self.old_of, new, old) && is_most(&self.new_of, old, new)
    }

    /// Returns the number of calls that have made a pair.
    fn makers(&self, new: u64, old: u64) -> usize {
        let all = self.old_of.get(&new).map_or(&[][..], |own| own);
        all.iter().find(|own| own.0 == old).map_or(0, |own| own.1.len())
    }
}

/// The most texts of a type that are kept. What others look like tells nothing.
const TEXTS: usize = 100_000;

/// The most pairs of one text, and the most calls of a pair.
const CONFLICTS: usize = 16;
const CALLS: usize = 8;

impl CallKnowledge {
    /// Adds what is known later.
    pub(crate) fn add(&mut self, later: CallKnowledge) {
        self.unsteady.extend(later.unsteady);
        self.differing.extend(later.differing);
        self.agreements.extend(later.agreements);
    }
}

impl Twin {
    /// Returns the old version, at first without telling values that differ. `paired` are the calls
    /// that call a function of its own in each version.
    pub(crate) fn new(old: Runner, paired: impl Iterator<Item = u16>) -> Twin {
        Twin {
            old,
            changed: FxHashMap::default(),
            learned: Some(BTreeMap::new()),
            unsteady: FxHashSet::default(),
            differing: FxHashSet::default(),
            paired: paired.map(|call| (call, Agreement::default())).collect(),
            noted: CallKnowledge::default(),
        }
    }

    /// Returns the number of calls of some paired ones, if all agree and these are enough to tell
    /// that they call one function.
    pub(crate) fn agreement(&self, calls: impl Iterator<Item = u16>) -> Option<u64> {
        let mut all = Agreement::default();
        for call in calls {
            if self.differing.contains(&call) || self.unsteady.contains(&call) {
                return None;
            }
            all = all.and(self.paired.get(&call)?);
        }
        all.is_enough()
    }

    /// Ends learning. Returns the types of the crate whose `Debug` has another form: all values
    /// that were met look different. From now on values of them differ where equal ones of one
    /// version are not equal ones of the other.
    pub(crate) fn learn(&mut self, is_of_crate: impl Fn(u16) -> bool) -> Vec<u16> {
        let all = self.learned.take().unwrap_or_default();
        let has_changed = |ty: u16, pairs: &Pairs| {
            is_of_crate(ty)
                && pairs.old_of.len() >= VALUES
                && pairs.old_of.iter().all(|(new, all)| all.iter().all(|own| own.0 != *new))
        };
        let changed: Vec<u16> =
            all.iter().filter(|own| has_changed(*own.0, own.1)).map(|own| *own.0).collect();
        self.changed = changed.iter().map(|ty| (*ty, Pairs::default())).collect();
        changed
    }

    /// Returns the calls that end in different ways within a version.
    pub fn unsteady(&self) -> impl Iterator<Item = u16> {
        self.unsteady.iter().copied()
    }

    /// Returns what is known and was not returned before.
    pub(crate) fn news(&mut self) -> CallKnowledge {
        let unsteady = self.unsteady.difference(&self.noted.unsteady).copied().collect();
        let differing = self.differing.difference(&self.noted.differing).copied().collect();
        let is_new = |own: &(&u16, &Agreement)| {
            own.1.calls > self.noted.agreements.get(own.0).map_or(0, |noted| noted.calls)
        };
        let agreements = self.paired.iter().filter(is_new).map(|own| (*own.0, own.1.clone()));
        let news = CallKnowledge { unsteady, differing, agreements: agreements.collect() };
        self.noted.add(news.clone());
        news
    }

    /// Knows what an earlier comparison has known.
    pub(crate) fn resume(&mut self, known: CallKnowledge) {
        self.unsteady.extend(&known.unsteady);
        self.differing.extend(&known.differing);
        self.paired.extend(known.agreements.clone());
        self.noted = known;
    }

    /// Returns what runs the old version.
    pub(crate) fn old(&mut self) -> &mut Runner {
        &mut self.old
    }

    /// Notes that an expression ends in different ways within a version.
    pub(crate) fn note_unsteady(&mut self, own: &Expression) {
        self.unsteady.extend(own.root());
    }

    /// Runs expressions with the old version; what ends in another way than with the new one has
    /// another outcome.
    pub(super) fn compare(
        &mut self,
        new: &mut Runner,
        all: &[&Expression],
        mut outcomes: Vec<Outcome>,
    ) -> Result<Vec<Outcome>, Error> {
        let of_old = self.old.run(all)?;
        for ((own, outcome), old) in all.iter().zip(&mut outcomes).zip(&of_old) {
            // Which of an atom's calls is the one that panics is a matter of the crate's inside.
            if matches!(own, Expression::Armed(..)) {
                continue;
            }
            let paired = own.root().filter(|call| self.paired.contains_key(call));
            if paired.is_some_and(|call| self.differing.contains(&call)) {
                // Two functions that are not one: what else they do tells nothing.
                *outcome = Outcome::Stuck;
            } else if let Some((was, is)) = self.differs(own, outcome, old) {
                *outcome = self.settled(new, own, was.max(is) == EndKind::Hang)?;
            } else if let Some(call) = paired {
                self.agree(call, outcome, old);
            }
        }
        Ok(outcomes)
    }

    /// Notes that a paired call ended in the same way. Its value is an argument of others only if
    /// its text tells that both versions have it.
    fn agree(&mut self, call: u16, new: &mut Outcome, old: &Outcome) {
        let is_learning = self.learned.is_some();
        let has_form = |ty: &Option<u16>| ty.is_none_or(|ty| !self.changed.contains_key(&ty));
        let tells = !is_learning
            && !matches!(new, Outcome::Value { ty, .. } if !has_form(ty))
            && self.paired.get_mut(&call).is_some_and(|own| own.add(new, old));
        if let (Outcome::Value { ty, .. }, false) = (new, tells) {
            *ty = None;
        }
    }

    /// Returns how two outcomes differ, if they do.
    fn differs(&mut self, own: &Expression, new: &Outcome, old: &Outcome) -> Option<(EndKind, EndKind)> {
        let call = own.root()?;
        let (is, was) = (new.ended()?, old.ended()?);
        let is_same = match (new, old) {
            (
                Outcome::Value { ty, printed, is_printed: true, .. },
                Outcome::Value { printed: old, is_printed: true, .. },
            ) => {
                let known = ty.and_then(|ty| self.changed.get_mut(&ty));
                if let (Some(ty), Some(learned)) = (ty, &mut self.learned) {
                    if !own.any_call(&mut |call| self.paired.contains_key(&call)) {
                        learned.entry(*ty).or_default().add(*printed, *old, call);
                    }
                    true
                } else if let Some(pairs) = known {
                    // What is made of a value that differs tells nothing.
                    let is_other = |call| self.differing.contains(&call) || self.paired.contains_key(&call);
                    if !own.any_call(&mut { is_other }) {
                        pairs.add(*printed, *old, call);
                    }
                    pairs.fits(*printed, *old)
                } else {
                    printed == old
                }
            }
            // A value that one version cannot print.
            (Outcome::Value { .. }, Outcome::Value { .. }) => true,
            (Outcome::Panic(new), Outcome::Panic(old)) => new.message == old.message,
            _ => is == was,
        };
        (!is_same).then_some((was, is))
    }

    /// Returns whether a value of which the form has changed is surely the same in both versions:
    /// if another call has made it, too, or its call is not known to differ.
    fn is_sure(&self, own: &Expression, new: &Outcome, old: &Outcome) -> bool {
        let (
            Outcome::Value { ty: Some(ty), printed: new, .. },
            Outcome::Value { printed: old, .. },
            Some(call),
        ) = (new, old, own.root())
        else {
            return true;
        };
        let Some(pairs) = self.changed.get(ty) else { return true };
        !self.differing.contains(&call) || pairs.makers(*new, *old) > 1
    }

    /// Returns the outcome of an expression that differed: the first call that does, if it does so
    /// again and again. What was too slow once, and not again, says nothing about its call.
    fn settled(&mut self, new: &mut Runner, own: &Expression, mut was_slow: bool) -> Result<Outcome, Error> {
        let mut is_sure = true;
        for call in 1.. {
            let Some(part) = own.at_call(call) else { break };
            let (of_new, of_old) = (run(new, part)?, run(&mut self.old, part)?);
            let Some((was, is)) = self.differs(part, &of_new, &of_old) else {
                is_sure &= self.is_sure(part, &of_new, &of_old);
                continue;
            };
            if !is_sure {
                return Ok(Outcome::Stuck);
            }
            // What ends a worker does not do so by chance.
            let ends = matches!(was.max(is), EndKind::Death | EndKind::Hang);
            was_slow |= was.max(is) == EndKind::Hang;
            for _ in 0..if ends { 1 } else { AGAIN } {
                let (new_again, old_again) = (run(new, part)?, run(&mut self.old, part)?);
                if !is_alike(&of_new, &new_again) || !is_alike(&of_old, &old_again) {
                    let is_slow =
                        [&new_again, &old_again].iter().any(|own| own.ended() == Some(EndKind::Hang));
                    if !was_slow && !is_slow {
                        self.unsteady.extend(part.root());
                    }
                    return Ok(Outcome::Stuck);
                }
            }
            self.differing.extend(part.root());
            return Ok(Outcome::Differs(Differs { was, is, call }));
        }
        // It differed once and not again.
        if !was_slow {
            self.unsteady.extend(own.root());
        }
        Ok(Outcome::Stuck)
    }
}

fn run(runner: &mut Runner, own: &Expression) -> Result<Outcome, Error> {
    Ok(runner.some_alone(&[own])?.pop().unwrap_or(Outcome::Stuck))
}

/// Returns whether two runs of one version ended in the same way.
fn is_alike(one: &Outcome, other: &Outcome) -> bool {
    match (one, other) {
        (Outcome::Value { printed: one, .. }, Outcome::Value { printed: other, .. }) => one == other,
        (Outcome::Panic(one), Outcome::Panic(other)) => one.message == other.message,
        _ => one.ended() == other.ended(),
    }
}
