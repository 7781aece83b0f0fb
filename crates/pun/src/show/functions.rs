//! Functions of a program, with the values of captured variables substituted.

use std::collections::{HashMap, HashSet};

use super::Lowering;
use super::terms::Terms;
use crate::core::LocalId;
use crate::format::print::ELIDED;
use crate::source::Span;
use crate::tree::{self, ExprKind};
use crate::value::{Lambda, Value};

/// The maximal number of characters of a substituted value; larger ones are elided.
const MOST: usize = 1_000;

impl Lowering<'_> {
    /// Lowers a function of the program, applied to its first arguments.
    pub(super) fn function(&mut self, lambda: &Lambda, held: &[Value], arguments: &[Value]) -> tree::Expr {
        let (first, parameters) = lambda.parameters.split_at(arguments.len().min(lambda.parameters.len()));
        let variables = lambda.variables().zip(held);
        let variables = variables.chain(first.iter().map(|binder| binder.local).zip(arguments));
        let mut reserved = HashSet::new();
        let values = variables.map(|(local, value)| {
            if super::show(self.program, value, None).chars().nth(MOST).is_some() {
                return (local, super::name(ELIDED));
            }
            let (value, mentioned) = super::lowered(self.program, value, None);
            reserved.extend(mentioned);
            (local, value)
        });
        let values: HashMap<LocalId, tree::Expr> = values.collect();
        let lower = |taken| {
            let mut terms = Terms::new(self.program, values.clone());
            (terms.reserved, terms.taken, terms.is_plain) = (reserved.clone(), taken, true);
            let own = lambda.own.as_ref().filter(|(local, _)| Some(*local) == lambda.itself());
            let own = own.map(|(local, name)| terms.bind_as(*local, name));
            let mut term = terms.lambda(parameters, &lambda.body);
            if let Some(text) = own {
                term = ExprKind::Rec(tree::Name { text, span: Span::NOWHERE }, Box::new(term)).into();
            }
            (term, terms)
        };
        let (mut term, mut terms) = lower(HashSet::new());
        if !terms.given.is_empty() {
            // A new name must not occur elsewhere in the term.
            (term, terms) = lower(terms.bound.into_iter().chain(terms.mentioned).collect());
        }
        self.mentioned.extend(reserved);
        self.mentioned.extend(terms.mentioned);
        term
    }
}
