//! Values of type parameters: numbers of which only comparisons are decided.
//!
//! For example, a property of `xs: Vec<T>` begins with a list of two unknown atoms, `[a, b]`. If it
//! sorts the list, the comparison `b < a` has two results, and so there are two runs. In each of
//! them, the property may compare `a` and `b` again without another decision. A third run, for
//! `a == b`, is made only if the property asks for it.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use crate::space::Source;
use crate::space::push;
use everycase_kernel::lazy::{Atom as Mark, Run};
use everycase_kernel::{At, EncodeError, Encoder, Key, Range, Shape};

use super::execution;
use crate::space::Enumerable;

/// A value of a type parameter of a property.
///
/// `#[property]` runs a function with type parameters on atoms: `Atom<0>` for the first parameter,
/// `Atom<1>` for the second, and so on. An atom is a number of 63 bits that is decided only when it
/// has to be. A comparison of two atoms decides its result and nothing else. So a property of
/// `Vec<T>` is run once for each order of the elements that it distinguishes. What it does on this
/// order it does for all types whose values are ordered that way (parametricity). The size of an
/// atom is its bit length, as for an `i64`.
///
/// # What is decided
///
/// | code | decides |
/// |---|---|
/// | `a < b` and the like, `max`, `min` | one of two results |
/// | `a == b`, `a.cmp(&b)` | one of three results: less, equal, greater |
/// | `a.hash(..)`, `format!("{a:?}")` | the number, completely |
/// | moves, clones, copies | nothing |
///
/// Equality is decided by the order, as in pun. Otherwise the least size of all numbers that are
/// still possible would not be known exactly. The hash equals the hash of an `i64` instead of being
/// constant: code that depends on hashes, such as a hash table, would otherwise never be run on
/// keys with different hashes. So a `HashMap` of atoms takes as many runs as one of numbers.
/// Formatting an atom shows its number, so use it in the messages of failures only.
///
/// The order is total and consistent: equal atoms are the same number. Nothing is like a NaN, even
/// if the bound is only `PartialOrd`.
///
/// # Default
///
/// `SIGNED` atoms stand for parameters with the bound `Default`. The default is the number 0, as
/// for an `i64`, and other atoms may be less or greater. Parameters without this bound have no
/// negative atoms, since no code could tell.
///
/// # What an atom is not
///
/// It belongs to one run of a property on one thread, so it is neither `Send` nor `Sync`. If code
/// keeps it from one run to the next and uses it there, the property fails with a message that says
/// so. Code that asks for the identity or the layout of a type, such as [`size_of`] or
/// [`type_name`](std::any::type_name), is run for this type only.
///
/// ```
/// use everycase::lazy::{Atom, search};
/// use everycase::Lazy;
///
/// // There are 6 orders of three different elements, and a sort distinguishes no more than these.
/// let sorts = |list: Lazy<[Atom<0>; 3]>| {
///     let mut list = list.value();
///     list.sort();
///     true
/// };
/// let mut runs = search(sorts).up_to(9)?;
/// assert_eq!(runs.by_ref().count(), 6);
/// # Ok::<(), everycase::space::SpaceError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Atom<const N: usize, const SIGNED: bool = false> {
    /// The execution that it belongs to; 0 for a known number.
    execution: u64,
    /// The position of the number, or the number itself in two's complement.
    word: u64,
    /// Meaningless on other threads.
    here: PhantomData<*const ()>,
}

/// What an atom is.
enum State {
    Known(i64),
    /// The number at this position.
    Open(u32),
}

impl<const N: usize, const SIGNED: bool> Atom<N, SIGNED> {
    fn new(execution: u64, word: u64) -> Self {
        Self { execution, word, here: PhantomData }
    }

    fn known(number: i64) -> Self {
        Self::new(0, number.cast_unsigned())
    }

    fn state(self) -> State {
        match self.execution {
            0 => State::Known(self.word.cast_signed()),
            _ => State::Open(self.word as u32),
        }
    }

    /// Returns the answer of `work` about two atoms, at least one of which is open. If their run
    /// has ended, returns the answer of `stale` about their positions; the execution then fails.
    fn within<R>(
        self,
        other: Self,
        work: impl FnOnce(&mut Run) -> R,
        stale: impl FnOnce(&(u64, u64), &(u64, u64)) -> R,
    ) -> R {
        let is_one_run = [self, other]
            .iter()
            .all(|atom| [0, self.execution.max(other.execution)].contains(&atom.execution));
        let answer = execution::within(self.execution.max(other.execution), |run| {
            if !is_one_run {
                return None;
            }
            // In a complete input the numbers are known. They are looked at, so that a report shows
            // them.
            for atom in [self, other] {
                if let State::Open(pos) = atom.state()
                    && run.is_replay()
                {
                    run.number(pos);
                }
            }
            Some(work(run))
        });
        answer.flatten().unwrap_or_else(|| {
            execution::note_stale();
            stale(&(self.execution, self.word), &(other.execution, other.word))
        })
    }

