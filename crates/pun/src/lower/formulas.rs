//! The predicates of coverage types: separates quantifiers from terms that can be evaluated.

use super::Lowering;
use crate::core::{Expr, Formula, Kind};
use crate::resolve::term::{Term, TermKind};

impl Lowering<'_> {
    /// Returns a formula, whose terms are maximal without quantifiers.
    pub(super) fn formula(&mut self, term: &Term) -> Formula {
        let span = term.span;
        match &term.kind {
            TermKind::Quantified { exists, bound, body } => {
                let body = self.formula(body);
                bound.iter().rev().fold(body, |body, bound| Formula::Quantified {
                    exists: *exists,
                    binder: self.binder(bound.local, span),
                    body: Box::new(body),
                })
            }
            TermKind::Connective(connective, left, right) => {
                match (self.formula(left), self.formula(right)) {
                    (Formula::Term(left), Formula::Term(right)) => {
                        let kind = Kind::Connective(*connective, Box::new(left), Box::new(right));
                        Formula::Term(Expr { kind, span })
                    }
                    (left, right) => Formula::Connective(*connective, Box::new(left), Box::new(right)),
                }
            }
            TermKind::Not(not, inner) => match self.formula(inner) {
                Formula::Term(inner) => {
                    let kind = Kind::Apply(Box::new(self.term(not)), vec![inner]);
                    Formula::Term(Expr { kind, span })
                }
                inner => Formula::Not(Box::new(inner)),
            },
            _ => Formula::Term(self.term(term)),
        }
    }
}
