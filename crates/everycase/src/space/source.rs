//! Rust source under construction: a text that knows which of its names have to be in scope.

use std::any::type_name;
use std::borrow::Cow;
use std::fmt::{self, Debug, Write};

use everycase_kernel::At;

/// The source of a value: an expression, and the names in it that have to be in scope.
///
/// Codecs append to it like to a `String`, by its methods or by [`write!`]. Anything outside of the
/// standard library's prelude is written with a full path, or as a [`name`](Self::name).
///
/// ```
/// use std::fmt::Write;
/// use everycase::space::Source;
///
/// let mut out = Source::new();
/// out.name("geometry::plane", "Point");
/// write!(out, " {{ x: {}, y: {} }}", 3, 4)?;
/// assert_eq!(out.as_str(), "Point { x: 3, y: 4 }");
/// # Ok::<(), std::fmt::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Source {
    text: String,
    names: Vec<Name>,
    privates: Vec<Private>,
    variants: Vec<&'static str>,
    by_debug: bool,
    is_opaque: bool,
    draft: bool,
}

/// A name in a [`Source`], which is the last segment of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// Its offset in the text.
    pub at: usize,
    /// The module of its path `module::ident`, as in [`module_path!`].
    pub module: Cow<'static, str>,
    /// The identifier in the text.
    pub ident: Cow<'static, str>,
}

/// A part of a [`Source`] that only compiles in some module and below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Private {
    /// The item that it is part of.
    pub ident: &'static str,
    /// The module, as in [`module_path!`].
    pub module: String,
}

/// Names of the prelude, with the modules that define them.
pub(crate) const PRELUDE: [(&str, &str); 10] = [
    ("alloc::boxed", "Box"),
    ("core::default", "Default"),
    ("core::result::Result", "Err"),
    ("core::option::Option", "None"),
    ("core::result::Result", "Ok"),
    ("core::option", "Option"),
    ("core::result", "Result"),
    ("core::option::Option", "Some"),
    ("alloc::string", "String"),
    ("alloc::vec", "Vec"),
];

/// Types that print their values as Rust.
const PLAIN: [&str; 16] = [
    "()", "bool", "char", "&str", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64",
    "i128", "isize",
];

impl Source {
    /// Returns an empty source.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a source to be inspected and discarded, see [`is_draft`](Self::is_draft).
    pub fn draft() -> Self {
        Self { draft: true, ..Self::default() }
    }

    /// Appends a text unchanged.
    pub fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Appends a character.
    pub fn push(&mut self, c: char) {
        self.text.push(c);
    }

    /// Appends the name of an item of a module, which is given as in [`module_path!`]:
    /// `out.name(module_path!(), "Point")`. When the source is printed, the name is imported or, if
    /// it would be ambiguous, replaced by its path.
    pub fn name(&mut self, module: impl Into<Cow<'static, str>>, ident: impl Into<Cow<'static, str>>) {
        let (at, module, ident) = (self.text.len(), module.into(), ident.into());
        self.text.push_str(&ident);
        self.names.push(Name { at, module, ident });
    }

    /// Appends a path that is in scope everywhere, or that begins with a name of the prelude. Where
    /// this name may have another meaning, it is replaced by its own path.
    pub fn path(&mut self, path: &'static str) {
        let first = path.split("::").next().unwrap_or_default();
        if let Some((module, ident)) = PRELUDE.into_iter().find(|(_, ident)| *ident == first) {
            self.names.push(Name { at: self.text.len(), module: module.into(), ident: ident.into() });
        }
        self.text.push_str(path);
    }

    /// Records that the type of the appended source has a variant with a name of the prelude. With
    /// `use Type::*`, the name means the variant.
    pub fn variant(&mut self, ident: &'static str) {
        if !self.variants.contains(&ident) {
            self.variants.push(ident);
        }
    }

    /// Appends a value by its `Debug`, if there is nothing better. The source may not compile.
    #[inline]
    pub fn debug<T: Debug>(&mut self, value: &T) {
        self.by_debug = true;
        self.is_opaque |= !PLAIN.contains(&type_name::<T>());
        // Writing to a string fails only if a user's `Debug` does; the report then shows the text
        // so far.
        let _ = write!(self.text, "{value:?}");
    }

    /// Appends another source.
    pub fn append(&mut self, other: &Self) {
        let start = self.text.len();
        self.text.push_str(&other.text);
        self.names.extend(other.names.iter().map(|name| Name { at: start + name.at, ..name.clone() }));
        self.privates.extend(other.privates.iter().cloned());
        other.variants.iter().for_each(|ident| self.variant(ident));
        self.by_debug |= other.by_debug;
        self.is_opaque |= other.is_opaque;
    }

