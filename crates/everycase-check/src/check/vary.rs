//! The parameters of a counterexample that do not matter: with each of the smallest values of one
//! of them, the others as they are, the property fails in the same way.

use everycase_kernel::{Derivation, Derivations, Shape, SpaceError, Until};

use super::result::{Counterexample, Variation};
use super::shrink::{Once, Shrinking};
use super::streams::Check;
use crate::run::error::CheckError;
use crate::streams::source::COUNTS;

/// The number of values that are tried for a parameter.
const VALUES: usize = 32;

/// The sizes that are looked at for them, from the smallest one on.
const SIZES: u32 = 64;

/// The smallest values of a parameter.
struct Smallest {
    /// Each as words.
    values: Vec<Vec<u64>>,
    /// Whether these are all.
    are_all: bool,
}

impl Check<'_> {
    /// Finds the parameters that do not matter, as long as there is time for shrinking. Inputs that
    /// are decided on demand show what the property has looked at instead.
    pub(super) fn vary(
        &mut self,
        found: &mut Counterexample,
        shrinking: &Shrinking,
    ) -> Result<(), CheckError> {
        let fields = self.derivations.shape().fields().unwrap_or_default();
        if self.runner.subject.profile().is_lazy() || found.input.root().arity() != Some(fields.len()) {
            return Ok(());
        }
        let own: Vec<Vec<u64>> =
            (0..fields.len()).map(|parameter| found.input.root().field(parameter).words()).collect();
        for (parameter, shape) in fields.iter().enumerate() {
            // A failure is reported even if the values of a parameter cannot be enumerated.
            let Ok(smallest) = Smallest::of(shape, self.runner.pool.until(Some(shrinking.end))) else {
                continue;
            };
            if smallest.values.len() > 1 && self.all_fail(&own, parameter, &smallest, shrinking)? {
                let values = smallest.values.len() as u64;
                found.varied.push(Variation { parameter, values, are_all: smallest.are_all });
            }
        }
        Ok(())
    }

    /// Returns whether the property fails in the same way with each of these values of a parameter.
    fn all_fail(
        &mut self,
        own: &[Vec<u64>],
        parameter: usize,
        smallest: &Smallest,
        shrinking: &Shrinking,
    ) -> Result<bool, CheckError> {
        let bound = self.plan.budget.size.unwrap_or(u32::MAX);
        for value in smallest.values.iter().filter(|value| **value != own[parameter]) {
            let words: Vec<&Vec<u64>> =
                own.iter().enumerate().map(|(i, own)| if i == parameter { value } else { own }).collect();
            let input =
                self.derivations.parse(&words.into_iter().flatten().copied().collect::<Vec<u64>>())?;
            if input.size() > bound || shrinking.is_over() || self.plan.stop.is_wanted() {
                return Ok(false);
            }
            match self.once(&input)? {
                Once::Fails(failure) if shrinking.same.has(&failure) => {}
                Once::Fails(_) | Once::Undecided(_) | Once::Holds => return Ok(false),
            }
        }
        Ok(true)
    }
}

impl Smallest {
    /// Returns the smallest values of a shape, if they can be enumerated within the limits.
    fn of(shape: &Shape, until: Until) -> Result<Smallest, SpaceError> {
        let all = Derivations::new(shape.clone()).until(until.within_memory(COUNTS));
        let mut values: Vec<Vec<u64>> = Vec::new();
        for size in 0..SIZES {
            let mut walk = all.of_size(size)?;
            while let Some(value) = walk.next() {
                if values.len() == VALUES {
                    return Ok(Smallest { values, are_all: false });
                }
                values.push(Derivation::words(value));
            }
        }
        let are_all = all.largest_size()?.is_some_and(|largest| largest < SIZES);
        Ok(Smallest { values, are_all })
    }
}
