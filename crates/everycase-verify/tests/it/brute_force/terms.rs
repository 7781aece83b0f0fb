//! Terms and formulas, and their source text.

use std::fmt::{Display, Formatter, Result};

use super::values::Ty;

/// A term.
#[derive(Clone, Debug)]
pub(crate) enum Term {
    Var(String),
    Int(i64),
    Con(&'static str, Vec<Term>),
    /// A call of the generator, or of one of the functions of `predicates`.
    Call(&'static str, Vec<Term>),
    Op(&'static str, Box<Term>, Box<Term>),
    If(Box<Term>, Box<Term>, Box<Term>),
    Let(String, Box<Term>, Box<Term>),
    /// Branches are a constructor, names for its fields, and a term.
    Case(Box<Term>, Vec<(&'static str, Vec<String>, Term)>),
    Choice(Box<Term>, Box<Term>),
    IntGen,
    NatGen,
    BoolGen,
    Range(Box<Term>, Box<Term>),
    Error,
}

/// A formula.
#[derive(Clone, Debug)]
pub(crate) enum Formula {
    Term(Term),
    Quantified(bool, String, Ty, Box<Formula>),
    Op(&'static str, Box<Formula>, Box<Formula>),
    Not(Box<Formula>),
}

/// A generator with its coverage type.
#[derive(Clone, Debug)]
pub(crate) struct Generator {
    pub(crate) parameters: Vec<(String, Ty, Option<Formula>)>,
    pub(crate) result: Ty,
    /// About the parameters and `v`.
    pub(crate) covers: Formula,
    pub(crate) body: Term,
}

pub(crate) fn var(name: &str) -> Term {
    Term::Var(name.to_owned())
}

pub(crate) fn con(name: &'static str, fields: Vec<Term>) -> Term {
    Term::Con(name, fields)
}

pub(crate) fn op(op: &'static str, a: Term, b: Term) -> Term {
    Term::Op(op, Box::new(a), Box::new(b))
}

pub(crate) fn if_then_else(condition: Term, a: Term, b: Term) -> Term {
    Term::If(Box::new(condition), Box::new(a), Box::new(b))
}

pub(crate) fn with(name: &str, value: Term, body: Term) -> Term {
    Term::Let(name.to_owned(), Box::new(value), Box::new(body))
}

pub(crate) fn choice(a: Term, b: Term) -> Term {
    Term::Choice(Box::new(a), Box::new(b))
}

pub(crate) fn range(a: Term, b: Term) -> Term {
    Term::Range(Box::new(a), Box::new(b))
}

impl Formula {
    pub(crate) fn op(op: &'static str, a: Self, b: Self) -> Self {
        Self::Op(op, Box::new(a), Box::new(b))
    }

    pub(crate) fn quantified(exists: bool, name: &str, ty: Ty, body: Self) -> Self {
        Self::Quantified(exists, name.to_owned(), ty, Box::new(body))
    }

    /// Returns how many quantifiers are nested.
    pub(crate) fn nested(&self) -> i64 {
        match self {
            Self::Term(_) => 0,
            Self::Quantified(_, _, _, body) => 1 + body.nested(),
            Self::Op(_, a, b) => a.nested().max(b.nested()),
            Self::Not(inner) => inner.nested(),
        }
    }
}

fn apply(f: &mut Formatter<'_>, name: &str, arguments: &[Term]) -> Result {
    write!(f, "({name}")?;
    arguments.iter().try_for_each(|argument| write!(f, " {argument}"))?;
    write!(f, ")")
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Var(name) => write!(f, "{name}"),
            Self::Int(n) => write!(f, "({n})"),
            Self::Con("::", fields) => write!(f, "({} :: {})", fields[0], fields[1]),
            Self::Con(name, fields) if fields.is_empty() => write!(f, "{name}"),
            Self::Con(name, fields) => apply(f, name, fields),
            Self::Call(name, arguments) => apply(f, name, arguments),
            Self::Op(op, a, b) => write!(f, "({a} {op} {b})"),
            Self::If(condition, a, b) => write!(f, "(if {condition} then {a} else {b})"),
            Self::Let(name, value, body) => write!(f, "(let {name} = {value} in {body})"),
            Self::Case(of, branches) => {
                write!(f, "(case {of} of")?;
                for (con, names, body) in branches {
                    match (*con, &names[..]) {
                        ("::", [first, rest]) => write!(f, " ; {first} :: {rest} -> {body}")?,
                        (_, []) => write!(f, " ; {con} -> {body}")?,
                        _ => write!(f, " ; [{con} {}] -> {body}", names.join(" "))?,
                    }
                }
                write!(f, ")")
            }
            Self::Choice(a, b) => write!(f, "({a} <+> {b})"),
            Self::IntGen => write!(f, "(int-gen ())"),
            Self::NatGen => write!(f, "(nat-gen ())"),
            Self::BoolGen => write!(f, "(bool-gen ())"),
            Self::Range(a, b) => write!(f, "(int-range {a} {b})"),
            Self::Error => write!(f, "(error \"none\")"),
        }
    }
}

impl Display for Formula {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Term(term) => write!(f, "{term}"),
            Self::Quantified(exists, name, ty, body) => {
                let quantifier = if *exists { "exists" } else { "forall" };
                write!(f, "({quantifier} ({name} : {}) . {body})", ty.name())
            }
            Self::Op(op, a, b) => write!(f, "({a} {op} {b})"),
            Self::Not(inner) => write!(f, "(not {inner})"),
        }
    }
}

impl Display for Generator {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "generator g : ")?;
        for (name, ty, predicate) in &self.parameters {
            match predicate {
                None => write!(f, "({name} : {}) -> ", ty.name())?,
                Some(predicate) => write!(f, "({name} : {} | {predicate}) -> ", ty.name())?,
            }
        }
        writeln!(f, "[v : {} | {}] .", self.result.name(), self.covers)?;
        write!(f, "g")?;
        self.parameters.iter().try_for_each(|(name, _, _)| write!(f, " {name}"))?;
        writeln!(f, " = {} .", self.body)
    }
}
