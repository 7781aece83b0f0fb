//! A function and properties of it, which are also tests of their own.

use everycase::prelude::*;

pub(crate) fn both(a: bool, b: bool) -> bool {
    a & b
}

#[property(of = both)]
pub(crate) fn symmetry(a: bool, b: bool) -> bool {
    both(a, b) == both(b, a)
}

#[property(of = both)]
pub(crate) fn zero(a: bool) -> bool {
    !both(a, false)
}
