//! The types that are inferred are the most general ones.

use everycase::Enumerable;
use pun::core::{self, DataId, Program, Scheme};
use pun::load::{expression, load_text};
use pun::types::show;

use super::naive::{Term, Type, principal};

fn empty() -> Program {
    load_text("empty.pun", "").program.expect("nothing is wrong with nothing")
}

fn inferred(program: &mut Program, text: &str) -> Option<Scheme> {
    let sources = program.sources.clone();
    let scheme = expression(program, text).ok().map(|(_, scheme)| scheme);
    program.sources = sources;
    scheme
}

fn as_core(ty: &Type) -> core::Type {
    match ty {
        Type::Integer => core::Type::Integer,
        Type::Boolean => core::Type::Data(DataId::BOOLEAN, [].into()),
        Type::Variable(number) => core::Type::Variable(*number as u32),
        Type::Arrow(from, to) => core::Type::Arrow((as_core(from), as_core(to)).into()),
        Type::Pair(left, right) => core::Type::Data(DataId::PAIR, [as_core(left), as_core(right)].into()),
        Type::List(element) => core::Type::Data(DataId::LIST, [as_core(element)].into()),
    }
}

/// All terms up to a size, and some of larger ones.
fn terms() -> impl Iterator<Item = Term> {
    let space = Term::space();
    let larger: Vec<Term> =
        (6..14).flat_map(|size| space.bounded(size, 1_000).expect("terms of this size")).collect();
    Term::space().up_to(5).expect("small terms").chain(larger)
}

#[test]
fn types_are_those_of_the_rules_as_they_are_written_down() {
    let mut program = empty();
    let (mut typed, mut ill_typed, mut compared) = (0, 0, 0);
    for term in terms() {
        let text = term.show(0);
        let found = inferred(&mut program, &text);
        let expected = principal(&term).map(|(ty, variables)| Scheme { variables, ty: as_core(&ty) });
        assert_eq!(found, expected, "{text}");
        match found {
            Some(scheme) => {
                typed += 1;
                compared += usize::from(scheme.variables.contains(&true));
            }
            None => ill_typed += 1,
        }
    }
    assert!(typed > 1_000 && ill_typed > 1_000 && compared > 10, "{typed} {ill_typed} {compared}");
}

#[test]
fn a_term_has_the_type_that_is_inferred_for_it_and_no_more_general_one() {
    let mut program = empty();
    let mut general = 0;
    for term in terms() {
        let text = term.show(0);
        let Some(scheme) = inferred(&mut program, &text) else { continue };
        let ty = show(&program, &scheme.ty);
        let signed = load_text("signed.pun", &format!("it : {ty} .\nit = {text} ."));
        let it = signed.program.expect("its own type").globals.pop().expect("a definition");
        assert_eq!(it.scheme, scheme, "{text}");
        // The same with one part less known, wherever that says more.
        let looser = ty.replacen("integer", "z", 1);
        if looser != ty {
            general += 1;
            let loaded = load_text("looser.pun", &format!("it : {looser} .\nit = {text} ."));
            assert!(loaded.program.is_none(), "{text} : {looser}");
        }
    }
    assert!(general > 200, "{general}");
}
