//! Help for type errors: the probable mistake, and what to write instead.

use super::Inference;
use super::goal::Why;
use super::mismatch::Misfit;
use crate::core::{ConId, DataId};
use crate::diagnostic::Diagnostic;
use crate::resolve::habits;
use crate::resolve::term::{Term, TermKind};
use crate::resolve::{count, is_or_are};
use crate::source::Span;
use crate::unify::store::{Node, Ty};

/// The maximal length of a term that a message repeats, in bytes.
const SHORT: usize = 40;

/// Explains how a subtraction is written.
pub(super) const SUBTRACTION: &str = "a subtraction has blanks on both sides of the `-`: `m - 1`";

impl<'a> Inference<'a> {
    /// Returns the text of a span.
    fn text(&self, span: Span) -> &'a str {
        self.program.sources.text(span)
    }

    /// Returns the text after a span, without leading blanks.
    fn text_after(&self, span: Span) -> &'a str {
        let text = &self.program.sources.get(span.file).text;
        text.get(span.end as usize..).unwrap_or_default().trim_start()
    }

    /// Returns the help for a mismatch.
    pub(super) fn hint(&mut self, misfit: &Misfit<'_>) -> Option<String> {
        let (expected, found) = (self.store.node(misfit.goal.ty), self.store.node(misfit.found));
        if let (Node::Rigid(number), _) | (_, Node::Rigid(number)) = (expected, found) {
            let name = self.names.type_variables.get(number as usize)?;
            return Some(match habits::ty(name) {
                Some(ty) => format!("`{name}` stands for any type here; did you mean `{ty}`?"),
                None => format!("the signature says that `{name}` may be any type"),
            });
        }
        self.list_of_one(misfit)
            .or_else(|| self.quotes(misfit))
            .or_else(|| self.operand(misfit))
            .or_else(|| self.tuple(misfit))
            .or_else(|| self.missing(misfit))
    }

    /// Returns the help for a value such as `[true]` where a list is expected.
    fn list_of_one(&mut self, misfit: &Misfit<'_>) -> Option<String> {
        let element = *self.arguments_of(misfit.goal.ty, DataId::LIST)?.first()?;
        let text = self.text(misfit.span);
        let inner = text.strip_prefix('[')?.strip_suffix(']')?;
        let Node::Data(found, _) = self.store.node(misfit.found) else { return None };
        let fits = match self.store.node(element) {
            Node::Data(expected, _) => expected == found,
            Node::Variable { .. } => true,
            _ => false,
        };
        if !fits || found == DataId::LIST {
            return None;
        }
        let name = inner.split_whitespace().next()?;
        let list = if name == inner { format!("[({inner})]") } else { format!("[{text}]") };
        let list = if list.len() > SHORT { "[(x)]".to_owned() } else { list };
        Some(format!("brackets around the constructor `{name}` apply it; a list of one element is `{list}`"))
    }

    /// Returns the help for a text instead of a character, or the other way round.
    fn quotes(&mut self, misfit: &Misfit<'_>) -> Option<String> {
        let text = self.text(misfit.span);
        let is_character = |this: &mut Self, ty| matches!(this.store.node(ty), Node::Character);
        let is_text = |this: &mut Self, ty| {
            let element = this.arguments_of(ty, DataId::LIST).and_then(|of| of.first().copied());
            element.is_some_and(|element| is_character(this, element))
        };
        if is_character(self, misfit.goal.ty) && is_text(self, misfit.found) {
            let inner = text.strip_prefix('"')?.strip_suffix('"')?;
            let character = if inner.chars().count() == 1 && inner != "'" { inner } else { "a" };
            return Some(format!("a character stands in single quotes: `'{character}'`"));
        }
        if is_character(self, misfit.found) && is_text(self, misfit.goal.ty) {
            let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
            return Some(format!("a text stands in double quotes: `\"{inner}\"`"));
        }
        None
    }

    /// Returns the help for operands and bodies.
    fn operand(&mut self, misfit: &Misfit<'_>) -> Option<String> {
        match misfit.goal.why {
            Why::Operand("an operand of `+`") => {
                self.arguments_of(misfit.found, DataId::LIST)?;
                Some("`append xs ys` is one list, or text, after another".to_owned())
            }
            Why::Operand("the body of a property") => {
                Some("the body of a property says what holds, for example `a == b`".to_owned())
            }
            Why::Argument(function, 0) if self.called(function) == "`not`" => {
                let after = self.text_after(misfit.span);
                let operator = ["==", "/=", "<=", ">=", "<", ">"]
                    .into_iter()
                    .find(|operator| after.starts_with(operator))?;
                Some(format!("put the operand of `not` in parentheses: `not (a {operator} b)`"))
            }
            Why::Matched(_) => self.inner_case(misfit),
            _ => None,
        }
    }

    /// Returns the help for a pattern in the last branch of a `case` that has the type of the
    /// enclosing `case`'s scrutinee.
    fn inner_case(&mut self, misfit: &Misfit<'_>) -> Option<String> {
        let [.., outer, inner] = self.cases[..] else { return None };
        if inner.0.end != outer.0.end || !self.are_alike(misfit.found, outer.1) {
            return None;
        }
        Some("a `case` takes all branches that follow; put the inner one in parentheses".to_owned())
    }

    /// Returns the help for a pair instead of another type, or the other way round.
    fn tuple(&mut self, misfit: &Misfit<'_>) -> Option<String> {
        let is_pair = |this: &mut Self, ty| this.arguments_of(ty, DataId::PAIR).is_some();
        let (expected, found) = (is_pair(self, misfit.goal.ty), is_pair(self, misfit.found));
        let kind = misfit.term.map(|term| &term.kind);
        match (misfit.goal.why, kind) {
            (Why::Argument(function, 0), Some(TermKind::Construct(ConId::PAIR, _)))
                if !expected && self.takes(function) > 1 =>
            {
                let name = self.called(function);
                let name = name.trim_matches('`');
                Some(format!("arguments follow a function one by one, without commas: `{name} a b`"))
            }
            (Why::Argument(function, 0), _) if expected && !found => {
                let name = self.called(function);
                let bare = name.trim_matches('`');
                Some(format!(
                    "{name} takes a pair, `{bare} (a, b)`; a function of two arguments is `f x y = t`"
                ))
            }
            (_, Some(TermKind::Apply(function, _)))
                if found && !expected && self.called(function) == "`snd`" =>
            {
                Some("`(a, b, c)` is `(a, (b, c))`; the pattern `(a, b, c)` takes it apart".to_owned())
            }
            _ => None,
        }
    }

    /// Returns the number of arguments a named function takes.
    fn takes(&mut self, function: &Term) -> usize {
        let ty = match function.kind {
            TermKind::Global(global) => self.global(global, function.span),
            _ => return 0,
        };
        self.arity(ty)
    }

    /// Returns the help for a function that is called with too few arguments.
    fn missing(&mut self, misfit: &Misfit<'_>) -> Option<String> {
        let missing = self.missing_arguments(misfit.goal.ty, misfit.found)?;
        let (function, given) = match &misfit.term?.kind {
            TermKind::Apply(function, arguments) => (&**function, arguments.len()),
            _ => (misfit.term?, 0),
        };
        let name = self.called(function);
        let takes =
            format!("{name} takes {}, {} given", count(given + missing, "argument"), is_or_are(given));
        Some(match misfit.goal.why {
            Why::Argument(outer, _) if given == 0 && !name.contains(' ') => {
                let outer = self.called(outer);
                let (outer, inner) = (outer.trim_matches('`'), name.trim_matches('`'));
                format!("{takes}; put a call that is an argument in parentheses: `{outer} ({inner} ..)`")
            }
            _ => takes,
        })
    }

    /// Returns the number of missing arguments after which a function has the expected type, if
    /// that is the probable mistake.
    fn missing_arguments(&mut self, expected: Ty, found: Ty) -> Option<usize> {
        let missing = self.arity(found).checked_sub(self.arity(expected)).filter(|missing| *missing > 0)?;
        let mut result = found;
        for _ in 0..missing {
            let Node::Arrow(_, to) = self.store.node(result) else { return None };
            result = to;
        }
        self.are_alike(expected, result).then_some(missing)
    }

    /// Returns whether two types have the same head.
    fn are_alike(&mut self, one: Ty, other: Ty) -> bool {
        match (self.store.node(one), self.store.node(other)) {
            (Node::Data(one, _), Node::Data(other, _)) => one == other,
            (Node::Variable { .. }, _) | (_, Node::Variable { .. }) => true,
            (one, other) => std::mem::discriminant(&one) == std::mem::discriminant(&other),
        }
    }

    /// Returns whether an argument is an integer such as `-1`, with a blank before it and without
    /// parentheses.
    pub(super) fn is_signed(&self, argument: &Term) -> bool {
        let Some(before) = argument.span.start.checked_sub(1) else { return false };
        let before = Span { start: before, end: argument.span.start, ..argument.span };
        matches!(argument.kind, TermKind::Integer(_))
            && self.text(argument.span).starts_with('-')
            && self.text(before).starts_with(char::is_whitespace)
    }

    /// Adds a label for a possible subtraction, if it explains why a function of integers is
    /// expected.
    pub(super) fn with_subtraction(&mut self, diagnostic: Diagnostic, types: &[Ty]) -> Diagnostic {
        let of_integers = types.iter().any(|ty| {
            matches!(self.store.node(*ty), Node::Arrow(from, _) if matches!(self.store.node(from), Node::Integer))
        });
        let Some((place, _)) = diagnostic.labels.first() else { return diagnostic };
        let mentioned: Vec<Span> = self
            .names
            .mentions
            .iter()
            .filter_map(|global| self.definition(*global))
            .map(|definition| definition.body.span)
            .chain([*place])
            .collect();
        let is_near = |span: &&Span| {
            mentioned
                .iter()
                .any(|part| part.file == span.file && part.start <= span.start && span.end <= part.end)
        };
        match self.signed.iter().find(is_near).filter(|_| of_integers && diagnostic.help.is_none()) {
            Some(span) => {
                diagnostic.and(*span, "an argument, because of the blank before the `-`").help(SUBTRACTION)
            }
            None => diagnostic,
        }
    }
}
