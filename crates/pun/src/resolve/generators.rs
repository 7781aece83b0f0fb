//! Generators: their coverage types, and what decreases.

use std::sync::Arc;

use super::scope::Value;
use super::term::{Coverage, CoverageParameter, Generator, Names, Qualified};
use super::{Resolver, Within};
use crate::core::Type;
use crate::tree::{self, Name};

impl Resolver<'_> {
    pub(super) fn generator(&mut self, generator: &tree::Generator) -> Option<Generator> {
        self.within = Within::Other;
        let own = self.scope.own.values.get(&generator.name.text).copied();
        // The type variables of the generator's type come first, as in its definition.
        self.erased(&generator.coverage);
        let variables = self.names.type_variables.len() as u32;
        let tree::Coverage { parameters, result } = &generator.coverage;
        let (coverage, decreases) = self.scoped(|this| {
            let parameters = parameters.iter().map(|one| this.parameter(one)).collect();
            this.within = Within::Measure(result.name.as_ref().map(|name| name.text.clone()));
            let measures = generator.decreases.as_ref();
            let measures = measures.map(|all| all.iter().map(|measure| this.term(measure)).collect());
            this.within = Within::Other;
            (Coverage { parameters, result: this.qualified(result) }, measures)
        });
        let names = self.leave_generator();
        let Some(Value::Global(global)) = own else { return None };
        Some(Generator { global, coverage, decreases, variables, span: generator.span, names })
    }

    /// Returns the names of a coverage type. Unused parameters of its predicates are not reported.
    fn leave_generator(&mut self) -> Names {
        self.mentioned.fill(true);
        self.leave_declaration()
    }

    /// Returns a coverage type without its predicates.
    pub(super) fn erased(&mut self, coverage: &tree::Coverage) -> Option<Type> {
        let parameters = coverage.parameters.iter().map(|parameter| match parameter {
            tree::CoverageParameter::Value(value) => self.ty(&value.ty),
            tree::CoverageParameter::Function(_, coverage) => self.erased(coverage),
        });
        let parameters: Vec<_> = parameters.collect();
        let result = self.ty(&coverage.result.ty);
        parameters.into_iter().rev().try_fold(result?, |to, from| Some(Type::Arrow(Arc::new((from?, to)))))
    }

    fn parameter(&mut self, parameter: &tree::CoverageParameter) -> CoverageParameter {
        match parameter {
            tree::CoverageParameter::Value(value) => CoverageParameter::Value(self.qualified(value)),
            tree::CoverageParameter::Function(name, coverage) => {
                let own = self.scoped(|this| Coverage {
                    parameters: coverage.parameters.iter().map(|one| this.parameter(one)).collect(),
                    result: this.qualified(&coverage.result),
                });
                CoverageParameter::Function(self.bind(name.clone()), own)
            }
        }
    }

    fn qualified(&mut self, qualified: &tree::Qualified) -> Qualified {
        // Errors in the type have been reported.
        let ty = self.quietly(|this| this.ty(&qualified.ty));
        let name = match &qualified.name {
            Some(name) => name.clone(),
            None => Name { text: "_".into(), span: qualified.ty.span },
        };
        let local = self.bind(name);
        let predicate = qualified.predicate.as_ref().map(|predicate| self.formula(predicate));
        Qualified { local, ty, predicate }
    }
}
