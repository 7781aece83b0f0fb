//! Lambda (Paper II, section 6, programs 1 and 6): simply typed terms with `let`, and a planted bug in how `let` is
//! removed.
//!
//! The property: a well-typed program has the same result with and without its lets. The bug: a definition is
//! substituted below nested lets that shadow its name.

use everycase::lazy::{ListView, and};
use everycase::{Enumerable, Lazy};

use super::nat::{Nat, equal};

/// Types.
#[allow(missing_docs)]
#[derive(Debug, Clone, PartialEq, Eq, Enumerable)]
pub enum Type {
    Unit,
    Bool,
    Fun(Box<Type>, Box<Type>),
}

/// Literals.
#[allow(missing_docs)]
#[derive(Debug, Clone, PartialEq, Eq, Enumerable)]
pub enum Val {
    Unit,
    Bool(bool),
}

/// Terms. An application tells the type of its argument, a definition its own; each definition of a `let` sees those
/// before it.
#[allow(missing_docs)]
#[derive(Debug, Clone, PartialEq, Eq, Enumerable)]
pub enum Exp {
    Var(Nat),
    Lit(Val),
    Lam(Nat, Box<Exp>),
    App(Box<Exp>, Box<Exp>, Type),
    Let(Vec<(Type, Nat, Exp)>, Box<Exp>),
}

/// Values of sizes 0 to 16 together, and 0 to 17.
pub const TO_SIZE_16_AND_17: [u64; 2] = [571_342, 1_558_413];

/// Returns whether a program is well typed, with nothing free in it.
pub fn well_typed(program: Lazy<Exp>) -> bool {
    fits(program, None, None, None)
}

/// Returns whether a well-typed program has another result when its lets are removed. With the planted bug, or without.
pub fn result_differs<const BUG: bool>(program: Lazy<Exp>) -> bool {
    let mut terms = Terms::default();
    let removed = terms.without_lets::<BUG>(program, None, 0);
    !evaluate(program, None, None, STEPS).agrees(terms.evaluate(removed, None, None, STEPS))
}

/// The types of the variables in scope, the innermost first.
struct Typing<'a> {
    name: Lazy<Nat>,
    ty: Lazy<Type>,
    outer: Option<&'a Typing<'a>>,
}

/// The types of the arguments that a function is applied to, the nearest first.
struct Arguments<'a> {
    ty: Lazy<Type>,
    next: Option<&'a Arguments<'a>>,
}

/// Returns whether a term, applied to some arguments, has the type wanted, or any type if none is.
fn fits(
    term: Lazy<Exp>,
    scope: Option<&Typing<'_>>,
    arguments: Option<&Arguments<'_>>,
    wanted: Option<Lazy<Type>>,
) -> bool {
    match term.force() {
        ExpView::Var(name) => {
            let mut rest = scope;
            while let Some(variable) = rest {
                if equal(variable.name, name) {
                    return results_in(variable.ty, arguments, wanted);
                }
                rest = variable.outer;
            }
            false
        }
        ExpView::Lit(literal) => {
            arguments.is_none()
                && wanted.is_none_or(|wanted| match wanted.force() {
                    TypeView::Unit => matches!(literal.force(), ValView::Unit),
                    TypeView::Bool => matches!(literal.force(), ValView::Bool(_)),
                    TypeView::Fun(..) => false,
                })
        }
        ExpView::Lam(name, body) => {
            let (ty, rest, wanted) = match (arguments, wanted) {
                (Some(argument), _) => (argument.ty, argument.next, wanted),
                (None, Some(wanted)) => match wanted.force() {
                    TypeView::Fun(from, to) => (from, None, Some(to)),
                    _ => return false,
                },
                // It is not known what a function that is not applied takes.
                (None, None) => return false,
            };
            fits(body, Some(&Typing { name, ty, outer: scope }), rest, wanted)
        }
        ExpView::App(function, argument, ty) => and(
            || fits(function, scope, Some(&Arguments { ty, next: arguments }), wanted),
            || fits(argument, scope, None, Some(ty)),
        ),
        ExpView::Let(definitions, body) => define(definitions, body, scope, arguments, wanted),
    }
}

fn define(
    definitions: Lazy<Vec<(Type, Nat, Exp)>>,
    body: Lazy<Exp>,
    scope: Option<&Typing<'_>>,
    arguments: Option<&Arguments<'_>>,
    wanted: Option<Lazy<Type>>,
) -> bool {
    match definitions.force() {
        ListView::Nil => fits(body, scope, arguments, wanted),
        ListView::Cons(definition, rest) => {
            let (ty, name, term) = definition.force();
            and(
                || fits(term, scope, None, Some(ty)),
                || define(rest, body, Some(&Typing { name, ty, outer: scope }), arguments, wanted),
            )
        }
    }
}

