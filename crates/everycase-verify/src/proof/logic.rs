//! Formulas of first-order logic about values of the program.
//!
//! They are built by functions that simplify: a constructor is compared field by field, and a part
//! of a constructor is its field.

use std::sync::Arc;

use num_bigint::BigInt;
use pun::core::{ConId, DataId, GlobalId, Program, Type};

/// The sort of a term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Sort {
    Boolean,
    Integer,
    /// A data type with its arguments.
    Data(Type),
    /// That of a constructor without fields whose type is not known yet, such as the empty list.
    Unknown,
}

impl Sort {
    /// Returns the sort of a type, if it is first-order and not polymorphic. Characters have none:
    /// a proof could choose an integer that is not a code point.
    pub(crate) fn of(ty: &Type) -> Option<Self> {
        match ty {
            Type::Integer => Some(Self::Integer),
            Type::Data(DataId::BOOLEAN, _) => Some(Self::Boolean),
            Type::Data(_, arguments) => {
                arguments.iter().all(|argument| Self::of(argument).is_some()).then(|| Self::Data(ty.clone()))
            }
            Type::Character | Type::Arrow(_) | Type::Variable(_) => None,
        }
    }

    /// Returns the sorts of the fields of a constructor of this sort.
    pub(crate) fn fields(&self, program: &Program, constructor: ConId) -> Option<Vec<Self>> {
        let Self::Data(Type::Data(_, arguments)) = self else { return None };
        let fields = program.constructors[constructor.index()].fields.iter();
        fields.map(|field| Self::of(&instance(&field.ty, arguments))).collect()
    }
}

/// Returns a type with its variables replaced.
pub(crate) fn instance(ty: &Type, arguments: &[Type]) -> Type {
    match ty {
        Type::Integer | Type::Character => ty.clone(),
        Type::Variable(number) => arguments.get(*number as usize).unwrap_or(ty).clone(),
        Type::Arrow(arrow) => {
            Type::Arrow(Arc::new((instance(&arrow.0, arguments), instance(&arrow.1, arguments))))
        }
        Type::Data(data, own) => Type::Data(*data, own.iter().map(|own| instance(own, arguments)).collect()),
    }
}

/// A variable. Names are unique.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Variable {
    pub(crate) name: Arc<str>,
    pub(crate) sort: Sort,
}

/// A function of the program at an instance of its type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Symbol {
    pub(crate) global: GlobalId,
    pub(crate) instance: Vec<Type>,
    pub(crate) parameters: Vec<Sort>,
    pub(crate) result: Sort,
}

/// An operation on integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Operation {
    Add,
    Subtract,
    Multiply,
    /// Division and remainder by a positive constant, rounding down.
    Divide,
    Modulo,
}

/// A term; one of sort [`Sort::Boolean`] is a formula.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    Variable(Variable),
    Integer(BigInt),
    Boolean(bool),
    Apply(Arc<Symbol>, Vec<Term>),
    Make(ConId, Sort, Vec<Term>),
    /// Whether a value has a constructor.
    Is(ConId, Box<Term>),
    /// A field of a value, with its sort. Any value, if the constructor is another one.
    Part(ConId, u32, Sort, Box<Term>),
    Not(Box<Term>),
    And(Vec<Term>),
    Or(Vec<Term>),
    Equal(Box<Term>, Box<Term>),
    LessEqual(Box<Term>, Box<Term>),
    Operate(Operation, Box<Term>, Box<Term>),
    If(Box<Term>, Box<Term>, Box<Term>),
    /// A quantified formula. The solver looks for instances of a universal one where one of its
    /// patterns occurs, if it has any.
    Quantified {
        exists: bool,
        variables: Vec<Variable>,
        patterns: Vec<Term>,
        body: Box<Term>,
    },
}

use Term::{And, Boolean, Equal, Integer, Is, LessEqual, Make, Not, Operate, Or, Part};

impl Term {
    pub(crate) const TRUE: Self = Boolean(true);
    pub(crate) const FALSE: Self = Boolean(false);

    pub(crate) fn not(self) -> Self {
        match self {
            Boolean(value) => Boolean(!value),
            Not(inner) => *inner,
            other => Not(Box::new(other)),
        }
    }

    pub(crate) fn and(terms: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Vec::new();
        for term in terms {
            match term {
                Boolean(true) => {}
                Boolean(false) => return Self::FALSE,
                And(more) => all.extend(more),
                term if all.contains(&term) => {}
                term => all.push(term),
            }
        }
        if all.len() == 1 {
            all.remove(0)
        } else if all.is_empty() {
            Self::TRUE
        } else {
            And(all)
        }
    }

    pub(crate) fn or(terms: impl IntoIterator<Item = Self>) -> Self {
        let mut any = Vec::new();
        for term in terms {
            match term {
                Boolean(false) => {}
                Boolean(true) => return Self::TRUE,
                Or(more) => any.extend(more),
                term if any.contains(&term) => {}
                term => any.push(term),
            }
        }
        if any.len() == 1 {
            any.remove(0)
        } else if any.is_empty() {
            Self::FALSE
        } else {
            Or(any)
        }
    }

