//! Laws: boolean terms that are true of all values, because of what functions mean.

use super::facts::{Subject, fact, has_literals, negated, predicate, smallest};
use super::functions::{
    APPEND, CONCAT, DEPTH, DROP, ELEM, FST, IS_ASCENDING, IS_BST, IS_DISTINCT, IS_PREFIX, IS_SORTED, KEYS,
    LENGTH, MAX, MIN, NODES, REVERSE, SND, SORT, STEPS, SUM, SWAP, TAKE, ZIP,
};
use super::terms::{Each, Function, Operator, Term};
use super::values::{Con, Type, Value};
use crate::dice::Dice;

fn equal(left: Term, right: Term) -> Term {
    Term::operation(Operator::Equal, left, right)
}

fn at_most(left: Term, right: Term) -> Term {
    Term::operation(Operator::AtMost, left, right)
}

fn call(function: &'static Function, argument: Term) -> Term {
    Term::Call(function, vec![argument])
}

fn call_both(function: &'static Function, first: Term, second: Term) -> Term {
    Term::Call(function, vec![first, second])
}

fn length(list: Term) -> Term {
    call(&LENGTH, list)
}

/// A law of one value.
pub(crate) fn of_one(dice: &mut Dice, subject: &Subject) -> Term {
    let own = || subject.term.clone();
    if dice.percent(8) {
        return Term::boolean(true);
    }
    match &subject.ty {
        Type::List(element) => of_list(dice, subject, element),
        Type::Integer(..) => match dice.below(4) {
            0 => Term::operation(
                Operator::Less,
                own(),
                Term::operation(Operator::Add, own(), Term::Integer(1)),
            ),
            1 => {
                let divisor = 2 + dice.below(5) as i128;
                let part = |operator| Term::operation(operator, own(), Term::Integer(divisor));
                let multiple =
                    Term::operation(Operator::Multiply, part(Operator::Divide), Term::Integer(divisor));
                equal(Term::operation(Operator::Add, multiple, part(Operator::Modulo)), own())
            }
            2 => equal(Term::operation(Operator::Subtract, own(), own()), Term::Integer(0)),
            _ => at_most(own(), call_both(&MAX, own(), Term::Integer(dice.below(9) as i128))),
        },
        Type::Pair(..) if dice.percent(50) => {
            equal(Term::Made(Con::Pair, vec![call(&FST, own()), call(&SND, own())]), own())
        }
        Type::Pair(..) => equal(call(&SWAP, call(&SWAP, own())), own()),
        Type::Tree(..) => match dice.below(3) {
            0 => equal(call(&NODES, own()), length(call(&KEYS, own()))),
            1 => at_most(call(&DEPTH, own()), call(&NODES, own())),
            _ => at_most(Term::Integer(0), call(&DEPTH, own())),
        },
        Type::Nest(_) if dice.percent(50) => at_most(Term::Integer(0), call(&STEPS, own())),
        _ if dice.percent(50) => equal(call_both(&MIN, own(), own()), own()),
        ty if has_literals(ty) => {
            let fact = fact(dice, subject);
            Term::operation(Operator::Or, fact.clone(), negated(fact))
        }
        _ => equal(own(), own()),
    }
}

fn of_list(dice: &mut Dice, list: &Subject, element: &Type) -> Term {
    let own = || list.term.clone();
    let count = Term::Integer(dice.below(5) as i128);
    match dice.below(19) {
        0 => equal(call(&REVERSE, call(&REVERSE, own())), own()),
        1 | 2 => equal(length(call(&REVERSE, own())), length(own())),
        3 => at_most(Term::Integer(0), length(own())),
        4 => {
            let [first, rest] = [&TAKE, &DROP].map(|function| call_both(function, count.clone(), own()));
            equal(call_both(&APPEND, first, rest), own())
        }
        5 => at_most(length(call_both(&TAKE, count.clone(), own())), count),
        6 if has_literals(element) => {
            let first = Term::of(&smallest(element, dice.number()));
            let longer = Term::Made(Con::Cons, vec![first, own()]);
            equal(length(longer), Term::operation(Operator::Add, length(own()), Term::Integer(1)))
        }
        7..13 if element.is_integer() => {
            let function = if dice.percent(60) { &REVERSE } else { &SORT };
            equal(call(&SUM, call(function, own())), call(&SUM, own()))
        }
        7 => call(&IS_SORTED, call(&SORT, own())),
        8 => equal(length(call(&SORT, own())), length(own())),
        9 => equal(call(&SORT, call(&REVERSE, own())), call(&SORT, own())),
        13 => {
            let predicate = predicate(dice, list);
            let [first, rest] =
                [Each::TakeWhile, Each::DropWhile].map(|each| list.each(each, predicate.clone()));
            equal(call_both(&APPEND, first, rest), own())
        }
        14 => {
            let predicate = predicate(dice, list);
            at_most(length(list.each(Each::Filter, predicate)), length(own()))
        }
        15 => {
            let predicate = predicate(dice, list);
            let [all, kept] = [Each::All, Each::Filter].map(|each| list.each(each, predicate.clone()));
            equal(all, equal(length(kept), length(own())))
        }
        16 | 17 if matches!(element, Type::List(_)) => {
            let lengths = list.each(Each::Map, length(list.element().term));
            equal(length(call(&CONCAT, own())), call(&SUM, lengths))
        }
        _ => equal(own(), own()),
    }
}

