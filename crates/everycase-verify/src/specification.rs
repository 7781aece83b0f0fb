//! The coverage type of a generator, compiled.

use pun::core::{self, Binder, ConId, Connective, CoverageParameter, Expr, Generator, Type};

use crate::formula::Formula;
use crate::scope::narrowed;
use crate::terms;

/// A coverage type as terms and formulas, which mention the terms by number.
pub(crate) struct Coverage {
    /// The parameters, then the result.
    pub(crate) variables: Vec<Binder>,
    /// The conjunction of the parts of all predicates that have no quantifiers: if it is false, the
    /// values are not a member. A function of all variables.
    pub(crate) outline: usize,
    /// The predicates of the parameters, then the predicate of the result. Each is about the
    /// variables up to its own.
    pub(crate) predicates: Vec<(usize, Formula)>,
    /// Whether the outline says all that the predicates say.
    pub(crate) is_outlined: bool,
    /// Whether the generator produces the result: a function of all variables.
    pub(crate) produces: usize,
    /// The same for the predicates of the parameters: if it is false, the arguments are not
    /// allowed. A function of the parameters.
    pub(crate) given: usize,
    /// A function of the parameters: the pair of whether the outline holds of a result, and the
    /// result. `()` if the outline of the parameters does not hold.
    pub(crate) output: usize,
    /// Calls the generator and evaluates its result: a function of the parameters.
    pub(crate) run: usize,
    /// The types of all variables, also the quantified ones.
    pub(crate) types: Vec<Type>,
}

impl Coverage {
    /// Returns the parameters.
    pub(crate) fn parameters(&self) -> &[Binder] {
        &self.variables[..self.variables.len() - 1]
    }
}

/// Compiles coverage types.
#[derive(Default)]
pub(crate) struct Compiling {
    pub(crate) terms: Vec<Expr>,
    types: Vec<Type>,
}

impl Compiling {
    /// Adds a closed term; returns its number.
    fn term(&mut self, term: Expr) -> usize {
        self.terms.push(term);
        self.terms.len() - 1
    }

    pub(crate) fn coverage(&mut self, generator: &Generator) -> Coverage {
        let core::Coverage { parameters, result } = &generator.coverage;
        let parameters = parameters.iter().map(|parameter| match parameter {
            CoverageParameter::Value(value) => (&value.binder, &value.predicate),
            // Its own coverage type says nothing of the other variables.
            CoverageParameter::Function(binder, _) => (binder, &None),
        });
        let qualified: Vec<(&Binder, Option<core::Formula>)> = parameters
            .chain([(&result.binder, &result.predicate)])
            .map(|(binder, predicate)| (binder, predicate.as_ref().map(narrowed)))
            .collect();
        let variables: Vec<Binder> = qualified.iter().map(|(binder, _)| (*binder).clone()).collect();
        self.types = variables.iter().map(|binder| binder.ty.clone()).collect();
        let mut predicates = Vec::new();
        let mut outlines = Vec::new();
        let mut is_outlined = true;
        for (i, (_, predicate)) in qualified.iter().enumerate() {
            let Some(predicate) = predicate else { continue };
            let mut scope = variables[..=i].to_vec();
            let mut parts = Vec::new();
            is_outlined &= outline(predicate, &mut parts);
            outlines.push((i, parts));
            predicates.push((i, self.formula(predicate, &mut scope)));
        }
        let of = |wanted: fn(usize, usize) -> bool| {
            let last = variables.len() - 1;
            let parts = outlines.iter().filter(|(i, _)| wanted(*i, last));
            terms::all(parts.flat_map(|(_, parts)| parts.iter().cloned()))
        };
        let (parameters, result) = (&variables[..variables.len() - 1], &variables[variables.len() - 1]);
        let call = || {
            let arguments = parameters.iter().map(|binder| terms::local(binder.local));
            terms::call(generator.global, arguments.collect())
        };
        let outline = self.term(terms::lambda(variables.clone(), of(|_, _| true)));
        let given = self.term(terms::lambda(parameters.to_vec(), of(|i, last| i < last)));
        let is_it = terms::equal(call(), terms::local(result.local));
        let produces = self.term(terms::lambda(variables.clone(), is_it));
        let value = || terms::local(result.local);
        // Comparing a value with itself evaluates its lazy fields.
        let evaluated =
            |then| terms::if_then_else(terms::equal(value(), value()), then, terms::constant(ConId::UNIT));
        let run = terms::with(result.clone(), call(), evaluated(terms::constant(ConId::UNIT)));
        let run = self.term(terms::lambda(parameters.to_vec(), run));
        let output = terms::if_then_else(
            of(|i, last| i < last),
            terms::with(result.clone(), call(), evaluated(terms::pair(of(|i, last| i == last), value()))),
            terms::constant(ConId::UNIT),
        );
        let output = self.term(terms::lambda(parameters.to_vec(), output));
        let types = std::mem::take(&mut self.types);
        Coverage { variables, outline, predicates, is_outlined, produces, given, output, run, types }
    }

    fn formula(&mut self, formula: &core::Formula, scope: &mut Vec<Binder>) -> Formula {
        match formula {
            core::Formula::Term(term) => Formula::Term(self.term(terms::lambda(scope.clone(), term.clone()))),
            core::Formula::Quantified { exists, binder, body } => {
                self.types.push(binder.ty.clone());
                scope.push(binder.clone());
                let body = Box::new(self.formula(body, scope));
                scope.pop();
                Formula::Quantified { exists: *exists, ty: binder.ty.clone(), body }
            }
            core::Formula::Connective(connective, a, b) => Formula::Connective(
                *connective,
                Box::new(self.formula(a, scope)),
                Box::new(self.formula(b, scope)),
            ),
            core::Formula::Not(inner) => Formula::Not(Box::new(self.formula(inner, scope))),
        }
    }
}

/// Adds the conjuncts of a formula that have no quantifiers. Returns whether these are all.
fn outline(formula: &core::Formula, parts: &mut Vec<Expr>) -> bool {
    match formula {
        core::Formula::Term(term) => {
            parts.push(term.clone());
            true
        }
        core::Formula::Connective(Connective::And, a, b) => {
            let is_whole = outline(a, parts);
            outline(b, parts) && is_whole
        }
        core::Formula::Quantified { .. } | core::Formula::Connective(..) | core::Formula::Not(_) => false,
    }
}
