//! The fields of records, each stated once: the writer, the reader and the tables of
//! `docs/records.md` follow.

use super::value::{FieldError, FromJson, ToJson};
use crate::records::json::{Json, Object};

/// A field of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Its key, or the path of keys to it.
    pub key: &'static str,
    /// What it means, as in `docs/records.md`.
    pub text: &'static str,
    /// Whether it is left out where it has nothing to say; other fields are `null` there.
    pub is_optional: bool,
}

impl Field {
    /// Returns a field that every record of its kind has.
    pub const fn new(key: &'static str, text: &'static str) -> Field {
        Field { key, text, is_optional: false }
    }

    /// Returns the same field, left out where it has nothing to say.
    #[must_use]
    pub const fn optional(self) -> Field {
        Field { is_optional: true, ..self }
    }
}

/// A table of `docs/records.md`: its heading, and the fields.
pub type Table = (&'static str, Vec<Field>);

/// Returns the fields of an object that several types have written, each once.
#[inline]
pub fn together(all: &[&[Field]]) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    for field in all.iter().copied().flatten() {
        if fields.iter().all(|known| known.key != field.key) {
            fields.push(*field);
        }
    }
    fields
}

/// What is written as fields of an object.
pub trait Fields {
    /// The fields of the object itself, without the fields of the types in it.
    const FIELDS: &'static [Field];

    /// Adds the fields to an object.
    fn write(&self, object: &mut Object);

    /// Returns the object that has these fields.
    fn object(&self) -> Object {
        let mut object = Object::default();
        self.write(&mut object);
        object
    }
}

/// What can be read from the fields of an object.
pub trait Read: Fields + Sized {
    /// Reads the fields of an object; other fields do not matter.
    ///
    /// # Errors
    /// If a field is missing or has another type than expected.
    fn read(object: &Object) -> Result<Self, FieldError>;

    /// Returns whether an object has any of the fields.
    fn is_in(object: &Object) -> bool {
        Self::FIELDS.iter().any(|field| object.find(field.key).is_some())
    }

    /// Reads the fields of a value that is an object.
    ///
    /// # Errors
    /// If it is not, or cannot be read.
    fn read_json(json: &Json) -> Result<Self, FieldError> {
        if let Json::Object(object) = json { Self::read(object) } else { Err(FieldError::VALUE) }
    }
}

impl Object {
    /// Adds a field. One that is there already stays as it is.
    pub fn put(&mut self, field: Field, value: &(impl ToJson + ?Sized)) {
        if !(field.is_optional && value.is_absent()) {
            self.add(field.key, value.json());
        }
    }

    /// Reads a field.
    ///
    /// # Errors
    /// If the field is missing and is not optional, or has another type than expected.
    pub fn get<T: FromJson>(&self, field: Field) -> Result<T, FieldError> {
        match self.find(field.key) {
            Some(json) => T::of(json).map_err(|wrong| wrong.within(field.key)),
            None => T::absent().filter(|_| field.is_optional).ok_or_else(|| FieldError::missing(field.key)),
        }
    }
}

/// All fields, or none of them.
impl<T: Fields> Fields for Option<T> {
    const FIELDS: &'static [Field] = T::FIELDS;

    fn write(&self, object: &mut Object) {
        if let Some(own) = self {
            own.write(object);
        }
    }
}

impl<T: Read> Read for Option<T> {
    fn read(object: &Object) -> Result<Option<T>, FieldError> {
        if T::is_in(object) { T::read(object).map(Some) } else { Ok(None) }
    }
}

