//! Iterative deepening: each size from the beginning, until the time is over.

use std::time::Duration;

use everycase::lazy::{Progress, Satisfying, Strategy, search};
use everycase::{Enumerable, Lazy};
use everycase_kernel::lazy::{Holder, Search};

use crate::clock::Clock;

/// A size that was searched completely.
#[derive(Debug, Clone, Copy)]
pub struct Completed {
    /// The size.
    pub size: u32,
    /// On how many classes the predicate was run.
    pub runs: u64,
    /// How many of them satisfy it.
    pub found: u64,
    /// How long this size took.
    pub time: Duration,
    /// The strategy in use, if any connective was called.
    pub strategy: Option<Strategy>,
}

/// Runs between two looks at the clock.
const CHUNK: u64 = 1 << 14;

/// Returns the sizes completed within a time on one core, by one strategy or by the one that is chosen.
///
/// # Panics
/// If the type is wrongly recursive.
pub fn deepen<T: Enumerable>(
    most: Duration,
    strategy: Option<Strategy>,
    predicate: impl Fn(Lazy<T>) -> bool,
) -> Vec<Completed> {
    let clock = Clock::start();
    (0..).map_while(|size| complete(size, strategy, &predicate, || clock.busy() < most)).collect()
}

/// Makes a search run its connectives by a strategy, instead of the one that it would choose.
pub fn set_strategy<T: 'static, P: Fn(Lazy<T>) -> bool>(values: &mut Satisfying<T, P>, strategy: Strategy) {
    values.kernel().with(|search: &mut Search, _| search.set_strategy(strategy));
}

/// Searches all values up to a size, unless time is up before.
fn complete<T: Enumerable>(
    size: u32,
    strategy: Option<Strategy>,
    predicate: impl Fn(Lazy<T>) -> bool,
    goes_on: impl Fn() -> bool,
) -> Option<Completed> {
    let clock = Clock::start();
    let mut values = search(predicate).up_to(size).expect("the type is rightly recursive");
    if let Some(strategy) = strategy {
        set_strategy(&mut values, strategy);
    }
    let (mut found, mut next_look) = (0, CHUNK);
    loop {
        match values.advance_within(next_look - values.runs()) {
            Progress::Found => found += 1,
            Progress::NoneLeft => break,
            Progress::NotYet if goes_on() => next_look = values.runs() + CHUNK,
            Progress::NotYet => return None,
        }
    }
    let strategy = values.strategy();
    Some(Completed { size, runs: values.runs(), found, time: clock.busy(), strategy })
}
