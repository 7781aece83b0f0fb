//! The depth to which inputs of a property may nest: measured once, in a process of its own, since
//! the measurement ends with an overflow of the stack. Properties of one type are measured apart:
//! their spaces may be written by hand.

use std::sync::{Arc, OnceLock};

use everycase_check::check::{DEEPEST, climb, parts_of_stack};
use everycase_check::claims::stats::Labels;
use everycase_check::control::depth::DepthLimit;
use everycase_check::control::stack::Stack;
use everycase_check::process::isolation::{ChildMessage, KnownDepth, Parent, is_child};
use everycase_check::run::verdict::{Subject, Verdict};
use everycase_check::settings::Plan;
use everycase_check::system::miri::IS_MIRI;
use everycase_kernel::lazy::Run;

use super::guarded::guarded;
use super::isolated;
use super::parameters::Declarations;
use super::run::{Keep, Test};
use super::verdict::verdict;
use crate::runner::Outcome;

/// The limit where the measurement cannot be made.
const UNKNOWN: usize = 64;

/// The inputs of a property that is isolated may nest this many times as deeply as others, and not
/// four times: the limit is a fourth of what the code of their type bears.
const ISOLATED: usize = 3;

impl Test<'_> {
    /// Returns how deeply inputs may nest.
    pub(super) fn depth(&self, plan: &Plan) -> DepthLimit {
        if let Some(child) = &self.child {
            return child.levels().map_or_else(|| DepthLimit::given(UNKNOWN), DepthLimit::given);
        }
        // No process could be started that runs it alone.
        if IS_MIRI || self.keep == Keep::Nothing || is_child() {
            return DepthLimit::default();
        }
        let parent = isolated::parent(&self.site, plan);
        let (property, known) = (self.site.full_name(), OnceLock::new());
        let limit = move || *known.get_or_init(|| measured(&parent, &property));
        if plan.isolate && !self.is_unfinished {
            // The user expects that inputs end the process: only the code of their type must not.
            return DepthLimit::measured(move || (limit() * ISOLATED).min(DEEPEST));
        }
        DepthLimit::measured(limit)
    }

    /// Measures it, as a child that does nothing else.
    pub(super) fn climb(&self) -> ChildMessage {
        let uses = self.noted(Arc::new(UsesOfInputs(Arc::clone(&self.parameters))));
        let derivations = self.derivations.clone();
        let parts = parts_of_stack();
        let climb = move || climb(&derivations, &*uses, parts).map_err(|error| error.to_string());
        let climbed = guarded((self.site.name, Stack::Part(parts)), None, climb).flatten();
        ChildMessage::Ended(climbed.map(|levels| levels.to_string()))
    }
}

/// Returns the limit of a property, which another run of this build may have measured.
fn measured(parent: &Parent, property: &str) -> usize {
    let known = KnownDepth::of(property);
    if let Some(levels) = known.as_ref().and_then(KnownDepth::read) {
        return levels;
    }
    let Ok(levels) = parent.climb() else { return UNKNOWN };
    if let Some(known) = known {
        known.write(levels);
    }
    levels
}

/// A subject that makes inputs, uses them in the ways that their types derive, and prints them.
struct UsesOfInputs(Arc<Declarations>);

impl Subject for UsesOfInputs {
    fn run(&self, input: &mut Run, _: &mut Labels) -> Verdict {
        let Some(input) = input.whole() else { return Verdict::Discarded };
        verdict(|| {
            self.0.use_all(input);
            Outcome::Holds
        })
    }
}
