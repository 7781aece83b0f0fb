//! Inputs with values of generators, drawn: each parameter by itself.

use std::sync::Arc;

use everycase_check::mixture::Mixture;
use everycase_check::run::verdict::DrawChoices;
use everycase_kernel::{Derivation, Derivations, Random, Rng};

use crate::space::Space;

/// Draws the words of a value of about a size.
type DrawValue = Box<dyn Fn(u32, &mut Random) -> Option<Vec<u64>> + Send + Sync>;

/// The parameters of a property, each with how its values are drawn.
pub struct Draws(Vec<DrawValue>);

/// One of this many values that no generator makes is a structure with numbers from a mixture.
const MIXED: u64 = 4;

/// The number of sizes beyond the one that is asked for among which a value is looked for.
const BEYOND: u32 = 64;

impl Draws {
    pub(super) fn of(values: Vec<DrawValue>) -> Self {
        Self(values)
    }

    /// Returns a function that draws inputs: products of the values.
    #[inline]
    pub(super) fn from(self, inputs: Derivations) -> Arc<dyn DrawChoices> {
        Arc::new(move |size: u32, rng: &mut Random| -> Option<Derivation> {
            let words: Vec<Vec<u64>> = self.0.iter().map(|draw| draw(size, rng)).collect::<Option<_>>()?;
            inputs.parse(&words.concat()).ok()
        })
    }
}

/// Returns a function that draws values of a space: by its generator; otherwise from the values of
/// a random size up to the requested one, uniformly or as structures with numbers from a mixture.
pub(super) fn of<T: 'static>(space: &Space<T>) -> DrawValue {
    let (space, structures) = (space.clone(), space.derivations().listed_structures());
    Box::new(move |size, rng| {
        if space.codec().is_generator() {
            return space.codec().draw(size, rng);
        }
        let is_mixed = rng.next_u64().is_multiple_of(MIXED);
        let derivations = if is_mixed { &structures } else { space.derivations() };
        let largest = (rng.next_u64() % (u64::from(size) + 1)) as u32;
        let sizes = (0..=largest).rev().chain(largest + 1..=size.saturating_add(BEYOND));
        let mut sizes = sizes.filter(|size| derivations.count(*size).is_ok_and(|count| count != 0u8.into()));
        let size = sizes.next()?;
        if is_mixed {
            let mut mixed = Mixture::new(&structures, Arc::default()).ok()?;
            return mixed.of_size(size, rng).ok().map(Derivation::words);
        }
        derivations.uniform().ok()?.of_size(size, rng).ok().map(Derivation::words)
    })
}
