//! Shapes for tests.

use everycase_kernel::{Alternative, At, Derivation, Derivations, Key, Range, Shape};

/// Returns all bytes: finite, 256 of sizes 0 to 8.
pub(crate) fn bytes() -> Derivations {
    Derivations::new(Shape::range(Range::unsigned(8)))
}

/// Returns signed 64-bit numbers: too many to try all.
pub(crate) fn numbers() -> Derivations {
    Derivations::new(Shape::range(Range::signed(64)))
}

/// Returns lists of bytes.
pub(crate) fn lists() -> Derivations {
    struct List;
    Derivations::new(Shape::named(Key::of::<List>(), || {
        let list = Shape::named(Key::of::<List>(), Shape::empty);
        let cons = Alternative::new("Cons", [Shape::range(Range::unsigned(8)), list]);
        Shape::choice([Alternative::new("Nil", []).pay(1), cons.pay(1)])
    }))
}

/// Returns the list of a derivation of [`lists`].
pub(crate) fn list(input: &Derivation) -> Vec<u64> {
    let mut items = Vec::new();
    let mut at: At<'_> = input.root();
    while at.alternative() == 1 {
        items.push(at.field(0).bits());
        at = at.field(1);
    }
    items
}
