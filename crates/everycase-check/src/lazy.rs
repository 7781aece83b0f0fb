//! Checks of properties whose inputs are decided on demand: a search by size bound, then draws under the property's assumption
//! (Papers II and III).

mod confirm;
mod draw;
mod search;
mod sweep;

#[cfg(test)]
mod tests;

pub use self::draw::{Draw, OfSize, Share, Sizes};
pub use self::search::{Bound, Search};
pub(crate) use self::sweep::Searched;

use everycase_kernel::lazy::Run;

use crate::stats::Labels;
use crate::verdict::{LazySubject, Verdict};
use crate::worker::Worker;

/// Returns a function that runs a property on the current input. Labels are those of the first run, not of a probe.
fn execution<'a>(
    subject: &'a dyn LazySubject,
    worker: &'a Worker<'_>,
    labels: &'a mut Labels,
) -> impl FnMut(&mut Run) -> Option<Verdict> + 'a {
    labels.clear();
    let mut labels = Some(labels);
    move |run| {
        let of_probe = &mut Labels::default();
        let labels = labels.take().unwrap_or(of_probe);
        worker.case(|| subject.run_lazily(run, labels))
    }
}
