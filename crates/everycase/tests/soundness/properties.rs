//! Properties against brute force: random bodies over random parameters, run as `#[property]` runs them.
//!
//! A body is what people write: an assumption, labels, classes, demanded shares, and a conclusion. Its parameters are plain, or
//! lazy ones beside plain ones. What reports and records claim is compared with what the body says of every input up to a size.

mod claims;
mod crates;
mod environment;
mod modes;

use std::fmt;

use everycase::__private::Undecided;
use everycase::coverage::{classify, cover, label};
use everycase::{IntoOutcome, Outcome, assume};

use crate::case::{Case, Extent};
use crate::formula::{Formula, Maker};
use crate::lazily::{Node, Reader, hash};
use crate::plain::{self, Answers};
use crate::random::Dice;
use crate::types::{Type, Value};

pub(crate) use environment::{parts_of_the_environment, stale_inputs_are_announced};
pub(crate) use modes::{every_mode, long_parts, stale};

/// The body of a property.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    /// The product of the parameters.
    root: Type,
    /// Is a parameter lazy? Those of a body without lazy ones are given as plain values.
    lazily: Vec<bool>,
    premise: Formula,
    marks: Vec<Labelling>,
    conclusion: Formula,
    /// Are connectives those of the library, or the operators of the language?
    connects: bool,
    fails_by: FailsBy,
}

/// What a body says of its inputs.
#[derive(Clone, Debug)]
struct Labelling {
    name: &'static str,
    formula: Formula,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Label,
    Classify,
    /// At least this percentage of the inputs is demanded.
    Cover(u32),
}

#[derive(Clone, Copy, Debug)]
enum FailsBy {
    False,
    Error,
    Panic,
}

/// What a body says of one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    verdict: Verdict,
    /// Which marks hold.
    marks: Vec<bool>,
    /// What was seen, by which inputs look the same.
    seen: Answers,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Passed,
    Discarded,
    Failed,
}

/// A property with what its body says of every input of the case's sizes.
pub(crate) struct Property {
    case: Case,
    body: Body,
    known: Vec<(u32, Value, Said)>,
}

impl Property {
    pub(crate) fn random(seed: u64, extent: Extent) -> Self {
        let mut case = Case::of(seed, extent, Type::parameters);
        let body = Body::random(&mut case);
        let of_sizes = case.values().iter();
        let known = of_sizes.flat_map(|(size, values)| {
            values.iter().map(|value| (*size, value.clone(), body.say(value))).collect::<Vec<_>>()
        });
        let known = known.collect();
        Self { case, body, known }
    }

    fn up_to(&self, size: u32) -> impl Iterator<Item = &(u32, Value, Said)> {
        self.known.iter().take_while(move |(own, ..)| *own <= size)
    }

    /// The size of the smallest inputs that fail.
    fn smallest_failure(&self) -> Option<u32> {
        let failing = self.known.iter().find(|(.., said)| said.verdict == Verdict::Failed);
        failing.map(|(size, ..)| *size)
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.body)
    }
}

impl Body {
    fn random(case: &mut Case) -> Self {
        let parameters = case.root.alternatives()[0].1.len();
        let is_lazy = case.dice.one_in(2);
        let lazily = (0..parameters).map(|_| is_lazy && !case.dice.one_in(3)).collect();
        let formula = |dice: &mut Dice| {
            let depth = u32::try_from(dice.below(3)).expect("it is small");
            Maker { dice, root: case.root.clone() }.formula(depth)
        };
        let dice = &mut case.dice;
        let premise = if dice.one_in(3) { formula(dice) } else { Formula::Constant(true) };
        let marks = ["a", "b", "c"].into_iter().take(dice.index(4)).map(|name| {
            let kinds = [Kind::Label, Kind::Classify, Kind::Cover([0, 5, 33, 50, 100][dice.index(5)])];
            // Some belong to all inputs, so that a share is just met.
            let formula = if dice.one_in(4) { Formula::Constant(true) } else { formula(dice) };
            Labelling { name, kind: *dice.pick(&kinds), formula }
        });
        let marks = marks.collect();
        // Many that fail do so on the first inputs: those that hold, and look, are as many.
        let conclusion = match dice.below(3) {
            0 => {
                let either = formula(dice);
                let not = Formula::Not(Box::new(either.clone()));
                Formula::Join(crate::formula::Connective::EitherInOrder, Box::new([either, not]))
            }
            _ => case.formula.clone(),
        };
        let fails_by = *dice.pick(&[FailsBy::False, FailsBy::Error, FailsBy::Panic]);
        Self {
            root: case.root.clone(),
            lazily,
            premise,
            marks,
            conclusion,
            connects: dice.one_in(2),
            fails_by,
        }
    }

