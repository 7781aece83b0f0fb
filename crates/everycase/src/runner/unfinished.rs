//! A property whose last run did not finish: it ended the process, or the process was killed.

use std::path::Path;

use everycase_check::process::isolation::{Marker, Markers, is_child};
use everycase_check::settings::Plan;

use super::isolated::End;
use super::run::{Keep, Test};
use super::saved_failures::announce;

impl Test<'_> {
    /// Marks that the property runs in this process. If earlier runs have left their markers
    /// behind, returns these instead, and the property is isolated with the seed of such a run.
    pub(super) fn mark(&mut self, plan: &mut Plan) -> Vec<Marker> {
        let markers = Markers::of(&self.site.full_name(), Path::new(self.site.manifest_dir));
        let Some(markers) = markers.filter(|_| !is_child()) else { return Vec::new() };
        let left = markers.left_behind();
        let Some(last) = left.last() else {
            // An isolated property cannot end this process.
            let own = (!plan.isolate).then(|| markers.begin(plan.seed));
            return own.flatten().into_iter().collect();
        };
        let name = self.site.name;
        if self.keep == Keep::Nothing {
            announce(&format!(
                "the last run of a check of `{name}` did not finish; a `#[property]` would find the input"
            ));
            return left;
        }
        announce(&format!(
            "the last run of `{name}` did not finish; until it passes, it runs in a process of its own"
        ));
        self.is_unfinished = !plan.isolate;
        plan.isolate = true;
        // The seeds are equal if one was asked for.
        if let Some(seed) = last.seed().filter(|_| plan.seed != plan.first_seed) {
            plan.seed = seed;
        }
        left
    }

    /// Removes the markers at the end of a run, unless the property was isolated because of them
    /// and may still end its process.
    pub(super) fn unmark(&self, markers: Vec<Marker>, plan: &Plan, end: &End) {
        let as_expected = match end {
            End::Passed(_) => true,
            End::Failed(_) => self.site.should_panic,
            End::Untested(_) => false,
        };
        if !plan.isolate || as_expected && plan.replay.is_none() {
            markers.into_iter().for_each(Marker::remove);
        }
    }
}
