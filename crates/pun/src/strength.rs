//! The strength of properties (Paper IV): which functions a property mentions, and the property as
//! a [target](Target), in which the calls of one function are watched and a mutant answers them.
//!
//! Only calls that the property's own body makes are mutated, lambdas in it included, never calls
//! from within the function itself. Arguments and results are encoded as derivations of their
//! types; a function whose types have none cannot be mutated.

mod answer;
mod encodable;
mod target;

use std::sync::Arc;

use everycase_check::strength::Target;

use crate::check::Checks;
use crate::core::{Connective, Expr, GlobalId, Item, Kind, Program, Property, Type};
use crate::diagnostic::Diagnostic;
use crate::resolve::nearest;
use crate::types;
use crate::typing::Typing;

pub use self::encodable::{NotEncodable, Obstacle};
pub use self::target::FunctionTarget;

/// A function that a property mentions, at a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The function.
    pub global: GlobalId,
    /// Its type where it is mentioned.
    pub ty: Type,
    /// Whether the property mentions it in its premise only, so that it tells nothing about the
    /// function.
    pub is_assumed: bool,
    /// Whether the property mentions it at other types, too.
    pub is_one_of_several: bool,
}

impl Mention {
    /// Returns the name of the function, with its type if there are several.
    pub fn name(&self, program: &Program) -> String {
        let name = &program.globals[self.global.index()].name;
        if self.is_one_of_several {
            format!("{name} : {}", types::show(program, &self.ty))
        } else {
            name.to_string()
        }
    }

    /// Returns whether the function is the program's own: its module declares it, or one that it
    /// imports, not the prelude.
    pub fn is_own(&self, program: &Program) -> bool {
        program.owner(Item::Global(self.global)).is_some()
    }
}

/// Why a property has no score for a function.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// The property cannot be checked.
    Property(Diagnostic),
    /// Arguments or results of the function have no derivations.
    Function(NotEncodable),
}

/// Returns the top-level functions that a property's body mentions, in order, each type of a
/// function once.
pub fn mentioned(program: &Program, property: &Property) -> Vec<Mention> {
    let Some(typing) = Typing::of_property(program, property) else { return Vec::new() };
    let assumed: Vec<&Expr> =
        premises(&property.body).into_iter().flat_map(mentions).map(|(mention, _)| mention).collect();
    let mut all: Vec<Mention> = Vec::new();
    for (mention, global) in mentions(&property.body) {
        let is_assumed = assumed.iter().any(|own| std::ptr::eq(*own, mention));
        let is_function = matches!(program.globals[global.index()].scheme.ty, Type::Arrow(_));
        let Some(ty) = typing.ty(mention).filter(|_| is_function) else { continue };
        if let Some(known) = all.iter_mut().find(|known| known.global == global && known.ty == *ty) {
            known.is_assumed &= is_assumed;
            continue;
        }
        let mut is_one_of_several = false;
        for known in all.iter_mut().filter(|known| known.global == global) {
            (known.is_one_of_several, is_one_of_several) = (true, true);
        }
        all.push(Mention { global, ty: ty.clone(), is_assumed, is_one_of_several });
    }
    all
}

/// Returns the premises of a property's body: what stands before its first `==>`, and before the
/// next ones.
fn premises(mut body: &Expr) -> Vec<&Expr> {
    let mut premises = Vec::new();
    while let Kind::Connective(Connective::Implies, premise, rest) = &body.kind {
        premises.push(&**premise);
        body = rest;
    }
    premises
}

/// The reason why a name is not the name of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoFunction {
    /// The program has nothing of this name; the most similar name of a function, if any is
    /// similar.
    Unknown(Option<Arc<str>>),
    /// A definition that takes no arguments.
    Value,
    /// A constructor.
    Constructor,
    /// A data type.
    Type,
    /// A property.
    Property,
}

/// Returns the top-level function of a name, the prelude's included.
///
/// # Errors
/// If no function has this name.
pub fn function(program: &Program, name: &str) -> Result<GlobalId, NoFunction> {
    let is_function = |global: GlobalId| matches!(program.globals[global.index()].scheme.ty, Type::Arrow(_));
    let functions = || {
        program.scope.iter().filter_map(|(name, item)| match item {
            Item::Global(global) if is_function(*global) => Some((name, *global)),
            _ => None,
        })
    };
    if let Some((_, global)) = functions().find(|(own, _)| ***own == *name) {
        return Ok(global);
    }
    let other = program.scope.iter().find(|(own, _)| **own == *name).map(|(_, item)| item);
    Err(match other {
        Some(Item::Global(_)) => NoFunction::Value,
        Some(Item::Constructor(_)) => NoFunction::Constructor,
        Some(Item::Data(_)) => NoFunction::Type,
        None if program.properties.iter().any(|property| *property.name == *name) => NoFunction::Property,
        None => NoFunction::Unknown(nearest(name, functions().map(|(name, _)| name))),
    })
}

/// Returns the names of a program's own functions that are in scope, in the order of declarations.
pub fn own_functions(program: &Program) -> Vec<&str> {
    let mut own: Vec<(GlobalId, &str)> = Vec::new();
    for (name, item) in &program.scope {
        if let Item::Global(global) = *item
            && matches!(program.globals[global.index()].scheme.ty, Type::Arrow(_))
            && program.owner(*item).is_some()
        {
            own.push((global, name));
        }
    }
    own.sort_unstable();
    own.into_iter().map(|(_, name)| name).collect()
}

/// Returns the mentions of definitions in a term, in order.
fn mentions(term: &Expr) -> Vec<(&Expr, GlobalId)> {
    let (mut found, mut waiting) = (Vec::new(), vec![term]);
    while let Some(term) = waiting.pop() {
        if let Kind::Global(global) = term.kind {
            found.push((term, global));
        }
        waiting.extend(term.parts().into_iter().rev());
    }
    found
}

impl Checks {
    /// Returns the property with this number, with a function that can be replaced.
    ///
    /// # Errors
    /// If the property cannot be checked, or the function has arguments or results without
    /// derivations.
    pub fn target(&self, number: usize, function: &Mention) -> Result<Arc<dyn Target>, Refusal> {
        if let Some(diagnostic) = self.refused(number) {
            return Err(Refusal::Property(diagnostic.clone()));
        }
        Ok(Arc::new(FunctionTarget::new(self.program(), number, function, self.limits())?))
    }
}
