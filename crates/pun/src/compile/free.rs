//! The free local variables of a term.

use std::collections::BTreeSet;

use crate::core::{Branch, Draw, Expr, Kind, LocalId, Pattern};

/// Returns the free variables of a term, in order. All variables of a definition have different
/// numbers, so one that is bound anywhere in the term is bound at each mention.
pub(crate) fn free(term: &Expr) -> Vec<LocalId> {
    let mut variables = Variables::default();
    variables.term(term);
    variables.mentioned.difference(&variables.bound).copied().collect()
}

#[derive(Default)]
struct Variables {
    mentioned: BTreeSet<LocalId>,
    bound: BTreeSet<LocalId>,
}

impl Variables {
    fn term(&mut self, term: &Expr) {
        match &term.kind {
            Kind::Local(local) | Kind::Force(local) => {
                self.mentioned.insert(*local);
            }
            Kind::Global(_)
            | Kind::Integer(_)
            | Kind::Character(_)
            | Kind::Text(_)
            | Kind::Draw(Draw::Integer | Draw::Natural | Draw::Boolean) => {}
            Kind::Construct(_, terms) => terms.iter().for_each(|term| self.term(term)),
            Kind::Lambda(binders, body) => {
                self.bound.extend(binders.iter().map(|binder| binder.local));
                self.term(body);
            }
            Kind::Apply(callee, arguments) => {
                self.term(callee);
                for argument in arguments {
                    self.term(argument);
                }
            }
            Kind::Let(binder, value, body) => {
                self.bound.insert(binder.local);
                self.term(value);
                self.term(body);
            }
            Kind::Rec(binder, body) => {
                self.bound.insert(binder.local);
                self.term(body);
            }
            Kind::Case(scrutinee, branches) => {
                self.term(scrutinee);
                for branch in branches {
                    self.branch(branch);
                }
            }
            Kind::Connective(_, a, b)
            | Kind::Primitive(_, a, b)
            | Kind::Choice(a, b)
            | Kind::Draw(Draw::Between(a, b)) => {
                self.term(a);
                self.term(b);
            }
            Kind::Error(text) => self.term(text),
        }
    }

    fn branch(&mut self, branch: &Branch) {
        self.pattern(&branch.pattern);
        branch.guard.iter().for_each(|guard| self.term(guard));
        self.term(&branch.body);
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Bind(binder) => {
                self.bound.insert(binder.local);
            }
            Pattern::Construct(_, patterns) => patterns.iter().for_each(|pattern| self.pattern(pattern)),
            Pattern::Wildcard | Pattern::Integer(_) | Pattern::Character(_) => {}
        }
    }
}
