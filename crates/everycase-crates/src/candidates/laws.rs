//! Laws: what traits and names state of all values, as further calls. Each is an assertion; rustc
//! decides for which types it can be made.

mod clones;
mod defaults;
mod floats;
mod names;
mod pairs;
pub(crate) mod stored;

use rustdoc_types::{Function, Impl, Item, ItemEnum, Type};

use super::choices::{Alternative, trait_argument};
use super::words::{last, shown_type};
use super::{CallableItem, Candidate, Collector, Documentation, Expectation, Mode, Promise};
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
const LAWS: [Law; 21] = everycase_macros::laws_of_traits!();

/// The law of `Eq`: a type's `Eq` may ask for `Eq` of its arguments, which `==` does not.
const TOTAL: &str = "{ fn is<T: Eq>(own: &T) -> bool { own == own } assert!(is(&$0$), \"{law}\") }";

/// The law of `TryFrom`: `From` may leave something out, as of a time with a counter, so what it
/// gives again is compared.
const TAKEN: &str = "{ let given = <{U} as From<{T}>>::from($0$.clone()); \
    let again = <{T} as TryFrom<{U}>>::try_from(given.clone()).ok().map(<{U} as From<{T}>>::from); \
    if given == given { assert_eq!(again.as_ref(), Some(&given), \"{law}\") } }";

/// Returns how the assertion of a law of a trait begins, by what is stated: the code before it
/// makes the values.
pub(crate) fn beginning(states: &str) -> Option<&'static str> {
    let law = LAWS.iter().find(|own| own.states == states)?;
    let before = law.text.split(['$', ';']).next()?;
    Some(before.trim_start_matches("{ "))
}

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
                if name == "Deserialize" {
                    self.law_of_stored(own, path);
                }
                if name == "Default" {
                    self.law_of_default(own);
                }
                for law in LAWS.iter().filter(|law| law.of == name) {
                    self.law_of_trait(own, law, argument);
                }
            }
            None => self.laws_of_methods(own),
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
        let shown = format!("<{} as {}>", self.shown(&own.for_), law.of);
        // What the standard library demands of a trait holds for all values.
        let is_usual = matches!(law.of, "FromStr" | "TryFrom" | "Extend");
        let item = self.stated(shown, if is_usual { Promise::Nothing } else { Promise::Name }, law.states);
        self.found.items[item].is_round_trip = law.of == "FromStr";
        for (alternative, (known, _)) in self.choices_of(own).into_iter().enumerate() {
            let Some(ty) = self.paths.ty(&own.for_, &known) else { continue };
            let argument = argument.and_then(|own| self.paths.ty(own, &known)).unwrap_or_default();
            let mode = |own: char| match own {
                'N' => Mode::new('V', "u8"),
                'L' => Mode::new('V', &self.list_of(&argument)),
                name => Mode::new(name, &ty),
            };
            let modes = law.modes.chars().map(mode).collect();
            let text = match law.of {
                "Eq" => TOTAL,
                "TryFrom" => TAKEN,
                _ => law.text,
            };
            let text = text.replace("{law}", law.states).replace("{T}", &ty).replace("{U}", &argument);
            self.state(item, alternative, &shown_type(&own.for_), text, modes);
        }
    }

    /// Adds the laws of the methods of a type.
    fn laws_of_methods(&mut self, own: &'c Impl) {
        let items: Vec<&'c Item> = own.items.iter().filter_map(|id| self.get(*id)).collect();
        let methods: Vec<Method<'c>> = items.iter().filter_map(|own| function(own)).collect();
        self.laws_of_names(own, &methods);
        self.pairs_of_methods(own, &items);
        self.law_of_clones(own, &methods);
        self.law_of_new(own, &items);
        self.floats_of_methods(own, &items);
    }

    /// Returns the type of lists of elements, which the standard library then makes.
    fn list_of(&self, element: &str) -> String {
        let list = format!("Vec<{element}>");
        self.asked.borrow_mut().insert(list.clone());
        list
    }

    /// Returns whether a method of an implementation is deprecated.
    fn is_deprecated(&self, own: &Impl, name: &str) -> bool {
        let mut items = own.items.iter().filter_map(|id| self.get(*id));
        items.any(|own| own.name.as_deref() == Some(name) && own.deprecation.is_some())
    }

    fn choices_of(&self, own: &Impl) -> Vec<Alternative> {
        self.of_type(&own.generics, &own.for_).into_iter().take(CHOICES).collect()
    }

    /// Returns a new item for a law of this name, which is a promise or only usual.
    fn stated(&mut self, name: String, promise: Promise, law: &str) -> usize {
        self.found.items.push(CallableItem {
            name,
            documentation: Documentation::default(),
            promise,
            expected: Expectation::Answer,
            parameters: Vec::new(),
            slices: Vec::new(),
            signature: None,
            skipped: None,
            law: Some(law.to_owned()),
            is_round_trip: false,
            assembles: false,
        });
        self.found.items.len() - 1
    }

    /// Adds a form of a law.
    fn state(&mut self, item: usize, alternative: usize, family: &str, text: String, modes: Vec<Mode>) {
        self.found.calls.push(Candidate {
            item,
            alternative,
            family: family.to_owned(),
            text,
            modes,
            is_law: true,
            ..Candidate::default()
        });
    }

    /// Adds the forms of a law: one of them is chosen, whatever the methods of its type are called
    /// with.
    fn state_forms(&mut self, item: usize, forms: Vec<(String, Vec<Mode>)>) {
        for (alternative, (text, modes)) in forms.into_iter().enumerate() {
            self.state(item, alternative, "", text, modes);
        }
    }
}

/// A method with its name.
type Method<'c> = (&'c str, &'c Function);

/// Returns the name of a function and what it is, if an item is one that can be called at any time.
fn function(item: &Item) -> Option<Method<'_>> {
    match &item.inner {
        ItemEnum::Function(own) if !own.header.is_unsafe && !own.header.is_async => {
            Some((item.name.as_deref()?, own))
        }
        _ => None,
    }
}

/// Returns whether a method has this number of parameters, the first of them `self`.
fn takes_self(of: &Function, count: usize) -> bool {
    of.sig.inputs.len() == count && of.sig.inputs.first().is_some_and(|own| own.0 == "self")
}

/// Returns whether a function takes its first argument by shared reference.
fn is_lent(of: &Function) -> bool {
    matches!(of.sig.inputs.first(), Some((_, Type::BorrowedRef { is_mutable: false, .. })))
}

/// Returns what parameters stand for within methods of a type.
fn with_self(mut known: Substitution, ty: &str) -> Substitution {
    known.insert("Self".to_owned(), ty.to_owned());
    known
}
