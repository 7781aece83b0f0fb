//! The inputs of one size, one after the other.

use std::sync::Arc;

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
}

impl RanksWalk {
    pub(super) fn new(counted: Arc<Counted>, mut cells: Vec<Cell>) -> Self {
        cells.reverse();
        Self { counted, cells, structures: None, input: None }
    }

    /// Returns the next input. It takes time in the size of the input.
    ///
    /// # Errors
    /// None: what is needed is counted. (They would be those of [`Ranks::count`](super::Ranks::count).)
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
