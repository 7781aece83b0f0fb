//! Phases: lists each part of which has some alternatives seldom or never.
//!
//! Of a list of operations in random order nearly every prefix has as many additions as removals,
//! so that a container stays nearly empty. In a list with phases it may be filled first, and then
//! emptied.

use std::collections::HashMap;

use everycase_kernel::Rng;
use everycase_kernel::template::Template;

use super::{below, one_of};

/// Gives each list of the structure one, two or three phases of equal length. In a phase an
/// alternative is left as it is, or one in eight of its elements, or none; the other elements
/// become copies of these. Returns whether there is a list whose elements have alternatives.
pub(super) fn lay<R: Rng + ?Sized>(template: &mut Template, rng: &mut R) -> bool {
    template.copy_elements(|alternatives| {
        let phases = 1 + below(3, rng);
        let mut sources = Vec::with_capacity(alternatives.len());
        for phase in 0..phases {
            let [start, end] = [phase, phase + 1].map(|phase| phase * alternatives.len() / phases);
            let mut shares = HashMap::new();
            let left: Vec<Option<usize>> = (start..end)
                .map(|place| {
                    let share = shares.entry(alternatives[place]).or_insert_with(|| [8, 1, 0][below(3, rng)]);
                    (below(8, rng) < *share).then_some(place)
                })
                .collect();
            let kept: Vec<usize> = left.iter().flatten().copied().collect();
            sources.extend(
                (start..end)
                    .zip(left)
                    .map(|(place, left)| left.or_else(|| one_of(&kept, rng).copied()).unwrap_or(place)),
            );
        }
        sources
    })
}
