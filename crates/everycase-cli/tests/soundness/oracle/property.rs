//! A random property: its conclusion is true or false by construction, or it is not known which.

use std::fmt;

use super::facts::{Subject, fact, negated, relation, smallest};
use super::generators::{Generator, Source};
use super::laws;
use super::terms::{Body, Function, NAMES, Term, Verdict};
use super::values::{ATOM, Con, INTEGER, Type, Value};
use crate::dice::Dice;

/// A property.
#[derive(Clone, Debug)]
pub(crate) struct Property {
    /// The seed of its draws depends on its name.
    pub(crate) name: String,
    pub(crate) parameters: Vec<Source>,
    pub(crate) body: Body,
    pub(crate) truth: Truth,
}

/// What is known by construction.
#[derive(Clone, Debug)]
pub(crate) enum Truth {
    /// It holds for all inputs.
    Holds,
    /// It holds, since no input meets its premises.
    Vacuous,
    /// It fails on these inputs.
    Fails(Vec<Value>),
    Unknown,
}

impl Property {
    /// A property of pun.
    pub(crate) fn random(name: String, dice: &mut Dice) -> Property {
        let count = 1 + usize::from(dice.percent(35)) + usize::from(dice.percent(6));
        let common = ty(dice);
        let parameters: Vec<_> = (0..count).map(|place| source(dice, &common, place)).collect();
        Property::of(name, dice, parameters)
    }

    /// A property of parameters.
    pub(crate) fn of(name: String, dice: &mut Dice, parameters: Vec<Source>) -> Property {
        loop {
            let witness: Vec<Value> = sample(dice, &parameters);
            let subjects: Vec<_> = (0..parameters.len())
                .map(|place| {
                    let values = vec![witness[place].clone()];
                    Subject { term: Term::Input(place), ty: parameters[place].ty(), values, depth: 0 }
                })
                .collect();
            let maker = Maker { dice, subjects: &subjects, witness: &witness };
            let Some((body, truth)) = maker.body() else { continue };
            // A generator need not make what fails, unless it was sampled.
            let is_made = |place: usize, value: &Value| {
                let is_sampled = format!("{value:?}") == format!("{:?}", witness[place]);
                is_sampled || !matches!(parameters[place], Source::Generator(_))
            };
            if let Truth::Fails(failing) = &truth
                && !failing.iter().enumerate().all(|(place, value)| is_made(place, value))
            {
                continue;
            }
            return Property { name, parameters, body, truth };
        }
    }

    /// What it says of inputs, if that is known.
    pub(crate) fn say(&self, inputs: &[Value]) -> Option<Verdict> {
        self.body.say(inputs).ok()
    }

    /// The declarations that it mentions.
    fn declarations(&self) -> String {
        let mut functions: Vec<&'static Function> = Vec::new();
        self.body.for_each_term(&mut |term| {
            if let Term::Call(function, _) = term
                && functions.iter().all(|known| known.name != function.name)
            {
                functions.push(function);
            }
        });
        let generators = self.parameters.iter().enumerate().map(|(place, source)| match source {
            Source::Generator(generator) => generator.declaration(place),
            Source::Type(_) | Source::Map(..) => String::new(),
        });
        let functions = functions.iter().filter(|function| !function.source.is_empty());
        let functions = functions.map(|function| format!("{}\n\n", function.source));
        let is_nest = |source: &Source| matches!(source.ty(), Type::Nest(_));
        let nest = self.parameters.iter().any(is_nest).then(|| format!("{NEST}\n\n"));
        nest.into_iter().chain(functions).chain(generators).collect()
    }
}

/// The declaration of nested types.
const NEST: &str = "data nest a = stop | go a (nest (a, boolean)) .";

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}property {}", self.declarations(), self.name)?;
        for (place, source) in self.parameters.iter().enumerate() {
            let name = NAMES[place];
            match source {
                Source::Type(ty) => write!(f, " ({name} : {ty})")?,
                Source::Map(key, value) => write!(f, " ({name} : map {key} {value})")?,
                Source::Generator(generator) => write!(f, " ({name} from {})", generator.term(place))?,
            }
        }
        writeln!(f, " . {} .", self.body)
    }
}

/// What makes a body.
struct Maker<'a> {
    dice: &'a mut Dice,
    subjects: &'a [Subject],
    witness: &'a [Value],
}

