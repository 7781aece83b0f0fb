//! `examples = [(vec![1, 2], 3), ..]`: inputs that run first.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Error, Result};

use super::parameters::{DrawMode, Parameter};
use crate::text;

/// An input that is given.
pub(crate) struct Example {
    /// It as it is written.
    text: String,
    /// The tuple of the parameters' values.
    values: TokenStream,
}

/// Returns the examples in the value of the argument, for these parameters.
pub(crate) fn read(
    value: Option<&TokenStream>,
    parameters: &[Parameter],
    private: &TokenStream,
) -> Result<Vec<Example>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let wrong = |message: &str| Err(Error::new_spanned(value, message));
    let tokens: Vec<TokenTree> = value.clone().into_iter().collect();
    let list = match &*tokens {
        [TokenTree::Group(list)] if list.delimiter() == Delimiter::Bracket => list.stream(),
        _ => {
            return wrong(
                "`examples` wants a list of inputs, such as `[(vec![1, 2], 3)]`, or `[7, 8]` for a single parameter",
            );
        }
    };
    if parameters.is_empty() {
        return wrong("a property without parameters has one input, which runs in any case");
    }
    if parameters.iter().any(|parameter| parameter.drawn_as == DrawMode::Generated) {
        return wrong(
            "the input of a generator is the choices that it makes, which cannot be given as examples",
        );
    }
    split(list).into_iter().map(|example| Example::new(example, parameters, private)).collect()
}

impl Example {
    fn new(example: TokenStream, parameters: &[Parameter], private: &TokenStream) -> Result<Self> {
        let text = text::of(example.clone());
        let tokens: Vec<TokenTree> = example.clone().into_iter().collect();
        let values = match (parameters, &*tokens) {
            ([parameter], _) => {
                let value = owned(example, parameter, private);
                quote!((#value,))
            }
            (_, [TokenTree::Group(tuple)]) if tuple.delimiter() == Delimiter::Parenthesis => {
                let values = split(tuple.stream());
                if values.len() != parameters.len() {
                    let (found, expected) = (values.len(), parameters.len());
                    return Err(Error::new(
                        tuple.span(),
                        format!(
                            "an example has a value for each of the {expected} parameters; this one has {found}"
                        ),
                    ));
                }
                let values = values
                    .into_iter()
                    .zip(parameters)
                    .map(|(value, parameter)| owned(value, parameter, private));
                quote!((#(#values,)*))
            }
            // An expression whose value is such a tuple.
            _ => example,
        };
        Ok(Self { text, values })
    }
}

/// Returns the value to own for a parameter: a string for the literal given as an example of
/// `&str`.
fn owned(value: TokenStream, parameter: &Parameter, private: &TokenStream) -> TokenStream {
    let drawn = &parameter.drawn;
    if parameter.is_unsized {
        quote_spanned!(value.span()=> #private::owned::<#drawn, _>(#value))
    } else {
        value
    }
}

/// Splits expressions at the commas between them. A comma in `f::<A, B>()` or `<A as B<C, D>>::E`
/// is not between expressions: `<` begins generic arguments at the start of an expression and
/// behind `::`.
fn split(list: TokenStream) -> Vec<TokenStream> {
    let mut all = Vec::new();
    let mut one = TokenStream::new();
    let (mut depth, mut before) = (0_usize, None);
    for token in list {
        let mark = if let TokenTree::Punct(punct) = &token { Some(punct.as_char()) } else { None };
        match mark {
            Some('<') if depth > 0 || one.is_empty() || before == Some(':') => depth += 1,
            Some('>') if depth > 0 && before != Some('-') => depth -= 1,
            Some(',') if depth == 0 => {
                all.push(std::mem::take(&mut one));
                before = None;
                continue;
            }
            _ => {}
        }
        before = mark;
        one.extend([token]);
    }
    if !one.is_empty() {
        all.push(one);
    }
    all
}

/// Returns the parameters with the examples of their values, which have this type.
pub(crate) fn with(
    examples: &[Example],
    parameters: TokenStream,
    ty: &TokenStream,
    private: &TokenStream,
) -> TokenStream {
    if examples.is_empty() {
        return parameters;
    }
    let examples = examples
        .iter()
        .map(|Example { text, values }| quote_spanned!(values.span()=> (#text, (|| #values) as fn() -> #ty)));
    quote!(#private::with_examples(#parameters, [#(#examples),*]))
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn expressions_are_split_at_the_commas_between_them() {
        let parts = |text: &str| -> Vec<String> {
            split(text.parse().unwrap()).iter().map(ToString::to_string).collect()
        };
        assert_eq!(parts(""), [""; 0]);
        assert_eq!(parts("1, (2, 3), [4, 5],"), ["1", "(2 , 3)", "[4 , 5]"]);
        assert_eq!(parts("f::<u8, u16>(1), 2").len(), 2);
        assert_eq!(parts("<A as B<C, D>>::e(), HashMap::<u8, fn(u8) -> u8>::new()").len(), 2);
        assert_eq!(parts("1 < 2, 3 > 2").len(), 2);
    }
}
