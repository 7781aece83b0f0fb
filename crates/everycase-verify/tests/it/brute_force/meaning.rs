//! The meaning of programs, by trying everything: the results of a generator for all choices, and formulas with three values.
//!
//! A term is evaluated in every way that its choices allow, one after the other. Integers that are chosen are those of a window. In a
//! program that only compares integers, adds small constants to them, doubles and halves them, a window that goes beyond four
//! times the integers of the arguments and the result is as good as all integers: `x div 2 < 2 * n` tells the integers up to `4 * n` apart. Where the result is given, the integers that become parts of it are not
//! tried, but taken from it.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use everycase_verify::choosing::GeneratorChoice;

use super::predicates;
use super::terms::{Formula, Generator, Term};
use super::values::{Ty, Val, bits, boolean, tuples};

/// A variable with its value, and those around it.
struct Scope<'a> {
    name: &'a str,
    value: Val,
    outer: Option<&'a Scope<'a>>,
}

/// Where and for what a term is evaluated.
#[derive(Clone, Copy, Default)]
struct At<'a> {
    scope: Option<&'a Scope<'a>>,
    /// The only value of interest, if there is one.
    wanted: Option<&'a Val>,
    /// What the choices before cost.
    cost: u32,
}

/// What is done with a value, at the cost of the choices that made it. True ends the evaluation.
type Next<'a> = &'a mut dyn FnMut(Val, u32) -> bool;

/// Evaluates the terms of a program.
pub(crate) struct Meaning<'p> {
    pub(crate) generator: &'p Generator,
    /// The largest magnitude of chosen integers, where there is no bound on the cost of choices.
    window: i64,
    most_cost: Option<u32>,
    /// The only choices that are made, in their order, if they are given.
    script: Option<RefCell<VecDeque<GeneratorChoice>>>,
    steps: Cell<u32>,
    is_exhausted: Cell<bool>,
    depth: Cell<u32>,
}

/// The number of steps after which an evaluation is given up.
const STEPS: u32 = 100_000;

/// How far calls nest: no recursion of the programs goes so deep and ends.
const DEPTH: u32 = 40;

/// How far beyond the integers of a problem others make a difference.
const BEYOND: i64 = 8;

/// What a script says of the next choice.
enum Scripted {
    /// There is no script: all choices are made.
    Free,
    Next(GeneratorChoice),
    /// The script has ended.
    Over,
}

impl<'p> Meaning<'p> {
    fn new(generator: &'p Generator, window: i64, most_cost: Option<u32>) -> Self {
        let (steps, is_exhausted, depth) = (Cell::new(STEPS), Cell::new(false), Cell::new(0));
        Self { generator, window, most_cost, script: None, steps, is_exhausted, depth }
    }

