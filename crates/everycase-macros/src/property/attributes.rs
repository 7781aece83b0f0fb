//! `#[property(tests = 1000, time = "2s", ...)]`: the arguments, as settings.

use std::time::Duration;

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Error, LitInt, Path, Result, Token};

use super::exercised_function::{self, ExercisedFunction};
use super::generics::{self, Instance};
use crate::arguments::{self, Argument, Key};
use crate::manifest;

const KNOWN: &[Key] = &[
    Key::value("tests", "tests = 1000"),
    Key::value("size", "size = 9"),
    Key::value("time", "time = \"2s\""),
    Key::value("seed", "seed = 7"),
    Key::value("jobs", "jobs = 2"),
    Key::value("case_time", "case_time = \"1s\""),
    Key::value("shrink_time", "shrink_time = \"5s\""),
    Key::flag("should_fail"),
    Key::flag("isolate"),
    Key::value("of", "of = insert"),
    Key::flag("strength"),
    Key::value("min_strength", "min_strength = 90"),
    Key::angled("for", "for<K = u8>"),
    Key::value("examples", "examples = [(vec![1, 2], 3)]"),
    Key::value("crate", "crate = path::to::everycase"),
];

/// What other tools call their settings, with the names here.
const PEERS: [(&str, &str); 15] = [
    ("cases", "tests"),
    ("iterations", "tests"),
    ("max_examples", "tests"),
    ("max_tests", "tests"),
    ("num_tests", "tests"),
    ("runs", "tests"),
    ("max_size", "size"),
    ("max_time", "time"),
    ("deadline", "case_time"),
    ("timeout", "case_time"),
    ("max_shrink_iters", "shrink_time"),
    ("max_shrink_time", "shrink_time"),
    ("rng_seed", "seed"),
    ("threads", "jobs"),
    ("fork", "isolate"),
];

/// The error for `of` in builds that cannot measure.
const NO_STRENGTH: &str = "the feature `strength` is off; to turn it on, run: \
     cargo add --dev everycase --features strength";

/// The maximal number of threads of a run.
const MOST_JOBS: u64 = 256;

/// Returns what to write for the setting of another tool, with the number that follows it.
fn peer(name: &str, rest: ParseStream<'_>) -> Option<String> {
    let (_, own) = PEERS.into_iter().find(|(other, _)| *other == name)?;
    let example = KNOWN.iter().find(|key| key.name == own)?.example;
    let given = rest.fork();
    let number = given.parse::<Token![=]>().and_then(|_| given.parse::<LitInt>()).ok();
    let is_number = |example: &str| example.ends_with(|c: char| c.is_ascii_digit());
    let written = match number.filter(|_| is_number(example)) {
        Some(number) => format!("{own} = {number}"),
        None => example.to_owned(),
    };
    Some(format!("`{name}` is called `{own}` here: `{written}`"))
}

#[derive(Default)]
pub(crate) struct Arguments {
    /// The fields of `Settings` to set, with their values.
    fields: Vec<TokenStream>,
    everycase: Option<Path>,
    exercised: Vec<ExercisedFunction>,
    instances: Vec<Instance>,
    /// The value of `examples`.
    examples: Option<TokenStream>,
}

impl Parse for Arguments {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut parsed = Self::default();
        let list = arguments::list(input, KNOWN, "a property", |name, rest| match name {
            "ignore" | "should_panic" => Some(format!("`{name}` is an attribute of its own: `#[{name}]`")),
            _ => peer(name, rest),
        })?;
        for argument in &list {
            parsed.take(argument)?;
        }
        let measured = list.iter().find(|argument| matches!(&*argument.name(), "strength" | "min_strength"));
        if let Some(argument) = measured.filter(|_| parsed.exercised.is_empty()) {
            let name = argument.name();
            return Err(Error::new(
                argument.span(),
                format!("`{name}` needs the function that the property is of: add `of = insert`"),
            ));
        }
        Ok(parsed)
    }
}

