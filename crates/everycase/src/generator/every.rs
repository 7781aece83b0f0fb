//! Every sequence of choices, one after the other, if they are few.
//!
//! For example, a generator that takes `g.range(1, 2)` after `g.bool()` is `true` is run with the
//! choices `false`; `true, 1`; and `true, 2`. Each run repeats the sequence of the one before with
//! the last choice changed that has another alternative.

/// The maximal number of alternatives of a choice.
const ALTERNATIVES: u64 = 1 << 12;

/// The maximal number of choices of a run.
const CHOICES: usize = 1_000;

/// The sequence of the current run: of each choice the alternative, and how many there are.
#[derive(Default)]
pub(super) struct Every {
    sequence: Vec<(u64, u64)>,
    /// The number of choices that the current run has made.
    made: usize,
    /// Whether some run had too many choices, or a choice too many alternatives.
    is_endless: bool,
}

impl Every {
    /// Takes one of `of` alternatives.
    #[inline]
    pub(super) fn alternative(&mut self, of: u64) -> Option<u64> {
        if of > ALTERNATIVES || self.made == CHOICES {
            self.is_endless = true;
            return None;
        }
        if self.made == self.sequence.len() {
            self.sequence.push((0, of));
        }
        self.made += 1;
        Some(self.sequence[self.made - 1].0)
    }

    /// Takes a number between bounds.
    #[inline]
    pub(super) fn number(&mut self, low: i64, high: i64) -> Option<i64> {
        let distance = self.alternative(high.abs_diff(low).saturating_add(1))?;
        Some(low.wrapping_add_unsigned(distance))
    }

    /// Goes on to the next sequence. Returns false if there is none, or if some run could not be
    /// made.
    #[inline]
    pub(super) fn advance(&mut self) -> bool {
        self.sequence.truncate(self.made);
        self.made = 0;
        while let Some((taken, of)) = self.sequence.pop() {
            if taken + 1 < of {
                self.sequence.push((taken + 1, of));
                return !self.is_endless;
            }
        }
        false
    }

    /// Returns whether some run could not be made.
    pub(super) fn is_endless(&self) -> bool {
        self.is_endless
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the results of all sequences, and whether these are all.
    fn all(make: impl Fn(&mut Every) -> Option<i64>) -> (Vec<i64>, bool) {
        let (mut every, mut results) = (Every::default(), Vec::new());
        loop {
            results.extend(make(&mut every));
            if !every.advance() {
                return (results, !every.is_endless());
            }
        }
    }

    #[test]
    fn each_sequence_is_run_once() {
        let pairs = |every: &mut Every| {
            if every.alternative(2)? == 0 {
                Some(0)
            } else {
                Some(10 * every.number(1, 2)? + every.number(-1, 0)?)
            }
        };
        assert_eq!(all(pairs), (vec![0, 9, 10, 19, 20], true));
        assert_eq!(all(|_| Some(3)), (vec![3], true));
    }

    #[test]
    fn what_has_too_many_alternatives_is_not_whole() {
        assert!(!all(|every| every.number(i64::MIN, i64::MAX)).1);
        let endless = |every: &mut Every| {
            while every.alternative(1)? == 0 {}
            None
        };
        assert!(!all(endless).1);
    }
}
