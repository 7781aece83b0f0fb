//! Spaces of the values that satisfy a predicate, or that a partial function has a result for.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};

use everycase_kernel::{Alternative, At, EncodeError, Encoder, Key, Shape, SpaceError, expansion};

use super::codec::Codec;
use super::source::Source;
use super::typed::Space;

impl<T: 'static> Space<T> {
    /// Returns the results of a partial function on the values of this space up to the size
    /// `largest`, each with the size of its argument. The function should be injective where it has
    /// a result; if it has the same result for two values, this result is visited twice.
    ///
    /// The space is finite and exact: it is counted, enumerated and drawn from without values that
    /// are thrown away. For that, all values of this space of each size that is looked at are made
    /// at once, and the results are kept in memory. So choose `largest` such that there are at most
    /// some hundred thousand values up to it; what a property has no time for is left out, and said
    /// to be. If most values are wanted, `assume` in the property
    /// does the same without a limit; if few are, `bijection` or a `Lazy` input finds them faster.
    ///
    /// ```
    /// use everycase::{Enumerable, Space};
    ///
    /// let squares = u32::space().filter_map(10, |n| n.checked_mul(n));
    /// assert_eq!(squares.of_size(3)?.collect::<Vec<_>>(), [16, 25, 36, 49]);
    /// assert_eq!(squares.rank(&49)?, 7u8.into());
    /// # Ok::<(), everycase::space::SpaceError>(())
    /// ```
    ///
    /// Results are encoded by comparing them with all results of each size. They are shown like the
    /// results of [`map`](Self::map).
    pub fn filter_map<U: Clone + PartialEq + Debug + Send + Sync + 'static>(
        self,
        largest: u32,
        f: impl Fn(T) -> Option<U> + Send + Sync + 'static,
    ) -> Space<U> {
        struct FilterMap<T, U>(T, U);
        // A fresh shape distinguishes this call's family from all others.
        let key = Key::of::<FilterMap<T, U>>().under(&Shape::unit());
        let family = Arc::new(Family { base: self, largest, key, f: Box::new(f), made: Mutex::default() });
        Space::new(from_size(&family, 0), FilterCodec)
    }
}

impl<T: Clone + PartialEq + Debug + Send + Sync + 'static> Space<T> {
    /// Returns the values of this space up to the size `largest` that satisfy a predicate, with
    /// their sizes. See [`filter_map`](Self::filter_map) for what that costs.
    #[must_use]
    pub fn filter(self, largest: u32, predicate: impl Fn(&T) -> bool + Send + Sync + 'static) -> Self {
        self.filter_map(largest, move |value| Some(value).filter(&predicate))
    }
}

type Partial<T, U> = dyn Fn(T) -> Option<U> + Send + Sync;

/// The largest number of values that are made to look ahead.
const AHEAD: u32 = 1 << 16;

/// How many values are made until the time is looked at again.
const AT_ONCE: usize = 64;

/// What the results of each size are made of.
struct Family<T, U> {
    base: Space<T>,
    largest: u32,
    key: Key,
    f: Box<Partial<T, U>>,
    /// The results of the sizes so far: several grammars ask for each.
    made: Mutex<HashMap<u32, Arc<[U]>>>,
}

impl<T: 'static, U> Family<T, U> {
    /// Returns the results of a size, unless the time of the expansion is over.
    fn results(&self, size: u32) -> Result<Arc<[U]>, SpaceError> {
        // What is known already does not count here: a look ahead sees the same in each process.
        if expansion::looks_ahead() && self.base.count(size)? > AHEAD.into() {
            return Err(SpaceError::OutOfTime);
        }
        let made = || self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(results) = made().get(&size) {
            return Ok(Arc::clone(results));
        }
        let in_time = || if expansion::is_over() { Err(SpaceError::OutOfTime) } else { Ok(()) };
        let values = self.base.of_size(size)?;
        let mut results: Vec<U> = Vec::new();
        for (number, value) in values.enumerate() {
            if number.is_multiple_of(AT_ONCE) {
                in_time()?;
            }
            results.extend((self.f)(value));
        }
        let results: Arc<[U]> = results.into();
        made().insert(size, Arc::clone(&results));
        Ok(results)
    }
}

/// The results of a size, as the payload of its positions. The alternative after them is for larger
/// sizes.
struct Results<U>(Arc<[U]>);

/// Returns the results from this size on: the results of this size, and the larger ones at a cost
/// of 1.
fn from_size<T: 'static, U: Send + Sync + 'static>(family: &Arc<Family<T, U>>, size: u32) -> Shape {
    let own = Arc::clone(family);
    Shape::named(family.key.clone().with(u64::from(size)), move || {
        let results = match own.results(size) {
            Ok(results) => results,
            Err(SpaceError::OutOfTime) => return expansion::cut_short(),
            // If the values cannot be enumerated, the family recurses without paying, which is
            // reported by name.
            Err(_) => return from_size(&own, size),
        };
        let is_last =
            size >= own.largest || matches!(own.base.derivations().largest_size_up_to(size), Ok(Some(_)));
        let larger = (!is_last).then(|| Alternative::new("larger", [from_size(&own, size + 1)]).pay(1));
        let alternatives: Vec<_> =
            results.iter().map(|_| Alternative::new("result", [])).chain(larger).collect();
        Shape::choice_with(alternatives, Results(results))
    })
}

/// Finds a result by its size and its number.
struct FilterCodec;

impl<U: Clone + PartialEq + Debug + Send + Sync + 'static> Codec<U> for FilterCodec {
    fn decode(&self, mut at: At<'_>) -> U {
        loop {
            match at.payload::<Results<U>>().and_then(|results| results.0.get(at.alternative())) {
                Some(result) => return result.clone(),
                None => at = at.field(0),
            }
        }
    }

    fn encode(&self, value: &U, to: &mut Encoder) -> Result<(), EncodeError> {
        loop {
            let Some(results) = to.payload::<Results<U>>() else {
                // If the shape is not expanded so far, this error says so.
                to.alternative(0)?;
                return Err(EncodeError::NotInShape);
            };
            if let Some(number) = results.0.iter().position(|result| result == value) {
                return to.alternative(number);
            }
            to.alternative(results.0.len())?;
        }
    }

    fn source(&self, at: At<'_>, out: &mut Source) {
        out.debug::<U>(&self.decode(at));
    }
}
