//! The law that numbers which are finite, and neither tiny nor huge, give no NaN. It is stated of
//! functions that return a float, unless their name or documentation tells where they have none.

use rustdoc_types::{Function, Impl, Item, Type};

use super::{CHOICES, Method, function, is_lent, with_self};
use crate::candidates::choices::Alternative;
use crate::candidates::words::words;
use crate::candidates::{Collector, Mode, Promise};
use crate::spelling::{KRATE, Substitution};

/// What is stated.
const LAW: &str = "finite numbers give no NaN";

impl<'c> Collector<'c> {
    /// Adds the law of each method of a type. Each law has the type's name, so that one of them is
    /// told.
    pub(super) fn floats_of_methods(&mut self, own: &'c Impl, items: &[&'c Item]) {
        for item in items {
            let Some((name, of)) = function(item).filter(|_| !self.has_limits(item)) else { continue };
            let takes_self = of.sig.inputs.first().is_some_and(|own| own.0 == "self");
            let choices = match &of.sig.output {
                Some(Type::Generic(name)) => self.floats_of(own, name),
                Some(ty) if is_float(ty) => self.choices_of(own),
                _ => continue,
            };
            if !takes_self && !takes_float(of) {
                continue;
            }
            let mut forms = Vec::new();
            for (known, closures) in choices {
                let Some(ty) = self.paths.ty(&own.for_, &known) else { continue };
                let Some(callee) = self.callee(own, name, &known) else { continue };
                let around = (with_self(known, &ty), closures);
                let (mut modes, mut call) = (Vec::new(), format!("{callee}("));
                if takes_self {
                    modes.push(Mode::new('R', &ty));
                    let receiver = if is_lent(of) { "$0$" } else { "$0$.clone()" };
                    call = format!("{receiver}.{name}(");
                }
                forms.extend(self.float_of(of, &around, modes, &call));
            }
            let item = self.stated(self.shown(&own.for_), Promise::Nothing, LAW);
            self.state_forms(item, forms);
        }
    }

    /// Adds the law of a free function.
    pub(in crate::candidates) fn float_of_function(&mut self, item: &'c Item, path: &str) {
        let Some((_, of)) = function(item).filter(|own| is_of_floats(*own)) else { return };
        if self.has_limits(item) {
            return;
        }
        let around = Alternative::default();
        let forms =
            self.float_of(of, &around, Vec::new(), &format!("{KRATE}::{path}(")).into_iter().collect();
        let item = self.stated(format!("{}::{path}", self.name), Promise::Nothing, LAW);
        self.state_forms(item, forms);
    }

    /// Returns the assertion about a call, of which the text up to the arguments is known, and how
    /// it takes the receiver.
    fn float_of(
        &self,
        of: &Function,
        (known, closures): &Alternative,
        mut modes: Vec<Mode>,
        call: &str,
    ) -> Option<(String, Vec<Mode>)> {
        let own = self.alternatives(&self.choices(&of.generics), known).into_iter().next()?;
        let own = (own.0, own.1.into_iter().chain(closures.clone()).collect());
        let mut arguments = Vec::new();
        for (_, ty) in &of.sig.inputs[modes.len()..] {
            let (mode, argument) = self.owned(ty, &own, modes.len())?;
            modes.push(mode);
            arguments.push(argument);
        }
        let values: Vec<String> = (0..modes.len()).map(|own| format!("&${own}$")).collect();
        let (values, arguments) = (values.join(", "), arguments.join(", "));
        // What is not ordinary is `None`: neither does it count for the law nor against it.
        let assertion = format!("assert!(!{call}{arguments}).is_nan(), \"{LAW}\")");
        Some((format!("are_ordinary(&[{values}]).then(|| {assertion})"), modes))
    }

    /// Returns the choices for an implementation in which a type parameter is a float.
    fn floats_of(&self, own: &Impl, name: &str) -> Vec<Alternative> {
        let all = self.of_type(&own.generics, &own.for_).into_iter();
        let is_float = |known: &Substitution| known.get(name).is_some_and(|own| own == "f64" || own == "f32");
        all.filter(|own| is_float(&own.0)).take(CHOICES).collect()
    }

    /// Returns whether a function is known not to be one of all numbers: by a word of its name, or
    /// by its documentation.
    fn has_limits(&self, item: &Item) -> bool {
        let documentation = self.documentation(item);
        let docs = item.docs.as_deref().unwrap_or_default();
        documentation.condition
            || documentation.warns
            || item.name.as_deref().is_some_and(is_partial)
            || docs.to_lowercase().split(|own: char| !own.is_alphanumeric()).any(|own| own == "nan")
    }
}

/// Returns whether a function returns a float, and is given one.
fn is_of_floats((_, of): Method<'_>) -> bool {
    of.sig.output.as_ref().is_some_and(is_float) && takes_float(of)
}

fn takes_float(of: &Function) -> bool {
    of.sig.inputs.iter().any(|own| is_float(&own.1))
}

pub(super) fn is_float(ty: &Type) -> bool {
    matches!(ty, Type::Primitive(name) if name == "f32" || name == "f64")
}

/// Returns whether a function's name tells that it has no value for some numbers, as `sqrt`, or
/// that it divides.
fn is_partial(name: &str) -> bool {
    const WORDS: [&str; 13] = [
        "ln",
        "rem",
        "remainder",
        "mod",
        "fmod",
        "ratio",
        "root",
        "gamma",
        "lgamma",
        "tgamma",
        "unlerp",
        "unchecked",
        "yn",
    ];
    const BEGINNINGS: [&str; 13] = [
        "sqrt", "log", "pow", "asin", "acos", "atanh", "arcsin", "arccos", "div", "recip", "normal", "inv",
        "quot",
    ];
    // A letter stands for a function of mathematics, as `y0` for one of Bessel's.
    let letters = name.strip_suffix('f').unwrap_or(name).trim_end_matches(|own: char| own.is_ascii_digit());
    letters.len() == 1
        || words(name).any(|word| {
            // Functions of C have an `f` behind their names where they are of `f32`.
            let is_one = |own: &str| WORDS.contains(&own);
            is_one(word)
                || word.strip_suffix('f').is_some_and(is_one)
                || BEGINNINGS.iter().any(|beginning| word.starts_with(beginning))
        })
}

#[cfg(test)]
mod tests {
    use super::is_partial;

    #[test]
    fn a_name_tells_that_a_function_has_no_value_for_some_numbers() {
        for name in [
            "sqrt",
            "log10",
            "ln_1p",
            "powf",
            "acosh",
            "div_euclid",
            "normalized",
            "inverse_lerp",
            "sqrtf",
            "fmodf",
            "tgammaf",
            "y0",
            "y1f",
        ] {
            assert!(is_partial(name), "{name}");
        }
        for name in ["length", "angle", "remap", "model", "slope", "lnear", "sin"] {
            assert!(!is_partial(name), "{name}");
        }
    }
}
