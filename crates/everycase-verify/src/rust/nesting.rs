//! The nesting depth of the text of a file.
//!
//! Parsers and everything after them call themselves for each part of a part. So a file is only
//! parsed if no token is deeper than a limit. The depth of a token is the number of tokens before
//! it in its own statement, together with the depth of the bracket around it: long chains of
//! operators and of `else if` count as much as brackets.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

/// The maximal depth of a token.
const MOST: usize = 2_000;

/// Returns the first token that is too deep.
pub(super) fn too_deep(tokens: TokenStream) -> Option<Span> {
    // Brackets are visited without recursion.
    let mut open = vec![(tokens, 0)];
    while let Some((tokens, around)) = open.pop() {
        let (mut depth, mut after_block) = (around, false);
        for token in tokens {
            if after_block && !continues(&token) {
                depth = around;
            }
            depth += 1;
            if depth > MOST {
                return Some(match &token {
                    TokenTree::Group(group) => group.span_open(),
                    token => token.span(),
                });
            }
            after_block = false;
            match &token {
                TokenTree::Group(group) => {
                    after_block = group.delimiter() == Delimiter::Brace;
                    open.push((group.stream(), depth));
                }
                TokenTree::Punct(punct) if matches!(punct.as_char(), ';' | ',') => depth = around,
                _ => {}
            }
        }
    }
    None
}

/// Returns whether a token after a block belongs to the same expression.
fn continues(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(word) => word == "else" || word == "as",
        TokenTree::Punct(punct) => punct.as_char() != '#',
        TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
        TokenTree::Literal(_) => false,
    }
}
