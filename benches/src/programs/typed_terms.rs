//! STLC (Paper III, section 6.2): simply typed lambda terms with numbered variables, each in scope by construction.

use everycase::lazy::{Inspect, Pending, pending};
use everycase::space::{Alternative, At, Codec, EncodeError, Encoder, Key, Shape, Source};
use everycase::{Enumerable, Lazy, Space};

/// Types: three base types, and functions.
#[allow(missing_docs)]
#[derive(Debug, Clone, PartialEq, Eq, Hash, Enumerable)]
pub enum Type {
    A,
    B,
    C,
    Fun(Box<Type>, Box<Type>),
}

/// Terms below six constants. An application tells the type of its argument; variables count the functions around
/// them, the nearest first, and then the constants.
#[allow(missing_docs)]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Term {
    App(Box<Term>, Box<Term>, Type),
    Var(u32),
    Lam(Box<Term>),
}

const CONSTANTS: u32 = 6;

/// What a variable counts, besides 1 for being one.
#[derive(Clone, Copy)]
enum Variables {
    /// Nothing.
    Nothing,
    /// One for itself, and one for each function between it and its own, as in `examples/stlc.pun`.
    ByDistance,
}

/// Terms with this many variables in scope.
fn in_scope(variables: u32, cost: Variables) -> Shape {
    Shape::named(Key::of::<Term>().with(u64::from(variables)).with(cost as u64), move || {
        let paid = |variable: u32| match cost {
            Variables::Nothing => 0,
            Variables::ByDistance => variable.min(variables - CONSTANTS) + 1,
        };
        let variable = Shape::choice((0..variables).map(|i| Alternative::new("Var", []).pay(paid(i))));
        Shape::choice([
            Alternative::new("App", [in_scope(variables, cost), in_scope(variables, cost), Type::shape()]),
            Alternative::new("Var", [variable]),
            Alternative::new("Lam", [in_scope(variables + 1, cost)]),
        ])
        .pay(1)
    })
}

/// Returns the terms by the sizes of `examples/stlc.pun`.
pub fn by_distance() -> Space<Term> {
    Space::new(in_scope(CONSTANTS, Variables::ByDistance), Same)
}

/// The codec of the type, for other sizes.
struct Same;

impl Codec<Term> for Same {
    fn decode(&self, at: At<'_>) -> Term {
        Term::decode(at)
    }

    fn encode(&self, term: &Term, to: &mut Encoder) -> Result<(), EncodeError> {
        term.encode(to)
    }

    fn source(&self, at: At<'_>, out: &mut Source) {
        Term::source(at, out);
    }
}

impl Enumerable for Term {
    fn shape() -> Shape {
        in_scope(CONSTANTS, Variables::Nothing)
    }

    fn decode(at: At<'_>) -> Self {
        let term = |i| Box::new(Self::decode(at.field(i)));
        match at.alternative() {
            0 => Term::App(term(0), term(1), Type::decode(at.field(2))),
            1 => Term::Var(at.field(0).alternative() as u32),
            _ => Term::Lam(term(0)),
        }
    }

    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        match self {
            Term::App(function, argument, ty) => {
                to.alternative(0)?;
                function.encode(to)?;
                argument.encode(to)?;
                ty.encode(to)
            }
            Term::Var(variable) => {
                to.alternative(1)?;
                to.alternative(*variable as usize)
            }
            Term::Lam(body) => {
                to.alternative(2)?;
                body.encode(to)
            }
        }
    }

    fn source(at: At<'_>, out: &mut Source) {
        let name = ["App", "Var", "Lam"][at.alternative().min(2)];
        out.name(module_path!(), "Term");
        out.push_str("::");
        out.push_str(name);
        out.push('(');
        match at.alternative() {
            1 => out.push_str(&at.field(0).alternative().to_string()),
            alternative => {
                Box::<Self>::source(at.field(0), out);
                if alternative == 0 {
                    out.push_str(", ");
                    Box::<Self>::source(at.field(1), out);
                    out.push_str(", ");
                    Type::source(at.field(2), out);
                }
            }
        }
        out.push(')');
    }
}

/// A term as it is looked at.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy)]
pub enum TermView {
    App(Lazy<Term>, Lazy<Term>, Lazy<Type>),
    Var(u32),
    Lam(Lazy<Term>),
}

/// The alternatives of a variable.
struct Variable;

impl Inspect for Term {
    type View = TermView;

    #[inline]
    fn inspect(lazy: Lazy<Self>) -> TermView {
        let term = lazy.decide();
        match term.alternative() {
            0 => TermView::App(term.field(0), term.field(1), term.field(2)),
            1 => TermView::Var(term.field::<Variable>(0).decide().alternative() as u32),
            _ => TermView::Lam(term.field(0)),
        }
    }
}

/// A type as the checker knows it.
#[derive(Clone, Copy)]
enum Known {
    A,
    B,
    Given(Lazy<Type>),
    /// A function: where the checker has its types.
    Fun(u32),
}

