//! Printed inputs compile where the properties are, and make the same inputs.
//!
//! What is printed is kept in `printed/` and compiled with this binary.
//! `UPDATE=1 cargo test -p everycase --test printed_source` writes it anew.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// Takes the place of `everycase` for `#[property(crate = ...)]`.
mod stand_in {
    pub(crate) mod __private {
        use std::cell::RefCell;

        pub(crate) use everycase::__private::*;

        /// Inputs that a property was run on, and what it made of them.
        pub(crate) struct Told {
            pub(crate) property: &'static str,
            pub(crate) module: &'static str,
            pub(crate) inputs: Vec<(Statements, String)>,
        }

        std::thread_local! {
            static TOLD: RefCell<Option<Told>> = const { RefCell::new(None) };
        }

        /// What was told of the last run on this thread.
        pub(crate) fn told() -> Told {
            TOLD.take().expect("a property was run")
        }

        pub(crate) trait IntoOutcome {
            fn into_outcome(self) -> String;
        }

        impl IntoOutcome for String {
            fn into_outcome(self) -> String {
                self
            }
        }

        /// Takes the place of the property that is run as a test.
        pub(crate) struct Property(Site<'static>);

        impl Property {
            pub(crate) fn new(site: Site<'static>, _: Settings) -> Self {
                Self(site)
            }

            pub(crate) fn written(self, _: Body) -> Self {
                self
            }

            /// Runs a few inputs, small and large.
            #[expect(clippy::needless_pass_by_value, reason = "as the runner")]
            pub(crate) fn run<T, F>(self, inputs: Inputs<T>, property: F)
            where
                T: 'static,
                F: Fn(T) -> String + Send + Sync,
            {
                let Self(site) = self;
                let mut told = Told { property: site.name, module: site.module, inputs: Vec::new() };
                for index in [0u32, 1, 2, 3, 5, 8, 13, 21, 55, 233, 4_181, 75_025, 1_346_269] {
                    let Ok(input) = inputs.space().derivations().index(&index.into()) else { break };
                    told.inputs.push((inputs.write(&input), property(inputs.space().decode(&input))));
                }
                TOLD.set(Some(told));
            }
        }
    }
}

/// Makes a property, and a plain function for the same parameters: `call` of a type of the property's name.
macro_rules! seen {
    ($name:ident($($(#[$from:meta])? $parameter:ident: $ty:ty),* $(,)?) $seen:expr) => {
        #[everycase::property(crate = crate::stand_in)]
        pub(crate) fn $name($($(#[$from])? $parameter: $ty),*) -> ::std::string::String {
            $seen
        }

        #[allow(dead_code, non_camel_case_types)]
        pub(crate) enum $name {}

        #[allow(dead_code)]
        impl $name {
            pub(crate) fn call($($parameter: $ty),*) -> ::std::string::String {
                $seen
            }
        }
    };
}

/// Makes a property, and the text of its body: `BODY` of a type of the property's name.
macro_rules! pasted {
    ($name:ident($($parameters:tt)*) { $($body:tt)* }) => {
        #[everycase::property(crate = crate::stand_in)]
        pub(crate) fn $name($($parameters)*) -> ::std::string::String {
            $($body)*
        }

        #[allow(dead_code, non_camel_case_types)]
        pub(crate) enum $name {}

        #[allow(dead_code)]
        impl $name {
            pub(crate) const BODY: &str = ::core::stringify!($($body)*);
        }
    };
}

#[allow(unused, clippy::all, clippy::pedantic)]
mod fixture;

/// A type with a private part, and one that holds it.
mod bank {
    use everycase::Enumerable;

    #[derive(Debug, Clone, PartialEq, Enumerable)]
    pub(crate) struct Account {
        pub(crate) owner: bool,
        balance: u8,
    }

    #[derive(Debug, Clone, PartialEq, Enumerable)]
    pub(crate) enum State {
        Closed,
        Open(Account),
    }

    /// The limit of an amount.
    const LIMIT: u8 = 9;

    #[derive(Debug, Clone, PartialEq, Enumerable)]
    #[enumerable(via = u8, from = |n: u8| Amount(n.min(LIMIT)))]
    pub(crate) struct Amount(pub(crate) u8);

    seen!(within(account: Account) format!("{account:?}"));
}

mod elsewhere {
    use std::num::FpCategory;

    use everycase::{Enumerable, Space};

    use super::bank::{Account, Amount, State};

    fn kinds() -> Space<FpCategory> {
        bool::space().map(|is_zero| if is_zero { FpCategory::Zero } else { FpCategory::Nan })
    }

    seen!(private(account: Account) format!("{account:?}"));
    seen!(private_within(state: State) format!("{state:?}"));
    seen!(by_closure(amount: Amount) format!("{amount:?}"));
    seen!(opaque(#[from(kinds())] kind: FpCategory, n: u8) format!("{kind:?}{n}"));
}

#[test]
fn what_may_not_compile_where_the_property_stands_is_told() {
    let caveats = |property: fn()| -> Vec<Vec<String>> {
        property();
        stand_in::__private::told().inputs.into_iter().map(|(written, _)| written.caveats).collect()
    };
    let private = "`Account` has parts that are private to `printed_source::bank`";
    assert!(caveats(bank::within).iter().all(Vec::is_empty));
    assert!(caveats(elsewhere::private).iter().all(|caveats| *caveats == [private]));
    // Only where there is an account.
    let some = caveats(elsewhere::private_within);
    assert!(some[0].is_empty() && some[1..].iter().all(|caveats| *caveats == [private]), "{some:?}");
    // It names a constant.
    let closure = "`Amount` has parts that are private to `printed_source::bank`";
    assert!(caveats(elsewhere::by_closure).iter().all(|caveats| *caveats == [closure]));
    let opaque = caveats(elsewhere::opaque);
    assert!(opaque.iter().all(|caveats| *caveats == ["`kind` is shown by its `Debug`"]), "{opaque:?}");
}

#[test]
fn what_is_printed_compiles_and_makes_the_same_input() {
    let properties: [fn(); 19] = [
        fixture::b::own,
        fixture::nested::others,
        fixture::nested::aliases,
        fixture::nested::renamed,
        fixture::nested::arrays,
        fixture::nested::bijections,
        fixture::nested::collections,
        fixture::nested::hashed,
        fixture::nested::library,
        fixture::nested::pointers,
        fixture::nested::ranges,
        fixture::nested::system,
        fixture::nested::functions,
        fixture::nested::functions_of_more,
        fixture::nested::functions_between,
        fixture::nested::by_hand,
        fixture::nested::foreign,
        fixture::tests::glob,
        fixture::tests::from_a_macro,
    ];
    macro_rules! with_bodies {
        ($($property:path),* $(,)?) => {
            [$(($property as fn(), Some(<$property>::BODY))),*]
        };
    }
    let with_bodies = with_bodies![
        fixture::patterns::changed,
        fixture::patterns::lent_to_be_changed,
        fixture::patterns::lent,
        fixture::patterns::lent_parts,
        fixture::patterns::parts,
        fixture::patterns::r#match,
        fixture::raw::from_a_macro,
        fixture::raw::functions,
        fixture::own_types::own,
        fixture::own_types::texts,
        fixture::own_types::functions,
        fixture::own_variants::glob,
    ];
    let mut printed = BTreeMap::<&str, Module>::new();
    for (property, body) in properties.map(|property| (property, None)).into_iter().chain(with_bodies) {
        property();
        let told = stand_in::__private::told();
        let module = told.module.split_once("fixture::").expect("a module of the fixture").1;
        let own = printed.entry(module).or_default();
        for (written, seen) in told.inputs {
            assert_eq!(written.caveats, [""; 0], "{}: {:?}", told.property, written.statements);
            let lines: Vec<String> = written.uses.into_iter().chain(written.statements).collect();
            let name = |line: &String| Some(line.strip_prefix("let ")?.split_once(':')?.0.to_owned());
            let names: Vec<String> = lines.iter().filter_map(name).collect();
            let call = match body {
                Some(body) => body.to_owned(),
                None => format!("{}::call({})", told.property, names.join(", ")),
            };
            writeln!(own.calls, "{{\n{}\n{call}\n}},", lines.join("\n")).unwrap();
            own.seen.push(seen);
        }
    }
    let is_update = std::env::var_os("UPDATE").is_some();
    for (module, Module { calls, .. }) in &printed {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/printed_source/printed/{module}.rs"));
        let wanted = format!(
            "// Written by the test of `main.rs`.\npub(crate) fn printed() -> ::std::vec::Vec<::std::string::String> \
             {{\n::std::vec![\n{calls}]\n}}\n"
        );
        if is_update {
            std::fs::write(&path, &wanted).unwrap();
        }
        let compiled = std::fs::read_to_string(&path).unwrap();
        assert!(
            compiled == wanted,
            "{} differs from what is printed now; `UPDATE=1 cargo test -p everycase --test printed_source` writes it",
            path.display()
        );
    }
    if is_update {
        // The program that runs has the old files.
        return;
    }
    let compiled = [
        ("b", fixture::b::printed()),
        ("nested", fixture::nested::printed()),
        ("own_types", fixture::own_types::printed()),
        ("own_variants", fixture::own_variants::printed()),
        ("patterns", fixture::patterns::printed()),
        ("raw", fixture::raw::printed()),
        ("tests", fixture::tests::printed()),
    ];
    assert_eq!(printed.len(), compiled.len());
    for (module, seen) in compiled {
        assert_eq!(seen, printed[module].seen, "{module}");
    }
}

/// What was printed of the inputs of a module's properties.
#[derive(Default)]
struct Module {
    /// Blocks, each of which makes an input and passes it to the plain function.
    calls: String,
    /// What the property made of each input.
    seen: Vec<String>,
}
