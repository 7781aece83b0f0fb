//! The condition under which a term produces a value: the synthesis of coverage types.
//!
//! The value is given, and the term is followed towards it. A constructor produces a value that has
//! it, if its fields produce the parts of the value; `a <+> b` what one of them produces;
//! `int-range lo hi` what lies between; `let x = a in b` what `b` produces for some value of `x`
//! that `a` produces. In `let x = int-gen () in [node l x r]` this value is a part of the given
//! one. So of the choices of a generator only those remain quantified that its result does not
//! show.
//!
//! For example, `leaf <+> (let x = int-range 1 9 in [node leaf x leaf])` produces `v` if `v` is a
//! leaf, or if it is a node with two leaves and a label from 1 to 9.

use std::collections::HashMap;

use num_bigint::BigInt;
use pun::core::{
    Connective, Coverage, CoverageParameter, Draw, Expr, Generator, GlobalId, Kind, LocalId, Pattern,
    Primitive, Refinement, Type,
};

use super::domain::is_exact;
use super::logic::{Operation, Sort, Term, Variable};
use super::pure::{Functions, Scope, UnsupportedTerm, fresh, unsupported};

/// Synthesises what terms produce.
pub(crate) struct Reach<'a> {
    pub(crate) functions: &'a Functions<'a>,
    /// The coverage types of generators.
    pub(crate) generators: HashMap<GlobalId, &'a Generator>,
    /// Returns the condition under which a call of a generator may be used. Takes the arguments
    /// that are values.
    pub(crate) falls: &'a dyn Fn(GlobalId, &[Term]) -> Option<Term>,
    /// The parameters that are functions, each with its coverage type and the values of the
    /// variables in scope there.
    locals: HashMap<LocalId, (&'a Coverage, Scope)>,
    /// The calls that are followed into, to end at recursion.
    depth: u32,
}

