//! The same assumptions, returned from and unwound from.

use everycase::lazy::ListView;
use everycase::prelude::*;

#[property(size = 9, seed = 7)]
fn early(list: Lazy<Vec<u8>>, k: u8) -> Result<bool, String> {
    assume(matches!(list.force(), ListView::Cons(..)));
    label("with an element");
    assume(k > 2);
    Ok(k > 2)
}

#[property(size = 9, seed = 7)]
fn unwinding(list: Lazy<Vec<u8>>, k: u8) -> Result<bool, String> {
    let discard = || assume(false);
    if matches!(list.force(), ListView::Nil) {
        discard();
    }
    label("with an element");
    if k <= 2 {
        discard();
    }
    Ok(k > 2)
}
