//! Random boolean terms about values: comparisons of what can be measured, bounds of each element, order, membership.
//!
//! Constants are chosen so that most facts are true of the values at hand, a witness.

use super::functions::{
    ABS, CONCAT, DEPTH, ELEM, FST, IS_ASCENDING, IS_BST, IS_DISTINCT, IS_EMPTY, IS_PREFIX, IS_SORTED, KEYS,
    KEYS_IN, LENGTH, NODES, NOT, REVERSE, SND, STEPS, SUM, WITH_DEFAULT,
};
use super::terms::{Each, Function, Operator, Term};
use super::values::{Con, INTEGER, Type, Value};
use crate::dice::Dice;

/// A term with its values for the inputs at hand: for each element of a list within a lambda.
#[derive(Clone)]
pub(crate) struct Subject {
    pub(crate) term: Term,
    pub(crate) ty: Type,
    pub(crate) values: Vec<Value>,
    /// How many lambdas are around it.
    pub(crate) depth: usize,
}

impl Subject {
    /// Applies a function of one argument.
    pub(crate) fn call(&self, function: &'static Function, ty: Type) -> Subject {
        let values =
            self.values.iter().filter_map(|value| (function.meaning)(std::slice::from_ref(value)).ok());
        let term = Term::Call(function, vec![self.term.clone()]);
        Subject { term, ty, values: values.collect(), depth: self.depth }
    }

    /// The variable of a lambda that stands for each element of this list.
    pub(crate) fn element(&self) -> Subject {
        let Type::List(element) = &self.ty else { unreachable!("it is a list") };
        let values = self.values.iter().flat_map(Value::elements).collect();
        Subject { term: Term::Bound(self.depth), ty: (**element).clone(), values, depth: self.depth + 1 }
    }

    /// A function of each element.
    pub(crate) fn each(&self, each: Each, function: Term) -> Term {
        Term::Each(each, self.depth, Box::new([function, self.term.clone()]))
    }

    /// The list of the elements' first parts.
    pub(crate) fn firsts(&self) -> Option<Subject> {
        let Type::List(element) = &self.ty else { return None };
        let Type::Pair(first, _) = &**element else { return None };
        let element = self.element();
        let fst = |value: &Value| value.decide().1[0].clone();
        let values = self
            .values
            .iter()
            .map(|list| Value::list(list.elements().map(|pair| fst(&pair)).collect::<Vec<_>>().into_iter()));
        let values = values.collect();
        let term = self.each(Each::Map, element.call(&FST, (**first).clone()).term);
        Some(Subject { term, ty: Type::list((**first).clone()), values, depth: self.depth })
    }
}

/// Can values of a type be written down?
pub(crate) fn has_literals(ty: &Type) -> bool {
    match ty {
        Type::Atom(_) => false,
        Type::Integer(..) | Type::Character | Type::Float | Type::Boolean | Type::Unit => true,
        Type::List(part) | Type::Maybe(part) | Type::Nest(part) => has_literals(part),
        Type::Pair(left, right) | Type::Tree(left, right) => has_literals(left) && has_literals(right),
    }
}

/// Returns the opposite of a boolean term.
pub(crate) fn negated(term: Term) -> Term {
    match term {
        Term::Operation(operator, parts) => {
            let opposite = match operator {
                Operator::Equal => Operator::Different,
                Operator::Different => Operator::Equal,
                Operator::Less => Operator::AtLeast,
                Operator::AtMost => Operator::Greater,
                Operator::Greater => Operator::AtMost,
                Operator::AtLeast => Operator::Less,
                _ => return Term::Call(&NOT, vec![Term::Operation(operator, parts)]),
            };
            Term::Operation(opposite, parts)
        }
        Term::Call(function, mut arguments) if function.name == NOT.name => arguments.remove(0),
        term => Term::Call(&NOT, vec![term]),
    }
}

/// A comparison of an integer with a constant that is true of one of its values.
pub(crate) fn comparison(dice: &mut Dice, subject: &Subject) -> Term {
    let value = pick(dice, &subject.values).map_or(0, |value| value.number());
    let slack = if dice.percent(60) { 0 } else { dice.below(4) as i128 };
    let (operator, constant) = match dice.below(6) {
        0 | 1 => (Operator::Equal, value),
        2 => (Operator::AtMost, value.saturating_add(slack)),
        3 => (Operator::Less, value.saturating_add(slack + 1)),
        4 => (Operator::AtLeast, value.saturating_sub(slack)),
        _ => (Operator::Greater, value.saturating_sub(slack + 1)),
    };
    let term = subject.term.clone();
    if dice.percent(15) {
        let divisor = 2 + dice.below(5) as i128;
        let rest = Term::operation(Operator::Modulo, term, Term::Integer(divisor));
        return Term::operation(Operator::Equal, rest, Term::Integer(value.rem_euclid(divisor)));
    }
    Term::operation(operator, term, Term::Integer(constant))
}