/// Gives a function of this type, applied to some arguments, the type wanted?
fn results_in(ty: Lazy<Type>, arguments: Option<&Arguments<'_>>, wanted: Option<Lazy<Type>>) -> bool {
    match arguments {
        None => wanted.is_none_or(|wanted| same(ty, wanted)),
        Some(argument) => match ty.force() {
            TypeView::Fun(from, to) => {
                and(|| same(from, argument.ty), || results_in(to, argument.next, wanted))
            }
            _ => false,
        },
    }
}

fn same(a: Lazy<Type>, b: Lazy<Type>) -> bool {
    match (a.force(), b.force()) {
        (TypeView::Unit, TypeView::Unit) | (TypeView::Bool, TypeView::Bool) => true,
        (TypeView::Fun(a, b), TypeView::Fun(c, d)) => and(|| same(a, c), || same(b, d)),
        _ => false,
    }
}

/// What a program evaluates to.
#[derive(Clone, Copy)]
enum Outcome {
    Literal(Lazy<Val>),
    /// All functions look alike.
    Function,
    /// The program went wrong, or on for too long: no well-typed one does.
    Wrong,
}

impl Outcome {
    fn agrees(self, other: Self) -> bool {
        match (self, other) {
            (Outcome::Literal(a), Outcome::Literal(b)) => match (a.force(), b.force()) {
                (ValView::Unit, ValView::Unit) => true,
                (ValView::Bool(a), ValView::Bool(b)) => a.force() == b.force(),
                _ => false,
            },
            (Outcome::Function, Outcome::Function) | (Outcome::Wrong, Outcome::Wrong) => true,
            _ => false,
        }
    }
}

/// How many steps an evaluation may take: a removal that goes wrong may leave a program that never ends.
const STEPS: u32 = 1000;

/// What the variables in scope stand for: terms with their own scope, as evaluation by name has it.
struct Scope<'a> {
    name: Lazy<Nat>,
    term: Lazy<Exp>,
    of_term: Option<&'a Scope<'a>>,
    outer: Option<&'a Scope<'a>>,
}

/// Arguments that a function is applied to, the nearest first.
struct Stack<'a> {
    term: Lazy<Exp>,
    scope: Option<&'a Scope<'a>>,
    next: Option<&'a Stack<'a>>,
}

/// Returns the result of a term, applied to some arguments. A machine with one call a step, so that scopes and arguments
/// live on the stack until the result is known.
fn evaluate(term: Lazy<Exp>, scope: Option<&Scope<'_>>, stack: Option<&Stack<'_>>, steps: u32) -> Outcome {
    let Some(steps) = steps.checked_sub(1) else { return Outcome::Wrong };
    match term.force() {
        ExpView::Var(name) => {
            let mut rest = scope;
            while let Some(variable) = rest {
                if equal(variable.name, name) {
                    return evaluate(variable.term, variable.of_term, stack, steps);
                }
                rest = variable.outer;
            }
            Outcome::Wrong
        }
        ExpView::Lit(literal) if stack.is_none() => Outcome::Literal(literal),
        ExpView::Lit(_) => Outcome::Wrong,
        ExpView::Lam(name, body) => {
            let Some(&Stack { term, scope: of_term, next }) = stack else { return Outcome::Function };
            evaluate(body, Some(&Scope { name, term, of_term, outer: scope }), next, steps)
        }
        ExpView::App(function, argument, _) => {
            evaluate(function, scope, Some(&Stack { term: argument, scope, next: stack }), steps)
        }
        ExpView::Let(definitions, body) => evaluate_let(definitions, body, scope, stack, steps),
    }
}

fn evaluate_let(
    definitions: Lazy<Vec<(Type, Nat, Exp)>>,
    body: Lazy<Exp>,
    scope: Option<&Scope<'_>>,
    stack: Option<&Stack<'_>>,
    steps: u32,
) -> Outcome {
    match definitions.force() {
        ListView::Nil => evaluate(body, scope, stack, steps),
        ListView::Cons(definition, rest) => {
            let (_, name, term) = definition.force();
            evaluate_let(rest, body, Some(&Scope { name, term, of_term: scope, outer: scope }), stack, steps)
        }
    }
}

/// Terms without lets; what is substituted twice stands here once.
#[derive(Default)]
struct Terms(Vec<Term>);

/// A place among the terms.
type Place = u32;

/// A term without lets. A function and its variables have the place of the function for a name, which makes names
/// unique: nothing is captured.
#[derive(Clone, Copy)]
enum Term {
    Var(Place),
    Lit(Lazy<Val>),
    Lam(Place),
    App(Place, Place),
    /// A variable without a definition.
    Free,
}

/// What is to be substituted.
struct Names<'a> {
    name: Lazy<Nat>,
    meaning: Meaning,
    outer: Option<&'a Names<'a>>,
}

