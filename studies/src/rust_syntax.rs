//! The syntax of Rust as a system of mutually recursive types, with a mapping onto the trees of `syn`.
//!
//! Only what some Rust source can say is in it, by construction: whether a tree is one that a parser could give is
//! decided here and nowhere else. What is left out, and why:
//!
//! - `Verbatim` nodes: `syn` keeps there what it has no type for;
//! - `None`-delimited groups: they come from macros, no source text has them;
//! - parentheses around expressions: the form of the tree already says what belongs together (see
//!   [`Expression`]), while in types and patterns the mapping puts them where Rust demands them;
//! - trait objects without `dyn`, `...` ranges, anonymous parameters: Rust 2015, which `prettyplease` modernises;
//! - attributes on statements, arms, fields of patterns and parameters of functions: `Expression`, `Item`, fields,
//!   variants and generic parameters have them, which is the same code;
//! - frontmatter and a shebang line, which are text and not syntax.

mod attach;
mod attributes;
mod blocks;
pub(crate) mod expressions;
pub(crate) mod frame;
mod functions;
mod generics;
mod items;
mod literals;
mod macros;
mod members;
pub(crate) mod names;
pub(crate) mod nodes;
mod operators;
mod paths;
pub(crate) mod patterns;
mod statements;
mod structures;
mod types;

use everycase::{Enumerable, Space};

use frame::{alias, constant, function, match_on, unit_type, within_impl, within_trait};
use names::tok;

pub use attributes::Attribute;
pub use blocks::{
    Arm, BlockExpression, Closure, ClosureBody, ClosureInput, ClosureModifier, Condition, Else,
};
pub use expressions::{Base, Expression, FieldValue, Member, Range, RangeLimits};
pub use functions::{Function, Parameter, Qualifier, Receiver, Signature};
pub use generics::{Bound, Generics, HigherRanked, Predicate, TraitBound};
pub use items::{ForeignKind, ImplKind, Item, TraitKind, UseTree, Visibility};
pub use literals::{Float, IntSuffix, Integer, Literal, RawChar};
pub use macros::{Delimiter, Macro, MacroRules, Rule, RuleToken, Token};
pub use members::{ForeignItem, ForeignSafety, ImplItem, TraitItem};
pub use names::{Label, Lifetime, Name};
pub use operators::{Assignment, BinaryOperator, UnaryOperator};
pub use paths::{ConstArgument, GenericArgument, Path, Place, QualifiedPath, Root};
pub use patterns::{Binding, FieldPattern, Limit, Pattern, PatternRange};
pub use statements::{Block, Initializer, Statement};
pub use structures::{Fields, NamedField, TupleField, Variant};
pub use types::{FunctionPointer, NamedArgument, PointerSafety, Type};

/// A source file, by the kind of syntax that it holds: an expression would otherwise not be met before the size of the
/// smallest function around it.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum SourceFile {
    /// `const A: T = expression;`
    Expression(Expression),
    /// `fn f() { statements }`
    Block(Block),
    /// `fn f() { match a { pattern => () } }`
    Pattern(Pattern),
    /// `type A = ty;`
    Type(Type),
    /// `type A<T> where T: Bound = T;`
    Generics(Generics),
    /// `struct A { f: T }`
    Fields(Fields),
    /// `trait A { item }`
    TraitItem(TraitItem),
    /// `impl T { item }`
    ImplItem(ImplItem),
    /// `extern { item }`
    ForeignItem(ForeignItem),
    /// `#![attribute]`
    Attribute(Attribute),
    /// An item alone.
    Item(Item),
}

/// The values of a variant that holds the type of its name, as a space of the whole.
macro_rules! kind {
    ($whole:ident::$part:ident) => {
        <$part>::space().injection($whole::$part, |whole: &$whole| match whole {
            $whole::$part(inner) => Some(inner.clone()),
            _ => None,
        })
    };
}

pub(crate) use kind;

impl SourceFile {
    /// Returns the kinds of syntax, searched one after the other: otherwise the smallest, expressions, would leave room for
    /// little else at any size.
    pub fn kinds() -> Vec<(&'static str, Space<Self>)> {
        vec![
            ("expressions", kind!(SourceFile::Expression)),
            ("blocks", kind!(SourceFile::Block)),
            ("patterns", kind!(SourceFile::Pattern)),
            ("types", kind!(SourceFile::Type)),
            ("generics", kind!(SourceFile::Generics)),
            ("fields", kind!(SourceFile::Fields)),
            ("trait items", kind!(SourceFile::TraitItem)),
            ("impl items", kind!(SourceFile::ImplItem)),
            ("foreign items", kind!(SourceFile::ForeignItem)),
            ("attributes", kind!(SourceFile::Attribute)),
            ("items", kind!(SourceFile::Item)),
        ]
    }

    /// Returns the file as `syn` has it.
    pub fn to_syn(&self) -> syn::File {
        let mut attrs = Vec::new();
        let item = match self {
            Self::Expression(expr) => Some(constant(expr.to_syn())),
            Self::Block(block) => Some(function(block.to_syn())),
            Self::Pattern(pattern) => Some(function(match_on(pattern.to_syn()))),
            Self::Type(ty) => Some(alias(syn::Generics::default(), ty.to_syn())),
            Self::Generics(generics) => Some(alias(generics.to_syn(), unit_type())),
            Self::Fields(fields) => {
                Some(Item::Struct(Visibility::Inherited, Generics::None, fields.clone()).to_syn())
            }
            Self::TraitItem(item) => Some(within_trait(item.to_syn())),
            Self::ImplItem(item) => Some(within_impl(item.to_syn())),
            Self::ForeignItem(item) => Some(Item::Foreign(ForeignKind::Plain, vec![item.clone()]).to_syn()),
            Self::Attribute(attribute) => {
                attrs.push(attribute.to_syn(syn::AttrStyle::Inner(tok())));
                None
            }
            Self::Item(item) => Some(item.to_syn()),
        };
        syn::File { shebang: None, frontmatter: None, attrs, items: item.into_iter().collect() }
    }
}
