//! The outermost expressions that have not been evaluated, with the reason.
//!
//! An expression that has not been evaluated within one that has: the reason follows from their
//! kinds. In `f (g x) (h y)`, if the call has begun and `h y` has not, then `g x` never had a
//! value.

use std::fmt;

use super::Coverage;
use super::terms::{behind_patterns, parts};
use crate::compile::is_exhaustive;
use crate::core::{Expr, Kind, Program};
use crate::source::{Sources, Span};

/// An expression that has not been evaluated, within one that has; or a condition that never had
/// one of the two values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverageGap {
    /// The expression.
    pub span: Span,
    /// Why.
    pub why: Why,
}

/// Why an expression has not been evaluated, or not with both values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is the body of a definition that has never been called.
    Definition {
        /// What may call it.
        by: Use,
        /// Whether it has parameters.
        is_function: bool,
    },
    /// It is the body of a local function that has never been called.
    Function,
    /// It is a branch that has never been taken.
    Branch,
    /// It is an operand of a choice that has never been chosen.
    Alternative,
    /// It is the right operand of a connective, which has never been needed; where the left one may
    /// have ended the run each time, its span.
    Operand(Option<Span>),
    /// It follows an expression that never had a value.
    After(Span),
    /// It follows an expression that never had a value that fits.
    Unfit(Span),
    /// It is a lazy field that has never been forced.
    Field,
    /// It has been evaluated: it is a condition whose value was always this one.
    Always(bool),
}

/// What uses a definition that has never been called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Its module exports it.
    Exported,
    /// An expression that has been evaluated mentions it.
    Reached,
    /// Only expressions that have not been evaluated mention it.
    Unreached,
    /// Only properties and coverage types mention it.
    Properties,
    /// Nothing mentions it.
    Nothing,
}

impl Why {
    /// The headings of the groups, in order.
    pub(super) const GROUPS: [&str; 8] = [
        "definitions that are never called",
        "functions that are never called",
        "branches that are never taken",
        "operands that are never needed",
        "expressions after one that never has a value",
        "lazy fields that are never forced",
        "conditions that are never true",
        "conditions that are never false",
    ];

    /// Returns the group, as an index into the headings.
    pub(super) fn group(self) -> usize {
        match self {
            Self::Definition { .. } => 0,
            Self::Function => 1,
            Self::Branch | Self::Alternative => 2,
            Self::Operand(_) => 3,
            Self::After(_) | Self::Unfit(_) => 4,
            Self::Field => 5,
            Self::Always(false) => 6,
            Self::Always(true) => 7,
        }
    }

    /// Returns the reason in words.
    pub fn words(self, sources: &Sources) -> String {
        let quoted = |span| super::excerpt(sources, span);
        match self {
            Self::Definition { by, is_function } => {
                format!("never {}: {by}", if is_function { "called" } else { "used" })
            }
            Self::Function => "this function is never called".to_owned(),
            Self::Branch => "this branch is never taken".to_owned(),
            Self::Alternative => "this is never chosen".to_owned(),
            Self::Operand(None) => "this operand is never needed".to_owned(),
            Self::Operand(Some(left)) => {
                format!("this operand is never needed, or {} never has a value", quoted(left))
            }
            Self::After(before) => format!("{} never has a value", quoted(before)),
            Self::Unfit(before) => format!("{} never has a value that fits", quoted(before)),
            Self::Field => "this lazy field is never forced".to_owned(),
            Self::Always(value) => format!("this condition is never {}", !value),
        }
    }
}

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Exported => "it is exported",
            Self::Reached => "code that is reached mentions it",
            Self::Unreached => "only code that is not reached uses it",
            Self::Properties => "only properties use it",
            Self::Nothing => "nothing uses it",
        })
    }
}

