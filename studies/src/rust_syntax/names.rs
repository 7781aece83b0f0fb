//! Names. The names themselves are fixed, as in the paper's case study: which name stands in a tree says nothing about
//! a printer, and enumerating them would crowd out everything else. Any name costs 1.

use everycase::Enumerable;
use proc_macro2::Span;

/// An identifier in a value, type, field or macro position.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub struct Name;

impl Name {
    /// Returns the identifier, spelt as suits the place it stands in.
    pub fn to_syn(&self, spelling: &str) -> syn::Ident {
        ident(spelling)
    }
}

/// A lifetime or a label.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Lifetime {
    /// `'a`
    Named,
    /// `'static`
    Static,
    /// `'_`
    Elided,
}

impl Lifetime {
    /// Returns the lifetime as `syn` has it.
    pub fn to_syn(&self) -> syn::Lifetime {
        lifetime(match self {
            Self::Named => "'a",
            Self::Static => "'static",
            Self::Elided => "'_",
        })
    }
}

/// Returns a token, or anything else that `syn` makes by default: nearly all of them carry nothing but a place in the
/// source.
pub(crate) fn tok<T: Default>() -> T {
    T::default()
}

/// Returns a token that is there or not.
pub(crate) fn tok_if<T: Default>(there: bool) -> Option<T> {
    there.then(T::default)
}

/// Returns an identifier of this spelling.
pub(crate) fn ident(spelling: &str) -> syn::Ident {
    syn::Ident::new(spelling, Span::call_site())
}

/// Returns a lifetime of this spelling.
pub(crate) fn lifetime(spelling: &str) -> syn::Lifetime {
    syn::Lifetime::new(spelling, Span::call_site())
}

/// The label of a loop, a block, a `break` or a `continue`: always `'a`, for `'static` and `'_` are no labels.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub struct Label;

impl Label {
    /// `'a`
    pub fn to_lifetime(&self) -> syn::Lifetime {
        lifetime("'a")
    }

    /// `'a:`
    pub fn to_syn(&self) -> syn::Label {
        syn::Label { name: self.to_lifetime(), colon_token: tok() }
    }
}
