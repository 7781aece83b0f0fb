//! Values that can be found inside a value of a type: by taking constructors apart, and by applying
//! functions.

use rustc_hash::FxHashSet;

use crate::library::{Field, Signature};
use crate::types::Type;

/// The maximal number of types that are followed from one type. Only types that contain larger
/// instances of themselves have more; those beyond are not looked for inside values.
pub(crate) const MOST: usize = 1_000;

/// The maximal number of nodes of a type that is looked for inside another one. The types inside
/// `perfect a`, which holds `perfect (a, a)`, double their nodes at each step.
pub(crate) const NODES: usize = 200;

/// The number of nodes up to which a type grows far enough, before its instances have more than
/// [`NODES`], to show what is inside.
const FAR: usize = 48;

/// The types inside a type.
pub(crate) struct InnerTypes {
    pub(crate) types: Vec<Type>,
    /// Whether there are more than [`MOST`].
    pub(crate) is_full: bool,
    /// Whether some have more than [`NODES`] nodes.
    is_cut: bool,
}

/// Whether something is inside the values of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inside {
    Found,
    Missing,
    /// It may be inside types that are not followed.
    Unknown,
}

impl Signature {
    /// Returns the fields of all visible constructors of a type.
    fn fields(&self, ty: &Type) -> Vec<Field> {
        let Type::Data(data, arguments) = ty else { return Vec::new() };
        let fields = self.constructors(*data).iter().flat_map(|constructor| &constructor.fields);
        fields.map(|field| Field { ty: field.ty.with(arguments), ..field.clone() }).collect()
    }

    /// Returns the types found inside a value of a type by one step: of fields, or of a function's
    /// result.
    fn next(&self, ty: &Type) -> Vec<Type> {
        match ty {
            Type::Arrow(sides) => vec![sides.1.clone()],
            _ => self.fields(ty).into_iter().map(|field| field.ty).collect(),
        }
    }

    /// Returns the types found inside a value of a type by one step, without those with too many
    /// nodes.
    pub(crate) fn inside(&self, ty: &Type) -> Vec<Type> {
        let mut inside = self.next(ty);
        inside.retain(|ty| !ty.is_larger_than(NODES));
        inside
    }

    /// Returns the types found inside a value of a type by one or more steps. Variables stay
    /// variables.
    pub(crate) fn reached(&self, ty: &Type) -> Vec<Type> {
        self.followed(ty).types
    }

    /// Returns the types found inside a value of a type by one or more steps, and whether these are
    /// all.
    pub(crate) fn followed(&self, ty: &Type) -> InnerTypes {
        let mut found = InnerTypes { types: Vec::new(), is_full: false, is_cut: false };
        let (mut seen, mut open) = (FxHashSet::default(), vec![ty.clone()]);
        while let Some(ty) = open.pop() {
            for ty in self.next(&ty) {
                if ty.is_larger_than(NODES) {
                    found.is_cut = true;
                } else if !seen.contains(&ty) {
                    if found.types.len() == MOST {
                        found.is_full = true;
                        return found;
                    }
                    seen.insert(ty.clone());
                    found.types.push(ty.clone());
                    open.push(ty);
                }
            }
        }
        found
    }

    /// Returns whether a value of a type is, or has inside, a value of a type that satisfies
    /// `is_it`.
    fn holds(&self, from: &Type, is_it: impl Fn(&Type) -> bool) -> Inside {
        if from.is_larger_than(NODES) {
            return Inside::Unknown;
        }
        if is_it(from) {
            return Inside::Found;
        }
        let reached = self.followed(from);
        if reached.types.iter().any(is_it) {
            Inside::Found
        } else if reached.is_full || (reached.is_cut && from.is_larger_than(FAR)) {
            Inside::Unknown
        } else {
            Inside::Missing
        }
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
    pub(crate) fn leads(&self, from: &Type, to: &Type) -> Inside {
        self.holds(from, |ty| ty == to)
    }

    /// Returns whether an evaluated value of a type may hide an error: in a lazy field, or in a
    /// function that it holds.
    pub(crate) fn hides(&self, ty: &Type) -> Inside {
        let hides =
            |ty: &Type| matches!(ty, Type::Arrow(_)) || self.fields(ty).iter().any(|field| field.is_lazy);
        self.holds(ty, hides)
    }
}
