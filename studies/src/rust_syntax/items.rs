//! Items. What stands inside traits, implementations and foreign modules is in [`members`](super::members).

use everycase::Enumerable;

use super::attributes::Attribute;
use super::expressions::Expression;
use super::functions::Function;
use super::generics::{Bound, Generics};
use super::macros::{Macro, MacroRules};
use super::members::{ForeignItem, ImplItem, TraitItem};
use super::names::{Name, ident, tok, tok_if};
use super::nodes::types::parenthesized;
use super::paths::{Path, Place};
use super::structures::{Fields, NamedField, Variant};
use super::types::{Type, c_abi};

/// Any item.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Item {
    /// `fn f() { .. }`
    Function(Visibility, Function),
    /// `const A: T = a;`
    Const(Visibility, Type, Expression),
    /// `static mut A: T = a;`
    Static(Visibility, bool, Type, Expression),
    /// `type A<T> = U;`
    Type(Visibility, Generics, Type),
    /// `struct A<T> { .. }`
    Struct(Visibility, Generics, Fields),
    /// `enum A<T> { .. }`
    Enum(Visibility, Generics, Vec<Variant>),
    /// `union a { .. }`
    Union(Visibility, Generics, Vec<NamedField>),
    /// `trait A<T>: Bound { .. }`
    Trait(Visibility, TraitKind, Generics, Vec<Bound>, Vec<TraitItem>),
    /// `trait A<T> = Bound;`
    TraitAlias(Visibility, Generics, Vec<Bound>),
    /// `impl<T> A for B { .. }`
    Impl(ImplKind, Generics, Option<Path>, Type, Vec<ImplItem>),
    /// `extern "C" { .. }`
    Foreign(ForeignKind, Vec<ForeignItem>),
    /// `mod a { .. }`, `mod a;`
    Module(Visibility, Option<Vec<Item>>),
    /// `use a::b;`
    Use(Visibility, bool, UseTree),
    /// `extern crate a as b;`
    ExternCrate(Visibility, Option<Name>),
    /// `m!(..);`
    Macro(Macro),
    /// `macro_rules! m { .. }`
    MacroRules(MacroRules),
    /// `#[attribute] item`
    Attributed(Attribute, Box<Item>),
}

/// Who may see an item.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Visibility {
    /// Nothing.
    Inherited,
    /// `pub`
    Public,
    /// `pub(crate)`
    Crate,
    /// `pub(self)`
    SelfModule,
    /// `pub(super)`
    Super,
    /// `pub(in a::b)`
    In(Path),
}

/// What stands in front of `trait`.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum TraitKind {
    /// Nothing.
    Plain,
    /// `unsafe`
    Unsafe,
    /// `auto`
    Auto,
}

/// What stands in front of `impl`, and whether a `!` stands behind it.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum ImplKind {
    /// Nothing.
    Plain,
    /// `unsafe`
    Unsafe,
    /// `default`
    Default,
    /// `!`, only in front of a trait
    Negative,
}

/// What stands in front of the braces of a foreign module.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum ForeignKind {
    /// `extern`
    Plain,
    /// `extern "C"`
    C,
    /// `unsafe extern "C"`
    UnsafeC,
}

/// What is imported.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum UseTree {
    /// `a`
    Name(Name),
    /// `a as b`
    Rename(Name),
    /// `a as _`
    Anonymous(Name),
    /// `*`
    Glob,
    /// `a::tree`
    Path(Name, Box<UseTree>),
    /// `{a, b}`
    Group(Vec<UseTree>),
    /// `self`, only in a group
    SelfName,
}