/// A law of two values, if there is one for their types.
pub(crate) fn of_two(dice: &mut Dice, left: &Subject, right: &Subject) -> Option<Term> {
    let (Type::List(element), Type::List(_)) = (&left.ty, &right.ty) else { return None };
    let (a, b) = (|| left.term.clone(), || right.term.clone());
    if left.ty != right.ty {
        let zipped = length(call_both(&ZIP, a(), b()));
        return Some(equal(zipped, call_both(&MIN, length(a()), length(b()))));
    }
    let both = || call_both(&APPEND, a(), b());
    let sum_of = |function| Term::operation(Operator::Add, call(function, a()), call(function, b()));
    Some(match dice.below(5) {
        0 => equal(length(both()), sum_of(&LENGTH)),
        1 | 2 if element.is_integer() => equal(call(&SUM, both()), sum_of(&SUM)),
        3 => call_both(&IS_PREFIX, a(), both()),
        _ => {
            let backwards = call_both(&APPEND, call(&REVERSE, b()), call(&REVERSE, a()));
            equal(call(&REVERSE, both()), backwards)
        }
    })
}

/// A premise and what follows from it.
pub(crate) fn consequence(dice: &mut Dice, subject: &Subject) -> Option<[Term; 2]> {
    let own = || subject.term.clone();
    let (Type::List(element), true) = (&subject.ty, subject.depth == 0) else {
        let (Type::Tree(key, _), true) = (&subject.ty, dice.percent(50)) else { return None };
        let keys = subject.call(&KEYS, Type::list((**key).clone()));
        let is_bst = call(&IS_BST, own());
        return Some([is_bst, call(&IS_ASCENDING, keys.term)]);
    };
    let limit = dice.below(5) as i128;
    Some(match dice.below(5) {
        0 => {
            let is_short = at_most(length(own()), Term::Integer(limit));
            let more = Term::Integer(limit + 1 + dice.below(3) as i128);
            [is_short, Term::operation(Operator::Less, length(own()), more)]
        }
        1 => [call(&IS_ASCENDING, own()), call(&IS_SORTED, own())],
        2 => [call(&IS_ASCENDING, own()), call(&IS_DISTINCT, own())],
        3 | 4 if element.is_integer() => {
            let most = 1 + dice.below(9) as i128;
            let variable = || subject.element().term;
            let bounds = Term::operation(
                Operator::And,
                at_most(Term::Integer(0), variable()),
                at_most(variable(), Term::Integer(most)),
            );
            let bound = Term::operation(Operator::Multiply, Term::Integer(most), length(own()));
            let sum = call(&SUM, own());
            let conclusion =
                if dice.percent(50) { at_most(sum, bound) } else { at_most(Term::Integer(0), sum) };
            [subject.each(Each::All, bounds), conclusion]
        }
        _ => [call(&IS_SORTED, own()), equal(call(&SORT, own()), own())],
    })
}

/// A law of sums under a premise that leaves elements open, or what is false of a list that is the witness.
pub(crate) fn of_sums(dice: &mut Dice, list: &Subject) -> (Term, Term, Option<Value>) {
    let own = || list.term.clone();
    let sum = || call(&SUM, own());
    let most = 1 + dice.below(9) as i128;
    let element = || list.element().term;
    let is_bounded = dice.percent(45);
    let premise = if is_bounded {
        let low = at_most(Term::Integer(0), element());
        let bounds = Term::operation(Operator::And, low, at_most(element(), Term::Integer(most)));
        list.each(Each::All, bounds)
    } else {
        match dice.below(4) {
            0 => call(&IS_SORTED, own()),
            1 => call(&IS_SORTED, call(&REVERSE, own())),
            2 => call_both(&ELEM, Term::Integer(most), own()),
            _ => {
                let rest = Term::operation(Operator::Modulo, element(), Term::Integer(2));
                list.each(Each::All, equal(rest, Term::Integer(0)))
            }
        }
    };
    if is_bounded && dice.percent(50) {
        let length = 5 + dice.below(6) as i128;
        let conclusion = Term::operation(Operator::Less, sum(), Term::Integer(most * length));
        let elements = std::iter::repeat_n(Value::Integer(most), length.unsigned_abs() as usize);
        return (premise, conclusion, Some(Value::list(elements.collect::<Vec<_>>().into_iter())));
    }
    let conclusion = match dice.below(4) {
        0 if is_bounded => at_most(Term::Integer(0), sum()),
        0 | 1 => equal(call(&SUM, call(&REVERSE, own())), sum()),
        2 => equal(call(&SUM, call(&SORT, own())), sum()),
        _ => {
            let twice = call(&SUM, call_both(&APPEND, own(), own()));
            equal(twice, Term::operation(Operator::Add, sum(), sum()))
        }
    };
    (premise, conclusion, None)
}

/// A law of the spine of a list under at most one premise, or under two that contradict each other.
pub(crate) fn of_spine(dice: &mut Dice, list: &Subject) -> (Vec<Term>, Term) {
    let own = || list.term.clone();
    let limit = dice.below(5) as i128;
    let compared = |operator, limit| Term::operation(operator, length(own()), Term::Integer(limit));
    let premises = match dice.below(6) {
        0 => vec![],
        1 => vec![compared(Operator::Equal, limit), compared(Operator::Equal, limit + 1)],
        2 => {
            let rest = Term::operation(Operator::Modulo, length(own()), Term::Integer(4));
            vec![equal(rest, Term::Integer(limit % 4))]
        }
        3 => vec![compared(Operator::Equal, limit)],
        _ => vec![compared(Operator::AtMost, limit)],
    };
    let conclusion = match dice.below(4) {
        0 => Term::boolean(true),
        1 => at_most(Term::Integer(0), length(own())),
        2 => equal(length(call(&REVERSE, own())), length(own())),
        _ => {
            let double = Term::operation(Operator::Add, length(own()), length(own()));
            equal(length(call_both(&APPEND, own(), own())), double)
        }
    };
    (premises, conclusion)
}
