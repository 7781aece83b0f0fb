//! Patterns: tells constructors from variables.

use std::sync::Arc;

use super::Resolver;
use super::scope::{Lookup, Value, split_qualified};
use super::term::{Input, Pattern, PatternKind};
use super::types::{count, is_or_are};
use crate::core::{ConId, LocalId};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::tree::{self, Name};

/// The maximal length of lists and texts in a pattern: every pass recurses once for each element.
const LONGEST: usize = 256;

/// The maximal number of parameters of a function: their patterns become nested cases.
const WIDEST: usize = 64;

impl Resolver<'_> {
    /// Returns the parameters of a function. A name may be bound only once in all of them.
    pub(super) fn inputs(&mut self, patterns: &[tree::Pattern]) -> Vec<Input> {
        let first = LocalId(self.names.locals.len() as u32);
        self.elements = 0;
        if let Some(surplus) = patterns.get(WIDEST) {
            self.report(
                Diagnostic::error(surplus.span, format!("a function of more than {WIDEST} parameters"))
                    .labelled(format!("{} parameters", patterns.len()))
                    .help("give parts of what it takes as pairs, or as a type of their own"),
            );
        }
        let mut inputs = Vec::with_capacity(patterns.len());
        for pattern in patterns.iter().take(WIDEST) {
            let pattern = self.inner(pattern, first);
            let span = pattern.span;
            inputs.push(match pattern.kind {
                PatternKind::Bind(local) => Input { local, pattern: None, span },
                PatternKind::Wildcard => Input { local: self.nameless(span), pattern: None, span },
                _ => Input { local: self.nameless(span), pattern: Some(pattern), span },
            });
        }
        inputs
    }

    pub(super) fn pattern(&mut self, pattern: &tree::Pattern) -> Pattern {
        let first = LocalId(self.names.locals.len() as u32);
        self.elements = 0;
        self.inner(pattern, first)
    }

    fn inner(&mut self, pattern: &tree::Pattern, first: LocalId) -> Pattern {
        let span = pattern.span;
        let kind = match &pattern.kind {
            tree::PatternKind::Wildcard => PatternKind::Wildcard,
            tree::PatternKind::Name(name) => self.pattern_name(name, span, first),
            tree::PatternKind::Integer(number) => PatternKind::Integer(number.clone()),
            tree::PatternKind::Character(character) => PatternKind::Character(*character),
            tree::PatternKind::Text(text) => {
                let characters = text
                    .chars()
                    .map(|character| Pattern { kind: PatternKind::Character(character), span })
                    .collect();
                self.list(characters, span)
            }
            tree::PatternKind::Unit => PatternKind::Construct(ConId::UNIT, Vec::new()),
            tree::PatternKind::Pair(left, right) => {
                PatternKind::Construct(ConId::PAIR, vec![self.inner(left, first), self.inner(right, first)])
            }
            tree::PatternKind::Cons(head, tail) => {
                PatternKind::Construct(ConId::CONS, vec![self.inner(head, first), self.inner(tail, first)])
            }
            tree::PatternKind::Bracket(elements) => self.bracket(elements, span, first),
            tree::PatternKind::Parenthesised(pattern) => return self.inner(pattern, first),
            tree::PatternKind::Missing => PatternKind::Wrong,
        };
        Pattern { kind, span }
    }

    fn pattern_name(&mut self, name: &Arc<str>, span: Span, first: LocalId) -> PatternKind {
        match self.scope.value(name) {
            Lookup::One(Value::Constructor(constructor)) => {
                return self.construct(constructor, Vec::new(), span);
            }
            Lookup::Ambiguous(one, other) if self.scope.may_be_constructor(name) => {
                self.report_ambiguous(name, span, &one, &other);
                return PatternKind::Wrong;
            }
            _ => {}
        }
        if split_qualified(name).is_some() {
            self.report_no_constructor(name, span);
            return PatternKind::Wrong;
        }
        if let Some(before) = self.bound.get(name).filter(|local| **local >= first) {
            let before = self.names.locals[before.0 as usize].span;
            self.report(
                Diagnostic::error(span, format!("`{name}` is bound twice in one pattern"))
                    .labelled("again here")
                    .and(before, "first here")
                    .help("bind two names, and compare them in a guard"),
            );
        }
        PatternKind::Bind(self.bind(Name { text: name.clone(), span }))
    }

    fn bracket(
        &mut self,
        elements: &[(tree::Pattern, Vec<tree::Pattern>)],
        span: Span,
        first: LocalId,
    ) -> PatternKind {
        if let [(head, arguments)] = elements
            && let tree::PatternKind::Name(name) = &head.kind
        {
            match self.scope.value(name) {
                Lookup::One(Value::Constructor(constructor)) => {
                    let arguments = arguments.iter().map(|argument| self.inner(argument, first)).collect();
                    return self.construct(constructor, arguments, span);
                }
                _ if !arguments.is_empty() => {
                    for argument in arguments {
                        self.inner(argument, first);
                    }
                    self.report_no_constructor(name, head.span);
                    return PatternKind::Wrong;
                }
                _ => {}
            }
        }
        let mut patterns = Vec::with_capacity(elements.len());
        for (head, arguments) in elements {
            if !arguments.is_empty() {
                self.report(
                    Diagnostic::error(head.span, "an element of a list pattern is not applied to arguments")
                        .labelled("a constructor with its fields stands in brackets of its own"),
                );
            }
            patterns.push(self.inner(head, first));
            for argument in arguments {
                self.inner(argument, first);
            }
        }
        self.list(patterns, span)
    }

    fn report_no_constructor(&mut self, name: &Arc<str>, span: Span) {
        if self.gaps.may_declare(name) || !self.unknown.insert(name.clone()) {
            return;
        }
        let diagnostic =
            Diagnostic::error(span, format!("unknown constructor `{name}`")).labelled("no constructor");
        let help = match split_qualified(name) {
            Some((module, name)) => self.help_for_qualified(module, name),
            None => self
                .suggest(|this| super::nearest(name, this.constructor_names()))
                .map(|near| format!("did you mean `{near}`?")),
        };
        self.report(match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        });
    }

    pub(super) fn constructor_names(&self) -> impl Iterator<Item = &Arc<str>> {
        let constructors = self.scope.values().filter(|(_, value)| matches!(value, Value::Constructor(_)));
        constructors.map(|(name, _)| name)
    }

    fn construct(&mut self, constructor: ConId, arguments: Vec<Pattern>, span: Span) -> PatternKind {
        let Some(known) = self.program.constructors.get(constructor.index()) else {
            return PatternKind::Wrong;
        };
        let (name, fields) = (known.name.clone(), known.fields.len());
        if arguments.len() == fields {
            return PatternKind::Construct(constructor, arguments);
        }
        let shape = format!("[{name}{}]", " _".repeat(fields));
        self.report(
            Diagnostic::error(
                span,
                format!("`{name}` has {}, {} matched", count(fields, "field"), is_or_are(arguments.len())),
            )
            .labelled("here")
            .help(match (fields, arguments.len()) {
                (0, _) => format!("write `{name}`"),
                (_, 0) => format!("write `{shape}`, or give a variable another name"),
                _ => format!("write `{shape}`"),
            }),
        );
        PatternKind::Wrong
    }

    fn list(&mut self, elements: Vec<Pattern>, span: Span) -> PatternKind {
        let before = self.elements;
        self.elements += elements.len();
        if self.elements > LONGEST {
            if before <= LONGEST {
                self.report(
                    Diagnostic::error(span, format!("a pattern with lists of more than {LONGEST} elements"))
                        .labelled("too many")
                        .help("compare with `==` instead"),
                );
            }
            return PatternKind::Wrong;
        }
        let nil = PatternKind::Construct(ConId::NIL, Vec::new());
        elements.into_iter().rev().fold(nil, |tail, head| {
            let rest = Span { start: head.span.start, ..span };
            PatternKind::Construct(ConId::CONS, vec![head, Pattern { kind: tail, span: rest }])
        })
    }
}
