//! The papers' running example: lists of booleans, every constructor of cost 1.

use everycase_kernel::{Alternative, Key, Shape};

pub(crate) fn shape() -> Shape {
    struct List;
    Shape::named(Key::of::<List>(), || {
        let element =
            Shape::choice([Alternative::new("false", []).pay(1), Alternative::new("true", []).pay(1)]);
        Shape::choice([
            Alternative::new("nil", []).pay(1),
            Alternative::new("cons", [element, shape()]).pay(1),
        ])
    })
}
