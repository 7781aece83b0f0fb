//! Reports properties that cannot be checked, because they need a generator that is declared by its
//! type alone.

use crate::core::{Program, Property};
use crate::diagnostic::Diagnostic;

/// Reports properties that need an assumed generator.
pub(super) fn report(program: &Program, properties: &[Property], diagnostics: &mut Vec<Diagnostic>) {
    if properties.is_empty() || !program.generators.iter().any(|generator| generator.is_assumed) {
        return;
    }
    let assuming = program.assuming();
    for property in properties {
        let drawn = property.parameters.iter().filter_map(|parameter| parameter.from.as_ref());
        let found = drawn.chain([&property.body]).find_map(|term| term.mention(&assuming));
        let Some((mention, assumed)) = found else { continue };
        let assumed = &program.globals[assumed.index()];
        diagnostics.push(
            Diagnostic::error(
                mention.span,
                format!("`{}` is declared by its type alone, and cannot be run", assumed.name),
            )
            .labelled(format!("the property `{}` needs it", property.name))
            .and(assumed.span, "not defined")
            .help(format!("define `{}`, or leave the property out", assumed.name)),
        );
    }
}
