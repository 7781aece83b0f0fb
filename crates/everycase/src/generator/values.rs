//! The values of a generator as a space.

use std::fmt::Debug;

use everycase_kernel::lazy::Choices;
use everycase_kernel::{At, EncodeError, Encoder, Random, Shape};

use super::random_choices::{Choice, words};
use super::{Gen, void};
use crate::panics::{Caught, caught};
use crate::space::{Codec, Source, Space};

/// Returns the shape of all choices.
pub(super) fn choices() -> Shape {
    Choices::shape(64, 64)
}

/// Returns the space of the values that a generator produces: its derivations are the generator's
/// choices.
///
/// A sequence of choices that ends too early has no value, and sequences that differ in unused
/// choices have the same. So the space is for [`property`](macro@crate::property#generators) and
/// [`check`](crate::check()), which do not run such inputs, and decoding such a derivation panics.
pub fn generated<T: Debug + 'static>(generator: impl Fn(&mut Gen) -> T + Send + Sync + 'static) -> Space<T> {
    Space::new(choices(), GeneratorCodec(generator))
}

/// Runs a generator on choices that are drawn, with numbers of up to `bits` bits. Returns its
/// value, or `None` if it panics, and its choices; nothing if it makes too many.
pub fn drawn<T>(
    generator: impl FnOnce(&mut Gen) -> T,
    bits: u32,
    rng: &mut Random,
) -> Option<(Option<T>, Vec<Choice>)> {
    let mut g = Gen::drawn(bits, rng);
    let value = match caught(|| generator(&mut g)) {
        Ok(value) => Some(value),
        Err(Caught::Panic(_)) => None,
        Err(Caught::Discard) => return None,
    };
    Some((value, g.choices().to_vec()))
}

/// The number of runs that may make too many choices before no input is drawn.
const TRIES: usize = 100;

struct GeneratorCodec<F>(F);

impl<T: Debug, F: Fn(&mut Gen) -> T + Send + Sync> Codec<T> for GeneratorCodec<F> {
    fn decode(&self, at: At<'_>) -> T {
        (self.0)(&mut Gen::made(at))
    }

    fn choose(&self, choices: Choices) -> Option<T> {
        let mut g = Gen::on_run(choices);
        let value = (self.0)(&mut g);
        if g.is_whole() { Some(value) } else { void::leave() }
    }

    fn is_generator(&self) -> bool {
        true
    }

    /// A run that panics is an input, too: one on which the property fails.
    fn draw(&self, size: u32, rng: &mut Random) -> Option<Vec<u64>> {
        let (_, choices) = (0..TRIES).find_map(|_| drawn(|g| (self.0)(g), size, rng))?;
        Some(words(&choices))
    }

    fn encode(&self, _: &T, _: &mut Encoder) -> Result<(), EncodeError> {
        Err(EncodeError::NoInverse(std::any::type_name::<T>()))
    }

    fn source(&self, at: At<'_>, out: &mut Source) {
        out.debug(&self.decode(at));
    }
}
