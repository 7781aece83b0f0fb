//! Generators and their coverage types.

use std::sync::Arc;

use super::{Binder, Connective, Expr, GlobalId, Type};
use crate::source::Span;

/// A generator with a coverage type.
#[derive(Clone, Debug)]
pub struct Generator {
    /// The definition.
    pub global: GlobalId,
    /// Its coverage type.
    pub coverage: Coverage,
    /// Its measures, if declared, in the scope of its parameters: at least one. They are of type
    /// integer or of a data type, make no choices, and decrease at each recursive call, compared
    /// from left to right. Nothing checks that they decrease.
    pub decreases: Option<Vec<Expr>>,
    /// Whether it is declared by its type alone: its definition is an error, and it is assumed that
    /// it has this type.
    pub is_assumed: bool,
    /// The span of its coverage type.
    pub span: Span,
    /// The number of local variables in its coverage type.
    pub locals: u32,
}

/// A coverage type: for all allowed arguments, exactly the values for which the predicate of the
/// result holds are drawn.
///
/// The variables of predicates are values without functions. Those of parameters are in scope in
/// what follows.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// Its parameters.
    pub parameters: Vec<CoverageParameter>,
    /// Its result, with the predicate on what is covered.
    pub result: Refinement,
}

/// A parameter in a coverage type.
#[derive(Clone, Debug)]
pub enum CoverageParameter {
    /// A value, with the predicate on what is allowed. It may be a function without a predicate.
    Value(Refinement),
    /// A function with a coverage type of its own, whose parameters are in scope in that type only.
    Function(Binder, Coverage),
}

/// A variable with a predicate on its values.
#[derive(Clone, Debug)]
pub struct Refinement {
    /// The variable.
    pub binder: Binder,
    /// The predicate; without one, all values of the type are meant.
    pub predicate: Option<Formula>,
}

impl Coverage {
    /// Returns the type without predicates.
    pub fn ty(&self) -> Type {
        let arrow = |to, from: &CoverageParameter| Type::Arrow(Arc::new((from.binder().ty.clone(), to)));
        self.parameters.iter().rev().fold(self.result.binder.ty.clone(), arrow)
    }

    /// Returns its variables, in the order of their binding: a function is bound after the
    /// variables of its coverage type.
    pub fn binders(&self) -> Vec<&Binder> {
        let mut binders = Vec::new();
        for parameter in &self.parameters {
            if let CoverageParameter::Function(_, own) = parameter {
                binders.extend(own.binders());
            }
            binders.push(parameter.binder());
        }
        binders.push(&self.result.binder);
        binders
    }

    /// Returns its predicates, in order.
    pub fn formulas(&self) -> Vec<&Formula> {
        let mut formulas = Vec::new();
        for parameter in &self.parameters {
            match parameter {
                CoverageParameter::Value(value) => formulas.extend(&value.predicate),
                CoverageParameter::Function(_, own) => formulas.extend(own.formulas()),
            }
        }
        formulas.extend(&self.result.predicate);
        formulas
    }
}

impl CoverageParameter {
    /// Returns the variable.
    pub fn binder(&self) -> &Binder {
        match self {
            Self::Value(value) => &value.binder,
            Self::Function(binder, _) => binder,
        }
    }
}

/// A predicate on values, in a coverage type.
#[derive(Clone, Debug)]
pub enum Formula {
    /// A boolean term without quantifiers.
    Term(Expr),
    /// A quantified formula.
    Quantified {
        /// Whether it is existential, not universal.
        exists: bool,
        /// The bound variable.
        binder: Binder,
        /// The formula in its scope.
        body: Box<Formula>,
    },
    /// `&&`, `||`, `==>` around a quantifier.
    Connective(Connective, Box<Formula>, Box<Formula>),
    /// `not` around a quantifier.
    Not(Box<Formula>),
}
