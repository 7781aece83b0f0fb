//! Generators and their coverage types.

use super::Lowering;
use crate::core::{Coverage, CoverageParameter, Generator, Refinement};
use crate::resolve::term;
use crate::source::Span;

impl Lowering<'_> {
    pub(super) fn generator(mut self, generator: &term::Generator) -> Generator {
        let coverage = self.coverage(&generator.coverage, generator.span);
        let measures = generator.decreases.as_ref();
        Generator {
            global: generator.global,
            coverage,
            decreases: measures.map(|all| all.iter().map(|measure| self.term(measure)).collect()),
            is_assumed: generator.is_assumed,
            span: generator.span,
            locals: self.locals(),
        }
    }

    fn coverage(&mut self, coverage: &term::Coverage, span: Span) -> Coverage {
        let parameters = coverage.parameters.iter().map(|parameter| match parameter {
            term::CoverageParameter::Value(value) => CoverageParameter::Value(self.refinement(value, span)),
            term::CoverageParameter::Function(local, own) => {
                CoverageParameter::Function(self.binder(*local, span), self.coverage(own, span))
            }
        });
        Coverage { parameters: parameters.collect(), result: self.refinement(&coverage.result, span) }
    }

    fn refinement(&mut self, refinement: &term::Refinement, span: Span) -> Refinement {
        let predicate = refinement.predicate.as_ref().map(|predicate| self.formula(predicate));
        Refinement { binder: self.binder(refinement.local, span), predicate }
    }
}
