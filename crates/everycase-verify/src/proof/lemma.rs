//! Lemmas: properties of the program that are proved by induction, and then used in proofs.
//!
//! A property `property depths-are-natural t n . within t n ==> 0 <= n .` is tried for each of its
//! inputs of a data type: it holds of a value if it follows from the definitions, from lemmas that
//! are proved, and from the same property of the parts of the value, for any other inputs. Three
//! lemmas are tried for each predicate on a value and a number without being stated, where the
//! others do not suffice: that only naturals satisfy it, that some number does (`len xs n` is
//! total), and that no more than one does. For each function from values to numbers one is tried,
//! that its results are natural.

use std::sync::Arc;

use num_bigint::BigInt;
use pun::core::{Property, Type};
use pun::source::Span;

use super::definitions::Definitions;
use super::logic::{Operation, Sort, Symbol, Term, Variable};
use super::pure::{Functions, UnsupportedTerm, fresh};

/// A statement about all values of some variables.
#[derive(Clone, Debug)]
pub(crate) struct Lemma {
    pub(crate) name: String,
    pub(crate) variables: Vec<Variable>,
    pub(crate) statement: Term,
    /// The variable of a total predicate: the lemma is stated for its values one by one, since the
    /// solver finds no pattern.
    pub(crate) at: Option<usize>,
    /// Where it is stated, if it is.
    pub(crate) span: Option<Span>,
}

impl Lemma {
    /// Returns the lemma that a property states, if it has a meaning in the logic.
    pub(crate) fn of_property(
        functions: &Functions<'_>,
        property: &Property,
    ) -> Result<Option<Self>, UnsupportedTerm> {
        let is_plain = property.parameters.iter().all(|parameter| parameter.from.is_none());
        let sorts: Option<Vec<Sort>> =
            property.parameters.iter().map(|parameter| Sort::of(&parameter.binder.ty)).collect();
        let Some(sorts) = sorts.filter(|_| is_plain) else { return Ok(None) };
        let parameters = property.parameters.iter().zip(sorts);
        let variables: Vec<Variable> =
            parameters.map(|(parameter, sort)| fresh(&parameter.binder.name, sort)).collect();
        let scope = property.parameters.iter().zip(&variables);
        let scope = scope.map(|(parameter, own)| (parameter.binder.local, Term::Variable(own.clone())));
        let statement = functions.pure(&property.body, &scope.collect())?;
        Ok(Some(Self {
            name: property.name.to_string(),
            variables,
            statement,
            at: None,
            span: Some(property.span),
        }))
    }

    /// Returns the lemmas that are tried for a predicate on a value and a number, or for a function
    /// from values to numbers.
    pub(crate) fn of_symbol(name: &str, symbol: &Arc<Symbol>) -> Vec<Self> {
        let zero = || Term::Integer(BigInt::ZERO);
        if let ([sort @ Sort::Data(_)], Sort::Integer) = (&symbol.parameters[..], &symbol.result) {
            let value = fresh("v", sort.clone());
            let result = Term::Apply(Arc::clone(symbol), vec![Term::Variable(value.clone())]);
            return vec![Self {
                name: format!("{name} is natural"),
                variables: vec![value],
                statement: Term::less_equal(zero(), result),
                at: None,
                span: None,
            }];
        }
        let [a, b] = &symbol.parameters[..] else { return Vec::new() };
        let places = match (a, b, &symbol.result) {
            (Sort::Data(_), Sort::Integer, Sort::Boolean) => [0, 1],
            (Sort::Integer, Sort::Data(_), Sort::Boolean) => [1, 0],
            _ => return Vec::new(),
        };
        let [value, one, other] =
            [places[0], places[1], places[1]].map(|place| fresh("v", symbol.parameters[place].clone()));
        let holds = |number: &Variable| {
            let mut arguments = [&value, number].map(|variable| Term::Variable(variable.clone())).to_vec();
            if places[0] == 1 {
                arguments.reverse();
            }
            Term::Apply(Arc::clone(symbol), arguments)
        };
        let natural = Self {
            name: format!("{name} is of naturals"),
            variables: vec![value.clone(), one.clone()],
            statement: holds(&one).implies(Term::less_equal(zero(), Term::Variable(one.clone()))),
            at: None,
            span: None,
        };
        let total = Self {
            name: format!("{name} is total"),
            variables: vec![value.clone()],
            statement: Term::quantified(true, vec![one.clone()], holds(&one)),
            at: Some(0),
            span: None,
        };
        let [x, y] = [&one, &other].map(|variable| Term::Variable(variable.clone()));
        let same = Term::Equal(Box::new(x), Box::new(y));
        let statement = Term::and([holds(&one), holds(&other)]).implies(same);
        let unique = Self {
            name: format!("{name} is functional"),
            variables: vec![value, one, other],
            statement,
            at: None,
            span: None,
        };
        vec![natural, total, unique]
    }

