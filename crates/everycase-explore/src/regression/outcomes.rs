//! Runs expressions in a program, and says what they evaluate to.

use std::collections::{BTreeSet, VecDeque};

use everycase_check::control::stop::Stop;
use pun::Limits;
use pun::core::{Program, Type};

use super::{Case, End, Input, Outcome};
use crate::fault::Kind;
use crate::module::holes::{NamedText, filled};
use crate::module::{Ending, Texts};

/// The number of expressions that are compiled together.
const TOGETHER: usize = 500;

/// The most of these that run with higher limits, which takes long.
const CONFIRMED: u32 = 20;

/// The numbers, and characters, that an open argument gets which an expression computes with.
const NUMBERS: [&str; 4] = ["0", "1", "2", "(-1)"];
const CHARACTERS: [&str; 3] = ["'a'", "'b'", "'0'"];

/// The most expressions that one expression with open numbers becomes, before each further number
/// is one only.
const MOST: usize = 16;

/// What expressions evaluate to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// The expressions that have an outcome.
    pub cases: Vec<Case>,
    /// The number of expressions of which instances ran, since they need an open argument.
    pub sampled: u64,
    /// The number of expressions that have no outcome.
    pub not_run: u64,
}

/// An expression that waits.
struct Waiting {
    expression: String,
    /// The number of the input that it is an instance of.
    input: usize,
    /// The number of instances that were made with it.
    made: usize,
}

/// Returns what expressions evaluate to in a program, in their order. One that needs an open
/// argument is run with a few numbers or characters in its place, or with the smallest values for
/// all open parts. One that is not a term of the program has no outcome. `stop` ends it early.
pub fn outcomes(program: &Program, limits: Limits, inputs: &[Input], stop: &Stop) -> Outcomes {
    let mut outcomes = Outcomes::default();
    let mut known = BTreeSet::new();
    // For each input whether an instance of it has an outcome, and whether it is one of several.
    let (mut has, mut is_sampled) = (vec![false; inputs.len()], vec![false; inputs.len()]);
    let waiting =
        |(input, own): (usize, &Input)| Waiting { expression: own.expression.clone(), input, made: 1 };
    let mut waiting: VecDeque<Waiting> = inputs.iter().enumerate().map(waiting).collect();
    while !waiting.is_empty() && !stop.is_wanted() {
        let together: Vec<Waiting> = waiting.drain(..waiting.len().min(TOGETHER)).collect();
        let mut texts = Texts::new(program, limits, together.iter().map(|own| &*own.expression), CONFIRMED);
        for (number, Waiting { expression, input, made }) in together.into_iter().enumerate() {
            let ending = texts.ending(number);
            if let Ending::Demand(open) = ending {
                is_sampled[input] = true;
                let instances = instances(&expression, open, texts.open_type(number, open), made);
                let made = made * instances.len();
                if instances.is_empty()
                    && let Some(complete) = inputs[input].complete.clone().filter(|own| *own != expression)
                {
                    waiting.push_back(Waiting { expression: complete, input, made: 1 });
                }
                waiting.extend(instances.into_iter().map(|expression| Waiting { expression, input, made }));
            } else if let Some(outcome) = Outcome::of(ending) {
                has[input] = true;
                if known.insert(expression.clone()) {
                    outcomes.cases.push(Case { expression, outcome });
                }
            }
        }
    }
    outcomes.not_run = has.iter().filter(|has| !**has).count() as u64;
    outcomes.sampled =
        has.iter().zip(is_sampled).filter(|(has, is_sampled)| **has && *is_sampled).count() as u64;
    outcomes
}

/// Returns an expression with a few values in the place of an open argument of a type; with one if
/// `made` expressions were made of it already.
fn instances(expression: &str, open: u32, ty: Option<&Type>, made: usize) -> Vec<String> {
    let values: &[&str] = match ty {
        Some(Type::Integer | Type::Variable(_)) => &NUMBERS,
        Some(Type::Character) => &CHARACTERS,
        _ => &[],
    };
    // 0 and 1 hide much of what is computed with them.
    let values = if made * values.len() > MOST { &values[2..3] } else { values };
    values.iter().filter_map(|value| filled(expression, open, value)).collect()
}

impl Outcome {
    fn of(ending: Ending) -> Option<Outcome> {
        let (end, text) = match ending {
            Ending::Value(value) if NamedText::of(&value).is_elided => (End::Unshown, String::new()),
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
