//! Terms of the program without choices, as terms of the logic.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use num_bigint::BigInt;
use pun::core::{
    self, Branch, ConId, Connective, Expr, GlobalId, Kind, LocalId, Pattern, Primitive, Program, Type,
};

use super::domain::is_exact;
use super::logic::{Operation, Sort, Symbol, Term, Variable, instance};
use super::total::TotalityResults;

/// Why a term has no meaning in the logic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnsupportedTerm {
    /// What of it, such as 'this application of a function that is a value'.
    pub(crate) what: String,
    pub(crate) span: pun::source::Span,
}

pub(crate) fn unsupported<T>(what: impl Into<String>, expr: &Expr) -> Result<T, UnsupportedTerm> {
    Err(UnsupportedTerm { what: what.into(), span: expr.span })
}

/// The values of variables.
pub(crate) type Scope = HashMap<LocalId, Term>;

/// What is known of the program's functions.
pub(crate) struct Functions<'p> {
    pub(crate) program: &'p Program,
    /// Whether each definition makes choices.
    pub(crate) choosing: Vec<bool>,
    /// The recursive functions that were examined: whether they have values for all arguments.
    pub(crate) examined: RefCell<TotalityResults>,
}

static NEXT: AtomicU64 = AtomicU64::new(0);

/// Returns a variable that no other term has.
pub(crate) fn fresh(name: &str, sort: Sort) -> Variable {
    Variable { name: format!("{name}.{}", NEXT.fetch_add(1, Ordering::Relaxed)).into(), sort }
}

impl<'p> Functions<'p> {
    pub(crate) fn new(program: &'p Program) -> Self {
        Self { program, choosing: program.choosing(), examined: RefCell::default() }
    }

    /// Returns the value of a term that makes no choices.
    ///
    /// # Errors
    /// If it makes choices, may fail, or has no meaning in first-order logic.
    pub(crate) fn pure(&self, expr: &Expr, scope: &Scope) -> Result<Term, UnsupportedTerm> {
        match &expr.kind {
            Kind::Local(local) | Kind::Force(local) => match scope.get(local) {
                Some(term) => Ok(term.clone()),
                None => unsupported("a function as a value", expr),
            },
            Kind::Integer(value) => Ok(Term::Integer(value.clone())),
            Kind::Character(_) => unsupported("a character", expr),
            Kind::Text(_) => unsupported("a text", expr),
            Kind::Construct(ConId::TRUE, _) => Ok(Term::TRUE),
            Kind::Construct(ConId::FALSE, _) => Ok(Term::FALSE),
            Kind::Construct(con, fields) => {
                let fields =
                    fields.iter().map(|field| self.pure(field, scope)).collect::<Result<Vec<_>, _>>()?;
                match self.data_sort(*con, fields.iter().map(Term::sort)) {
                    Some(sort) => Ok(Term::Make(*con, Sort::Unknown, fields).of_sort(&sort, self.program)),
                    None if fields.is_empty() => Ok(Term::Make(*con, Sort::Unknown, fields)),
                    None => unsupported("a value of a type that is not known here", expr),
                }
            }
            Kind::Let(binder, value, body) => {
                let value = self.pure(value, scope)?;
                let mut scope = scope.clone();
                scope.insert(binder.local, value);
                self.pure(body, &scope)
            }
            Kind::Case(scrutinee, branches) => self.case(expr, scrutinee, branches, scope),
            Kind::Connective(connective, a, b) => {
                let (a, b) = (self.pure(a, scope)?, self.pure(b, scope)?);
                Ok(match connective {
                    Connective::And => Term::and([a, b]),
                    Connective::Or => Term::or([a, b]),
                    Connective::Implies => a.implies(b),
                })
            }
            Kind::Primitive(primitive, a, b) => {
                let (a, b) = (self.pure(a, scope)?, self.pure(b, scope)?);
                self.primitive(expr, *primitive, a, b)
            }
            Kind::Apply(callee, arguments) => {
                let Kind::Global(global) = callee.kind else {
                    return unsupported("a call of a function that is a value", expr);
                };
                let arguments = arguments
                    .iter()
                    .map(|argument| self.pure(argument, scope))
                    .collect::<Result<Vec<_>, _>>()?;
                self.call(expr, global, arguments)
            }
            Kind::Global(global) => self.call(expr, *global, Vec::new()),
            Kind::Lambda(..) | Kind::Rec(..) => unsupported("a function as a value", expr),
            Kind::Error(_) => unsupported("an error", expr),
            Kind::Choice(..) | Kind::Draw(_) => unsupported("a choice", expr),
        }
    }

