//! The red-black tasks of ETNA, a benchmark of property-based testing: mistakes in a map, each with the properties that
//! it breaks.
//!
//! The mistakes, the properties and their pairs are those of ETNA ("ETNA: An Evaluation Platform for Property-Based
//! Testing", Shi et al., 2023): its list of tasks has 58 pairs of a mistake and a property without union, and each
//! of them has an input here on which the property fails. The code is written afresh. As in ETNA, a property takes any
//! tree, and assumes that it is valid; keys and values are integers, as in ETNA's version for Coq.
//!
//! The known inputs are smallest ones by their number of nodes. Most have at most six nodes; `swap_bc` takes nine in a
//! deletion, and `miscolor_join_1` takes twelve.

mod properties;
mod tree;

use std::sync::Arc;

use everycase::lazy::Atom;

use self::properties::{
    delete_delete, delete_insert, delete_model, delete_post, delete_valid, insert_delete, insert_insert,
    insert_model, insert_post, insert_valid,
};
use self::tree::{Colour, Mistake, Tree};
use super::{Case, generic_case};

/// A tree as ETNA has it.
type Plain = Tree<i32, i32>;

const EMPTY: Plain = Tree::Empty;

/// Returns cases: by mistake, the name of each with a property and a known input.
macro_rules! tasks {
    ($($mistake:ident { $($name:literal: $property:ident, $input:expr;)+ })+) => {
        vec![$($(generic_case(
            $name,
            Mistake::$mistake,
            $property::<i32, i32>,
            $property::<Atom<0>, Atom<1>>,
            || $input,
        )),+),+]
    };
}

pub(super) fn cases() -> Vec<Case> {
    tasks! {
        Insert1 {
            "etna-insert-1-insert-post": insert_post, (one(), 0, 1, 1);
            "etna-insert-1-insert-model": insert_model, (one(), 0, 1);
            "etna-insert-1-delete-insert": delete_insert, (one(), 0, 0, 1);
            "etna-insert-1-insert-insert": insert_insert, (EMPTY, 0, 1, 1, 2);
        }
        Insert2 {
            "etna-insert-2-insert-post": insert_post, (one(), 2, 1, 1);
            "etna-insert-2-insert-model": insert_model, (one(), 2, 1);
            "etna-insert-2-insert-delete": insert_delete, (one(), 2, 1, 1);
            "etna-insert-2-delete-insert": delete_insert, (one(), 1, 2, 1);
            "etna-insert-2-insert-insert": insert_insert, (EMPTY, 0, 1, 1, 2);
        }
        Insert3 {
            "etna-insert-3-insert-post": insert_post, (one(), 1, 1, 1);
            "etna-insert-3-insert-model": insert_model, (one(), 1, 1);
            "etna-insert-3-insert-delete": insert_delete, (one(), 1, 1, 1);
            "etna-insert-3-insert-insert": insert_insert, (EMPTY, 0, 0, 1, 2);
        }
        Delete4 {
            "etna-delete-4-delete-model": delete_model, (one(), 0);
            "etna-delete-4-delete-post": delete_post, (one(), 0, 1);
            "etna-delete-4-delete-delete": delete_delete, (three(), 1, 3);
            "etna-delete-4-delete-insert": delete_insert, (EMPTY, 0, 1, 1);
            "etna-delete-4-insert-delete": insert_delete, (EMPTY, 0, 1, 1);
        }
        Delete5 {
            "etna-delete-5-delete-model": delete_model, (right_two(), 3);
            "etna-delete-5-delete-post": delete_post, (right_two(), 3, 3);
            "etna-delete-5-delete-delete": delete_delete, (right_two(), 1, 3);
            "etna-delete-5-delete-insert": delete_insert, (one(), 0, 0, 1);
        }
        MiscolorInsert {
            "etna-miscolor-insert-insert-valid": insert_valid, (one(), 0, 1);
            "etna-miscolor-insert-delete-insert": delete_insert, (one(), 0, 0, 1);
        }
        MiscolorDelete {
            "etna-miscolor-delete-delete-valid": delete_valid, (one(), 0);
        }
        MiscolorBalLeft {
            "etna-miscolor-bal-left-delete-valid": delete_valid, (red_on_the_right(), 1);
            "etna-miscolor-bal-left-delete-delete": delete_delete, (red_on_the_right(), 1, 9);
        }
        MiscolorBalRight {
            "etna-miscolor-bal-right-delete-valid": delete_valid, (red_on_the_left(), 9);
            "etna-miscolor-bal-right-delete-delete": delete_delete, (red_on_the_left(), 1, 9);
        }
        MiscolorJoin1 {
            "etna-miscolor-join-1-delete-valid": delete_valid, (twelve(), 15);
        }
        MiscolorJoin2 {
            "etna-miscolor-join-2-delete-valid": delete_valid, (full_on_the_right(), 3);
            "etna-miscolor-join-2-delete-delete": delete_delete, (far_on_the_right(), 1, 7);
        }
        NoBalanceInsert1 {
            "etna-no-balance-insert-1-insert-valid": insert_valid, (left_two(), 0, 1);
            "etna-no-balance-insert-1-delete-insert": delete_insert, (inner_on_the_left(), 11, 6, 1);
            "etna-no-balance-insert-1-insert-delete": insert_delete, (inner_on_the_left(), 6, 11, 1);
        }
        NoBalanceInsert2 {
            "etna-no-balance-insert-2-insert-valid": insert_valid, (one(), 2, 1);
            "etna-no-balance-insert-2-delete-insert": delete_insert, (one(), 2, 2, 1);
            "etna-no-balance-insert-2-insert-delete": insert_delete, (right_two(), 4, 3, 1);
        }
        SwapCd {
            "etna-swap-cd-insert-valid": insert_valid, (three(), 0, 1);
            "etna-swap-cd-insert-model": insert_model, (three(), 0, 1);
            "etna-swap-cd-insert-post": insert_post, (three(), 0, 5, 1);
            "etna-swap-cd-delete-valid": delete_valid, (full_on_the_left(), 9);
            "etna-swap-cd-delete-post": delete_post, (full_on_the_left(), 9, 5);
            "etna-swap-cd-delete-model": delete_model, (full_on_the_left(), 9);
            "etna-swap-cd-delete-delete": delete_delete, (full_on_the_left(), 1, 9);
            "etna-swap-cd-delete-insert": delete_insert, (three(), 0, 0, 1);
            "etna-swap-cd-insert-delete": insert_delete, (three(), 0, 1, 1);
            "etna-swap-cd-insert-insert": insert_insert, (left_two(), 0, 4, 1, 2);
        }
        SwapBc {
            "etna-swap-bc-insert-valid": insert_valid, (inner_on_the_right(), 6, 1);
            "etna-swap-bc-insert-model": insert_model, (inner_on_the_right(), 6, 1);
            "etna-swap-bc-insert-post": insert_post, (inner_on_the_right(), 6, 5, 1);
            "etna-swap-bc-delete-valid": delete_valid, (nine(), 1);
            "etna-swap-bc-delete-post": delete_post, (nine(), 1, 9);
            "etna-swap-bc-delete-model": delete_model, (nine(), 1);
            "etna-swap-bc-delete-delete": delete_delete, (nine(), 1, 7);
            "etna-swap-bc-delete-insert": delete_insert, (inner_on_the_right(), 1, 6, 1);
            "etna-swap-bc-insert-delete": insert_delete, (inner_on_the_right(), 6, 1, 1);
            "etna-swap-bc-insert-insert": insert_insert, (full_on_the_right(), 4, 8, 1, 2);
        }
    }
}

