//! Laws: what traits and names state of all values, as further calls. Each is an assertion; rustc
//! decides for which types it can be made.

use rustdoc_types::{Function, Impl, Item, ItemEnum, Type};

use super::arguments::Argument;
use super::choices::trait_argument;
use super::words::{last, shown_type};
use super::{CallableItem, Candidate, Collector, Context, Expected, Mode, Promise, Told};
use crate::spelling::Substitution;

/// The choices of type arguments with which a law is tried.
const CHOICES: usize = 3;

/// A law of the types that implement a trait.
struct Law {
    /// The trait.
    of: &'static str,
    /// How values are taken: by reference (`R`) or by value (`V`); `N` stands for a small number,
    /// `L` for a list of the trait's argument.
    modes: &'static str,
    /// The assertion, in which a hole is the value itself. `{T}` is the type, `{U}` the argument of
    /// the trait, `{law}` what is stated.
    text: &'static str,
    /// What is stated.
    states: &'static str,
}

/// The laws of traits, which `laws!` states in tests of users.
const LAWS: [Law; 20] = everycase_macros::laws_of_traits!();

/// The law of `Eq`: a type's `Eq` may ask for `Eq` of its arguments, which `==` does not.
const TOTAL: &str = "{ fn is<T: Eq>(own: &T) -> bool { own == own } assert!(is(&$0$), \"{law}\") }";

impl<'c> Collector<'c> {
    /// Adds the laws of an implementation.
    pub(super) fn laws(&mut self, own: &'c Impl) {
        match &own.trait_ {
            Some(path) => {
                let name = last(&path.path);
                let argument = trait_argument(path);
                // Two types may be compared in one way only.
                if matches!(name, "PartialEq" | "PartialOrd") && argument.is_some_and(|ty| *ty != own.for_) {
                    return;
                }
                if name == "Hash" {
                    self.hash(own);
                }
                for law in LAWS.iter().filter(|law| law.of == name) {
                    self.law_of_trait(own, law, argument);
                }
            }
            None => self.laws_of_names(own),
        }
    }

    /// Adds a getter of hashes: values that print alike may differ in what only their hashes tell.
    fn hash(&mut self, own: &'c Impl) {
        for (known, _) in self.choices_of(own) {
            let Some(ty) = self.paths.ty(&own.for_, &known) else { continue };
            self.found.calls.push(Candidate {
                item: usize::MAX,
                text: "hashed(&$0$)".to_owned(),
                modes: vec![Mode::new('R', &ty)],
                is_getter: true,
                is_support: true,
                is_law: true,
                ..Candidate::default()
            });
        }
    }

    fn law_of_trait(&mut self, own: &'c Impl, law: &Law, argument: Option<&'c Type>) {
        let shown = format!("<{}::{} as {}>", self.name, shown_type(&own.for_), law.of);
        // What the standard library demands of a trait holds for all values.
        let is_usual = matches!(law.of, "FromStr" | "TryFrom" | "Extend");
        let item = self.stated(shown, if is_usual { Promise::Nothing } else { Promise::Name }, law.states);
        for (alternative, (known, _)) in self.choices_of(own).into_iter().enumerate() {
            let Some(ty) = self.paths.ty(&own.for_, &known) else { continue };
            let argument = argument.and_then(|own| self.paths.ty(own, &known)).unwrap_or_default();
            let mode = |own: char| match own {
                'N' => Mode::new('V', "u8"),
                'L' => Mode::new('V', &self.list_of(&argument)),
                name => Mode::new(name, &ty),
            };
            let modes = law.modes.chars().map(mode).collect();
            let text = if law.of == "Eq" { TOTAL } else { law.text };
            let text = text.replace("{law}", law.states).replace("{T}", &ty).replace("{U}", &argument);
            self.state(item, alternative, own, text, modes);
        }
    }

    /// Adds the laws of the names of a type's methods.
    fn laws_of_names(&mut self, own: &'c Impl) {
        let methods: Vec<Method<'c>> = own
            .items
            .iter()
            .filter_map(|id| function(self.get(*id)?))
            .filter(|own| !own.1.header.is_unsafe && !own.1.header.is_async)
            .collect();
        for method in &methods {
            self.laws_of_answers(own, &methods, *method);
            self.laws_of_contents(own, &methods, *method);
            self.laws_of_repetition(own, &methods, *method);
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
        let mut others = [("checked_", "Some"), ("try_", "Ok")].into_iter();
        let other = others.find_map(|(prefix, some)| Some((name.strip_prefix(prefix)?, some)));
        if let Some((plain, some)) = other
            && let Some(of_plain) = named(plain)
            && of_plain.sig.inputs.iter().map(|own| &own.1).eq(function.sig.inputs.iter().map(|own| &own.1))
            && takes_self(function, function.sig.inputs.len())
        {
            let holes: Vec<String> = (1..function.sig.inputs.len()).map(|own| format!("${own}$")).collect();
            let holes = holes.join(", ");
            let law = law(plain);
            let text = format!(
                "if let {some}(own) = $0$.{name}({holes}) {{ assert_eq!(own, $0$.{plain}({holes}), \"{law}\") }}"
            );
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
            let text = format!(
                "{{ let mut own = $0$.clone(); own.push($1$.clone()); \
                 assert_eq!(own.pop(), Some($1$), \"{law}\") }}"
            );
            self.law_of_names(own, name, (&law, &text), &[&function.sig.inputs[1].1]);
        }
        if name == "insert" && takes_one && named("contains").is_some() {
            let law = law("contains");
            let text = format!(
                "{{ let mut own = $0$.clone(); own.insert($1$.clone()); \
                 assert!(own.contains(&$1$), \"{law}\") }}"
            );
            self.law_of_names(own, name, (&law, &text), &[&function.sig.inputs[1].1]);
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
            let text = format!("assert_eq!($0$.clone().{name}($1$.clone()).{field}(), $1$, \"{law}\")");
            self.law_of_names(own, name, (&law, &text), &[&function.sig.inputs[1].1]);
        }
        if let Some(field) = name.strip_prefix("set_")
            && takes_one
            && named(field).is_some_and(|own| takes_self(own, 1))
        {
            let law = law(field);
            let text = format!(
                "{{ let mut own = $0$.clone(); own.{name}($1$.clone()); \
                 assert_eq!(own.{field}(), $1$, \"{law}\") }}"
            );
            self.law_of_names(own, name, (&law, &text), &[&function.sig.inputs[1].1]);
        }
    }

    /// Adds the laws that doing something again changes nothing, and that there is a way back.
    fn laws_of_repetition(&mut self, own: &'c Impl, methods: &[Method<'c>], (name, function): Method<'c>) {
        let named = |name: &str| methods.iter().find(|own| own.0 == name).map(|own| own.1);
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
        let there = ["to_", "into_"].iter().find_map(|prefix| name.strip_prefix(prefix));
        if let Some(what) = there.filter(|own| keeps_all(own))
            && takes_self(function, 1)
            && named(&format!("from_{what}")).is_some_and(|own| own.sig.inputs.len() == 1)
        {
            self.law_there_and_back(own, name, &format!("from_{what}"));
        }
    }

