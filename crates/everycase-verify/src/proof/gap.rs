//! The gap in a proof: the values that are not shown to be produced, and for which arguments.
//!
//! Where the solver does not find that all values are produced, it is asked about the values of one
//! constructor after the other. For those that remain it is asked whether a condition of the
//! generator on its arguments holds wherever the proof fails. So the report says: not shown that
//! `[node _ _ _]` is produced where `size == 0` is false.

use pun::core::{ConId, DataId, Expr, Kind, Type};
use pun::source::Span;

use super::logic::{Sort, Term};
use super::prove::{Goal, How, ProofFailure, Proving};
use super::pure::Scope;
use super::solver::{Answer, Effort};

/// What is not shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gap {
    /// The values that are not shown to be produced.
    pub cases: Vec<Case>,
    /// The properties of the file that are not proved, so that they are not used.
    pub lemmas: Vec<(String, Span)>,
}

/// Values that are not shown to be produced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Their outermost constructor; `None` if their type has none, or if they have not been told
    /// apart.
    pub constructor: Option<ConId>,
    /// Conditions of the generator on its arguments, and whether they hold for these values.
    pub conditions: Vec<(Span, bool)>,
    /// The first result of the generator that has the constructor.
    pub made: Option<Span>,
    /// What the solver says.
    pub doubt: Doubt,
}

/// What a solver says that finds no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// It has a model in which a value is promised and not produced: either that is so, or a lemma
    /// is missing.
    Model,
    /// It did not end in its time.
    Time,
    /// It gave up.
    Unknown,
}

/// The number of conditions that are tried.
const MOST: usize = 3;

/// How each case is looked at: first for a proof, then for a model.
const PROOF: How = How { depth: 2, effort: Effort::Instances, is_split: false };
const MODEL: How = How { depth: 1, effort: Effort::Models, is_split: false };

impl Proving<'_> {
    /// Finds out which values are not shown to be produced.
    pub(super) fn gap(&mut self, goal: &Goal<'_>, reach: &Term) -> Result<Vec<Case>, ProofFailure> {
        let conditions = self.conditions(goal);
        let mut cases = Vec::new();
        for (constructor, is) in self.constructors(goal) {
            let mut formulas = vec![goal.given.clone(), is, reach.clone().not()];
            if self.asked(&formulas, PROOF)? == Answer::Unsatisfiable {
                continue;
            }
            let mut own = Vec::new();
            for (condition, span) in &conditions {
                for is_true in [true, false] {
                    let holds = |value: bool| if value { condition.clone() } else { condition.clone().not() };
                    formulas.push(holds(!is_true));
                    let answer = self.asked(&formulas, PROOF)?;
                    formulas.pop();
                    if answer == Answer::Unsatisfiable {
                        formulas.push(holds(is_true));
                        own.push((*span, is_true));
                        break;
                    }
                }
            }
            let doubt = match self.asked(&formulas, MODEL)? {
                Answer::Unsatisfiable => continue,
                Answer::Satisfiable => Doubt::Model,
                Answer::OutOfTime => Doubt::Time,
                _ => Doubt::Unknown,
            };
            let made = constructor.and_then(|con| self.made(con));
            cases.push(Case { constructor, conditions: own, made, doubt });
        }
        Ok(cases)
    }

    /// Returns the constructors of the value of a goal, each with what has to hold so that the
    /// value has it.
    pub(super) fn constructors(&self, goal: &Goal<'_>) -> Vec<(Option<ConId>, Term)> {
        let program = self.functions.program;
        let data = match &goal.value.sort {
            Sort::Data(Type::Data(data, _)) => *data,
            Sort::Boolean => DataId::BOOLEAN,
            _ => return vec![(None, Term::TRUE)],
        };
        let constructors = program.datas[data.index()].constructors.iter();
        let value = || Term::Variable(goal.value.clone());
        constructors.map(|con| (Some(*con), Term::is(*con, value()))).collect()
    }

    /// Returns the conditions in the generator that only depend on its arguments.
    fn conditions(&self, goal: &Goal<'_>) -> Vec<(Term, Span)> {
        let scope = self.scope(goal);
        let mut found = Vec::new();
        let mut open = vec![self.body().1];
        while let Some(expr) = open.pop() {
            if let Kind::Case(scrutinee, _) = &expr.kind
                && let Some(condition) = self.condition(scrutinee, &scope)
                && found.len() < MOST
            {
                found.push((condition, scrutinee.span));
            }
            open.extend(expr.parts().into_iter().rev());
        }
        found
    }

    fn condition(&self, expr: &Expr, scope: &Scope) -> Option<Term> {
        let condition = self.functions.pure(expr, scope).ok()?;
        let is_open = condition != Term::TRUE && condition != Term::FALSE;
        (condition.sort() == Sort::Boolean && is_open && !expr.span.is_nowhere()).then_some(condition)
    }

    /// Returns the first term with a constructor that may be the result of the generator.
    fn made(&self, constructor: ConId) -> Option<Span> {
        let mut open = vec![self.body().1];
        while let Some(expr) = open.pop() {
            match &expr.kind {
                Kind::Construct(con, _) if *con == constructor && !expr.span.is_nowhere() => {
                    return Some(expr.span);
                }
                Kind::Let(_, _, body) => open.push(body),
                Kind::Choice(a, b) => open.extend([&**b, &**a]),
                Kind::Case(_, branches) => open.extend(branches.iter().rev().map(|branch| &branch.body)),
                _ => {}
            }
        }
        None
    }
}
