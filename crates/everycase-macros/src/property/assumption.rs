//! Assumptions among the statements of a property's body. If one is not met, the property returns,
//! since unwinding takes longer than most runs.
//!
//! Tokens do not tell whether `assume` is the function of everycase. So the generated code calls
//! whatever has that name, with its argument, and lets the compiler find out which function it was.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::quote;

use super::body::{mentions, plain, statements};

/// Returns the statements of a body, with an early exit after each `assume(..);`. They are
/// unchanged if the exit could be observed: if the property calls itself, or if the name is used
/// for a variable.
pub(crate) fn leaving_early(body: &TokenStream, name: &Ident, private: &TokenStream) -> Vec<TokenStream> {
    let statements = statements(body.clone());
    if mentions(body, &[plain(name)]) || is_named(body) {
        return statements;
    }
    let change = |statement| match Assumption::read(&statement) {
        Some(assumption) => assumption.leaving_early(private),
        None => statement,
    };
    statements.into_iter().map(change).collect()
}

/// `path::to::assume(condition);`
struct Assumption {
    path: TokenStream,
    condition: TokenStream,
    semicolon: TokenTree,
}

impl Assumption {
    fn read(statement: &TokenStream) -> Option<Self> {
        let mut tokens: Vec<TokenTree> = statement.clone().into_iter().collect();
        let (semicolon, arguments) = (tokens.pop()?, tokens.pop()?);
        let TokenTree::Group(arguments) = arguments else { return None };
        let is_word = |token: &TokenTree| matches!(token, TokenTree::Ident(_));
        let is_path = tokens.iter().all(|token| is_word(token) || is_punct(token, ':'))
            && !tokens.windows(2).any(|pair| pair.iter().all(is_word));
        let condition = arguments.stream();
        // With no argument or several, it is another function.
        let is_one =
            !condition.is_empty() && !condition.clone().into_iter().any(|token| is_punct(&token, ','));
        let is_assumption = is_path
            && tokens.last().is_some_and(is_assume)
            && arguments.delimiter() == Delimiter::Parenthesis
            && is_punct(&semicolon, ';');
        (is_assumption && is_one).then(|| Self { path: tokens.into_iter().collect(), condition, semicolon })
    }

    fn leaving_early(self, private: &TokenStream) -> TokenStream {
        let Self { path, condition, semicolon } = self;
        let assume = Ident::new("__assume", Span::mixed_site());
        let ours = Ident::new("__is_assume", Span::mixed_site());
        quote! {{
            let #assume = &#path;
            let #ours = #private::is_assume(#assume);
            if (#assume(#private::condition(#ours, #condition)), #private::is_unmet(#ours)).1 {
                return #private::unmet() #semicolon
            }
        }}
    }
}

fn is_punct(token: &TokenTree, punct: char) -> bool {
    matches!(token, TokenTree::Punct(token) if token.as_char() == punct)
}

fn is_assume(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(word) if word == "assume")
}

/// Returns whether the name occurs without arguments, as in the declaration of a variable.
fn is_named(tokens: &TokenStream) -> bool {
    let mut tokens = tokens.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        let arguments = |next: &TokenTree| matches!(next, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis);
        match &token {
            TokenTree::Group(group) if is_named(&group.stream()) => return true,
            token if is_assume(token) && !tokens.peek().is_some_and(arguments) => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exits(body: &str) -> usize {
        let name = Ident::new("p", Span::call_site());
        let statements = leaving_early(&body.parse().unwrap(), &name, &quote!(private));
        statements
            .iter()
            .filter(|statement| statement.to_string().contains("return private :: unmet"))
            .count()
    }

    #[test]
    fn assumptions_among_the_statements_leave_early() {
        assert_eq!(exits("assume(a); let x = 1; assume(b && c(d, e)); x"), 2);
        assert_eq!(exits("everycase::assume(a); ::everycase::assume(a);"), 2);
        assert_eq!(exits("if a { b } assume(c);"), 1);
    }

    #[test]
    fn what_may_be_no_statement_is_left_as_it_is() {
        for body in
            ["assume(a)", "if a { assume(b); }", "x.assume(a);", "return assume(a);", "f! {} assume(a);"]
        {
            assert_eq!(exits(body), 0, "{body}");
        }
    }

    #[test]
    fn what_can_be_told_to_be_another_function_is_left_as_it_is() {
        for body in [
            "assume(a, b);",
            "assume();",
            "let assume = |x| f(x); assume(a);",
            "f(|assume| assume(b)); assume(a);",
        ] {
            assert_eq!(exits(body), 0, "{body}");
        }
    }

    #[test]
    fn a_property_that_calls_itself_is_left_as_it_is() {
        assert_eq!(exits("assume(a); p(b)"), 0);
        assert_eq!(exits("assume(a); f(|x| { p(x) })"), 0);
    }
}