    /// Passes all values of a term to `next`. Where a value is wanted, others may be left out.
    fn eval(&self, term: &Term, at: At<'_>, next: Next<'_>) -> bool {
        let Some(steps) = self.steps.get().checked_sub(1) else {
            self.is_exhausted.set(true);
            return true;
        };
        self.steps.set(steps);
        let (any, cost) = (At { wanted: None, ..at }, at.cost);
        match term {
            Term::Var(name) => next(lookup(at.scope, name), cost),
            Term::Int(n) => next(Val::Int(*n), cost),
            Term::Con(name, fields) => {
                let wanted = match at.wanted {
                    None => None,
                    Some(Val::Con(wanted, fields)) if wanted == name => Some(&fields[..]),
                    Some(_) => return false,
                };
                self.fields(name, fields, wanted, &[], any, next)
            }
            Term::Call("g", arguments) => self.arguments(arguments, &[], any, &mut |values, cost| {
                self.call(values, At { cost, ..at }, next)
            }),
            Term::Call(name, arguments) => self.arguments(arguments, &[], any, &mut |values, cost| {
                next(predicates::call(name, values).unwrap_or(Val::Crash), cost)
            }),
            Term::Op(op, a, b) => self.eval(a, any, &mut |a, cost| {
                let is_short = match *op {
                    _ if a.is_error() => true,
                    "&&" => !a.is_true(),
                    "||" => a.is_true(),
                    "==>" if !a.is_true() => return next(boolean(true), cost),
                    _ => false,
                };
                if is_short {
                    return next(a, cost);
                }
                self.eval(b, At { cost, ..any }, &mut |b, cost| {
                    next(if b.is_error() { b } else { operate(op, &a, b) }, cost)
                })
            }),
            Term::If(condition, a, b) => self.eval(condition, any, &mut |condition, cost| match condition {
                error if error.is_error() => next(error, cost),
                condition => self.eval(if condition.is_true() { a } else { b }, At { cost, ..at }, next),
            }),
            Term::Let(name, value, body) => self.eval(value, any, &mut |value, cost| match value {
                error if error.is_error() => next(error, cost),
                value => {
                    let scope = Scope { name, value, outer: at.scope };
                    self.eval(body, At { scope: Some(&scope), cost, ..at }, next)
                }
            }),
            Term::Case(of, branches) => self.eval(of, any, &mut |of, cost| {
                let Val::Con(con, fields) = of else { return next(of, cost) };
                match branches.iter().find(|(own, _, _)| *own == con) {
                    None => next(Val::Crash, cost),
                    Some((_, names, body)) => self.bound(names, &fields, body, At { cost, ..at }, next),
                }
            }),
            Term::Choice(a, b) => match self.paid(cost, 1) {
                None => false,
                Some(cost) => self
                    .sides()
                    .into_iter()
                    .any(|side| self.eval(if side { b } else { a }, At { cost, ..at }, next)),
            },
            Term::BoolGen => match self.paid(cost, 1) {
                None => false,
                Some(cost) => self.sides().into_iter().any(|side| next(boolean(side), cost)),
            },
            Term::IntGen => self.integer(i64::MIN, i64::MAX, 0, at, next),
            Term::NatGen => self.integer(0, i64::MAX, 0, at, next),
            Term::Range(low, b) => self.eval(low, any, &mut |a, cost| {
                // The distance from a literal is paid for, otherwise the integer itself.
                let cheapest = if let Term::Int(literal) = **low { literal } else { 0 };
                self.eval(b, At { cost, ..any }, &mut |b, cost| match (&a, b) {
                    (Val::Int(a), Val::Int(b)) if *a <= b => {
                        self.integer(*a, b, cheapest, At { cost, ..at }, next)
                    }
                    (Val::Int(_), Val::Int(_)) => next(Val::Crash, cost),
                    (Val::Int(_), error) => next(error, cost),
                    _ => next(a.clone(), cost),
                })
            }),
            Term::Error => next(Val::Fail, cost),
        }
    }

    fn paid(&self, cost: u32, more: u32) -> Option<u32> {
        let cost = cost + more;
        self.most_cost.is_none_or(|most| cost <= most).then_some(cost)
    }

    /// Returns the sides that a choice tries.
    fn sides(&self) -> Vec<bool> {
        match self.scripted() {
            Scripted::Free => vec![false, true],
            Scripted::Next(GeneratorChoice::Side(side)) => vec![side],
            Scripted::Next(_) | Scripted::Over => Vec::new(),
        }
    }

    /// Takes the next choice of the script, if there is a script.
    fn scripted(&self) -> Scripted {
        match &self.script {
            None => Scripted::Free,
            Some(script) => script.borrow_mut().pop_front().map_or(Scripted::Over, Scripted::Next),
        }
    }

    /// Chooses an integer from `least` to `most`, which costs its distance from `cheapest`.
    fn integer(&self, least: i64, most: i64, cheapest: i64, at: At<'_>, next: Next<'_>) -> bool {
        match self.scripted() {
            Scripted::Free => {}
            Scripted::Next(GeneratorChoice::Integer(n)) => {
                let n = i64::try_from(&n).ok().filter(|n| (least..=most).contains(n));
                return n.is_some_and(|n| next(Val::Int(n), at.cost));
            }
            Scripted::Next(_) | Scripted::Over => return false,
        }
        let (center, around) = match self.most_cost {
            Some(most_cost) => (cheapest, (1 << most_cost.saturating_sub(at.cost)) - 1),
            None => (0, self.window),
        };
        let (mut least, mut most) = (least.max(center - around), most.min(center + around));
        if let Some(Val::Int(wanted)) = at.wanted {
            (least, most) = (least.max(*wanted), most.min(*wanted));
        }
        (least..=most).any(|n| {
            let cost = self.paid(at.cost, 1 + bits(n - cheapest));
            cost.is_some_and(|cost| next(Val::Int(n), cost))
        })
    }

    /// Evaluates the fields of a constructor after those that are done.
    fn fields(
        &self,
        name: &'static str,
        fields: &[Term],
        wanted: Option<&[Val]>,
        done: &[Val],
        at: At<'_>,
        next: Next<'_>,
    ) -> bool {
        let Some(field) = fields.get(done.len()) else { return next(Val::Con(name, done.to_vec()), at.cost) };
        let own = wanted.map(|wanted| &wanted[done.len()]);
        let is_lazy = name == "next" && done.len() == 1;
        self.eval(field, At { wanted: own, ..at }, &mut |value, cost| {
            if own.is_some_and(|own| *own != value) {
                return false;
            }
            if value.is_error() && !is_lazy {
                return next(value, cost);
            }
            self.fields(name, fields, wanted, &[done, &[value]].concat(), At { cost, ..at }, next)
        })
    }

