//! An input that hangs in this process is shrunk in processes of their own, which can be ended.

use std::sync::Arc;

use everycase_check::check::{self, CheckResult, Counterexample, Death, Finding, Minimal, Why};
use everycase_check::process::isolation::is_child;
use everycase_check::run::verdict::{Subject, Verdict};
use everycase_check::settings::Plan;
use everycase_check::system::miri::Instant;

use super::isolated;
use super::run::{Keep, Test};

impl Test<'_> {
    /// Shrinks an input that has hung in this process, if it hangs in a process of its own, too.
    /// The check began at `start`.
    pub(super) fn shrink_hang(&self, plan: &Plan, checked: CheckResult, start: Instant) -> CheckResult {
        let Finding::Counterexample(found) = &checked.finding else { return checked };
        let is_hang = found.failure.is_hang() && found.minimal == Minimal::No && !found.flaky;
        // A check has no name to be run by, and an expected failure is shown as it is.
        if !is_hang || self.keep == Keep::Nothing || is_child() || plan.replay.is_some() || plan.should_fail {
            return checked;
        }
        // If no process can be started, the input is reported as it was found.
        let Some((first, further)) = self.shrunk_elsewhere(plan, found, start) else { return checked };
        let finding = Finding::Counterexample(Box::new(first));
        let further = checked.further.into_iter().chain(further).collect();
        CheckResult { finding, further, time: start.elapsed(), ..checked }
    }

    /// Returns the smaller input, and inputs on which the property fails in other ways. `None` if
    /// none is smaller.
    fn shrunk_elsewhere(
        &self,
        plan: &Plan,
        found: &Counterexample,
        start: Instant,
    ) -> Option<(Counterexample, Vec<Counterexample>)> {
        let parent = isolated::parent(&self.site, plan);
        let Ok(Verdict::Failed(failure)) = parent.verdict(&found.input) else { return None };
        if !failure.is_hang() {
            return None;
        }
        let (stream, tests, inputs) = (found.stream, found.tests, vec![found.input.clone()]);
        let death = Death { failure: *failure, stream, tests, inputs, start, why: Why::Hung };
        let (plan, subject) = (Plan { isolate: true, ..plan.clone() }, Arc::new(parent) as Arc<dyn Subject>);
        let taken = check::take_over(self.site.name, &self.derivations, &subject, &plan, &death).ok()?;
        let Finding::Counterexample(first) = taken.finding else { return None };
        let is_smaller = first.input.words() != found.input.words();
        // The input that is replaced was met at this time.
        is_smaller.then(|| (Counterexample { found_in: found.found_in, ..*first }, taken.further))
    }
}
