//! Shapes: untyped, shared, possibly cyclic, lazily expanded grammars.
//!
//! They are built by the six operations of sized functors (Paper II, section 3): [`Shape::empty`],
//! [`Shape::unit`], [`Shape::union`], [`Shape::product`], [`Shape::with_payload`] (the `map` of an
//! untyped grammar: it carries the function) and [`Shape::pay`]. All but the last are sums of
//! products, so every interpretation has two cases: sums and ranges.

use std::any::{Any, TypeId};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::range::Range;

/// An untyped grammar whose derivations are the values of some type.
///
/// Clones are cheap and keep the identity; a shape used twice is expanded once.
#[derive(Clone)]
pub struct Shape(Arc<Form>);

pub(crate) enum Form {
    Sum {
        alternatives: Vec<Alternative>,
        payload: Option<Payload>,
    },
    Range(Range),
    Pay(u32, Shape),
    Named(Key, Box<dyn Fn() -> Shape + Send + Sync>),
    /// The first shape; the second one in [models with lists](crate::CostModel::Listed).
    Listed(Shape, Shape),
}

pub(crate) type Payload = Arc<dyn Any + Send + Sync>;

/// An alternative of a sum: a label for readers, a cost, and the fields.
#[derive(Clone)]
pub struct Alternative {
    pub(crate) label: &'static str,
    pub(crate) cost: u32,
    pub(crate) fields: Vec<Shape>,
}

impl Alternative {
    /// Returns an alternative without a cost of its own. The label is shown in reports and is part
    /// of the [fingerprint](crate::Derivations::fingerprint).
    #[inline]
    pub fn new(label: &'static str, fields: impl IntoIterator<Item = Shape>) -> Self {
        Self { label, cost: 0, fields: fields.into_iter().collect() }
    }

    /// Returns the alternative with a cost increased by `cost`.
    #[must_use]
    pub fn pay(mut self, cost: u32) -> Self {
        self.cost = self.cost.saturating_add(cost);
        self
    }
}

impl Shape {
    #[inline]
    pub(crate) fn new(form: Form) -> Self {
        Self(Arc::new(form))
    }

    /// Returns the shape without values.
    pub fn empty() -> Self {
        Self::choice([])
    }

    /// Returns the shape of a single value, of size 0.
    #[inline]
    pub fn unit() -> Self {
        Self::product([])
    }

    /// Returns the shape of tuples of the fields' values; the size of a tuple is the sum of its
    /// fields' sizes.
    #[inline]
    pub fn product(fields: impl IntoIterator<Item = Self>) -> Self {
        Self::choice([Alternative::new("", fields)])
    }

