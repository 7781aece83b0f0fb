//! Names in scope: the `use` lines that a counterexample needs to compile where its property is.

use std::any::type_name;

use everycase_kernel::sorted;

use crate::space::source::PRELUDE;
use crate::space::{Name, Source};

/// What is known about the place for which a counterexample is printed.
pub(crate) struct Scope {
    /// Its module, as in [`module_path!`]; empty if unknown.
    pub(crate) module: &'static str,
    /// Types named there, as their real paths and as written.
    pub(crate) types: Vec<(&'static str, &'static str)>,
}

/// Statements that compile at that place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statements {
    /// The `use` lines before them.
    pub uses: Vec<String>,
    /// One statement for each parameter.
    pub statements: Vec<String>,
    /// Why the statements may not compile there.
    pub caveats: Vec<String>,
}

/// Returns the module of a function, taken from its type name.
pub(crate) fn module_of_function<F>(_: &F) -> &'static str {
    // `krate::tests::some_test::{{closure}}`, or `krate::tests::some_function`.
    let path = type_name::<F>().split("::{{closure}}").next().unwrap_or_default();
    let module = path.rsplit_once("::").map_or("", |(module, _)| module);
    if module.contains('<') { "" } else { module }
}

/// The module and the name of an item.
type Item<'a> = (&'a str, &'a str);

impl Scope {
    /// Writes statements with plain names. Items of other modules that no type here names get `use`
    /// lines; where a name would be ambiguous, paths are written instead.
    ///
    /// A name of the prelude is ambiguous if an item, a type here or a variant of a type in the
    /// sources has it, too, or if a parameter writes its type by a path. Another item here that has
    /// it is not seen.
    ///
    /// An item is assumed to be visible under the path at which it is defined.
    pub(crate) fn write(&self, sources: &[Source]) -> Statements {
        // Sorted vectors, not maps: each map type would take longer to compile than all of this, in
        // every user's build.
        let mut items: Vec<Item<'_>> = sources.iter().flat_map(Source::names).map(item).collect();
        sorted::sort_by(&mut items, Item::cmp);
        items.dedup();
        let is_ambiguous = |&(own, ident): &Item<'_>| {
            let mut others = items.iter().filter(|(module, other)| *other == ident && *module != own);
            others.next().is_some() || self.names_another(own, ident)
        };
        let is_variant = |ident| sources.iter().any(|source| source.variants().contains(&ident));
        // The modules of items that are not in scope.
        let modules = items.iter().filter_map(|&item| {
            let module = if PRELUDE.contains(&item) {
                let by_path = is_ambiguous(&item) || is_variant(item.1) || self.spells_out(item);
                by_path.then(|| in_std(item.0))
            } else {
                self.module_of(item)
            };
            Some((item, module?))
        });
        let is_taken = |item: &Item<'_>| PRELUDE.iter().any(|own| own.1 == item.1) || is_ambiguous(item);
        let (by_path, imported): (Vec<_>, Vec<_>) = modules.partition(|(item, _)| is_taken(item));

