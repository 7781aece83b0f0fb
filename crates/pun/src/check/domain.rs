//! The inputs of a property, for claims about all of them.
//!
//! An integer of pun has any number of bits, one of an input has not. If all inputs are drawn by
//! terms, they are what these terms give.

use std::collections::HashSet;

use everycase_check::claims::Domain;

use crate::core::{DataId, Program, Property, Type};

/// The bits of the magnitude of an integer that the kernel provides, and of one that a term
/// chooses.
const GIVEN: u32 = 127;
const CHOSEN: u32 = 126;

/// Returns the inputs of a property.
pub(super) fn of(program: &Program, property: &Property) -> Domain {
    let terms: Vec<_> = property.parameters.iter().filter_map(|parameter| parameter.from.as_ref()).collect();
    let bits = if terms.iter().any(|term| program.draws_integers(term)) {
        Some(CHOSEN)
    } else {
        property.given().any(|given| mentions_integers(program, &given.binder.ty)).then_some(GIVEN)
    };
    let numbers = bits.map(|bits| format!("integers of up to {bits} bits"));
    if property.makes() || property.given().next().is_some() || terms.is_empty() {
        return Domain { given_by: None, numbers };
    }
    let verb = if terms.len() == 1 { "gives" } else { "give" };
    let written = |span| format!("`{}`", program.sources.text(span));
    let terms: Vec<String> = terms.iter().map(|term| written(term.span)).collect();
    Domain { given_by: Some(format!("{} {verb}", terms.join(" and "))), numbers }
}

/// Returns whether values of a type may have integers in them.
fn mentions_integers(program: &Program, ty: &Type) -> bool {
    let (mut open, mut seen) = (vec![ty], HashSet::<DataId>::new());
    while let Some(ty) = open.pop() {
        match ty {
            Type::Integer => return true,
            Type::Character | Type::Variable(_) => {}
            Type::Arrow(arrow) => open.extend([&arrow.0, &arrow.1]),
            Type::Data(data, arguments) => {
                open.extend(&**arguments);
                if seen.insert(*data) {
                    let constructors = program.datas[data.index()].constructors.iter();
                    let constructors = constructors.map(|con| &program.constructors[con.index()]);
                    open.extend(
                        constructors.flat_map(|constructor| &constructor.fields).map(|field| &field.ty),
                    );
                }
            }
        }
    }
    false
}
