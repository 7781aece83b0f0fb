//! STLC (Paper III, section 6.2): simply typed lambda terms with numbered variables, each in scope by construction.

use everycase::{Alternative, At, EncodeError, Encoder, Enumerable, Inspect, Key, Lazy, Shape, Source};

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

/// Terms with so many variables in scope.
fn in_scope(variables: u32) -> Shape {
    Shape::named(Key::of::<Term>().with(u64::from(variables)), move || {
        let variable = Shape::choice((0..variables).map(|_| Alternative::new("Var", [])));
        Shape::choice([
            Alternative::new("App", [in_scope(variables), in_scope(variables), Type::shape()]),
            Alternative::new("Var", [variable]),
            Alternative::new("Lam", [in_scope(variables + 1)]),
        ])
        .pay(1)
    })
}

impl Enumerable for Term {
    fn shape() -> Shape {
        in_scope(CONSTANTS)
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
enum Known<'a> {
    A,
    B,
    Given(Lazy<Type>),
    Fun(&'a Known<'a>, &'a Known<'a>),
}

/// The outermost constructor of a type.
enum Head<'a> {
    A,
    B,
    C,
    Fun(Known<'a>, Known<'a>),
}

impl<'a> Known<'a> {
    fn head(self) -> Head<'a> {
        match self {
            Known::A => Head::A,
            Known::B => Head::B,
            Known::Fun(from, to) => Head::Fun(*from, *to),
            Known::Given(ty) => match ty.force() {
                TypeView::A => Head::A,
                TypeView::B => Head::B,
                TypeView::C => Head::C,
                TypeView::Fun(from, to) => Head::Fun(Known::Given(from), Known::Given(to)),
            },
        }
    }

    fn is(self, other: Known<'_>) -> bool {
        match (self.head(), other.head()) {
            (Head::A, Head::A) | (Head::B, Head::B) | (Head::C, Head::C) => true,
            (Head::Fun(a, b), Head::Fun(c, d)) => a.is(c) && b.is(d),
            _ => false,
        }
    }
}

/// The types of the variables in scope, the innermost first.
struct Scope<'a> {
    ty: Known<'a>,
    outer: Option<&'a Scope<'a>>,
}

const A_TO_A: Known<'static> = Known::Fun(&Known::A, &Known::A);

/// The constants: A, B, A -> A, A -> B, B -> A, A -> A -> A.
const SCOPE: Scope<'static> = {
    const fn scope(ty: Known<'static>, outer: &'static Scope<'static>) -> Scope<'static> {
        Scope { ty, outer: Some(outer) }
    }
    const LAST: Scope<'static> = Scope { ty: Known::Fun(&Known::A, &A_TO_A), outer: None };
    const FIFTH: Scope<'static> = scope(Known::Fun(&Known::B, &Known::A), &LAST);
    const FOURTH: Scope<'static> = scope(Known::Fun(&Known::A, &Known::B), &FIFTH);
    const THIRD: Scope<'static> = scope(A_TO_A, &FOURTH);
    const SECOND: Scope<'static> = scope(Known::B, &THIRD);
    scope(Known::A, &SECOND)
};

/// Has a term the type A -> A?
pub fn well_typed(term: Lazy<Term>) -> bool {
    has_type(term, &SCOPE, A_TO_A)
}

fn has_type(term: Lazy<Term>, scope: &Scope<'_>, wanted: Known<'_>) -> bool {
    match term.force() {
        TermView::Var(variable) => {
            let mut found = Some(scope);
            for _ in 0..variable {
                found = found.and_then(|scope| scope.outer);
            }
            found.is_some_and(|found| found.ty.is(wanted))
        }
        TermView::Lam(body) => match wanted.head() {
            Head::Fun(ty, to) => has_type(body, &Scope { ty, outer: Some(scope) }, to),
            _ => false,
        },
        TermView::App(function, argument, ty) => {
            let ty = Known::Given(ty);
            has_type(argument, scope, ty) && has_type(function, scope, Known::Fun(&ty, &wanted))
        }
    }
}
