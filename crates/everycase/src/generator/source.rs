//! Where a generator's choices come from.

use everycase_kernel::lazy::Choices;
use everycase_kernel::{At, Random};

use super::derivation_choices::DerivationChoices;
use super::every::Every;
use super::random_choices::{Choice, RandomChoices};
use super::streams::Streams;
use super::void;

/// The source of a generator's choices, in its last parameter:
/// `fn sized(n: i64, g: &mut Gen) -> List`.
///
/// A generator is an ordinary function that makes choices and returns a value. What it has chosen
/// is part of the input of a property, so it is enumerated, drawn, shrunk, saved and replayed like
/// all other inputs; see [`property`](macro@crate::property#generators).
/// [`generator`](macro@crate::generator) states what it covers.
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
/// A choice costs 1, and a number also the bits of its distance from the number nearest to 0 that
/// can be chosen: `g.range(5, 9)` costs 1 for 5, 2 for 6, 3 for 7 and 8. So smaller inputs have
/// fewer choices and smaller numbers, and [`bool`](Self::bool) prefers `false`.
///
/// # How choices are drawn
///
/// Larger inputs of a property are drawn: the generator runs, and each of its choices is drawn
/// independently of the others. A [`bool`](Self::bool) has equal odds, and so has each alternative
/// of [`choose`](Self::choose). A number is one of its two bounds in one of eight draws. Otherwise
/// it is drawn by its distance from the number nearest to 0 (to either side with equal odds, if
/// there are two). First the bit length of the distance is drawn with equal odds: from 0 to the
/// length of the greatest distance, but not more than the size that the report states. Then the
/// distance is drawn with equal odds among the distances of that length. A run of more than 1,000
/// choices is abandoned and drawn again.
///
/// # Choices that end
///
/// The input of a property has finitely many choices. A generator that asks for one more is left by
/// unwinding, as by a panic that is not shown; the property is not run on that input. A generator
/// has to be deterministic apart from its choices.
pub struct Gen {
    source: Source,
}

enum Source {
    /// They are positions of an input.
    Streams(Streams),
    /// They are drawn.
    Drawn(RandomChoices),
    /// They are one of all sequences.
    Every(Every),
}

impl Gen {
    /// Returns the choices at a position of this thread's run.
    pub(super) fn on_run(streams: Choices) -> Self {
        Self { source: Source::Streams(Streams::Run(streams)) }
    }

    /// Returns choices that have been made.
    #[inline]
    pub(super) fn made(at: At<'_>) -> Self {
        Self { source: Source::Streams(Streams::Made(DerivationChoices::of(at))) }
    }

    /// Returns choices to be drawn, of numbers of up to `bits` bits.
    pub(super) fn drawn(bits: u32, rng: &mut Random) -> Self {
        Self { source: Source::Drawn(RandomChoices::new(bits, rng)) }
    }

    /// Returns the first of all sequences of choices.
    pub(super) fn every() -> Self {
        Self { source: Source::Every(Every::default()) }
    }

    /// Returns the sequences of choices that are run, if they are all.
    pub(super) fn as_every(&mut self) -> Option<&mut Every> {
        match &mut self.source {
            Source::Every(every) => Some(every),
            Source::Streams(_) | Source::Drawn(_) => None,
        }
    }

    /// Returns the choices that were drawn.
    pub(super) fn choices(&self) -> &[Choice] {
        match &self.source {
            Source::Drawn(drawn) => drawn.choices(),
            Source::Streams(_) | Source::Every(_) => &[],
        }
    }

    /// Returns whether a run that had these choices counts.
    pub(super) fn is_whole(&self) -> bool {
        match &self.source {
            Source::Streams(streams) => streams.is_whole(),
            Source::Drawn(_) | Source::Every(_) => true,
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
    #[inline]
    pub fn bool(&mut self) -> bool {
        let side = match &mut self.source {
            Source::Streams(streams) => streams.side(),
            Source::Drawn(drawn) => drawn.side(),
            Source::Every(every) => every.alternative(2).map(|side| side == 1),
        };
        side.unwrap_or_else(|| void::leave())
    }

    /// Chooses an integer from `low` to `high`, both included.
    ///
    /// # Panics
    /// If there is none, because `low` is greater than `high`. The generator then has no value.
    #[track_caller]
    #[inline]
    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        assert!(low <= high, "`g.range({low}, {high})` has nothing to choose: {low} is greater than {high}");
        self.between(low, high)
    }

    /// Chooses one of `count` alternatives, numbered from 0.
    ///
    /// # Panics
    /// If `count` is 0. The generator then has no value.
    #[track_caller]
    #[inline]
    pub fn choose(&mut self, count: usize) -> usize {
        assert!(count > 0, "`g.choose(0)` has nothing to choose");
        let of = count as u64;
        let alternative = match &mut self.source {
            Source::Streams(streams) => streams.natural(of - 1),
            Source::Drawn(drawn) => drawn.alternative(of),
            Source::Every(every) => every.alternative(of),
        };
        alternative.unwrap_or_else(|| void::leave()) as usize
    }

    /// Chooses an integer between two bounds; `low` is at most `high`.
    #[inline]
    fn between(&mut self, low: i64, high: i64) -> i64 {
        let number = match &mut self.source {
            Source::Streams(streams) => streams.number(low, high),
            Source::Drawn(drawn) => drawn.number(low, high),
            Source::Every(every) => every.number(low, high),
        };
        number.unwrap_or_else(|| void::leave())
    }
}

impl std::fmt::Debug for Gen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Gen(..)")
    }
}
