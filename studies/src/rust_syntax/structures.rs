//! Fields and variants.

use everycase::Enumerable;

use super::attributes::Attribute;
use super::expressions::Expression;
use super::items::Visibility;
use super::names::{ident, tok};
use super::types::Type;

/// The fields of a struct or a variant.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Fields {
    /// Nothing.
    Unit,
    /// `(T, U)`
    Tuple(Vec<TupleField>),
    /// `{ f: T, g: U }`
    Named(Vec<NamedField>),
}

/// `pub f: T = a`
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum NamedField {
    /// `pub f: T`
    Plain(Visibility, Type),
    /// `f: T = a`
    Default(Type, Expression),
    /// `#[attribute] f: T`
    Attributed(Attribute, Type),
}

/// `pub T`
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum TupleField {
    /// `pub T`
    Plain(Visibility, Type),
    /// `#[attribute] T`
    Attributed(Attribute, Type),
}

/// A variant of an enum.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Variant {
    /// `A { .. } = a`
    Plain(Fields, Option<Expression>),
    /// `#[attribute] A { .. }`
    Attributed(Attribute, Fields),
}

impl Fields {
    /// Returns the fields as `syn` has them.
    pub fn to_syn(&self) -> syn::Fields {
        match self {
            Self::Unit => syn::Fields::Unit,
            Self::Tuple(fields) => syn::Fields::Unnamed(syn::FieldsUnnamed {
                paren_token: tok(),
                unnamed: fields.iter().map(TupleField::to_syn).collect(),
            }),
            Self::Named(fields) => syn::Fields::Named(syn::FieldsNamed {
                brace_token: tok(),
                named: fields.iter().map(NamedField::to_syn).collect(),
            }),
        }
    }
}

impl NamedField {
    /// Returns the field as `syn` has it.
    pub fn to_syn(&self) -> syn::Field {
        let (attrs, vis, ty, default) = match self {
            Self::Plain(vis, ty) => (Vec::new(), vis.to_syn(), ty, None),
            Self::Default(ty, expr) => {
                (Vec::new(), syn::Visibility::Inherited, ty, Some((tok(), expr.to_syn())))
            }
            Self::Attributed(attribute, ty) => {
                (vec![attribute.to_syn(syn::AttrStyle::Outer)], syn::Visibility::Inherited, ty, None)
            }
        };
        syn::Field {
            attrs,
            vis,
            modifiers: tok(),
            ident: Some(ident("f")),
            colon_token: Some(tok()),
            ty: ty.to_syn(),
            default,
        }
    }
}

impl TupleField {
    fn to_syn(&self) -> syn::Field {
        let (attrs, vis, ty) = match self {
            Self::Plain(vis, ty) => (Vec::new(), vis.to_syn(), ty),
            Self::Attributed(attribute, ty) => {
                (vec![attribute.to_syn(syn::AttrStyle::Outer)], syn::Visibility::Inherited, ty)
            }
        };
        syn::Field {
            attrs,
            vis,
            modifiers: tok(),
            ident: None,
            colon_token: None,
            ty: ty.to_syn(),
            default: None,
        }
    }
}

impl Variant {
    /// Returns the variant as `syn` has it.
    pub fn to_syn(&self) -> syn::Variant {
        let (attrs, fields, discriminant) = match self {
            Self::Plain(fields, expr) => {
                (Vec::new(), fields, expr.as_ref().map(|expr| (tok(), expr.to_syn())))
            }
            Self::Attributed(attribute, fields) => {
                (vec![attribute.to_syn(syn::AttrStyle::Outer)], fields, None)
            }
        };
        syn::Variant { attrs, ident: ident("A"), fields: fields.to_syn(), discriminant }
    }
}
