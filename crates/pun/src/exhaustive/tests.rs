//! The exhaustiveness check against a look at all values.

use everycase::Enumerable;

use super::*;
use crate::core::{DataId, Field, Type};

/// A pattern of `data t = tip | one integer | two t t`.
#[derive(Debug, Clone, Enumerable)]
enum Tree {
    Any,
    Tip,
    One(Option<bool>),
    Two(Box<Tree>, Box<Tree>),
}

impl Tree {
    fn depth(&self) -> u32 {
        match self {
            Self::Any => 0,
            Self::Tip | Self::One(_) => 1,
            Self::Two(left, right) => 1 + left.depth().max(right.depth()),
        }
    }

    fn pattern(&self) -> Pattern {
        let construct = |constructor, parts| Pattern::Construct(ConId(constructor), parts);
        match self {
            Self::Any => Pattern::Wildcard,
            Self::Tip => construct(0, vec![]),
            Self::One(None) => construct(1, vec![Pattern::Wildcard]),
            Self::One(Some(number)) => construct(1, vec![Pattern::Integer(BigInt::from(u8::from(*number)))]),
            Self::Two(left, right) => construct(2, vec![left.pattern(), right.pattern()]),
        }
    }
}

fn types() -> (Vec<Data>, Vec<Constructor>) {
    let tree = Type::Data(DataId(0), [].into());
    let fields = [vec![], vec![Type::Integer], vec![tree.clone(), tree]];
    let constructor = |(tag, (name, fields)): (u32, (&str, Vec<Type>))| Constructor {
        is_function: false,
        name: name.into(),
        data: DataId(0),
        tag,
        fields: fields.into_iter().map(|ty| Field { ty, is_lazy: false }).collect(),
        cost: 1,
    };
    let constructors = (0..).zip(["tip", "one", "two"].into_iter().zip(fields)).map(constructor).collect();
    let constructed = vec![ConId(0), ConId(1), ConId(2)];
    (vec![Data { name: "t".into(), parameters: 0, constructors: constructed, span: None }], constructors)
}

/// Returns all values whose constructors are nested so deep, with the integers 0, 1 and 2.
fn values(depth: u32) -> Vec<Witness> {
    let construct = |constructor, parts| Witness::Construct(ConId(constructor), parts);
    let mut values = vec![construct(0, vec![])];
    values.extend((0..3).map(|number| construct(1, vec![Witness::Integer(number.into())])));
    if depth > 1 {
        for left in self::values(depth - 1) {
            for right in self::values(depth - 1) {
                values.push(construct(2, vec![left.clone(), right]));
            }
        }
    }
    values
}

fn fits(pattern: &Pattern, value: &Witness) -> bool {
    match (pattern, value) {
        (Pattern::Wildcard, _) => true,
        (Pattern::Integer(one), Witness::Integer(other)) => one == other,
        (Pattern::Construct(one, parts), Witness::Construct(other, values)) => {
            one == other && parts.iter().zip(values).all(|(part, value)| fits(part, value))
        }
        _ => false,
    }
}

fn is_one_of(value: &Witness, witness: &Witness) -> bool {
    match (value, witness) {
        (_, Witness::Any) => true,
        (Witness::Integer(one), Witness::Integer(other)) => one == other,
        (Witness::Construct(one, parts), Witness::Construct(other, others)) => {
            one == other && parts.iter().zip(others).all(|(part, other)| is_one_of(part, other))
        }
        _ => false,
    }
}

#[test]
fn findings_are_those_of_looking_at_all_values() {
    let (datas, constructors) = types();
    // One deeper than the patterns, so that there are values for whatever the patterns leave open.
    let values = values(3);
    let space = Vec::<(Tree, bool)>::space();
    let larger = (9..20).flat_map(|size| space.bounded(size, 2_000).unwrap());
    let (mut exhaustive, mut redundant) = (0, 0);
    let cases = space.up_to(8).unwrap().chain(larger);
    for rows in cases.filter(|rows| rows.iter().all(|(tree, _)| tree.depth() < 3)) {
        let patterns: Vec<(Pattern, bool)> =
            rows.iter().map(|(pattern, is_guarded)| (pattern.pattern(), *is_guarded)).collect();
        let branches: Vec<(&Pattern, bool)> =
            patterns.iter().map(|(pattern, is_guarded)| (pattern, *is_guarded)).collect();
        let mut split = Split::new(&datas, &constructors, branches.len());
        let missing = split.branches(&branches).unwrap_or_else(|_| panic!("{rows:?}: too much work"));
        let is_sure = |value: &Witness, rows: &[(Pattern, bool)]| {
            rows.iter().any(|(pattern, is_guarded)| !is_guarded && fits(pattern, value))
        };
        for (place, (pattern, _)) in patterns.iter().enumerate() {
            let is_used =
                values.iter().any(|value| fits(pattern, value) && !is_sure(value, &patterns[..place]));
            assert_eq!(split.is_used[place], is_used, "{rows:?} {place}");
            redundant += usize::from(!is_used);
        }
        let left_out = values.iter().any(|value| !is_sure(value, &patterns));
        assert_eq!(missing.is_some(), left_out, "{rows:?}");
        match missing {
            None => exhaustive += 1,
            Some(witness) => {
                let mut shown = values.iter().filter(|value| is_one_of(value, &witness)).peekable();
                assert!(shown.peek().is_some(), "{rows:?}");
                assert!(shown.all(|value| !is_sure(value, &patterns)), "{rows:?}");
            }
        }
    }
    assert!(exhaustive > 100 && redundant > 100, "{exhaustive} {redundant}");
}
