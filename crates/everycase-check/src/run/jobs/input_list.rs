//! Given inputs.

use std::sync::Arc;

use everycase_kernel::lazy::{Place, Sequence};
use everycase_kernel::{Derivation, SpaceError};

use super::complete::Inputs;

/// Given inputs, in order.
#[derive(Clone)]
pub struct InputList(pub Arc<[Derivation]>);

impl Inputs for InputList {
    fn sequence(&self) -> Result<Box<dyn Sequence>, SpaceError> {
        Ok(Box::new(InOrder { inputs: Arc::clone(&self.0), next: 0 }))
    }

    fn input(&self, position: u64) -> Result<Derivation, SpaceError> {
        self.0.get(position as usize).cloned().ok_or(SpaceError::Empty { size: 0 })
    }

    fn up_to(&self, position: u64) -> u64 {
        position.saturating_add(1)
    }
}

struct InOrder {
    inputs: Arc<[Derivation]>,
    next: usize,
}

impl Sequence for InOrder {
    fn advance(&mut self) -> Result<Option<Place>, SpaceError> {
        let Some(input) = self.inputs.get(self.next) else { return Ok(None) };
        let place = Place { position: self.next as u64, size: input.size() };
        self.next += 1;
        Ok(Some(place))
    }

    fn current(&self) -> Option<&Derivation> {
        self.inputs.get(self.next.checked_sub(1)?)
    }
}
