//! The types that occur in a program, from which intermediate types are made.

use std::collections::BTreeSet;

use crate::core::{Program, Type};
use crate::inputs::instances::{Instance, Instances};
use crate::source::FileId;

/// Returns the closed types among `ty`, the types of properties' inputs, the types of definitions
/// outside the prelude, and the parts of all these; the smallest first.
pub(super) fn occurring(program: &Program, ty: &Type, instances: &mut Instances) -> Vec<Instance> {
    let mut all = BTreeSet::new();
    let globals = program.globals.iter().filter(|global| global.span.file != PRELUDE);
    let globals = globals.map(|global| &global.scheme.ty);
    let parameters = program.properties.iter().flat_map(|property| &property.parameters);
    let parameters = parameters.map(|parameter| &parameter.binder.ty);
    for ty in std::iter::once(ty).chain(globals).chain(parameters) {
        parts(ty, instances, &mut all);
    }
    let mut all: Vec<_> = all.into_iter().collect();
    all.sort_by_key(|instance| (instances.nodes(*instance), *instance));
    all
}

/// The prelude is the first file.
const PRELUDE: FileId = FileId(0);

/// Adds a type and its parts if they are closed; returns whether the type is.
fn parts(ty: &Type, instances: &mut Instances, all: &mut BTreeSet<Instance>) -> bool {
    let is_closed = match ty {
        Type::Integer | Type::Character => true,
        Type::Variable(_) => false,
        Type::Arrow(arrow) => parts(&arrow.0, instances, all) & parts(&arrow.1, instances, all),
        Type::Data(_, types) => {
            types.iter().fold(true, |is_closed, ty| parts(ty, instances, all) & is_closed)
        }
    };
    if is_closed {
        all.insert(instances.of(ty, &[]));
    }
    is_closed
}
