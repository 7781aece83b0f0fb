//! Attributes.

use everycase::Enumerable;

use super::literals::Literal;
use super::macros::{Delimiter, Token, to_tokens};
use super::names::tok;
use super::paths::{Path, Place};

/// What stands in `#[..]`.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Attribute {
    /// `#[a]`
    Path(Path),
    /// `#[a(..)]`
    List(Path, Delimiter, Vec<Token>),
    /// `#[a = "x"]`
    NameValue(Path, Literal),
    /// `/// text`
    Doc(String),
}

impl Attribute {
    /// Returns the attribute as `syn` has it.
    pub fn to_syn(&self, style: syn::AttrStyle) -> syn::Attribute {
        let meta = match self {
            Self::Path(path) => syn::Meta::Path(path.to_syn(Place::Module)),
            Self::List(path, delimiter, tokens) => syn::Meta::List(syn::MetaList {
                path: path.to_syn(Place::Module),
                delimiter: delimiter.to_syn(),
                tokens: to_tokens(tokens),
            }),
            Self::NameValue(path, value) => name_value(path.to_syn(Place::Module), value),
            Self::Doc(text) => name_value(super::names::ident("doc").into(), &Literal::Str(text.clone())),
        };
        syn::Attribute { pound_token: tok(), style, bracket_token: tok(), meta }
    }
}

fn name_value(path: syn::Path, value: &Literal) -> syn::Meta {
    syn::Meta::NameValue(syn::MetaNameValue { path, eq_token: tok(), value: syn::Expr::Lit(value.to_expr()) })
}
