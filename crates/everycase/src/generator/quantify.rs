//! Quantifiers over all values of a type, tried on the smallest ones.

use std::any::TypeId;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use everycase_kernel::{BigUint, Derivation};

use crate::space::Enumerable;

/// The size up to which values are tried.
pub(super) const SIZE: u32 = 8;

/// The maximal number of values that are tried.
pub(super) const MOST: usize = 1_000;

thread_local! {
    /// Whether no quantifier has been answered by the values that were tried alone.
    static CERTAIN: Cell<bool> = const { Cell::new(true) };
    /// The values that are tried, by their type.
    static FIRST: RefCell<HashMap<TypeId, Rc<First>>> = RefCell::default();
}

/// Returns whether a predicate holds of all values of a type that are tried: the values up to size
/// 8, at most 1,000 of them.
///
/// `false` is certain, and so is `true` if the type has no other values. Where the promise of a
/// [`generator`](macro@crate::generator) depends on an answer that is not certain, its test says
/// so. `everycase verify` decides quantifiers by a search, or proves them.
///
/// ```
/// use everycase::coverage::{exists, forall};
/// use everycase::lazy::implies;
///
/// assert!(forall(|n: i64| implies(|| n > 3, || n * n > 9)));
/// assert!(!forall(|n: u8| n < 255));
/// assert!(exists(|n: i64| n * n == 49));
/// ```
pub fn forall<T: Enumerable>(predicate: impl Fn(T) -> bool) -> bool {
    !exists(|value| !predicate(value))
}

/// Returns whether a predicate holds of some value of a type, trying the same values as [`forall`]:
/// `true` is certain, and so is `false` if the type has no other values.
pub fn exists<T: Enumerable>(predicate: impl Fn(T) -> bool) -> bool {
    let first = first::<T>();
    let before = CERTAIN.get();
    let mut is_certain = first.are_all;
    for value in &first.values {
        let (holds, holds_certainly) = certainly(|| predicate(T::decode(value.root())));
        if holds {
            // What the predicate says of other values does not matter.
            CERTAIN.set(before && holds_certainly);
            return true;
        }
        is_certain &= holds_certainly;
    }
    CERTAIN.set(before && is_certain);
    false
}

/// Calls a predicate; also returns whether no quantifier in it was answered by the values that were
/// tried alone.
pub(super) fn certainly<R>(predicate: impl FnOnce() -> R) -> (R, bool) {
    let outer = CERTAIN.replace(true);
    let result = predicate();
    (result, CERTAIN.replace(outer))
}

/// The smallest values of a type.
struct First {
    values: Vec<Derivation>,
    are_all: bool,
}

fn first<T: Enumerable>() -> Rc<First> {
    let cached = FIRST.with_borrow(|cache| cache.get(&TypeId::of::<T>()).cloned());
    cached.unwrap_or_else(|| {
        let new = Rc::new(First::of::<T>());
        FIRST.with_borrow_mut(|cache| cache.insert(TypeId::of::<T>(), Rc::clone(&new)));
        new
    })
}

impl First {
    fn of<T: Enumerable>() -> Self {
        let space = T::space();
        let derivations = space.derivations();
        let mut values = Vec::new();
        for size in 0..=SIZE {
            let Ok(mut walk) = derivations.of_size(size) else { break };
            while values.len() < MOST
                && let Some(value) = walk.next()
            {
                values.push(value.clone());
            }
        }
        let largest = derivations.largest_size().ok().flatten();
        let all = largest.and_then(|largest| derivations.count_up_to(largest).ok());
        let are_all = all.is_some_and(|all| all == BigUint::from(values.len()));
        Self { values, are_all }
    }
}
