//! Choices from the three streams of the kernel: of this thread's run, or of a complete derivation.

use everycase_kernel::lazy::{Choices, Stream, StreamChoice};

use super::derivation_choices::DerivationChoices;
use crate::lazy::with_run;

/// The rest of three streams. All methods return `None` if the stream has no such choice.
pub(super) enum Streams {
    /// The run of this thread decides.
    Run(Choices),
    /// They have been made.
    Made(DerivationChoices),
}

impl Streams {
    /// Returns whether a run that had these choices counts: in a draw, no choices may be left over.
    #[inline]
    pub(super) fn is_whole(&self) -> bool {
        match self {
            Self::Run(choices) => with_run(|run| !run.is_drawn() || choices.end(run)),
            Self::Made(_) => true,
        }
    }

    /// Takes a choice between two alternatives: whether it is the second.
    #[inline]
    pub(super) fn side(&mut self) -> Option<bool> {
        match self {
            Self::Run(choices) => {
                with_run(|run| choices.next(run, Stream::Sides)).map(StreamChoice::is_second)
            }
            Self::Made(made) => made.side(),
        }
    }

    /// Takes a number between bounds: the distance from the one that is nearer to 0, or an integer
    /// if 0 is between them.
    #[inline]
    pub(super) fn number(&mut self, low: i64, high: i64) -> Option<i64> {
        let distance = high.abs_diff(low);
        match (low, high) {
            (0.., _) => self.natural(distance).map(|distance| low.wrapping_add_unsigned(distance)),
            (_, ..=0) => self.natural(distance).map(|distance| high.wrapping_sub_unsigned(distance)),
            _ => self.integer(low, high),
        }
    }

    /// Takes an integer between bounds. A search compares it with them before it is decided, and so
    /// runs no number beyond them.
    #[inline]
    fn integer(&mut self, low: i64, high: i64) -> Option<i64> {
        let bits = |bound: i64| i128::from(bound).cast_unsigned();
        match self {
            Self::Run(choices) => with_run(|run| {
                let at = choices.next(run, Stream::Integers)?.number();
                let is_outside = run.is_below(at, bits(low), true) || run.is_above(at, bits(high), true);
                (!is_outside).then(|| run.number(at) as i64)
            }),
            Self::Made(made) => made.integer().filter(|number| (low..=high).contains(number)),
        }
    }

    /// Takes a natural up to `most`, like [`integer`](Self::integer).
    #[inline]
    pub(super) fn natural(&mut self, most: u64) -> Option<u64> {
        match self {
            Self::Run(choices) => with_run(|run| {
                let at = choices.next(run, Stream::Naturals)?.number();
                (!run.is_above(at, most.into(), false)).then(|| run.number(at) as u64)
            }),
            Self::Made(made) => made.natural().filter(|number| *number <= most),
        }
    }
}