impl Item {
    /// Returns the item as `syn` has it.
    #[expect(clippy::too_many_lines, reason = "an arm for each constructor")]
    pub fn to_syn(&self) -> syn::Item {
        match self {
            Self::Function(vis, function) => {
                let (sig, block) = function.to_syn();
                syn::Item::Fn(syn::ItemFn {
                    attrs: tok(),
                    vis: vis.to_syn(),
                    modifiers: tok(),
                    sig,
                    block: Box::new(block),
                })
            }
            Self::Const(vis, ty, expr) => syn::Item::Const(syn::ItemConst {
                attrs: tok(),
                vis: vis.to_syn(),
                modifiers: tok(),
                const_token: tok(),
                ident: ident("A"),
                generics: tok(),
                colon_token: tok(),
                ty: Box::new(ty.to_syn()),
                eq_token: tok(),
                expr: expr.to_box(),
                semi_token: tok(),
            }),
            Self::Static(vis, mutable, ty, expr) => syn::Item::Static(syn::ItemStatic {
                attrs: tok(),
                vis: vis.to_syn(),
                static_token: tok(),
                mutability: static_mutability(*mutable),
                ident: ident("A"),
                colon_token: tok(),
                ty: Box::new(ty.to_syn()),
                eq_token: tok(),
                expr: expr.to_box(),
                semi_token: tok(),
            }),
            Self::Type(vis, generics, ty) => syn::Item::Type(syn::ItemType {
                attrs: tok(),
                vis: vis.to_syn(),
                modifiers: tok(),
                type_token: tok(),
                ident: ident("A"),
                generics: generics.to_syn(),
                eq_token: tok(),
                ty: Box::new(ty.to_syn()),
                semi_token: tok(),
                where_clause_placement: syn::WhereClausePlacement::Early,
            }),
            Self::Struct(vis, generics, fields) => syn::Item::Struct(syn::ItemStruct {
                attrs: tok(),
                vis: vis.to_syn(),
                struct_token: tok(),
                ident: ident("A"),
                generics: generics.to_syn(),
                fields: fields.to_syn(),
                semi_token: tok_if(!matches!(fields, Fields::Named(_))),
            }),
            Self::Enum(vis, generics, variants) => syn::Item::Enum(syn::ItemEnum {
                attrs: tok(),
                vis: vis.to_syn(),
                enum_token: tok(),
                ident: ident("A"),
                generics: generics.to_syn(),
                brace_token: tok(),
                variants: variants.iter().map(Variant::to_syn).collect(),
            }),
            Self::Union(vis, generics, fields) => syn::Item::Union(syn::ItemUnion {
                attrs: tok(),
                vis: vis.to_syn(),
                union_token: tok(),
                ident: ident("A"),
                generics: generics.to_syn(),
                fields: syn::FieldsNamed {
                    brace_token: tok(),
                    named: fields.iter().map(NamedField::to_syn).collect(),
                },
            }),
            Self::Trait(vis, kind, generics, supertraits, items) => {
                trait_item(vis, kind, generics, supertraits, items)
            }
            Self::TraitAlias(vis, generics, bounds) => syn::Item::TraitAlias(syn::ItemTraitAlias {
                attrs: tok(),
                vis: vis.to_syn(),
                trait_token: tok(),
                ident: ident("A"),
                generics: generics.to_syn(),
                eq_token: tok(),
                bounds: bounds.iter().map(Bound::to_syn).collect(),
                semi_token: tok(),
            }),
            Self::Impl(kind, generics, of, ty, items) => impl_item(kind, generics, of.as_ref(), ty, items),
            Self::Foreign(kind, items) => syn::Item::ForeignMod(syn::ItemForeignMod {
                attrs: tok(),
                unsafety: tok_if(*kind == ForeignKind::UnsafeC),
                abi: match kind {
                    ForeignKind::Plain => syn::Abi { extern_token: tok(), name: None },
                    ForeignKind::C | ForeignKind::UnsafeC => c_abi(),
                },
                brace_token: tok(),
                items: items.iter().map(ForeignItem::to_syn).collect(),
            }),
            Self::Module(vis, content) => syn::Item::Mod(syn::ItemMod {
                attrs: tok(),
                vis: vis.to_syn(),
                unsafety: None,
                mod_token: tok(),
                ident: ident("a"),
                content: content.as_ref().map(|items| (tok(), items.iter().map(Self::to_syn).collect())),
                semi: tok_if(content.is_none()),
            }),
            Self::Use(vis, global, tree) => syn::Item::Use(syn::ItemUse {
                attrs: tok(),
                vis: vis.to_syn(),
                use_token: tok(),
                leading_colon: tok_if(*global),
                tree: tree.to_syn(),
                semi_token: tok(),
            }),
            Self::ExternCrate(vis, rename) => syn::Item::ExternCrate(syn::ItemExternCrate {
                attrs: tok(),
                vis: vis.to_syn(),
                extern_token: tok(),
                crate_token: tok(),
                ident: ident("a"),
                rename: rename.as_ref().map(|name| (tok(), name.to_syn("b"))),
                semi_token: tok(),
            }),
            Self::Macro(mac) => syn::Item::Macro(syn::ItemMacro {
                attrs: tok(),
                ident: None,
                semi_token: tok_if(!mac.is_braced()),
                mac: mac.to_syn(),
            }),
            Self::MacroRules(rules) => syn::Item::Macro(rules.to_syn()),
            Self::Attributed(attribute, item) => {
                let mut item = item.to_syn();
                super::attach::to_item(&mut item, attribute.to_syn(syn::AttrStyle::Outer));
                item
            }
        }
    }
}

