//! Name resolution: from a syntax tree to terms in which every name refers to its declaration.

mod data;
mod declarations;
mod distance;
mod exports;
mod gaps;
mod generators;
pub(crate) mod habits;
mod patterns;
pub(crate) mod scope;
pub(crate) mod term;
mod terms;
mod types;
mod unused;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

pub(crate) use self::declarations::is_lambda;
pub(crate) use self::distance::nearest;
pub(crate) use self::gaps::Gaps;
use self::scope::{Import, Lookup, Mentions, Scope, Table, Value, split_qualified};
use self::term::{Module, Names, Term};
pub(crate) use self::types::{count, is_or_are};
use crate::core::{LocalId, Program, Type};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Span;
use crate::syntax::DATA;
use crate::tree::{self, Name};

/// The type of a field whose declared type is wrong. It matches every type.
pub(crate) const WRONG: Type = Type::Variable(u32::MAX);

/// The maximal number of searches for similar names in a module.
const SUGGESTIONS: u32 = 64;

/// A module with all names resolved.
pub(crate) struct ResolvedModule {
    pub(crate) module: Module,
    /// Its exports.
    pub(crate) exports: Table,
    /// The names in scope.
    pub(crate) visible: Table,
    /// What it mentions, except the types in declarations of types.
    pub(crate) mentioned: Mentions,
}

/// The context of a module.
#[derive(Clone, Copy)]
pub(crate) struct Around<'a> {
    /// The imports.
    pub(crate) imports: &'a [Import],
    /// What is in scope without an import.
    pub(crate) outer: &'a Table,
    /// The modules that qualify names without an import.
    pub(crate) modules: &'a [Import],
    /// Names that may be declared in the module or its imports although they are unknown. They are
    /// not reported as unknown.
    pub(crate) gaps: &'a Gaps,
}

/// Resolves the names of a module in a file of this name. Its types and constructors are added to
/// the program.
pub(crate) fn module(
    name: &Arc<str>,
    tree: &tree::Module,
    around: Around<'_>,
    program: &mut Program,
    diagnostics: &mut Vec<Diagnostic>,
) -> ResolvedModule {
    let header = tree.header.as_ref().map(|header| header.name.text.clone());
    let own_names = header.into_iter().chain([name.clone()]).collect();
    let mut resolver = Resolver::new(around, own_names, program, diagnostics);
    let module = resolver.declarations(tree);
    let exports = resolver.exports(tree.header.as_ref());
    resolver.warn_of_unused(tree, &module, &exports);
    // Errors may be the reason why a name is not used.
    if !resolver.has_errors() {
        let unused = std::mem::take(&mut resolver.unused);
        resolver.diagnostics.extend(unused);
    }
    let visible = resolver.scope.visible();
    ResolvedModule { module, exports, visible, mentioned: resolver.scope.mentioned }
}

/// Resolves a standalone term.
pub(crate) fn term(
    tree: &tree::Expr,
    around: Around<'_>,
    program: &mut Program,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Term, Names) {
    let mut resolver = Resolver::new(around, Vec::new(), program, diagnostics);
    let term = resolver.term(tree);
    (term, resolver.leave_declaration())
}

/// Resolves a standalone type. Returns the names of its variables, too.
pub(crate) fn ty(
    tree: &tree::Type,
    around: Around<'_>,
    program: &mut Program,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Option<Type>, Names) {
    let mut resolver = Resolver::new(around, Vec::new(), program, diagnostics);
    let ty = resolver.ty(tree);
    (ty, resolver.leave_declaration())
}

/// Returns the type in a table that an unknown name probably means.
pub(crate) fn nearest_type(name: &str, table: &Table) -> Option<Arc<str>> {
    let known = habits::ty(name).filter(|ty| table.types.contains_key(*ty));
    known.map(Into::into).or_else(|| nearest(name, table.types.keys()))
}

struct Resolver<'a> {
    scope: Scope<'a>,
    outer: &'a Table,
    gaps: &'a Gaps,
    program: &'a mut Program,
    diagnostics: &'a mut Vec<Diagnostic>,
    /// Unknown names that have been reported.
    unknown: HashSet<Arc<str>>,
    suggestions: u32,
    /// The local variables in scope, and the bindings that they hide.
    bound: HashMap<Arc<str>, LocalId>,
    hidden: Vec<(Arc<str>, Option<LocalId>)>,
    names: Names,
    /// For each local variable, whether it is mentioned.
    mentioned: Vec<bool>,
    /// Warnings about unused names.
    unused: Vec<Diagnostic>,
    /// The number of list elements in the current pattern.
    elements: usize,
    /// The current declaration.
    within: Within,
    /// Names that an enclosing `let` will bind. They are not in scope in its value.
    awaited: Vec<Arc<str>>,
    /// Whether the current name is called with arguments.
    is_called: bool,
    /// Parameters of definitions that look like declarations in other languages, such as
    /// `const limit = 5`.
    assigned: HashMap<Arc<str>, Name>,
}

