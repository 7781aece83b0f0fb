//! What can be found inside a value of a type: by taking constructors apart, and by applying functions.

use rustc_hash::FxHashSet;

use crate::library::{Field, Signature};
use crate::types::Type;

/// The maximal number of types that are followed from one type. Only types that contain larger instances of themselves have
/// more; those beyond are not looked for inside values.
pub(crate) const MOST: usize = 1_000;

/// The maximal number of nodes of a type that is looked for inside another one. The types inside `perfect a`, which holds `perfect (a, a)`,
/// double their nodes at each step.
pub(crate) const NODES: usize = 200;

impl Signature {
    /// Returns the fields of all visible constructors of a type.
    fn fields(&self, ty: &Type) -> Vec<Field> {
        let Type::Data(data, arguments) = ty else { return Vec::new() };
        let fields = self.constructors(*data).iter().flat_map(|constructor| &constructor.fields);
        fields.map(|field| Field { ty: field.ty.with(arguments), ..field.clone() }).collect()
    }

    /// Returns the types found inside a value of a type by one step: of fields, or of a function's result. Those with too many nodes
    /// are left out.
    pub(crate) fn inside(&self, ty: &Type) -> Vec<Type> {
        let mut inside = match ty {
            Type::Arrow(sides) => vec![sides.1.clone()],
            _ => self.fields(ty).into_iter().map(|field| field.ty).collect(),
        };
        inside.retain(|ty| !ty.is_larger_than(NODES));
        inside
    }

    /// Returns the types found inside a value of a type by one or more steps. Variables stay variables.
    pub(crate) fn reached(&self, ty: &Type) -> Vec<Type> {
        let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
        let mut open = vec![ty.clone()];
        while let Some(ty) = open.pop() {
            for ty in self.inside(&ty) {
                if found.len() < MOST && seen.insert(ty.clone()) {
                    found.push(ty.clone());
                    open.push(ty);
                }
            }
        }
        found
    }

    /// Returns the types of the arguments to which paths into a value of a type apply functions.
    pub(crate) fn applied(&self, ty: &Type) -> Vec<Type> {
        let reached = self.reached(ty);
        let arguments = reached.iter().chain([ty]).filter_map(|part| match part {
            Type::Arrow(sides) => Some(sides.0.clone()),
            _ => None,
        });
        arguments.collect()
    }

    /// Returns whether a value of type `from` may have a value of type `to` inside, or is one.
    pub(crate) fn leads(&self, from: &Type, to: &Type) -> bool {
        from == to || self.reached(from).contains(to)
    }

    /// Returns whether an evaluated value of a type may hide an error: in a lazy field, or in a function that it holds.
    pub(crate) fn hides(&self, ty: &Type) -> bool {
        let hides =
            |ty: &Type| matches!(ty, Type::Arrow(_)) || self.fields(ty).iter().any(|field| field.is_lazy);
        hides(ty) || self.reached(ty).iter().any(hides)
    }
}
