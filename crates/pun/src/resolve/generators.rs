//! Generators: their coverage types, and what decreases.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::scope::{Lookup, Value};
use super::term::{
    BuiltIn, Coverage, CoverageParameter, Definition, Generator, Input, Names, Refinement, Signature, Term,
    TermKind,
};
use super::{Resolver, Within};
use crate::core::{GlobalId, Type};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::tree::{self, Name};

impl Resolver<'_> {
    /// Returns the generators that are declared by their types alone. Reports those that are
    /// probably misspelt.
    pub(super) fn assumed<'t>(
        &mut self,
        generators: &[&'t tree::Generator],
        definitions: &[&tree::Definition],
        signatures: &[&tree::Signature],
    ) -> Vec<&'t tree::Generator> {
        let defined: HashSet<&Arc<str>> =
            definitions.iter().map(|definition| &definition.name.text).collect();
        let signed = signatures.iter().map(|signature| &signature.name.text);
        let typed: HashSet<&Arc<str>> =
            generators.iter().map(|generator| &generator.name.text).chain(signed).collect();
        let mut seen = HashSet::new();
        let mut assumed = Vec::new();
        for generator in generators {
            let Name { text, span } = &generator.name;
            let is_known = defined.contains(text) || text.is_empty() || self.gaps.may_declare(text);
            if is_known || !seen.insert(text) {
                continue;
            }
            // A name that this file declares otherwise is reported when it is declared.
            let is_own = self.scope.own.values.contains_key(text);
            if !is_own && !matches!(self.scope.value(text), Lookup::Nothing) {
                self.report(
                    Diagnostic::error(*span, format!("the generator `{text}` has no definition in this file"))
                        .labelled("defined elsewhere")
                        .help("put the coverage type next to the definition; give a generator that is only assumed a name of its own"),
                );
                continue;
            }
            let untyped = defined.iter().copied().filter(|name| !typed.contains(name));
            let Some(near) = super::nearest(text, untyped) else {
                assumed.push(*generator);
                continue;
            };
            self.report(
                Diagnostic::error(
                    *span,
                    format!("the generator `{text}` has no definition, and `{near}` has no type"),
                )
                .labelled("not defined in this file")
                .help(format!(
                    "did you mean `{near}`? if not, give `{near}` a type, and `{text}` is assumed to be right"
                )),
            );
        }
        assumed
    }

    /// Returns the definition of a generator that is declared by its type alone: an error.
    pub(super) fn assumption(&mut self, generator: &tree::Generator) -> Definition {
        self.within = Within::Other;
        let signature = self.signature_of(generator);
        let Name { text, span } = generator.name.clone();
        let parameters = generator.coverage.parameters.iter();
        let inputs: Vec<Input> =
            parameters.map(|_| Input { local: self.nameless(span), pattern: None, span }).collect();
        let term = |kind| Term { kind, span };
        let message = format!("`{text}` is declared by its type alone, and cannot be run");
        let message = vec![term(TermKind::Text(message))];
        let error = TermKind::BuiltIn(BuiltIn::Error, Vec::new());
        let mut body = term(TermKind::Apply(Box::new(term(error)), message));
        if !inputs.is_empty() {
            body = term(TermKind::Lambda(inputs, Box::new(body)));
        }
        Definition { name: generator.name.clone(), signature, body, names: self.leave_declaration() }
    }

    /// Returns the type of a generator's definition. Errors in it are reported where the coverage
    /// type is resolved.
    pub(super) fn signature_of(&mut self, generator: &tree::Generator) -> Option<Signature> {
        let ty = self.quietly(|this| this.erased(&generator.coverage))?;
        Some(Signature { ty, variables: self.names.type_variables.len() as u32, span: generator.span })
    }

    /// Returns a generator. Its definition is assumed if its number is at least `first_assumed`.
    pub(super) fn generator(
        &mut self,
        generator: &tree::Generator,
        first_assumed: GlobalId,
    ) -> Option<Generator> {
        self.within = Within::Other;
        let own = self.scope.own.values.get(&generator.name.text).copied();
        // The type variables of the generator's type come first, as in its definition.
        self.erased(&generator.coverage);
        let variables = self.names.type_variables.len() as u32;
        let tree::Coverage { parameters, result } = &generator.coverage;
        self.distinct(parameters);
        let (coverage, decreases) = self.scoped(|this| {
            let parameters = parameters.iter().map(|one| this.parameter(one)).collect();
            this.within = Within::Measure(result.name.as_ref().map(|name| name.text.clone()));
            let measures = generator.decreases.as_ref();
            let measures = measures.map(|all| all.iter().map(|measure| this.term(measure)).collect());
            this.within = Within::Other;
            (Coverage { parameters, result: this.refinement(result) }, measures)
        });
        let names = self.leave_generator();
        let Some(Value::Global(global)) = own else { return None };
        let is_assumed = global >= first_assumed;
        Some(Generator { global, coverage, decreases, is_assumed, variables, span: generator.span, names })
    }

    /// Returns the names of a coverage type. Unused parameters of its predicates are not reported.
    fn leave_generator(&mut self) -> Names {
        self.mentioned.fill(true);
        self.leave_declaration()
    }

    /// Returns a coverage type without its predicates.
    fn erased(&mut self, coverage: &tree::Coverage) -> Option<Type> {
        let parameters = coverage.parameters.iter().map(|parameter| match parameter {
            tree::CoverageParameter::Value(value) => self.ty(&value.ty),
            tree::CoverageParameter::Function(_, coverage) => self.erased(coverage),
        });
        let parameters: Vec<_> = parameters.collect();
        let result = self.ty(&coverage.result.ty);
        parameters.into_iter().rev().try_fold(result?, |to, from| Some(Type::Arrow(Arc::new((from?, to)))))
    }

    /// Reports names that several parameters of one coverage type have.
    fn distinct(&mut self, parameters: &[tree::CoverageParameter]) {
        let mut seen: HashMap<&Arc<str>, Span> = HashMap::new();
        for parameter in parameters {
            let name = match parameter {
                tree::CoverageParameter::Value(value) => value.name.as_ref(),
                tree::CoverageParameter::Function(name, coverage) => {
                    self.distinct(&coverage.parameters);
                    Some(name)
                }
            };
            let Some(name) = name.filter(|name| *name.text != *"_") else { continue };
            if let Some(before) = seen.insert(&name.text, name.span) {
                self.twice(name, "a parameter", before);
            }
        }
    }

    /// Reports a name that is bound twice in a list.
    pub(super) fn twice(&mut self, name: &Name, what: &str, before: Span) {
        self.report(
            Diagnostic::error(name.span, format!("`{}` is {what} twice", name.text))
                .labelled("again here")
                .and(before, "first here"),
        );
    }

    fn parameter(&mut self, parameter: &tree::CoverageParameter) -> CoverageParameter {
        match parameter {
            tree::CoverageParameter::Value(value) => CoverageParameter::Value(self.refinement(value)),
            tree::CoverageParameter::Function(name, coverage) => {
                let own = self.scoped(|this| Coverage {
                    parameters: coverage.parameters.iter().map(|one| this.parameter(one)).collect(),
                    result: this.refinement(&coverage.result),
                });
                CoverageParameter::Function(self.bind(name.clone()), own)
            }
        }
    }

    fn refinement(&mut self, refinement: &tree::Refinement) -> Refinement {
        // Errors in the type have been reported.
        let ty = self.quietly(|this| this.ty(&refinement.ty));
        let name = match &refinement.name {
            Some(name) => name.clone(),
            None => Name { text: "_".into(), span: refinement.ty.span },
        };
        let local = self.bind(name);
        let predicate = refinement.predicate.as_ref().map(|predicate| self.formula(predicate));
        Refinement { local, ty, predicate }
    }
}