pub(crate) fn static_mutability(mutable: bool) -> syn::StaticMutability {
    if mutable { syn::StaticMutability::Mut(tok()) } else { syn::StaticMutability::None }
}

fn trait_item(
    vis: &Visibility,
    kind: &TraitKind,
    generics: &Generics,
    supertraits: &[Bound],
    items: &[TraitItem],
) -> syn::Item {
    let mut modifiers = syn::TraitModifiers::default();
    modifiers.auto_token = tok_if(*kind == TraitKind::Auto);
    syn::Item::Trait(syn::ItemTrait {
        attrs: tok(),
        vis: vis.to_syn(),
        modifiers,
        unsafety: tok_if(*kind == TraitKind::Unsafe),
        trait_token: tok(),
        ident: ident("A"),
        generics: generics.to_syn(),
        colon_token: tok_if(!supertraits.is_empty()),
        supertraits: supertraits.iter().map(Bound::to_syn).collect(),
        brace_token: tok(),
        items: items.iter().map(TraitItem::to_syn).collect(),
    })
}

fn impl_item(
    kind: &ImplKind,
    generics: &Generics,
    of: Option<&Path>,
    ty: &Type,
    items: &[ImplItem],
) -> syn::Item {
    let mut modifiers = syn::ImplModifiers::default();
    modifiers.defaultness = tok_if(*kind == ImplKind::Default);
    modifiers.polarity = tok_if(*kind == ImplKind::Negative && of.is_some());
    let generics = generics.to_syn();
    // `impl <T>::A {}` would be an implementation with a parameter `T`.
    let ambiguous = generics.params.is_empty() && of.is_none() && matches!(ty, Type::Qualified(_));
    let self_ty = if ambiguous { parenthesized(ty.to_syn()) } else { ty.to_syn() };
    syn::Item::Impl(syn::ItemImpl {
        attrs: tok(),
        modifiers,
        unsafety: tok_if(*kind == ImplKind::Unsafe),
        impl_token: tok(),
        generics,
        trait_: of.map(|path| (path.to_syn(Place::Type), tok())),
        self_ty: Box::new(self_ty),
        brace_token: tok(),
        items: items.iter().map(ImplItem::to_syn).collect(),
    })
}

impl Visibility {
    /// Returns the visibility as `syn` has it.
    pub fn to_syn(&self) -> syn::Visibility {
        let restricted = |within: bool, path: syn::Path| {
            syn::Visibility::Restricted(syn::VisRestricted {
                pub_token: tok(),
                paren_token: tok(),
                in_token: tok_if(within),
                path: Box::new(path),
            })
        };
        match self {
            Self::Inherited => syn::Visibility::Inherited,
            Self::Public => syn::Visibility::Public(tok()),
            Self::Crate => restricted(false, ident("crate").into()),
            Self::SelfModule => restricted(false, ident("self").into()),
            Self::Super => restricted(false, ident("super").into()),
            Self::In(path) => restricted(true, path.to_syn(Place::Module)),
        }
    }
}

impl UseTree {
    fn to_syn(&self) -> syn::UseTree {
        match self {
            Self::Name(name) => syn::UseTree::Name(syn::UseName { ident: name.to_syn("a") }),
            Self::Rename(name) => syn::UseTree::Rename(syn::UseRename {
                ident: name.to_syn("a"),
                as_token: tok(),
                rename: ident("b"),
            }),
            Self::Anonymous(name) => syn::UseTree::Rename(syn::UseRename {
                ident: name.to_syn("a"),
                as_token: tok(),
                rename: ident("_"),
            }),
            Self::Glob => syn::UseTree::Glob(syn::UseGlob { star_token: tok() }),
            Self::Path(name, tree) => syn::UseTree::Path(syn::UsePath {
                ident: name.to_syn("a"),
                colon2_token: tok(),
                tree: Box::new(tree.to_syn()),
            }),
            Self::Group(trees) => syn::UseTree::Group(syn::UseGroup {
                brace_token: tok(),
                items: trees.iter().map(Self::to_syn).collect(),
            }),
            Self::SelfName => syn::UseTree::Name(syn::UseName { ident: ident("self") }),
        }
    }
}
