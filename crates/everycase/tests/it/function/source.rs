//! Functions as they are printed, beside the same text compiled: both must be the same function.

#![allow(clippy::all, clippy::pedantic, reason = "half of it is generated code")]

use std::cmp::Ordering;
use std::collections::BTreeMap;

use everycase::{BigUint, Enumerable, Fun};

use super::{Point, Tree};

/// For each pair of types, up to which size arguments are tried, and functions: the index, the text, the text again.
macro_rules! printed {
    ($($name:ident: $a:ty, $b:ty, $size:literal { $($index:literal: $text:literal = $code:expr;)* })*) => {$(
        #[test]
        fn $name() {
            let space = Fun::<$a, $b>::space();
            $({
                let derivation = space.derivations().index(&BigUint::from($index as u32)).unwrap();
                let (function, compiled): (Fun<$a, $b>, Fun<$a, $b>) = (space.decode(&derivation), $code);
                assert_eq!(space.source(&derivation), $text);
                if stringify!($b) != "Tree" {
                    assert_eq!(format!("everycase::Fun::new({function:?})"), $text);
                }
                for argument in <$a>::space().up_to($size).unwrap() {
                    assert_eq!(function.call(&argument), compiled.call(&argument), "{argument:?}");
                }
            })*
        }
    )*};
}

