//! Where failures are.

use rustc_hash::FxHashMap;

use super::assembly::AssembledValues;
use crate::error::Error;
use crate::expression::Expression;
use crate::finding::{Site, Tier, death, frames, function_of};
use crate::runner::Runner;
use crate::worker::{Differs, Outcome};

/// Where failures are.
pub(super) struct Sites {
    /// Whether what differs from an old version is wanted, and nothing else.
    pub(super) compares: bool,
    pub(super) tiers: Vec<Tier>,
    /// For each call what is stated, if it asserts a law.
    pub(super) laws: Vec<Option<String>>,
    pub(super) assembled: AssembledValues,
    pub(super) library: String,
    pub(super) sources: String,
    /// The innermost function of a panic, by its place and the call.
    pub(super) known: FxHashMap<(String, Option<u16>), String>,
}

impl Sites {
    /// Returns what identifies a failure; `None` if the outcome is none.
    pub(super) fn of(
        &mut self,
        runner: &mut Runner,
        own: &Expression,
        outcome: &Outcome,
    ) -> Result<Option<Site>, Error> {
        if let Outcome::Differs(Differs { was, is, .. }) = outcome {
            return Ok(Some(Site::Differs { root: own.root(), was: *was, is: *is }));
        }
        if self.compares {
            return Ok(None);
        }
        let Outcome::Panic(panic) = outcome else { return Ok(death(own, outcome)) };
        let root = outcome.running(own).and_then(Expression::root);
        let tier = root.map_or(Tier::Silent, |call| self.tiers[usize::from(call)]);
        if panic.blames_caller() {
            // The crate says that its caller is to blame: one site for each function, and one for
            // each law that does not hold.
            let law = root.and_then(|call| self.laws[usize::from(call)].as_ref());
            if law.is_some_and(|own| panic.message.contains(own.as_str())) {
                let is_assembled = self.assembled.is_in(own);
                return Ok(Some(Site::Law { call: root, is_assembled }));
            }
            let place = format!("call {root:?}");
            return Ok(Some(Site::Panic { place, within: String::new(), tier }));
        }
        let key = (panic.place.clone(), root);
        let within = if let Some(within) = self.known.get(&key) {
            within.clone()
        } else {
            let calls = match runner.traced(own)? {
                Outcome::Panic(panic) => panic.calls,
                _ => String::new(),
            };
            let within = frames(&calls, &self.library, &self.sources).into_iter().next();
            let within = within.map_or_else(String::new, |own| function_of(&own).to_owned());
            self.known.insert(key, within.clone());
            within
        };
        Ok(Some(Site::Panic { place: panic.place.clone(), within, tier }))
    }
}