/// The outermost constructor of a type.
enum Head {
    A,
    B,
    C,
    Fun(Known, Known),
}

/// That a term has a type, still to be checked.
#[derive(Clone, Copy)]
struct Goal {
    term: Lazy<Term>,
    /// Where the innermost variable is.
    scope: Scope,
    wanted: Known,
}

/// A place among the variables in scope; `CONSTANTS` is outside of all functions.
type Scope = u32;

/// What is known of the types of a term.
struct Checker {
    functions: Vec<(Known, Known)>,
    /// Types of variables, each with what is around it. The constants are the first ones.
    variables: Vec<(Known, Scope)>,
    goals: Vec<Goal>,
}

/// The function types that the checker knows from the beginning: A -> A, A -> B, B -> A, A -> A -> A.
const FUNCTIONS: [(Known, Known); 4] =
    [(Known::A, Known::A), (Known::A, Known::B), (Known::B, Known::A), (Known::A, A_TO_A)];
const A_TO_A: Known = Known::Fun(0);

/// The types of the constants: A, B, A -> A, A -> B, B -> A, A -> A -> A; the last one is the farthest.
const CONSTANT_TYPES: [Known; CONSTANTS as usize] =
    [Known::Fun(3), Known::Fun(2), Known::Fun(1), A_TO_A, Known::B, Known::A];

/// Returns whether a term has the type A -> A.
pub fn well_typed(term: Lazy<Term>) -> bool {
    let mut checker = Checker {
        functions: Vec::with_capacity(32),
        variables: Vec::with_capacity(32),
        goals: Vec::with_capacity(32),
    };
    checker.functions.extend(FUNCTIONS);
    checker.variables.extend(CONSTANT_TYPES.into_iter().zip(0..));
    checker.goals.push(Goal { term, scope: CONSTANTS, wanted: A_TO_A });
    while let Some(goal) = checker.goals.pop() {
        let goals = checker.goals.len();
        if !checker.step(goal) {
            return false;
        }
        // With a goal done, what is left to do may be the same after another one.
        if checker.goals.len() == goals {
            pending(|to_do| checker.goals.iter().for_each(|goal| checker.name(*goal, to_do)));
        }
    }
    true
}

impl Checker {
    /// Looks at the outermost constructor of a term. The function goes before its argument, and what it results in before what it
    /// takes: so most applications fail before the argument is looked at.
    fn step(&mut self, Goal { term, scope, wanted }: Goal) -> bool {
        match term.force() {
            TermView::Var(variable) => {
                let mut at = scope;
                for _ in 0..variable {
                    at = self.variables[at as usize - 1].1;
                }
                self.are_equal(self.variables[at as usize - 1].0, wanted)
            }
            TermView::Lam(term) => {
                let Head::Fun(from, wanted) = self.head(wanted) else { return false };
                self.variables.push((from, scope));
                let scope = self.variables.len() as Scope;
                self.goals.push(Goal { term, scope, wanted });
                true
            }
            TermView::App(function, argument, ty) => {
                let ty = Known::Given(ty);
                self.functions.push((ty, wanted));
                let of_function = Known::Fun(self.functions.len() as u32 - 1);
                self.goals.push(Goal { term: argument, scope, wanted: ty });
                self.goals.push(Goal { term: function, scope, wanted: of_function });
                true
            }
        }
    }

    fn head(&self, ty: Known) -> Head {
        match ty {
            Known::A => Head::A,
            Known::B => Head::B,
            Known::Fun(at) => {
                let (from, to) = self.functions[at as usize];
                Head::Fun(from, to)
            }
            Known::Given(ty) => match ty.force() {
                TypeView::A => Head::A,
                TypeView::B => Head::B,
                TypeView::C => Head::C,
                TypeView::Fun(from, to) => Head::Fun(Known::Given(from), Known::Given(to)),
            },
        }
    }

    fn are_equal(&self, a: Known, b: Known) -> bool {
        match (self.head(a), self.head(b)) {
            (Head::A, Head::A) | (Head::B, Head::B) | (Head::C, Head::C) => true,
            (Head::Fun(a, b), Head::Fun(c, d)) => self.are_equal(b, d) && self.are_equal(a, c),
            _ => false,
        }
    }

    fn name(&self, Goal { term, mut scope, wanted }: Goal, to_do: &mut Pending<'_>) {
        to_do.lazy(term);
        self.name_type(wanted, to_do);
        while scope > CONSTANTS {
            let (ty, outer) = self.variables[scope as usize - 1];
            self.name_type(ty, to_do);
            scope = outer;
        }
    }

    fn name_type(&self, ty: Known, to_do: &mut Pending<'_>) {
        match ty {
            Known::A => to_do.alternative(0),
            Known::B => to_do.alternative(1),
            Known::Given(ty) => to_do.lazy(ty),
            Known::Fun(at) => {
                let (from, to) = self.functions[at as usize];
                to_do.alternative(3);
                self.name_type(from, to_do);
                self.name_type(to, to_do);
            }
        }
    }
}