    fn arguments(
        &self,
        arguments: &[Term],
        done: &[Val],
        at: At<'_>,
        next: &mut dyn FnMut(&[Val], u32) -> bool,
    ) -> bool {
        let Some(argument) = arguments.get(done.len()) else { return next(done, at.cost) };
        self.eval(argument, at, &mut |value, cost| {
            self.arguments(arguments, &[done, &[value]].concat(), At { cost, ..at }, next)
        })
    }

    /// Evaluates a term in the scope of further variables.
    fn bound(&self, names: &[String], values: &[Val], body: &Term, at: At<'_>, next: Next<'_>) -> bool {
        match (names, values) {
            ([name, names @ ..], [value, values @ ..]) => {
                let scope = Scope { name, value: value.clone(), outer: at.scope };
                self.bound(names, values, body, At { scope: Some(&scope), ..at }, next)
            }
            _ => self.eval(body, at, next),
        }
    }

    /// Calls the generator. An argument that fails ends the call.
    fn call(&self, values: &[Val], at: At<'_>, next: Next<'_>) -> bool {
        if let Some(error) = values.iter().find(|value| value.is_error()) {
            return next(error.clone(), at.cost);
        }
        let depth = self.depth.get();
        if depth == DEPTH {
            self.is_exhausted.set(true);
            return true;
        }
        self.depth.set(depth + 1);
        let names: Vec<String> = self.generator.parameters.iter().map(|(name, _, _)| name.clone()).collect();
        let at = At { scope: None, ..at };
        let ended = self.bound(&names, values, &self.generator.body, at, &mut |value, cost| {
            // What follows is outside of the call.
            self.depth.set(depth);
            let ended = next(value, cost);
            self.depth.set(depth + 1);
            ended
        });
        self.depth.set(depth);
        ended
    }

    /// Returns the value of a term without choices.
    fn only(&self, term: &Term, scope: Option<&Scope<'_>>) -> Val {
        self.steps.set(STEPS);
        let mut only = Val::Fail;
        self.eval(term, At { scope, ..At::default() }, &mut |value, _| {
            only = value;
            true
        });
        only
    }

    /// Returns whether a formula holds, if that does not depend on terms that fail.
    fn truth(&self, formula: &Formula, scope: Option<&Scope<'_>>) -> Option<bool> {
        match formula {
            Formula::Term(term) => match self.only(term, scope) {
                Val::Con(name, _) => Some(name == "true"),
                _ => None,
            },
            Formula::Not(inner) => self.truth(inner, scope).map(|holds| !holds),
            Formula::Op(op, a, b) => {
                let (a, b) = (self.truth(a, scope), self.truth(b, scope));
                // `a ==> b` is `not a || b`.
                let (a, decisive) = match *op {
                    "&&" => (a, false),
                    "||" => (a, true),
                    _ => (a.map(|holds| !holds), true),
                };
                if a == Some(decisive) || b == Some(decisive) { Some(decisive) } else { a.and(b) }
            }
            Formula::Quantified(exists, name, ty, body) => {
                let mut is_known = true;
                for value in candidates(*ty, scope, formula.nested()) {
                    let inner = Scope { name, value, outer: scope };
                    match self.truth(body, Some(&inner)) {
                        Some(holds) if holds == *exists => return Some(*exists),
                        Some(_) => {}
                        None => is_known = false,
                    }
                }
                is_known.then_some(!exists)
            }
        }
    }
}

/// Returns values of a type, such that no others make a difference to a formula.
fn candidates(ty: Ty, scope: Option<&Scope<'_>>, nested: i64) -> Vec<Val> {
    let scope = || std::iter::successors(scope, |scope| scope.outer);
    match ty {
        Ty::Int => {
            let largest = scope().map(|scope| scope.value.largest().max(i64::from(scope.value.size()))).max();
            let most = 4 * largest.unwrap_or(0) + nested * BEYOND;
            (-most..=most).map(Val::Int).collect()
        }
        Ty::Bool | Ty::Color => ty.of_size(1),
        _ => {
            let mut all: Vec<Val> = (0..=2).flat_map(|size| ty.of_size(size)).collect();
            all.extend(scope().flat_map(|scope| scope.value.parts()).filter(|value| ty.has(value)));
            all
        }
    }
}

fn lookup(scope: Option<&Scope<'_>>, name: &str) -> Val {
    let mut scopes = std::iter::successors(scope, |scope| scope.outer);
    scopes.find(|scope| scope.name == name).unwrap_or_else(|| panic!("{name} is bound")).value.clone()
}

