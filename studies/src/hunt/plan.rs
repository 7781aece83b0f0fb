//! The two phases, after Paper I, section 7.

use std::time::{Duration, Instant};

use everycase::space::{Random, SeedableRng, SpaceError};
use everycase::{BigUint, Space};

use everycase_check::control::stop::Stop;

use super::{Catalogue, Cause, Progress, Subject};

/// What to do.
#[derive(Debug, Clone)]
pub struct Plan {
    /// How long to search through all inputs.
    pub time: Duration,
    /// Up to which size, if not as far as the time allows.
    pub size: Option<u32>,
    /// How many samples of each size to take.
    pub samples: u64,
    /// Up to which size.
    pub samples_to: u32,
    /// Which kind of input to search, if not all.
    pub only: Option<String>,
    /// Samples are evenly spaced, or drawn uniformly with this seed.
    pub seed: Option<u64>,
}

/// How inputs are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// All of them.
    Exhaustive,
    /// Some of each size.
    Sampled,
}

/// A place of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct At {
    /// How inputs are chosen there.
    pub phase: Phase,
    /// Of which kind they are.
    pub kind: &'static str,
    /// Of which size they are.
    pub size: u32,
}

/// What was done at one place of the search.
#[derive(Debug, Clone)]
pub struct SizeRun {
    /// At which.
    pub at: At,
    /// How many inputs there are.
    pub count: BigUint,
    /// How many of them were checked.
    pub checked: u64,
    /// How many of those failed.
    pub failed: u64,
    /// How long it took.
    pub time: Duration,
}

/// What was done in all.
#[derive(Debug, Clone, Default)]
pub struct Search {
    /// At each place, in order.
    pub runs: Vec<SizeRun>,
    /// Was it ended before its end? The last run may be incomplete then.
    pub interrupted: bool,
}

/// Searches: the time and the samples are shared equally among the kinds of input. `found` is called with each new
/// cause. An interrupt ends the search at the next input.
///
/// # Errors
/// When the type of the inputs is wrongly recursive.
pub fn hunt<S: Subject>(
    catalogue: &mut Catalogue<S>,
    plan: &Plan,
    interrupt: &Stop,
    found: impl FnMut(&Cause, &mut Progress),
) -> Result<Search, SpaceError> {
    let mut kinds = catalogue.subject().kinds();
    kinds.retain(|(kind, _)| plan.only.as_deref().is_none_or(|only| only == *kind));
    let search = Search::default();
    let mut hunter = Hunter { catalogue, progress: Progress::default(), found, interrupt, search };
    hunter.all(&kinds, plan)?;
    if !hunter.search.interrupted {
        hunter.samples(&kinds, plan)?;
    }
    hunter.progress.clear();
    Ok(hunter.search)
}

/// Returns the number of kinds that share the time and the samples.
fn shares<T>(kinds: &[T]) -> u32 {
    u32::try_from(kinds.len()).unwrap_or(u32::MAX).max(1)
}

struct Hunter<'a, S: Subject, F> {
    catalogue: &'a mut Catalogue<S>,
    progress: Progress,
    found: F,
    interrupt: &'a Stop,
    search: Search,
}

