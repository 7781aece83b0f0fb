//! Walks over a part of the values of one size: in both directions, with strides and seeks.

use std::sync::Arc;

use num_bigint::BigUint;

use super::enumerate::Odometer;
use crate::derivation::Derivation;
use crate::grammar::Tables;
use crate::grammar::limbs;

/// The maximal distance over which stepping is faster than seeking.
const STEPS: u128 = 32;

/// The derivations of one size, lent one at a time.
///
/// The arena is updated in place: [`next`](Self::next) costs a few decisions on average, not a
/// whole value.
#[derive(Clone)]
pub struct Walk {
    front: Side,
    back: Side,
    size: u32,
    /// The index of the first derivation ahead.
    first: Vec<u64>,
    /// The number of derivations ahead, saturating at a number that is never reached.
    left: u128,
    /// Every `stride`-th derivation is returned, the first one included.
    stride: u128,
}

/// An odometer, and its distance from the next derivation to return; `None` if it has no position
/// yet.
#[derive(Clone)]
struct Side {
    odometer: Odometer,
    behind: Option<u128>,
}

impl Side {
    fn new(tables: &Arc<Tables>) -> Self {
        Self { odometer: Odometer::new(Derivation::new(Arc::clone(tables))), behind: None }
    }

    /// Moves to `index`, stepping when it is near.
    #[inline]
    fn go(&mut self, size: u32, backwards: bool, index: impl FnOnce() -> Vec<u64>) {
        match self.behind.take() {
            Some(behind) if behind <= STEPS => {
                let mut first = None;
                for _ in 0..behind {
                    self.odometer.step(backwards);
                    first.get_or_insert(self.odometer.derivation.since);
                }
                // Collect the changes of all steps.
                if let Some(first) = first {
                    self.odometer.derivation.since = first.min(self.odometer.derivation.since);
                }
            }
            _ => self.odometer.seek(size, index()),
        }
        self.behind = Some(0);
    }
}

impl Walk {
    /// Returns a walk over at most `left` derivations from `first` on. The tables must cover the
    /// size.
    #[inline]
    pub(crate) fn new(tables: &Arc<Tables>, size: u32, first: Vec<u64>, left: u128) -> Self {
        Self { front: Side::new(tables), back: Side::new(tables), size, first, left, stride: 1 }
    }

    /// Returns a walk over all derivations of a size.
    pub(crate) fn all(tables: &Arc<Tables>, size: u32) -> Self {
        let count = tables.of_size(size);
        Self::new(tables, size, Vec::new(), limbs::to_u128(count).unwrap_or(u128::MAX))
    }

    /// Returns a walk over every `stride`-th of the derivations ahead, beginning with the one
    /// `offset` ahead. A stride of 0 counts as 1.
    #[must_use]
    pub fn striped(mut self, offset: u128, stride: u128) -> Self {
        self.skip_ahead(offset.saturating_mul(self.stride));
        self.stride = self.stride.saturating_mul(stride.max(1));
        // The last one must be a multiple of the stride, so that walking backwards visits the same
        // values.
        if let Some(most) = self.left.checked_sub(1) {
            self.left = most - most % self.stride + 1;
        }
        self.back.behind = None;
        self
    }

    /// Returns the number of derivations ahead; `u128::MAX` if there are more.
    pub fn remaining(&self) -> u128 {
        self.left.div_ceil(self.stride)
    }

    /// Returns the index, among the values of the size, of the next derivation.
    #[inline]
    pub fn position(&self) -> BigUint {
        limbs::to_big(&self.first)
    }

    /// Skips the next `n` derivations without visiting them.
    #[inline]
    pub fn skip(&mut self, n: u128) {
        self.skip_ahead(n.saturating_mul(self.stride));
    }

    fn skip_ahead(&mut self, n: u128) {
        let n = n.min(self.left);
        self.left -= n;
        limbs::add(&mut self.first, &limbs::from_u128(n));
        self.front.behind = self.front.behind.map(|behind| behind.saturating_add(n));
    }

    /// Returns the next derivation from the front.
    #[inline]
    #[expect(clippy::should_implement_trait, reason = "it lends, which `Iterator` cannot")]
    pub fn next(&mut self) -> Option<&Derivation> {
        if self.left == 0 {
            return None;
        }
        let Self { front, first, size, .. } = self;
        front.go(*size, false, || first.clone());
        let stride = self.stride.min(self.left);
        self.left -= stride;
        if let Some(low) = self.first.first_mut().filter(|low| **low < u64::MAX && stride == 1) {
            *low += 1;
        } else {
            limbs::add(&mut self.first, &limbs::from_u128(stride));
        }
        self.front.behind = Some(stride);
        Some(&self.front.odometer.derivation)
    }

    /// Returns the derivation that [`next`](Self::next) returned last.
    #[inline]
    pub fn current(&self) -> Option<&Derivation> {
        self.front.behind.map(|_| &self.front.odometer.derivation)
    }

    /// Returns the next derivation from the back.
    #[inline]
    pub fn next_back(&mut self) -> Option<&Derivation> {
        let last = self.left.checked_sub(1)?;
        let Self { back, first, size, .. } = self;
        back.go(*size, true, || {
            let mut index = first.clone();
            limbs::add(&mut index, &limbs::from_u128(last));
            index
        });
        let stride = self.stride.min(self.left);
        self.left -= stride;
        self.back.behind = Some(stride);
        Some(&self.back.odometer.derivation)
    }
}
