//! `of = insert`: the functions that a property is of, each bound to a local over its body.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Error, Index, PathArguments, Result, Token, TypePath};

use super::body::plain;
use crate::arguments::Argument;
use crate::text;

const WANTED: &str = "`of` wants the path of a function, such as `insert`, `insert::<u8>` or `Tree::insert`, or a \
                      list of paths, such as `[insert, remove]`";

/// A function that the property is of.
pub(crate) struct ExercisedFunction {
    path: TypePath,
    /// The segments without generic arguments; `None` if it begins with `<`.
    words: Option<Vec<String>>,
    /// The local's name in the body.
    local: Ident,
}

/// Returns the functions of the argument `of`.
pub(crate) fn read(argument: &Argument) -> Result<Vec<ExercisedFunction>> {
    let tokens: Vec<TokenTree> = argument.value.clone().into_iter().collect();
    let listed = match &*tokens {
        [TokenTree::Group(list)] if list.delimiter() == Delimiter::Bracket => list.stream(),
        _ => argument.value.clone(),
    };
    let paths = Punctuated::<Function, Token![,]>::parse_terminated.parse2(listed)?;
    if paths.is_empty() {
        return Err(Error::new_spanned(&argument.value, WANTED));
    }
    let mut functions: Vec<ExercisedFunction> = Vec::new();
    for (number, Function(path)) in paths.into_iter().enumerate() {
        let function = ExercisedFunction::new(path, number)?;
        if functions.iter().any(|other| other.is_mentioned_as(&function)) {
            return Err(Error::new_spanned(&function.path, format!("`{}` is given twice", function.name())));
        }
        functions.push(function);
    }
    Ok(functions)
}

/// A path, with an error of its own for anything else.
struct Function(TypePath);

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let span = input.span();
        let path = input.parse().ok().filter(|_| input.is_empty() || input.peek(Token![,]));
        path.map(Function).ok_or_else(|| Error::new(span, WANTED))
    }
}

impl ExercisedFunction {
    fn new(path: TypePath, number: usize) -> Result<Self> {
        if path.qself.is_none() {
            for segment in &path.path.segments {
                if let PathArguments::AngleBracketed(arguments) = &segment.arguments
                    && arguments.colon2_token.is_none()
                {
                    let name = &segment.ident;
                    return Err(Error::new_spanned(
                        arguments,
                        format!("generic arguments of a function need `::`, as in `{name}::<..>`"),
                    ));
                }
            }
        }
        let words: Vec<String> = path.path.segments.iter().map(|segment| plain(&segment.ident)).collect();
        let words = (path.qself.is_none() && path.path.leading_colon.is_none()).then_some(words);
        let span = path.span();
        // A variable may hide a function, but no static and no constant, and it has no path.
        let local = match words.as_deref() {
            Some([name]) if !name.starts_with(char::is_uppercase) => path.path.segments[0].ident.clone(),
            _ => format_ident!("__function{number}", span = span.resolved_at(Span::mixed_site())),
        };
        Ok(Self { path, words, local })
    }

    /// Returns whether mentions do not tell it from another one.
    fn is_mentioned_as(&self, other: &ExercisedFunction) -> bool {
        self.name() == other.name() || self.words.is_some() && self.words == other.words
    }

    /// Returns it as it is written.
    fn name(&self) -> String {
        text::of(self.path.to_token_stream())
    }

    /// Returns the error for a property that is run on atoms.
    pub(crate) fn on_atoms(&self, parameter: &Ident) -> Error {
        let name = self.name();
        let message = format!(
            "`of` measures `{name}` on one type, and no atom is known before it is compared: give a type for `{parameter}`, \
             `#[property(for<{parameter} = u8>, of = ..)]`"
        );
        Error::new_spanned(&self.path, message)
    }