/// A condition on values: the continuation of the synthesis.
type Then<'t, 'a, V> = dyn FnMut(&mut Reach<'a>, &V) -> Result<Term, UnsupportedTerm> + 't;

/// The number of calls that are followed into, one within the other.
const DEEPEST: u32 = 20;

/// The largest size of a formula whose disjunctions are distributed.
const LARGEST: usize = 4_000;

impl<'a> Reach<'a> {
    pub(crate) fn new(
        functions: &'a Functions<'a>,
        generators: HashMap<GlobalId, &'a Generator>,
        falls: &'a dyn Fn(GlobalId, &[Term]) -> Option<Term>,
        locals: HashMap<LocalId, (&'a Coverage, Scope)>,
    ) -> Self {
        Self { functions, generators, falls, locals, depth: 0 }
    }

    /// Returns what has to hold so that a term produces `goal`, a value of its type.
    pub(crate) fn reach(&mut self, expr: &Expr, scope: &Scope, goal: &Term) -> Result<Term, UnsupportedTerm> {
        let program = self.functions.program;
        match &expr.kind {
            Kind::Error(_) => Ok(Term::FALSE),
            Kind::Choice(a, b) => Ok(Term::or([self.reach(a, scope, goal)?, self.reach(b, scope, goal)?])),
            Kind::Draw(Draw::Integer | Draw::Boolean) => Ok(Term::TRUE),
            Kind::Draw(Draw::Natural) => Ok(Term::less_equal(Term::Integer(BigInt::ZERO), goal.clone())),
            Kind::Draw(Draw::Between(low, high)) => self.values(&[low, high], scope, &mut |_, values| {
                let [low, high] = [&values[0], &values[1]].map(Term::clone);
                Ok(Term::and([Term::less_equal(low, goal.clone()), Term::less_equal(goal.clone(), high)]))
            }),
            _ if self.is_pure(expr) => {
                let value = self.functions.pure(expr, scope)?;
                Ok(Term::equal(goal.clone(), value, program))
            }
            Kind::Construct(con, fields) => {
                let sorts = goal.sort().fields(program, *con).unwrap_or_default();
                let mut all = vec![Term::is(*con, goal.clone())];
                for ((i, field), sort) in (0..).zip(fields).zip(sorts) {
                    all.push(self.reach(field, scope, &Term::part(*con, i, sort, goal.clone()))?);
                }
                Ok(Term::and(all))
            }
            Kind::Let(binder, value, body) => {
                let Some(sort) = Sort::of(&binder.ty) else {
                    return unsupported(format!("`{}`, whose type is not first-order,", binder.name), value);
                };
                if !self.is_pure(value) && !is_exact(program, &binder.ty) {
                    let what =
                        format!("a choice of `{}`, whose type the logic does not have exactly,", binder.name);
                    return unsupported(what, value);
                }
                self.value(value, &sort, &binder.name, scope, &mut |this, value| {
                    let mut scope = scope.clone();
                    scope.insert(binder.local, value.clone());
                    this.reach(body, &scope, goal)
                })
            }
            Kind::Case(scrutinee, branches) => self.values(&[&**scrutinee], scope, &mut |this, values| {
                let mut ways = Vec::new();
                let mut before = Vec::new();
                for branch in branches {
                    let mut scope = scope.clone();
                    let mut condition = this.functions.matches(&branch.pattern, &values[0], &mut scope);
                    if let Some(guard) = &branch.guard {
                        condition = Term::and([condition, this.functions.pure(guard, &scope)?]);
                    }
                    let earlier = before.iter().cloned().map(Term::not);
                    let here = Term::and(earlier.chain([condition.clone()]));
                    before.push(condition);
                    if here != Term::FALSE {
                        ways.push(Term::and([here, this.reach(&branch.body, &scope, goal)?]));
                    }
                }
                Ok(Term::or(ways))
            }),
            Kind::Connective(connective, a, b) => self.values(&[&**a], scope, &mut |this, values| {
                // The right operand is evaluated if the left one does not decide.
                let (decided, value) = match connective {
                    Connective::And => (values[0].clone().not(), Term::FALSE),
                    Connective::Or => (values[0].clone(), Term::TRUE),
                    Connective::Implies => (values[0].clone().not(), Term::TRUE),
                };
                let early = Term::and([decided.clone(), Term::equal(goal.clone(), value, program)]);
                Ok(Term::or([early, Term::and([decided.not(), this.reach(b, scope, goal)?])]))
            }),
            Kind::Primitive(primitive, a, b) => self.values(&[&**a, &**b], scope, &mut |this, values| {
                let value =
                    this.functions.primitive(expr, *primitive, values[0].clone(), values[1].clone())?;
                Ok(Term::equal(goal.clone(), value, program))
            }),
            Kind::Apply(callee, arguments) => {
                let arguments: Vec<&Expr> = arguments.iter().collect();
                self.apply(expr, callee, &arguments, scope, goal)
            }
            Kind::Global(_) | Kind::Local(_) => self.apply(expr, expr, &[], scope, goal),
            _ => unsupported("this term", expr),
        }
    }

    fn is_pure(&self, expr: &Expr) -> bool {
        match &expr.kind {
            Kind::Choice(..) | Kind::Draw(_) | Kind::Error(_) => false,
            Kind::Global(global) => {
                !self.functions.choosing[global.index()] && !self.generators.contains_key(global)
            }
            Kind::Local(local) => !self.locals.contains_key(local),
            // Only what is taken apart completely has a value.
            Kind::Case(_, branches) if !self.functions.program.is_exhaustive(branches) => false,
            _ => expr.parts().into_iter().all(|part| self.is_pure(part)),
        }
    }

    /// Returns what has to hold so that terms have some values for which `then` holds.
    fn values(
        &mut self,
        exprs: &[&Expr],
        scope: &Scope,
        then: &mut Then<'_, 'a, [Term]>,
    ) -> Result<Term, UnsupportedTerm> {
        self.values_after(exprs, scope, Vec::new(), then)
    }

    fn values_after(
        &mut self,
        exprs: &[&Expr],
        scope: &Scope,
        done: Vec<Term>,
        then: &mut Then<'_, 'a, [Term]>,
    ) -> Result<Term, UnsupportedTerm> {
        let Some((first, rest)) = exprs.split_first() else { return then(self, &done) };
        if self.is_pure(first) {
            let mut done = done;
            done.push(self.functions.pure(first, scope)?);
            return self.values_after(rest, scope, done, then);
        }
        let sort = self.sort_of(first, scope)?;
        self.value(first, &sort, "x", scope, &mut |this, value| {
            let mut done = done.clone();
            done.push(value.clone());
            this.values_after(rest, scope, done, then)
        })
    }

    /// Returns what has to hold so that a term has some value for which `then` holds.
    fn value(
        &mut self,
        expr: &Expr,
        sort: &Sort,
        name: &str,
        scope: &Scope,
        then: &mut Then<'_, 'a, Term>,
    ) -> Result<Term, UnsupportedTerm> {
        if self.is_pure(expr) {
            let value = self.functions.pure(expr, scope)?.of_sort(sort, self.functions.program);
            return then(self, &value);
        }
        let variable = fresh(name, sort.clone());
        let value = Term::Variable(variable.clone());
        let produced = self.reach(expr, scope, &value)?;
        let then = then(self, &value)?;
        Ok(self.exists(&variable, Term::and([then, produced])))
    }

    /// Returns the sort of a term that makes choices.
    fn sort_of(&self, expr: &Expr, scope: &Scope) -> Result<Sort, UnsupportedTerm> {
        let sort = self.sort(expr, scope, &mut HashMap::new());
        sort.map_or_else(|| unsupported("a term whose type is not known here", expr), Ok)
    }

    /// Does the same, with the types of variables that are bound within the term.
    fn sort<'e>(
        &self,
        expr: &'e Expr,
        scope: &Scope,
        bound: &mut HashMap<LocalId, &'e Type>,
    ) -> Option<Sort> {
        let program = self.functions.program;
        match &expr.kind {
            Kind::Draw(Draw::Boolean) | Kind::Connective(..) => Some(Sort::Boolean),
            Kind::Draw(_) | Kind::Integer(_) | Kind::Character(_) => Some(Sort::Integer),
            Kind::Primitive(primitive, ..) => Some(match primitive {
                Primitive::Add
                | Primitive::Subtract
                | Primitive::Multiply
                | Primitive::Divide
                | Primitive::Modulo => Sort::Integer,
                _ => Sort::Boolean,
            }),
            Kind::Local(local) => match bound.get(local) {
                Some(ty) => Sort::of(ty).filter(|_| is_exact(program, ty)),
                None => scope.get(local).map(Term::sort),
            },
            Kind::Choice(a, b) => self.sort(a, scope, bound).or_else(|| self.sort(b, scope, bound)),
            Kind::Let(binder, _, body) => {
                bound.insert(binder.local, &binder.ty);
                self.sort(body, scope, bound)
            }
            Kind::Case(_, branches) => branches.iter().find_map(|branch| {
                let mut open = vec![&branch.pattern];
                while let Some(pattern) = open.pop() {
                    match pattern {
                        Pattern::Bind(binder) => _ = bound.insert(binder.local, &binder.ty),
                        Pattern::Construct(_, fields) => open.extend(fields),
                        Pattern::Wildcard | Pattern::Integer(_) | Pattern::Character(_) => {}
                    }
                }
                self.sort(&branch.body, scope, bound)
            }),
            Kind::Apply(callee, _) => match &callee.kind {
                Kind::Global(global) => self.result_of(*global),
                _ => None,
            },
            Kind::Global(global) => self.result_of(*global),
            Kind::Construct(con, fields) => {
                let sorts: Vec<Sort> = fields
                    .iter()
                    .map(|field| self.sort(field, scope, bound).unwrap_or(Sort::Unknown))
                    .collect();
                let sort = self.functions.data_sort(*con, sorts.into_iter())?;
                let is_known = match &sort {
                    Sort::Data(ty) => is_exact(program, ty),
                    _ => true,
                };
                is_known.then_some(sort)
            }
            _ => None,
        }
    }

    fn result_of(&self, global: GlobalId) -> Option<Sort> {
        let mut ty = &self.functions.program.globals[global.index()].scheme.ty;
        while let Type::Arrow(arrow) = ty {
            ty = &arrow.1;
        }
        Sort::of(ty).filter(|_| is_exact(self.functions.program, ty))
    }

    /// Returns what has to hold so that an application produces a value.
    fn apply(
        &mut self,
        expr: &Expr,
        callee: &Expr,
        arguments: &[&Expr],
        scope: &Scope,
        goal: &Term,
    ) -> Result<Term, UnsupportedTerm> {
        match callee.kind {
            Kind::Local(local) => match self.locals.get(&local).cloned() {
                Some((coverage, base)) => {
                    self.covered(expr, (coverage, &base), None, (arguments, scope), goal)
                }
                None => unsupported("a call of a function that is a value", expr),
            },
            Kind::Global(global) => match self.generators.get(&global).copied() {
                Some(generator) => {
                    let coverage = (&generator.coverage, &Scope::new());
                    self.covered(expr, coverage, Some(global), (arguments, scope), goal)
                }
                None => self
                    .values(arguments, scope, &mut |this, values| this.inlined(expr, global, values, goal)),
            },
            _ => unsupported("a call of a function that is a value", expr),
        }
    }

    /// Returns the condition under which a function with a coverage type produces a value: its
    /// arguments satisfy their predicates, and the value satisfies the predicate of the result.
    /// `base` has the variables in whose scope the coverage type is.
    fn covered(
        &mut self,
        expr: &Expr,
        (coverage, base): (&Coverage, &Scope),
        global: Option<GlobalId>,
        (arguments, scope): (&[&Expr], &Scope),
        goal: &Term,
    ) -> Result<Term, UnsupportedTerm> {
        if coverage.parameters.len() != arguments.len() {
            return unsupported("an application of a generator to some of its arguments", expr);
        }
        let is_value = |parameter: &CoverageParameter| matches!(parameter, CoverageParameter::Value(_));
        let both = coverage.parameters.iter().zip(arguments);
        let of_values: Vec<&Expr> =
            both.filter(|(parameter, _)| is_value(parameter)).map(|(_, argument)| *argument).collect();
        self.values(&of_values, scope, &mut |this, values| {
            let mut inner = base.clone();
            let mut all = Vec::new();
            let mut left = values.iter();
            for (parameter, argument) in coverage.parameters.iter().zip(arguments) {
                match parameter {
                    CoverageParameter::Value(qualified) => {
                        let Some(value) = left.next() else { continue };
                        all.push(qualify(this.functions, qualified, value, &mut inner)?);
                    }
                    CoverageParameter::Function(_, own) => {
                        all.push(this.covers(argument, scope, own, &inner)?);
                    }
                }
            }
            all.push(qualify(this.functions, &coverage.result, goal, &mut inner)?);
            all.extend(global.and_then(|global| (this.falls)(global, values)));
            Ok(Term::and(all))
        })
    }

    /// Returns what has to hold so that a function, which is an argument, has a coverage type: for
    /// all arguments and values that the type allows, it produces the value.
    fn covers(
        &mut self,
        function: &Expr,
        scope: &Scope,
        coverage: &Coverage,
        base: &Scope,
    ) -> Result<Term, UnsupportedTerm> {
        let mut inner = base.clone();
        let mut given = Vec::new();
        let mut variables = Vec::new();
        let mut arguments = Vec::new();
        let qualified = coverage.parameters.iter().map(|parameter| match parameter {
            CoverageParameter::Value(qualified) => Ok(qualified),
            CoverageParameter::Function(binder, _) => Err(binder),
        });
        let qualified: Result<Vec<&Refinement>, _> = qualified.chain([Ok(&coverage.result)]).collect();
        let Ok(qualified) = qualified else {
            return unsupported("a function of functions as an argument", function);
        };
        for own in qualified {
            let Some(sort) = Sort::of(&own.binder.ty) else {
                return unsupported("a function whose type is not first-order", function);
            };
            let variable = fresh(&own.binder.name, sort);
            let value = Term::Variable(variable.clone());
            given.push(qualify(self.functions, own, &value, &mut inner)?);
            variables.push(variable);
            arguments.push(value);
        }
        let Some(goal) = arguments.pop() else { return Ok(Term::TRUE) };
        let produced = self.produced(function, scope, &arguments, &goal)?;
        Ok(Term::quantified(false, variables, Term::and(given).implies(produced)))
    }

    /// Returns what has to hold so that a function applied to values produces a value.
    fn produced(
        &mut self,
        function: &Expr,
        scope: &Scope,
        arguments: &[Term],
        goal: &Term,
    ) -> Result<Term, UnsupportedTerm> {
        let of_coverage = |this: &mut Self, coverage: &Coverage, base: &Scope, global| {
            let mut inner = base.clone();
            let mut all = Vec::new();
            for (parameter, value) in coverage.parameters.iter().zip(arguments) {
                let CoverageParameter::Value(qualified) = parameter else {
                    return unsupported("a function of functions as an argument", function);
                };
                all.push(qualify(this.functions, qualified, value, &mut inner)?);
            }
            all.push(qualify(this.functions, &coverage.result, goal, &mut inner)?);
            all.extend(Option::and_then(global, |global| (this.falls)(global, arguments)));
            Ok(Term::and(all))
        };
        match &function.kind {
            Kind::Local(local) if self.locals.contains_key(local) => {
                let (coverage, base) = self.locals[local].clone();
                of_coverage(self, coverage, &base, None)
            }
            Kind::Global(global) => match self.generators.get(global).copied() {
                Some(generator) => of_coverage(self, &generator.coverage, &Scope::new(), Some(*global)),
                None => self.inlined(function, *global, arguments, goal),
            },
            Kind::Lambda(binders, body) if binders.len() == arguments.len() => {
                let mut scope = scope.clone();
                scope.extend(binders.iter().map(|binder| binder.local).zip(arguments.iter().cloned()));
                self.reach(body, &scope, goal)
            }
            _ => unsupported("this function as an argument", function),
        }
    }

    /// Returns what has to hold so that a call of a function without a coverage type produces a
    /// value.
    fn inlined(
        &mut self,
        expr: &Expr,
        global: GlobalId,
        arguments: &[Term],
        goal: &Term,
    ) -> Result<Term, UnsupportedTerm> {
        let definition = &self.functions.program.globals[global.index()];
        let (parameters, body) = match &definition.body.kind {
            Kind::Lambda(parameters, body) => (&parameters[..], &**body),
            _ => (&[][..], &definition.body),
        };
        if parameters.len() != arguments.len() || self.depth == DEEPEST {
            let what =
                format!("a call of `{}`, a recursive function without a coverage type,", definition.name);
            return unsupported(what, expr);
        }
        let scope = parameters.iter().map(|binder| binder.local).zip(arguments.iter().cloned()).collect();
        // Variables have unique numbers within one definition only.
        let locals = std::mem::take(&mut self.locals);
        self.depth += 1;
        let reached = self.reach(body, &scope, goal);
        self.depth -= 1;
        self.locals = locals;
        reached
    }

    /// Returns whether a formula holds for some value of a variable, without a quantifier where an
    /// equation determines the value.
    fn exists(&self, variable: &Variable, formula: Term) -> Term {
        let program = self.functions.program;
        match formula {
            formula if !formula.mentions(variable) => formula,
            formula if variable.sort == Sort::Boolean => {
                Term::or([Term::TRUE, Term::FALSE].map(|value| formula.substitute(variable, &value, program)))
            }
            Term::Or(ways) => Term::or(ways.into_iter().map(|way| self.exists(variable, way))),
            Term::If(condition, then, otherwise) => {
                let ways =
                    [Term::and([(*condition).clone(), *then]), Term::and([condition.not(), *otherwise])];
                Term::or(ways.map(|way| self.exists(variable, way)))
            }
            Term::And(all) => {
                for (i, one) in all.iter().enumerate() {
                    if let Term::Equal(a, b) = one
                        && let Some(value) = solved(a, b, variable)
                    {
                        let others = all.iter().enumerate().filter(|(j, _)| *j != i);
                        let others = others.map(|(_, other)| other.substitute(variable, &value, program));
                        return Term::and(others);
                    }
                }
                let (with, without): (Vec<Term>, Vec<Term>) =
                    all.into_iter().partition(|one| one.mentions(variable));
                let size: usize = with.iter().map(Term::size).sum();
                let way = with.iter().position(|one| matches!(one, Term::Or(_) | Term::If(..)));
                let inner =
                    match way {
                        Some(way) if size <= LARGEST => {
                            let mut rest = with;
                            let ways = match rest.swap_remove(way) {
                                Term::Or(ways) => ways,
                                Term::If(condition, then, otherwise) => vec![
                                    Term::and([(*condition).clone(), *then]),
                                    Term::and([condition.not(), *otherwise]),
                                ],
                                other => vec![other],
                            };
                            Term::or(ways.into_iter().map(|way| {
                                self.exists(variable, Term::and(rest.iter().cloned().chain([way])))
                            }))
                        }
                        _ => Term::quantified(true, vec![variable.clone()], Term::and(with)),
                    };
                Term::and(without.into_iter().chain([inner]))
            }
            Term::Equal(a, b) if solved(&a, &b, variable).is_some() => Term::TRUE,
            formula => Term::quantified(true, vec![variable.clone()], formula),
        }
    }
}

/// Returns the value of a variable that an equation determines, if it does.
fn solved(a: &Term, b: &Term, variable: &Variable) -> Option<Term> {
    solved_left(a, b, variable).or_else(|| solved_left(b, a, variable))
}

/// Does the same if the variable is in `a` only.
fn solved_left(a: &Term, b: &Term, variable: &Variable) -> Option<Term> {
    if b.mentions(variable) {
        return None;
    }
    match a {
        Term::Variable(own) if own == variable => Some(b.clone()),
        Term::Operate(Operation::Add, x, y) => {
            let less = |other: &Term| Term::operate(Operation::Subtract, b.clone(), other.clone());
            solved_left(x, &less(y), variable).or_else(|| solved_left(y, &less(x), variable))
        }
        Term::Operate(Operation::Subtract, x, y) => {
            let more = Term::operate(Operation::Add, b.clone(), (**y).clone());
            let less = Term::operate(Operation::Subtract, (**x).clone(), b.clone());
            solved_left(x, &more, variable).or_else(|| solved_left(y, &less, variable))
        }
        _ => None,
    }
}

/// Returns the predicate on a variable of a coverage type for a value; adds the value to the scope.
pub(crate) fn qualify(
    functions: &Functions<'_>,
    qualified: &Refinement,
    value: &Term,
    scope: &mut Scope,
) -> Result<Term, UnsupportedTerm> {
    let sort = Sort::of(&qualified.binder.ty);
    let value = sort.map_or_else(|| value.clone(), |sort| value.clone().of_sort(&sort, functions.program));
    scope.insert(qualified.binder.local, value);
    qualified.predicate.as_ref().map_or(Ok(Term::TRUE), |predicate| functions.formula(predicate, scope))
}