impl<S: Subject, F: FnMut(&Cause, &mut Progress)> Hunter<'_, S, F> {
    /// Returns all inputs of each kind, size by size.
    fn all(&mut self, kinds: &[(&'static str, Space<S::Input>)], plan: &Plan) -> Result<(), SpaceError> {
        for (kind, space) in kinds {
            let end = Instant::now() + plan.time / shares(kinds);
            for size in 0..=plan.size.unwrap_or(u32::MAX) {
                let at = At { phase: Phase::Exhaustive, kind, size };
                self.run(space, at, space.of_size(size)?, Some(end))?;
                if self.search.interrupted {
                    return Ok(());
                }
                if Instant::now() >= end {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Returns some inputs of each kind and each size.
    fn samples(&mut self, kinds: &[(&'static str, Space<S::Input>)], plan: &Plan) -> Result<(), SpaceError> {
        let mut rng = plan.seed.map(Random::seed_from_u64);
        let samples = plan.samples / u64::from(shares(kinds));
        for (kind, space) in kinds.iter().filter(|_| samples > 0) {
            let mut sampler = space.sampler()?;
            for size in 0..=plan.samples_to {
                let at = At { phase: Phase::Sampled, kind, size };
                match &mut rng {
                    None => self.run(space, at, space.bounded(size, samples)?, None)?,
                    Some(rng) => {
                        let there = space.count(size)? > BigUint::ZERO;
                        let inputs = (0..if there { samples } else { 0 })
                            .map_while(|_| sampler.of_size(size, rng).ok());
                        self.run(space, at, inputs, None)?;
                    }
                }
                if self.search.interrupted {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Checks these inputs, until the time is over or the user asks for the end.
    fn run(
        &mut self,
        space: &Space<S::Input>,
        at: At,
        inputs: impl Iterator<Item = S::Input>,
        end: Option<Instant>,
    ) -> Result<(), SpaceError> {
        let start = Instant::now();
        let mut run =
            SizeRun { at, count: space.count(at.size)?, checked: 0, failed: 0, time: Duration::ZERO };
        for input in inputs {
            if self.interrupt.is_wanted() {
                break;
            }
            let findings = self.catalogue.subject().check(&input);
            run.checked += 1;
            run.failed += u64::from(!findings.is_empty());
            for finding in findings {
                if let Some(cause) = self.catalogue.record(space, at, &input, &finding)? {
                    (self.found)(cause, &mut self.progress);
                }
            }
            if run.checked.is_multiple_of(64) {
                self.progress.show(&run, self.catalogue.causes().len());
                if end.is_some_and(|end| Instant::now() >= end) {
                    break;
                }
            }
        }
        run.time = start.elapsed();
        self.progress.done(&run, self.catalogue.causes().len());
        self.search.runs.push(run);
        // Also where there are no inputs: there may be none of any size.
        self.search.interrupted = self.interrupt.is_wanted();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Finding;
    use super::*;

    /// Asks for the end while it checks the input of this length, as a user would. All but the empty one fail.
    struct Impatient(Stop, usize);

    impl Subject for Impatient {
        type Input = Vec<()>;

        fn kinds(&self) -> Vec<(&'static str, Space<Vec<()>>)> {
            ["lists", "more lists"].map(|kind| (kind, <Vec<()> as everycase::Enumerable>::space())).into()
        }

        fn check(&self, input: &Vec<()>) -> Vec<Finding> {
            if input.len() == self.1 {
                self.0.stop();
            }
            let finding = Finding { who: "the list", what: "is not empty".to_owned(), proven: true };
            if input.is_empty() { vec![] } else { vec![finding] }
        }

        fn is_frame(&self, _: &str) -> bool {
            false
        }

        fn show(&self, _: &Vec<()>, _: &Finding) -> Vec<String> {
            vec![]
        }
    }

    /// Returns what is searched up to size 5 and sampled up to size 9.
    fn search(impatient_at: usize) -> (usize, Vec<At>, bool) {
        let plan = Plan {
            time: Duration::from_secs(60),
            size: Some(5),
            samples: 10,
            samples_to: 9,
            only: None,
            seed: None,
        };
        let interrupt = Stop::default();
        let mut catalogue = Catalogue::new(Impatient(interrupt.clone(), impatient_at));
        let search = hunt(&mut catalogue, &plan, &interrupt, |_, _| {}).expect("lists are well founded");
        let places = search.runs.iter().filter(|run| run.checked > 0).map(|run| run.at).collect();
        (catalogue.causes().len(), places, search.interrupted)
    }

    #[test]
    fn a_search_that_is_left_alone_goes_through_all_kinds_and_then_samples_them() {
        let (causes, places, interrupted) = search(usize::MAX);
        assert_eq!((causes, interrupted), (1, false));
        assert_eq!(places.last(), Some(&At { phase: Phase::Sampled, kind: "more lists", size: 9 }));
    }

    #[test]
    fn an_interrupt_ends_the_search_at_the_next_input_and_what_was_found_is_kept() {
        let (causes, places, interrupted) = search(2);
        assert_eq!((causes, interrupted), (1, true));
        assert!(places.iter().all(|at| at.kind == "lists" && at.phase == Phase::Exhaustive), "{places:?}");

        let (causes, places, interrupted) = search(7);
        assert_eq!((causes, interrupted), (1, true));
        assert_eq!(places.last().map(|at| (at.phase, at.kind)), Some((Phase::Sampled, "lists")));
    }
}