#[derive(Clone, Copy)]
enum Meaning {
    Parameter(Place),
    /// Of the let with this many lets around it.
    Definition {
        of: u32,
        place: Place,
    },
}

impl Names<'_> {
    /// Returns what a name stands for: the innermost of its meanings. With the bug a definition of an outer let, as far out
    /// as there is one before a parameter: outer lets are substituted first, below inner ones of the same name as well.
    fn meaning<const BUG: bool>(&self, name: Lazy<Nat>) -> Option<Meaning> {
        let mut definition = None;
        let mut rest = Some(self);
        while let Some(names) = rest {
            if equal(names.name, name) {
                match (definition, names.meaning) {
                    // One let's definitions follow each other as they should.
                    (Some(Meaning::Definition { of, .. }), Meaning::Definition { of: same, .. })
                        if of == same => {}
                    (_, meaning @ Meaning::Definition { .. }) if BUG => definition = Some(meaning),
                    (definition, meaning) => return Some(definition.unwrap_or(meaning)),
                }
            }
            rest = names.outer;
        }
        definition
    }
}

/// What the parameters in scope stand for.
struct Bound<'a> {
    parameter: Place,
    place: Place,
    of_place: Option<&'a Bound<'a>>,
    outer: Option<&'a Bound<'a>>,
}

/// Arguments, the nearest first.
struct Waiting<'a> {
    place: Place,
    scope: Option<&'a Bound<'a>>,
    next: Option<&'a Waiting<'a>>,
}

impl Terms {
    fn push(&mut self, term: Term) -> Place {
        self.0.push(term);
        self.0.len() as Place - 1
    }

    /// Returns the term with its lets substituted, below this many lets.
    fn without_lets<const BUG: bool>(
        &mut self,
        term: Lazy<Exp>,
        names: Option<&Names<'_>>,
        lets: u32,
    ) -> Place {
        match term.force() {
            ExpView::Var(name) => match names.and_then(|names| names.meaning::<BUG>(name)) {
                Some(Meaning::Parameter(of)) => self.push(Term::Var(of)),
                Some(Meaning::Definition { place, .. }) => place,
                None => self.push(Term::Free),
            },
            ExpView::Lit(literal) => self.push(Term::Lit(literal)),
            ExpView::Lam(name, body) => {
                let function = self.push(Term::Free);
                let names = Names { name, meaning: Meaning::Parameter(function), outer: names };
                let body = self.without_lets::<BUG>(body, Some(&names), lets);
                self.0[function as usize] = Term::Lam(body);
                function
            }
            ExpView::App(function, argument, _) => {
                let function = self.without_lets::<BUG>(function, names, lets);
                let argument = self.without_lets::<BUG>(argument, names, lets);
                self.push(Term::App(function, argument))
            }
            ExpView::Let(definitions, body) => {
                self.without_definitions::<BUG>(definitions, body, names, lets + 1)
            }
        }
    }

    fn without_definitions<const BUG: bool>(
        &mut self,
        definitions: Lazy<Vec<(Type, Nat, Exp)>>,
        body: Lazy<Exp>,
        names: Option<&Names<'_>>,
        lets: u32,
    ) -> Place {
        match definitions.force() {
            ListView::Nil => self.without_lets::<BUG>(body, names, lets),
            ListView::Cons(definition, rest) => {
                let (_, name, term) = definition.force();
                let place = self.without_lets::<BUG>(term, names, lets);
                let names = Names { name, meaning: Meaning::Definition { of: lets, place }, outer: names };
                self.without_definitions::<BUG>(rest, body, Some(&names), lets)
            }
        }
    }

    /// As [`evaluate`].
    fn evaluate(
        &self,
        place: Place,
        scope: Option<&Bound<'_>>,
        stack: Option<&Waiting<'_>>,
        steps: u32,
    ) -> Outcome {
        let Some(steps) = steps.checked_sub(1) else { return Outcome::Wrong };
        match self.0[place as usize] {
            Term::Var(parameter) => {
                let mut rest = scope;
                while let Some(bound) = rest {
                    if bound.parameter == parameter {
                        return self.evaluate(bound.place, bound.of_place, stack, steps);
                    }
                    rest = bound.outer;
                }
                Outcome::Wrong
            }
            Term::Lit(literal) if stack.is_none() => Outcome::Literal(literal),
            Term::Free | Term::Lit(_) => Outcome::Wrong,
            Term::Lam(body) => {
                let Some(&Waiting { place: argument, scope: of_place, next }) = stack else {
                    return Outcome::Function;
                };
                let scope = Bound { parameter: place, place: argument, of_place, outer: scope };
                self.evaluate(body, Some(&scope), next, steps)
            }
            Term::App(function, argument) => {
                self.evaluate(function, scope, Some(&Waiting { place: argument, scope, next: stack }), steps)
            }
        }
    }
}