/// The kind of the declaration that is being resolved.
#[derive(Clone)]
enum Within {
    /// None, or one that needs no special help.
    Other,
    /// Declarations of types.
    Data,
    /// A definition, by its name.
    Definition(Arc<str>),
    /// A property, by its name.
    Property(Arc<str>),
    /// What decreases in a generator, with the name of the generator's result.
    Measure(Option<Arc<str>>),
}

impl<'a> Resolver<'a> {
    fn new(
        around: Around<'a>,
        own_names: Vec<Arc<str>>,
        program: &'a mut Program,
        diagnostics: &'a mut Vec<Diagnostic>,
    ) -> Self {
        Self {
            scope: Scope::new(around, own_names),
            outer: around.outer,
            gaps: around.gaps,
            program,
            diagnostics,
            unknown: HashSet::new(),
            suggestions: SUGGESTIONS,
            bound: HashMap::new(),
            hidden: Vec::new(),
            names: Names::default(),
            mentioned: Vec::new(),
            unused: Vec::new(),
            elements: 0,
            within: Within::Other,
            awaited: Vec::new(),
            is_called: false,
            assigned: HashMap::new(),
        }
    }

    fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|one| one.severity == Severity::Error)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Runs `inside` without reports.
    fn quietly<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let reported = self.diagnostics.len();
        let result = inside(self);
        self.diagnostics.truncate(reported);
        result
    }

    /// Binds a local variable until the end of its scope.
    fn bind(&mut self, name: Name) -> LocalId {
        let local = LocalId(self.names.locals.len() as u32);
        self.hidden.push((name.text.clone(), self.bound.insert(name.text.clone(), local)));
        self.names.locals.push(name);
        self.mentioned.push(false);
        local
    }

    /// Returns a local variable without a name.
    fn nameless(&mut self, span: Span) -> LocalId {
        self.names.locals.push(Name { text: "_".into(), span });
        self.mentioned.push(true);
        LocalId(self.names.locals.len() as u32 - 1)
    }

    /// Runs `inside` in a scope of its own.
    fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let outside = self.hidden.len();
        let result = inside(self);
        for (name, before) in self.hidden.drain(outside..).rev() {
            match before {
                Some(local) => self.bound.insert(name, local),
                None => self.bound.remove(&name),
            };
        }
        result
    }

    /// Ends a declaration: reports unused local variables and returns the declaration's names.
    fn leave_declaration(&mut self) -> Names {
        self.warn_of_unused_locals();
        self.mentioned.clear();
        self.names.mentions.sort_unstable();
        self.names.mentions.dedup();
        std::mem::take(&mut self.names)
    }

    /// Resolves a name that is not a local variable; reports unknown names.
    fn top_level(&mut self, name: &Arc<str>, span: Span) -> Option<Value> {
        match self.scope.value(name) {
            Lookup::One(value) => Some(value),
            Lookup::Nothing => {
                self.report_unknown(name, span);
                None
            }
            Lookup::Ambiguous(one, other) => {
                self.report_ambiguous(name, span, &one, &other);
                None
            }
        }
    }

    fn report_ambiguous(&mut self, name: &str, span: Span, one: &str, other: &str) {
        self.report(
            Diagnostic::error(span, format!("`{name}` may be either of two things"))
                .labelled(format!("exported by `{one}` and by `{other}`"))
                .help(format!("a qualified name says which: `{one}.{name}` or `{other}.{name}`")),
        );
    }

    fn report_unknown(&mut self, name: &Arc<str>, span: Span) {
        if self.gaps.may_declare(name) || !self.unknown.insert(name.clone()) {
            return;
        }
        let mut diagnostic =
            Diagnostic::error(span, format!("unknown name `{name}`")).labelled(self.why_unknown(name));
        if let Some(word) = self.assigned.get(name) {
            let words = format!("this defines a function `{}` with a parameter `{name}`", word.text);
            diagnostic = diagnostic.and(word.span, words);
        }
        if let Some(help) = self.help_for_unknown(name) {
            diagnostic = diagnostic.help(help);
        }
        self.report(diagnostic);
    }

    /// Returns why a name has no meaning.
    fn why_unknown(&self, name: &str) -> String {
        match split_qualified(name) {
            Some((module, _)) if self.scope.of_module(module).next().is_some() => {
                format!("not exported by `{module}`")
            }
            Some((module, _)) => format!("`{module}` is not an imported module"),
            None => "not defined".to_owned(),
        }
    }

    /// Returns the help for an unknown name that is qualified.
    fn help_for_qualified(&mut self, module: &str, name: &str) -> Option<String> {
        if self.scope.of_module(module).next().is_some() {
            let near = self.suggest(|this| {
                let tables = this.scope.of_module(module);
                nearest(name, tables.flat_map(|table| table.values.keys().chain(table.types.keys())))
            })?;
            return Some(format!("did you mean `{module}.{near}`?"));
        }
        if self.bound.contains_key(module) || matches!(self.scope.value(module), Lookup::One(_)) {
            let others = if self.is_called { "(..) " } else { "" };
            return Some(format!(
                "a function stands before what it is called with: `{name} {others}{module}`"
            ));
        }
        Some(format!("`import {module} .` imports a module, `{module}.{name}` is `{name}` of that module"))
    }

    fn help_for_unknown(&mut self, name: &Arc<str>) -> Option<String> {
        if let Some((module, name)) = split_qualified(name) {
            return self.help_for_qualified(module, name);
        }
        if let Some(spaced) = self.with_spaces(name) {
            return Some(format!("a name may hold hyphens; subtraction is written with spaces: `{spaced}`"));
        }
        if let Within::Measure(result) = &self.within
            && result.as_ref() == Some(name)
        {
            return Some(format!("what decreases is a term over the parameters; `{name}` is the result"));
        }
        if self.awaited.contains(name) {
            return Some(format!(
                "`let` is not recursive; a function that calls itself is `let {name} = rec {name} . \\x -> a in t`"
            ));
        }
        if self.assigned.contains_key(name) {
            return Some(format!("a definition begins with the name: `{name} = t .`"));
        }
        let is_type = matches!(self.scope.ty(name), Lookup::One(_)) || habits::ty(name).is_some();
        if let Within::Definition(word) = &self.within
            && habits::is_type_declaration(word)
            && is_type
        {
            return Some(DATA.to_owned());
        }
        if let Some(help) = habits::value(name) {
            return Some(help.to_owned());
        }
        let known = self.suggest(|this| {
            let candidates = this.bound.keys().chain(this.scope.values().map(|(name, _)| name));
            nearest(name, candidates)
        });
        match (known, &self.within) {
            (Some(known), _) => Some(format!("did you mean `{known}`?")),
            (None, Within::Property(property)) if !self.is_called => Some(format!(
                "if it is an input, it is named before the dot: `property {property} {name} . ..`"
            )),
            (None, Within::Measure(_)) => {
                Some("what decreases is a term over the parameters that have a name".to_owned())
            }
            (None, _) => None,
        }
    }

    /// Searches for a similar name. The number of searches is limited, as each one visits all
    /// names.
    fn suggest(&mut self, search: impl FnOnce(&Self) -> Option<Arc<str>>) -> Option<Arc<str>> {
        self.suggestions = self.suggestions.checked_sub(1)?;
        search(self)
    }

    /// Returns a name with hyphens as a subtraction, if all its parts are known names or numbers.
    fn with_spaces(&mut self, name: &str) -> Option<String> {
        let parts: Vec<&str> = name.split('-').collect();
        // For each prefix of the parts, the start of the last operand when the prefix is written as
        // a subtraction.
        let mut last: Vec<Option<usize>> = vec![Some(0)];
        for end in 1..=parts.len().min(16) {
            let whole = end == parts.len();
            let begin = (usize::from(whole)..end).rev().find(|begin| {
                last.get(*begin).is_some_and(Option::is_some)
                    && self.is_operand(&parts[*begin..end].join("-"))
            });
            last.push(begin);
        }
        let mut operands = Vec::new();
        let mut end = parts.len();
        while end > 0 {
            let begin = (*last.get(end)?)?;
            operands.push(parts[begin..end].join("-"));
            end = begin;
        }
        operands.reverse();
        (operands.len() > 1).then(|| operands.join(" - "))
    }

    fn is_operand(&mut self, part: &str) -> bool {
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number || self.bound.contains_key(part) || matches!(self.scope.value(part), Lookup::One(_))
    }
}
