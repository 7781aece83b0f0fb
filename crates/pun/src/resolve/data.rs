//! Type declarations.

use std::collections::HashMap;
use std::sync::Arc;

use super::scope::{TypeName, Value};
use super::{Resolver, WRONG};
use crate::core::{ConId, Constructor, Data, DataId, Field};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::tree;

/// The declarations of a module's names: of types, and of everything else.
#[derive(Default)]
pub(super) struct Places {
    pub(super) types: HashMap<Arc<str>, Span>,
    pub(super) values: HashMap<Arc<str>, Span>,
}

/// Records the declaration of a name, or returns an error if there is one already.
pub(super) fn declare(places: &mut HashMap<Arc<str>, Span>, name: &tree::Name) -> Result<(), Diagnostic> {
    // A missing name has been reported.
    if let Some(before) = places.get(&name.text).filter(|_| !name.text.is_empty()) {
        return Err(Diagnostic::error(name.span, format!("`{}` is declared twice", name.text))
            .labelled("again here")
            .and(*before, "first here"));
    }
    places.insert(name.text.clone(), name.span);
    Ok(())
}

impl Resolver<'_> {
    /// Adds the declared types. Fields are added afterwards, since their types may be declared
    /// later.
    pub(super) fn datas(&mut self, datas: &[&tree::Data], places: &mut Places) {
        let first_constructor = self.program.constructors.len();
        for data in datas {
            let id = DataId(self.program.datas.len() as u32);
            match declare(&mut places.types, &data.name) {
                Ok(()) => {
                    self.scope.own.types.insert(data.name.text.clone(), TypeName::Data(id));
                }
                Err(diagnostic) => self.report(diagnostic),
            }
            let constructors = self.constructors(id, data, places);
            self.program.datas.push(Data {
                name: data.name.text.clone(),
                parameters: data.parameters.len() as u32,
                constructors,
                span: Some(data.name.span),
            });
        }
        let mut constructor = first_constructor;
        for data in datas {
            self.parameters(data);
            for declared in &data.constructors {
                let mut fields = Vec::with_capacity(declared.fields.len());
                for (ty, is_lazy) in &declared.fields {
                    fields.push(self.field(data, ty, *is_lazy));
                    // A `deriving` clause is not a field.
                    if matches!(&ty.kind, tree::TypeKind::Name(name, _) if &*name.text == "deriving")
                        && fields.last().is_some_and(|field| field.ty == WRONG)
                    {
                        break;
                    }
                }
                self.program.constructors[constructor].fields = fields;
                constructor += 1;
            }
            self.leave_declaration();
        }
        // Forget types that only type declarations mention: they are unused if those types are.
        self.scope.mentioned.types.clear();
    }

    fn constructors(&mut self, id: DataId, data: &tree::Data, places: &mut Places) -> Vec<ConId> {
        let mut constructors = Vec::with_capacity(data.constructors.len());
        for (tag, declared) in data.constructors.iter().enumerate() {
            let constructor = ConId(self.program.constructors.len() as u32);
            match declare(&mut places.values, &declared.name) {
                Ok(()) => {
                    self.scope.own.values.insert(declared.name.text.clone(), Value::Constructor(constructor));
                }
                Err(diagnostic) => self.report(diagnostic),
            }
            constructors.push(constructor);
            self.program.constructors.push(Constructor {
                name: declared.name.text.clone(),
                data: id,
                tag: tag as u32,
                fields: Vec::new(),
                cost: 1,
                is_function: false,
            });
        }
        constructors
    }

    fn parameters(&mut self, data: &tree::Data) {
        for parameter in &data.parameters {
            if self.names.type_variables.contains(&parameter.text) {
                self.report(
                    Diagnostic::error(
                        parameter.span,
                        format!("`{}` is a parameter of `{}` twice", parameter.text, data.name.text),
                    )
                    .labelled("again here"),
                );
            }
            if let super::Lookup::One(_) = self.scope.ty(&parameter.text) {
                self.report(
                    Diagnostic::error(
                        parameter.span,
                        format!("`{}` is a type, and cannot be a parameter", parameter.text),
                    )
                    .labelled("here"),
                );
            }
            self.names.type_variables.push(parameter.text.clone());
        }
    }

    fn field(&mut self, data: &tree::Data, ty: &tree::Type, is_lazy: bool) -> Field {
        let known = data.parameters.len();
        let resolved = self.ty(ty).unwrap_or(WRONG);
        let unknown = self.names.type_variables.split_off(known.min(self.names.type_variables.len()));
        for name in &unknown {
            let near = self.nearest_type(name);
            if self.gaps.may_declare(name) {
                continue;
            }
            let mut diagnostic = Diagnostic::error(ty.span, format!("unknown type `{name}`"))
                .labelled(format!("`{name}` is neither a type nor a parameter of `{}`", data.name.text));
            if &**name == "deriving" {
                diagnostic = diagnostic.help(
                    "nothing is derived: all values can be shown, and compared unless they hold functions",
                );
            } else if let Some(near) = near {
                diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
            }
            self.report(diagnostic);
        }
        let ty = if unknown.is_empty() { resolved } else { WRONG };
        Field { ty, is_lazy }
    }
}