#[rustfmt::skip]
printed! {
    booleans: bool, bool, 1 {
        0: "everycase::Fun::new(|_: &bool| false)" =
            everycase::Fun::new(|_: &bool| false);
        1: "everycase::Fun::new(|x: &bool| match *x { false => false, true => true })" =
            everycase::Fun::new(|x: &bool| match *x { false => false, true => true });
        2: "everycase::Fun::new(|x: &bool| match *x { false => true, true => false })" =
            everycase::Fun::new(|x: &bool| match *x { false => true, true => false });
        3: "everycase::Fun::new(|_: &bool| true)" =
            everycase::Fun::new(|_: &bool| true);
    }
    bytes: u8, bool, 4 {
        0: "everycase::Fun::new(|_: &u8| false)" =
            everycase::Fun::new(|_: &u8| false);
        78: "everycase::Fun::new(|x: &u8| match *x { 14 => false, _ => true })" =
            everycase::Fun::new(|x: &u8| match *x { 14 => false, _ => true });
        120: "everycase::Fun::new(|x: &u8| match *x { 31 => false, _ => false })" =
            everycase::Fun::new(|x: &u8| match *x { 31 => false, _ => false });
        162: "everycase::Fun::new(|x: &u8| match *x { 24 => false, _ => true })" =
            everycase::Fun::new(|x: &u8| match *x { 24 => false, _ => true });
    }
    derived_enums: Tree, bool, 6 {
        0: "everycase::Fun::new(|_: &Tree| false)" =
            everycase::Fun::new(|_: &Tree| false);
        3191: r#"everycase::Fun::new(|x: &Tree| { let x = everycase::parts(x); match x.name() { "Leaf" => false, _ /* Node */ => match x.part(0).name() { "Leaf" => match x.part(1).integer() { 1 => true, _ => false }, _ /* Node */ => match x.part(1).integer() { 0 => true, _ => false } } } })"# =
            everycase::Fun::new(|x: &Tree| { let x = everycase::parts(x); match x.name() { "Leaf" => false, _ /* Node */ => match x.part(0).name() { "Leaf" => match x.part(1).integer() { 1 => true, _ => false }, _ /* Node */ => match x.part(1).integer() { 0 => true, _ => false } } } });
        4801: r#"everycase::Fun::new(|x: &Tree| { let x = everycase::parts(x); match x.name() { "Leaf" => true, _ /* Node */ => match x.part(1).integer() { 1 => true, _ => match x.part(2).name() { "Leaf" => false, _ /* Node */ => match x.part(2).part(1).integer() { 0 => true, _ => false } } } } })"# =
            everycase::Fun::new(|x: &Tree| { let x = everycase::parts(x); match x.name() { "Leaf" => true, _ /* Node */ => match x.part(1).integer() { 1 => true, _ => match x.part(2).name() { "Leaf" => false, _ /* Node */ => match x.part(2).part(1).integer() { 0 => true, _ => false } } } } });
    }
    tuples: (bool, i16), u8, 5 {
        0: "everycase::Fun::new(|_: &(bool, i16)| 0)" =
            everycase::Fun::new(|_: &(bool, i16)| 0);
        3593: "everycase::Fun::new(|x: &(bool, i16)| match x.0 { false => match x.1 { 6 => 0, _ => 0 }, true => 2 })" =
            everycase::Fun::new(|x: &(bool, i16)| match x.0 { false => match x.1 { 6 => 0, _ => 0 }, true => 2 });
        4797: "everycase::Fun::new(|x: &(bool, i16)| match x.1 { -14 => 3, _ => 0 })" =
            everycase::Fun::new(|x: &(bool, i16)| match x.1 { -14 => 3, _ => 0 });
        6001: "everycase::Fun::new(|x: &(bool, i16)| match x.1 { 0 => 0, _ => 54 })" =
            everycase::Fun::new(|x: &(bool, i16)| match x.1 { 0 => 0, _ => 54 });
    }
    lists: Vec<bool>, bool, 8 {
        0: "everycase::Fun::new(|_: &Vec<bool>| false)" =
            everycase::Fun::new(|_: &Vec<bool>| false);
        212: "everycase::Fun::new(|x: &Vec<bool>| match x[..] { [] => false, [_, ref x1 @ ..] => match x1[..] { [] => true, [ref x2, ref x3 @ ..] => match *x2 { false => match x3[..] { [] => true, [_, ..] => true }, true => false } } })" =
            everycase::Fun::new(|x: &Vec<bool>| match x[..] { [] => false, [_, ref x1 @ ..] => match x1[..] { [] => true, [ref x2, ref x3 @ ..] => match *x2 { false => match x3[..] { [] => true, [_, ..] => true }, true => false } } });
        289: "everycase::Fun::new(|x: &Vec<bool>| match x[..] { [] => true, [ref x1, ref x2 @ ..] => match *x1 { false => match x2[..] { [] => false, [_, ref x3 @ ..] => match x3[..] { [] => false, [_, ..] => true } }, true => true } })" =
            everycase::Fun::new(|x: &Vec<bool>| match x[..] { [] => true, [ref x1, ref x2 @ ..] => match *x1 { false => match x2[..] { [] => false, [_, ref x3 @ ..] => match x3[..] { [] => false, [_, ..] => true } }, true => true } });
        366: "everycase::Fun::new(|x: &Vec<bool>| match x[..] { [] => true, [_, ref x1 @ ..] => match x1[..] { [] => true, [_, ref x2 @ ..] => match x2[..] { [] => true, [ref x3, ..] => match *x3 { false => false, true => false } } } })" =
            everycase::Fun::new(|x: &Vec<bool>| match x[..] { [] => true, [_, ref x1 @ ..] => match x1[..] { [] => true, [_, ref x2 @ ..] => match x2[..] { [] => true, [ref x3, ..] => match *x3 { false => false, true => false } } } });
    }
    derived_structs: Point, bool, 6 {
        0: "everycase::Fun::new(|_: &Point| false)" =
            everycase::Fun::new(|_: &Point| false);
        543: "everycase::Fun::new(|x: &Point| { let x = everycase::parts(x); match x.part(0).integer() { 0 => true, -6 => true, _ => false } })" =
            everycase::Fun::new(|x: &Point| { let x = everycase::parts(x); match x.part(0).integer() { 0 => true, -6 => true, _ => false } });
        732: r#"everycase::Fun::new(|x: &Point| { let x = everycase::parts(x); match x.part(0).integer() { 0 => true, 1 => match x.part(1).name() { "None" => true, _ /* Some */ => false }, _ => true } })"# =
            everycase::Fun::new(|x: &Point| { let x = everycase::parts(x); match x.part(0).integer() { 0 => true, 1 => match x.part(1).name() { "None" => true, _ /* Some */ => false }, _ => true } });
        921: r#"everycase::Fun::new(|x: &Point| { let x = everycase::parts(x); match x.part(0).integer() { -1 => true, _ => match x.part(1).name() { "None" => true, _ /* Some */ => match x.part(1).part(0).name() { "false" => false, _ /* true */ => true } } } })"# =
            everycase::Fun::new(|x: &Point| { let x = everycase::parts(x); match x.part(0).integer() { -1 => true, _ => match x.part(1).name() { "None" => true, _ /* Some */ => match x.part(1).part(0).name() { "false" => false, _ /* true */ => true } } } });
    }
    options_and_results: Option<Result<u8, bool>>, bool, 6 {
        0: "everycase::Fun::new(|_: &Option<Result<u8, bool>>| false)" =
            everycase::Fun::new(|_: &Option<Result<u8, bool>>| false);
        140: "everycase::Fun::new(|x: &Option<Result<u8, bool>>| match *x { None => false, Some(ref x1) => match *x1 { Ok(ref x2) => match *x2 { 1 => true, _ => true }, Err(ref x3) => match *x3 { false => true, true => false } } })" =
            everycase::Fun::new(|x: &Option<Result<u8, bool>>| match *x { None => false, Some(ref x1) => match *x1 { Ok(ref x2) => match *x2 { 1 => true, _ => true }, Err(ref x3) => match *x3 { false => true, true => false } } });
        196: "everycase::Fun::new(|x: &Option<Result<u8, bool>>| match *x { None => true, Some(ref x1) => match *x1 { Ok(ref x2) => match *x2 { 1 => true, _ => false }, Err(ref x3) => match *x3 { false => true, true => false } } })" =
            everycase::Fun::new(|x: &Option<Result<u8, bool>>| match *x { None => true, Some(ref x1) => match *x1 { Ok(ref x2) => match *x2 { 1 => true, _ => false }, Err(ref x3) => match *x3 { false => true, true => false } } });
        252: "everycase::Fun::new(|x: &Option<Result<u8, bool>>| match *x { None => true, Some(ref x1) => match *x1 { Ok(ref x2) => match *x2 { 0 => true, 1 => true, _ => true }, Err(_) => false } })" =
            everycase::Fun::new(|x: &Option<Result<u8, bool>>| match *x { None => true, Some(ref x1) => match *x1 { Ok(ref x2) => match *x2 { 0 => true, 1 => true, _ => true }, Err(_) => false } });
    }
    orderings: Ordering, bool, 1 {
        0: "everycase::Fun::new(|_: &std::cmp::Ordering| false)" =
            everycase::Fun::new(|_: &std::cmp::Ordering| false);
        2: "everycase::Fun::new(|x: &std::cmp::Ordering| match *x { std::cmp::Ordering::Less => false, std::cmp::Ordering::Equal => true, std::cmp::Ordering::Greater => false })" =
            everycase::Fun::new(|x: &std::cmp::Ordering| match *x { std::cmp::Ordering::Less => false, std::cmp::Ordering::Equal => true, std::cmp::Ordering::Greater => false });
        5: "everycase::Fun::new(|x: &std::cmp::Ordering| match *x { std::cmp::Ordering::Less => true, std::cmp::Ordering::Equal => false, std::cmp::Ordering::Greater => true })" =
            everycase::Fun::new(|x: &std::cmp::Ordering| match *x { std::cmp::Ordering::Less => true, std::cmp::Ordering::Equal => false, std::cmp::Ordering::Greater => true });
        6: "everycase::Fun::new(|x: &std::cmp::Ordering| match *x { std::cmp::Ordering::Less => true, std::cmp::Ordering::Equal => true, std::cmp::Ordering::Greater => false })" =
            everycase::Fun::new(|x: &std::cmp::Ordering| match *x { std::cmp::Ordering::Less => true, std::cmp::Ordering::Equal => true, std::cmp::Ordering::Greater => false });
    }
    functions: Fun<bool, bool>, bool, 3 {
        0: "everycase::Fun::new(|_: &everycase::Fun<bool, bool>| false)" =
            everycase::Fun::new(|_: &everycase::Fun<bool, bool>| false);
        13: r#"everycase::Fun::new(|x: &everycase::Fun<bool, bool>| { let x = everycase::parts(x); match x.part(0).part(0).part(0).name() { "false" => true, _ /* true */ => match x.part(0).part(0).part(1).name() { "false" => false, _ /* true */ => true } } })"# =
            everycase::Fun::new(|x: &everycase::Fun<bool, bool>| { let x = everycase::parts(x); match x.part(0).part(0).part(0).name() { "false" => true, _ /* true */ => match x.part(0).part(0).part(1).name() { "false" => false, _ /* true */ => true } } });
    }
    boxes: Box<Option<(bool, Vec<u8>)>>, bool, 7 {
        0: "everycase::Fun::new(|_: &Box<Option<(bool, Vec<u8>)>>| false)" =
            everycase::Fun::new(|_: &Box<Option<(bool, Vec<u8>)>>| false);
        396: "everycase::Fun::new(|x: &Box<Option<(bool, Vec<u8>)>>| match **x { None => true, Some(ref x1) => match x1.1[..] { [] => true, [ref x2, ..] => match *x2 { 3 => false, _ => true } } })" =
            everycase::Fun::new(|x: &Box<Option<(bool, Vec<u8>)>>| match **x { None => true, Some(ref x1) => match x1.1[..] { [] => true, [ref x2, ..] => match *x2 { 3 => false, _ => true } } });
        534: "everycase::Fun::new(|x: &Box<Option<(bool, Vec<u8>)>>| match **x { None => false, Some(ref x1) => match x1.1[..] { [] => true, [ref x2, ref x3 @ ..] => match *x2 { 1 => false, _ => match x3[..] { [] => false, [_, ..] => false } } } })" =
            everycase::Fun::new(|x: &Box<Option<(bool, Vec<u8>)>>| match **x { None => false, Some(ref x1) => match x1.1[..] { [] => true, [ref x2, ref x3 @ ..] => match *x2 { 1 => false, _ => match x3[..] { [] => false, [_, ..] => false } } } });
        674: "everycase::Fun::new(|x: &Box<Option<(bool, Vec<u8>)>>| match **x { None => true, Some(ref x1) => match x1.1[..] { [] => true, [_, ref x2 @ ..] => match x2[..] { [] => true, [ref x3, ..] => match *x3 { 1 => false, _ => false } } } })" =
            everycase::Fun::new(|x: &Box<Option<(bool, Vec<u8>)>>| match **x { None => true, Some(ref x1) => match x1.1[..] { [] => true, [_, ref x2 @ ..] => match x2[..] { [] => true, [ref x3, ..] => match *x3 { 1 => false, _ => false } } } });
    }
    maps: BTreeMap<bool, bool>, bool, 7 {
        0: "everycase::Fun::new(|_: &std::collections::BTreeMap<bool, bool>| false)" =
            everycase::Fun::new(|_: &std::collections::BTreeMap<bool, bool>| false);
        6: r#"everycase::Fun::new(|x: &std::collections::BTreeMap<bool, bool>| { let x = everycase::parts(x); match x.part(0).name() { "empty" => false, _ /* entries */ => match x.part(0).part(0).name() { "false" => false, "true" => false, _ /* part */ => match x.part(0).part(0).part(0).name() { "left" => false, "right" => false, _ /* both */ => match x.part(0).part(0).part(0).part(0).name() { "false" => match x.part(0).part(0).part(0).part(1).name() { "false" => false, _ /* true */ => true }, _ /* true */ => match x.part(0).part(0).part(0).part(1).name() { "false" => true, _ /* true */ => false } } } } } })"# =
            everycase::Fun::new(|x: &std::collections::BTreeMap<bool, bool>| { let x = everycase::parts(x); match x.part(0).name() { "empty" => false, _ /* entries */ => match x.part(0).part(0).name() { "false" => false, "true" => false, _ /* part */ => match x.part(0).part(0).part(0).name() { "left" => false, "right" => false, _ /* both */ => match x.part(0).part(0).part(0).part(0).name() { "false" => match x.part(0).part(0).part(0).part(1).name() { "false" => false, _ /* true */ => true }, _ /* true */ => match x.part(0).part(0).part(0).part(1).name() { "false" => true, _ /* true */ => false } } } } } });
    }
    arrays_of_characters: [char; 2], bool, 8 {
        0: "everycase::Fun::new(|_: &[char; 2]| false)" =
            everycase::Fun::new(|_: &[char; 2]| false);
        46530: r"everycase::Fun::new(|x: &[char; 2]| match x[0] { '\0' => match x[1] { '\0' => false, _ => true }, '\u{b}' => match x[1] { '\0' => false, _ => false }, _ => false })" =
            everycase::Fun::new(|x: &[char; 2]| match x[0] { '\0' => match x[1] { '\0' => false, _ => true }, '\u{b}' => match x[1] { '\0' => false, _ => false }, _ => false });
        96315: r"everycase::Fun::new(|x: &[char; 2]| match x[0] { '\u{5}' => match x[1] { '\0' => false, '\u{e}' => true, _ => false }, _ => false })" =
            everycase::Fun::new(|x: &[char; 2]| match x[0] { '\u{5}' => match x[1] { '\0' => false, '\u{e}' => true, _ => false }, _ => false });
        111162: r"everycase::Fun::new(|x: &[char; 2]| match x[0] { '\0' => false, 'T' => match x[1] { '\0' => false, _ => false }, _ => false })" =
            everycase::Fun::new(|x: &[char; 2]| match x[0] { '\0' => false, 'T' => match x[1] { '\0' => false, _ => false }, _ => false });
    }
    strings: String, bool, 8 {
        0: "everycase::Fun::new(|_: &String| false)" =
            everycase::Fun::new(|_: &String| false);
        605: r#"everycase::Fun::new(|x: &String| { let x = everycase::parts(x); match x.name() { "nil" => true, _ /* cons */ => match x.part(0).integer() { 0 => true, _ => match x.part(1).name() { "nil" => true, _ /* cons */ => match x.part(1).part(1).name() { "nil" => true, _ /* cons */ => true } } } } })"# =
            everycase::Fun::new(|x: &String| { let x = everycase::parts(x); match x.name() { "nil" => true, _ /* cons */ => match x.part(0).integer() { 0 => true, _ => match x.part(1).name() { "nil" => true, _ /* cons */ => match x.part(1).part(1).name() { "nil" => true, _ /* cons */ => true } } } } });
        917: r#"everycase::Fun::new(|x: &String| { let x = everycase::parts(x); match x.name() { "nil" => false, _ /* cons */ => match x.part(0).integer() { 5 => true, _ => match x.part(1).name() { "nil" => false, _ /* cons */ => false } } } })"# =
            everycase::Fun::new(|x: &String| { let x = everycase::parts(x); match x.name() { "nil" => false, _ /* cons */ => match x.part(0).integer() { 5 => true, _ => match x.part(1).name() { "nil" => false, _ /* cons */ => false } } } });
        1232: r#"everycase::Fun::new(|x: &String| { let x = everycase::parts(x); match x.name() { "nil" => true, _ /* cons */ => match x.part(0).integer() { 0 => match x.part(1).name() { "nil" => false, _ /* cons */ => match x.part(1).part(0).integer() { 1 => false, _ => true } }, _ => true } } })"# =
            everycase::Fun::new(|x: &String| { let x = everycase::parts(x); match x.name() { "nil" => true, _ /* cons */ => match x.part(0).integer() { 0 => match x.part(1).name() { "nil" => false, _ /* cons */ => match x.part(1).part(0).integer() { 1 => false, _ => true } }, _ => true } } });
    }
    what_has_patterns_beside_what_has_none: (Tree, Option<Vec<i8>>), Tree, 7 {
        0: "everycase::Fun::new(|_: &(Tree, Option<Vec<i8>>)| Tree::Leaf)" =
            everycase::Fun::new(|_: &(Tree, Option<Vec<i8>>)| Tree::Leaf);
        3057: r#"everycase::Fun::new(|x: &(Tree, Option<Vec<i8>>)| match everycase::parts(&x.0).name() { "Leaf" => Tree::Leaf, _ /* Node */ => Tree::Node(Box::new(Tree::Leaf), 1, Box::new(Tree::Node(Box::new(Tree::Leaf), 1, Box::new(Tree::Node(Box::new(Tree::Leaf), 0, Box::new(Tree::Leaf)))))) })"# =
            everycase::Fun::new(|x: &(Tree, Option<Vec<i8>>)| match everycase::parts(&x.0).name() { "Leaf" => Tree::Leaf, _ /* Node */ => Tree::Node(Box::new(Tree::Leaf), 1, Box::new(Tree::Node(Box::new(Tree::Leaf), 1, Box::new(Tree::Node(Box::new(Tree::Leaf), 0, Box::new(Tree::Leaf)))))) });
        6088: r#"everycase::Fun::new(|x: &(Tree, Option<Vec<i8>>)| match everycase::parts(&x.0).name() { "Leaf" => Tree::Node(Box::new(Tree::Leaf), 0, Box::new(Tree::Node(Box::new(Tree::Leaf), 3, Box::new(Tree::Leaf)))), _ /* Node */ => match x.1 { None => Tree::Leaf, Some(_) => Tree::Leaf } })"# =
            everycase::Fun::new(|x: &(Tree, Option<Vec<i8>>)| match everycase::parts(&x.0).name() { "Leaf" => Tree::Node(Box::new(Tree::Leaf), 0, Box::new(Tree::Node(Box::new(Tree::Leaf), 3, Box::new(Tree::Leaf)))), _ /* Node */ => match x.1 { None => Tree::Leaf, Some(_) => Tree::Leaf } });
        7082: "everycase::Fun::new(|x: &(Tree, Option<Vec<i8>>)| match x.1 { None => Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf), 15, Box::new(Tree::Leaf))), 0, Box::new(Tree::Leaf)), Some(_) => Tree::Leaf })" =
            everycase::Fun::new(|x: &(Tree, Option<Vec<i8>>)| match x.1 { None => Tree::Node(Box::new(Tree::Node(Box::new(Tree::Leaf), 15, Box::new(Tree::Leaf))), 0, Box::new(Tree::Leaf)), Some(_) => Tree::Leaf });
    }
    wide_integers: u128, i128, 7 {
        0: "everycase::Fun::new(|_: &u128| 0)" =
            everycase::Fun::new(|_: &u128| 0);
        14058: "everycase::Fun::new(|x: &u128| match *x { 0 => 0, 9 => -3, _ => 1 })" =
            everycase::Fun::new(|x: &u128| match *x { 0 => 0, 9 => -3, _ => 1 });
        18755: "everycase::Fun::new(|x: &u128| match *x { 0 => 2, 2 => 0, _ => 4 })" =
            everycase::Fun::new(|x: &u128| match *x { 0 => 2, 2 => 0, _ => 4 });
        23452: "everycase::Fun::new(|x: &u128| match *x { 0 => 0, _ => -250 })" =
            everycase::Fun::new(|x: &u128| match *x { 0 => 0, _ => -250 });
    }
}
