//! The macros of `everycase`: `#[derive(Enumerable)]` and `#[property]`.
//!
//! This crate knows syntax and nothing else: what a shape or a property is lives in `everycase`, which
//! re-exports both macros. Use that crate; the code generated here names it, through its hidden module
//! `__private`.
//!
//! The map: `derive` reads a type into a model and writes one method of `Enumerable` a file; `property` does
//! the same for a function; `arguments`, `own_source`, `suggest` and `text` serve both.

#![forbid(unsafe_code)]
// Two templates side by side read best as the arms of a `match`.
#![allow(clippy::single_match_else)]

use proc_macro::TokenStream;

mod arguments;
mod derive;
mod own_source;
mod property;
mod suggest;
mod text;

/// Makes a type enumerable: its values can be counted, indexed, drawn, searched and shrunk.
///
/// Works on structs and enums whose fields are enumerable, recursive, mutually recursive and generic ones
/// included (bounds are inferred). Every constructor costs 1; the size of a value is the number of its
/// constructors plus the sizes of its numbers.
///
/// # Attributes
///
/// All of them are written `#[enumerable(...)]`.
///
/// | where | attribute | meaning |
/// |---|---|---|
/// | type, variant | `cost = 3` | each constructor (this constructor) costs 3 instead of 1 |
/// | field | `cost = 3` | the field costs 3 more |
/// | variant | `skip` | the variant is left out |
/// | field | `skip` | the field is always `Default::default()` |
/// | field | `from = primes()` | the field is drawn from this `Space` of its type, see below |
/// | type | `via = Vec<u8>, from = Sorted::new, into = Sorted::to_vec` | a bijection, see below |
/// | type | `view = LookAt` | what the view is called, see below |
/// | type | `bound = "T: Enumerable"` | replaces the inferred bounds |
/// | type | `crate = path::to::everycase` | where `everycase` is found |
///
/// With `via`, a type has the values that `from` makes of the `via` type's, at the same sizes; `from` must
/// make different values of different ones. `into` takes `&Self` back to the `via` type. It may be left out;
/// the values then have no rank.
///
/// A field with a space of its own is shown as the space says (`Space::with_source`). Spaces made by `map` and the like
/// say nothing; their values are shown as the field's type shows them, where it is enumerable whatever the parameters
/// of the derived type are, and otherwise by `Debug`.
///
/// # Views
///
/// A view comes with the type, to look at a `Lazy` value one constructor at a time (`Inspect`): for `Tree` an enum
/// `TreeView`, or a struct `TreeView` for a struct, as visible as the type, with its constructors and lazy fields.
///
/// - `x: T` becomes `x: Lazy<T>`. Every `Box`, `Rc` and `Arc` around a type is looked through: `Box<Tree>` becomes
///   `Lazy<Tree>`.
/// - What is skipped, variants and fields, is not in the view: there is nothing to decide.
/// - A field with a space of its own becomes `Whole<T>`. It can be had only whole, by `value()`: what its derivations
///   mean is known to the space alone.
/// - A type that is enumerated through another one (`via`) has no view. It is looked at as that one:
///   `lazy.cast::<Vec<u8>>()`.
/// - Views are `Copy`, and no bound is put on a parameter. A parameter that only skipped fields mention is left out.
///
/// A name that is taken is avoided by `#[enumerable(view = LookAt)]`.
#[proc_macro_derive(Enumerable, attributes(enumerable))]
pub fn derive_enumerable(input: TokenStream) -> TokenStream {
    derive::expand(input.into()).into()
}

