//! Macro calls and the tokens in them.

use everycase::Enumerable;
use proc_macro2::{Group, Punct, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

use super::literals::Literal;
use super::names::{Lifetime, ident, tok};

/// `m!(tokens)`
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub struct Macro {
    delimiter: Delimiter,
    tokens: Vec<Token>,
}

/// The brackets of a macro call.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Delimiter {
    /// `()`
    Parenthesis,
    /// `[]`
    Bracket,
    /// `{}`
    Brace,
}

/// A token between them, or a group of tokens.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum Token {
    /// `a`
    Ident,
    /// A word that means something to Rust.
    Keyword,
    /// `'a`
    Lifetime(Lifetime),
    /// Any literal.
    Literal(Literal),
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// `$`
    Dollar,
    /// `#`
    Pound,
    /// `.`
    Dot,
    /// `=`
    Equals,
    /// `-`
    Minus,
    /// `&`
    Ampersand,
    /// `::`
    PathSeparator,
    /// `->`
    Arrow,
    /// `=>`
    FatArrow,
    /// `..=`
    DotDotEquals,
    /// `(tokens)`
    Group(Delimiter, Vec<Token>),
}

impl Macro {
    /// Returns the call as `syn` has it.
    pub fn to_syn(&self) -> syn::Macro {
        self.to_syn_called("m", self.delimiter.to_syn())
    }

    /// Returns whether it is one of those calls that end a statement without a semicolon.
    pub fn is_braced(&self) -> bool {
        self.delimiter == Delimiter::Brace
    }

    fn to_syn_called(&self, name: &str, delimiter: syn::MacroDelimiter) -> syn::Macro {
        syn::Macro { path: ident(name).into(), bang_token: tok(), delimiter, tokens: to_tokens(&self.tokens) }
    }
}

impl Delimiter {
    /// Returns the delimiter as `syn` has it.
    pub fn to_syn(&self) -> syn::MacroDelimiter {
        match self {
            Self::Parenthesis => syn::MacroDelimiter::Paren(tok()),
            Self::Bracket => syn::MacroDelimiter::Bracket(tok()),
            Self::Brace => syn::MacroDelimiter::Brace(tok()),
        }
    }

    fn to_group(&self) -> proc_macro2::Delimiter {
        match self {
            Self::Parenthesis => proc_macro2::Delimiter::Parenthesis,
            Self::Bracket => proc_macro2::Delimiter::Bracket,
            Self::Brace => proc_macro2::Delimiter::Brace,
        }
    }
}

/// Returns the tokens as a stream. Punctuation of several characters is joined, all other is not.
pub(crate) fn to_tokens(tokens: &[Token]) -> TokenStream {
    let mut stream = TokenStream::new();
    for token in tokens {
        match token {
            Token::Ident => stream.extend([TokenTree::from(ident("a"))]),
            Token::Keyword => stream.extend([TokenTree::from(ident("fn"))]),
            Token::Lifetime(lifetime) => lifetime.to_syn().to_tokens(&mut stream),
            Token::Literal(literal) => literal.to_syn().to_tokens(&mut stream),
            Token::Comma => punct(",", &mut stream),
            Token::Semicolon => punct(";", &mut stream),
            Token::Dollar => punct("$", &mut stream),
            Token::Pound => punct("#", &mut stream),
            Token::Dot => punct(".", &mut stream),
            Token::Equals => punct("=", &mut stream),
            Token::Minus => punct("-", &mut stream),
            Token::Ampersand => punct("&", &mut stream),
            Token::PathSeparator => punct("::", &mut stream),
            Token::Arrow => punct("->", &mut stream),
            Token::FatArrow => punct("=>", &mut stream),
            Token::DotDotEquals => punct("..=", &mut stream),
            Token::Group(delimiter, inner) => {
                stream.extend([TokenTree::from(Group::new(delimiter.to_group(), to_tokens(inner)))]);
            }
        }
    }
    stream
}

fn punct(spelling: &str, stream: &mut TokenStream) {
    let last = spelling.chars().count() - 1;
    stream.extend(spelling.chars().enumerate().map(|(i, c)| {
        TokenTree::from(Punct::new(c, if i == last { Spacing::Alone } else { Spacing::Joint }))
    }));
}

/// `macro_rules! m { rules }`
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub struct MacroRules {
    rules: Vec<Rule>,
}

/// `(matcher) => { transcriber }`
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub struct Rule {
    matcher: Vec<RuleToken>,
    transcriber: Vec<RuleToken>,
}

/// What stands in a rule: a token, `$a:expr`, or `$(..),*`.
#[derive(Debug, Clone, PartialEq, Enumerable)]
pub enum RuleToken {
    /// Any token.
    Plain(Token),
    /// `$a:expr`
    Fragment,
    /// `$a`
    Variable,
    /// `$(..),*`
    Repeated(Vec<RuleToken>),
}

impl MacroRules {
    /// Returns the definition as `syn` has it.
    pub fn to_syn(&self) -> syn::ItemMacro {
        let mut tokens = TokenStream::new();
        for rule in &self.rules {
            let group =
                |delimiter, inner: &[RuleToken]| TokenTree::from(Group::new(delimiter, rule_tokens(inner)));
            tokens.extend([group(proc_macro2::Delimiter::Parenthesis, &rule.matcher)]);
            punct("=>", &mut tokens);
            tokens.extend([group(proc_macro2::Delimiter::Brace, &rule.transcriber)]);
            punct(";", &mut tokens);
        }
        syn::ItemMacro {
            attrs: tok(),
            ident: Some(ident("m")),
            mac: syn::Macro {
                path: ident("macro_rules").into(),
                bang_token: tok(),
                delimiter: syn::MacroDelimiter::Brace(tok()),
                tokens,
            },
            semi_token: None,
        }
    }
}

fn rule_tokens(tokens: &[RuleToken]) -> TokenStream {
    let mut stream = TokenStream::new();
    for token in tokens {
        match token {
            RuleToken::Plain(token) => stream.extend(to_tokens(std::slice::from_ref(token))),
            RuleToken::Fragment => {
                punct("$", &mut stream);
                stream.extend([TokenTree::from(ident("a"))]);
                punct(":", &mut stream);
                stream.extend([TokenTree::from(ident("expr"))]);
            }
            RuleToken::Variable => {
                punct("$", &mut stream);
                stream.extend([TokenTree::from(ident("a"))]);
            }
            RuleToken::Repeated(inner) => {
                punct("$", &mut stream);
                stream.extend([TokenTree::from(Group::new(
                    proc_macro2::Delimiter::Parenthesis,
                    rule_tokens(inner),
                ))]);
                punct(",", &mut stream);
                punct("*", &mut stream);
            }
        }
    }
    stream
}
