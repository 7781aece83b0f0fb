//! Warnings about unused names. Names that begin with `_` are meant to be unused.

use std::collections::HashMap;
use std::sync::Arc;

use super::Resolver;
use super::distance::is_slip;
use super::scope::{Lookup, Table, Value};
use super::term::Module;
use crate::core::{GlobalId, LocalId};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::tree::{self, Name};

impl Resolver<'_> {
    /// Warns about unused local variables of the declaration, and about those that look like
    /// constructors.
    pub(super) fn warn_of_unused_locals(&mut self) {
        if !self.gaps.are_none() {
            return;
        }
        for local in 0..self.names.locals.len() {
            let name = self.names.locals[local].clone();
            if name.text.starts_with('_') {
                continue;
            }
            let diagnostic = match (self.misspelt(LocalId(local as u32), &name), self.mentioned[local]) {
                (Some(constructor), _) => Diagnostic::warning(
                    name.span,
                    format!("`{}` is not a constructor, but binds a name", name.text),
                )
                .labelled("fits everything")
                .help(format!("did you mean `{constructor}`?")),
                (None, true) => continue,
                (None, false) => {
                    let diagnostic = Diagnostic::warning(name.span, format!("`{}` is not used", name.text))
                        .labelled("bound here")
                        .help(format!("rename it `_{}` if this is intended", name.text));
                    self.unused.push(diagnostic);
                    continue;
                }
            };
            self.report(diagnostic);
        }
    }

    /// Returns the constructor that a variable probably means: equal up to case or, for an unused
    /// variable, one edit away.
    fn misspelt(&mut self, local: LocalId, name: &Name) -> Option<Arc<str>> {
        let lower = name.text.to_lowercase();
        if !self.mentioned[local.index()] {
            match &*lower {
                "nil" => return Some("[]".into()),
                "null" | "none" => return Some("nothing".into()),
                _ => {}
            }
        }
        if lower != *name.text
            && let Lookup::One(Value::Constructor(_)) = self.scope.value(&lower)
        {
            return Some(lower.into());
        }
        if self.mentioned[local.index()] || name.text.chars().count() <= 3 {
            return None;
        }
        self.suggest(|this| {
            this.constructor_names().filter(|known| is_slip(known, &name.text)).min().cloned()
        })
    }

    /// Warns about unused imports, and about definitions that no export needs.
    pub(super) fn warn_of_unused(&mut self, tree: &tree::Module, module: &Module, exports: &Table) {
        if !self.gaps.are_none() || self.has_errors() {
            return;
        }
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for (import, is_used) in tree.imports.iter().zip(&self.scope.used) {
            let Name { text, span } = import;
            if let Some(before) = seen.insert(text, *span) {
                self.unused.push(
                    Diagnostic::warning(*span, format!("`{text}` is imported twice"))
                        .labelled("again here")
                        .and(before, "first here"),
                );
            } else if !is_used {
                self.unused.push(
                    Diagnostic::warning(*span, format!("nothing of `{text}` is used"))
                        .labelled("imported here"),
                );
            }
        }
        if tree.header.as_ref().is_some_and(|header| header.exports.is_some()) {
            let needed = needed(module, exports, self.program.globals.len());
            for (definition, _) in module.definitions.iter().zip(needed).filter(|(_, needed)| !needed) {
                let Name { text, span } = &definition.name;
                if !text.starts_with('_') {
                    self.unused.push(
                        Diagnostic::warning(*span, format!("`{text}` is not used"))
                            .labelled("neither exported nor needed by what is"),
                    );
                }
            }
        }
    }
}

/// Returns which definitions are exported, or needed by an export, a property or a coverage type.
fn needed(module: &Module, exports: &Table, first: usize) -> Vec<bool> {
    let exported = exports.values.values().filter_map(|value| match value {
        Value::Global(global) => Some(*global),
        Value::Constructor(_) | Value::BuiltIn(_) => None,
    });
    let properties = module.properties.iter().flat_map(|property| property.names.mentions.iter().copied());
    let generators = module.generators.iter().flat_map(|generator| generator.names.mentions.iter().copied());
    let covering = module.generators.iter().map(|generator| generator.global);
    let mut open: Vec<GlobalId> = exported.chain(properties).chain(generators).chain(covering).collect();
    let mut needed = vec![false; module.definitions.len()];
    while let Some(global) = open.pop() {
        let Some(place) = global.index().checked_sub(first).filter(|place| *place < needed.len()) else {
            continue;
        };
        if !std::mem::replace(&mut needed[place], true) {
            open.extend(module.definitions[place].names.mentions.iter().copied());
        }
    }
    needed
}
