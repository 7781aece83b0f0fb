//! All values of a type: counted, looked up, walked and drawn.

use everycase_kernel::{BigUint, Derivations, Rng, SpaceError, Uniform};

use super::Inputs;
use crate::core::Type;
use crate::value::Value;

/// The values of a type, by size.
#[derive(Clone)]
pub struct Enumeration {
    inputs: Inputs,
    ty: Type,
    derivations: Derivations,
}

impl Enumeration {
    pub(super) fn new(inputs: Inputs, ty: Type) -> Self {
        let derivations = Derivations::new(inputs.shape(&ty));
        Self { inputs, ty, derivations }
    }

    /// Returns the number of values of this size.
    ///
    /// # Errors
    /// If counting up to this size exceeds the memory limit.
    pub fn count(&self, size: u32) -> Result<BigUint, SpaceError> {
        self.derivations.count(size)
    }

    /// Returns the size of the largest value, if that is known to be finite.
    ///
    /// # Errors
    /// As for [`count`](Self::count).
    pub fn largest_size(&self) -> Result<Option<u32>, SpaceError> {
        self.derivations.largest_size()
    }

    /// Returns the value with the number `index`, in the order of sizes.
    ///
    /// # Errors
    /// If the index is not below the number of values.
    pub fn index(&self, index: &BigUint) -> Result<Value, SpaceError> {
        let derivation = self.derivations.index(index)?;
        Ok(self.inputs.value(&self.ty, derivation.root()))
    }

    /// Calls `visit` on the values of a size in order, until it returns false.
    ///
    /// # Errors
    /// As for [`count`](Self::count).
    pub fn of_size(&self, size: u32, mut visit: impl FnMut(Value) -> bool) -> Result<(), SpaceError> {
        let mut walk = self.derivations.of_size(size)?;
        while let Some(derivation) = walk.next() {
            if !visit(self.inputs.value(&self.ty, derivation.root())) {
                break;
            }
        }
        Ok(())
    }

    /// Returns a source of values that draws each value of a size with equal probability.
    ///
    /// # Errors
    /// As for [`count`](Self::count).
    pub fn sampler(&self) -> Result<Sampler, SpaceError> {
        Ok(Sampler { inputs: self.inputs.clone(), ty: self.ty.clone(), uniform: self.derivations.uniform()? })
    }
}

/// Draws values of a type uniformly.
#[derive(Clone)]
pub struct Sampler {
    inputs: Inputs,
    ty: Type,
    uniform: Uniform,
}

impl Sampler {
    /// Draws a value of a size.
    ///
    /// # Errors
    /// [`SpaceError::Empty`] if there is none.
    pub fn of_size<R: Rng + ?Sized>(&mut self, size: u32, rng: &mut R) -> Result<Value, SpaceError> {
        let derivation = self.uniform.of_size(size, rng)?;
        Ok(self.inputs.value(&self.ty, derivation.root()))
    }
}