    /// Records that the appended source has parts of an item that are private to a module, given as
    /// in [`module_path!`], or to the module `up` levels above it; above the crate's root, to the
    /// crate.
    #[inline]
    pub fn private(&mut self, module: &'static str, up: usize, ident: &'static str) {
        let parts: Vec<&str> = module.split("::").collect();
        let module = parts[..parts.len().saturating_sub(up).max(1)].join("::");
        let private = Private { ident, module };
        if !self.privates.contains(&private) {
            self.privates.push(private);
        }
    }

    /// Appends a part of a value, or `_` if it is [open](At::is_open).
    pub fn part(&mut self, at: At<'_>, write: impl FnOnce(At<'_>, &mut Self)) {
        if at.is_open() {
            self.push('_');
        } else {
            write(at, self);
        }
    }

    /// Puts everything after the first `from` bytes in parentheses.
    ///
    /// # Panics
    /// If there are fewer bytes, or `from` is within a character.
    pub fn parenthesize(&mut self, from: usize) {
        self.text.insert(from, '(');
        self.text.push(')');
        self.names.iter_mut().rev().take_while(|name| name.at >= from).for_each(|name| name.at += 1);
    }

    /// Returns the text, with unqualified names.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the names, in the order of the text.
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// Returns the variants with names of the prelude.
    pub fn variants(&self) -> &[&'static str] {
        &self.variants
    }

    /// Returns whether a part was written by [`debug`](Self::debug).
    pub fn is_by_debug(&self) -> bool {
        self.by_debug
    }

    /// Returns the parts that are private to some module.
    pub fn privates(&self) -> &[Private] {
        &self.privates
    }

    /// Returns whether a part was written by a `Debug` that may not be Rust.
    pub fn is_opaque(&self) -> bool {
        self.is_opaque
    }

    /// Returns whether the source is only written to find out whether it is
    /// [by `Debug`](Self::is_by_debug). Then it is pointless to search for something better than
    /// `Debug`.
    pub fn is_draft(&self) -> bool {
        self.draft
    }
}

impl Write for Source {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text.write_str(text)
    }
}

impl From<Source> for String {
    fn from(source: Source) -> Self {
        source.text
    }
}

/// Appends the result of `format_args!` to a `String` or a source.
pub(crate) fn push(out: &mut impl Write, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
}

#[cfg(test)]
mod tests {
    use super::{Name, Source};

    #[test]
    fn names_keep_their_places_when_sources_are_joined() {
        let mut point = Source::new();
        point.push('(');
        point.name("plane", "Point");
        point.push(')');
        let mut both = Source::new();
        both.append(&point);
        both.append(&point);
        assert_eq!(both.as_str(), "(Point)(Point)");
        let name = |at| Name { at, module: "plane".into(), ident: "Point".into() };
        assert_eq!(both.names(), [name(1), name(8)]);
        both.parenthesize(7);
        assert_eq!(both.as_str(), "(Point)((Point))");
        assert_eq!(both.names(), [name(1), name(9)]);
    }

    #[test]
    fn what_is_private_is_told_with_the_module_that_it_is_private_to() {
        let mut point = Source::new();
        point.private("geometry::plane::tests", 1, "Point");
        point.private("geometry::plane", 0, "Point");
        let mut both = Source::new();
        both.private("geometry", usize::MAX, "Line");
        both.append(&point);
        let told: Vec<_> = both.privates().iter().map(|one| (one.ident, &*one.module)).collect();
        assert_eq!(told, [("Line", "geometry"), ("Point", "geometry::plane")]);
    }

    #[test]
    fn what_a_type_of_the_language_writes_of_itself_is_not_opaque() {
        let mut out = Source::new();
        out.debug(&7u8);
        out.debug(&"a");
        assert!(out.is_by_debug() && !out.is_opaque());
        out.debug(&Some(7u8));
        assert!(out.is_opaque());
    }

    #[test]
    fn what_holds_something_by_debug_is_by_debug() {
        let (mut inner, mut outer) = (Source::new(), Source::new());
        outer.append(&inner);
        assert!(!outer.is_by_debug());
        inner.debug(&"a");
        outer.append(&inner);
        assert!(outer.is_by_debug());
        assert_eq!(String::from(outer), "\"a\"");
    }
}
