//! Functions as arguments: closed lambda terms, the same as in `everycase check --terms`.
//!
//! A term is decided as a whole when a run needs the function, except for its numbers and
//! characters, which stay open like others, or are decided among the constants. It is compiled
//! then, so there are terms of every function type that an argument may have.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use everycase_kernel::{Alternative, At, Shape};
use pun::core::{Abstract, DataId, Program};
use pun::engine::{Provider, Providers};
use pun::inputs::Constants;
use pun::terms::{self, Mode};

use super::functions::core;
use crate::library::{Signature, Values};
use crate::types::Type;

/// The number in the payload of a term's position. No choice of the grammar has it.
const NUMBER: u64 = u64::MAX;

/// The lambda terms of a program.
pub(super) struct Lambdas {
    /// The program, in which the types that have no visible constructors are abstract.
    program: Arc<Program>,
    mode: Mode,
    constants: Constants,
    shapes: Mutex<HashMap<Type, Option<Shape>>>,
}

impl Lambdas {
    /// Returns the lambda terms of a program with a signature.
    pub(super) fn of(program: &Program, signature: &Signature, mode: Mode, constants: Constants) -> Self {
        let mut program = program.clone();
        let known: HashSet<DataId> = program.abstracts.iter().map(|own| own.data).collect();
        let datas = (0..program.datas.len() as u32).map(DataId).zip(&signature.datas);
        let hidden = datas.filter(|(_, data)| matches!(data.values, Values::Functions));
        let hidden = hidden.map(|(data, _)| data).filter(|data| !known.contains(data));
        let hidden = hidden.map(|data| Abstract { data, module: "".into(), exports: Arc::from([]) });
        program.abstracts.extend(hidden);
        Self { program: Arc::new(program), mode, constants, shapes: Mutex::default() }
    }

    /// Returns the terms of a type, if there may be some. A position of this shape has the term as
    /// its only field.
    pub(super) fn shape(&self, signature: &Signature, ty: &Type) -> Option<Shape> {
        let mut shapes = self.shapes.lock().unwrap_or_else(PoisonError::into_inner);
        let terms = || {
            let (ty, constants) = (core(signature, ty), self.constants.clone());
            let terms = terms::shape_with(&self.program, &ty, self.mode, constants).ok()?;
            let payload = Providers { number: NUMBER, of: Arc::from([Provider::Term]) };
            Some(Shape::choice_with([Alternative::new("", [terms])], payload))
        };
        shapes.entry(ty.clone()).or_insert_with(terms).clone()
    }
}

/// Returns the source of the term at a position, if it is one.
pub(super) fn text(at: At<'_>) -> Option<String> {
    let number = at.payload::<Providers>()?.number;
    (number == NUMBER).then(|| terms::source(at.field(0)).unwrap_or_default())
}
