//! Where a generator's choices come from.

use everycase_kernel::At;
use everycase_kernel::lazy::Choices;

use super::made::Made;
use super::void;
use crate::lazy::{Lazy, with_run};
use everycase_kernel::lazy::Stream;

/// The source of a generator's choices, in its last parameter: `fn sized(n: i64, g: &mut Gen) -> List`.
///
/// A generator is an ordinary function that makes choices and returns a value. What it has chosen is part of the input of a
/// property, so it is enumerated, drawn, shrunk, saved and replayed like all other inputs; see
/// [`property`](macro@crate::property#generators). [`generator`](macro@crate::generator) states what it covers.
///
/// ```
/// use everycase::prelude::*;
///
/// /// Ascending lists of at most `n` numbers, none of them below `low`.
/// fn sorted(n: u32, low: i64, g: &mut Gen) -> Vec<i64> {
///     if n == 0 || g.bool() {
///         return Vec::new();
///     }
///     let x = g.range(low, i64::MAX);
///     let mut all = sorted(n - 1, x, g);
///     all.insert(0, x);
///     all
/// }
///
/// #[property]
/// fn sorting_changes_nothing(#[from(|g| sorted(4, 0, g))] xs: Vec<i64>) {
///     let mut again = xs.clone();
///     again.sort();
///     assert_eq!(again, xs);
/// }
/// ```
///
/// # What a choice costs
///
/// A choice costs 1, and a number also the bits of its distance from the number nearest to 0 that can be chosen: `g.range(5, 9)`
/// costs 1 for 5, 2 for 6, 3 for 7 and 8. So smaller inputs have fewer choices and smaller numbers, and [`bool`](Self::bool)
/// prefers `false`.
///
/// # Choices that end
///
/// The input of a property has finitely many choices. A generator that asks for one more is left by unwinding, as by a panic that
/// is not shown; the property is not run on that input. A generator has to be deterministic apart from its choices.
pub struct Gen {
    source: Source,
}

enum Source {
    /// The run of this thread decides.
    Run(Choices),
    /// They have been made.
    Made(Made),
}

impl Gen {
    /// Returns the choices at a position of this thread's run.
    pub(super) fn on_run<T>(streams: Lazy<T>) -> Self {
        Self { source: Source::Run(streams.choices()) }
    }

    /// Returns choices that have been made.
    pub(super) fn made(at: At<'_>) -> Self {
        Self { source: Source::Made(Made::of(at)) }
    }

    /// Returns whether a run that had these choices counts: in a draw, no choices may be left over.
    pub(super) fn is_whole(&self) -> bool {
        match &self.source {
            Source::Run(choices) => with_run(|run| !run.is_drawn() || choices.end(run)),
            Source::Made(_) => true,
        }
    }

    /// Chooses any integer.
    pub fn int(&mut self) -> i64 {
        self.between(i64::MIN, i64::MAX)
    }

    /// Chooses an integer that is not negative.
    pub fn nat(&mut self) -> i64 {
        self.between(0, i64::MAX)
    }

    /// Chooses `false` or `true`.
    pub fn bool(&mut self) -> bool {
        match &mut self.source {
            Source::Run(choices) => {
                let side = with_run(|run| choices.next(run, Stream::Sides));
                side.unwrap_or_else(|| void::leave()).is_second()
            }
            Source::Made(made) => made.side().unwrap_or_else(|| void::leave()),
        }
    }

    /// Chooses an integer from `low` to `high`, both included.
    ///
    /// # Panics
    /// If there is none, because `low` is greater than `high`. The generator then has no value.
    #[track_caller]
    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        assert!(low <= high, "`g.range({low}, {high})` has nothing to choose: {low} is greater than {high}");
        self.between(low, high)
    }

    /// Chooses one of `count` alternatives, numbered from 0.
    ///
    /// # Panics
    /// If `count` is 0. The generator then has no value.
    #[track_caller]
    pub fn choose(&mut self, count: usize) -> usize {
        assert!(count > 0, "`g.choose(0)` has nothing to choose");
        self.natural(count as u64 - 1) as usize
    }

    /// Chooses an integer between bounds of which the first is not greater.
    fn between(&mut self, low: i64, high: i64) -> i64 {
        let distance = high.abs_diff(low);
        match (low, high) {
            (0.., _) => low.wrapping_add_unsigned(self.natural(distance)),
            (_, ..=0) => high.wrapping_sub_unsigned(self.natural(distance)),
            _ => self.integer(low, high),
        }
    }

    /// Chooses an integer between two bounds with 0 between them. A search compares it with them before it is decided, and so
    /// runs no number beyond them.
    fn integer(&mut self, low: i64, high: i64) -> i64 {
        let bits = |bound: i64| i128::from(bound).cast_unsigned();
        let number = match &mut self.source {
            Source::Run(choices) => with_run(|run| {
                let at = choices.next(run, Stream::Integers)?.number();
                let is_outside = run.is_below(at, bits(low), true) || run.is_above(at, bits(high), true);
                (!is_outside).then(|| run.number(at) as i64)
            }),
            Source::Made(made) => made.integer().filter(|number| (low..=high).contains(number)),
        };
        number.unwrap_or_else(|| void::leave())
    }

    /// Chooses a natural up to `most`.
    fn natural(&mut self, most: u64) -> u64 {
        let number = match &mut self.source {
            Source::Run(choices) => with_run(|run| {
                let at = choices.next(run, Stream::Naturals)?.number();
                (!run.is_above(at, most.into(), false)).then(|| run.number(at) as u64)
            }),
            Source::Made(made) => made.natural().filter(|number| *number <= most),
        };
        number.unwrap_or_else(|| void::leave())
    }
}

impl std::fmt::Debug for Gen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Gen(..)")
    }
}
