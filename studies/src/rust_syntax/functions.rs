//! Functions and their signatures.

use everycase::Enumerable;

use super::generics::Generics;
use super::names::{Lifetime, ident, tok, tok_if};
use super::patterns::Pattern;
use super::statements::Block;
use super::types::{Type, c_abi};

/// `const fn f<T>(a: T) -> U { .. }`
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub struct Function {
    signature: Signature,
    body: Block,
}

/// A function without its body.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub struct Signature {
    qualifier: Qualifier,
    generics: Generics,
    parameters: Vec<Parameter>,
    output: Option<Type>,
}

/// What stands in front of `fn`.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Qualifier {
    /// Nothing.
    None,
    /// `const`
    Const,
    /// `async`
    Async,
    /// `unsafe`
    Unsafe,
    /// `extern`
    Extern,
    /// `const async unsafe extern "C"`
    All,
}

/// `pattern: T`
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub struct Parameter {
    pattern: Pattern,
    ty: Type,
}

/// The first parameter of a method.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Receiver {
    /// None: an associated function.
    None,
    /// `mut self`
    Value(bool),
    /// `&'a mut self`
    Reference(Option<Lifetime>, bool),
    /// `mut self: T`
    Typed(bool, Type),
}

impl Function {
    /// Returns the function as `syn` has it.
    pub fn to_syn(&self) -> (syn::Signature, syn::Block) {
        (self.signature.to_syn(), self.body.to_syn())
    }
}

impl Signature {
    /// Returns the signature as `syn` has it.
    pub fn to_syn(&self) -> syn::Signature {
        let all = self.qualifier == Qualifier::All;
        syn::Signature {
            constness: tok_if(all || self.qualifier == Qualifier::Const),
            asyncness: tok_if(all || self.qualifier == Qualifier::Async),
            safety: if all || self.qualifier == Qualifier::Unsafe {
                syn::Safety::Unsafe(tok())
            } else {
                syn::Safety::Default
            },
            abi: match self.qualifier {
                Qualifier::Extern => Some(syn::Abi { extern_token: tok(), name: None }),
                Qualifier::All => Some(c_abi()),
                _ => None,
            },
            fn_token: tok(),
            ident: ident("f"),
            generics: self.generics.to_syn(),
            paren_token: tok(),
            inputs: self.parameters.iter().map(Parameter::to_syn).collect(),
            variadic: None,
            output: Type::to_return_type(self.output.as_ref()),
        }
    }

    /// Returns the signature of a method.
    pub(crate) fn to_syn_with(&self, receiver: &Receiver) -> syn::Signature {
        let mut signature = self.to_syn();
        if let Some(receiver) = receiver.to_syn() {
            signature.inputs.insert(0, syn::FnArg::Receiver(receiver));
        }
        signature
    }

    /// Returns the signature of a foreign function, which alone may be variadic or `safe`, and is not `const`, `async` or
    /// `extern` itself.
    pub(crate) fn to_syn_foreign(&self, variadic: bool) -> syn::Signature {
        let mut signature = self.to_syn();
        signature.constness = None;
        signature.asyncness = None;
        signature.abi = None;
        if self.qualifier == Qualifier::Const {
            signature.safety = syn::Safety::Safe(tok());
        }
        if variadic {
            if !signature.inputs.is_empty() {
                signature.inputs.push_punct(tok()); // the comma in front of `...`
            }
            signature.variadic = Some(syn::Variadic { attrs: tok(), pat: None, dots: tok(), comma: None });
        }
        signature
    }
}

impl Parameter {
    fn to_syn(&self) -> syn::FnArg {
        syn::FnArg::Typed(syn::PatType {
            attrs: tok(),
            pat: Box::new(self.pattern.to_syn_single()),
            colon_token: tok(),
            ty: Box::new(self.ty.to_syn()),
        })
    }
}

impl Receiver {
    fn to_syn(&self) -> Option<syn::Receiver> {
        let (mutable, kind) = match self {
            Self::None => return None,
            Self::Value(mutable) => (*mutable, syn::ReceiverKind::Value),
            Self::Reference(lifetime, mutable) => {
                let lifetime = lifetime.as_ref().map(Lifetime::to_syn);
                (false, syn::ReceiverKind::Reference(tok(), lifetime, tok_if(*mutable)))
            }
            Self::Typed(mutable, ty) => (*mutable, syn::ReceiverKind::Typed(tok(), Box::new(ty.to_syn()))),
        };
        Some(syn::Receiver { attrs: tok(), mutability: tok_if(mutable), self_token: tok(), kind })
    }
}
