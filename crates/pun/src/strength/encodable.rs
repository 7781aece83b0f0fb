//! Which arguments and results of functions can be encoded as derivations.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use crate::core::{Program, Type};
use crate::inputs::{Cause, Inputs};
use crate::types;

/// Why an argument or the result of a function cannot be encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotEncodable {
    /// The function.
    pub function: String,
    /// The argument with the type that stands in the way, counted from 1; `None` if it is the
    /// result.
    pub argument: Option<usize>,
    /// Its type, as source.
    pub ty: String,
    /// What is wrong with the type, or with a value of it.
    pub obstacle: Obstacle,
}

/// Why the values of a type have no derivations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// They are functions, or hold functions.
    Functions,
    /// A type among their parts is abstract in the program.
    Abstract(String),
    /// The type has no values that end.
    NoValues(String),
    /// Values of the type can be encoded, but not this one.
    Value(Cause),
}

/// Returns what stands in the way of encoding the values of a type.
pub(super) fn obstacle(program: &Arc<Program>, ty: &Type) -> Option<Obstacle> {
    let (mut seen, mut waiting) = (HashSet::new(), vec![ty]);
    while let Some(ty) = waiting.pop() {
        match ty {
            Type::Integer | Type::Character | Type::Variable(_) => {}
            Type::Arrow(_) => return Some(Obstacle::Functions),
            Type::Data(data, arguments) => {
                if program.abstracts.iter().any(|opaque| opaque.data == *data) {
                    return Some(Obstacle::Abstract(program.datas[data.index()].name.to_string()));
                }
                waiting.extend(arguments.iter());
                if seen.insert(*data) {
                    let constructors = program.datas[data.index()].constructors.iter();
                    let fields = constructors.flat_map(|con| &program.constructors[con.index()].fields);
                    waiting.extend(fields.map(|field| &field.ty));
                }
            }
        }
    }
    let inputs = Inputs::new(Arc::clone(program), std::slice::from_ref(ty));
    inputs.err().map(|diagnostic| Obstacle::NoValues(diagnostic.message))
}

impl NotEncodable {
    pub(super) fn new(
        program: &Program,
        function: &str,
        argument: Option<usize>,
        ty: &Type,
        obstacle: Obstacle,
    ) -> Self {
        Self { function: function.to_owned(), argument, ty: types::show(program, ty), obstacle }
    }
}

impl fmt::Display for NotEncodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { function, argument, ty, obstacle } = self;
        match argument {
            Some(number) => write!(f, "argument {number} of `{function}` has the type `{ty}`: ")?,
            None => write!(f, "the result of `{function}` has the type `{ty}`: ")?,
        }
        match obstacle {
            Obstacle::Functions => f.write_str("functions that the program makes cannot be encoded"),
            Obstacle::Abstract(name) => {
                write!(f, "`{name}` is abstract here, and its values cannot be encoded")
            }
            Obstacle::NoValues(why) => f.write_str(why),
            Obstacle::Value(why) => write!(f, "one of its values cannot be encoded: {why}"),
        }
    }
}

impl std::error::Error for NotEncodable {}