        let mut imported: Vec<Item<'_>> =
            imported.iter().map(|((_, ident), module)| (module.as_str(), *ident)).collect();
        sorted::sort_by(&mut imported, Item::cmp);
        let uses = imported.chunk_by(|(a, _), (b, _)| a == b).map(|of_a_module| match of_a_module {
            [(module, one)] => format!("use {module}::{one};"),
            several => {
                let idents: Vec<&str> = several.iter().map(|(_, ident)| *ident).collect();
                format!("use {}::{{{}}};", several[0].0, idents.join(", "))
            }
        });
        Statements {
            uses: uses.collect(),
            statements: sources.iter().map(|source| with_paths(source, &by_path)).collect(),
            caveats: self.privates(sources),
        }
    }

    /// Returns what is private to another module.
    fn privates(&self, sources: &[Source]) -> Vec<String> {
        let sees = |module: &str| {
            let within = self.module.strip_prefix(module);
            self.module.is_empty() || within.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        };
        let hidden = sources.iter().flat_map(Source::privates).filter(|private| !sees(&private.module));
        let mut hidden: Vec<String> = hidden
            .map(|private| format!("`{}` has parts that are private to `{}`", private.ident, private.module))
            .collect();
        sorted::sort_by(&mut hidden, String::cmp);
        hidden.dedup();
        hidden
    }

    /// Returns the module from which to import an item, or `None` if its name is in scope.
    fn module_of(&self, (module, ident): Item<'_>) -> Option<String> {
        if module.is_empty() || module == self.module {
            return None;
        }
        // The path by which a parameter's type is written certainly leads there.
        let is_written = |(name, path): &&(&str, &str)| {
            is_name_of(name, module, ident) && path.rsplit("::").next() == Some(ident)
        };
        if let Some((_, path)) = self.types.iter().find(is_written) {
            return path.rsplit_once("::").map(|(module, _)| module.to_owned());
        }
        let (krate, within) = module.split_at(module.find("::").unwrap_or(module.len()));
        let own = self.module.split("::").next() == Some(krate);
        Some(if own { format!("crate{within}") } else { module.to_owned() })
    }

    /// Returns whether types here write a type of the prelude, or that of a variant, by a path.
    fn spells_out(&self, (module, ident): Item<'_>) -> bool {
        let is_type = |name: &str| name == module || is_name_of(name, module, ident);
        self.types.iter().any(|(name, path)| path.contains("::") && is_type(name))
    }

    /// Returns whether types here use a name for something else.
    fn names_another(&self, module: &str, ident: &str) -> bool {
        self.types.iter().any(|(name, path)| *path == ident && !is_name_of(name, module, ident))
    }
}

fn item(name: &Name) -> Item<'_> {
    (&name.module, &name.ident)
}

/// Returns the path in `std` of a module of `alloc` or `core`.
fn in_std(module: &str) -> String {
    format!("::std::{}", module.split_once("::").map_or("", |(_, within)| within))
}

/// Returns whether a path, as in [`type_name`], names the item.
fn is_name_of(path: &str, module: &str, ident: &str) -> bool {
    let plain = |text: &str| text.replace("r#", "");
    path.rsplit_once("::").is_some_and(|(of, last)| of == plain(module) && last == plain(ident))
}