    /// Returns what has to be contradictory so that the lemma holds, by induction on one of its
    /// variables, or without induction.
    pub(crate) fn goals(&self, functions: &Functions<'_>) -> Vec<Vec<Term>> {
        if let Some(at) = self.at {
            return vec![self.total_goal(functions, at)];
        }
        let inductive =
            (0..self.variables.len()).filter(|i| matches!(self.variables[*i].sort, Sort::Data(_)));
        let goal = |on: Option<usize>| {
            let mut statement = self.statement.clone();
            let mut value = None;
            for (i, variable) in self.variables.iter().enumerate() {
                let constant = fresh(variable.name.split('.').next().unwrap_or("v"), variable.sort.clone());
                let constant = Term::Variable(constant);
                statement = statement.substitute(variable, &constant, functions.program);
                if Some(i) == on {
                    value = Some((variable, constant));
                }
            }
            let mut all = vec![statement.not()];
            if let Some((variable, value)) = value {
                let others: Vec<Variable> =
                    self.variables.iter().filter(|other| *other != variable).cloned().collect();
                all.extend(hypotheses(functions, variable, &value, |part| {
                    let of_part = self.statement.substitute(variable, part, functions.program);
                    Term::quantified(false, others.clone(), of_part)
                }));
            }
            all
        };
        inductive.map(Some).chain([None]).map(goal).collect()
    }

    /// Returns the goal of a total predicate. A solver does not find `n + 1` for the whole where
    /// `n` is the number of a part, so the numbers around the numbers of the parts, and around 0,
    /// are tried.
    fn total_goal(&self, functions: &Functions<'_>, at: usize) -> Vec<Term> {
        let program = functions.program;
        let variable = &self.variables[at];
        let Term::Quantified { variables, body, .. } = &self.statement else { return vec![Term::TRUE] };
        let number = &variables[0];
        let value = Term::Variable(fresh("v", variable.sort.clone()));
        let mut all = Vec::new();
        let mut near = vec![Term::Integer(BigInt::ZERO)];
        let hypotheses = hypotheses(functions, variable, &value, |part| {
            let own = Term::Variable(fresh("n", number.sort.clone()));
            near.push(own.clone());
            body.substitute(variable, part, program).substitute(number, &own, program)
        });
        all.extend(hypotheses);
        let one = || Term::Integer(BigInt::from(1));
        for near in near {
            let less = Term::operate(Operation::Subtract, near.clone(), one());
            let more = Term::operate(Operation::Add, near.clone(), one());
            let tried = [near, less, more].into_iter();
            all.extend(tried.map(|number_of| {
                body.substitute(variable, &value, program).substitute(number, &number_of, program).not()
            }));
        }
        all
    }

    /// Returns the lemma as facts for a query about some formulas.
    pub(crate) fn facts(
        &self,
        definitions: &Definitions<'_>,
        functions: &Functions<'_>,
        formulas: &[Term],
    ) -> Result<Vec<Term>, UnsupportedTerm> {
        let Some(at) = self.at else {
            return Ok(vec![Term::quantified(false, self.variables.clone(), self.statement.clone())]);
        };
        let variable = &self.variables[at];
        let mut values: Vec<Term> = Vec::new();
        let mut own = None;
        self.statement.visit(&mut Vec::new(), &mut |term, _| {
            if let Term::Apply(symbol, _) = term {
                own = Some(Arc::clone(symbol));
            }
        });
        for formula in formulas {
            for (symbol, value) in definitions.calls(formula)? {
                if Some(&symbol) == own.as_ref() && !values.contains(&value) {
                    values.push(value);
                }
            }
        }
        values.sort_by_key(Term::size);
        Ok(values.iter().map(|value| self.statement.substitute(variable, value, functions.program)).collect())
    }
}

/// Returns a statement about the parts of a value, where it has them.
fn hypotheses(
    functions: &Functions<'_>,
    variable: &Variable,
    value: &Term,
    mut of_part: impl FnMut(&Term) -> Term,
) -> Vec<Term> {
    let program = functions.program;
    let Sort::Data(Type::Data(data, _)) = &variable.sort else { return Vec::new() };
    let mut all = Vec::new();
    for con in &program.datas[data.index()].constructors {
        let fields = variable.sort.fields(program, *con).unwrap_or_default();
        for (i, sort) in (0..).zip(fields).filter(|(_, sort)| *sort == variable.sort) {
            let part = Term::part(*con, i, sort, value.clone());
            all.push(Term::is(*con, value.clone()).implies(of_part(&part)));
        }
    }
    all
}