impl Arguments {
    fn take(&mut self, argument: &Argument) -> Result<()> {
        let key = &argument.key;
        let value = match argument.name().as_str() {
            "crate" => {
                self.everycase = Some(argument.syntax("a path, such as crate::reexports::everycase")?);
                return Ok(());
            }
            "for" => {
                self.instances = generics::instances(argument)?;
                return Ok(());
            }
            "of" if cfg!(not(feature = "strength")) => {
                return Err(Error::new(argument.span(), NO_STRENGTH));
            }
            "of" => {
                self.exercised = exercised_function::read(argument)?;
                return Ok(());
            }
            "examples" => {
                self.examples = Some(argument.value.clone());
                return Ok(());
            }
            "should_fail" | "isolate" | "strength" => quote!(true),
            "min_strength" => {
                let percent = proc_macro2::Literal::u8_unsuffixed(argument.number(&(0..=100u8))?);
                quote!(#percent)
            }
            "time" | "shrink_time" => duration(argument, false)?,
            "case_time" => duration(argument, true)?,
            "size" => {
                let size = proc_macro2::Literal::u32_unsuffixed(argument.number(&(0..=u32::MAX))?);
                quote!(#size)
            }
            name => {
                let range = match name {
                    "tests" => 1..=u64::MAX,
                    "jobs" => 1..=MOST_JOBS,
                    _ => 0..=u64::MAX,
                };
                let literal = proc_macro2::Literal::u64_unsuffixed(argument.number(&range)?);
                quote!(#literal)
            }
        };
        self.fields.push(quote!(#key: ::core::option::Option::Some(#value)));
        Ok(())
    }

    pub(crate) fn private(&self) -> TokenStream {
        let everycase = self.everycase.as_ref().map_or_else(manifest::everycase, |path| quote!(#path));
        quote!(#everycase::__private)
    }

    /// Returns the value of `examples`.
    pub(crate) fn examples(&self) -> Option<&TokenStream> {
        self.examples.as_ref()
    }

    /// Returns the functions that the property is of.
    pub(crate) fn exercised(&self) -> &[ExercisedFunction] {
        &self.exercised
    }

    /// Returns the types that are given for type parameters.
    pub(crate) fn instances(&self) -> &[Instance] {
        &self.instances
    }

    /// Returns an expression of type `Settings`.
    pub(crate) fn settings(&self) -> TokenStream {
        let (private, fields) = (self.private(), &self.fields);
        quote!(#private::Settings { #(#fields,)* ..#private::Default::default() })
    }
}

/// Returns an expression for a duration: numbers with units, as in `"1m30s"`; or for a limit that
/// may be `"off"`.
pub(crate) fn duration(argument: &Argument, may_be_off: bool) -> Result<TokenStream> {
    let literal = argument.string("\"2s\" or \"500ms\"")?;
    let text = literal.value();
    if may_be_off && text.trim() == "off" {
        return Ok(quote!(::core::time::Duration::MAX));
    }
    let Some(time) = parse_duration(&text).filter(|time| !time.is_zero()) else {
        let name = argument.name();
        let off = if may_be_off { ", or \"off\" for no limit" } else { "" };
        let wanted = "a length of time of more than zero, such as \"2s\", \"500ms\" or \"1m30s\"";
        return Err(Error::new(literal.span(), format!("`{name}` wants {wanted}{off}, not {text:?}")));
    };
    let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    Ok(quote!(::core::time::Duration::from_nanos(#nanos)))
}

fn parse_duration(text: &str) -> Option<Duration> {
    let mut rest = text.trim();
    let mut total = (!rest.is_empty()).then_some(Duration::ZERO)?;
    while !rest.is_empty() {
        let (number, after) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit() && c != '.')?);
        let (unit, after) = after.split_at(after.find(|c: char| c.is_ascii_digit()).unwrap_or(after.len()));
        let scale = match unit.trim() {
            "ns" => 1e-9,
            "us" | "µs" => 1e-6,
            "ms" => 1e-3,
            "s" => 1.0,
            "m" => 60.0,
            "h" => 3600.0,
            _ => return None,
        };
        let part = Duration::try_from_secs_f64(number.parse::<f64>().ok()? * scale).ok()?;
        total = total.checked_add(part)?;
        rest = after;
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::parse_duration;

    #[test]
    fn times_are_numbers_with_units() {
        for (text, millis) in
            [("2s", 2_000), ("500ms", 500), ("1m30s", 90_000), ("0.5s", 500), ("1h", 3_600_000)]
        {
            assert_eq!(parse_duration(text).map(|time| time.as_millis()), Some(millis), "{text}");
        }
        for text in ["", "2", "s", "2 weeks", "-1s", "1..5s"] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }
}
