//! The common properties of missing values, among the values that were tried.
//!
//! Each statement that holds of the first missing value is a candidate: its outermost constructor,
//! an argument, how two integers compare. Among the statements that hold of all missing values, the
//! one that holds of the fewest produced values is reported. A statement is an observation about
//! the values that were tried, never a claim about others.

use std::cmp::Ordering;

use pun::core::ConId;
use pun::value::Value;

/// What the missing values have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The number of values that were tried: all of the coverage type up to a size, or the first of
    /// them.
    pub tried: u64,
    /// How many of them are missing.
    pub missing: u64,
    /// How many of them the statement holds of.
    pub alike: u64,
    /// The statement.
    pub what: Likeness,
}

/// A statement about arguments and a result, which are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// The result has this outermost constructor, with this number of fields.
    Constructor(ConId, usize),
    /// One of them is this value.
    Is(usize, Value),
    /// An integer compares with 0 like this.
    Sign(usize, Ordering),
    /// Two integers compare like this.
    Order(usize, Ordering, usize),
    /// The second integer is one greater than the first.
    Next(usize, usize),
}

impl Likeness {
    fn holds(&self, values: &[Value]) -> bool {
        let order = |a: usize, b: usize| match (&values[a], &values[b]) {
            (Value::Integer(a), Value::Integer(b)) => Some(a.cmp(b)),
            _ => None,
        };
        match self {
            Self::Constructor(con, _) => {
                matches!(values.last(), Some(Value::Construct(own, _)) if own == con)
            }
            Self::Is(place, value) => values[*place] == *value,
            Self::Sign(place, sign) => {
                matches!(&values[*place], Value::Integer(own) if own.cmp(&0.into()) == *sign)
            }
            Self::Order(a, as_is, b) => order(*a, *b) == Some(*as_is),
            Self::Next(a, b) => match (&values[*a], &values[*b]) {
                (Value::Integer(a), Value::Integer(b)) => a + 1 == *b,
                _ => false,
            },
        }
    }

    /// Returns the statements that hold of arguments and a result.
    fn all(values: &[Value]) -> Vec<Self> {
        let last = values.len() - 1;
        let mut all = Vec::new();
        if let Value::Construct(con, fields) = &values[last] {
            all.push(Self::Constructor(*con, fields.len()));
        }
        all.extend((0..last).map(|place| Self::Is(place, values[place].clone())));
        let signs = [Ordering::Less, Ordering::Equal, Ordering::Greater];
        for a in 0..=last {
            all.extend(signs.map(|sign| Self::Sign(a, sign)));
            for b in a + 1..=last {
                all.extend(signs.map(|order| Self::Order(a, order, b)));
                all.extend([Self::Next(a, b), Self::Next(b, a)]);
            }
        }
        all.retain(|one| one.holds(values));
        all
    }
}

impl Region {
    /// Returns what the missing ones among arguments and results have in common that most others
    /// have not. Each comes with whether it is produced.
    pub(crate) fn of(tried: &[(Vec<Value>, bool)]) -> Option<Self> {
        let missing: Vec<&Vec<Value>> =
            tried.iter().filter(|(_, is_produced)| !is_produced).map(|(values, _)| values).collect();
        // One or two values have a lot in common by chance.
        if missing.len() < 3 {
            return None;
        }
        let candidates = Likeness::all(missing[0]);
        let common = candidates.into_iter().filter(|one| missing.iter().all(|values| one.holds(values)));
        let counted = common.map(|one| {
            let alike = tried.iter().filter(|(values, _)| one.holds(values)).count();
            (alike, one)
        });
        let (alike, what) = counted.min_by_key(|(alike, _)| *alike)?;
        let is_telling = alike < tried.len() && alike <= 2 * missing.len();
        is_telling.then_some(Self {
            tried: tried.len() as u64,
            missing: missing.len() as u64,
            alike: alike as u64,
            what,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Likeness, Region};
    use pun::value::Value;

    fn tried(all: impl IntoIterator<Item = (i64, i64, bool)>) -> Vec<(Vec<Value>, bool)> {
        let integer = |n: i64| Value::Integer(n.into());
        all.into_iter().map(|(a, b, is_produced)| (vec![integer(a), integer(b)], is_produced)).collect()
    }

    fn pairs() -> impl Iterator<Item = (i64, i64)> {
        (-3..=3).flat_map(|a| (-3..=3).map(move |b| (a, b)))
    }

    #[test]
    fn the_statement_that_holds_of_the_fewest_produced_values_is_told() {
        let region = Region::of(&tried(pairs().map(|(a, b)| (a, b, a + 1 != b)))).expect("there is one");
        assert_eq!(region, Region { tried: 49, missing: 6, alike: 6, what: Likeness::Next(0, 1) });
        let region = Region::of(&tried(pairs().map(|(a, b)| (a, b, a != 2)))).expect("there is one");
        assert_eq!((region.missing, region.alike), (7, 7));
        assert_eq!(region.what, Likeness::Is(0, Value::Integer(2.into())));
    }

    #[test]
    fn nothing_is_told_of_few_values_or_of_those_without_a_pattern() {
        assert_eq!(Region::of(&tried(pairs().map(|(a, b)| (a, b, (a, b) != (1, 2))))), None);
        assert_eq!(Region::of(&tried(pairs().map(|(a, b)| (a, b, (a + 2 * b) % 5 != 0)))), None);
        // What all values have in common tells nothing.
        assert_eq!(Region::of(&tried((0..9).map(|b| (5, b, false)))), None);
    }
}