/// Makes a function an ordinary `#[test]` that runs it on every small input and a sample of larger ones.
///
/// The function's parameters are the inputs: values or references of enumerable types (`&str` draws a `String`,
/// `&[T]` a `Vec<T>`), or `#[from(space)] x: T` to draw from a space of your own. It fails by panicking, by
/// returning `false` or an `Err`.
///
/// # Lazy parameters
///
/// A parameter of a type `Lazy<T>` (whose path ends so) is drawn from the space of `T` and handed over undecided. The property is
/// then run once for each class of inputs that look the same to it, instead of once for each input, and larger inputs
/// are drawn among those that satisfy what it assumes:
///
/// ```ignore
/// #[property]
/// fn insert_keeps_order(t: Lazy<Tree>, k: u8) {
///     assume(is_ordered(t)); // looks at no more than it needs
///     assert!(is_ordered(Lazy::from(insert(t.value(), k))));
/// }
/// ```
///
/// Plain parameters may stand beside lazy ones. Such a parameter is decided, whole, in front of the first statement of the body
/// that mentions it. The page `docs/lazy.md` says how inputs are searched and drawn, and what is guaranteed of them.
///
/// # Arguments
///
/// `#[property(tests = 1000, size = 9, time = "2s", seed = 7, jobs = 2, case_time = "1s", should_fail, isolate)]`,
/// each optional:
///
/// | argument | meaning |
/// |---|---|
/// | `size` | run no larger input, whether searched, drawn or a boundary value; only inputs that failed before are run whatever their size. The search ends when all inputs up to this size have been seen, or the time (or the tests) run out, and the report says which |
/// | `tests` | at most this many tests, but one at least |
/// | `time` | stop after this long (`"500ms"`, `"2s"`, `"1m"`) |
/// | `seed` | the seed of the samples |
/// | `jobs` | the number of threads, from 1 to 1024 |
/// | `case_time` | a single input that takes longer is reported as a hang; `"off"` for no limit |
/// | `should_fail` | the test passes when a counterexample is found |
/// | `isolate` | run in a process of its own, see below |
/// | `crate = path` | where `everycase` is found |
///
/// # Crashes
///
/// A stack overflow, an abort or a lack of memory cannot be caught: it ends the test's process, and the report with
/// it. An isolated property runs in a process of its own (the test binary once more, with this test only), which
/// notes each input in a file before it runs it. When that process dies, the input is made smaller, each attempt in yet
/// another process, for ten seconds at most; then it is saved and reported like any other. Inputs that hang are made
/// smaller, too. `EVERYCASE_ISOLATE=1 cargo test name` isolates for one run: the way to name the input after a
/// crash. (Without `seed` or `tests` the next run may draw other inputs than the one that crashed.)
///
/// An input that ended its process is marked so where it is saved, and runs in a process of its own from then on, isolated or
/// not; its name is written to the standard error before. The code that makes, encodes, prints, clones and drops inputs is
/// treated as the property's own: what it does to the first inputs before the first test, or to a counterexample as that is
/// printed, is caught, watched and isolated alike.
///
/// Noting a case takes one system call: about a microsecond for an input of some ten decisions, two for one of a
/// hundred (`docs/benchmarks.md`). What the property prints is shown when its process has ended.
///
/// A property with lazy parameters is searched as ever; inputs beyond that are drawn whole, since an input that is decided as
/// it is looked at cannot be noted before.
///
/// On Unix a limit for the memory of that process is the shell's:
/// `(ulimit -v 4000000; EVERYCASE_ISOLATE=1 cargo test name)`, in kilobytes.
///
/// Other attributes (`#[ignore]`, `#[should_panic]`, `#[cfg(..)]`, doc comments) stay on the test.
///
/// # What is printed
///
/// The smallest input that fails, as Rust statements that compile where the property stands:
///
/// ```text
/// use crate::ast::Name;
/// let item: Item = Item::Use(Name::Plain(0));
/// ```
///
/// Types that the parameters do not name are imported from the modules they are defined in. A type that cannot be seen
/// there, because it is only re-exported or stands within a function, takes another `use`, which is up to you.
/// Values that are drawn from a space by hand are shown as the space says (`Space::with_source`), or else as their type
/// shows them if it is enumerable and has them, or else by their `Debug`.
///
/// Statements that may not compile, because they name private parts of another module's types or show a value by its
/// `Debug`, have a line above them that says so; the replay line runs the input all the same.
#[proc_macro_attribute]
pub fn property(arguments: TokenStream, item: TokenStream) -> TokenStream {
    property::expand(arguments.into(), item.into()).into()
}
