//! Regression suites: expressions of a module with their outcomes, and what two suites say
//! differently (sections 3.2 and 5.5 of the thesis).
//!
//! An expression is run as text, so that one of an older version, or of a file, is run in the same
//! way as one that an exploration has just found. Its open arguments `?`, `?1`, .. stand for any
//! values: the outcome mentions them, or the expression needs them and has no outcome.

mod compare;
mod emit;
mod index;
mod inputs;
mod outcomes;
mod record;
mod renames;
mod report;
mod term;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use everycase_check::control::stop::Stop;
use pun::core::Program;

use crate::library::{self, Library};
use crate::module::{Module, PROPERTY};

pub use self::compare::{Comparison, Difference, Generality, TypeChange, compare};
pub use self::emit::{LockedProperty, locked};
pub use self::inputs::{Input, Inputs, inputs};
pub use self::outcomes::{Outcomes, outcomes};
pub use self::record::{Suites, comparison_tables, suite_tables};
pub use self::renames::Rename;

/// Expressions of a module with their outcomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suite {
    /// What the expressions call, such as the name of a file.
    pub name: String,
    /// The names that expressions may mention, and the exports that no expression calls.
    pub names: Vec<Name>,
    /// The size up to which the suite has all expressions, those left out whose value a smaller
    /// one has; `None` if it has some.
    pub through: Option<u32>,
    /// What else the expressions depend on, as options of a command.
    pub options: String,
    /// The number of expressions of which instances were run, since they need an open argument.
    pub sampled: u64,
    /// The number of expressions that were not run.
    pub not_run: u64,
    /// The expressions, each once.
    pub cases: Vec<Case>,
}

/// An expression and its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The expression, in which `?`, `?1`, .. stand for any arguments.
    pub expression: String,
    /// What it evaluates to.
    pub outcome: Outcome,
}

/// What an expression evaluates to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ends.
    pub end: End,
    /// Its value, as pun source in which parts that are not evaluated are `_`, or the message of
    /// its error.
    pub text: String,
}

/// How an expression ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With a value.
    Value,
    /// With a value that holds functions, or is too large to be shown: it cannot be compared.
    Unshown,
    /// Not within the limits of an exploration, after several others were confirmed not to end: it
    /// cannot be compared.
    GivenUp,
    /// With an error.
    Error,
    /// At a limit: it is likely that it does not end.
    Limit,
}

everycase_check::names! { End:
    Value = "value",
    Unshown = "unshown",
    GivenUp = "given up",
    Error = "error",
    Limit = "limit",
}

impl Outcome {
    /// Returns the outcome as the right side of `==>`.
    pub fn shown(&self) -> String {
        let text = || crate::fault::escaped_line(&self.text);
        match self.end {
            End::Value => self.text.clone(),
            End::Unshown => ".".to_owned(),
            End::GivenUp => "given up".to_owned(),
            End::Error => format!("! {}", text()),
            End::Limit => format!("! {}, likely a loop", text()),
        }
    }
}

impl Case {
    /// Returns the expression with its outcome, in the notation of the thesis.
    pub fn shown(&self) -> String {
        format!("{} ==> {}", self.expression, self.outcome.shown())
    }
}

/// A name of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub name: String,
    /// Its type.
    pub ty: String,
    /// What it names.
    pub role: Role,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A function that is tested.
    Tested,
    /// A function that is called in arguments only.
    Called,
    /// A function that nothing can call.
    NotCalled,
    /// A constructor.
    Constructor,
}

everycase_check::names! { Role:
    Tested = "tested",
    Called = "called",
    NotCalled = "not called",
    Constructor = "constructor",
}

impl Suite {
    /// Returns expressions with their outcomes, as a suite that tests some functions of a module,
    /// given by their indices. `program` is what the module was made of; `stop` ends it early.
    pub fn of(
        (module, program): (&Module, &Program),
        functions: &[u32],
        found: &Inputs,
        stop: &Stop,
    ) -> Suite {
        let Outcomes { cases, sampled, not_run } =
            outcomes(program, module.engine().limits(), &found.expressions, stop);
        let is_end = |own: char| own.is_whitespace() || "()[],".contains(own);
        let mentioned: BTreeSet<&str> = cases.iter().flat_map(|case| case.expression.split(is_end)).collect();
        let is_left_out = |name: &str| module.left_out().iter().any(|own| *own.name == *name);
        let role = |number: u32, name: &str| match name {
            _ if functions.contains(&number) => Some(Role::Tested),
            _ if is_left_out(name) => Some(Role::NotCalled),
            _ => mentioned.contains(name).then_some(Role::Called),
        };
        let of_function = |(number, function): (u32, &library::Function)| {
            let name = function.name.to_string();
            Some(Name { role: role(number, &name)?, ty: module.function_type(number), name })
        };
        let functions = (0..).zip(&module.signature().functions).filter_map(of_function);
        let constructors = module.own_constructors();
        let of_constructor = |(name, ty)| Name { name, ty, role: Role::Constructor };
        let names = functions.chain(constructors.into_iter().map(of_constructor)).collect();
        let (name, options) = (String::new(), String::new());
        Suite { name, names, through: found.through, options, sampled, not_run, cases }
    }

    /// Adds what expressions evaluate to that it does not have.
    pub fn add(&mut self, outcomes: Outcomes) {
        let known: BTreeSet<String> = self.cases.iter().map(|case| case.expression.clone()).collect();
        self.cases.extend(outcomes.cases.into_iter().filter(|case| !known.contains(&case.expression)));
    }

    /// Returns the types of what the module exports, by names.
    fn exports(&self) -> BTreeMap<&str, &str> {
        self.of_role(|own| own.role != Role::Called && !own.name.starts_with(PROPERTY))
    }

    /// Returns the types of the tested functions, by their names.
    fn tested(&self) -> BTreeMap<&str, &str> {
        self.of_role(|own| own.role == Role::Tested)
    }

    fn of_role(&self, is_wanted: impl Fn(&Name) -> bool) -> BTreeMap<&str, &str> {
        self.names.iter().filter(|own| is_wanted(own)).map(|own| (&*own.name, &*own.ty)).collect()
    }

    /// Returns whether a name is the name of a function, not of a constructor.
    fn is_function(&self, name: &str) -> bool {
        self.names.iter().any(|own| *own.name == *name && own.role != Role::Constructor)
    }
}
