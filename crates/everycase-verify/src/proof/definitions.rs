//! The definitions of recursive functions, as facts about the values at hand.
//!
//! The definition of `len xs n` by a case on `xs` says, of the list `v` and of any `n`, that `len v n` is what the branches say of the
//! parts of `v`. It is stated for the value of a query, then for its parts, up to a depth. So a solver need not guess for which
//! values it needs the definition.
//!
//! The equation is a fact only if the function has a value for all arguments. So it must call itself directly, on parts of one of its
//! arguments, take each value apart completely, and contain no errors.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use pun::core::{ConId, Expr, GlobalId, Kind, LocalId, Pattern};

use super::logic::{Symbol, Term, Variable};
use super::pure::{Functions, Unsupported, fresh, unsupported};

/// The definition of a function.
struct Definition {
    parameters: Vec<Variable>,
    body: Term,
    /// The parameter of which each call takes a part.
    falls: usize,
}

/// The definitions of functions, translated when they are needed.
pub(crate) struct Definitions<'p> {
    functions: &'p Functions<'p>,
    known: RefCell<HashMap<Arc<Symbol>, Rc<Definition>>>,
}

impl<'p> Definitions<'p> {
    pub(crate) fn new(functions: &'p Functions<'p>) -> Self {
        Self { functions, known: RefCell::new(HashMap::new()) }
    }

