//! Failures as findings: made smaller, run alone, and judged.

use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use super::learn::{Explorer, Failure};
use crate::candidates::Candidates;
use crate::driver::Driver;
use crate::error::Error;
use crate::expression::Expression;
use crate::finding::{Finding, Rank, Site, Tier, frames, function_of};
use crate::judge::{Evidence, Facts, judge};
use crate::runner::Runner;
use crate::shrink::shrink;
use crate::snippet::{FULL, snippet};
use crate::target::Target;
use crate::worker::{EndKind, Outcome};

/// The most runs that make one finding smaller.
const SHRINK: usize = 3_000;

/// So much more time than a panic of which the documentation tells has another one.
const TOLD_FIRST: u32 = 8;

/// Returns the most runs that make the expression of a failure smaller. Each that ends a worker
/// costs a new one.
pub(super) fn runs(at: &Site) -> usize {
    let ended = match at {
        Site::Panic { .. } | Site::Law { .. } => return SHRINK,
        // Most of them ask for it by a large number.
        Site::Death("memory", _) => return 50,
        Site::Death("hang", _) => EndKind::Hang,
        Site::Death(..) => EndKind::Death,
        Site::Differs { was, is, .. } => *was.max(is),
    };
    match ended {
        EndKind::Hang => 4,
        EndKind::Death => 200,
        _ => SHRINK,
    }
}

/// Returns how often the law of each call has failed, whatever made the values.
fn failures_of_laws(all: &[(Site, Failure)]) -> FxHashMap<Option<u16>, u64> {
    let mut counts = FxHashMap::default();
    for (at, own) in all {
        if let Site::Law { call, .. } = at {
            *counts.entry(*call).or_default() += own.count;
        }
    }
    counts
}

impl Explorer<'_> {
    /// Returns whether an expression states that a value is read back which was put together
    /// without a function, and no function makes one that looks so.
    fn is_assembled(&mut self, own: &Expression) -> Result<bool, Error> {
        let (true, Some(value)) = (self.sites.assembled.is_in(own), own.parts().first()) else {
            return Ok(false);
        };
        Ok(match self.runner.run(&[&**value])?.first() {
            Some(Outcome::Value { ty: Some(ty), looks, is_printed: true, .. }) => {
                !self.sites.assembled.is_made(*ty, *looks)
            }
            _ => true,
        })
    }

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
        let of_laws = failures_of_laws(&failures);
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
            let expression = &expression;
            let count = match &at {
                Site::Law { call, .. } => of_laws.get(call).copied().unwrap_or(failure.count),
                _ => failure.count,
            };
            let is_assembled = self.is_assembled(expression)?;
            let (outcome, frames) = (&outcome, &frames[..]);
            let failed = Evidence { expression, outcome, errors: &errors, frames, count, is_assembled };
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
                frames: frames.to_vec(),
                function: item.map_or_else(String::new, |own| own.name.clone()),
                code: snippet(expression, (&driver.calls, &self.forms), &target.library, FULL),
                is_confirmed: false,
                expression: expression.clone(),
                count: failure.count,
                is_deprecated: item.is_some_and(|own| own.documentation.deprecated),
            };
            let again = self.sites.of(&mut self.runner, expression, outcome)?;
            let is_hang = matches!(at, Site::Death("hang", _));
            // What took long once may end all the same, or fail after that.
            if again.as_ref() == Some(&at) || is_hang && again.is_some() {
                findings.push(found);
            } else if !is_hang {
                unsteady.push(found);
            }
        }
        Ok((self.told(findings), unsteady))
    }

    /// Returns the findings that are told, the most surprising first.
    fn told(&self, mut findings: Vec<Finding>) -> Vec<Finding> {
        // A place that is a surprise in one function is not told again for another.
        let within = |own: &Finding| own.frames.first().map(|own| function_of(own).to_owned());
        let best = |of: &Finding| {
            let same = findings.iter().filter(|own| own.place == of.place && within(own) == within(of));
            same.map(|own| own.rank).min()
        };
        // Nor is a law that values break which functions make, for values that are put together.
        let key = |own: &Finding| (own.rank, own.is_deprecated, own.expression.measure());
        let is_again = |at: usize, own: &Finding| {
            let root = own.expression.root();
            let item = root.map(|call| self.item_of[usize::from(call)]);
            let mut others = findings.iter().enumerate().filter(|own| own.1.expression.root() == root);
            item.is_some_and(|own| self.is_law.get(own) == Some(&true))
                && others.any(|(place, other)| (key(other), place) < (key(own), at))
        };
        let keep = |(at, own): (usize, &Finding)| match own.place {
            Some(_) => best(own) == Some(own.rank),
            None => !is_again(at, own),
        };
        let keeps: Vec<bool> = findings.iter().enumerate().map(keep).collect();
        let mut keep = keeps.into_iter();
        findings.retain(|_| keep.next().unwrap_or(true));
        findings.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.place.cmp(&b.place)));
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
        findings
    }
}