    /// Returns the sort of a constructor with fields of these sorts.
    pub(crate) fn data_sort(&self, con: ConId, fields: impl Iterator<Item = Sort>) -> Option<Sort> {
        let constructor = &self.program.constructors[con.index()];
        let count = self.program.datas[constructor.data.index()].parameters as usize;
        let mut arguments = vec![None; count];
        for (field, sort) in constructor.fields.iter().zip(fields) {
            bind(&field.ty, &sort, &mut arguments);
        }
        let arguments: Option<Vec<Type>> = arguments.into_iter().collect();
        Sort::of(&Type::Data(constructor.data, arguments?.into()))
    }

    pub(crate) fn primitive(
        &self,
        expr: &Expr,
        primitive: Primitive,
        a: Term,
        b: Term,
    ) -> Result<Term, UnsupportedTerm> {
        let is_integer = a.sort() == Sort::Integer;
        let operate = |operation, a, b| Ok(Term::operate(operation, a, b));
        match primitive {
            Primitive::Add => operate(Operation::Add, a, b),
            Primitive::Subtract => operate(Operation::Subtract, a, b),
            Primitive::Multiply => operate(Operation::Multiply, a, b),
            Primitive::Divide | Primitive::Modulo => match &b {
                Term::Integer(divisor) if *divisor > BigInt::ZERO => {
                    let is_division = primitive == Primitive::Divide;
                    operate(if is_division { Operation::Divide } else { Operation::Modulo }, a, b)
                }
                _ => unsupported("a division by something that is not a positive constant", expr),
            },
            Primitive::Equal => Ok(Term::equal(a, b, self.program)),
            Primitive::NotEqual => Ok(Term::equal(a, b, self.program).not()),
            _ if !is_integer => unsupported("a comparison of values that are not integers", expr),
            Primitive::Less => Ok(Term::less(a, b)),
            Primitive::LessEqual => Ok(Term::less_equal(a, b)),
            Primitive::Greater => Ok(Term::less(b, a)),
            Primitive::GreaterEqual => Ok(Term::less_equal(b, a)),
        }
    }

    fn case(
        &self,
        expr: &Expr,
        scrutinee: &Expr,
        branches: &[Branch],
        scope: &Scope,
    ) -> Result<Term, UnsupportedTerm> {
        if !self.program.is_exhaustive(branches) {
            return unsupported("a case without a branch for every value", expr);
        }
        let scrutinee = self.pure(scrutinee, scope)?;
        let mut ways = Vec::new();
        for branch in branches {
            let mut scope = scope.clone();
            let mut condition = self.matches(&branch.pattern, &scrutinee, &mut scope);
            if let Some(guard) = &branch.guard {
                condition = Term::and([condition, self.pure(guard, &scope)?]);
            }
            if condition == Term::FALSE {
                continue;
            }
            ways.push((condition, self.pure(&branch.body, &scope)?));
        }
        // Some branch matches, so the last one does where no other does.
        let Some((_, last)) = ways.pop() else { return unsupported("a case without branches", expr) };
        Ok(ways
            .into_iter()
            .rev()
            .fold(last, |otherwise, (condition, then)| Term::choice(condition, then, otherwise)))
    }

    /// Returns whether a pattern matches a value; binds its variables to parts of the value.
    pub(crate) fn matches(&self, pattern: &Pattern, value: &Term, scope: &mut Scope) -> Term {
        match pattern {
            Pattern::Wildcard => Term::TRUE,
            Pattern::Bind(binder) => {
                scope.insert(binder.local, value.clone());
                Term::TRUE
            }
            Pattern::Integer(own) => Term::equal(value.clone(), Term::Integer(own.clone()), self.program),
            // Values of this type have no sort, so that there is none here.
            Pattern::Character(_) => Term::FALSE,
            Pattern::Construct(con, patterns) => {
                let sorts = value.sort().fields(self.program, *con).unwrap_or_default();
                let is = Term::is(*con, value.clone());
                let mut all = vec![is];
                for ((i, pattern), sort) in (0..).zip(patterns).zip(sorts) {
                    all.push(self.matches(pattern, &Term::part(*con, i, sort, value.clone()), scope));
                }
                Term::and(all)
            }
        }
    }

