//! Functions as arguments: case trees, as the functions among the inputs of properties.
//!
//! A case tree is data of the program, with definitions that apply it (see `pun::inputs`). So the
//! types of such functions must be known before the program is compiled. They are the function
//! types that the types of parameters mention, with atoms for type variables. A function of another
//! type, or over abstract types, is a partial application only.
//!
//! If integers and characters in expressions are constants, so are the integers and characters in
//! case trees: in their results and in their comparisons.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use everycase_kernel::{Alternative, At, Shape};
use pun::core::{self, Program};
use pun::engine::{Provider, Providers};
use pun::inputs::Inputs;
use pun::show::show;

use super::signature::Interface;
use crate::library::{Signature, Values};
use crate::reach::NODES;
use crate::types::{DataId, Substitution, Type};

/// The maximal number of types that are looked at inside a function type.
const PARTS: usize = 1_000;

/// The number of the first type in payloads. Choices of the grammar have smaller numbers.
const FIRST: u64 = 1 << 48;

/// The functions that can be arguments.
#[derive(Default)]
pub(super) struct Functions {
    inputs: Option<Inputs>,
    /// The shapes of the functions of each type. A position of such a shape has the type's number
    /// and the function as its only field.
    shapes: HashMap<Type, Shape>,
    types: Vec<core::Type>,
}

impl Functions {
    /// Returns the functions for the arguments of calls, and the program extended by what they
    /// need.
    pub(super) fn of(program: Program, interface: &Interface) -> (Self, Program) {
        let signature = &interface.signature;
        let abstracts: HashSet<DataId> =
            program.abstracts.iter().map(|opaque| DataId(opaque.data.0)).collect();
        let mut types = needed(interface);
        types.retain(|ty| is_open(signature, &abstracts, ty));
        if types.is_empty() {
            return (Self::default(), program);
        }
        let program = Arc::new(program);
        let inputs = |types: &[Type]| {
            let types: Vec<core::Type> = types.iter().map(|ty| core(signature, ty)).collect();
            Inputs::with_constants(Arc::clone(&program), &types, interface.constants.inputs())
        };
        let mut types: Vec<Type> = types.into_iter().collect();
        let made = inputs(&types).or_else(|_| {
            types.retain(|ty| inputs(std::slice::from_ref(ty)).is_ok());
            inputs(&types)
        });
        let Ok(inputs) = made else { return (Self::default(), Arc::unwrap_or_clone(program)) };
        let extended = (**inputs.program()).clone();
        let mut functions = Self { inputs: None, shapes: HashMap::new(), types: Vec::new() };
        for (number, ty) in (FIRST..).zip(types) {
            let own = core(signature, &ty);
            let payload = Providers { number, of: Arc::from([Provider::Same]) };
            let shape = Shape::choice_with([Alternative::new("", [inputs.shape(&own)])], payload);
            functions.shapes.insert(ty, shape);
            functions.types.push(own);
        }
        functions.inputs = Some(inputs);
        (functions, extended)
    }

    /// Returns the functions of a type, if they can be arguments.
    pub(super) fn shape(&self, ty: &Type) -> Option<Shape> {
        self.shapes.get(ty).cloned()
    }

    /// Returns whether there are functions of a type, for some types in the place of its variables.
    pub(super) fn has_some(&self, ty: &Type) -> bool {
        self.shapes.keys().any(|known| Substitution::default().unify(known, ty))
    }

    /// Returns the source of the function at a position.
    pub(super) fn text(&self, at: At<'_>) -> Option<String> {
        let number = at.payload::<Providers>()?.number.checked_sub(FIRST)?;
        let ty = self.types.get(number as usize)?;
        let inputs = self.inputs.as_ref()?;
        Some(show(inputs.program(), &inputs.value(ty, at.field(0)), Some(ty)))
    }
}

/// Returns a type without variables as a type of the program. Atoms are its first type variable.
pub(super) fn core(signature: &Signature, ty: &Type) -> core::Type {
    match ty {
        Type::Atom | Type::Variable(_) => core::Type::Variable(0),
        Type::Arrow(sides) => {
            core::Type::Arrow((core(signature, &sides.0), core(signature, &sides.1)).into())
        }
        // Integers and characters are the last two types.
        Type::Data(data, arguments) => match signature.datas.len() - data.0 as usize {
            2 => core::Type::Integer,
            1 => core::Type::Character,
            _ => {
                let arguments = arguments.iter().map(|argument| core(signature, argument)).collect();
                core::Type::Data(core::DataId(data.0), arguments)
            }
        },
    }
}

/// Returns whether no part of a type is abstract.
fn is_open(signature: &Signature, abstracts: &HashSet<DataId>, ty: &Type) -> bool {
    let (mut open, mut seen) = (vec![ty.clone()], HashSet::new());
    while let Some(ty) = open.pop() {
        if seen.len() == PARTS || ty.is_larger_than(NODES) {
            return false;
        }
        if !seen.insert(ty.clone()) {
            continue;
        }
        match &ty {
            Type::Atom | Type::Variable(_) => {}
            Type::Arrow(sides) => open.extend([sides.0.clone(), sides.1.clone()]),
            Type::Data(data, arguments) => {
                if abstracts.contains(data) || matches!(signature.data(*data).values, Values::Functions) {
                    return false;
                }
                open.extend(arguments.iter().cloned());
                open.extend(signature.inside(&ty));
            }
        }
    }
    true
}

/// Returns the function types that the parameters' types mention, of the functions that are tested
/// or called for arguments.
fn needed(interface: &Interface) -> BTreeSet<Type> {
    let signature = &interface.signature;
    let tested = interface.tested.iter().map(|function| &signature.functions[*function as usize]);
    let called = signature.providers().map(|(_, function)| function);
    let mut needed = BTreeSet::new();
    for parameter in tested.chain(called).flat_map(|function| &function.parameters) {
        arrows(&parameter.closed(), &mut needed);
    }
    needed
}

/// Adds the function types in a type, without the types of partial applications.
fn arrows(ty: &Type, found: &mut BTreeSet<Type>) {
    match ty {
        Type::Arrow(sides) => {
            found.insert(ty.clone());
            let mut sides = sides;
            while let Type::Arrow(rest) = &sides.1 {
                arrows(&sides.0, found);
                sides = rest;
            }
            arrows(&sides.0, found);
            arrows(&sides.1, found);
        }
        Type::Data(_, arguments) => arguments.iter().for_each(|argument| arrows(argument, found)),
        Type::Variable(_) | Type::Atom => {}
    }
}
