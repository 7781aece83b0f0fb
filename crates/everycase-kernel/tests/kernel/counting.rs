//! The kernel on a few known shapes.
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use everycase_kernel::*;

fn list(element: Shape) -> Shape {
    struct List;
    Shape::named(Key::of::<List>().under(&element), move || {
        let element = element.clone();
        Shape::choice([
            Alternative::new("nil", []).pay(1),
            Alternative::new("cons", [element.clone(), list(element)]).pay(1),
        ])
    })
}

fn bools() -> Shape {
    Shape::choice([Alternative::new("false", []).pay(1), Alternative::new("true", []).pay(1)])
}

#[test]
fn bool_lists_have_the_cardinalities_of_the_paper() {
    let lists = Derivations::new(list(bools()));
    let counts: Vec<u64> = (0..16).map(|n| lists.count(n).unwrap().try_into().unwrap()).collect();
    assert_eq!(counts, [0, 1, 0, 2, 0, 4, 0, 8, 0, 16, 0, 32, 0, 64, 0, 128]);
}

fn tree() -> Shape {
    struct Tree;
    Shape::named(Key::of::<Tree>(), || {
        Shape::choice([
            Alternative::new("leaf", []).pay(1),
            Alternative::new("node", [tree(), Shape::range(Range::unsigned(8)), tree()]).pay(1),
        ])
    })
}

#[test]
fn walking_indexing_and_ranking_agree() {
    for shape in [list(bools()), tree(), list(tree()), Shape::range(Range::signed(16)), list(Shape::unit())] {
        let space = Derivations::new(shape);
        let mut rank = BigUint::from(0u32);
        for size in 0..9 {
            let mut walk = space.of_size(size).unwrap();
            let mut i = 0u32;
            while let Some(derivation) = walk.next() {
                assert_eq!(derivation.size(), size);
                assert_eq!(&space.index_of_size(size, &i.into()).unwrap(), derivation);
                assert_eq!(&space.index(&rank).unwrap(), derivation);
                assert_eq!(space.rank(derivation).unwrap(), rank);
                assert_eq!(&space.parse(&derivation.words()).unwrap(), derivation);
                rank += 1u32;
                i += 1;
            }
            assert_eq!(space.count(size).unwrap(), i.into());
            let mut walk = space.of_size(size).unwrap();
            while let Some(derivation) = walk.next_back() {
                i -= 1;
                assert_eq!(&space.index_of_size(size, &i.into()).unwrap(), derivation);
            }
            assert_eq!(i, 0);
        }
    }
}

#[test]
fn counting_that_was_ended_goes_on_where_it_was() {
    let flag = Arc::new(AtomicBool::new(true));
    let counted = Derivations::new(tree());
    let ended = counted.until(Until::new(None, Arc::clone(&flag)));
    assert_eq!(ended.count(9), Err(SpaceError::OutOfTime));
    let late = counted.until(Until::new(Some(Instant::now()), Arc::default()));
    assert_eq!(late.count(9), Err(SpaceError::OutOfTime));
    flag.store(false, Ordering::Relaxed);
    let fresh = Derivations::new(tree());
    for size in 0..20 {
        // Every other size is begun in vain.
        flag.store(size % 2 == 0, Ordering::Relaxed);
        let _ = ended.count(size);
        assert_eq!(counted.count(size), fresh.count(size), "size {size}");
    }
}

#[test]
fn an_expansion_that_ended_early_counts_as_one_that_did_not() {
    struct One;
    struct Other;
    // Each member leads to another one without paying.
    let member = |i: u64| {
        let other = move || {
            Shape::named(Key::of::<Other>().with(i), || Shape::choice([Alternative::new("value", [])]))
        };
        Shape::named(Key::of::<One>().with(i), move || {
            Shape::choice([Alternative::new("only", [other()]), Alternative::new("never", [Shape::empty()])])
        })
    };
    let shape = || Shape::choice((0..20).map(|i| Alternative::new("member", [member(i).pay(1)])));
    let mut early = 0;
    for memory in (0..100_000).step_by(160) {
        let space = Derivations::new(shape());
        early += u32::from(space.until(Until::default().within_memory(memory)).largest_size().is_err());
        assert_eq!(space.count(0), Ok(BigUint::ZERO));
        assert_eq!(space.count(1), Ok(BigUint::from(20u32)), "ended early at {memory} bytes");
    }
    assert!(early > 50, "{early}");
}