fn black(left: Plain, key: i32, right: Plain) -> Plain {
    Tree::Node(Colour::Black, Arc::new(left), key, 0, Arc::new(right))
}

fn red(left: Plain, key: i32, right: Plain) -> Plain {
    Tree::Node(Colour::Red, Arc::new(left), key, 0, Arc::new(right))
}

fn black_leaf(key: i32) -> Plain {
    black(EMPTY, key, EMPTY)
}

fn red_leaf(key: i32) -> Plain {
    red(EMPTY, key, EMPTY)
}

// Known inputs. The keys of a tree are the odd numbers from 1 on, so that there is a key between any two.

fn one() -> Plain {
    black_leaf(1)
}

fn left_two() -> Plain {
    black(red_leaf(1), 3, EMPTY)
}

fn right_two() -> Plain {
    black(EMPTY, 1, red_leaf(3))
}

fn three() -> Plain {
    black(red_leaf(1), 3, red_leaf(5))
}

fn red_on_the_left() -> Plain {
    black(red(black_leaf(1), 3, black_leaf(5)), 7, black_leaf(9))
}

fn red_on_the_right() -> Plain {
    black(black_leaf(1), 3, red(black_leaf(5), 7, black_leaf(9)))
}

fn full_on_the_left() -> Plain {
    black(black(red_leaf(1), 3, red_leaf(5)), 7, black_leaf(9))
}

fn full_on_the_right() -> Plain {
    black(black_leaf(1), 3, black(red_leaf(5), 7, red_leaf(9)))
}

fn inner_on_the_left() -> Plain {
    black(red(black_leaf(1), 3, black(EMPTY, 5, red_leaf(7))), 9, black_leaf(11))
}

fn inner_on_the_right() -> Plain {
    black(black_leaf(1), 3, red(black(EMPTY, 5, red_leaf(7)), 9, black_leaf(11)))
}

fn far_on_the_right() -> Plain {
    black(black_leaf(1), 3, red(black_leaf(5), 7, black(red_leaf(9), 11, EMPTY)))
}

fn nine() -> Plain {
    let low = black(black_leaf(1), 3, black_leaf(5));
    let high = black(red(black_leaf(9), 11, black_leaf(13)), 15, black_leaf(17));
    black(low, 7, high)
}

fn twelve() -> Plain {
    let low = black(black_leaf(1), 3, black_leaf(5));
    let middle = red(black_leaf(9), 11, black_leaf(13));
    let high = red(black(EMPTY, 17, red_leaf(19)), 21, black_leaf(23));
    black(low, 7, black(middle, 15, high))
}
