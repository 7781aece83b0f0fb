//! Laws of the names of a type's methods: they agree with others, or change nothing when they run
//! again.

use rustdoc_types::{Impl, Type};

use super::floats::is_float;
use super::{Method, takes_self, with_self};
use crate::candidates::arguments::Argument;
use crate::candidates::words::shown_type;
use crate::candidates::{Collector, Context, Mode, Promise};

impl<'c> Collector<'c> {
    /// Adds the laws of the names of a type's methods.
    pub(super) fn laws_of_names(&mut self, own: &'c Impl, methods: &[Method<'c>]) {
        for method in methods {
            self.laws_of_answers(own, methods, *method);
            self.laws_of_contents(own, methods, *method);
            self.laws_of_repetition(own, *method);
        }
    }

    /// Adds the laws that two methods say the same.
    fn laws_of_answers(&mut self, own: &'c Impl, methods: &[Method<'c>], (name, function): Method<'c>) {
        let named = |name: &str| methods.iter().find(|own| own.0 == name).map(|own| own.1);
        let law = |what: &str| format!("`{name}` agrees with `{what}`");
        match name {
            "is_empty" if takes_self(function, 1) && named("len").is_some() => {
                let law = law("len");
                let text = format!("assert_eq!($0$.is_empty(), $0$.len() == 0, \"{law}\")");
                self.law_of_names(own, name, (&law, &text), &[]);
            }
            "len" if takes_self(function, 1) && named("iter").is_some_and(|own| takes_self(own, 1)) => {
                let law = law("iter");
                let text = format!("assert_eq!($0$.len(), $0$.iter().count(), \"{law}\")");
                self.law_of_names(own, name, (&law, &text), &[]);
            }
            _ => {}
        }
        let mut others =
            [("checked_", "Some"), ("try_", "Ok"), ("wrapping_", ""), ("saturating_", "")].into_iter();
        let other = others.find_map(|(prefix, some)| Some((name.strip_prefix(prefix)?, some)));
        if let Some((plain, some)) = other
            && let Some(of_plain) = named(plain)
            && of_plain.sig.inputs.iter().map(|own| &own.1).eq(function.sig.inputs.iter().map(|own| &own.1))
            && takes_self(function, function.sig.inputs.len())
        {
            let holes: Vec<String> = (1..function.sig.inputs.len()).map(|own| format!("${own}$")).collect();
            let holes = holes.join(", ");
            let law = law(plain);
            // Where the plain one does not answer nothing is stated.
            let text = if some.is_empty() {
                format!("assert_eq!($0$.{name}({holes}), $0$.{plain}({holes}), \"{law}\")")
            } else {
                format!(
                    "if let {some}(own) = $0$.{name}({holes}) {{ assert_eq!(own, $0$.{plain}({holes}), \"{law}\") }}"
                )
            };
            let inputs: Vec<&Type> = function.sig.inputs.iter().skip(1).map(|own| &own.1).collect();
            self.law_of_names(own, name, (&law, &text), &inputs);
        }
        if let Some(plain) = name.strip_suffix("_mut")
            && let Some(of_plain) = named(plain)
            && of_plain.sig.inputs.iter().skip(1).eq(function.sig.inputs.iter().skip(1))
            && takes_self(function, function.sig.inputs.len())
        {
            let holes: Vec<String> =
                (1..function.sig.inputs.len()).map(|own| format!("${own}$.clone()")).collect();
            let holes = holes.join(", ");
            let law = law(plain);
            // What is compiled returns an `Option` of a reference.
            let text = format!(
                "assert_eq!($0$.clone().{name}({holes}).map(|own| &*own), $0$.{plain}({holes}), \"{law}\")"
            );
            let inputs: Vec<&Type> = function.sig.inputs.iter().skip(1).map(|own| &own.1).collect();
            self.law_of_names(own, name, (&law, &text), &inputs);
        }
    }

    /// Adds the laws that what is put in is found, and what is taken out is not.
    fn laws_of_contents(&mut self, own: &'c Impl, methods: &[Method<'c>], (name, function): Method<'c>) {
        let named = |name: &str| methods.iter().find(|own| own.0 == name).map(|own| own.1);
        let law = |what: &str| format!("`{name}` agrees with `{what}`");
        // What returns a `Result` may refuse what it gets.
        let takes_one = takes_self(function, 2) && !self.is_result(function.sig.output.as_ref());
        // A queue gives back another element than the last one.
        if name == "push" && takes_one && named("pop").is_some() && named("peek").is_none() {
            let law = law("pop");
            let put = &function.sig.inputs[1].1;
            let found = if_found(put, &format!("assert_eq!(own.pop(), Some($1$), \"{law}\")"));
            let text = format!("{{ let mut own = $0$.clone(); own.push($1$.clone()); {found} }}");
            self.law_of_names(own, name, (&law, &text), &[put]);
        }
        if name == "insert" && takes_one && named("contains").is_some() {
            let law = law("contains");
            let put = &function.sig.inputs[1].1;
            let found = if_found(put, &format!("assert!(own.contains(&$1$), \"{law}\")"));
            let text = format!("{{ let mut own = $0$.clone(); own.insert($1$.clone()); {found} }}");
            self.law_of_names(own, name, (&law, &text), &[put]);
        }
        let inserts = named("insert").filter(|own| takes_self(own, 2));
        if name == "remove"
            && takes_one
            && let Some(inserts) = inserts
            && named("contains").is_some()
        {
            let law = law("contains");
            let text = format!(
                "{{ let mut own = $0$.clone(); own.insert($1$.clone()); own.remove(&$1$); \
                 assert!(!own.contains(&$1$), \"{law}\") }}"
            );
            self.law_of_names(own, name, (&law, &text), &[&inserts.sig.inputs[1].1]);
        }
        if let Some(field) = name.strip_prefix("with_")
            && takes_one
            && named(field).is_some_and(|own| takes_self(own, 1))
        {
            let law = law(field);
            let put = &function.sig.inputs[1].1;
            let text = format!("assert_eq!($0$.clone().{name}($1$.clone()).{field}(), $1$, \"{law}\")");
            if let Some(text) = unless_rounded(put, text) {
                self.law_of_names(own, name, (&law, &text), &[put]);
            }
        }
        if let Some(field) = name.strip_prefix("set_")
            && takes_one
            && named(field).is_some_and(|own| takes_self(own, 1))
        {
            let law = law(field);
            let put = &function.sig.inputs[1].1;
            if let Some(text) = unless_rounded(put, format!("assert_eq!(own.{field}(), $1$, \"{law}\")")) {
                let text = format!("{{ let mut own = $0$.clone(); own.{name}($1$.clone()); {text} }}");
                self.law_of_names(own, name, (&law, &text), &[put]);
            }
        }
    }

    /// Adds the laws that doing something again changes nothing.
    fn laws_of_repetition(&mut self, own: &'c Impl, (name, function): Method<'c>) {
        if repeats_nothing(name) && takes_self(function, 1) {
            let law = format!("`{name}` again changes nothing");
            // Floats are rounded, except by what gives whole numbers.
            let is_whole = ["abs", "ceil", "floor", "round", "trunc", "truncated"].contains(&name);
            let unless = if is_whole {
                "once == once"
            } else {
                "once == once && !format!(\"{once:?}\").contains('.')"
            };
            let text = if function.sig.output.is_some() {
                format!(
                    "{{ let once = $0$.clone().{name}(); \
                     if {unless} {{ assert_eq!(once.clone().{name}(), once, \"{law}\") }} }}"
                )
            } else {
                format!(
                    "{{ let mut once = $0$.clone(); once.{name}(); let mut own = once.clone(); own.{name}(); \
                     if {unless} {{ assert_eq!(own, once, \"{law}\") }} }}"
                )
            };
            self.law_of_names(own, name, (&law, &text), &[]);
        }
    }

    /// Adds a law of a method, of a value by reference and of some arguments by value.
    fn law_of_names(&mut self, own: &'c Impl, name: &str, (law, text): (&str, &str), inputs: &[&Type]) {
        let shown = format!("{}::{name}", self.shown(&own.for_));
        let item = self.stated(shown, Promise::Nothing, law);
        self.found.items[item].documentation.deprecated = self.is_deprecated(own, name);
        for (alternative, (known, closures)) in self.choices_of(own).into_iter().enumerate() {
            let Some(ty) = self.paths.ty(&own.for_, &known) else { continue };
            let context = Context { known: with_self(known, &ty), closures, ..Context::default() };
            let mut modes = vec![Mode::new('R', &ty)];
            for input in inputs {
                let Some(Argument { text, modes: own }) =
                    self.argument(input, &context, 0).into_iter().next()
                else {
                    return;
                };
                if text != "$0$" {
                    return;
                }
                // The assertion does not tell the type of what it is given.
                let ty = self.paths.ty(input, &context.known).unwrap_or_else(|| "_".to_owned());
                let typed = |own: Mode| if own.name == 'V' { Mode { ty: ty.clone(), ..own } } else { own };
                modes.extend(own.into_iter().map(typed));
            }
            self.state(item, alternative, &shown_type(&own.for_), text.to_owned(), modes);
        }
    }
}

