//! The inputs of one size, one after the other.

use std::sync::Arc;

use num_bigint::BigUint;

use super::weak_orders::WeakOrder;
use super::{Cell, Counted, Input};
use crate::derivation::Derivation;
use crate::eager::walk::Walk;
use crate::error::SpaceError;

/// The inputs of one size of the [cost model `ranks`](super::Ranks), lent one at a time.
///
/// An input is a derivation of a space of structures, whose [words](Derivation::words) are those of the shape.
#[derive(Clone)]
pub struct RanksWalk {
    counted: Arc<Counted>,
    /// What is ahead, the next one last.
    cells: Vec<Cell>,
    /// The structures ahead in the current cell, and how many numbers of each range they have.
    structures: Option<(Walk, Vec<usize>)>,
    /// The current input, with the orders of its numbers.
    input: Option<(Input, Vec<WeakOrder>)>,
    /// Whether the current input is still ahead.
    is_ahead: bool,
}

impl RanksWalk {
    pub(super) fn new(counted: Arc<Counted>, cells: Vec<Cell>, first: &BigUint) -> Result<Self, SpaceError> {
        let mut walk = Self { counted, cells, structures: None, input: None, is_ahead: false };
        walk.cells.reverse();
        let mut within = first.clone();
        while let Some(cell) = walk.cells.last() {
            let count = cell.count();
            if within < count {
                walk.seek(within)?;
                break;
            }
            within -= count;
            walk.cells.pop();
        }
        Ok(walk)
    }

    /// Begins the next cell with the input of this index, which is below their number.
    fn seek(&mut self, within: BigUint) -> Result<(), SpaceError> {
        let Some(cell) = self.cells.pop() else { return Ok(()) };
        let structures = self.counted.structures.of_size_from(cell.cost, &(&within / &cell.orders))?;
        self.structures = Some((structures, cell.numbers));
        self.next_structure()?;
        let mut order = within % cell.orders;
        if let Some((_, orders)) = &mut self.input {
            // Those of the last range change first.
            for (own, all) in orders.iter_mut().zip(&self.counted.orders).rev() {
                let count = all.count(own.numbers());
                *own = all.unrank(own.numbers(), &order % count);
                order /= count;
            }
            self.is_ahead = true;
        }
        Ok(())
    }

    /// Returns the next input. It takes time in the size of the input.
    ///
    /// # Errors
    /// As for [`Ranks::count`](super::Ranks::count), although all that the walk needs is already counted.
    #[expect(clippy::should_implement_trait, reason = "it lends, which `Iterator` cannot")]
    pub fn next(&mut self) -> Result<Option<&Derivation>, SpaceError> {
        self.after(0)
    }

    /// Skips some inputs and returns the next one.
    ///
    /// # Errors
    /// As for [`next`](Self::next).
    pub fn after(&mut self, skipped: u64) -> Result<Option<&Derivation>, SpaceError> {
        for _ in 0..=skipped {
            if std::mem::take(&mut self.is_ahead) {
                continue;
            }
            let has_next =
                self.input.as_mut().is_some_and(|(_, orders)| orders.iter_mut().rev().any(WeakOrder::step));
            if !has_next && !self.next_structure()? {
                return Ok(None);
            }
        }
        Ok(self.input.as_mut().map(|(input, orders)| {
            input.fill(orders);
            &input.derivation
        }))
    }

    /// Goes on to the next structure, with the first orders. Returns whether there is one.
    fn next_structure(&mut self) -> Result<bool, SpaceError> {
        loop {
            if let Some((walk, numbers)) = &mut self.structures
                && let Some(structure) = walk.next()
            {
                let orders =
                    numbers.iter().zip(&self.counted.orders).map(|(&numbers, all)| all.first(numbers));
                let input = Input::new(structure.clone(), &self.counted.weights);
                self.input = Some((input, orders.collect()));
                return Ok(true);
            }
            let Some(cell) = self.cells.pop() else {
                self.input = None;
                return Ok(false);
            };
            self.structures = Some((self.counted.structures.of_size(cell.cost)?, cell.numbers));
        }
    }
}
