//! The reference interpreter on small programs: every closed term up to some size, and some larger ones.

use std::collections::HashMap;
use std::mem::discriminant;

use pun::core::{ConId, Program};
use pun::fault::FaultKind;
use pun::load::{expression, load_text};
use pun::reference::{Decision, Interpreter};
use pun::value::Value;

use crate::closed_terms::{DEFINITIONS, TYPES, Type, terms};

fn program() -> Program {
    load_text("definitions.pun", DEFINITIONS).program.expect("the definitions load")
}

/// What becomes of a term, wherever it stands.
fn outcome(program: &mut Program, term: &str) -> Result<Value, FaultKind> {
    match expression(program, term) {
        Ok((expr, _)) => Interpreter::new(program).expression(&expr).map_err(|fault| fault.kind),
        Err(diagnostics) => panic!("{term}: {diagnostics:?}"),
    }
}

/// All terms of up to a size, and some of larger ones. Functions are called, since they are not compared.
fn some_terms(ty: Type, all_up_to: u32, of_each: u64) -> impl Iterator<Item = String> {
    let space = terms(ty, false);
    let sizes = all_up_to + 1..all_up_to + 7;
    let larger: Vec<_> = sizes.flat_map(|size| space.bounded(size, of_each).expect("it pays")).collect();
    let all = space.up_to(all_up_to).expect("it pays").chain(larger);
    all.map(move |term| if ty == Type::Function { format!("({term} 2)") } else { term })
}

#[test]
fn the_outcome_of_a_term_is_a_value_or_a_fault_of_the_language() {
    let mut program = program();
    let mut faults = HashMap::new();
    let mut values = 0;
    for ty in TYPES {
        for term in some_terms(ty, 4, 100) {
            match outcome(&mut program, &term) {
                Ok(_) => values += 1,
                Err(FaultKind::Error(text)) if text != "no" => panic!("{term}: {text}"),
                Err(kind) => *faults.entry(discriminant(&kind)).or_insert(0) += 1,
            }
        }
    }
    // `error`, a divisor of 0, no branch, and a value that needs itself: there are enough of each to tell something.
    assert!(values > 1_000, "{values}");
    assert!(faults.len() == 4 && faults.values().all(|count| *count > 20), "{faults:?}");
}

#[test]
fn a_term_means_the_same_with_a_name_as_an_argument_in_a_branch_and_delayed() {
    let mut program = program();
    for ty in TYPES {
        for term in some_terms(ty, 3, 30) {
            let wanted = outcome(&mut program, &term);
            let mut contexts = vec![
                format!("(let z = {term} in z)"),
                format!("((\\z -> z) {term})"),
                format!("(pick true {term} 0)"),
                format!("(if {term} == {term} then {term} else error \"other\")"),
                format!("(case ({term}, 'c') of ; (z, 'c') -> z)"),
                format!("(rec z . {term})"),
            ];
            if ty != Type::Integer && ty != Type::Function {
                contexts.remove(2);
            }
            if ty == Type::Chain {
                contexts.push(format!("(case [link 0 {term}] of ; [link 0 z] -> z ; z -> z)"));
                // A chain without an end is not equal to itself before the steps are used up.
                contexts.remove(2);
            }
            for context in contexts {
                assert_eq!(outcome(&mut program, &context), wanted, "{context}");
            }
        }
    }
}

#[test]
fn what_is_delayed_and_not_looked_at_is_not_evaluated() {
    let mut program = program();
    for term in some_terms(Type::Chain, 4, 100) {
        let context = format!("(case [link 7 {term}] of ; [link x _] -> x ; end -> 0)");
        assert_eq!(outcome(&mut program, &context), Ok(Value::Integer(7.into())), "{term}");
    }
}

#[test]
fn choices_take_decisions_from_left_to_right_and_no_others() {
    let mut program = program();
    let mut values = |term: &str, decisions: Vec<Decision>| {
        let (expr, _) = expression(&mut program, term).expect("it loads");
        let mut decisions = decisions.into_iter();
        let value = Interpreter::new(&program).under(&[], &expr, &mut decisions);
        (value.map_err(|fault| fault.kind), decisions.len())
    };
    let integer = |n: i32| Ok(Value::Integer(n.into()));
    let (left, right) = (Decision::Right(false), Decision::Right(true));
    let number = |n: i32| Decision::Integer(n.into());
    assert_eq!(values("1 <+> 2 <+> 3", vec![right.clone(), left.clone(), left.clone()]), (integer(2), 1));
    assert_eq!(values("int-gen () - nat-gen ()", vec![number(-5), number(4)]), (integer(-9), 0));
    assert_eq!(values("nat-gen ()", vec![number(-1)]).0, Err(FaultKind::Undecided));
    assert_eq!(values("int-range 1 3", vec![number(4)]).0, Err(FaultKind::Undecided));
    assert_eq!(values("int-range 3 1", vec![number(2)]).0, Err(FaultKind::EmptyRange(3.into(), 1.into())));
    assert_eq!(values("if bool-gen () then 1 else 2", vec![Decision::Boolean(false)]), (integer(2), 0));
    assert_eq!(values("1 <+> 2", vec![]).0, Err(FaultKind::Undecided));
}

#[test]
fn a_definition_that_chooses_is_evaluated_where_it_is_mentioned() {
    let text = "either = 1 <+> 2 . both = either + either . list = [] <+> (int-gen () :: list) .";
    let mut program = load_text("choices.pun", text).program.expect("it loads");
    let mut run = |term: &str, decisions: Vec<Decision>| {
        let (expr, _) = expression(&mut program, term).expect("it loads");
        Interpreter::new(&program).under(&[], &expr, &mut decisions.into_iter())
    };
    let (left, right) = (Decision::Right(false), Decision::Right(true));
    assert_eq!(run("both", vec![left.clone(), right.clone()]), Ok(Value::Integer(3.into())));
    let decisions =
        vec![right.clone(), Decision::Integer(5.into()), right, Decision::Integer(6.into()), left];
    assert_eq!(run("sum list", decisions), Ok(Value::Integer(11.into())));
}

#[test]
fn an_open_value_is_passed_on_and_not_looked_at() {
    let mut program = program();
    let mut under = |term: &str| {
        let (expr, _) = expression(&mut program, term).expect("it loads");
        let pun::core::Kind::Lambda(parameters, body) = &expr.kind else { panic!("{term} is no function") };
        let input = Value::Construct(ConId::CONS, vec![Value::Integer(1.into()), Value::Open]);
        let variables = [(parameters[0].local, input)];
        Interpreter::new(&program)
            .under(&variables, body, &mut std::iter::empty())
            .map_err(|fault| fault.kind)
    };
    assert_eq!(under("\\xs -> case xs of ; x :: _ -> x ; [] -> 0"), Ok(Value::Integer(1.into())));
    assert_eq!(under("\\xs -> case xs of ; _ :: rest -> rest ; [] -> xs"), Ok(Value::Open));
    assert_eq!(under("\\xs -> case xs of ; [x] -> x ; _ -> 0"), Err(FaultKind::Undecided));
    assert_eq!(under("\\xs -> xs == [2]"), Ok(Value::Construct(ConId::FALSE, vec![])));
    assert_eq!(under("\\xs -> xs == [1]"), Err(FaultKind::Undecided));
}
