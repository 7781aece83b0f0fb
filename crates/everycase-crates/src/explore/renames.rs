//! Which pairs of functions are one, under another name or with the parameters in another order.

use std::collections::{BTreeMap, BTreeSet};

use crate::driver::{Driver, Fate, Pair, Twins};
use crate::expression::Expression;
use crate::runner::Twin;

/// A function of both versions under another name, or with its parameters in another order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rename {
    /// The pair that it is.
    pub pair: Pair,
    /// The number of compared calls: all agree.
    pub calls: u64,
    /// Whether no call compiles with both versions as it is written: if one does, it is a change of
    /// behaviour that callers do not see.
    pub breaks: bool,
}

/// The operations of pairs.
pub(super) struct Operations {
    /// The pair of each, by its number.
    pair_of: BTreeMap<u16, usize>,
    /// The number of calls of each pair that agreed, if these are enough to tell that it is one
    /// function.
    agreeing: Vec<Option<u64>>,
}

impl Operations {
    /// Returns the operations of a driver.
    pub(super) fn of(driver: &Driver, pairs: &[Pair]) -> Operations {
        let place = |item: usize| pairs.iter().position(|own| own.item == item);
        let errors = driver.errors_of();
        let mut pair_of = BTreeMap::new();
        for (own, call) in driver.calls.iter().zip(0..) {
            if let Some(pair) = place(own.item) {
                pair_of.insert(call, pair);
                pair_of.extend(errors.get(&call).map(|error| (*error, pair)));
            }
        }
        Operations { pair_of, agreeing: vec![None; pairs.len()] }
    }

    /// Returns the numbers of all operations.
    pub(super) fn all(&self) -> impl Iterator<Item = u16> {
        self.pair_of.keys().copied()
    }

    /// Decides which pairs are one function.
    pub(super) fn decide(&mut self, twin: &Twin) {
        for (pair, agreeing) in self.agreeing.iter_mut().enumerate() {
            let operations = self.pair_of.iter().filter(|own| *own.1 == pair).map(|own| *own.0);
            *agreeing = twin.agreement(operations);
        }
    }

    /// Returns whether an expression tells nothing of what a function of both versions does: it
    /// calls a pair, or has an argument of one that are two functions.
    pub(super) fn are_in(&self, own: &Expression) -> bool {
        own.root().is_some_and(|call| self.pair_of.contains_key(&call))
            || own.any_call(&mut |call| {
                self.pair_of.get(&call).is_some_and(|pair| self.agreeing[*pair].is_none())
            })
    }

    /// Returns the functions that are one, each once. Of functions of both versions these are
    /// retyped ones, and the ones that behave differently with their parameters as they are.
    pub(super) fn renamed(
        &self,
        twins: &Twins,
        is_retyped: impl Fn(usize) -> bool,
        is_changed: impl Fn(usize) -> bool,
    ) -> Vec<Rename> {
        let (mut old, mut new) = (BTreeSet::new(), BTreeSet::new());
        let mut all = Vec::new();
        for (pair, agreeing) in twins.pairs.iter().zip(&self.agreeing) {
            let (breaks, is_one) = if pair.old == pair.new {
                (is_retyped(pair.new), is_retyped(pair.new) || is_changed(pair.new))
            } else {
                let fates = (twins.fates[pair.old], twins.fates[pair.new]);
                (true, fates == (Fate::Removed, Fate::Added))
            };
            if let (true, Some(calls)) = (is_one, *agreeing)
                && !old.contains(&pair.old)
                && new.insert(pair.new)
            {
                old.insert(pair.old);
                all.push(Rename { pair: pair.clone(), calls, breaks });
            }
        }
        all
    }
}