    pub(crate) fn implies(self, then: Self) -> Self {
        Self::or([self.not(), then])
    }

    /// Returns whether a value has a constructor.
    pub(crate) fn is(constructor: ConId, value: Self) -> Self {
        match value {
            Make(own, ..) => Boolean(own == constructor),
            Self::If(condition, then, otherwise) => {
                Self::choice(*condition, Self::is(constructor, *then), Self::is(constructor, *otherwise))
            }
            value => match constructor {
                ConId::TRUE => value,
                ConId::FALSE => value.not(),
                _ => Is(constructor, Box::new(value)),
            },
        }
    }

    /// Returns a field of a value.
    pub(crate) fn part(constructor: ConId, field: u32, sort: Sort, value: Self) -> Self {
        match value {
            Make(own, _, mut fields) if own == constructor => fields.swap_remove(field as usize),
            value => Part(constructor, field, sort, Box::new(value)),
        }
    }

    /// Returns whether two values of a sort are equal.
    pub(crate) fn equal(a: Self, b: Self, program: &Program) -> Self {
        match (a, b) {
            (a, b) if a == b => Self::TRUE,
            (Integer(a), Integer(b)) => Boolean(a == b),
            (Boolean(true), other) | (other, Boolean(true)) => other,
            (Boolean(false), other) | (other, Boolean(false)) => other.not(),
            (Make(con, sort, fields), other) | (other, Make(con, sort, fields)) => {
                // Without a sort it has no fields.
                let sorts = sort.fields(program, con).unwrap_or_default();
                let is = Self::is(con, other.clone());
                let parts = (0..).zip(fields).zip(sorts).map(|((i, field), sort)| {
                    Self::equal(field, Self::part(con, i, sort, other.clone()), program)
                });
                Self::and(std::iter::once(is).chain(parts))
            }
            (Self::If(condition, x, y), other) | (other, Self::If(condition, x, y)) => Self::choice(
                *condition,
                Self::equal(*x, other.clone(), program),
                Self::equal(*y, other, program),
            ),
            (a, b) => Equal(Box::new(a), Box::new(b)),
        }
    }

    pub(crate) fn less_equal(a: Self, b: Self) -> Self {
        match (a, b) {
            (Integer(a), Integer(b)) => Boolean(a <= b),
            (a, b) if a == b => Self::TRUE,
            (a, b) => LessEqual(Box::new(a), Box::new(b)),
        }
    }

    pub(crate) fn less(a: Self, b: Self) -> Self {
        Self::less_equal(b, a).not()
    }

    pub(crate) fn operate(operation: Operation, a: Self, b: Self) -> Self {
        match (operation, a, b) {
            (Operation::Add, Integer(a), Integer(b)) => Integer(a + b),
            (Operation::Subtract, Integer(a), Integer(b)) => Integer(a - b),
            (operation, a, b) => Operate(operation, Box::new(a), Box::new(b)),
        }
    }

    /// Returns one term or another, by a condition.
    pub(crate) fn choice(condition: Self, then: Self, otherwise: Self) -> Self {
        match (condition, then, otherwise) {
            (Boolean(true), then, _) => then,
            (Boolean(false), _, otherwise) => otherwise,
            (_, then, otherwise) if then == otherwise => then,
            (condition, Boolean(true), otherwise) => Self::or([condition, otherwise]),
            (condition, Boolean(false), otherwise) => Self::and([condition.not(), otherwise]),
            (condition, then, Boolean(true)) => Self::or([condition.not(), then]),
            (condition, then, Boolean(false)) => Self::and([condition, then]),
            (condition, then, otherwise) => {
                Self::If(Box::new(condition), Box::new(then), Box::new(otherwise))
            }
        }
    }

    /// Returns a formula, quantified over the variables that occur in it.
    pub(crate) fn quantified(exists: bool, mut variables: Vec<Variable>, body: Self) -> Self {
        variables.retain(|variable| body.mentions(variable));
        if variables.is_empty() {
            return body;
        }
        Self::Quantified { exists, variables, patterns: Vec::new(), body: Box::new(body) }
    }

    /// Returns `symbol(arguments) == value` for all values of some variables. An instance is needed
    /// where the call occurs, or a call of the value: what `mem t u` says of a part of `t` matters
    /// for `t`.
    pub(crate) fn definition(
        symbol: &Arc<Symbol>,
        arguments: Vec<Self>,
        value: Self,
        variables: Vec<Variable>,
    ) -> Self {
        let call = Self::Apply(Arc::clone(symbol), arguments);
        let mut patterns = vec![call.clone()];
        value.visit(&mut Vec::new(), &mut |term, bound| {
            if let Self::Apply(_, arguments) = term
                && bound.is_empty()
                && variables.iter().all(|own| arguments.contains(&Self::Variable(own.clone())))
                && !patterns.contains(term)
            {
                patterns.push(term.clone());
            }
        });
        let body = Box::new(Equal(Box::new(call), Box::new(value)));
        if variables.is_empty() {
            return *body;
        }
        Self::Quantified { exists: false, variables, patterns, body }
    }

