//! Formulas that run: a boolean term is run, a quantifier is a search.
//!
//! The body of a quantifier is run on an open variable, and the run decides only the parts that it
//! looks at. So `forall u . mem t u ==> u < 9` needs a run for each place that `u` can have among
//! the elements of `t`, not one for each integer: the search is complete, and the answer is for
//! integers of any size. A quantifier within another one is evaluated for each value of the outer
//! variable, unless the terms before it decide the formula.
//!
//! A formula has three ends: true, false, and open, if a search did not end within its limits or a
//! run ended without a value. The order of the operands of a connective does not matter:
//! `false && x` is false also where `x` is open.

use std::cell::RefCell;

use everycase_kernel::Derivations;
use everycase_kernel::lazy::Run;
use pun::core::{Connective, Type};
use pun::engine::{Argument, Machine, Outcome};
use pun::fault::Fault;
use pun::inputs::Inputs;
use pun::value::Value;

use crate::machines::Machines;
use crate::search::{Ending, search};

/// A formula about some variables, the outermost first.
#[derive(Clone, Debug)]
pub(crate) enum Formula {
    /// A term without quantifiers, by its number among the terms of the engine: a function of all
    /// variables.
    Term(usize),
    /// A quantified formula, about one more variable of this type.
    Quantified {
        exists: bool,
        ty: Type,
        body: Box<Formula>,
    },
    Connective(Connective, Box<Formula>, Box<Formula>),
    Not(Box<Formula>),
}

impl Formula {
    /// Returns whether it has quantifiers.
    fn is_quantified(&self) -> bool {
        match self {
            Self::Term(_) => false,
            Self::Quantified { .. } => true,
            Self::Connective(_, a, b) => a.is_quantified() || b.is_quantified(),
            Self::Not(inner) => inner.is_quantified(),
        }
    }
}

/// Whether a formula holds.
#[derive(Clone, Debug)]
pub enum Truth {
    /// It holds.
    True,
    /// It does not hold.
    False,
    /// It is not known.
    Open(Open),
}

/// Why it is not known whether a formula holds.
#[derive(Clone, Debug)]
pub enum Open {
    /// A search for a value of a quantified variable did not end: no value up to this size decides
    /// the formula.
    Size(u32),
    /// A run ended with an error, or met a limit.
    Fault(Box<Fault>),
}

impl Truth {
    fn of(holds: bool) -> Self {
        if holds { Self::True } else { Self::False }
    }

    /// Returns whether the formula is known to hold, or known not to hold.
    pub fn known(&self) -> Option<bool> {
        match self {
            Self::True => Some(true),
            Self::False => Some(false),
            Self::Open(_) => None,
        }
    }

    fn not(self) -> Self {
        self.known().map_or(self, |holds| Self::of(!holds))
    }
}

/// A variable: its value, or its position in the run of the innermost search.
#[derive(Clone, Debug)]
pub(crate) enum Variable {
    Known(Value),
    Open(u32, Type),
}

impl Variable {
    pub(crate) fn argument(&self) -> Argument {
        match self {
            Self::Known(value) => Argument::Value(value.clone()),
            Self::Open(position, _) => Argument::Hole(*position),
        }
    }
}

/// Evaluates formulas.
pub(crate) struct Formulas<'a> {
    pub(crate) machines: &'a Machines<'a>,
    pub(crate) inputs: &'a Inputs,
    /// The values of types over which formulas quantify, counted once for all searches.
    spaces: RefCell<Vec<(Type, Derivations)>>,
}

/// The number of runs that decide a quantifier, unless it stays open.
const MOST: u32 = 20_000;

/// The share of these runs for a quantifier with others within it, as a divisor: each run is a
/// search.
const NESTED: u32 = 20;

/// The sizes up to which values of a quantified variable are searched, one after the other.
const SIZES: [u32; 6] = [8, 16, 32, 64, 128, 256];

impl<'a> Formulas<'a> {
    pub(crate) fn new(machines: &'a Machines<'a>, inputs: &'a Inputs) -> Self {
        Self { machines, inputs, spaces: RefCell::default() }
    }

    /// Returns the values of a type.
    fn space(&self, ty: &Type) -> Derivations {
        let mut spaces = self.spaces.borrow_mut();
        if let Some((_, space)) = spaces.iter().find(|(own, _)| own == ty) {
            return space.clone();
        }
        let space = Derivations::new(self.inputs.shape(ty));
        spaces.push((ty.clone(), space.clone()));
        space
    }

