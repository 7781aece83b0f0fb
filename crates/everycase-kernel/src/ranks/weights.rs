//! Sizes that tell how many numbers of each range a structure has.
//!
//! Let structures have size `n` at most, numbers of `t` ranges, and let `B = n + 1` and `C = n B^(t-1) + 1`. If each unit that a structure
//! pays costs `C`, and a number of the range `i` costs `C + B^i`, then a structure of size `s` with `k_i` numbers costs
//! `C s + (k_0 + k_1 B + ..)`. The part in parentheses is below `C`, and its digits are the counts of numbers, so no other structure costs
//! as much. Thus counts by cost are counts by size and by the numbers of each range, and need no code of their own.

use std::sync::Arc;

use crate::error::SpaceError;
use crate::grammar::range::Range;
use crate::grammar::shape::{Alternative, Form, Key, Shape};

/// The costs of the ranges of a shape.
pub(super) struct Weights {
    pub(super) ranges: Vec<Range>,
    /// `C` and `B`.
    unit: u32,
    base: u32,
}

impl Weights {
    /// Returns costs for structures up to a size.
    ///
    /// # Errors
    /// If there are too many ranges for the size.
    pub(super) fn new(ranges: Vec<Range>, size: u32) -> Result<Arc<Self>, SpaceError> {
        let others = (ranges.len() as u32).saturating_sub(1);
        let base = size.saturating_add(1);
        let unit = base.checked_pow(others).and_then(|power| power.checked_mul(size)?.checked_add(1));
        // The cost of the largest structure must be a size.
        match unit.filter(|unit| unit.checked_mul(base).is_some()) {
            Some(unit) => Ok(Arc::new(Self { ranges, unit, base })),
            None => Err(SpaceError::TooLarge { size }),
        }
    }

    /// Returns the place of a range.
    pub(super) fn place(&self, range: &Range) -> Option<usize> {
        self.ranges.iter().position(|known| known == range)
    }

    /// Returns the costs of the structures of a size.
    pub(super) fn costs(&self, size: u32) -> std::ops::Range<u32> {
        let least = self.unit.saturating_mul(size);
        least..least.saturating_add(self.unit)
    }

    /// Returns how many numbers of each range a structure with this cost has.
    pub(super) fn numbers(&self, cost: u32) -> impl Iterator<Item = usize> + '_ {
        let digits = std::iter::successors(Some(cost % self.unit), |digits| Some(digits / self.base));
        digits.map(|digits| (digits % self.base) as usize).take(self.ranges.len())
    }

    /// Returns a shape with these costs, to be weighed as [structures](crate::CostModel::Structural).
    pub(super) fn apply(self: &Arc<Self>, shape: &Shape) -> Shape {
        struct Weighed;
        match shape.form() {
            Form::Named(..) => {
                let (weights, shape) = (Arc::clone(self), shape.clone());
                Shape::named(Key::of::<Weighed>().under(&shape), move || match shape.form() {
                    Form::Named(_, body) => weights.apply(&body()),
                    _ => weights.apply(&shape),
                })
            }
            Form::Pay(cost, shape) => self.apply(shape).pay(cost.saturating_mul(self.unit)),
            Form::Listed(exact, _) => self.apply(exact),
            Form::Range(range) => {
                // Ranges that are not known are reached beyond the size only.
                let own = self.place(range).map(|place| self.base.saturating_pow(place as u32));
                // As a structure, a number has size 1.
                let cost = own.map_or(u32::MAX, |own| self.unit.saturating_add(own) - 1);
                shape.clone().pay(cost)
            }
            Form::Sum { alternatives, payload } => {
                let weighed = |one: &Alternative| Alternative {
                    cost: one.cost.saturating_mul(self.unit),
                    fields: one.fields.iter().map(|field| self.apply(field)).collect(),
                    ..one.clone()
                };
                let alternatives = alternatives.iter().map(weighed).collect();
                Shape::new(Form::Sum { alternatives, payload: payload.clone() })
            }
        }
    }
}
