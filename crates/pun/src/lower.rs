//! Lowers resolved and typed terms to the core: desugars them, and checks patterns for
//! exhaustiveness.

mod assumptions;
mod choices;
mod formulas;
mod generators;
mod literals;
mod patterns;
mod terms;

use crate::core::{Binder, Expr, Global, Kind, LocalId, Parameter, Program, Property};
use crate::diagnostic::Diagnostic;
use crate::infer::{DeclarationTypes, ModuleTypes};
use crate::resolve::WRONG;
use crate::resolve::term::{self, Module, Names, Term};
use crate::source::Span;

/// Adds a module to the program. Properties are added only if `is_main` is set.
pub(crate) fn module(
    program: &mut Program,
    module: &Module,
    inferred: &ModuleTypes,
    is_main: bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut globals = Vec::with_capacity(module.definitions.len());
    for (definition, typed) in module.definitions.iter().zip(&inferred.definitions) {
        let mut lowering = Lowering::new(program, &definition.names, typed, diagnostics);
        let body = lowering.term(&definition.body);
        globals.push(Global {
            name: definition.name.text.clone(),
            span: definition.name.span,
            scheme: typed.scheme.clone(),
            body,
            locals: lowering.locals(),
        });
    }
    let mut properties = Vec::new();
    for (property, typed) in module.properties.iter().zip(&inferred.properties) {
        // Properties of other modules are only checked for errors.
        let property = Lowering::new(program, &property.names, typed, diagnostics).property(property);
        properties.extend(Some(property).filter(|_| is_main));
    }
    let mut generators = Vec::with_capacity(module.generators.len());
    for (generator, typed) in module.generators.iter().zip(&inferred.generators) {
        generators.push(Lowering::new(program, &generator.names, typed, diagnostics).generator(generator));
    }
    let (first_property, first_generator) = (program.properties.len(), program.generators.len());
    program.globals.extend(globals);
    program.properties.extend(properties);
    program.generators.extend(generators);
    choices::report(program, &program.generators[first_generator..], diagnostics);
    assumptions::report(program, &program.properties[first_property..], diagnostics);
}

/// Returns a standalone term.
pub(crate) fn term(
    program: &Program,
    term: &Term,
    names: &Names,
    typed: &DeclarationTypes,
    diagnostics: &mut Vec<Diagnostic>,
) -> Expr {
    Lowering::new(program, names, typed, diagnostics).term(term)
}

/// The maximal nesting of terms of the core. The parser has its own limit, but lists and patterns
/// of parameters become nested only here.
const DEEPEST: u32 = 400;

struct Lowering<'a> {
    program: &'a Program,
    names: &'a Names,
    typed: &'a DeclarationTypes,
    /// For each local variable, whether it is delayed, and evaluated at each mention.
    is_delayed: Vec<bool>,
    /// The nesting depth of the current term.
    depth: u32,
    /// Whether the maximum was exceeded.
    is_too_deep: bool,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'a> Lowering<'a> {
    fn new(
        program: &'a Program,
        names: &'a Names,
        typed: &'a DeclarationTypes,
        diagnostics: &'a mut Vec<Diagnostic>,
    ) -> Self {
        let is_delayed = vec![false; names.locals.len()];
        Self { program, names, typed, is_delayed, depth: 0, is_too_deep: false, diagnostics }
    }

    /// Returns the number of local variables.
    fn locals(&self) -> u32 {
        self.names.locals.len() as u32
    }

    fn binder(&self, local: LocalId, span: Span) -> Binder {
        let name = self.names.locals.get(local.index());
        Binder {
            local,
            name: name.map_or_else(|| "_".into(), |name| name.text.clone()),
            ty: self.typed.locals.get(local.index()).cloned().unwrap_or(WRONG),
            span: name.map_or(span, |name| name.span),
        }
    }

    fn property(mut self, property: &term::Property) -> Property {
        let mut parameters = Vec::with_capacity(property.parameters.len());
        for parameter in &property.parameters {
            let from = parameter.from.as_ref().map(|from| self.term(from));
            let binder = self.binder(parameter.local, property.name.span);
            parameters.push(Parameter { binder, from, is_made: false });
        }
        Property {
            name: property.name.text.clone(),
            span: property.name.span,
            parameters,
            size: property.size,
            tests: property.tests,
            body: self.term(&property.body),
            locals: self.locals(),
        }
    }
}

fn boxed(kind: Kind, span: Span) -> Box<Expr> {
    Box::new(Expr { kind, span })
}