/// States the fields of a type.
///
/// ```
/// use everycase_check::fields;
/// use everycase_check::records::{Fields, Read};
///
/// #[derive(Debug, PartialEq)]
/// struct Step(u32, u32);
///
/// #[derive(Debug, PartialEq)]
/// struct Walk {
///     steps: Vec<Step>,
///     name: Option<String>,
///     is_new: bool,
/// }
///
/// fields! { step: Step = (Step(x, y));
///     "x": x, "to the east";
///     "y": y, "to the north";
/// }
///
/// fields! { walk: Walk = (Walk { steps, name, is_new }) { is_new: true };
///     "name" [optional]: name, "what it is called";
///     "steps": steps, "each step";
///     "number": = walk.steps.len(), "their number";
/// }
///
/// let walk = Walk { steps: vec![Step(1, 0)], name: None, is_new: true };
/// assert_eq!(walk.object().to_string(), r#"{"steps":[{"x":1,"y":0}],"number":1}"#);
/// assert_eq!(Walk::read(&walk.object()), Ok(walk));
/// ```
///
/// The part in parentheses is a pattern that takes a value apart, and the expression that makes
/// one: it names each part of the value once. The parts in braces are not written; a value that is
/// read has these. Then follow the fields, in their order:
///
/// - `"key": part, "text";` is a field with this part of the value;
/// - `"key": = expression, "text";` is computed from the value or its parts, and not read;
/// - `"key" [optional]: ..` is left out where it has nothing to say;
/// - `..part;` stands for all fields of a part.
///
/// Without the part in parentheses, the value is only written.
#[macro_export]
macro_rules! fields {
    ($it:ident: $type:ty; $($rows:tt)*) => {
        $crate::fields!(@write $it: $type, _; $($rows)*);
    };
    ($it:ident: $type:ty = $shape:tt $({ $($own:ident: $blank:expr),* $(,)? })?; $($rows:tt)*) => {
        $crate::fields!(@write $it: $type, $shape; $($rows)*);
        $crate::fields!(@read $type, $shape, { $($($own: $blank),*)? }; $($rows)*);
    };
    (@write $it:ident: $type:ty, $shape:tt; $(
        $($key:literal $([$optional:ident])?: $($part:ident)? $(= $value:expr)?, $text:literal)? $(..$all:ident)?;
    )*) => {
        impl $crate::records::Fields for $type {
            const FIELDS: &'static [$crate::records::Field] =
                &[$($($crate::records::Field::new($key, $text)$(.$optional())?,)?)*];

            #[allow(unused_variables, unused_parens, reason = "not every part is written, nor every field computed")]
            fn write(&self, object: &mut $crate::records::json::Object) {
                let $it = self;
                let $shape = self;
                $(
                    $(
                        let field = $crate::records::Field::new($key, $text)$(.$optional())?;
                        $(object.put(field, &$value);)?
                        $(object.put(field, $part);)?
                    )?
                    $($crate::records::Fields::write($all, object);)?
                )*
            }
        }

        impl $crate::records::ToJson for $type {
            fn json(&self) -> $crate::records::json::Json {
                $crate::records::json::Json::Object($crate::records::Fields::object(self))
            }
        }
    };
    (@read $type:ty, $shape:tt, { $($own:ident: $blank:expr),* }; $(
        $($key:literal $([$optional:ident])?: $($part:ident)? $(= $value:expr)?, $text:literal)? $(..$all:ident)?;
    )*) => {
        impl $crate::records::Read for $type {
            // Compiled where it is called: processes that test only write records.
            #[inline]
            #[allow(unused_variables, reason = "not every field is read")]
            fn read(object: &$crate::records::json::Object) -> Result<$type, $crate::records::FieldError> {
                $(let $own = $blank;)*
                $(
                    $(
                        let field = $crate::records::Field::new($key, $text)$(.$optional())?;
                        $(let $part = object.get(field)?;)?
                    )?
                    $(let $all = $crate::records::Read::read(object)?;)?
                )*
                Ok($shape)
            }
        }

        impl $crate::records::FromJson for $type {
            #[inline]
            fn of(json: &$crate::records::json::Json) -> Result<$type, $crate::records::FieldError> {
                $crate::records::Read::read_json(json)
            }
        }
    };
}