    /// Returns a value of a sort, whose constructors have known sorts.
    pub(crate) fn of_sort(self, sort: &Sort, program: &Program) -> Self {
        match self {
            Make(con, _, fields) => {
                let sorts = sort.fields(program, con).unwrap_or_default();
                let fields = fields.into_iter().zip(&sorts).map(|(field, sort)| field.of_sort(sort, program));
                Make(con, sort.clone(), fields.collect())
            }
            Self::If(condition, then, otherwise) => Self::If(
                condition,
                Box::new(then.of_sort(sort, program)),
                Box::new(otherwise.of_sort(sort, program)),
            ),
            other => other,
        }
    }

    /// Returns its sort.
    pub(crate) fn sort(&self) -> Sort {
        match self {
            Self::Variable(variable) => variable.sort.clone(),
            Integer(_) | Operate(..) => Sort::Integer,
            Self::Apply(symbol, _) => symbol.result.clone(),
            Make(_, sort, _) | Part(_, _, sort, _) => sort.clone(),
            Self::If(_, then, otherwise) => match then.sort() {
                Sort::Unknown => otherwise.sort(),
                known => known,
            },
            _ => Sort::Boolean,
        }
    }

    /// Returns the terms directly within it.
    pub(crate) fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Variable(_) | Integer(_) | Boolean(_) => Vec::new(),
            Self::Apply(_, terms) | Make(_, _, terms) | And(terms) | Or(terms) => terms.iter().collect(),
            Is(_, inner) | Part(_, _, _, inner) | Not(inner) => vec![inner],
            Equal(a, b) | LessEqual(a, b) | Operate(_, a, b) => vec![a, b],
            Self::If(a, b, c) => vec![a, b, c],
            Self::Quantified { body, .. } => vec![body],
        }
    }

    /// Returns whether a variable occurs in it.
    pub(crate) fn mentions(&self, variable: &Variable) -> bool {
        match self {
            Self::Variable(own) => own == variable,
            _ => self.parts().into_iter().any(|part| part.mentions(variable)),
        }
    }

    /// Returns the number of its parts.
    pub(crate) fn size(&self) -> usize {
        1 + self.parts().into_iter().map(Self::size).sum::<usize>()
    }

    /// Calls `visit` on it and all terms in it; those in the scope of quantifiers come with the
    /// bound variables.
    pub(crate) fn visit<'t>(
        &'t self,
        bound: &mut Vec<&'t Variable>,
        visit: &mut dyn FnMut(&'t Self, &[&'t Variable]),
    ) {
        visit(self, bound);
        let outer = bound.len();
        if let Self::Quantified { variables, .. } = self {
            bound.extend(variables);
        }
        for part in self.parts() {
            part.visit(bound, visit);
        }
        bound.truncate(outer);
    }

    /// Returns the term with a variable replaced, simplified.
    pub(crate) fn substitute(&self, variable: &Variable, with: &Self, program: &Program) -> Self {
        if !self.mentions(variable) {
            return self.clone();
        }
        let inner = |term: &Self| term.substitute(variable, with, program);
        match self {
            Self::Variable(_) => with.clone(),
            Integer(_) | Boolean(_) => self.clone(),
            Self::Apply(symbol, terms) => Self::Apply(Arc::clone(symbol), terms.iter().map(inner).collect()),
            Make(con, sort, terms) => Make(*con, sort.clone(), terms.iter().map(inner).collect()),
            And(terms) => Self::and(terms.iter().map(inner)),
            Or(terms) => Self::or(terms.iter().map(inner)),
            Is(con, term) => Self::is(*con, inner(term)),
            Part(con, i, sort, term) => Self::part(*con, *i, sort.clone(), inner(term)),
            Not(term) => inner(term).not(),
            Equal(a, b) => Self::equal(inner(a), inner(b), program),
            LessEqual(a, b) => Self::less_equal(inner(a), inner(b)),
            Operate(operation, a, b) => Self::operate(*operation, inner(a), inner(b)),
            Self::If(a, b, c) => Self::choice(inner(a), inner(b), inner(c)),
            Self::Quantified { exists, variables, patterns, body } if patterns.is_empty() => {
                Self::quantified(*exists, variables.clone(), inner(body))
            }
            Self::Quantified { exists, variables, patterns, body } => Self::Quantified {
                exists: *exists,
                variables: variables.clone(),
                patterns: patterns.iter().map(inner).collect(),
                body: Box::new(inner(body)),
            },
        }
    }
}
