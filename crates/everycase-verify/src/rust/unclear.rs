//! Reasons why the meaning of a file is unclear: conditional compilation, names of the
//! standard library with another meaning, values that are compared or cloned by code that is
//! written by hand, generators that are not seen.

use std::collections::HashSet;

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Meta, UseTree};

use super::Reader;
use super::items::{Constructors, Data, Function, Items, Module};

/// Methods of traits that every file uses. A method of the file with one of these names may not be
/// the one that is called.
const OF_TRAITS: [&str; 26] = [
    "as_mut",
    "as_ref",
    "borrow",
    "borrow_mut",
    "clamp",
    "clone",
    "clone_from",
    "cmp",
    "deref",
    "drop",
    "eq",
    "fmt",
    "ge",
    "gt",
    "hash",
    "into",
    "into_iter",
    "le",
    "lt",
    "max",
    "min",
    "ne",
    "partial_cmp",
    "to_owned",
    "to_string",
    "try_into",
];

/// Names of the standard library and of macros that are read as such.
const KNOWN: [&str; 15] = [
    "Arc",
    "Box",
    "Rc",
    "assert",
    "assert_eq",
    "assert_ne",
    "bool",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "i64",
    "matches",
    "panic",
    "todo",
    "unreachable",
];

/// Returns whether a method may be another one than the method of the file.
pub(super) fn is_of_trait(method: &str) -> bool {
    OF_TRAITS.contains(&method)
}

/// Returns whether some type derives a trait.
pub(super) fn derives(attributes: &[Attribute], wanted: &str) -> bool {
    let mut found = false;
    for attribute in attributes.iter().filter(|one| one.path().is_ident("derive")) {
        // A list that is not read derives nothing.
        let _ = attribute.parse_nested_meta(|meta| {
            found |= meta.path.segments.last().is_some_and(|last| last.ident == wanted);
            Ok(())
        });
    }
    found
}

/// Returns whether an item is compiled under a condition. Tests are always compiled here.
pub(super) fn is_conditional(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => list.tokens.to_string() != "test",
        Meta::List(list) if list.path.is_ident("cfg_attr") => has_condition(list.tokens.clone()),
        _ => false,
    })
}

/// Returns whether an attribute under a condition is a condition, or a generator.
fn has_condition(tokens: TokenStream) -> bool {
    words_of(tokens).iter().any(|word| word == "cfg" || word == "cfg_attr" || word == "generator")
}

/// The first condition on a part of an item.
#[derive(Default)]
struct Condition<'f>(Option<&'f Attribute>);

impl<'f> Visit<'f> for Condition<'f> {
    fn visit_attribute(&mut self, attribute: &'f Attribute) {
        if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
            self.0.get_or_insert(attribute);
        }
    }
}

impl<'f> Reader<'f> {
    /// Reports a condition within a function.
    pub(super) fn conditions_in_function(&mut self, function: Function<'f>) {
        let mut condition = Condition::default();
        condition.visit_signature(function.signature);
        condition.visit_block(function.body);
        self.condition(condition.0);
    }

    /// Reports a condition within a type.
    pub(super) fn conditions_in_data(&mut self, data: Data<'f>) {
        let mut condition = Condition::default();
        match data.constructors {
            Constructors::Struct(fields) => visit::visit_fields(&mut condition, fields),
            Constructors::Enum(variants) => {
                variants.iter().for_each(|variant| condition.visit_variant(variant));
            }
        }
        self.condition(condition.0);
    }

    fn condition(&mut self, found: Option<&'f Attribute>) {
        if let Some(attribute) = found {
            let help = "whether this part is compiled is not known here";
            self.fail(self.span(attribute), "conditional compilation is not supported".to_owned(), help);
        }
    }
}

/// What is known of a file beside its items.
#[derive(Default)]
pub(super) struct Words {
    /// The words outside of `derive`.
    pub(super) all: HashSet<String>,
    /// The names of macros that the file defines.
    macros: HashSet<String>,
    /// Where generators are declared.
    pub(super) generators: Vec<proc_macro2::Span>,
}