    /// Returns a call of a definition that makes no choices. One that is not recursive is replaced
    /// by its body.
    fn call(&self, expr: &Expr, global: GlobalId, arguments: Vec<Term>) -> Result<Term, UnsupportedTerm> {
        let definition = &self.program.globals[global.index()];
        if self.choosing[global.index()] {
            return unsupported(format!("a call of `{}`, which makes choices,", definition.name), expr);
        }
        let (parameters, body) = match &definition.body.kind {
            Kind::Lambda(parameters, body) => (&parameters[..], &**body),
            _ => (&[][..], &definition.body),
        };
        if parameters.len() != arguments.len() {
            return unsupported(
                format!("an application of `{}` to some of its arguments", definition.name),
                expr,
            );
        }
        if !self.is_recursive(global) {
            let scope = parameters.iter().map(|binder| binder.local).zip(arguments).collect();
            return self.pure(body, &scope);
        }
        let mut instance_of = vec![None; definition.scheme.variables.len()];
        for (binder, argument) in parameters.iter().zip(&arguments) {
            bind(&binder.ty, &argument.sort(), &mut instance_of);
        }
        let own: Option<Vec<Type>> = instance_of.into_iter().collect();
        let sorts = own.as_ref().and_then(|own| {
            let parameters = parameters.iter().map(|binder| Sort::of(&instance(&binder.ty, own)));
            let mut result = &definition.scheme.ty;
            for _ in &arguments {
                let Type::Arrow(arrow) = result else { return None };
                result = &arrow.1;
            }
            Some((parameters.collect::<Option<Vec<_>>>()?, Sort::of(&instance(result, own))?))
        });
        match (own, sorts) {
            (Some(instance), Some((parameters, result))) => {
                let arguments = arguments.into_iter().zip(&parameters);
                let arguments =
                    arguments.map(|(argument, sort)| argument.of_sort(sort, self.program)).collect();
                let symbol = Arc::new(Symbol { global, instance, parameters, result });
                self.is_total(&symbol)?;
                Ok(Term::Apply(symbol, arguments))
            }
            _ => {
                unsupported(format!("a call of `{}`, whose type is not first-order,", definition.name), expr)
            }
        }
    }

    /// Returns whether a definition calls itself, possibly by others.
    pub(crate) fn is_recursive(&self, global: GlobalId) -> bool {
        self.reached(global).contains(&global)
    }

    /// Returns the definitions that a definition mentions, itself or by others.
    pub(crate) fn reached(&self, global: GlobalId) -> HashSet<GlobalId> {
        let mut seen = HashSet::new();
        let mut open = self.mentioned(global);
        while let Some(next) = open.pop() {
            if seen.insert(next) {
                open.extend(self.mentioned(next));
            }
        }
        seen
    }

    /// Returns the definitions that a definition mentions.
    pub(crate) fn mentioned(&self, global: GlobalId) -> Vec<GlobalId> {
        let mut found = Vec::new();
        let mut open = vec![&self.program.globals[global.index()].body];
        while let Some(expr) = open.pop() {
            if let Kind::Global(global) = expr.kind {
                found.push(global);
            }
            open.extend(expr.parts());
        }
        found
    }

    /// Returns a formula of a coverage type.
    pub(crate) fn formula(&self, formula: &core::Formula, scope: &Scope) -> Result<Term, UnsupportedTerm> {
        match formula {
            core::Formula::Term(term) => self.pure(term, scope),
            core::Formula::Not(inner) => Ok(self.formula(inner, scope)?.not()),
            core::Formula::Connective(connective, a, b) => {
                let (a, b) = (self.formula(a, scope)?, self.formula(b, scope)?);
                Ok(match connective {
                    Connective::And => Term::and([a, b]),
                    Connective::Or => Term::or([a, b]),
                    Connective::Implies => a.implies(b),
                })
            }
            core::Formula::Quantified { exists, binder, body } => {
                let Some(sort) = Sort::of(&binder.ty) else {
                    let what = format!("a quantifier over `{}`, which is not first-order,", binder.name);
                    return Err(UnsupportedTerm { what, span: binder.span });
                };
                if !is_exact(self.program, &binder.ty) {
                    let what = format!(
                        "a quantifier over `{}`, whose type the logic does not have exactly,",
                        binder.name
                    );
                    return Err(UnsupportedTerm { what, span: binder.span });
                }
                let variable = fresh(&binder.name, sort);
                let mut scope = scope.clone();
                scope.insert(binder.local, Term::Variable(variable.clone()));
                Ok(Term::quantified(*exists, vec![variable], self.formula(body, &scope)?))
            }
        }
    }
}

/// Finds what the variables of a type stand for where it has a sort.
fn bind(ty: &Type, sort: &Sort, found: &mut [Option<Type>]) {
    match (ty, sort) {
        (Type::Variable(number), sort) => {
            let ty = match sort {
                Sort::Boolean => Type::Data(core::DataId::BOOLEAN, Arc::from([])),
                Sort::Integer => Type::Integer,
                Sort::Data(ty) => ty.clone(),
                Sort::Unknown => return,
            };
            if let Some(place) = found.get_mut(*number as usize) {
                place.get_or_insert(ty);
            }
        }
        (Type::Data(_, arguments), Sort::Data(Type::Data(_, own))) => {
            for (argument, own) in arguments.iter().zip(own.iter()) {
                if let Some(sort) = Sort::of(own) {
                    bind(argument, &sort, found);
                }
            }
        }
        _ => {}
    }
}