    /// Returns the fields of a [product](Self::product); `None` if it is not one.
    pub fn fields(&self) -> Option<&[Self]> {
        match &*self.0 {
            Form::Sum { alternatives, .. } => match &alternatives[..] {
                [only] => Some(&only.fields),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the disjoint union of the alternatives, in this order within each size.
    #[inline]
    pub fn choice(alternatives: impl IntoIterator<Item = Alternative>) -> Self {
        Self::new(Form::Sum { alternatives: alternatives.into_iter().collect(), payload: None })
    }

    /// Returns the same with a payload for readers of the position, as by
    /// [`with_payload`](Self::with_payload), but without an additional position.
    pub fn choice_with<P: Any + Send + Sync>(
        alternatives: impl IntoIterator<Item = Alternative>,
        payload: P,
    ) -> Self {
        let alternatives = alternatives.into_iter().collect();
        Self::new(Form::Sum { alternatives, payload: Some(Arc::new(payload)) })
    }

    /// Returns the integers (or code points) of a range; the size of each is the bit length of its
    /// magnitude.
    pub fn range(range: Range) -> Self {
        Self::new(Form::Range(range))
    }

    /// Returns the shape that `body` returns, shared by all shapes with an equal key and expanded
    /// on first use. Recursion goes through names.
    #[inline]
    pub fn named(key: Key, body: impl Fn() -> Self + Send + Sync + 'static) -> Self {
        Self::new(Form::Named(key, Box::new(body)))
    }

    /// Returns the same values, each larger by `cost`. The cost has no position of its own in a
    /// derivation.
    #[must_use]
    pub fn pay(self, cost: u32) -> Self {
        Self::new(Form::Pay(cost, self))
    }

    /// Returns the cost of every value before its first choice: the cost of the constructors common
    /// to all values.
    #[inline]
    pub fn root_cost(&self) -> u32 {
        self.root_cost_below(&mut Vec::new())
    }

    /// Returns the same within named shapes. One that leads back to itself has no values.
    #[inline]
    fn root_cost_below(&self, names: &mut Vec<Self>) -> u32 {
        match self.form() {
            Form::Named(..) if names.contains(self) => 0,
            Form::Named(_, body) => {
                names.push(self.clone());
                let cost = body().root_cost_below(names);
                names.pop();
                cost
            }
            Form::Pay(cost, shape) => cost.saturating_add(shape.root_cost_below(names)),
            Form::Listed(exact, _) => exact.root_cost_below(names),
            Form::Range(_) => 0,
            Form::Sum { alternatives, .. } => match &alternatives[..] {
                [one] if one.cost == 0 => {
                    let costs = one.fields.iter().map(|field| field.root_cost_below(names));
                    costs.fold(0, u32::saturating_add)
                }
                all => all.iter().map(|alternative| alternative.cost).min().unwrap_or(0),
            },
        }
    }

    /// Returns the same values, each smaller by [`root_cost`](Self::root_cost), with the same
    /// positions.
    #[must_use]
    #[inline]
    pub fn without_root_cost(&self) -> Self {
        struct Free;
        match self.form() {
            Form::Named(..) => {
                let shape = self.clone();
                Self::named(Key::of::<Free>().under(self), move || match shape.form() {
                    Form::Named(_, body) => body().without_root_cost(),
                    _ => shape.without_root_cost(),
                })
            }
            Form::Pay(_, shape) => shape.without_root_cost(),
            Form::Listed(exact, lists) => exact.without_root_cost().with_lists(lists.without_root_cost()),
            Form::Range(_) => self.clone(),
            Form::Sum { alternatives, payload } => {
                let alternatives = match &alternatives[..] {
                    [one] if one.cost == 0 => {
                        let fields = one.fields.iter().map(Self::without_root_cost).collect();
                        vec![Alternative { fields, ..one.clone() }]
                    }
                    all => {
                        let least = all.iter().map(|alternative| alternative.cost).min().unwrap_or(0);
                        let less = |one: &Alternative| Alternative { cost: one.cost - least, ..one.clone() };
                        all.iter().map(less).collect()
                    }
                };
                Self::new(Form::Sum { alternatives, payload: payload.clone() })
            }
        }
    }

    /// Returns the disjoint union of two shapes.
    #[must_use]
    #[inline]
    pub fn union(self, other: Self) -> Self {
        Self::choice([Alternative::new("left", [self]), Alternative::new("right", [other])])
    }

    /// Returns a position with this shape as its only field and a payload for its decoder
    /// ([`At::payload`](crate::At::payload)): the `map` of an untyped grammar.
    #[must_use]
    #[inline]
    pub fn with_payload<P: Any + Send + Sync>(self, payload: P) -> Self {
        Self::new(Form::Sum {
            alternatives: vec![Alternative::new("", [self])],
            payload: Some(Arc::new(payload)),
        })
    }

    /// Returns the same shape, but for [models with lists](crate::CostModel::Listed), in which it
    /// is another one with the same values.
    #[inline]
    pub(crate) fn with_lists(self, lists: Self) -> Self {
        Self::new(Form::Listed(self, lists))
    }

    pub(crate) fn form(&self) -> &Form {
        &self.0
    }
}

/// Identity: an equal key, or the same allocation.
impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        match (self.form(), other.form()) {
            (Form::Named(a, _), Form::Named(b, _)) => a == b,
            _ => Arc::ptr_eq(&self.0, &other.0),
        }
    }
}

impl Eq for Shape {}

impl Hash for Shape {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.form() {
            Form::Named(key, _) => key.hash(state),
            _ => Arc::as_ptr(&self.0).hash(state),
        }
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.form() {
            Form::Named(key, _) => write!(f, "{key}"),
            Form::Pay(cost, shape) => write!(f, "pay({cost}, {shape:?})"),
            Form::Range(range) => write!(f, "{range}"),
            Form::Listed(exact, _) => write!(f, "{exact:?}"),
            Form::Sum { alternatives, .. } => {
                f.write_str("(")?;
                for (i, alternative) in alternatives.iter().enumerate() {
                    let bar = if i == 0 { "" } else { " | " };
                    write!(f, "{bar}{} {:?}", alternative.label, alternative.fields)?;
                }
                f.write_str(")")
            }
        }
    }
}

/// The identity under which a [`Shape`] is shared.
///
/// Shapes [named](Shape::named) by equal keys count as equal and are expanded once. A key is a
/// type, optionally refined by numbers ([`Key::with`], for families such as "terms with `n` free
/// variables") and by the identities of other shapes ([`Key::under`], for spaces built from
/// spaces).
#[derive(Clone)]
pub struct Key {
    id: TypeId,
    /// The type of the values, for keys of typed spaces, since one key may name spaces of several
    /// types.
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
    /// Returns the key of a type, often a private marker type.
    #[inline]
    pub fn of<T: ?Sized + 'static>() -> Self {
        Self { id: TypeId::of::<T>(), values: None, name: std::any::type_name::<T>(), parts: Arc::new([]) }
    }

    /// Returns this key refined by a number.
    #[must_use]
    pub fn with(self, number: u64) -> Self {
        self.refine(Part::Number(number))
    }

    /// Returns this key refined by the identity of a shape.
    #[must_use]
    #[inline]
    pub fn under(self, shape: &Shape) -> Self {
        self.refine(Part::Shape(shape.clone()))
    }

    /// Returns this key for values of type `T`, so that a front end can use one key for spaces of
    /// several types.
    #[must_use]
    pub fn of_values<T: 'static>(self) -> Self {
        Self { values: Some(TypeId::of::<T>()), ..self }
    }

    #[inline]
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
    #[inline]
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
