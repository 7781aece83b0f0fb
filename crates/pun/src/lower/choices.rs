//! Reports choices in coverage types: a predicate holds or does not, and a measure has one value.

use crate::core::{Expr, Formula, Generator, Kind, Program};
use crate::diagnostic::Diagnostic;

/// Reports choices in the coverage types of generators whose definitions are in the program.
pub(super) fn report(program: &Program, generators: &[Generator], diagnostics: &mut Vec<Diagnostic>) {
    if generators.is_empty() {
        return;
    }
    let mut choices = Choices { program, chooses: program.choosing(), what: "", diagnostics };
    for generator in generators {
        choices.what = "a predicate";
        for formula in generator.coverage.formulas() {
            choices.of_formula(formula);
        }
        choices.what = "what decreases";
        for measure in generator.decreases.iter().flatten() {
            choices.of_term(measure);
        }
    }
}

struct Choices<'a> {
    program: &'a Program,
    /// For each definition, whether it makes choices.
    chooses: Vec<bool>,
    /// The part of the coverage type.
    what: &'static str,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Choices<'_> {
    fn of_formula(&mut self, formula: &Formula) {
        match formula {
            Formula::Term(term) => self.of_term(term),
            Formula::Quantified { body, .. } | Formula::Not(body) => self.of_formula(body),
            Formula::Connective(_, left, right) => {
                self.of_formula(left);
                self.of_formula(right);
            }
        }
    }

    fn of_term(&mut self, term: &Expr) {
        let label = match &term.kind {
            Kind::Choice(..) | Kind::Draw(_) => "this is a choice".to_owned(),
            Kind::Global(global) if self.chooses[global.index()] => {
                format!("`{}` makes choices", self.program.globals[global.index()].name)
            }
            _ => return term.parts().into_iter().for_each(|part| self.of_term(part)),
        };
        let error = Diagnostic::error(term.span, format!("{} makes no choices", self.what));
        self.diagnostics.push(error.labelled(label));
    }
}
