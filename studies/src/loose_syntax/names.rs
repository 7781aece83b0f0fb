//! Names: an identifier of `syn` may be any word.

use everycase::Enumerable;

use super::super::rust_syntax::names::{ident, lifetime};

/// An identifier. One reserved word stands for all that mean nothing where a name is wanted.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Word {
    /// `a`
    Name,
    /// `fn`
    Reserved,
    /// `_`
    Underscore,
    /// `self`
    SelfValue,
    /// `Self`
    SelfType,
    /// `crate`
    Crate,
}

/// A lifetime or a label. To `syn` any will do, even `continue 'static` and `&'fn T`.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Tick {
    /// `'a`
    Named,
    /// `'fn`
    Reserved,
}

impl Word {
    /// Returns the identifier as `syn` has it.
    pub fn to_syn(&self) -> syn::Ident {
        ident(match self {
            Self::Name => "a",
            Self::Reserved => "fn",
            Self::Underscore => "_",
            Self::SelfValue => "self",
            Self::SelfType => "Self",
            Self::Crate => "crate",
        })
    }
}

impl Tick {
    /// Returns the lifetime as `syn` has it.
    pub fn to_syn(&self) -> syn::Lifetime {
        lifetime(match self {
            Self::Named => "'a",
            Self::Reserved => "'fn",
        })
    }

    /// Returns the label as `syn` has it.
    pub fn to_label(&self) -> syn::Label {
        syn::Label { name: self.to_syn(), colon_token: syn::token::Colon::default() }
    }
}
