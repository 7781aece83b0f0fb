//! The exports of a module.

use std::sync::Arc;

use super::Resolver;
use super::distance::nearest;
use super::scope::{Lookup, Table};
use crate::diagnostic::Diagnostic;
use crate::tree::{Header, Name};

impl Resolver<'_> {
    /// Returns the exported names: those on the export list, or all names of the module without
    /// such a list.
    pub(super) fn exports(&mut self, header: Option<&Header>) -> Table {
        let Some(names) = header.and_then(|header| header.exports.as_ref()) else {
            return self.scope.own.clone();
        };
        let mut exports = Table::default();
        for name in names {
            self.export(name, &mut exports);
        }
        exports
    }

    fn export(&mut self, name: &Name, exports: &mut Table) {
        let value = self.scope.value(&name.text);
        let ty = self.scope.ty(&name.text);
        let is_new = !exports.values.contains_key(&name.text) && !exports.types.contains_key(&name.text);
        match (value, ty) {
            (Lookup::Ambiguous(one, other), _) | (_, Lookup::Ambiguous(one, other)) => {
                self.report_ambiguous(&name.text, name.span, &one, &other);
            }
            (Lookup::Nothing, Lookup::Nothing) => self.report_unknown_export(&name.text, name),
            (value, ty) => {
                if !is_new {
                    self.report(
                        Diagnostic::warning(name.span, format!("`{}` is exported twice", name.text))
                            .labelled("again here"),
                    );
                }
                if let Lookup::One(value) = value {
                    exports.values.insert(name.text.clone(), value);
                }
                if let Lookup::One(ty) = ty {
                    exports.types.insert(name.text.clone(), ty);
                }
            }
        }
    }

    fn report_unknown_export(&mut self, text: &Arc<str>, name: &Name) {
        if self.gaps.may_declare(text) || !self.unknown.insert(text.clone()) {
            return;
        }
        let near = self
            .suggest(|this| nearest(text, this.scope.own.values.keys().chain(this.scope.own.types.keys())));
        let diagnostic = Diagnostic::error(name.span, format!("unknown name `{text}` on the export list"))
            .labelled("not declared in this file");
        self.report(match near {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic,
        });
    }
}
