//! Chooses the strategy for a predicate by trying all of them on small sizes (Paper II, section 8).

use crate::space::Space;
use everycase_kernel::lazy::{Holder, Probe, Run, Search, Strategy};

use super::Lazy;
use super::execution::Execution;
use super::handle::{OfThread, RunGuard, with};

/// The number of looks at positions after which the best strategy so far is chosen: a few
/// milliseconds.
pub(super) const ENOUGH: u64 = 1 << 20;

/// A trial stays this many sizes below the search, so that it takes a small part of the search's
/// time.
const BELOW: u32 = 4;

/// A strategy with this multiple of the best one's looks is not tried on larger sizes.
const FAR: u64 = 2;

/// Returns the strategy with the fewest looks on the largest size that can be tried quickly; the
/// simplest of equal ones.
///
/// Work is measured in looks at positions, so that the choice is the same on every machine.
pub(super) fn choose<T: 'static>(
    space: &Space<T>,
    predicate: &impl Fn(Lazy<T>) -> bool,
    bound: u32,
) -> Strategy {
    let mut candidates = Strategy::ALL.to_vec();
    let mut best = Strategy::D;
    let (mut size, mut all_looks) = (0_u32, 0_u64);
    while size.saturating_add(BELOW) < bound && candidates.len() > 1 {
        let mut costs = Vec::new();
        let mut most = ENOUGH;
        let mut has_calls = true;
        for &strategy in &candidates {
            let trial = Trial::of(space, predicate, size, strategy, most);
            all_looks += trial.looks;
            has_calls = trial.has_calls;
            if !has_calls {
                // All strategies do the same.
                break;
            }
            if trial.ended {
                costs.push((trial.looks, strategy));
                most = most.min(trial.looks.saturating_mul(FAR));
            }
        }
        if has_calls {
            costs.retain(|(looks, _)| *looks <= most);
            best = costs.iter().min_by_key(|(looks, _)| *looks).map_or(best, |(_, strategy)| *strategy);
            candidates = costs.into_iter().map(|(_, strategy)| strategy).collect();
        }
        if all_looks > ENOUGH {
            break;
        }
        size += 1 + size / 8;
    }
    best
}

/// A search of small values.
struct Trial {
    looks: u64,
    has_calls: bool,
    /// Whether it ended within its number of looks.
    ended: bool,
}

impl Trial {
    fn of<T: 'static>(
        space: &Space<T>,
        predicate: &impl Fn(Lazy<T>) -> bool,
        size: u32,
        strategy: Strategy,
        most: u64,
    ) -> Self {
        let mut run = Run::new();
        // Errors in the shape are found by the search itself.
        let more = run.begin_search(space.derivations(), size).unwrap_or(false);
        run.with(|search: &mut Search, _| search.set_strategy(strategy));
        if more {
            let _run = RunGuard::new(&mut run);
            let root = Lazy::root();
            while Search::next(&mut OfThread).is_some() {
                let answer = Search::execute(&mut OfThread, Probe::Never, |_| {
                    let _execution = Execution::begin();
                    Some(predicate(root))
                });
                if answer.is_err() || with(|run| run.looks()) > most {
                    break;
                }
            }
        }
        let has_calls = run.as_search().is_some_and(Search::has_calls);
        Self { looks: run.looks(), has_calls, ended: run.looks() <= most }
    }
}
