//! Runs of a property outside of a check: a search of one size bound, and draws of one size.

use everycase_check::stats::Labels;
use everycase_check::verdict::{LazySubject, Verdict};
use everycase_space::lazy::{Drawing, Partial};
use everycase_space::{Random, SeedableRng, SpaceError};

use super::Checks;

/// How many inputs were drawn, and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Inputs that meet the premise.
    pub values: u64,
    /// Runs of the property.
    pub runs: u64,
    /// What was learned of inputs that do not, in bytes.
    pub memory: usize,
}

/// What a search has come across.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// Runs of the property, each for all inputs that look the same to it.
    pub runs: u64,
    /// Those of them in which it did not hold.
    pub failures: u64,
}

impl Checks {
    /// Searches all inputs up to a size, failures or not (Paper II): one run for each class of inputs that look the same.
    ///
    /// # Errors
    /// When the inputs cannot be enumerated.
    pub fn search(&self, number: usize, size: u32) -> Result<Searched, SpaceError> {
        let subject = self.subject(&self.compiled, number);
        let mut run = Partial::new();
        let mut searched = Searched { runs: 0, failures: 0 };
        let mut goes_on = run.begin(&self.derivations(&self.properties()[number]), size)?;
        while goes_on {
            searched.runs += 1;
            if matches!(subject.run_lazily(&mut run, &mut Labels::default()), Verdict::Failed(_)) {
                searched.failures += 1;
            }
            goes_on = run.next_class();
        }
        Ok(searched)
    }

    /// Draws so many inputs of exactly one size that meet the premise of the property of a number, each equally likely; fewer
    /// only if there are none at all. The property is run on each.
    ///
    /// # Errors
    /// When there are too many inputs of the size to be counted.
    pub fn draw(&self, number: usize, size: u32, values: u64, seed: u64) -> Result<Drawn, SpaceError> {
        let subject = self.subject(&self.compiled, number);
        let mut run = Partial::new();
        let mut drawn = Drawn { values: 0, runs: 0, memory: 0 };
        let (mut drawing, mut rng) = (Drawing::new(0), Random::seed_from_u64(seed));
        if !run.begin_draws(&self.derivations(&self.properties()[number]), size)? {
            return Ok(drawn);
        }
        run.set_sharing(subject.names_what_is_to_do());
        while drawn.values < values && drawing.begin(&mut run, &mut rng) {
            drawn.runs += 1;
            let verdict = subject.run_lazily(&mut run, &mut Labels::default());
            if run.is_void() {
                drawing.accept();
            } else if verdict == Verdict::Discarded {
                drawing.refute(&mut run);
            } else {
                drawing.accept();
                drawn.values += 1;
            }
        }
        drawn.memory = run.memory();
        Ok(drawn)
    }
}