    /// Returns the function with how its arguments are passed.
    fn typed(&self, private: &TokenStream) -> TokenStream {
        let path = &self.path;
        let kinds = (0..6)
            .map(Index::from)
            .map(|argument| quote!((&&&&&function.arguments().#argument).argument_kind()));
        let kinds = quote!((#(#kinds),*), (&&&function.result()).result_kind());
        quote_spanned! {path.span()=> {
            #[allow(unused_imports)]
            use #private::{ArgumentKind as _, ResultKind as _};
            let function = #private::exercised(&#path);
            let kinds = (#kinds);
            function.passing(kinds.0, kinds.1)
        }}
    }

    /// Returns the expression of a `Function`.
    pub(crate) fn function(&self, private: &TokenStream) -> TokenStream {
        let (typed, name) = (self.typed(private), self.name());
        let plain = self.words.as_ref().map_or_else(|| name.clone(), |words| words.join("::"));
        quote_spanned!(self.path.span()=> #typed.function(#name, #plain))
    }

    /// Returns a body in which mentions of the function are mentions of the local.
    ///
    /// # Errors
    /// If there is none.
    fn over(
        &self,
        number: usize,
        body: TokenStream,
        property: &Ident,
        private: &TokenStream,
    ) -> Result<TokenStream> {
        let mut count = 0;
        let body = self.replaced(body, &mut count);
        if count == 0 {
            let name = self.name();
            let message = format!(
                "`{property}` does not mention `{name}`, so that no wrong `{name}` could be noticed: write the call in the body of the property, with the path as it is written here"
            );
            return Err(Error::new_spanned(&self.path, message));
        }
        let (local, typed) = (&self.local, self.typed(private));
        let made = quote_spanned!(self.path.span()=> #typed.local(#number));
        Ok(quote!(let #local = #made; #body))
    }

    fn replaced(&self, tokens: TokenStream, count: &mut usize) -> TokenStream {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut out: Vec<TokenTree> = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            let is_part = matches!(out.last(), Some(TokenTree::Punct(before)) if before.as_char() == '.')
                || ends_with_colons(&out);
            if !is_part && let Some(length) = self.mention(&tokens[at..]) {
                let mut local = self.local.clone();
                local.set_span(tokens[at].span().resolved_at(self.local.span()));
                out.push(local.into());
                *count += 1;
                at += length;
                continue;
            }
            out.push(match &tokens[at] {
                TokenTree::Group(group) => {
                    let mut replaced = Group::new(group.delimiter(), self.replaced(group.stream(), count));
                    replaced.set_span(group.span());
                    replaced.into()
                }
                token => token.clone(),
            });
            at += 1;
        }
        out.into_iter().collect()
    }

    /// Returns the number of tokens of a mention at the beginning.
    fn mention(&self, tokens: &[TokenTree]) -> Option<usize> {
        let Some(words) = &self.words else {
            // Written in exactly this way.
            let own: Vec<String> =
                self.path.to_token_stream().into_iter().map(|token| token.to_string()).collect();
            let is_own = tokens.len() >= own.len()
                && own.iter().zip(tokens).all(|(own, token)| *own == token.to_string());
            return is_own.then_some(own.len());
        };
        let mut at = 0;
        for (i, word) in words.iter().enumerate() {
            if i > 0 {
                at += colons(&tokens[at..])?;
            }
            match tokens.get(at) {
                Some(TokenTree::Ident(found)) if plain(found) == *word => at += 1,
                _ => return None,
            }
        }
        // Generic arguments, with balanced brackets; another segment makes it another path.
        let rest = &tokens[at..];
        if let Some(length) = colons(rest) {
            return Some(at + length + generics(&rest[length..])?);
        }
        let is_other = matches!(rest.first(), Some(TokenTree::Punct(next)) if matches!(next.as_char(), '!' | ':')
            && !matches!(rest.get(1), Some(TokenTree::Punct(equals)) if equals.as_char() == '='));
        (!is_other).then_some(at)
    }
}

/// Returns the length of `::` at the beginning.
fn colons(tokens: &[TokenTree]) -> Option<usize> {
    match tokens {
        [TokenTree::Punct(one), TokenTree::Punct(other), ..]
            if one.as_char() == ':' && other.as_char() == ':' =>
        {
            Some(2)
        }
        _ => None,
    }
}

fn ends_with_colons(tokens: &[TokenTree]) -> bool {
    tokens.len() >= 2 && colons(&tokens[tokens.len() - 2..]).is_some()
}

/// Returns the length of `<..>` at the beginning.
fn generics(tokens: &[TokenTree]) -> Option<usize> {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Punct(bracket) if bracket.as_char() == '<' => depth += 1,
            TokenTree::Punct(bracket) if bracket.as_char() == '>' => {
                // Not the arrow of `fn(A) -> B`.
                let is_arrow =
                    i > 0 && matches!(&tokens[i - 1], TokenTree::Punct(minus) if minus.as_char() == '-');
                depth -= i32::from(!is_arrow);
            }
            _ => {}
        }
        if depth == 0 {
            return (i > 0).then_some(i + 1);
        }
    }
    None
}

/// Returns the statements of a body, within the locals of the functions.
///
/// # Errors
/// If the body does not mention one of them.
pub(crate) fn over(
    functions: &[ExercisedFunction],
    body: TokenStream,
    property: &Ident,
    private: &TokenStream,
) -> Result<TokenStream> {
    functions
        .iter()
        .enumerate()
        .try_fold(body, |body, (number, function)| function.over(number, body, property, private))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(of: &str, body: &str) -> (String, usize) {
        let path: TypePath = syn::parse_str(of).unwrap();
        let mut count = 0;
        let function = ExercisedFunction::new(path, 0).unwrap_or_else(|error| panic!("{error}"));
        let body = function.replaced(body.parse().unwrap(), &mut count);
        (body.to_string(), count)
    }

    #[test]
    fn mentions_of_a_function_are_found_in_calls_in_macros_and_as_values() {
        for (of, body, expected) in [
            ("insert", "insert(x) == y", "insert (x) == y"),
            ("insert", "assert_eq!(f(insert), insert::<u8>(x))", "assert_eq ! (f (insert) , insert (x))"),
            ("Tree::insert", "Tree::insert(t, x)", "__function0 (t , x)"),
            ("core::cmp::max::<u8>", "core::cmp::max(a, b)", "__function0 (a , b)"),
            ("core::cmp::max::<u8>", "core::cmp::max::<u8>(a, b)", "__function0 (a , b)"),
            ("NEXT", "NEXT(x) > x", "__function0 (x) > x"),
            ("<Tree as Set>::insert", "<Tree as Set>::insert(t)", "__function0 (t)"),
        ] {
            let (body, count) = replaced(of, body);
            assert_eq!(body, expected);
            assert!(count > 0);
        }
    }

    #[test]
    fn what_only_has_the_name_is_no_mention() {
        for (of, body) in [
            ("insert", "t.insert(x)"),
            ("insert", "other::insert(x)"),
            ("insert", "insert::more(x)"),
            ("insert", "insert!(x)"),
            ("insert", "Node { insert: x }"),
            ("Tree::insert", "insert(x)"),
            ("Tree::insert", "other::Tree::insert(x)"),
            ("Tree::insert", "t.insert(x)"),
        ] {
            assert_eq!(replaced(of, body).1, 0, "{of} in {body}");
        }
    }
}