    /// Is any parameter lazy?
    fn is_lazy(&self) -> bool {
        self.lazily.contains(&true)
    }

    /// Does a search make one run for all inputs that look the same?
    fn has_classes(&self) -> bool {
        self.is_lazy() && !self.connects && !self.root.compares_by_halves()
    }

    /// Runs the body on the input at hand, of which `holds` reads formulas.
    fn run(&self, mut holds: impl FnMut(&Formula) -> bool) -> Outcome {
        assume(holds(&self.premise));
        for mark in &self.marks {
            let belongs = holds(&mark.formula);
            match mark.kind {
                Kind::Label if belongs => label(mark.name),
                Kind::Label => {}
                Kind::Classify => classify(belongs, mark.name),
                Kind::Cover(percent) => cover(belongs, percent.into(), mark.name),
            }
        }
        match self.fails_by {
            _ if holds(&self.conclusion) => Outcome::Holds,
            FailsBy::False => false.into_outcome(),
            FailsBy::Error => Err::<(), _>("an error").into_outcome(),
            FailsBy::Panic => panic!("a panic"),
        }
    }

    fn run_plainly(&self, values: Vec<Value>) -> Outcome {
        let input = Value::Sum(0, values);
        self.run(|formula| plain::holds(formula, &input).0)
    }

    /// Plain parameters are decided before the first formula that looks at them, as `#[property]` decides them where they are
    /// first used.
    fn run_lazily(&self, inputs: Vec<Undecided<'_, Value>>) -> Outcome {
        let mut inputs: Vec<_> = inputs.into_iter().map(Some).collect();
        let mut nodes = vec![Node::Undecided; inputs.len()];
        let reader = Reader::new(&self.root, &self.conclusion, self.connects);
        self.run(|formula| {
            for (i, node) in nodes.iter_mut().enumerate() {
                if (self.lazily[i] || formula.looks_at(i))
                    && let Some(input) = inputs[i].take()
                {
                    *node =
                        if self.lazily[i] { Node::Open(input.lazy()) } else { Node::Known(input.value()) };
                }
            }
            reader.holds_for(formula, Node::Parameters(nodes.clone().into()))
        })
    }

    /// What it says of an input.
    fn say(&self, input: &Value) -> Said {
        let Value::Sum(_, values) = input else { unreachable!("it is a product") };
        let mut decided = self.lazily.clone();
        let mut said = Said { verdict: Verdict::Passed, marks: Vec::new(), seen: Vec::new() };
        let mut holds = |formula: &Formula| {
            for (i, decided) in decided.iter_mut().enumerate() {
                if !*decided && formula.looks_at(i) {
                    *decided = true;
                    said.seen.push(hash(&values[i]));
                }
            }
            let (holds, seen) = plain::holds(formula, input);
            said.seen.extend(seen);
            holds
        };
        if !holds(&self.premise) {
            said.verdict = Verdict::Discarded;
            return said;
        }
        said.marks = self.marks.iter().map(|mark| holds(&mark.formula)).collect();
        if !holds(&self.conclusion) {
            said.verdict = Verdict::Failed;
        }
        said
    }
}
