//! The sampled subjects: the papers' programs, two structures that every tool has to support, and their predicates.

use everycase::Lazy;
use everycase::lazy::{ListView, all};

use crate::plain;
use crate::programs::imperative::{self, Program};
use crate::programs::{red_black, search_tree, typed_terms};
use crate::sampling::Subject;

/// Search trees of naturals (Paper III, section 6.1).
pub const BST: Subject<search_tree::Tree> =
    Subject { lazy: search_tree::is_ordered, plain: plain::is_ordered };

/// Simply typed terms (Paper III, section 6.2).
pub const STLC: Subject<typed_terms::Term> =
    Subject { lazy: typed_terms::well_typed, plain: plain::well_typed };

/// Programs in the normal form of all five predicates (Paper III, section 6.4).
pub const PROGRAM: Subject<Program> = Subject { lazy: imperative::normal, plain: plain::normal };

/// Programs of which predicates 1, 3, 4 and 5 hold: a variable need not be used.
pub const PROGRAM_1345: Subject<Program> = Subject {
    lazy: |program| {
        all!(
            imperative::declared_on_top(program),
            imperative::without_idle_skip(program),
            imperative::without_nested_if(program),
            imperative::bound(program),
        )
    },
    plain: |program| {
        plain::declared_on_top(program)
            && plain::without_idle_skip(program)
            && plain::without_nested_if(program)
            && plain::bound(program)
    },
};

/// Programs of which predicates 1, 3 and 5 hold: `Skip` may stand in a sequence as well.
pub const PROGRAM_135: Subject<Program> = Subject {
    lazy: |program| {
        all!(
            imperative::declared_on_top(program),
            imperative::without_nested_if(program),
            imperative::bound(program),
        )
    },
    plain: |program| {
        plain::declared_on_top(program) && plain::without_nested_if(program) && plain::bound(program)
    },
};

/// Red-black trees of naturals.
pub const RED_BLACK: Subject<red_black::Tree> =
    Subject { lazy: red_black::is_red_black, plain: plain::is_red_black };

/// Lists of bytes in ascending order.
pub const SORTED: Subject<Vec<u8>> = Subject { lazy: is_sorted, plain: |list| list.is_sorted() };

fn is_sorted(list: Lazy<Vec<u8>>) -> bool {
    let ListView::Cons(mut last, mut rest) = list.force() else { return true };
    while let ListView::Cons(next, after) = rest.force() {
        if next.lt(last) {
            return false;
        }
        (last, rest) = (next, after);
    }
    true
}
