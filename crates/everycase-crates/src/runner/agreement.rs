//! The counts of agreement of an operation that calls a function of its own in each version.

use rustc_hash::FxHashSet;

use crate::worker::Outcome;

/// The compared calls of an operation that ended in the same way with both versions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Agreement {
    pub(crate) calls: u64,
    /// What they returned, as hashes.
    pub(crate) values: FxHashSet<u64>,
}

/// The fewest calls that have to agree, and the fewest different values that they return: a
/// function that is constant agrees with every other one that is.
const CALLS: u64 = 10;
const VALUES: usize = 2;

/// The most values that are kept.
const KEPT: usize = 16;

impl Agreement {
    /// Adds a call that ended so with both versions. Returns whether that tells something: a value
    /// that cannot be printed does not.
    pub(super) fn add(&mut self, new: &Outcome, old: &Outcome) -> bool {
        let value = match (new.result(), old.result()) {
            (Some(new), Some(_)) => Some(new),
            _ if matches!((new, old), (Outcome::Panic(_), Outcome::Panic(_))) => None,
            _ => return false,
        };
        self.calls += 1;
        self.values.extend(value.filter(|_| self.values.len() < KEPT));
        true
    }

    /// Returns the agreement of several operations.
    pub(super) fn and(mut self, other: &Agreement) -> Agreement {
        self.calls += other.calls;
        self.values.extend(&other.values);
        self
    }

    /// Returns the number of calls, if there were enough to tell that both functions are one.
    pub(super) fn is_enough(&self) -> Option<u64> {
        (self.calls >= CALLS && self.values.len() >= VALUES).then_some(self.calls)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_that_is_constant_and_few_calls_tell_nothing() {
        let value = |printed, is_printed| Outcome::Value {
            ty: None,
            looks: printed,
            printed,
            is_printed,
            allocated: 0,
            form: 0,
            text: String::new(),
        };
        let of = |count: u64, of: &dyn Fn(u64) -> Outcome| {
            let mut all = Agreement::default();
            for own in 0..count {
                let _ = all.add(&of(own), &of(own));
            }
            all.is_enough()
        };
        assert_eq!(of(10, &|own| value(own % 2, true)), Some(10));
        assert_eq!(of(9, &|own| value(own, true)), None);
        assert_eq!(of(99, &|_| value(7, true)), None);
        assert_eq!(of(99, &|own| value(own, false)), None);
        assert_eq!(of(99, &|own| if own < 5 { Outcome::Absent } else { Outcome::Error }), Some(99));
    }
}
