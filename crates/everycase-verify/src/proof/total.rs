//! Which functions have a value for all arguments.
//!
//! An equation such as `p xs = not (p xs)` is a fact about no function: from it everything follows.
//! And a term whose value a formula does not mention, as `loop 3` in `let x = loop 3 in []`, has to
//! have one all the same. So each recursive function that a term calls, even where the formula of
//! that term does not mention it, must take each value apart completely, contain no errors, and
//! call itself on parts of one of its arguments. In functions that call each other, each call of
//! one of them takes a part.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use pun::core::{ConId, Expr, GlobalId, Kind, LocalId, Pattern};

use super::logic::{Symbol, Term};
use super::pure::{Functions, UnsupportedTerm, fresh, unsupported};

/// The largest number of combinations of parameters that are tried for functions that call each
/// other.
const MOST: usize = 1_000;

/// The recursive functions that have been examined, in the order in which that began.
#[derive(Default)]
pub(crate) struct TotalityResults(Vec<(Arc<Symbol>, Result<(), UnsupportedTerm>)>);

impl Functions<'_> {
    /// Returns an error if a recursive function may have no value for some arguments.
    pub(crate) fn is_total(&self, symbol: &Arc<Symbol>) -> Result<(), UnsupportedTerm> {
        let first = {
            let mut examined = self.examined.borrow_mut();
            if let Some((_, known)) = examined.0.iter().find(|(own, _)| own == symbol) {
                return known.clone();
            }
            // Calls of itself are examined once.
            examined.0.push((Arc::clone(symbol), Ok(())));
            examined.0.len() - 1
        };
        let result = falls(self, symbol.global).and_then(|_| self.has_value(symbol));
        if result.is_err() {
            let mut examined = self.examined.borrow_mut();
            // What was examined meanwhile may have relied on this function.
            examined.0.truncate(first);
            examined.0.push((Arc::clone(symbol), result.clone()));
        }
        result
    }

    /// Returns an error if the body of a function, or of one that it calls, may have no value.
    fn has_value(&self, symbol: &Symbol) -> Result<(), UnsupportedTerm> {
        let Kind::Lambda(binders, body) = &self.program.globals[symbol.global.index()].body.kind else {
            return Ok(());
        };
        let parameters = binders.iter().zip(&symbol.parameters);
        let scope = parameters
            .map(|(binder, sort)| (binder.local, Term::Variable(fresh(&binder.name, sort.clone()))))
            .collect();
        self.pure(body, &scope).map(|_| ())
    }
}

/// Returns the place of the parameter of a recursive function that recursive calls pass a part of.
///
/// # Errors
/// If none is found.
pub(crate) fn falls(functions: &Functions<'_>, global: GlobalId) -> Result<usize, UnsupportedTerm> {
    let definition = &functions.program.globals[global.index()];
    let mut group: Vec<GlobalId> = functions
        .reached(global)
        .into_iter()
        .filter(|other| functions.reached(*other).contains(&global))
        .collect();
    group.sort();
    let mut bodies = Vec::new();
    for own in &group {
        let other = &functions.program.globals[own.index()];
        let Kind::Lambda(binders, body) = &other.body.kind else {
            return unsupported(format!("`{}`, which depends on itself,", other.name), &definition.body);
        };
        bodies.push((binders, &**body));
    }
    let combinations = bodies.iter().try_fold(1_usize, |all, (binders, _)| all.checked_mul(binders.len()));
    for mut number in 0..combinations.unwrap_or(MOST).min(MOST) {
        let mut places = HashMap::new();
        for (own, (binders, _)) in group.iter().zip(&bodies) {
            places.insert(*own, number % binders.len());
            number /= binders.len();
        }
        let falls = group.iter().zip(&bodies).all(|(own, (binders, body))| {
            let parameter = binders[places[own]].local;
            Falling { places: &places, parameter, parts: HashSet::new(), made: HashSet::new() }.walk(body)
        });
        if falls {
            return Ok(places[&global]);
        }
    }
    let what =
        format!("`{}`, whose recursive calls do not all take a part of the same argument,", definition.name);
    unsupported(what, &definition.body)
}

/// Looks for calls that do not take a part of a parameter.
struct Falling<'a> {
    /// The functions of the group, each with the place of the parameter that calls pass a part of.
    places: &'a HashMap<GlobalId, usize>,
    parameter: LocalId,
    /// The variables that are bound to proper parts of the parameter. Variables have unique
    /// numbers.
    parts: HashSet<LocalId>,
    /// Proper parts that patterns take apart: `y :: rest` in the pattern `x :: y :: rest`.
    made: HashSet<(ConId, Vec<LocalId>)>,
}

impl Falling<'_> {
    fn walk(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            Kind::Global(own) => !self.places.contains_key(own),
            Kind::Apply(callee, arguments) => {
                let falls = match self.place(callee) {
                    Some(place) => arguments.get(place).is_some_and(|argument| self.is_part(argument)),
                    None => self.walk(callee),
                };
                falls && arguments.iter().all(|argument| self.walk(argument))
            }
            Kind::Case(scrutinee, branches) => {
                self.walk(scrutinee)
                    && branches.iter().all(|branch| {
                        // The parts that a pattern names are parts only in its own branch:
                        // elsewhere, `[]` is not a part of `[x]`.
                        let outer = self.made.clone();
                        self.bind(scrutinee, &branch.pattern);
                        let falls = branch.guard.iter().chain([&branch.body]).all(|part| self.walk(part));
                        self.made = outer;
                        falls
                    })
            }
            _ => expr.parts().into_iter().all(|part| self.walk(part)),
        }
    }

    fn place(&self, callee: &Expr) -> Option<usize> {
        match callee.kind {
            Kind::Global(global) => self.places.get(&global).copied(),
            _ => None,
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
    use crate::proof::definitions::Definitions;
    use crate::proof::lemma::Lemma;

    /// Returns why the functions of the only property have no definitions as facts; `None` if they
    /// have.
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
            ("g xs", Some(PART)),
            ("case xs of ; [] -> true ; _ :: rest -> g rest", Some(PART)),
            ("case xs of ; [] -> true ; x :: rest -> x < 3 && f (x :: rest)", Some(PART)),
            ("case xs of ; [] -> true ; x :: rest -> f (x :: x :: rest)", Some(PART)),
            ("case xs of ; x :: rest -> x < 3 && f rest", Some("a case without a branch for every value")),
            ("case xs of ; [] -> error \"empty\" ; x :: rest -> x < 3 && f rest", Some("an error")),
            (
                "case xs of ; [] -> true ; x :: rest -> 3 div x < 1 && f rest",
                Some("a division by something that is not a positive constant"),
            ),
        ] {
            let text = format!(
                "f : list integer -> boolean . f xs = {body} . g xs = not (f xs) . property p xs . f xs && g xs ."
            );
            assert_eq!(why_not(&text).as_deref(), wanted, "{body}");
        }
    }
}