/// Returns the outermost expressions of a body that have not been evaluated, in the order of the
/// source.
pub(super) fn outermost(program: &Program, coverage: &Coverage, body: &Expr) -> Vec<CoverageGap> {
    let mut walk = Walk { program, coverage, found: Vec::new() };
    walk.part(body, Why::Branch);
    walk.found.sort_by_key(|unreached| unreached.span);
    walk.found
}

struct Walk<'a> {
    program: &'a Program,
    coverage: &'a Coverage,
    found: Vec<CoverageGap>,
}

impl<'a> Walk<'a> {
    fn is_reached(&self, term: &Expr) -> bool {
        term.span.is_nowhere() || self.coverage.contains(term.span)
    }

    /// Looks at a part of an evaluated expression; `why` is the reason if it is not evaluated.
    fn part(&mut self, term: &'a Expr, why: Why) {
        let term = behind_patterns(term);
        if self.is_reached(term) {
            self.within(term);
        } else {
            self.found.push(CoverageGap { span: term.span, why });
        }
    }

    /// Looks at the parts of an evaluated expression.
    fn within(&mut self, term: &'a Expr) {
        match &term.kind {
            Kind::Local(_)
            | Kind::Force(_)
            | Kind::Global(_)
            | Kind::Integer(_)
            | Kind::Character(_)
            | Kind::Text(_) => {}
            Kind::Lambda(_, body) => self.part(body, Why::Function),
            Kind::Let(_, value, body) => {
                self.part(value, Why::After(term.span));
                self.part(body, Why::After(value.span));
            }
            Kind::Rec(_, body) => self.part(body, Why::After(term.span)),
            Kind::Connective(_, left, right) => {
                self.part(left, Why::After(term.span));
                let may_stop = !left.needs_no_evaluation() || matches!(left.kind, Kind::Force(_));
                self.part(right, Why::Operand(may_stop.then_some(left.span)));
            }
            Kind::Choice(left, right) => {
                self.part(left, Why::Alternative);
                self.part(right, Why::Alternative);
            }
            Kind::Case(of, branches) => {
                self.part(of, Why::After(term.span));
                let is_taken = branches.iter().any(|branch| {
                    self.is_reached(branch.guard.as_ref().unwrap_or(behind_patterns(&branch.body)))
                });
                let is_whole = matches!(of.kind, Kind::Local(_));
                let unguarded = branches.iter().filter(|branch| branch.guard.is_none());
                let fits_all = is_exhaustive(self.program, unguarded.map(|branch| &branch.pattern));
                let why = match (is_taken || is_whole, fits_all) {
                    (true, _) => Why::Branch,
                    (false, true) => Why::After(of.span),
                    (false, false) => Why::Unfit(of.span),
                };
                for branch in branches {
                    match &branch.guard {
                        Some(guard) if !self.is_reached(guard) => {
                            self.found.push(CoverageGap { span: guard.span.to(branch.body.span), why });
                        }
                        guard => {
                            if let Some(guard) = guard {
                                self.within(guard);
                            }
                            self.part(&branch.body, why);
                        }
                    }
                }
            }
            Kind::Construct(..) | Kind::Apply(..) | Kind::Primitive(..) | Kind::Error(_) | Kind::Draw(_) => {
                self.operands(term);
            }
        }
    }

    /// Looks at operands, which are evaluated from left to right, except for lazy fields.
    fn operands(&mut self, term: &'a Expr) {
        let mut before = term.span;
        for part in parts(term) {
            let why = if self.is_lazy(term, part) { Why::Field } else { Why::After(before) };
            self.part(part, why);
            if why != Why::Field && self.is_reached(part) {
                before = part.span;
            }
        }
    }

    /// Returns whether a part of a term is a lazy field.
    fn is_lazy(&self, term: &Expr, part: &Expr) -> bool {
        let Kind::Construct(constructor, parts) = &term.kind else { return false };
        let fields = &self.program.constructors[constructor.index()].fields;
        parts.iter().zip(fields).any(|(own, field)| field.is_lazy && std::ptr::eq(own, part))
    }
}
