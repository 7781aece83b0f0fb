//! What makes two shapes the same shape: a type, refined by numbers and by other shapes.

use std::any::TypeId;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::Shape;

/// The identity under which a [`Shape`] is shared.
///
/// Shapes [named](Shape::named) by equal keys are taken to be equal and are expanded once. A key is a type,
/// optionally refined by numbers ([`Key::with`], for families such as "terms with `n` free variables") and by
/// the identities of other shapes ([`Key::under`], for spaces built from spaces).
#[derive(Clone)]
pub struct Key {
    id: TypeId,
    /// The type of the values, for keys of typed spaces: one key may name spaces of several types.
    values: Option<TypeId>,
    name: &'static str,
    parts: Arc<[Part]>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Part {
    Number(u64),
    Shape(Shape),
}

impl Key {
    /// The key of a type: any type serves, often a private marker.
    pub fn of<T: ?Sized + 'static>() -> Self {
        Self { id: TypeId::of::<T>(), values: None, name: std::any::type_name::<T>(), parts: Arc::new([]) }
    }

    /// This key refined by a number.
    #[must_use]
    pub fn with(self, number: u64) -> Self {
        self.refine(Part::Number(number))
    }

    /// This key refined by the identity of a shape.
    #[must_use]
    pub fn under(self, shape: &Shape) -> Self {
        self.refine(Part::Shape(shape.clone()))
    }

    /// This key for spaces of values of type `T`.
    pub(crate) fn of_values<T: 'static>(self) -> Self {
        Self { values: Some(TypeId::of::<T>()), ..self }
    }

    fn refine(self, part: Part) -> Self {
        let parts = self.parts.iter().cloned().chain([part]).collect();
        Self { parts, ..self }
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && self.values == other.values && self.parts == other.parts
    }
}

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
        self.values.hash(state);
        self.parts.hash(state);
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        for part in &*self.parts {
            match part {
                Part::Number(n) => write!(f, "[{n}]")?,
                Part::Shape(shape) => write!(f, "[{shape:?}]")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
