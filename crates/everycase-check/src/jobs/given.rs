//! Given inputs.

use std::sync::Arc;

use everycase_kernel::{Derivation, SpaceError};

use super::each::Inputs;

/// Given inputs, in order.
#[derive(Clone)]
pub struct Given(pub Arc<[Derivation]>);

impl Inputs for Given {
    fn each(&self, mut run: impl FnMut(u64, u32, &Derivation) -> bool) -> Result<(), SpaceError> {
        for (place, input) in (0..).zip(self.0.iter()) {
            if !run(place, input.size(), input) {
                break;
            }
        }
        Ok(())
    }

    fn input(&self, position: u64) -> Result<Derivation, SpaceError> {
        self.0.get(position as usize).cloned().ok_or(SpaceError::Empty { size: 0 })
    }

    fn up_to(&self, position: u64) -> u64 {
        position.saturating_add(1)
    }
}