    /// Returns the number; decides it.
    fn number(self) -> Option<i64> {
        match self.state() {
            State::Known(number) => Some(number),
            State::Open(pos) => {
                let number = execution::within(self.execution, |run| (run.number(pos) as u64).cast_signed());
                if number.is_none() {
                    execution::note_stale();
                }
                number
            }
        }
    }

    fn is_below(self, other: Self) -> bool {
        match (self.state(), other.state()) {
            (State::Known(a), State::Known(b)) => a < b,
            (State::Open(a), State::Open(b)) => {
                self.within(other, |run| run.is_below_both(a, b), PartialOrd::lt)
            }
            (State::Open(a), State::Known(b)) => {
                self.within(other, |run| run.is_below(a, bits(b), true), PartialOrd::lt)
            }
            (State::Known(a), State::Open(b)) => {
                self.within(other, |run| run.is_above(b, bits(a), true), PartialOrd::lt)
            }
        }
    }
}

/// Returns a number in two's complement of 128 bits.
fn bits(number: i64) -> u128 {
    i128::from(number).cast_unsigned()
}

impl<const N: usize, const SIGNED: bool> Ord for Atom<N, SIGNED> {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.state(), other.state()) {
            (State::Known(a), State::Known(b)) => a.cmp(&b),
            (State::Open(a), State::Open(b)) => self.within(*other, |run| run.compare_both(a, b), Ord::cmp),
            (State::Open(a), State::Known(b)) => {
                self.within(*other, |run| run.compare(a, bits(b), true), Ord::cmp)
            }
            (State::Known(a), State::Open(b)) => {
                self.within(*other, |run| run.compare(b, bits(a), true).reverse(), Ord::cmp)
            }
        }
    }
}

impl<const N: usize, const SIGNED: bool> PartialOrd for Atom<N, SIGNED> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    fn lt(&self, other: &Self) -> bool {
        self.is_below(*other)
    }

    fn le(&self, other: &Self) -> bool {
        !other.is_below(*self)
    }

    fn gt(&self, other: &Self) -> bool {
        other.is_below(*self)
    }

    fn ge(&self, other: &Self) -> bool {
        !self.is_below(*other)
    }
}

impl<const N: usize, const SIGNED: bool> PartialEq for Atom<N, SIGNED> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<const N: usize, const SIGNED: bool> Eq for Atom<N, SIGNED> {}

/// Hashes the number, as an `i64` is hashed; decides it.
impl<const N: usize, const SIGNED: bool> Hash for Atom<N, SIGNED> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if let Some(number) = self.number() {
            number.hash(state);
        }
    }
}

/// The number 0.
impl<const N: usize> Default for Atom<N, true> {
    fn default() -> Self {
        Self::known(0)
    }
}

/// Shows the number; decides it. `_` outside of the run that it belongs to.
impl<const N: usize, const SIGNED: bool> fmt::Debug for Atom<N, SIGNED> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number() {
            Some(number) => fmt::Debug::fmt(&number, f),
            None => f.write_str("_"),
        }
    }
}

/// Shows the number; decides it. `_` outside of the run that it belongs to.
impl<const N: usize, const SIGNED: bool> fmt::Display for Atom<N, SIGNED> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number() {
            Some(number) => fmt::Display::fmt(&number, f),
            None => f.write_str("_"),
        }
    }
}

/// The size of an atom is the bit length of its number.
impl<const N: usize, const SIGNED: bool> Enumerable for Atom<N, SIGNED> {
    fn shape() -> Shape {
        Shape::named(Key::of::<Self>(), || {
            let numbers = if SIGNED { Range::signed(64) } else { Range::unsigned(63) };
            Shape::range(numbers).with_payload(Mark)
        })
    }

    fn decode(at: At<'_>) -> Self {
        let number = at.field(0);
        if number.is_open() {
            Self::new(execution::number(), number.bits())
        } else {
            Self::known(number.bits().cast_signed())
        }
    }

    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.alternative(0)?;
        if let State::Open(pos) = self.state()
            && execution::within(self.execution, |_| ()).is_some()
            && to.open(pos)?
        {
            return Ok(());
        }
        to.bits(self.number().ok_or(EncodeError::NotInShape)?.cast_unsigned())
    }

    fn source(at: At<'_>, out: &mut Source) {
        out.part(at.field(0), |at, out| push(out, format_args!("{}", at.bits().cast_signed())));
    }
}