/// Bounds of an integer that are true of all its values.
fn bounds(subject: &Subject) -> (i128, i128) {
    let numbers = || subject.values.iter().map(Value::number);
    (numbers().min().unwrap_or(0), numbers().max().unwrap_or(1))
}

fn between(subject: &Subject) -> Term {
    let (low, high) = bounds(subject);
    let above = Term::operation(Operator::AtMost, Term::Integer(low), subject.term.clone());
    let below = Term::operation(Operator::AtMost, subject.term.clone(), Term::Integer(high));
    Term::operation(Operator::And, above, below)
}

fn pick(dice: &mut Dice, values: &[Value]) -> Option<Value> {
    (!values.is_empty()).then(|| dice.pick(values).clone())
}

/// A random fact about a term.
pub(crate) fn fact(dice: &mut Dice, subject: &Subject) -> Term {
    match &subject.ty {
        Type::Integer(..) => match dice.below(4) {
            0 => between(subject),
            1 if dice.percent(30) => comparison(dice, &subject.call(&ABS, INTEGER)),
            _ => comparison(dice, subject),
        },
        Type::Atom(_) | Type::Unit => {
            Term::operation(Operator::Equal, subject.term.clone(), subject.term.clone())
        }
        Type::Character | Type::Float => {
            let value = pick(dice, &subject.values).unwrap_or_else(|| smallest(&subject.ty, 0));
            let operator = *dice.pick(&[Operator::Equal, Operator::AtMost, Operator::AtLeast]);
            Term::operation(operator, subject.term.clone(), Term::of(&value))
        }
        Type::Boolean => subject.term.clone(),
        Type::List(element) => list_fact(dice, subject, element),
        Type::Maybe(part) => {
            if !has_literals(part) || dice.percent(30) {
                let nothing = Term::Made(Con::Nothing, Vec::new());
                return Term::operation(Operator::Equal, subject.term.clone(), nothing);
            }
            let number = dice.number();
            fact(dice, &with_default(number, subject, part))
        }
        Type::Pair(left, right) => match dice.below(5) {
            0 | 1 => fact(dice, &subject.call(&FST, (**left).clone())),
            2 if left == right => {
                let (left, right) =
                    (subject.call(&FST, (**left).clone()), subject.call(&SND, (**right).clone()));
                let operator = *dice.pick(&[Operator::Equal, Operator::Less, Operator::AtMost]);
                Term::operation(operator, left.term, right.term)
            }
            _ => fact(dice, &subject.call(&SND, (**right).clone())),
        },
        Type::Nest(_) => comparison(dice, &subject.call(&STEPS, INTEGER)),
        Type::Tree(key, _) => {
            let keys = subject.call(&KEYS, Type::list((**key).clone()));
            match dice.below(6) {
                0 => comparison(dice, &subject.call(&NODES, INTEGER)),
                1 => comparison(dice, &subject.call(&DEPTH, INTEGER)),
                2 | 3 => Term::Call(&IS_BST, vec![subject.term.clone()]),
                _ => fact(dice, &keys),
            }
        }
    }
}

/// What is in a `maybe`, or else a literal.
fn with_default(number: u64, subject: &Subject, part: &Type) -> Subject {
    let default = smallest(part, number);
    let values = subject.values.iter().map(|value| {
        let (con, fields) = value.decide();
        if con == Con::Just { fields[0].clone() } else { default.clone() }
    });
    let values = values.collect();
    let term = Term::Call(&WITH_DEFAULT, vec![Term::of(&default), subject.term.clone()]);
    Subject { term, ty: part.clone(), values, depth: subject.depth }
}

/// A small value of a type.
pub(crate) fn smallest(ty: &Type, number: u64) -> Value {
    let made = |con| Value::Made(con, [].into());
    match ty {
        Type::Integer(low, high) => Value::Integer(i128::from(number % 3).clamp(*low, *high)),
        Type::Atom(_) => Value::Integer(i128::from(number % 3)),
        Type::Character => Value::Character(char::from(b'a' + (number % 3) as u8)),
        Type::Float => Value::Float([0.0, 0.5, 1.0][(number % 3) as usize]),
        Type::Boolean => Value::boolean(number.is_multiple_of(2)),
        Type::Unit => made(Con::Unit),
        Type::List(_) => made(Con::Nil),
        Type::Maybe(_) => made(Con::Nothing),
        Type::Pair(left, right) => {
            Value::Made(Con::Pair, [smallest(left, number / 3), smallest(right, number / 7)].into())
        }
        Type::Tree(..) => made(Con::Leaf),
        Type::Nest(_) => made(Con::Stop),
    }
}

