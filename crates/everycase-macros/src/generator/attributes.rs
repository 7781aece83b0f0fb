//! The arguments of `#[generator(..)]`: `given`, `covers`, `decreases`, `size`, `time`, `test`.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;
use syn::parse::Parser;
use syn::{Error, Path, Result};

use crate::arguments::{self, Key};
use crate::manifest;
use crate::property::attributes::duration;

const KNOWN: &[Key] = &[
    Key::value("given", "given = 0 <= n"),
    Key::value("covers", "covers = |xs: &List| len(xs) <= n"),
    Key::value("decreases", "decreases = hi - lo"),
    Key::value("size", "size = 6"),
    Key::value("time", "time = \"1s\""),
    Key::value("test", "test = false"),
    Key::value("crate", "crate = path::to::everycase"),
];

/// The size up to which arguments and results together are enumerated, unless it is given.
const SIZE: u32 = 6;

pub(crate) struct Arguments {
    pub(crate) given: Option<TokenStream>,
    pub(crate) covers: TokenStream,
    pub(crate) decreases: Option<TokenStream>,
    pub(crate) size: TokenStream,
    pub(crate) time: TokenStream,
    pub(crate) test: bool,
    everycase: Option<Path>,
}

impl Arguments {
    /// Reads the list in the attribute of a function whose name is at `name`.
    pub(crate) fn parse(list: TokenStream, name: Span) -> Result<Self> {
        let list =
            (|input: syn::parse::ParseStream<'_>| arguments::list(input, KNOWN, "a generator", |_, _| None))
                .parse2(list)?;
        let mut own = Self {
            given: None,
            covers: TokenStream::new(),
            decreases: None,
            size: quote!(#SIZE),
            time: quote!(::core::time::Duration::from_secs(1)),
            test: true,
            everycase: None,
        };
        for argument in &list {
            match argument.name().as_str() {
                "given" => own.given = Some(argument.value.clone()),
                "covers" if is_closure(&argument.value) => own.covers = argument.value.clone(),
                "covers" => {
                    return Err(Error::new_spanned(
                        &argument.value,
                        "`covers` wants a closure that tells which results are promised, such as `|xs: &List| len(xs) <= n`",
                    ));
                }
                "decreases" => own.decreases = Some(argument.value.clone()),
                "size" => {
                    let size = argument.number(&(0..=u32::MAX))?;
                    own.size = quote!(#size);
                }
                "time" => own.time = duration(argument, false)?,
                "test" => {
                    let test = argument.syntax::<syn::LitBool>("`true` or `false`")?;
                    own.test = test.value;
                }
                _ => own.everycase = Some(argument.syntax("a path, such as crate::reexports::everycase")?),
            }
        }
        if own.covers.is_empty() {
            return Err(Error::new(
                name,
                "a generator says which results it promises: `#[generator(covers = |xs: &List| len(xs) <= n)]`",
            ));
        }
        Ok(own)
    }

    pub(crate) fn private(&self) -> TokenStream {
        let everycase = self.everycase.as_ref().map_or_else(manifest::everycase, |path| quote!(#path));
        quote!(#everycase::__private)
    }
}

fn is_closure(value: &TokenStream) -> bool {
    matches!(value.clone().into_iter().next(), Some(TokenTree::Punct(bar)) if bar.as_char() == '|')
}
