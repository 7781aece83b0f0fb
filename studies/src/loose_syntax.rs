//! A part of `syn`'s own trees, as loose as they are: any word for a name, lists of any length, any pattern, type and
//! expression in any place. Most values are no Rust. [`legal`] says which are, by looking at as little of them as it can.
//!
//! [`rust_syntax`](super::rust_syntax) is the opposite: there the types and the mapping leave nothing else to be said.

mod expressions;
pub mod hunt;
pub mod legal;
mod names;
mod paths;
mod patterns;
mod types;

use everycase::{Enumerable, Space};

use super::rust_syntax::{frame, kind};

pub use expressions::*;
pub use names::*;
pub use paths::*;
pub use patterns::*;
pub use types::*;

/// A tree, by the kind of syntax that it is.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Tree {
    /// `const A: T = expression;`
    Expression(Expression),
    /// `fn f() { statements }`
    Block(Block),
    /// `fn f() { match a { pattern => () } }`
    Pattern(Pattern),
    /// `type A = ty;`
    Type(Type),
}

impl Tree {
    /// Returns the kinds of syntax, searched one after the other.
    pub fn kinds() -> Vec<(&'static str, Space<Self>)> {
        vec![
            ("expressions", kind!(Tree::Expression)),
            ("blocks", kind!(Tree::Block)),
            ("patterns", kind!(Tree::Pattern)),
            ("types", kind!(Tree::Type)),
        ]
    }

    /// Returns the tree in a file as `syn` has it.
    pub fn to_syn(&self) -> syn::File {
        let item = match self {
            Self::Expression(expr) => frame::constant(expr.to_syn()),
            Self::Block(block) => frame::function(block.to_syn()),
            Self::Pattern(pattern) => frame::function(frame::match_on(pattern.to_syn())),
            Self::Type(ty) => frame::alias(syn::Generics::default(), ty.to_syn()),
        };
        syn::File { shebang: None, frontmatter: None, attrs: Vec::new(), items: vec![item] }
    }
}
