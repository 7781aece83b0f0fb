//! Selects functions to inline: small ones that cannot fail, are not recursive and make no choices.

use std::collections::HashMap;

use crate::core::{Binder, ConId, DataId, Expr, GlobalId, Kind, Pattern, Primitive, Program};

/// The maximal number of nodes of a small function.
const SMALL: u32 = 24;

/// The functions to be inlined.
pub(super) struct Inlining<'p>(HashMap<GlobalId, (&'p [Binder], &'p Expr)>);

impl<'p> Inlining<'p> {
    /// No functions at all.
    pub(super) fn none() -> Self {
        Self(HashMap::new())
    }

    /// Returns the small functions of a program, except those that must stay calls.
    pub(super) fn of(program: &'p Program, calls: &[GlobalId]) -> Self {
        let mut inlining = Self::none();
        // A function that calls small ones can be small itself; three rounds suffice in practice.
        for _ in 0..3 {
            for (global, number) in program.globals.iter().zip(0..) {
                let id = GlobalId(number);
                if inlining.0.contains_key(&id) || calls.contains(&id) {
                    continue;
                }
                let Kind::Lambda(parameters, body) = &global.body.kind else { continue };
                let mut left = SMALL;
                if inlining.is_simple(program, body, &mut left) {
                    inlining.0.insert(id, (parameters, body));
                }
            }
        }
        inlining
    }

    /// Returns the parameters and the body of a function to be inlined.
    pub(super) fn body(&self, global: GlobalId) -> Option<(&'p [Binder], &'p Expr)> {
        self.0.get(&global).copied()
    }

    /// Returns whether a term is small and has a value for all values of its variables.
    fn is_simple(&self, program: &Program, term: &Expr, left: &mut u32) -> bool {
        let Some(rest) = left.checked_sub(1) else { return false };
        *left = rest;
        let mut all = |terms: &[&Expr]| terms.iter().all(|term| self.is_simple(program, term, left));
        match &term.kind {
            Kind::Local(_) | Kind::Integer(_) | Kind::Character(_) => true,
            Kind::Construct(constructor, fields) => {
                let fields: Vec<&Expr> = fields.iter().collect();
                is_strict(program, *constructor) && all(&fields)
            }
            Kind::Let(_, value, body) => all(&[value, body]),
            Kind::Connective(_, a, b) => all(&[a, b]),
            Kind::Primitive(primitive, a, b) => {
                !matches!(primitive, Primitive::Divide | Primitive::Modulo | Primitive::Multiply)
                    && all(&[a, b])
            }
            Kind::Apply(callee, arguments) => {
                let Kind::Global(global) = callee.kind else { return false };
                let arguments: Vec<&Expr> = arguments.iter().collect();
                let inlined = self.body(global).filter(|(parameters, _)| parameters.len() == arguments.len());
                let Some((_, body)) = inlined else { return false };
                all(&arguments) && self.is_simple(program, body, left)
            }
            Kind::Case(scrutinee, branches) => {
                let patterns = branches.iter().map(|branch| &branch.pattern);
                branches.iter().all(|branch| branch.guard.is_none())
                    && is_exhaustive(program, patterns)
                    && all(&[scrutinee])
                    && branches.iter().all(|branch| self.is_simple(program, &branch.body, left))
            }
            Kind::Force(_)
            | Kind::Global(_)
            | Kind::Text(_)
            | Kind::Lambda(..)
            | Kind::Rec(..)
            | Kind::Error(_)
            | Kind::Choice(..)
            | Kind::Draw(_) => false,
        }
    }
}

fn is_strict(program: &Program, constructor: ConId) -> bool {
    program.constructors[constructor.index()].fields.iter().all(|field| !field.is_lazy)
}

/// Returns whether flat patterns match every value.
pub(crate) fn is_exhaustive<'p>(program: &Program, patterns: impl Iterator<Item = &'p Pattern>) -> bool {
    let mut seen: Vec<ConId> = Vec::new();
    let mut data: Option<DataId> = None;
    for pattern in patterns {
        match pattern {
            Pattern::Wildcard | Pattern::Bind(_) => return true,
            Pattern::Construct(constructor, fields) => {
                let is_flat =
                    fields.iter().all(|field| matches!(field, Pattern::Wildcard | Pattern::Bind(_)));
                if !is_flat || !is_strict(program, *constructor) {
                    return false;
                }
                data = Some(program.constructors[constructor.index()].data);
                seen.push(*constructor);
            }
            Pattern::Integer(_) | Pattern::Character(_) => return false,
        }
    }
    data.is_some_and(|data| {
        program.datas[data.index()].constructors.iter().all(|constructor| seen.contains(constructor))
    })
}
