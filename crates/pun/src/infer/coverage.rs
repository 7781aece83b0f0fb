//! The types of coverage types: of their predicates, and of what these quantify over.

use std::sync::Arc;

use super::goal::{Goal, Why};
use super::{DeclarationTypes, Inference};
use crate::core::{LocalId, Type};
use crate::diagnostic::{Diagnostic, Severity};
use crate::resolve::term::{Coverage, CoverageParameter, Generator, Refinement, Term, TermKind};
use crate::types::TypeNames;
use crate::unify::store::{Node, Store, Ty};

impl<'a> Inference<'a> {
    /// Infers the types of a coverage type.
    pub(super) fn generator(&mut self, generator: &'a Generator) -> DeclarationTypes {
        self.store.clear();
        let rigid = generator.names.type_variables.len() as u32;
        self.enter(&generator.names, rigid);
        for parameter in &generator.coverage.parameters {
            self.parameter(parameter);
        }
        for measure in generator.decreases.iter().flatten() {
            self.measure(measure);
        }
        self.qualified(&generator.coverage.result);
        self.functional.clear();
        let locals = std::mem::take(&mut self.locals);
        self.typed(&generator.names, rigid, (Store::BOOLEAN, generator.span), &locals)
    }

    /// Reports variables that these generators' coverage types quantify over, and whose type is
    /// open, or has functions among its values.
    pub(super) fn check_quantified(&mut self, generators: &[Generator], typed: &[DeclarationTypes]) {
        // An error may be the reason why a type is open.
        if self.has_errors() {
            return;
        }
        for (generator, typed) in generators.iter().zip(typed) {
            let mut bound = Vec::new();
            for predicate in predicates(&generator.coverage) {
                quantified(predicate, &mut bound);
            }
            for (exists, local) in bound {
                self.check_bound(generator, exists, local, typed);
            }
        }
    }

    /// Infers the types of a parameter, and returns its type.
    fn parameter(&mut self, parameter: &'a CoverageParameter) -> Ty {
        match parameter {
            CoverageParameter::Value(value) => self.qualified(value),
            CoverageParameter::Function(local, Coverage { parameters, result }) => {
                let parameters: Vec<Ty> = parameters.iter().map(|own| self.parameter(own)).collect();
                let result = self.qualified(result);
                let ty = parameters.into_iter().rev().fold(result, |to, from| self.store.arrow(from, to));
                self.set_local(*local, ty);
                self.functional.push(*local);
                ty
            }
        }
    }

    fn qualified(&mut self, qualified: &'a Refinement) -> Ty {
        let ty = self.annotated(qualified.ty.as_ref());
        self.set_local(qualified.local, ty);
        if qualified.ty.as_ref().is_some_and(|ty| self.holds_functions(ty)) {
            self.functional.push(qualified.local);
        }
        if let Some(predicate) = &qualified.predicate {
            self.term(predicate, Goal::new(Store::BOOLEAN, Why::Operand("the predicate of a coverage type")));
        }
        ty
    }

    fn measure(&mut self, measure: &Term) {
        let ty = self.infer(measure);
        let is_measure = match self.store.node(ty) {
            Node::Integer | Node::Data(..) | Node::Wrong => true,
            // An error may be the reason why a type is open.
            Node::Variable { .. } => self.has_errors(),
            _ => false,
        };
        if !is_measure {
            let found = self.shown_one(ty);
            self.report(
                Diagnostic::error(measure.span, format!("a value of type `{found}` cannot decrease"))
                    .labelled(format!("this is `{found}`"))
                    .help("what decreases is an integer that is not negative, or a value of a data type, which becomes a part of itself"),
            );
        }
    }

    /// Reports the mention of a variable whose values hold functions, in a coverage type; returns
    /// whether it is one.
    pub(super) fn report_function(&mut self, term: &Term, local: LocalId) -> bool {
        if !self.functional.contains(&local) {
            return false;
        }
        let name = &self.names.locals[local.index()];
        let diagnostic = Diagnostic::error(term.span, no_function(&name.text))
            .labelled("here")
            .and(name.span, "bound here")
            .help("what a function gives stands in a coverage type of its own: `(g : (n : integer) -> [v : integer | n <= v])`");
        self.report(diagnostic);
        true
    }

    fn check_bound(&mut self, generator: &Generator, exists: bool, local: LocalId, typed: &DeclarationTypes) {
        let name = &generator.names.locals[local.index()];
        let Some(ty) = typed.locals.get(local.index()) else { return };
        let diagnostic = if self.holds_functions(ty) {
            Diagnostic::error(name.span, no_function(&name.text)).labelled("quantified here")
        } else if ty.variables() > generator.variables {
            let names = TypeNames {
                datas: &self.program.datas,
                variables: &generator.names.type_variables,
                qualified: &[],
            };
            let any = match ty {
                Type::Variable(_) => "any type".to_owned(),
                _ => format!("any type of the form `{}`", names.show(ty)),
            };
            let (word, example) =
                (if exists { "exists" } else { "forall" }, names.show(&closed(ty, generator)));
            Diagnostic::error(name.span, format!("`{}` may be of {any}", name.text))
                .labelled("quantified here")
                .help(format!("state the type: `{word} ({} : {example}) . ..`", name.text))
        } else {
            return;
        };
        self.report(diagnostic);
    }

    fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|one| one.severity == Severity::Error)
    }

    fn holds_functions(&self, ty: &Type) -> bool {
        match ty {
            Type::Integer | Type::Character | Type::Variable(_) => false,
            Type::Arrow(_) => true,
            Type::Data(data, arguments) => {
                self.holds.get(data.index()) == Some(&true)
                    || arguments.iter().any(|argument| self.holds_functions(argument))
            }
        }
    }
}

fn no_function(name: &str) -> String {
    format!("`{name}` is or holds a function, and coverage types are about values without functions")
}

/// Returns the predicates of a coverage type, in order.
fn predicates(coverage: &Coverage) -> Vec<&Term> {
    let mut found: Vec<&Term> = Vec::new();
    for parameter in &coverage.parameters {
        match parameter {
            CoverageParameter::Value(value) => found.extend(&value.predicate),
            CoverageParameter::Function(_, own) => found.extend(predicates(own)),
        }
    }
    found.extend(&coverage.result.predicate);
    found
}

/// Collects the variables that a formula quantifies over, and whether by `exists`.
fn quantified(formula: &Term, bound: &mut Vec<(bool, LocalId)>) {
    match &formula.kind {
        TermKind::Quantified { exists, bound: own, body } => {
            bound.extend(own.iter().map(|one| (*exists, one.local)));
            quantified(body, bound);
        }
        TermKind::Connective(_, left, right) => {
            quantified(left, bound);
            quantified(right, bound);
        }
        TermKind::Not(_, inner) => quantified(inner, bound),
        _ => {}
    }
}

/// Returns a type with integers in place of all variables except the variables of the generator's
/// type.
fn closed(ty: &Type, generator: &Generator) -> Type {
    match ty {
        Type::Variable(number) if *number >= generator.variables => Type::Integer,
        Type::Integer | Type::Character | Type::Variable(_) => ty.clone(),
        Type::Arrow(sides) => {
            Type::Arrow(Arc::new((closed(&sides.0, generator), closed(&sides.1, generator))))
        }
        Type::Data(data, arguments) => {
            Type::Data(*data, arguments.iter().map(|argument| closed(argument, generator)).collect())
        }
    }
}