fn list_fact(dice: &mut Dice, list: &Subject, element: &Type) -> Term {
    let call = |function: &'static Function| Term::Call(function, vec![list.term.clone()]);
    let reversed = || list.call(&REVERSE, list.ty.clone());
    // A literal is one of the elements.
    let member = pick(dice, &list.element().values).unwrap_or_else(|| smallest(element, dice.number()));
    match dice.below(22) {
        0..5 => comparison(dice, &list.call(&LENGTH, INTEGER)),
        5 | 6 => call(&IS_SORTED),
        7 => Term::Call(&IS_SORTED, vec![reversed().term]),
        8 => call(&IS_ASCENDING),
        9 => call(&IS_DISTINCT),
        10 => Term::operation(Operator::Equal, list.term.clone(), reversed().term),
        11 if !element.is_integer() => call(&IS_EMPTY),
        12 | 13 if has_literals(element) => Term::Call(&ELEM, vec![Term::of(&member), list.term.clone()]),
        11 | 14..19 if element.is_integer() => comparison(dice, &list.call(&SUM, INTEGER)),
        16..18 if matches!(element, Type::List(_)) => fact(dice, &list.call(&CONCAT, element.clone())),
        16 if has_numbers_as_keys(element) => {
            let (low, high) = bounds(&list.element().call(&FST, INTEGER));
            Term::Call(&KEYS_IN, vec![Term::Integer(low), Term::Integer(high), list.term.clone()])
        }
        17 | 18 if matches!(element, Type::Pair(..)) => fact(dice, &list.firsts().expect("it has pairs")),
        19 => {
            let kept = predicate(dice, list);
            let length = Term::Call(&LENGTH, vec![list.each(Each::Filter, kept)]);
            let count = dice.below(3) as i128;
            Term::operation(*dice.pick(&[Operator::Equal, Operator::AtMost]), length, Term::Integer(count))
        }
        _ => {
            let each = if dice.percent(75) { Each::All } else { Each::Any };
            let predicate = predicate(dice, list);
            list.each(each, predicate)
        }
    }
}

fn has_numbers_as_keys(element: &Type) -> bool {
    matches!(element, Type::Pair(key, _) if key.is_integer())
}

/// A predicate of a list's elements, often one that is true of all.
pub(crate) fn predicate(dice: &mut Dice, list: &Subject) -> Term {
    let element = list.element();
    if element.ty.is_integer() && dice.percent(60) { between(&element) } else { fact(dice, &element) }
}

/// A fact about two terms, if some is known about their types.
pub(crate) fn relation(dice: &mut Dice, left: &Subject, right: &Subject) -> Option<Term> {
    let [a, b] = [&left.term, &right.term].map(Clone::clone);
    let compared = |dice: &mut Dice, a: Term, b: Term| {
        let operator = *dice.pick(&[Operator::Equal, Operator::AtMost, Operator::Less, Operator::Different]);
        Term::operation(operator, a, b)
    };
    Some(match (&left.ty, &right.ty) {
        (Type::List(own), Type::List(other)) if dice.percent(40) || own != other => {
            let [a, b] = [left, right].map(|list| list.call(&LENGTH, INTEGER).term);
            compared(dice, a, b)
        }
        (Type::List(own), Type::List(_)) => match dice.below(4) {
            0 => Term::Call(&IS_PREFIX, vec![a, b]),
            1 => Term::operation(Operator::Equal, a, Term::Call(&REVERSE, vec![b])),
            2 if own.is_integer() => {
                let [a, b] = [left, right].map(|list| list.call(&SUM, INTEGER).term);
                compared(dice, a, b)
            }
            2 => compared(dice, a, b),
            _ => {
                let member = Term::Call(&ELEM, vec![Term::Bound(left.depth), b]);
                left.each(Each::All, member)
            }
        },
        (Type::Integer(..), Type::Integer(..)) if dice.percent(40) => {
            let sum = Term::operation(Operator::Add, a, b);
            let sums = left.values.iter().zip(&right.values);
            let sums = sums.filter_map(|(a, b)| a.number().checked_add(b.number()).map(Value::Integer));
            comparison(dice, &Subject { term: sum, ty: INTEGER, values: sums.collect(), depth: left.depth })
        }
        (Type::List(element), other) if **element == *other => Term::Call(&ELEM, vec![b, a]),
        (own, Type::List(element)) if **element == *own => Term::Call(&ELEM, vec![a, b]),
        (Type::List(_), other) if other.is_integer() => compared(dice, left.call(&LENGTH, INTEGER).term, b),
        (own, other) if own == other => compared(dice, a, b),
        _ => {
            let keys = left.firsts().filter(|keys| keys.ty == Type::list(right.ty.clone()))?;
            Term::Call(&ELEM, vec![b, keys.term])
        }
    })
}
