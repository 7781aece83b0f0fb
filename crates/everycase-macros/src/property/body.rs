//! The body of a property on inputs that are decided on demand: plain parameters are decided as
//! late as tokens show to be possible.
//!
//! If the property returns before, such a parameter is not decided at all, so one run stands for
//! all its values. What a generator makes is made first: only then there is an input.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::quote;

use super::parameters::{DrawMode, Lending, Parameter};

/// Returns the parameters to declare, and the statements of the body, in which plain parameters are
/// bound before the first statement that mentions them.
pub(crate) fn lazy(
    parameters: &[Parameter],
    values: &[Ident],
    statements: Vec<TokenStream>,
    private: &TokenStream,
) -> (Vec<TokenStream>, Vec<TokenStream>) {
    let mut declared = Vec::new();
    let mut waiting = Vec::new();
    let mut body = Vec::new();
    for (parameter, value) in parameters.iter().zip(values) {
        if parameter.drawn_as == DrawMode::Lazily {
            declared.push(parameter.declaration());
        } else {
            let drawn = &parameter.drawn;
            declared.push(quote!(#value: #private::Undecided<'_, #drawn>));
            if parameter.drawn_as == DrawMode::Generated {
                body.push(binding(parameter, value, private));
            } else {
                waiting.push((parameter, value, names(parameter.pattern.clone())));
            }
        }
    }
    for statement in statements {
        waiting.retain(|(parameter, value, names)| {
            let is_mentioned = mentions(&statement, names);
            if is_mentioned {
                body.push(binding(parameter, value, private));
            }
            !is_mentioned
        });
        body.push(statement);
    }
    (declared, body)
}

/// Returns `let PATTERN: TYPE = ..;`, preceded for a reference by the value that it borrows.
fn binding(parameter: &Parameter, value: &Ident, private: &TokenStream) -> TokenStream {
    let Parameter { attributes, pattern, ty, .. } = parameter;
    let decided = quote!(#private::Undecided::value(#value));
    match parameter.lent {
        Lending::No => quote!(#(#attributes)* let #pattern: #ty = #decided;),
        Lending::Shared => quote!(let #value = #decided; #(#attributes)* let #pattern: #ty = &#value;),
        Lending::Mutably => {
            quote!(let mut #value = #decided; #(#attributes)* let #pattern: #ty = &mut #value;)
        }
    }
}

/// Returns all words of a pattern; extra words do no harm.
fn names(pattern: TokenStream) -> Vec<String> {
    pattern
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Group(group) => names(group.stream()),
            TokenTree::Ident(word) if word != "mut" && word != "ref" => vec![plain(&word)],
            _ => Vec::new(),
        })
        .collect()
}

/// Returns whether a name occurs, including in a string, where `{name}` may stand for its value.
pub(super) fn mentions(tokens: &TokenStream, names: &[String]) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => mentions(&group.stream(), names),
        TokenTree::Ident(word) => names.contains(&plain(&word)),
        TokenTree::Literal(literal) => {
            let text = literal.to_string();
            text.contains('"') && names.iter().any(|name| text.contains(name))
        }
        TokenTree::Punct(_) => false,
    })
}

/// Returns a word without its `r#`.
pub(super) fn plain(word: &Ident) -> String {
    let word = word.to_string();
    word.strip_prefix("r#").map(str::to_owned).unwrap_or(word)
}

/// Returns the statements of a body, separated only where that is certain: at a semicolon, and
/// after the block of an expression such as `if`, unless the expression continues.
pub(super) fn statements(body: TokenStream) -> Vec<TokenStream> {
    const BLOCKS: [&str; 6] = ["if", "match", "for", "while", "loop", "unsafe"];
    let mut statements = Vec::new();
    let mut statement = TokenStream::new();
    let mut is_block = false;
    let mut tokens = body.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if statement.is_empty() {
            is_block = matches!(&token, TokenTree::Ident(word) if BLOCKS.iter().any(|block| word == block));
        }
        let ends = match (&token, tokens.peek()) {
            (TokenTree::Punct(semicolon), _) => semicolon.as_char() == ';',
            (TokenTree::Group(block), Some(TokenTree::Ident(next))) => {
                is_block
                    && block.delimiter() == Delimiter::Brace
                    && next != "else"
                    && next != "as"
                    && next != "in"
            }
            _ => false,
        };
        statement.extend([token]);
        if ends {
            statements.push(std::mem::take(&mut statement));
        }
    }
    if !statement.is_empty() {
        statements.push(statement);
    }
    statements
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(body: &str) -> Vec<String> {
        statements(body.parse().unwrap()).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_statement_ends_at_its_semicolon_or_after_its_block() {
        assert_eq!(split("let x = [0; 3]; f(x); x"), ["let x = [0 ; 3] ;", "f (x) ;", "x"]);
        assert_eq!(split("if a { b } else { c } d()").len(), 2);
        assert_eq!(split("match a { _ => {} } let x = 1;").len(), 2);
        assert_eq!(split("for x in y { f(x) } g()").len(), 2);
    }

    #[test]
    fn what_may_go_on_is_one_statement() {
        assert_eq!(split("if a { b } else if c { d } else { e }").len(), 1);
        assert_eq!(split("match a { _ => 1 } == 2").len(), 1);
        assert_eq!(split("unsafe { f() } as u8").len(), 1);
        assert_eq!(split("let A { x } = y else { return };").len(), 1);
        assert_eq!(split("if a { b }.c()").len(), 1);
        assert_eq!(split("for A { x } in y {}").len(), 1);
    }

    #[test]
    fn a_name_is_mentioned_in_code_in_macros_and_in_texts() {
        let names = [String::from("k")];
        for yes in ["f(k)", "assert!([(k)])", "\"{k:?}\"", "r#k", "r#\"{k}\"#"] {
            assert!(mentions(&yes.parse().unwrap(), &names), "{yes}");
        }
        for no in ["f(x)", "kk", "\'k\'"] {
            assert!(!mentions(&no.parse().unwrap(), &names), "{no}");
        }
    }
}