    /// Returns the definitions of the functions in some formulas, at the values in them, and then at the values in these definitions,
    /// `depth` times.
    ///
    /// # Errors
    /// If a definition is no fact, because the function may have no value.
    pub(crate) fn unfolded<'t>(
        &self,
        formulas: impl IntoIterator<Item = &'t Term>,
        depth: u32,
    ) -> Result<Vec<Term>, Unsupported> {
        let mut seen = HashSet::new();
        let mut facts = Vec::new();
        let mut last: Vec<Term> = formulas.into_iter().cloned().collect();
        for _ in 0..depth {
            let mut next = Vec::new();
            for formula in &last {
                for (symbol, value) in self.calls(formula)? {
                    if seen.insert((Arc::clone(&symbol), value.clone())) {
                        next.extend(self.facts(&symbol, &value)?);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            facts.extend(next.iter().cloned());
            last = next;
        }
        Ok(facts)
    }

    /// Returns the functions of a formula, each with the value that it takes apart, unless that depends on a bound variable.
    pub(crate) fn calls(&self, formula: &Term) -> Result<Vec<(Arc<Symbol>, Term)>, Unsupported> {
        let mut found = Vec::new();
        formula.visit(&mut Vec::new(), &mut |term, bound| {
            if let Term::Apply(symbol, arguments) = term {
                found.push((
                    Arc::clone(symbol),
                    arguments.clone(),
                    bound.iter().map(|&own| own.clone()).collect(),
                ));
            }
        });
        let found: Vec<(Arc<Symbol>, Vec<Term>, Vec<Variable>)> = found;
        let mut calls = Vec::new();
        for (symbol, mut arguments, bound) in found {
            let falls = self.of(&symbol)?.falls;
            let value = arguments.swap_remove(falls);
            if !bound.iter().any(|variable| value.mentions(variable)) {
                calls.push((symbol, value));
            }
        }
        Ok(calls)
    }

    /// Returns the definition of a function at a value that it takes apart: for any other arguments, and for those with which the
    /// definition compares them. From `mem [node l x r] u`, which compares `u` with `x`, follows `mem [node l x r] x`: a solver does
    /// not find that instance by itself.
    fn facts(&self, symbol: &Arc<Symbol>, value: &Term) -> Result<Vec<Term>, Unsupported> {
        let definition = self.of(symbol)?;
        let program = self.functions.program;
        let mut others = Vec::new();
        let mut arguments = Vec::new();
        let mut body = definition.body.clone();
        for (i, parameter) in definition.parameters.iter().enumerate() {
            let argument = if i == definition.falls {
                value.clone()
            } else {
                let other = fresh("a", parameter.sort.clone());
                others.push(other.clone());
                Term::Variable(other)
            };
            body = body.substitute(parameter, &argument, program);
            arguments.push(argument);
        }
        let mut facts = Vec::new();
        for other in &others {
            for with in compared(&body, other, &others) {
                let arguments = arguments.iter().map(|argument| argument.substitute(other, &with, program));
                let rest = others.iter().filter(|own| *own != other).cloned().collect();
                let body = body.substitute(other, &with, program);
                facts.push(Term::definition(symbol, arguments.collect(), body, rest));
            }
        }
        facts.push(Term::definition(symbol, arguments, body, others));
        Ok(facts)
    }

    fn of(&self, symbol: &Arc<Symbol>) -> Result<Rc<Definition>, Unsupported> {
        if let Some(known) = self.known.borrow().get(symbol) {
            return Ok(Rc::clone(known));
        }
        let global = &self.functions.program.globals[symbol.global.index()];
        let Kind::Lambda(binders, body) = &global.body.kind else {
            return unsupported(format!("`{}`, which depends on itself,", global.name), &global.body);
        };
        let others = self.functions.mentioned(symbol.global);
        let mut others = others.into_iter().filter(|other| *other != symbol.global);
        if let Some(other) = others.find(|other| self.functions.reaches(*other, symbol.global)) {
            let other = &self.functions.program.globals[other.index()].name;
            let what = format!("`{}`, which calls itself by `{other}`,", global.name);
            return unsupported(what, &global.body);
        }
        let Some(falls) = (0..binders.len()).find(|i| falls(symbol.global, binders[*i].local, *i, body))
        else {
            let what = format!(
                "`{}`, whose recursive calls do not all take a part of the same argument,",
                global.name
            );
            return unsupported(what, &global.body);
        };
        let sorts = binders.iter().zip(&symbol.parameters);
        let parameters: Vec<Variable> =
            sorts.map(|(binder, sort)| fresh(&binder.name, sort.clone())).collect();
        let scope = binders.iter().zip(&parameters);
        let scope = scope.map(|(binder, own)| (binder.local, Term::Variable(own.clone()))).collect();
        let body = self.functions.pure(body, &scope)?.of_sort(&symbol.result, self.functions.program);
        let definition = Rc::new(Definition { parameters, body, falls });
        self.known.borrow_mut().insert(Arc::clone(symbol), Rc::clone(&definition));
        // Functions that it calls are facts only if they have values, too. (It is known now, so this ends.)
        let mut others = Vec::new();
        definition.body.visit(&mut Vec::new(), &mut |term, _| {
            if let Term::Apply(other, _) = term {
                others.push(Arc::clone(other));
            }
        });
        for other in others {
            self.of(&other)?;
        }
        Ok(definition)
    }
}

/// Returns the terms without variables with which a formula compares a variable.
fn compared(formula: &Term, variable: &Variable, variables: &[Variable]) -> Vec<Term> {
    let mut found = Vec::new();
    formula.visit(&mut Vec::new(), &mut |term, bound| {
        let Term::Equal(a, b) = term else { return };
        for (one, other) in [(a, b), (b, a)] {
            let is_closed = |own: &Variable| !other.mentions(own);
            if matches!(&**one, Term::Variable(own) if own == variable)
                && variables.iter().all(is_closed)
                && bound.iter().all(|own| is_closed(own))
                && !found.contains(&**other)
            {
                found.push((**other).clone());
            }
        }
    });
    found
}

/// Returns whether each mention of a function within its body is a call that takes a part of a parameter in that parameter's place.
fn falls(global: GlobalId, parameter: LocalId, place: usize, body: &Expr) -> bool {
    Falling { global, parameter, place, parts: HashSet::new(), made: HashSet::new() }.walk(body)
}

/// Looks for calls that do not take a part of a parameter.
struct Falling {
    global: GlobalId,
    parameter: LocalId,
    place: usize,
    /// The variables that are bound to proper parts of the parameter. Variables have unique numbers.
    parts: HashSet<LocalId>,
    /// Proper parts that patterns take apart: `y :: rest` in the pattern `x :: y :: rest`.
    made: HashSet<(ConId, Vec<LocalId>)>,
}

impl Falling {
    fn walk(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            Kind::Global(own) => *own != self.global,
            Kind::Apply(callee, arguments) if matches!(callee.kind, Kind::Global(own) if own == self.global) => {
                arguments.get(self.place).is_some_and(|argument| self.is_part(argument))
                    && arguments.iter().all(|argument| self.walk(argument))
            }
            Kind::Case(scrutinee, branches) => {
                self.walk(scrutinee)
                    && branches.iter().all(|branch| {
                        self.bind(scrutinee, &branch.pattern);
                        branch.guard.iter().chain([&branch.body]).all(|part| self.walk(part))
                    })
            }
            _ => expr.parts().into_iter().all(|part| self.walk(part)),
        }
    }

    fn is_part(&self, expr: &Expr) -> bool {
        match &expr.kind {
            Kind::Local(local) | Kind::Force(local) => self.parts.contains(local),
            Kind::Construct(con, fields) => {
                let fields = fields.iter().map(|field| match field.kind {
                    Kind::Local(local) | Kind::Force(local) => Some(local),
                    _ => None,
                });
                let fields: Option<Vec<LocalId>> = fields.collect();
                fields.is_some_and(|fields| self.made.contains(&(*con, fields)))
            }
            _ => false,
        }
    }

    fn is_parameter(&self, expr: &Expr) -> bool {
        matches!(expr.kind, Kind::Local(local) | Kind::Force(local) if local == self.parameter)
    }

    /// Adds the proper parts of the parameter that a pattern binds.
    fn bind(&mut self, scrutinee: &Expr, pattern: &Pattern) {
        match (&scrutinee.kind, pattern) {
            _ if self.is_parameter(scrutinee) || self.is_part(scrutinee) => {
                if let Pattern::Construct(_, fields) = pattern {
                    for field in fields {
                        self.bind_part(field);
                    }
                }
            }
            // A case on a pair of values.
            (Kind::Construct(own, values), Pattern::Construct(con, fields)) if own == con => {
                for (value, field) in values.iter().zip(fields) {
                    self.bind(value, field);
                }
            }
            _ => {}
        }
    }

    fn bind_part(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Bind(binder) => _ = self.parts.insert(binder.local),
            Pattern::Construct(con, fields) => {
                let bound = fields.iter().map(|field| match field {
                    Pattern::Bind(binder) => Some(binder.local),
                    _ => None,
                });
                self.made.extend(bound.collect::<Option<Vec<LocalId>>>().map(|bound| (*con, bound)));
                for field in fields {
                    self.bind_part(field);
                }
            }
            Pattern::Wildcard | Pattern::Integer(_) | Pattern::Character(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use pun::load::load_text;

    use super::*;
    use crate::proof::lemma::Lemma;

    /// Returns why the functions of the only property have no definitions as facts; `None` if they have.
    fn why_not(text: &str) -> Option<String> {
        let program = load_text("text.pun", text).program.expect("it is right");
        let functions = Functions::new(&program);
        let definitions = Definitions::new(&functions);
        let lemma = Lemma::of_property(&functions, &program.properties[0]);
        let unfolded = lemma.and_then(|lemma| match lemma {
            Some(lemma) => definitions.unfolded([&lemma.statement], 2).map(|_| ()),
            None => unsupported("this property", &program.properties[0].body),
        });
        unfolded.err().map(|unsupported| unsupported.what)
    }

    #[test]
    fn a_function_that_may_have_no_value_is_no_fact() {
        const PART: &str = "`f`, whose recursive calls do not all take a part of the same argument,";
        for (body, wanted) in [
            ("case xs of ; [] -> true ; x :: rest -> x < 9 && f rest", None),
            ("case xs of ; x :: y :: rest -> x <= y && f (y :: rest) ; _ -> true", None),
            ("not (f xs)", Some(PART)),
            ("g xs", Some("`f`, which calls itself by `g`,")),
            ("case xs of ; [] -> true ; x :: rest -> x < 3 && f (x :: rest)", Some(PART)),
            ("case xs of ; [] -> true ; x :: rest -> f (x :: x :: rest)", Some(PART)),
            ("case xs of ; x :: rest -> x < 3 && f rest", Some("a case without a branch for every value")),
            ("case xs of ; [] -> error \"empty\" ; x :: rest -> x < 3 && f rest", Some("an error")),
            (
                "case xs of ; [] -> true ; x :: rest -> 3 div x < 1 && f rest",
                Some("a division by something that is no positive constant"),
            ),
        ] {
            let text = format!(
                "f : list integer -> boolean . f xs = {body} . g xs = not (f xs) . property p xs . f xs && g xs ."
            );
            assert_eq!(why_not(&text).as_deref(), wanted, "{body}");
        }
    }
}