impl Maker<'_> {
    /// A body, if this attempt gives one whose premises are true of the witness.
    fn body(mut self) -> Option<(Body, Truth)> {
        let special = match self.dice.below(6) {
            0 => self.sums(),
            1 => self.spine(),
            _ => None,
        };
        if special.is_some() {
            return special;
        }
        let premises = [0, 1, 1, 1, 1, 2, 2, 3][self.dice.below(8)];
        let mut premises: Vec<Term> = (0..premises).map(|_| self.true_fact()).collect::<Option<_>>()?;
        let (conclusion, truth) = match self.dice.below(20) {
            0..8 => (self.law(&mut premises), Truth::Holds),
            8..15 => (negated(self.true_fact()?), Truth::Fails(self.witness.to_vec())),
            15 => {
                let premise = self.true_fact()?;
                premises.extend([premise.clone(), negated(premise)]);
                (self.fact(), Truth::Vacuous)
            }
            _ => (self.fact(), Truth::Unknown),
        };
        let is_fault = self.dice.percent(10);
        let mut body = if is_fault { Body::Fault(conclusion) } else { Body::Test(conclusion) };
        for premise in premises.into_iter().rev() {
            let is_if = self.dice.percent(15);
            body = if is_if { Body::If(premise, body.into()) } else { Body::Implies(premise, body.into()) };
        }
        // What is true by construction is so of the witness, too: this tests the tables of functions and laws.
        let said = body.say(self.witness).ok()?;
        match truth {
            Truth::Holds => assert_eq!(said, Verdict::Passed, "{body}"),
            Truth::Vacuous => assert_eq!(said, Verdict::Discarded, "{body}"),
            Truth::Fails(_) => assert!(said.is_failure(), "{body}"),
            Truth::Unknown => {}
        }
        Some((body, truth))
    }

    /// A property of a sum whose terms are open.
    fn sums(&mut self) -> Option<(Body, Truth)> {
        let is_numbers =
            |subject: &Subject| matches!(&subject.ty, Type::List(element) if element.is_integer());
        let place = self.subjects.iter().position(is_numbers)?;
        let (premise, conclusion, failing) = laws::of_sums(self.dice, &self.subjects[place]);
        let body = Body::Implies(premise, Body::Test(conclusion).into());
        let Some(failing) = failing else { return Some((body, Truth::Holds)) };
        let mut witness = self.witness.to_vec();
        witness[place] = failing;
        assert_eq!(body.say(&witness), Ok(Verdict::Failed), "{body}");
        Some((body, Truth::Fails(witness)))
    }

    /// A property that looks at the spine of a list only: a search of it gets to large sizes.
    fn spine(&mut self) -> Option<(Body, Truth)> {
        let place = self.subjects.iter().position(|subject| matches!(subject.ty, Type::List(_)))?;
        let (premises, conclusion) = laws::of_spine(self.dice, &self.subjects[place]);
        let is_vacuous = premises.len() == 2;
        let premises = premises.into_iter().rev();
        let body = premises.fold(Body::Test(conclusion), |body, premise| Body::Implies(premise, body.into()));
        Some((body, if is_vacuous { Truth::Vacuous } else { Truth::Holds }))
    }

    fn subject(&mut self) -> Subject {
        self.dice.pick(self.subjects).clone()
    }

    /// A fact about one or two inputs.
    fn fact(&mut self) -> Term {
        let [left, right] = [self.subject(), self.subject()];
        let relation = if self.dice.percent(45) { relation(self.dice, &left, &right) } else { None };
        relation.unwrap_or_else(|| fact(self.dice, &left))
    }

    /// A fact that is true of the witness, if a few attempts give one.
    fn true_fact(&mut self) -> Option<Term> {
        for _ in 0..6 {
            let fact = self.fact();
            let value = fact.evaluate(self.witness, &mut Vec::new()).ok()?;
            if value.is_true() {
                return Some(fact);
            }
            if self.dice.percent(40) {
                return Some(negated(fact));
            }
        }
        None
    }

    /// A law, or what follows from a premise.
    fn law(&mut self, premises: &mut Vec<Term>) -> Term {
        let [left, right] = [self.subject(), self.subject()];
        if self.dice.percent(20) && !premises.is_empty() {
            return self.dice.pick(premises).clone();
        }
        if self.dice.percent(25)
            && let Some([premise, conclusion]) = laws::consequence(self.dice, &left)
        {
            let is_true = premise.evaluate(self.witness, &mut Vec::new()).is_ok_and(|value| value.is_true());
            if is_true {
                premises.push(premise);
                return conclusion;
            }
        }
        let law = if self.dice.percent(60) { laws::of_two(self.dice, &left, &right) } else { None };
        law.unwrap_or_else(|| laws::of_one(self.dice, &left))
    }
}

