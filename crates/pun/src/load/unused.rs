//! Warnings about unused types and constructors. Names that begin with `_` are meant to be unused.
//!
//! A constructor that is not mentioned can still occur in inputs. So a constructor is used if an
//! exported definition or a property is about its type.

use std::collections::HashSet;

use crate::core::{DataId, Program, Type};
use crate::diagnostic::Diagnostic;
use crate::infer::ModuleTypes;
use crate::resolve::ResolvedModule;
use crate::resolve::scope::{TypeName, Value};
use crate::tree::{self, Declaration, Name};

/// Returns the warnings for a module whose types are the program's types from `first` on. Its
/// definitions are not added yet.
pub(super) fn types(
    program: &Program,
    first: usize,
    module: &tree::Module,
    resolved: &ResolvedModule,
    inferred: &ModuleTypes,
) -> Vec<Diagnostic> {
    if module.header.as_ref().is_none_or(|header| header.exports.is_none()) {
        return Vec::new();
    }
    let mentioned = &resolved.mentioned;
    let of_constructors =
        mentioned.constructors.iter().map(|constructor| program.constructors[constructor.index()].data);
    let exported = resolved.exports.types.values().filter_map(|ty| match ty {
        TypeName::Data(data) => Some(*data),
        TypeName::Integer | TypeName::Character | TypeName::String => None,
    });
    let exported: Vec<DataId> = exported.collect();
    let inputs = closed(program, exported.iter().copied().chain(of_types(program, resolved, inferred)));
    let named = mentioned.types.iter().copied().chain(of_constructors);
    let used = closed(program, named.chain(inputs.iter().copied()));

    let mut warnings = Vec::new();
    let datas = module.declarations.iter().filter_map(|declaration| match declaration {
        Declaration::Data(data) => Some(data),
        _ => None,
    });
    for (place, data) in datas.enumerate() {
        let id = DataId((first + place) as u32);
        if !used.contains(&id) {
            warnings.extend(warning(&data.name));
        } else if !inputs.contains(&id) {
            let constructors = data.constructors.iter().zip(&program.datas[id.index()].constructors);
            let unused =
                constructors.filter(|(_, constructor)| !mentioned.constructors.contains(constructor));
            warnings.extend(unused.filter_map(|(declared, _)| warning(&declared.name)));
        }
    }
    warnings
}

/// Returns the data types in the types of exported definitions and properties.
fn of_types(program: &Program, resolved: &ResolvedModule, inferred: &ModuleTypes) -> Vec<DataId> {
    let first = program.globals.len();
    let exported = resolved.exports.values.values().filter_map(|value| match value {
        Value::Global(global) => inferred.definitions.get(global.index().checked_sub(first)?),
        Value::Constructor(_) | Value::BuiltIn(_) => None,
    });
    let mut types: Vec<&Type> = exported.map(|typed| &typed.scheme.ty).collect();
    types.extend(inferred.properties.iter().flat_map(|property| &property.locals));
    types.extend(inferred.generators.iter().flat_map(|generator| &generator.locals));
    Type::datas(types)
}

/// Returns these data types and the data types of their constructors' fields, transitively.
fn closed(program: &Program, datas: impl Iterator<Item = DataId>) -> HashSet<DataId> {
    let mut open: Vec<DataId> = datas.collect();
    let mut found = HashSet::new();
    while let Some(data) = open.pop() {
        if found.insert(data) {
            let constructors = program.datas[data.index()].constructors.iter();
            let fields =
                constructors.flat_map(|constructor| &program.constructors[constructor.index()].fields);
            open.extend(Type::datas(fields.map(|field| &field.ty).collect()));
        }
    }
    found
}

fn warning(Name { text, span }: &Name) -> Option<Diagnostic> {
    let diagnostic = || {
        Diagnostic::warning(*span, format!("`{text}` is not used"))
            .labelled("neither exported nor needed by what is")
    };
    (!text.starts_with('_')).then(diagnostic)
}
