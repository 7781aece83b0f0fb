//! The values that are tried to find what the missing ones have in common.

use std::time::Instant;

use pun::value::Value;

use crate::bounds::Bounds;
use crate::formula::{Formulas, Truth};
use crate::machines::Machines;
use crate::members::{Candidate, Members};
use crate::production::{Producing, Production};
use crate::region::Region;
use crate::search::Ending;
use crate::verifier::Generator;

/// The number of values that are tried.
const VALUES: usize = 400;

/// The number of sizes beyond the size of the first missing value.
const SIZES: u32 = 3;

/// The number of runs for each value.
const RUNS: u32 = 1_000;

impl Generator {
    /// Returns what the missing values have in common; the smallest of them have size `smallest`.
    /// `None` if the time is over, or if it is unknown whether some value is produced.
    pub(crate) fn region(&self, bounds: &Bounds, smallest: u32) -> Option<Region> {
        let inputs = self.inputs.as_ref().ok()?;
        let [strict, on_demand] = [&self.shared.strict, &self.shared.on_demand].map(Machines::new);
        let formulas = Formulas::new(&strict, inputs);
        let producing = Producing::new(&on_demand);
        let members = Members::new(&self.coverage, &formulas);
        let deadline = bounds.time.and_then(|time| Instant::now().checked_add(time));
        let is_over =
            || bounds.stop.is_wanted() || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let last = bounds.size.map_or(smallest + SIZES, |most| most.min(smallest + SIZES));
        let mut tried: Vec<(Vec<Value>, bool)> = Vec::new();
        for size in 0..=last {
            let ended = members.of_size(&strict, size, |candidate| {
                if is_over() {
                    return Some(false);
                }
                let Candidate { values, is_member } = candidate?;
                let (found, _) = producing.of(self.coverage.produces, &values, RUNS);
                match (is_member, found) {
                    (Truth::True, Production::Produced) => tried.push((values, true)),
                    (Truth::True, Production::Missing) => tried.push((values, false)),
                    _ => return Some(false),
                }
                (tried.len() == VALUES).then_some(true)
            });
            match ended {
                Ending::Early(true) => break,
                Ending::Early(false) => return None,
                Ending::Whole | Ending::Cut => {}
            }
        }
        Region::of(&tried)
    }
}
