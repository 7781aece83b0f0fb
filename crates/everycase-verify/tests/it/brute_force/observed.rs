//! The common properties of missing values, counted by trying everything.

use std::cmp::Ordering;

use everycase_verify::region::{Likeness, Region};
use pun::core::Program;

use super::terms::Generator;
use super::values::Val;

/// The number of values of which an observation is made at most.
const MOST: u64 = 400;

/// The number of sizes beyond that of the smallest missing value.
pub(crate) const SIZES: u32 = 3;

/// Checks an observation about all values up to a size. Returns what is wrong.
pub(crate) fn judge(
    generator: &Generator,
    program: &Program,
    region: &Region,
    most: u32,
) -> Result<(), String> {
    let (mut tried, mut missing, mut alike, mut others) = (0, 0, 0, 0);
    for values in (0..=most).flat_map(|size| generator.values(size)) {
        if generator.allows(&values) != Some(true) {
            continue;
        }
        let (result, arguments) = values.split_last().expect("there is a result");
        let Some(is_made) = generator.makes(arguments, result) else { return Ok(()) };
        let is_alike = holds(&region.what, &values, program);
        tried += 1;
        missing += u64::from(!is_made);
        alike += u64::from(is_alike);
        others += u64::from(!is_made && !is_alike);
    }
    let is_right = if tried < MOST {
        (region.tried, region.missing, region.alike, 0) == (tried, missing, alike, others)
    } else {
        region.tried <= tried && region.missing <= missing && region.alike <= alike
    };
    let found =
        format!("{tried} were tried, {missing} are missing, {others} of them without it, {alike} alike");
    if is_right { Ok(()) } else { Err(format!("{region:?}, but {found}\n{generator}")) }
}

/// Returns whether a statement holds.
fn holds(what: &Likeness, values: &[Val], program: &Program) -> bool {
    let integer = |place: usize| match values[place] {
        Val::Int(n) => Some(n),
        _ => None,
    };
    let are = |a: usize, b: usize, are: &dyn Fn(i64, i64) -> bool| {
        integer(a).zip(integer(b)).is_some_and(|(a, b)| are(a, b))
    };
    match what {
        Likeness::Constructor(con, fields) => {
            let name = &*program.constructors[con.index()].name;
            matches!(values.last(), Some(Val::Con(own, parts)) if *own == name && parts.len() == *fields)
        }
        Likeness::Is(place, value) => values[*place] == Val::of(value, program),
        Likeness::Sign(place, sign) => integer(*place).is_some_and(|n| n.cmp(&0) == *sign),
        Likeness::Order(a, Ordering::Less, b) => are(*a, *b, &|a, b| a < b),
        Likeness::Order(a, Ordering::Equal, b) => are(*a, *b, &|a, b| a == b),
        Likeness::Order(a, Ordering::Greater, b) => are(*a, *b, &|a, b| a > b),
        Likeness::Next(a, b) => are(*a, *b, &|a, b| a + 1 == b),
    }
}
