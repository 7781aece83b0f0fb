//! Maps as lists of entries: the structures from which maps are drawn.
//!
//! The size of a [trie](super::trie) says little of the number of entries: prefixes are shared, so
//! most tries of a size have few entries with long keys. In the models that
//! [draw structures](crate::CostModel::Listed) a map is a list of entries instead, as long as a
//! vector would be. A draw is then [written](write) as the derivation of the same map in the exact
//! shape.
//!
//! For example, the set `{1, 5}` of numbers is the list `cons(5, cons(1, nil))`, but also
//! `cons(1, cons(5, cons(1, nil)))`: of entries with the same key the first one counts. Its trie
//! has one derivation: `part`, and there the sizes 1 and 3, each with one number.

use super::maps;
use super::trie::{self, DuplicateKeys};
use crate::derivation::At;
use crate::error::{EncodeError, SpaceError};
use crate::{Alternative, Derivations, Encoder, Key, Shape, Until};

/// Maps with at most this many keys stay tries, each of which is one structure.
const FEW: u32 = 64;

/// The payload of a position whose only field is a list of entries, and stands for a map.
struct List;

const CONS: usize = 1;

/// Returns the shape of maps as lists, or their exact shape if there are few keys or very many
/// kinds of tries over keys.
#[inline]
pub(super) fn shape(key: &Shape, value: &Shape, exact: &Shape) -> Shape {
    struct Lists;
    let (key, value, exact) = (key.clone(), value.clone(), exact.clone());
    Shape::named(Key::of::<Lists>().under(&key).under(&value), move || {
        let is_trie = has_few(&key) || has_many_tries(&key);
        if is_trie { exact.clone() } else { list(&key, &value).with_payload(List) }
    })
}

#[inline]
fn list(key: &Shape, value: &Shape) -> Shape {
    struct Entries;
    let (key, value) = (key.clone(), value.clone());
    Shape::named(Key::of::<Entries>().under(&key).under(&value), move || {
        let entry = Shape::product([key.clone(), value.clone()]);
        let cons = Alternative::new("cons", [entry, list(&key, &value)]);
        Shape::choice([Alternative::new("nil", []).pay(1), cons.pay(1)])
    })
}

/// Returns whether there are at most [`FEW`] keys. Keys that are hard to count are many.
#[inline]
fn has_few(key: &Shape) -> bool {
    const WORK: u64 = 100_000;
    const MEMORY: usize = 4 << 20;
    let keys = Derivations::new(key.clone()).until(Until::default().within_work(WORK).within_memory(MEMORY));
    let count = || -> Result<bool, SpaceError> {
        let Some(largest) = keys.largest_size()? else { return Ok(false) };
        for size in 0..=largest {
            if keys.count_up_to(size)? > FEW.into() {
                return Ok(false);
            }
        }
        Ok(true)
    };
    count().unwrap_or(false)
}

/// Returns whether the exact grammar of sets of keys is large even for small sets. Tries are a
/// family with a member for each list of key positions, and for keys of several mutually recursive
/// types, or with maps in them, there are exponentially many lists. A long list of such keys could
/// be drawn, but its trie could not be read back.
#[inline]
fn has_many_tries(key: &Shape) -> bool {
    const SIZE: u32 = 48;
    const MEMORY: usize = 4 << 20;
    let sets = Derivations::new(maps::set_shape(key));
    sets.until(Until::default().within_memory(MEMORY)).expanded(SIZE).is_err()
}

/// Makes the decisions of a position in the exact shape.
pub(crate) fn write(at: At<'_>, to: &mut Encoder) -> Result<(), EncodeError> {
    let mut open = vec![at];
    while let Some(at) = open.pop() {
        if at.payload::<List>().is_some() {
            let entries: Vec<At<'_>> = entries(at.field(0)).collect();
            let key = |i: usize, to: &mut Encoder| write(entries[i].field(0), to);
            let value = |i: usize, to: &mut Encoder| write(entries[i].field(1), to);
            trie::write(entries.len(), &key, &value, DuplicateKeys::Dropped, to)?;
        } else if let Some(arity) = at.arity() {
            to.alternative(at.alternative())?;
            open.extend((0..arity).rev().map(|field| at.field(field)));
        } else if at.is_wide() {
            to.wide(at.wide())?;
        } else {
            to.bits(at.bits())?;
        }
    }
    Ok(())
}

/// Returns the entries of a list.
fn entries(mut at: At<'_>) -> impl Iterator<Item = At<'_>> {
    std::iter::from_fn(move || {
        (at.alternative() == CONS).then(|| {
            let entry = at.field(0);
            at = at.field(1);
            entry
        })
    })
}
