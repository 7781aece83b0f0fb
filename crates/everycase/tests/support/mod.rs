//! Code that tests share: the laws of `Enumerable`, checked on every value up to a size.

#![allow(dead_code)]

pub(crate) mod process;
pub(crate) mod strategy;
pub(crate) mod subjects;
pub(crate) mod transcript;

use std::collections::HashSet;
use std::fmt::Debug;

use everycase::Enumerable;

/// How many values have each size, from 0 on.
pub(crate) fn counts<T: Enumerable>(most: u32) -> Vec<u64> {
    let space = T::space();
    (0..=most).map(|size| u64::try_from(space.count(size).unwrap()).unwrap()).collect()
}

/// All values up to a size.
pub(crate) fn values<T: Enumerable>(most: u32) -> Vec<T> {
    T::space().up_to(most).unwrap().collect()
}

/// The sources of all values of one size.
pub(crate) fn sources<T: Enumerable>(size: u32) -> Vec<String> {
    let space = T::space();
    let mut walk = space.derivations().of_size(size).unwrap();
    let mut sources = Vec::new();
    while let Some(derivation) = walk.next() {
        sources.push(space.source(derivation));
    }
    sources
}

/// The source of one value.
pub(crate) fn source<T: Enumerable>(value: &T) -> String {
    let space = T::space();
    space.source(&space.encode(value).unwrap())
}

/// Every value has the index it was found at and its own size; updating in place gives the same values in the same
/// order; different values have different sources.
pub(crate) fn assert_laws<T: Enumerable + Debug + PartialEq>(most: u32) {
    let space = T::space();
    let mut index = 0u64;
    let mut sources = HashSet::new();
    for size in 0..=most {
        let mut cursor = space.cursor(size).unwrap();
        for value in space.of_size(size).unwrap() {
            assert_eq!(cursor.next(), Some(&value), "updated in place at size {size}");
            let derivation = space.encode(&value).unwrap();
            assert_eq!(derivation.size(), size, "{value:?}");
            assert_eq!(space.decode(&derivation), value);
            assert_eq!(space.rank(&value).unwrap(), index.into(), "{value:?}");
            let source = space.source(&derivation);
            assert!(sources.insert(source.clone()), "another value prints as {source}");
            index += 1;
        }
        assert!(cursor.next().is_none());
    }
    assert!(index > 1, "{index} values up to size {most} show nothing");
}
