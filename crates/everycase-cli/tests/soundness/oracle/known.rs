//! The knowledge of brute force about a property: its verdict on all inputs up to a size, and on a witness.

use super::generators::Source;
use super::property::{Property, Truth};
use super::terms::Verdict;
use super::values::{Lists, Type, Value};

/// What is known of a property.
pub(crate) struct Known<'p> {
    pub(crate) property: &'p Property,
    lists: Lists,
    /// How many inputs are tried.
    most: usize,
    tried: usize,
    /// The smallest size of which not all inputs were tried.
    next: u32,
    /// Is no size left that brute force can try?
    is_exhausted: bool,
    /// The size of the smallest failures that were found.
    pub(crate) failure: Option<u32>,
    /// The size of the smallest inputs that meet the premises.
    pub(crate) reached: Option<u32>,
}

/// How many times more inputs are tried to judge a claim about them.
const TIMES: usize = 8;

/// Sizes beyond this one are not tried: types without large values have none there.
const SIZES: u32 = 64;

impl<'p> Known<'p> {
    /// Of all inputs of the first sizes, but not of more than `most` inputs.
    pub(crate) fn new(property: &'p Property, most: usize) -> Self {
        let mut known = Known {
            property,
            lists: Lists::default(),
            most,
            tried: 0,
            next: 0,
            is_exhausted: false,
            failure: None,
            reached: None,
        };
        while known.failure.is_none() && !known.is_exhausted {
            known.try_next();
        }
        if let Truth::Fails(witness) = &property.truth {
            known.see(known.size(witness), true);
        }
        known
    }

    /// Notes that an input of a size meets the premises.
    fn see(&mut self, size: u32, fails: bool) {
        let least = |known: Option<u32>| Some(known.map_or(size, |known| known.min(size)));
        self.reached = least(self.reached);
        if fails {
            self.failure = least(self.failure);
        }
    }

    /// Tries all inputs up to a size, if they are not many times more than those that were to be tried.
    pub(crate) fn try_through(&mut self, size: u32) {
        let most = self.most;
        self.most = TIMES * most;
        self.is_exhausted = false;
        while self.next <= size && !self.is_exhausted {
            self.try_next();
        }
        self.most = most;
        self.is_exhausted = true;
    }

    /// Tries the inputs of the next size.
    fn try_next(&mut self) {
        let size = self.next;
        let sources = &self.property.parameters;
        let count = self.count_at(size).unwrap_or(u128::MAX);
        if size > SIZES || count > self.most.saturating_sub(self.tried) as u128 {
            self.is_exhausted = true;
            return;
        }
        for inputs in inputs(&mut self.lists, sources, size) {
            self.tried += 1;
            match self.property.say(&inputs) {
                Some(Verdict::Discarded) | None => {}
                Some(verdict) => {
                    self.see(size, verdict.is_failure());
                }
            }
        }
        self.next += 1;
    }

    /// How many inputs there are of a size.
    fn count_at(&mut self, size: u32) -> Option<u128> {
        let types: Option<Vec<_>> = self.property.parameters.iter().map(Source::as_type).collect();
        match types {
            Some(types) => self.lists.count(&types, size),
            // What generators give is not many more than doubled by a size.
            None => Some(1_u128 << size.min(40)),
        }
    }

    /// How many inputs there are up to a size, if that can be counted.
    pub(crate) fn count(&mut self, through: u32) -> Option<u128> {
        let types: Option<Vec<_>> = self.property.parameters.iter().map(Source::as_type).collect();
        // A nested type has a member for each depth.
        let most = if types?.iter().any(|ty| matches!(ty, Type::Nest(_))) { 30 } else { 150 };
        if through > most {
            return None;
        }
        (0..=through).try_fold(0_u128, |sum, size| sum.checked_add(self.count_at(size)?))
    }

    /// All sizes up to this one were tried.
    pub(crate) fn through(&self) -> Option<u32> {
        self.next.checked_sub(1)
    }

    pub(crate) fn size(&self, inputs: &[Value]) -> u32 {
        let sizes = self.property.parameters.iter().zip(inputs);
        sizes.map(|(source, value)| source.size(value)).sum()
    }

    /// Are there finitely many inputs?
    pub(crate) fn is_finite(&self) -> bool {
        self.property.parameters.iter().all(Source::is_finite)
    }
}

/// All inputs of a size.
fn inputs(lists: &mut Lists, sources: &[Source], size: u32) -> Vec<Vec<Value>> {
    let [first, rest @ ..] = sources else {
        return if size == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let mut all = Vec::new();
    for own in 0..=size {
        let firsts = first.values(lists, own);
        if firsts.is_empty() {
            continue;
        }
        let rests = inputs(lists, rest, size - own);
        for first in firsts {
            all.extend(
                rests.iter().map(|rest| std::iter::once(first.clone()).chain(rest.iter().cloned()).collect()),
            );
        }
    }
    all
}
