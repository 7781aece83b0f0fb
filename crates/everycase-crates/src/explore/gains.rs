//! Coverage that an expression is the first to reach.
//!
//! Workers tell what some expressions together have reached, in groups that depend on the clock.
//! So each expression of such a group runs by itself, and what that tells is looked at in an order
//! that does not: two runs with one seed keep the same expressions.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::learn::Explorer;
use crate::draws::Draws;
use crate::error::Error;
use crate::expression::Expression;
use crate::worker::{Outcome, Reach};

/// An expression of a group that has reached something.
pub(super) struct Suspect {
    own: Arc<Expression>,
    /// Whether it counts. What is not to run may have run with others.
    counts: bool,
    /// Whether it ended with a value, an error or nothing.
    is_right: bool,
}

/// The expressions of the groups that have reached something in a batch.
#[derive(Default)]
pub(super) struct Suspects {
    all: Vec<Suspect>,
    /// The points that groups have reached, each with whether it was surely reached.
    points: Vec<(u32, bool)>,
}

impl Explorer<'_> {
    /// Adds the groups of a frame that have reached something not known. `ran` has the expressions
    /// with their outcomes, and whether each counts.
    pub(super) fn suspect(
        &self,
        ran: &[(Arc<Expression>, bool)],
        outcomes: &[Outcome],
        reached: Vec<Reach>,
        suspects: &mut Suspects,
    ) {
        for Reach { expressions, mut points } in reached {
            points.retain(|own| !self.runner.reached.knows(own.0));
            if points.is_empty() {
                continue;
            }
            suspects.points.extend(points);
            let some = expressions.filter_map(|at| Some((ran.get(at)?, outcomes.get(at)?)));
            suspects.all.extend(some.filter(|own| !matches!(own.1, Outcome::Death(..))).map(
                |((own, counts), outcome)| Suspect {
                    own: Arc::clone(own),
                    counts: *counts,
                    is_right: matches!(outcome, Outcome::Value { .. } | Outcome::Absent | Outcome::Error),
                },
            ));
        }
    }

    /// Finds out which expressions have reached something new, and lets draws begin with these.
    pub(super) fn gain(&mut self, suspects: Suspects, draws: &mut Draws<'_>) -> Result<(), Error> {
        let Suspects { mut all, points } = suspects;
        // The simplest one of those that reach the same is kept.
        all.sort_by_cached_key(|own| own.own.measure());
        let expressions: Vec<&Expression> = all.iter().map(|own| &*own.own).collect();
        let reached = self.runner.each(&expressions)?;
        let mut by_itself: FxHashSet<u32> = FxHashSet::default();
        for (suspect, reached) in all.iter().zip(reached) {
            let Some(reached) = reached else { continue };
            by_itself.extend(reached.iter().map(|own| own.0));
            if !suspect.counts {
                continue;
            }
            let mut gains = false;
            for (point, is_sure) in reached {
                gains |= is_sure && !self.runner.reached.knows(point);
                self.runner.reached.settle(point, is_sure);
            }
            if gains {
                self.journal.ran(&suspect.own);
            }
            if gains && suspect.is_right {
                draws.keep(&suspect.own);
            }
        }
        // What happens once in a process, or by chance.
        for (point, is_sure) in points {
            if !by_itself.contains(&point) {
                self.runner.reached.settle(point, is_sure);
            }
        }
        Ok(())
    }
}