/// Returns an assertion about a value that is put in, unless that is a float or prints one: floats
/// are rounded.
fn unless_rounded(put: &Type, assertion: String) -> Option<String> {
    match put {
        _ if is_float(put) => None,
        Type::Primitive(_) => Some(assertion),
        _ => Some(format!(
            "if ![\"NaN\", \"inf\", \".\"].iter().any(|own| format!(\"{{:?}}\", $1$).contains(own)) {{ {assertion} }}"
        )),
    }
}

/// Returns an assertion about a value that is put in and found again, if it equals itself.
fn if_found(put: &Type, assertion: &str) -> String {
    match put {
        Type::Primitive(_) if !is_float(put) => assertion.to_owned(),
        _ => format!("if $1$ == $1$ {{ {assertion} }}"),
    }
}

/// Returns whether a method's name tells that doing it again changes nothing, as `normalize`.
fn repeats_nothing(name: &str) -> bool {
    const NAMES: [&str; 24] = [
        "abs",
        "canonical",
        "canonicalize",
        "canonicalized",
        "ceil",
        "dedup",
        "floor",
        "normalize",
        "normalized",
        "reduced",
        "round",
        "simplified",
        "simplify",
        "sort",
        "sorted",
        "to_ascii_lowercase",
        "to_ascii_uppercase",
        "to_lowercase",
        "to_uppercase",
        "trim",
        "trimmed",
        "trunc",
        "truncated",
        "unique",
    ];
    NAMES.contains(&name)
}
