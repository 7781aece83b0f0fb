//! Properties with names that take care to print, and properties that should panic.

#![expect(clippy::should_panic_without_expect, reason = "each form of the attribute")]

use everycase::prelude::*;

/// Properties whose names take care to print.
mod named {
    use everycase::prelude::*;

    pub(super) mod r#match {
        pub(crate) mod sub {
            use everycase::prelude::*;

            #[property]
            fn r#try(n: u8) -> bool {
                n < 77
            }

            /// A mark that the edition does not need.
            #[property]
            fn r#plain(n: u8) -> bool {
                n < 77
            }
        }
    }

    mod beside {
        pub(super) fn limit() -> u8 {
            77
        }
    }

    /// A module has the same name, and the property uses it.
    #[property]
    fn beside(n: u8) -> bool {
        n < beside::limit()
    }

    #[property]
    fn generic<K: Ord>(keys: Vec<K>) -> bool {
        keys.is_sorted()
    }
}

#[property]
#[should_panic]
fn panics(n: u8) {
    assert!(n != 77, "not this one");
}

#[property]
#[should_panic(expected = "not this one")]
fn panics_with_text(n: u8) {
    assert!(n != 77, "not this one");
}

#[should_panic = "not that one"]
#[property]
fn panics_with_other_text(n: u8) {
    assert!(n != 77, "not this one");
}

#[property]
#[should_panic]
fn holds(n: u8) {
    assert_eq!(n, n);
}

#[property]
#[should_panic]
fn discards(_: u8) {
    assume(false);
}

#[should_panic(expected = "")]
#[property]
fn discards_below_the_attribute(_: u8) {
    assume(false);
}

#[property]
#[cfg_attr(all(), should_panic = "")]
fn discards_under_a_condition(_: u8) {
    assume(false);
}

#[property]
#[should_panic]
fn demands_more(n: u8) {
    cover(n == 0, 50.0, "zero");
}

#[property]
#[should_panic]
fn has_no_inputs(_: std::convert::Infallible) {}
