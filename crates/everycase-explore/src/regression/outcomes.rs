//! Runs expressions in a program, and says what they evaluate to.

use std::collections::{BTreeSet, VecDeque};

use everycase_check::control::stop::Stop;
use pun::Limits;
use pun::core::{Program, Type};

use super::{Case, End, Outcome};
use crate::fault::Kind;
use crate::module::holes::{Named, filled};
use crate::module::{Ending, Texts};

/// The number of expressions that are compiled together.
const TOGETHER: usize = 500;

/// The most of these that run with higher limits, which takes long.
const CONFIRMED: u32 = 20;

/// The numbers, and characters, that an open argument gets which an expression computes with.
const NUMBERS: [&str; 4] = ["0", "1", "2", "(-1)"];
const CHARACTERS: [&str; 3] = ["'a'", "'b'", "'0'"];

/// The most expressions that one expression with open numbers becomes.
const MOST: usize = 16;

/// Returns what expressions evaluate to in a program, in their order. An expression is left out if
/// it is not a term of the program, or needs an open argument; if that is a number or a character,
/// it is run with a few in its place. `stop` ends it early.
pub fn outcomes(program: &Program, limits: Limits, expressions: &[String], stop: &Stop) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut done = BTreeSet::new();
    let mut waiting: VecDeque<(String, usize)> =
        expressions.iter().map(|expression| (expression.clone(), 1)).collect();
    while !waiting.is_empty() && !stop.is_wanted() {
        let together: Vec<(String, usize)> = waiting.drain(..waiting.len().min(TOGETHER)).collect();
        let mut texts = Texts::new(program, limits, together.iter().map(|(own, _)| &**own), CONFIRMED);
        for (number, (expression, made)) in together.into_iter().enumerate() {
            let ending = texts.ending(number);
            if let Ending::Demand(open) = ending {
                let values: &[&str] = match texts.open_type(number, open) {
                    Some(Type::Integer | Type::Variable(_)) => &NUMBERS,
                    Some(Type::Character) => &CHARACTERS,
                    _ => &[],
                };
                let made = made * values.len();
                let instances = values.iter().filter(|_| made <= MOST);
                let instances = instances.filter_map(|value| filled(&expression, open, value));
                waiting.extend(instances.map(|expression| (expression, made)));
            } else if let Some(outcome) = Outcome::of(ending)
                && done.insert(expression.clone())
            {
                cases.push(Case { expression, outcome });
            }
        }
    }
    cases
}

impl Outcome {
    fn of(ending: Ending) -> Option<Outcome> {
        let (end, text) = match ending {
            Ending::Value(value) if Named::of(&value).is_elided => (End::Unshown, String::new()),
            Ending::Value(value) => (End::Value, value),
            Ending::Unshown => (End::Unshown, String::new()),
            Ending::GivenUp => (End::GivenUp, String::new()),
            Ending::Failed(fault) => match fault.kind {
                Kind::False => (End::Value, "false".to_owned()),
                Kind::Loop => (End::Limit, fault.message),
                Kind::Crash | Kind::Declared => (End::Error, fault.message),
            },
            Ending::Demand(_) | Ending::OtherConstructor | Ending::NoProperty | Ending::NoTerm => {
                return None;
            }
        };
        Some(Outcome { end, text })
    }
}
