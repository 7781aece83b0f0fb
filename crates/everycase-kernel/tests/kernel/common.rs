//! A few shapes that tests share.
#![allow(dead_code, reason = "no test uses all of them")]

use everycase_kernel::{Alternative, Key, Range, Shape};

pub(crate) fn bools() -> Shape {
    Shape::choice([Alternative::new("false", []).pay(1), Alternative::new("true", []).pay(1)])
}

pub(crate) fn list(element: Shape) -> Shape {
    struct List;
    Shape::named(Key::of::<List>().under(&element), move || {
        let cons = [element.clone(), list(element.clone())];
        Shape::choice([Alternative::new("nil", []).pay(1), Alternative::new("cons", cons).pay(1)])
    })
}

/// Binary trees with a byte at each node.
pub(crate) fn tree() -> Shape {
    struct Tree;
    Shape::named(Key::of::<Tree>(), || {
        let node = [tree(), Shape::range(Range::unsigned(8)), tree()];
        Shape::choice([Alternative::new("leaf", []).pay(1), Alternative::new("node", node).pay(1)])
    })
}
