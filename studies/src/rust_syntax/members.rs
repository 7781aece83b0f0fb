//! Members of traits, implementations and foreign modules.

use everycase::Enumerable;

use super::expressions::Expression;
use super::functions::{Receiver, Signature};
use super::generics::{Bound, Generics};
use super::items::{Visibility, static_mutability};
use super::macros::Macro;
use super::names::{ident, tok, tok_if};
use super::statements::Block;
use super::types::Type;

/// An item of a trait.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum TraitItem {
    /// `fn f(&self) { .. }`, `fn f(&self);`
    Function(Receiver, Signature, Option<Block>),
    /// `const A: T = a;`
    Const(Type, Option<Expression>),
    /// `type A<T>: Bound = U;`
    Type(Generics, Vec<Bound>, Option<Type>),
    /// `m!(..);`
    Macro(Macro),
}

/// An item of an implementation.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum ImplItem {
    /// `fn f(&self) { .. }`
    Function(Visibility, bool, Receiver, Signature, Block),
    /// `const A: T = a;`
    Const(Visibility, bool, Type, Expression),
    /// `type A<T> = U;`
    Type(Visibility, bool, Generics, Type),
    /// `m!(..);`
    Macro(Macro),
}

/// An item of a foreign module.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum ForeignItem {
    /// `fn f(a: T, ...);`
    Function(Visibility, Signature, bool),
    /// `static mut A: T;`
    Static(Visibility, bool, ForeignSafety, Type),
    /// `type A;`
    Type(Visibility),
    /// `m!(..);`
    Macro(Macro),
}

/// What stands in front of a foreign static.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum ForeignSafety {
    /// Nothing.
    Default,
    /// `safe`
    Safe,
    /// `unsafe`
    Unsafe,
}

impl TraitItem {
    /// Returns the item as `syn` has it.
    pub fn to_syn(&self) -> syn::TraitItem {
        match self {
            Self::Function(receiver, signature, body) => syn::TraitItem::Fn(syn::TraitItemFn {
                attrs: tok(),
                modifiers: tok(),
                sig: signature.to_syn_with(receiver),
                default: body.as_ref().map(Block::to_syn),
                semi_token: tok_if(body.is_none()),
            }),
            Self::Const(ty, default) => syn::TraitItem::Const(syn::TraitItemConst {
                attrs: tok(),
                modifiers: tok(),
                const_token: tok(),
                ident: ident("A"),
                generics: tok(),
                colon_token: tok(),
                ty: ty.to_syn(),
                default: default.as_ref().map(|expr| (tok(), expr.to_syn())),
                semi_token: tok(),
            }),
            Self::Type(generics, bounds, default) => syn::TraitItem::Type(syn::TraitItemType {
                attrs: tok(),
                modifiers: tok(),
                type_token: tok(),
                ident: ident("A"),
                generics: generics.to_syn(),
                colon_token: tok_if(!bounds.is_empty()),
                bounds: bounds.iter().map(Bound::to_syn).collect(),
                default: default.as_ref().map(|ty| (tok(), ty.to_syn())),
                semi_token: tok(),
            }),
            Self::Macro(mac) => syn::TraitItem::Macro(syn::TraitItemMacro {
                attrs: tok(),
                semi_token: tok_if(!mac.is_braced()),
                mac: mac.to_syn(),
            }),
        }
    }
}

impl ImplItem {
    /// Returns the item as `syn` has it.
    pub fn to_syn(&self) -> syn::ImplItem {
        match self {
            Self::Function(vis, default, receiver, signature, body) => {
                let mut modifiers = syn::FnModifiers::default();
                modifiers.defaultness = tok_if(*default);
                syn::ImplItem::Fn(syn::ImplItemFn {
                    attrs: tok(),
                    vis: vis.to_syn(),
                    modifiers,
                    sig: signature.to_syn_with(receiver),
                    block: body.to_syn(),
                })
            }
            Self::Const(vis, default, ty, expr) => {
                let mut modifiers = syn::ConstModifiers::default();
                modifiers.defaultness = tok_if(*default);
                syn::ImplItem::Const(syn::ImplItemConst {
                    attrs: tok(),
                    vis: vis.to_syn(),
                    modifiers,
                    const_token: tok(),
                    ident: ident("A"),
                    generics: tok(),
                    colon_token: tok(),
                    ty: ty.to_syn(),
                    eq_token: tok(),
                    expr: expr.to_syn(),
                    semi_token: tok(),
                })
            }
            Self::Type(vis, default, generics, ty) => {
                let mut modifiers = syn::TypeModifiers::default();
                modifiers.defaultness = tok_if(*default);
                syn::ImplItem::Type(syn::ImplItemType {
                    attrs: tok(),
                    vis: vis.to_syn(),
                    modifiers,
                    type_token: tok(),
                    ident: ident("A"),
                    generics: generics.to_syn(),
                    eq_token: tok(),
                    ty: ty.to_syn(),
                    semi_token: tok(),
                })
            }
            Self::Macro(mac) => syn::ImplItem::Macro(syn::ImplItemMacro {
                attrs: tok(),
                semi_token: tok_if(!mac.is_braced()),
                mac: mac.to_syn(),
            }),
        }
    }
}

impl ForeignItem {
    /// Returns the item as `syn` has it.
    pub fn to_syn(&self) -> syn::ForeignItem {
        match self {
            Self::Function(vis, signature, variadic) => syn::ForeignItem::Fn(syn::ForeignItemFn {
                attrs: tok(),
                vis: vis.to_syn(),
                modifiers: tok(),
                sig: signature.to_syn_foreign(*variadic),
                semi_token: tok(),
            }),
            Self::Static(vis, mutable, safety, ty) => syn::ForeignItem::Static(syn::ForeignItemStatic {
                attrs: tok(),
                vis: vis.to_syn(),
                safety: match safety {
                    ForeignSafety::Default => syn::Safety::Default,
                    ForeignSafety::Safe => syn::Safety::Safe(tok()),
                    ForeignSafety::Unsafe => syn::Safety::Unsafe(tok()),
                },
                static_token: tok(),
                mutability: static_mutability(*mutable),
                ident: ident("A"),
                colon_token: tok(),
                ty: Box::new(ty.to_syn()),
                semi_token: tok(),
            }),
            Self::Type(vis) => syn::ForeignItem::Type(syn::ForeignItemType {
                attrs: tok(),
                vis: vis.to_syn(),
                modifiers: tok(),
                type_token: tok(),
                ident: ident("A"),
                generics: tok(),
                semi_token: tok(),
            }),
            Self::Macro(mac) => syn::ForeignItem::Macro(syn::ForeignItemMacro {
                attrs: tok(),
                semi_token: tok_if(!mac.is_braced()),
                mac: mac.to_syn(),
            }),
        }
    }
}