fn operate(op: &str, a: &Val, b: Val) -> Val {
    match (op, a, &b) {
        ("&&" | "||" | "==>", _, _) => b,
        ("+", Val::Int(a), Val::Int(b)) => Val::Int(a + b),
        ("-", Val::Int(a), Val::Int(b)) => Val::Int(a - b),
        ("*", Val::Int(a), Val::Int(b)) => Val::Int(a * b),
        ("div", Val::Int(a), Val::Int(b)) => Val::Int(a.div_euclid(*b)),
        ("mod", Val::Int(a), Val::Int(b)) => Val::Int(a.rem_euclid(*b)),
        ("<", Val::Int(a), Val::Int(b)) => boolean(a < b),
        ("<=", Val::Int(a), Val::Int(b)) => boolean(a <= b),
        ("==", a, b) => a.equals(b).map_or(Val::Fail, boolean),
        ("/=", a, b) => a.equals(b).map_or(Val::Fail, |equal| boolean(!equal)),
        _ => panic!("{op} of {a:?} and {b:?}"),
    }
}

impl Generator {
    /// Returns whether arguments, perhaps with a result, satisfy the predicates on them, if that does not depend on terms that fail.
    pub(crate) fn allows(&self, values: &[Val]) -> Option<bool> {
        let meaning = Meaning::new(self, 0, None);
        let names: Vec<&str> = self.parameters.iter().map(|(name, _, _)| &**name).chain(["v"]).collect();
        let of =
            |place: usize| self.parameters.get(place).map_or(Some(&self.covers), |(_, _, own)| own.as_ref());
        let mut all = Some(true);
        for place in 0..values.len() {
            let Some(formula) = of(place) else { continue };
            match within(&names[..=place], &values[..=place], None, &mut |scope| {
                meaning.truth(formula, scope)
            }) {
                Some(false) => return Some(false),
                None => all = None,
                Some(true) => {}
            }
        }
        all
    }

    /// Returns whether some choices make a result of arguments; `None` if there is too much to try.
    pub(crate) fn makes(&self, arguments: &[Val], result: &Val) -> Option<bool> {
        let largest =
            arguments.iter().chain([result]).map(|value| value.largest().max(i64::from(value.size()))).max();
        let meaning = Meaning::new(self, 4 * largest.unwrap_or(0) + BEYOND, None);
        let mut is_made = false;
        meaning.call(arguments, At { wanted: Some(result), ..At::default() }, &mut |value, _| {
            is_made = value == *result;
            is_made
        });
        if is_made { Some(true) } else { (!meaning.is_exhausted.get()).then_some(false) }
    }

    /// Returns what arguments and choices result in: a value, an error, or nothing if other choices are made.
    pub(crate) fn result_of(&self, arguments: &[Val], choices: &[GeneratorChoice]) -> Option<Val> {
        let mut meaning = Meaning::new(self, 0, None);
        meaning.script = Some(RefCell::new(choices.iter().cloned().collect()));
        let mut result = None;
        meaning.call(arguments, At::default(), &mut |value, _| {
            result = Some(value);
            true
        });
        let left = meaning.script.map_or(0, |script| script.borrow().len());
        result.filter(|_| left == 0 && !meaning.is_exhausted.get())
    }

    /// Calls `each` with all results and errors of arguments whose choices cost no more than this. Returns whether all were tried.
    pub(crate) fn results(&self, arguments: &[Val], cost: u32, mut each: impl FnMut(Val)) -> bool {
        let meaning = Meaning::new(self, 0, Some(cost));
        meaning.call(arguments, At::default(), &mut |value, _| {
            each(value);
            false
        });
        !meaning.is_exhausted.get()
    }

    /// Returns the arguments of a size.
    pub(crate) fn arguments(&self, size: u32) -> Vec<Vec<Val>> {
        tuples(&self.parameters.iter().map(|(_, ty, _)| *ty).collect::<Vec<_>>(), size)
    }

    /// Returns the arguments and results of a size.
    pub(crate) fn values(&self, size: u32) -> Vec<Vec<Val>> {
        let types = self.parameters.iter().map(|(_, ty, _)| *ty).chain([self.result]);
        tuples(&types.collect::<Vec<_>>(), size)
    }
}

/// Calls `with` in the scope of variables.
fn within<T>(
    names: &[&str],
    values: &[Val],
    outer: Option<&Scope<'_>>,
    with: &mut dyn FnMut(Option<&Scope<'_>>) -> T,
) -> T {
    match (names, values) {
        ([name, names @ ..], [value, values @ ..]) => {
            within(names, values, Some(&Scope { name, value: value.clone(), outer }), with)
        }
        _ => with(outer),
    }
}