/// A type that users have inputs of.
fn ty(dice: &mut Dice) -> Type {
    let pair = || Type::pair(INTEGER, INTEGER);
    match dice.below(100) {
        0..30 => Type::list(INTEGER),
        30..42 => Type::list(Type::Boolean),
        42..46 => Type::list(Type::Character),
        46..52 => Type::list(ATOM),
        52..60 => Type::list(pair()),
        60..65 => Type::list(Type::pair(INTEGER, Type::Boolean)),
        65..71 => Type::list(Type::list(if dice.percent(50) { INTEGER } else { Type::Boolean })),
        71..75 => Type::list(Type::maybe(INTEGER)),
        75 => Type::list(Type::Unit),
        76 => Type::nest(INTEGER),
        77..85 => Type::tree(INTEGER, if dice.percent(50) { INTEGER } else { Type::Unit }),
        85..87 => Type::tree(ATOM, Type::Boolean),
        87..90 => Type::maybe(Type::list(INTEGER)),
        90..93 => INTEGER,
        93..95 => pair(),
        95 => Type::Boolean,
        96 => Type::nest(Type::Boolean),
        97..99 => Type::maybe(pair()),
        _ => Type::pair(Type::Character, Type::list(INTEGER)),
    }
}

/// Where the inputs at a place come from. Parameters of one type can be related.
fn source(dice: &mut Dice, common: &Type, place: usize) -> Source {
    if dice.percent(9) {
        return Source::Generator(Generator::random(dice));
    }
    Source::Type(match dice.below(10) {
        _ if place == 0 => common.clone(),
        0..6 => common.clone(),
        6 | 7 => match common {
            Type::List(element) => (**element).clone(),
            _ => INTEGER,
        },
        8 => INTEGER,
        _ => ty(dice),
    })
}

/// Values that meet premises of users: of few different numbers, sometimes sorted, not too long.
pub(crate) fn sample(dice: &mut Dice, parameters: &[Source]) -> Vec<Value> {
    let numbers =
        *dice.pick(&[(0, 1), (0, 3), (-2, 2), (-4, 9), (-4, 9), (0, 40), (-1000, 1000), (0, 1 << 40)]);
    let lengths = *dice.pick(&[2, 4, 4, 6, 6, 8, 12]);
    let mut all: Vec<Value> = Vec::new();
    for source in parameters {
        let same = all.iter().zip(parameters).find(|(_, other)| other.ty() == source.ty());
        let repeated = same.map(|(value, _)| value.clone()).filter(|_| dice.percent(25));
        all.push(match source {
            Source::Generator(generator) => generator.sample(dice),
            Source::Type(ty) => repeated.unwrap_or_else(|| sample_of(dice, ty, numbers, lengths)),
            Source::Map(..) => {
                let mut entries: Vec<_> =
                    sample_of(dice, &source.ty(), numbers, lengths).elements().collect();
                let key = |entry: &Value| entry.decide().1[0].clone();
                entries.sort_by(|own, other| key(own).compare(&key(other)));
                entries.dedup_by(|own, other| key(own).compare(&key(other)).is_eq());
                Value::list(entries.into_iter())
            }
        });
    }
    all
}

fn sample_of(dice: &mut Dice, ty: &Type, numbers: (i128, i128), lengths: usize) -> Value {
    match ty {
        Type::Maybe(_) | Type::Tree(..) | Type::Nest(_) if lengths == 0 || dice.percent(30) => {
            smallest(ty, 0)
        }
        Type::List(element) => {
            let length = dice.below(lengths + 1);
            let mut all: Vec<_> =
                (0..length).map(|_| sample_of(dice, element, numbers, lengths / 2)).collect();
            if dice.percent(35) {
                all.sort_by(Value::compare);
            }
            if dice.percent(20) {
                all.dedup_by(|own, other| own.compare(other).is_eq());
            }
            Value::list(all.into_iter())
        }
        Type::Pair(left, right) => {
            let parts = [left, right].map(|part| sample_of(dice, part, numbers, lengths));
            Value::Made(Con::Pair, parts.into())
        }
        Type::Maybe(inner) => Value::Made(Con::Just, [sample_of(dice, inner, numbers, lengths)].into()),
        Type::Tree(key, value) => {
            let fields = [ty, key, value, ty].map(|part| sample_of(dice, part, numbers, lengths / 2));
            Value::Made(Con::Node, fields.into())
        }
        Type::Nest(element) => {
            let rest = Type::nest(Type::pair((**element).clone(), Type::Boolean));
            let fields = [&**element, &rest].map(|part| sample_of(dice, part, numbers, lengths / 2));
            Value::Made(Con::Go, fields.into())
        }
        Type::Integer(low, high) => {
            let spread = usize::try_from(numbers.1 - numbers.0 + 1).expect("it is small");
            Value::Integer((numbers.0 + dice.below(spread) as i128).clamp(*low, *high))
        }
        Type::Atom(_) => Value::Integer(dice.below(5) as i128),
        Type::Character => Value::Character(char::from(b'a' + dice.below(4) as u8)),
        Type::Float => {
            Value::Float(*dice.pick(&[0.0, -0.0, 0.5, 1.0, -1.5, 2.0, 1e9, f64::INFINITY, f64::NAN]))
        }
        Type::Boolean => Value::boolean(dice.percent(50)),
        Type::Unit => smallest(ty, 0),
    }
}