    /// Returns whether a formula holds for values of its variables.
    pub(crate) fn of_values(&self, formula: &Formula, values: &[Value]) -> Truth {
        let variables: Vec<Variable> = values.iter().cloned().map(Variable::Known).collect();
        self.machines.with(|machine| self.truth(machine, &mut Run::new(), formula, &variables))
    }

    /// Returns whether a formula holds in a run. Where it does not resume, the machine runs each
    /// term from the beginning: what is decided stays so.
    fn truth(
        &self,
        machine: &mut Machine,
        run: &mut Run,
        formula: &Formula,
        variables: &[Variable],
    ) -> Truth {
        match formula {
            Formula::Term(term) => {
                let arguments: Vec<Argument> = variables.iter().map(Variable::argument).collect();
                truth_of(machine.run_on(run, self.machines.entry(*term), &arguments))
            }
            Formula::Not(inner) => self.truth(machine, run, inner, variables).not(),
            Formula::Connective(connective, a, b) => {
                // `a ==> b` is `not a || b`.
                let a = self.truth(machine, run, a, variables);
                let (a, decisive) = match connective {
                    Connective::And => (a, false),
                    Connective::Or => (a, true),
                    Connective::Implies => (a.not(), true),
                };
                if a.known() == Some(decisive) {
                    return a;
                }
                let b = self.truth(machine, run, b, variables);
                match (a.known(), b.known()) {
                    (_, Some(holds)) if holds == decisive => b,
                    (None, _) => a,
                    (Some(_), _) => b,
                }
            }
            Formula::Quantified { exists, ty, body } => {
                let mut values = Vec::with_capacity(variables.len() + 1);
                for variable in variables {
                    values.push(Variable::Known(match variable {
                        Variable::Known(value) => value.clone(),
                        Variable::Open(position, ty) => {
                            run.force_all(*position);
                            let read = run.read(*position);
                            read.map_or(Value::Open, |read| self.inputs.value(ty, read.at()))
                        }
                    }));
                }
                self.quantified(*exists, ty, body, values)
            }
        }
    }

    /// Returns whether a formula holds for some value of its last variable, or for all values.
    fn quantified(&self, exists: bool, ty: &Type, body: &Formula, mut variables: Vec<Variable>) -> Truth {
        let derivations = self.space(ty);
        let mut run = Run::new();
        variables.push(Variable::Open(run.root(), ty.clone()));
        let arguments: Vec<Argument> = variables.iter().map(Variable::argument).collect();
        let mut left = if body.is_quantified() { MOST / NESTED } else { MOST };
        let mut through = 0;
        let mut open = None;
        self.machines.with(|machine| {
            for size in SIZES {
                open = None;
                let ended = search(&mut run, &derivations, size, |run| {
                    let Some(rest) = left.checked_sub(1) else { return Some(None) };
                    left = rest;
                    let truth = match body {
                        // A single term goes on from the last decision.
                        Formula::Term(term) => {
                            let entry = self.machines.entry(*term);
                            let resumed = machine.resume(run);
                            truth_of(resumed.unwrap_or_else(|| machine.run_on(run, entry, &arguments)))
                        }
                        _ => self.truth(machine, run, body, &variables),
                    };
                    match truth {
                        Truth::Open(why) => open = open.take().or(Some(why)),
                        truth if truth.known() == Some(exists) => return Some(Some(truth)),
                        _ => {}
                    }
                    None
                });
                match ended {
                    Ending::Early(Some(truth)) => return truth,
                    Ending::Early(None) => break,
                    Ending::Whole => return open.map_or(Truth::of(!exists), Truth::Open),
                    Ending::Cut => through = size,
                }
            }
            Truth::Open(open.unwrap_or(Open::Size(through)))
        })
    }
}

/// Returns the truth of a term that has run.
fn truth_of(outcome: Outcome) -> Truth {
    match outcome {
        Outcome::Value(word) => Truth::of(word.as_boolean() == Some(true)),
        outcome => outcome
            .fault()
            .map_or(Truth::Open(Open::Size(0)), |fault| Truth::Open(Open::Fault(Box::new(fault)))),
    }
}