impl Words {
    /// Reads the tokens of a file.
    pub(super) fn add(&mut self, tokens: TokenStream) {
        let mut before: [Option<TokenTree>; 2] = [None, None];
        for token in tokens {
            match &token {
                TokenTree::Ident(word) => {
                    let word = word.to_string();
                    if is_punct(before[1].as_ref(), '!') && is_word(before[0].as_ref(), "macro_rules") {
                        self.macros.insert(word.clone());
                    }
                    self.all.insert(word);
                }
                TokenTree::Group(group) => self.add_group(group, is_punct(before[1].as_ref(), '#')),
                _ => {}
            }
            before = [before[1].take(), Some(token)];
        }
    }

    /// Reads what a `use` gives another name: a generator under such a name is not seen.
    pub(super) fn add_renamed(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.add_renamed(&path.tree),
            UseTree::Rename(rename) if rename.ident == "generator" => {
                self.generators.push(rename.ident.span());
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_renamed(tree)),
            UseTree::Name(_) | UseTree::Rename(_) | UseTree::Glob(_) => {}
        }
    }

    fn add_group(&mut self, group: &proc_macro2::Group, is_attribute: bool) {
        let mut inner = group.stream().into_iter();
        let first = inner.next();
        if is_attribute && group.delimiter() == Delimiter::Bracket {
            if is_word(first.as_ref(), "derive") {
                return;
            }
            let is_conditional = is_word(first.as_ref(), "cfg_attr");
            let path =
                first.into_iter().chain(inner).take_while(|token| !matches!(token, TokenTree::Group(_)));
            let own = if is_conditional { words_of(group.stream()) } else { path.filter_map(word).collect() };
            self.generators
                .extend(own.into_iter().filter(|word| word == "generator").map(|word| word.span()));
        }
        self.add(group.stream());
    }
}

fn word(token: TokenTree) -> Option<Ident> {
    match token {
        TokenTree::Ident(word) => Some(word),
        _ => None,
    }
}

/// Returns all words, those within brackets included.
fn words_of(tokens: TokenStream) -> Vec<Ident> {
    let within = |token| match token {
        TokenTree::Group(group) => words_of(group.stream()),
        token => word(token).into_iter().collect(),
    };
    tokens.into_iter().flat_map(within).collect()
}

fn is_word(token: Option<&TokenTree>, wanted: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(word)) if word == wanted)
}

fn is_punct(token: Option<&TokenTree>, wanted: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

impl Items<'_> {
    /// Returns whether a method that a type of the file has from a trait gives the same value. The
    /// trait is implemented by hand if the file mentions it, other than in `derive`.
    pub(super) fn is_same(&self, method: &str) -> bool {
        let mentions = |names: &[&str]| names.iter().any(|name| self.words.all.contains(*name));
        match method {
            // Whether it is derived is asked of each type.
            "clone" => true,
            "as_ref" => !mentions(&["AsRef"]),
            "to_owned" => !mentions(&["ToOwned", "Borrow"]),
            _ => false,
        }
    }

    /// Returns whether a path means a function of `everycase`.
    pub(super) fn is_of_everycase(&self, words: &[&str]) -> bool {
        let [before @ .., last] = words else { return false };
        let is_other = |(own, from): &(String, Vec<String>)| {
            own == last && from.first().is_none_or(|first| first != "everycase")
        };
        if self.functions.contains_key(*last) || self.modules().any(|module| module.used.iter().any(is_other))
        {
            return false;
        }
        matches!(before, [] | ["everycase", ..])
    }

    /// Returns whether a name of the standard library that is read as such has another meaning in
    /// the file, or may have one.
    pub(super) fn hides(&self, name: &str) -> bool {
        let own =
            [self.types.contains_key(name), self.others.contains(name), self.words.macros.contains(name)];
        KNOWN.contains(&name) && (own.contains(&true) || self.modules().any(|module| module.brings(name)))
    }

    /// Returns whether a name in a pattern may be a constant's.
    pub(super) fn may_be_constant(&self, name: &str) -> bool {
        self.constants.contains_key(name)
            || self.others.contains(name)
            || self.modules().any(|module| module.uses(name))
    }
}

impl Module {
    /// Returns whether a `use` gives a name of the standard library a meaning that may be another
    /// one.
    fn brings(&self, name: &str) -> bool {
        let is_other = |(own, from): &(String, Vec<String>)| {
            let root = from.first().map(String::as_str);
            own == name && !matches!(root, Some("std" | "core" | "alloc"))
        };
        self.used.iter().any(is_other)
    }

    fn uses(&self, name: &str) -> bool {
        self.used.iter().any(|(own, _)| own == name)
    }
}
