//! Failures as findings: made smaller, run alone, and judged.

use std::time::{Duration, Instant};

use super::learn::{Explorer, Failure};
use crate::candidates::Candidates;
use crate::driver::Driver;
use crate::error::Error;
use crate::expression::Expression;
use crate::finding::{Finding, Rank, Site, Tier, frames, function_of};
use crate::judge::{Facts, Failed, judge};
use crate::runner::Runner;
use crate::shrink::shrink;
use crate::snippet::{FULL, snippet};
use crate::target::Target;
use crate::worker::{Ended, Outcome};

/// The most runs that make one finding smaller.
const SHRINK: usize = 3_000;

/// So much more time than a panic of which the documentation tells has another one.
const TOLD_FIRST: u32 = 8;

/// Returns the most runs that make the expression of a failure smaller. Each that ends a worker
/// costs a new one.
pub(super) fn runs(at: &Site) -> usize {
    let ended = match at {
        Site::Panic { .. } => return SHRINK,
        // Most of them ask for it by a large number.
        Site::Death("memory", _) => return 50,
        Site::Death("hang", _) => Ended::Hang,
        Site::Death(..) => Ended::Death,
        Site::Differs { was, is, .. } => *was.max(is),
    };
    match ended {
        Ended::Hang => 4,
        Ended::Death => 200,
        _ => SHRINK,
    }
}

impl Explorer<'_> {
    /// Makes the failures smaller, runs each alone, and judges it.
    pub(super) fn findings(
        &mut self,
        target: &Target,
        candidates: &Candidates,
        driver: &Driver,
        time: Duration,
    ) -> Result<(Vec<Finding>, Vec<Finding>), Error> {
        let (mut findings, mut unsteady) = (Vec::new(), Vec::new());
        let sources = target.sources.display().to_string();
        let mut failures: Vec<(Site, Failure)> = std::mem::take(&mut self.failures).into_iter().collect();
        // What is likely to be shown first is made smaller first, and gets more of the time.
        let is_told = |at: &Site| matches!(at, Site::Panic { tier, .. } if *tier == Tier::Documented);
        failures.sort_by_key(|(at, own)| (is_told(at), own.expression.measure()));
        let weight = |at: &Site| if is_told(at) { 1 } else { TOLD_FIRST };
        let mut left: u32 = failures.iter().map(|own| weight(&own.0)).sum();
        let (functions, answering) = (driver.functions_to_indices(), driver.functions());
        let end = Instant::now() + time;
        for (at, failure) in failures {
            let time = end.saturating_duration_since(Instant::now());
            let until = Instant::now() + time * weight(&at) / left.max(1);
            left = left.saturating_sub(weight(&at));
            let sites = &mut self.sites;
            let mut of =
                |runner: &mut Runner, own: &Expression, outcome: &Outcome| sites.of(runner, own, outcome);
            let expression =
                shrink(&mut self.runner, &self.pool, &failure.expression, &at, runs(&at), until, &mut of)?;
            let (mut outcome, mut errors) = self.runner.alone(&expression)?;
            // A part may fail by now.
            let expression = match outcome.failing(&expression) {
                Some(part) if *part != expression => {
                    (outcome, errors) = self.runner.alone(part)?;
                    part.clone()
                }
                _ => expression,
            };
            let frames = match &outcome {
                Outcome::Panic(_) => match self.runner.traced(&expression)? {
                    Outcome::Panic(panic) => frames(&panic.calls, &target.library, &sources),
                    _ => Vec::new(),
                },
                _ => Vec::new(),
            };
            let (expression, count) = (&expression, failure.count);
            let failed = Failed { expression, outcome: &outcome, errors: &errors, frames: &frames, count };
            let facts = Facts {
                items: &candidates.items,
                item_of: &self.item_of,
                functions: &functions,
                answering: &answering,
                returned: &self.kept,
            };
            let (rank, what, place) = judge(&failed, &facts);
            let running = outcome.running(expression).and_then(Expression::root);
            let item = running.and_then(|call| facts.item(call));
            let place = place.map(|own| {
                own.split_once(&*sources).map_or(own.clone(), |own| own.1.trim_start_matches('/').to_owned())
            });
            let found = Finding {
                rank,
                what,
                place,
                frames,
                function: item.map_or_else(String::new, |own| own.name.clone()),
                code: snippet(expression, (&driver.calls, &self.forms), &target.library, FULL),
                is_confirmed: false,
                expression: expression.clone(),
                count: failure.count,
            };
            let again = self.sites.of(&mut self.runner, expression, &outcome)?;
            let is_hang = matches!(at, Site::Death("hang", _));
            // What took long once may end all the same, or fail after that.
            if again.as_ref() == Some(&at) || is_hang && again.is_some() {
                findings.push(found);
            } else if !is_hang {
                unsteady.push(found);
            }
        }
        // A place that is a surprise in one function is not told again for another.
        let within = |own: &Finding| own.frames.first().map(|own| function_of(own).to_owned());
        let best = |of: &Finding| {
            let same = findings.iter().filter(|own| own.place == of.place && within(own) == within(of));
            same.map(|own| own.rank).min()
        };
        let keeps: Vec<bool> =
            findings.iter().map(|own| own.place.is_none() || best(own) == Some(own.rank)).collect();
        let mut keep = keeps.into_iter();
        findings.retain(|_| keep.next().unwrap_or(true));
        findings.sort_by(|a, b| {
            let key = |own: &Finding| (own.rank, own.expression.measure());
            key(a).cmp(&key(b)).then_with(|| a.place.cmp(&b.place))
        });
        // Damaged memory shows itself in calls that are right: what contains the first is not told.
        let mut causes: Vec<u16> = Vec::new();
        findings.retain(|own| {
            if own.rank > Rank::Abort {
                return true;
            }
            let is_first = !own.expression.any_call(&mut |call| causes.contains(&call));
            if own.rank == Rank::Memory && is_first {
                causes.extend(own.expression.root());
            }
            is_first
        });
        Ok((findings, unsteady))
    }
}
