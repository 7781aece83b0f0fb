//! The choices of a complete derivation.

use everycase_kernel::At;
use everycase_kernel::lazy::Stream;

/// The rest of three streams.
pub(super) struct DerivationChoices {
    sides: std::vec::IntoIter<bool>,
    integers: std::vec::IntoIter<i64>,
    naturals: std::vec::IntoIter<u64>,
}

impl DerivationChoices {
    /// Returns the choices at a position.
    #[inline]
    pub(super) fn of(streams: At<'_>) -> Self {
        let sides = heads(streams, Stream::Sides).map(|(taken, _)| taken == 2);
        let bits = |stream| heads(streams, stream).map(|(_, fields)| fields.field(0).bits());
        Self {
            sides: sides.collect::<Vec<_>>().into_iter(),
            integers: bits(Stream::Integers).map(u64::cast_signed).collect::<Vec<_>>().into_iter(),
            naturals: bits(Stream::Naturals).collect::<Vec<_>>().into_iter(),
        }
    }

    /// Returns the next choice between two alternatives: whether it is the second.
    pub(super) fn side(&mut self) -> Option<bool> {
        self.sides.next()
    }

    /// Returns the next integer.
    pub(super) fn integer(&mut self) -> Option<i64> {
        self.integers.next()
    }

    /// Returns the next natural.
    pub(super) fn natural(&mut self) -> Option<u64> {
        self.naturals.next()
    }
}

/// Returns the choices of a stream: their alternatives and positions.
#[inline]
fn heads(streams: At<'_>, stream: Stream) -> impl Iterator<Item = (usize, At<'_>)> {
    let rest = usize::from(stream != Stream::Sides);
    let choice = |at: At<'_>| at.alternative() != 0;
    std::iter::successors(Some(streams.field(stream as usize)), move |at| Some(at.field(rest)))
        .take_while(move |at| choice(*at))
        .map(|at| (at.alternative(), at))
}