fn with_paths(source: &Source, modules: &[(Item<'_>, String)]) -> String {
    let (text, mut out, mut done) = (source.as_str(), String::new(), 0);
    for name in source.names() {
        if let Some((_, module)) = modules.iter().find(|(known, _)| *known == item(name)) {
            out.push_str(&text[done..name.at]);
            out.push_str(module);
            out.push_str("::");
            done = name.at;
        }
    }
    out + &text[done..]
}

#[cfg(test)]
mod tests {
    use super::{Scope, Source, Statements, module_of_function};

    fn write(types: &[(&'static str, &'static str)], sources: &[Source]) -> Statements {
        Scope { module: "mine::tests", types: types.to_vec() }.write(sources)
    }

    /// `let x: T = (A, B);` for these items.
    fn source(items: &[(&'static str, &'static str)]) -> Source {
        let mut out = Source::new();
        out.push_str("let x: T = (");
        for (i, (module, ident)) in items.iter().enumerate() {
            out.push_str(if i == 0 { "" } else { ", " });
            out.name(*module, *ident);
        }
        out.push_str(");");
        out
    }

    #[test]
    fn what_is_elsewhere_is_imported_once_and_in_order() {
        let items = [
            ("mine::tests", "Here"),
            ("mine::inner", "Z"),
            ("other::deep", "Far"),
            ("mine", "Root"),
            ("mine::inner", "A"),
        ];
        let written = write(&[], &[source(&items), source(&items[1..2])]);
        assert_eq!(written.uses, ["use crate::Root;", "use crate::inner::{A, Z};", "use other::deep::Far;"]);
        assert_eq!(written.statements, ["let x: T = (Here, Z, Far, Root, A);", "let x: T = (Z);"]);
    }

    #[test]
    fn closures_and_functions_tell_their_module() {
        fn function() {}
        let closure = || || ();
        let module = module_path!();
        assert_eq!(module_of_function(&closure), module);
        assert_eq!(module_of_function(&closure()), module);
        // A function within a function may be in a module as well.
        assert!(module_of_function(&function).starts_with(module));
        let boxed: Box<dyn Fn()> = Box::new(function);
        assert_eq!(module_of_function(&boxed), "");
    }

    #[test]
    fn what_is_in_the_property_s_own_module_needs_nothing() {
        let written = write(&[], &[source(&[("mine::tests", "Here")])]);
        let statements = vec!["let x: T = (Here);".to_owned()];
        assert_eq!(written, Statements { uses: vec![], statements, caveats: vec![] });
    }

    #[test]
    fn what_is_private_elsewhere_is_a_caveat() {
        let caveats = |module: &'static str, up| {
            let mut source = source(&[(module, "Here")]);
            source.private(module, up, "Here");
            write(&[], &[source]).caveats
        };
        for (module, up) in [("mine::tests", 0), ("mine", 0), ("mine::other", 1), ("mine::a::b", usize::MAX)]
        {
            assert_eq!(caveats(module, up), [""; 0], "{module} {up}");
        }
        assert_eq!(caveats("mine::test", 0), ["`Here` has parts that are private to `mine::test`"]);
        assert_eq!(caveats("mine::a::b", 1), ["`Here` has parts that are private to `mine::a`"]);
        assert_eq!(caveats("other::a", usize::MAX), ["`Here` has parts that are private to `other`"]);
    }

    #[test]
    fn what_the_parameters_name_is_imported_as_they_name_it() {
        let types = [
            ("mine::private::Tree", "Tree"),
            ("mine::fn::Leaf", "super::Leaf"),
            ("mine::another::Bud", "super::Bud"),
            ("mine::private::Stem", "LongStem"),
            ("alloc::vec::Vec", "Vec"),
        ];
        let items = [
            ("mine::private", "Tree"),
            ("mine::r#fn", "Leaf"),
            ("mine::another", "Bud"),
            ("mine::private", "Stem"),
        ];
        let written = write(&types, &[source(&items)]);
        assert_eq!(written.uses, ["use crate::private::Stem;", "use super::{Bud, Leaf};"]);
        assert_eq!(written.statements, ["let x: T = (Tree, Leaf, Bud, Stem);"]);
    }

    #[test]
    fn a_name_of_the_prelude_is_written_by_its_path_where_it_may_mean_something_else() {
        let mut some = Source::new();
        some.path("Some");
        some.push('(');
        some.path("String::new");
        some.push_str("())");
        let written = |types: &[(&'static str, &'static str)], other: &Source| {
            let written = write(types, &[some.clone(), other.clone()]);
            assert_eq!(written.uses, [""; 0]);
            written.statements[0].clone()
        };
        let none = Source::new();
        assert_eq!(written(&[], &none), "Some(String::new())");
        let std = [("alloc::string::String", "String"), ("core::option::Option", "Option")];
        assert_eq!(written(&std, &none), "Some(String::new())");

        let spelt_out = [("core::option::Option", "std::option::Option")];
        assert_eq!(written(&spelt_out, &none), "::std::option::Option::Some(String::new())");
        let path = "Some(::std::string::String::new())";
        assert_eq!(written(&[("mine::Text", "String")], &none), path);
        for module in ["mine::tests", "mine"] {
            assert_eq!(written(&[], &source(&[(module, "String")])), path);
        }
        let mut variant = Source::new();
        variant.variant("Some");
        assert_eq!(written(&[], &variant), "::std::option::Option::Some(String::new())");
    }

    #[test]
    fn one_name_for_two_things_is_written_by_paths() {
        let items = [("mine::a", "Tree"), ("mine::b", "Tree"), ("mine::a", "Vec"), ("mine::a", "Other")];
        let written = write(&[], &[source(&items)]);
        assert_eq!(written.uses, ["use crate::a::Other;"]);
        assert_eq!(
            written.statements,
            ["let x: T = (crate::a::Tree, crate::b::Tree, crate::a::Vec, Other);"]
        );

        // In scope, it is the only item with its name.
        let items = [("mine::tests", "Tree"), ("mine::b", "Tree")];
        let written = write(&[], &[source(&items)]);
        assert_eq!((written.uses, &*written.statements[0]), (vec![], "let x: T = (Tree, crate::b::Tree);"));

        // A parameter uses the name for something else.
        let written = write(&[("mine::a::Bush", "Tree")], &[source(&items[1..])]);
        assert_eq!((written.uses, &*written.statements[0]), (vec![], "let x: T = (crate::b::Tree);"));
    }
}
