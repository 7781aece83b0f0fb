//! Messages about type mismatches.

use std::sync::Arc;

use super::goal::{Goal, Why};
use super::{Inference, too_large};
use crate::core::{DataId, Item, Type};
use crate::diagnostic::Diagnostic;
use crate::resolve::term::{Term, TermKind};
use crate::source::Span;
use crate::types::TypeNames;
use crate::unify::schemes::Numbers;
use crate::unify::solve::Clash;
use crate::unify::store::{Node, Ty};

/// The maximal number of nodes of a type that a message shows.
const SHOWN: u32 = 60;

/// A type mismatch.
pub(super) struct Misfit<'t> {
    pub(super) span: Span,
    pub(super) goal: Goal<'t>,
    pub(super) found: Ty,
    /// The term whose type was found, if there is one.
    pub(super) term: Option<&'t Term>,
}

impl Inference<'_> {
    /// Returns types as pun source; the same variables have the same names in all of them.
    pub(super) fn shown(&mut self, types: &[Ty]) -> Vec<String> {
        let rigid: Vec<Arc<str>> =
            self.names.type_variables.iter().take(self.store.rigid.len()).cloned().collect();
        let mut numbers = Numbers::after(rigid.len() as u32);
        let exported: Vec<_> = types
            .iter()
            .map(|ty| {
                let mut budget = SHOWN;
                self.store.export(*ty, &mut numbers, &mut budget)
            })
            .collect();
        let qualified = self.told_apart(&exported);
        let names = TypeNames { datas: &self.program.datas, variables: &rigid, qualified: &qualified };
        exported.iter().map(|ty| names.show(ty)).collect()
    }

    /// Returns qualified names of data types in these types that have the name of another one
    /// there.
    fn told_apart(&self, types: &[Type]) -> Vec<(DataId, Arc<str>)> {
        let mut datas = Type::datas(types.iter().collect());
        datas.sort_unstable_by_key(|data| data.0);
        datas.dedup();
        let name = |data: DataId| &self.program.datas[data.index()].name;
        let is_told = |data: &DataId| datas.iter().all(|other| other == data || name(*other) != name(*data));
        let others = datas.iter().filter(|data| !is_told(data));
        let qualified = others.filter_map(|data| {
            // Types of this file have no owner yet, and types of the prelude have none.
            let module = self.program.owner(Item::Data(*data))?;
            Some((*data, format!("{}.{}", module.name, name(*data)).into()))
        });
        qualified.collect()
    }

    pub(super) fn shown_one(&mut self, ty: Ty) -> String {
        self.shown(&[ty]).swap_remove(0)
    }

    /// Reports a diagnostic unless it repeats the last one: all characters of a text have the same
    /// type.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.last() != Some(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    pub(super) fn report_misfit(&mut self, misfit: &Misfit<'_>, clash: Clash) {
        let diagnostic = match clash {
            Clash::Different { expected_at, found_at } => {
                let diagnostic = self.different(misfit, expected_at, found_at);
                self.with_subtraction(diagnostic, &[misfit.goal.ty, misfit.found])
            }
            Clash::Infinite => self.infinite(misfit),
            Clash::TooLarge => too_large(misfit.span),
            Clash::Compared { function, at } => {
                let diagnostic = self.incomparable(misfit, function, at);
                self.with_subtraction(diagnostic, &[function])
            }
        };
        self.report(diagnostic);
        // One message about an expected type is enough.
        self.store.give_up(misfit.goal.ty);
    }

    fn different(
        &mut self,
        misfit: &Misfit<'_>,
        expected_at: Option<Span>,
        found_at: Option<Span>,
    ) -> Diagnostic {
        let shown = self.shown(&[misfit.goal.ty, misfit.found]);
        let (expected, found) = (&shown[0], &shown[1]);
        let reason = self.reason(misfit.goal.why, expected);
        let mut label = format!("this is `{found}`");
        if !reason.words.is_empty() {
            label = format!("{label}, but {}", reason.words);
        }
        let mut diagnostic =
            Diagnostic::error(misfit.span, format!("expected `{expected}`, found `{found}`")).labelled(label);
        let has_place = !reason.places.is_empty();
        for (span, words) in reason.places {
            diagnostic = diagnostic.and(span, words);
        }
        let elsewhere = |at: Option<Span>| at.filter(|at| !overlap(*at, misfit.span));
        if let Some(at) = elsewhere(expected_at).filter(|_| !has_place) {
            diagnostic = diagnostic.and(at, "the expected type comes from here");
        }
        if let Some(at) = elsewhere(found_at) {
            diagnostic = diagnostic.and(at, "the found type comes from here");
        } else if let Some(Term { kind: TermKind::Local(local), .. }) = misfit.term
            && let Some(name) = self.names.locals.get(local.index())
        {
            diagnostic = diagnostic.and(name.span, format!("`{}` is bound here", name.text));
        }
        match self.hint(misfit) {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }

    fn infinite(&mut self, misfit: &Misfit<'_>) -> Diagnostic {
        let shown = self.shown(&[misfit.goal.ty, misfit.found]);
        let diagnostic =
            Diagnostic::error(misfit.span, format!("`{}` and `{}` cannot be one type", shown[0], shown[1]))
                .labelled("one would be a part of itself");
        match misfit.goal.why {
            Why::Argument(Term { kind: TermKind::Global(global), .. }, _) if self.is_of_group(*global) => {
                let name = self.global_name(*global).map_or("it", |(name, _)| name);
                diagnostic.help(format!(
                    "within its own definition `{name}` has one type; give it a signature to use it at several"
                ))
            }
            _ => diagnostic,
        }
    }

    fn incomparable(&mut self, misfit: &Misfit<'_>, function: Ty, at: Span) -> Diagnostic {
        let is_function = matches!(self.store.node(function), Node::Arrow(..));
        let function = self.shown_one(function);
        let words = if is_function {
            format!("`{function}` is a type of functions")
        } else {
            format!("values of `{function}` hold functions")
        };
        let diagnostic =
            Diagnostic::error(misfit.span, format!("values of type `{function}` cannot be compared"));
        if overlap(at, misfit.span) {
            diagnostic.labelled(words)
        } else {
            diagnostic.labelled(words).and(at, "compared here")
        }
    }
}

fn overlap(one: Span, other: Span) -> bool {
    one.file == other.file && one.start < other.end && other.start < one.end
}