    /// Adds a law of a method, of a value by reference and of some arguments by value.
    fn law_of_names(&mut self, own: &'c Impl, name: &str, (law, text): (&str, &str), inputs: &[&Type]) {
        let shown = format!("{}::{}::{name}", self.name, shown_type(&own.for_));
        let item = self.stated(shown, Promise::Nothing, law);
        for (alternative, (known, closures)) in self.choices_of(own).into_iter().enumerate() {
            let Some(ty) = self.paths.ty(&own.for_, &known) else { continue };
            let mut inside = known.clone();
            inside.insert("Self".to_owned(), ty.clone());
            let context = Context { known: inside, closures, ..Context::default() };
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
            self.state(item, alternative, own, text.to_owned(), modes);
        }
    }

    /// Adds the law that what one method makes of a value another one makes the value of again.
    fn law_there_and_back(&mut self, own: &'c Impl, there: &str, back: &str) {
        let law = format!("`{there}` agrees with `{back}`");
        let shown = format!("{}::{}::{there}", self.name, shown_type(&own.for_));
        let item = self.stated(shown, Promise::Nothing, &law);
        for (choice, (known, _)) in self.choices_of(own).into_iter().enumerate() {
            let (Some(ty), Some(callee)) = (self.paths.ty(&own.for_, &known), self.callee(own, back, &known))
            else {
                continue;
            };
            // What is made is taken by value or by reference, and gives the value itself, an
            // `Option`, or a `Result`.
            let taken = [("", "$0$"), (".as_ref()", "Some(&$0$)"), (".ok().as_ref()", "Some(&$0$)")];
            let forms = ["", "&"].into_iter().flat_map(|lent| taken.map(|taken| (lent, taken)));
            for (form, (lent, (taken, wanted))) in forms.enumerate() {
                let made = format!("{callee}({lent}$0$.clone().{there}()){taken}");
                let text = format!("if $0$ == $0$ {{ assert_eq!({made}, {wanted}, \"{law}\") }}");
                self.state(item, 6 * choice + form, own, text, vec![Mode::new('R', &ty)]);
            }
        }
    }

    /// Returns the type of lists of elements, which the standard library then makes.
    fn list_of(&self, element: &str) -> String {
        let list = format!("Vec<{element}>");
        self.asked.borrow_mut().insert(list.clone());
        list
    }

    fn choices_of(&self, own: &Impl) -> Vec<(Substitution, rustc_hash::FxHashMap<String, usize>)> {
        self.of_type(&own.generics, &own.for_).into_iter().take(CHOICES).collect()
    }

    /// Returns a new item for a law of this name, which is a promise or only usual.
    fn stated(&mut self, name: String, promise: Promise, law: &str) -> usize {
        self.found.items.push(CallableItem {
            name,
            told: Told::default(),
            promise,
            expected: Expected::Answer,
            parameters: Vec::new(),
            signature: None,
            skipped: None,
            law: Some(law.to_owned()),
        });
        self.found.items.len() - 1
    }

    fn state(&mut self, item: usize, alternative: usize, own: &Impl, text: String, modes: Vec<Mode>) {
        let family = shown_type(&own.for_);
        self.found.calls.push(Candidate {
            item,
            alternative,
            family,
            text,
            modes,
            is_law: true,
            ..Candidate::default()
        });
    }
}

/// A method with its name.
type Method<'c> = (&'c str, &'c Function);

/// Returns whether a method has this number of parameters, the first of them `self`.
fn takes_self(of: &Function, count: usize) -> bool {
    of.sig.inputs.len() == count && of.sig.inputs.first().is_some_and(|own| own.0 == "self")
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

/// Returns whether a part of a method's name tells that nothing of the value is lost, as in
/// `to_le_bytes`.
fn keeps_all(name: &str) -> bool {
    const WORDS: [&str; 6] = ["bytes", "bits", "raw", "parts", "words", "inner"];
    name.split('_').any(|own| WORDS.contains(&own))
}

/// Returns the name of a function and what it is, if an item is one.
fn function(item: &Item) -> Option<(&str, &Function)> {
    match &item.inner {
        ItemEnum::Function(own) => Some((item.name.as_deref()?, own)),
        _ => None,
    }
}
