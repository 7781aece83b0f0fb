//! The entries at which the machine calls what a signature mentions.
//!
//! A definition is called with at most as many arguments as its term has parameters. Its type may
//! have more, for example the type of `size = fold add-one 0`. For each larger number of arguments
//! the program gets a definition that applies it, such as `\xs -> size xs`. A constructor that is a
//! function gets one, too.

use std::collections::HashMap;

use pun::core::{Binder, ConId, Expr, Global, GlobalId, Kind, LocalId, Program, Scheme, Type};
use pun::engine::{Engine, Entry};
use pun::source::Span;

use super::signature::{Interface, Target, arity};
use crate::library::Values;

/// The definitions added to a program: for a target and a number of arguments.
#[derive(Default)]
pub(super) struct Entries(HashMap<(Target, u32), GlobalId>);

impl Entries {
    /// Adds the definitions to a program that calls of an interface's functions need.
    pub(super) fn add(program: &mut Program, interface: &Interface) -> Self {
        let mut entries = Self::default();
        for (function, target) in interface.signature.functions.iter().zip(&interface.targets) {
            match target {
                Target::Definition(global) => {
                    for given in arity(program, *global) + 1..=function.parameters.len() as u32 {
                        entries.apply(program, *global, given);
                    }
                }
                Target::Constructor(constructor) => entries.construct(program, *constructor),
                Target::Property(_) => {}
            }
        }
        for (data, constructors) in interface.signature.datas.iter().zip(&interface.constructors) {
            if matches!(data.values, Values::Constructors(_)) {
                for constructor in constructors {
                    entries.construct(program, *constructor);
                }
            }
        }
        entries
    }

    /// Returns the entry for a call of a target with a number of arguments.
    pub(super) fn of(&self, engine: &Engine, target: Target, given: u32) -> Entry {
        let all = match target {
            // A function of all fields serves for fewer of them.
            Target::Constructor(constructor) => {
                engine.program().constructors[constructor.index()].fields.len() as u32
            }
            _ => given,
        };
        match (self.0.get(&(target, all)), target) {
            (Some(added), _) => engine.definition(*added),
            (None, Target::Definition(global)) => engine.definition(global),
            (None, Target::Property(number)) => engine.property(number),
            (None, Target::Constructor(_)) => {
                unreachable!("constructors that are functions have definitions")
            }
        }
    }

    fn apply(&mut self, program: &mut Program, global: GlobalId, given: u32) {
        let own = &program.globals[global.index()];
        let (parameters, arguments) = parameters(given);
        let callee = Box::new(expr(Kind::Global(global)));
        let body = expr(Kind::Apply(callee, arguments));
        let added = Global { body: lambda(parameters, body), locals: given, ..own.clone() };
        self.push(program, (Target::Definition(global), given), added);
    }

    fn construct(&mut self, program: &mut Program, constructor: ConId) {
        let own = &program.constructors[constructor.index()];
        let given = own.fields.len() as u32;
        let (parameters, arguments) = parameters(given);
        let data = &program.datas[own.data.index()];
        let result = Type::Data(own.data, (0..data.parameters).map(Type::Variable).collect());
        let ty = own
            .fields
            .iter()
            .rev()
            .fold(result, |result, field| Type::Arrow((field.ty.clone(), result).into()));
        let added = Global {
            name: own.name.clone(),
            span: data.span.unwrap_or(Span::NOWHERE),
            scheme: Scheme { variables: vec![false; data.parameters as usize], ty },
            body: lambda(parameters, expr(Kind::Construct(constructor, arguments))),
            locals: given,
        };
        self.push(program, (Target::Constructor(constructor), given), added);
    }

    fn push(&mut self, program: &mut Program, key: (Target, u32), added: Global) {
        self.0.insert(key, GlobalId(program.globals.len() as u32));
        program.globals.push(added);
    }
}

/// Returns a number of parameters, and the mentions of them.
fn parameters(n: u32) -> (Vec<Binder>, Vec<Expr>) {
    let binder = |number| Binder {
        local: LocalId(number),
        name: "x".into(),
        ty: Type::Variable(number),
        span: Span::NOWHERE,
    };
    let parameters: Vec<Binder> = (0..n).map(binder).collect();
    let mentions = parameters.iter().map(|binder| expr(Kind::Local(binder.local))).collect();
    (parameters, mentions)
}

/// Returns the function that returns its argument.
pub(super) fn identity() -> Expr {
    let (parameters, mut mentions) = parameters(1);
    lambda(parameters, mentions.remove(0))
}

fn lambda(parameters: Vec<Binder>, body: Expr) -> Expr {
    if parameters.is_empty() { body } else { expr(Kind::Lambda(parameters, body.into())) }
}

fn expr(kind: Kind) -> Expr {
    Expr { kind, span: Span::NOWHERE }
}
