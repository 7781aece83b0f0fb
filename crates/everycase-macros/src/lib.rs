//! The macros of `everycase`: `#[derive(Enumerable)]`, `#[property]`, `#[generator]` and `laws!`.
//!
//! This crate knows only syntax: the meaning of shapes and properties is in `everycase`, which
//! re-exports the macros. Use that crate; generated code refers to it, through its hidden module
//! `__private`.
//!
//! `derive` reads a type into a model and writes one method of `Enumerable` in each file;
//! `property` does the same for a function, `generator` for one that makes choices, and `laws` for
//! the traits of a type, as properties.
//! `arguments`, `own_source`, `suggest` and `text` serve all.

#![forbid(unsafe_code)]
// Two templates side by side are easiest to read as the arms of a `match`.
#![allow(clippy::single_match_else)]

use proc_macro::TokenStream;

mod arguments;
mod derive;
mod generator;
mod laws;
mod manifest;
mod own_source;
mod property;
mod suggest;
mod text;

/// Makes a type enumerable: its values can be counted, indexed, drawn, searched and shrunk.
///
/// Works for structs and enums whose fields are enumerable, including recursive, mutually recursive
/// and generic ones (bounds are inferred). Every constructor costs 1; the size of a value is the
/// number of its constructors plus the sizes of its numbers.
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
/// | type | `crate = path::to::everycase` | where `everycase` is found, if not under its name in `Cargo.toml` |
///
/// With `via`, the values of a type are those that `from` makes of the `via` type's values, with
/// the same sizes; `from` must be injective. `into` converts `&Self` back to the `via` type.
/// Without it the values have no rank.
///
/// A field with a space of its own is shown by the space's source function (`Space::with_source`).
/// Spaces made by `map` and similar functions have none; their values are shown like values of the
/// field's type if that is enumerable for all parameters of the derived type, and otherwise by
/// `Debug`.
///
/// # Views
///
/// Each type gets a view, through which a `Lazy` value is inspected one constructor at a time
/// (`Inspect`). For `Tree` it is an enum `TreeView`, for a struct a struct; it is as visible as the
/// type, and has its constructors with lazy fields.
///
/// - `x: T` becomes `x: Lazy<T>`. Every `Box`, `Rc` and `Arc` around a type is looked through:
///   `Box<Tree>` becomes `Lazy<Tree>`.
/// - What is skipped, variants and fields, is not in the view: there is nothing to decide.
/// - A field with a space of its own becomes `Whole<T>`. It can be had only whole, by `value()`:
///   what its derivations mean is known to the space alone.
/// - A type that is enumerated through another one (`via`) has no view. It is looked at as that
///   one: `lazy.cast::<Vec<u8>>()`.
/// - Views are `Copy`, and no bound is put on a parameter. A parameter that only skipped fields
///   mention is left out.
///
/// `#[enumerable(view = LookAt)]` avoids a name that is taken.
#[proc_macro_derive(Enumerable, attributes(enumerable))]
pub fn derive_enumerable(input: TokenStream) -> TokenStream {
    derive::expand(input.into()).into()
}

/// Makes a function an ordinary `#[test]` that runs it on every small input and a sample of larger
/// ones.
///
/// The function's parameters are the inputs: values or references of enumerable types (`&str` draws
/// a `String`, `&[T]` a `Vec<T>`, `&Path` a `PathBuf`), or `#[from(space)] x: T` for a given space.
/// The property fails by panicking, by returning `false` or by returning an `Err`.
///
/// # Lazy parameters
///
/// A parameter whose type is written `Lazy<T>`, possibly with a path, is drawn from the space of
/// `T` and passed undecided. The property is then run once for each equivalence class of inputs
/// instead of once for each input, and larger inputs are drawn among those that satisfy its
/// assumption:
///
/// ```ignore
/// #[property]
/// fn insert_keeps_order(t: Lazy<Tree>, k: u8) {
///     assume(is_ordered(t)); // looks at no more than it needs
///     assert!(is_ordered(Lazy::from(insert(t.value(), k))));
/// }
/// ```
///
/// Properties may mix plain and lazy parameters. A plain one is decided completely before the first
/// statement of the body that mentions it. The page `docs/lazy.md` describes how inputs are
/// searched and drawn, and what is guaranteed.
///
/// # Type parameters
///
/// A property with type parameters is run on `everycase::lazy::Atom`s, one type of atoms for each
/// parameter: numbers of which only comparisons are decided. One run stands for all inputs whose
/// elements are ordered alike, and so for all types. Counterexamples are shown with `i64`.
///
/// ```ignore
/// #[property]
/// fn a_sorted_list_is_searched<T: Ord + Clone + Debug>(mut list: Vec<T>, x: T) {
///     list.sort();
///     assert_eq!(list.binary_search(&x).is_ok(), list.contains(&x));
/// }
/// ```
///
/// Atoms implement `Ord`, `Eq`, `Hash`, `Copy`, `Debug` and `Display`, and `Default` if that is
/// among the bounds as written. For other bounds, `for<T = u8>` gives a type on which the property
/// is run instead. Lifetimes and constants are not allowed.
///
/// # Generators
///
/// A parameter with a closure, `#[from(|g| sized(4, g))] xs: List`, is made by a generator: a
/// function that makes choices, from a parameter `g: &mut Gen`. The choices are the input. They are
/// enumerated, smallest first; larger inputs are drawn by running the generator, in the way that
/// `Gen` describes. The property does not run on an input that has fewer choices than the generator
/// makes.
///
/// # Arguments
///
/// `#[property(tests = 1000, size = 9, time = "2s", seed = 7, jobs = 2, isolate)]`.
/// All arguments are optional:
///
/// | argument | meaning |
/// |---|---|
/// | `size` | run no larger input, whether searched or drawn; only inputs that failed before are run whatever their size. The search ends when all inputs up to this size have been seen, or the time (or the tests) run out, and the report says which |
/// | `tests` | at most this many tests, but one at least |
/// | `time` | stop after this long (`"500ms"`, `"2s"`, `"1m"`) |
/// | `seed` | the seed of the samples |
/// | `jobs` | the number of threads, from 1 to 256 |
/// | `case_time` | a single input that takes longer, and again when it is run alone, is reported as a hang; `"off"` for no limit |
/// | `shrink_time` | how long what fails is shrunk: as long as the property runs, but 1 s at least and 10 s at most |
/// | `should_fail` | the test passes when a counterexample is found |
/// | `isolate` | run in a process of its own, see below |
/// | `of = insert` | the function that the property is of, or several: `of = [insert, Tree::remove]`, see below |
/// | `for<K = u8, V = ()>` | the types on which type parameters are run, instead of atoms |
/// | `strength` | after the property has passed, measure how many wrong functions it lets through |
/// | `min_strength = 90` | measure, and fail if the property fails on less than 90 % of the mutants |
/// | `examples = [(vec![1, 2], 3)]` | inputs that run first, see below |
/// | `crate = path` | where `everycase` is found, if not under its name in `Cargo.toml` |
///
/// # Examples
///
/// `examples = [(vec![1, 2], 3), (vec![], 0)]` gives inputs that run before all others (but after
/// saved inputs that ended their process), whatever the budget: a tuple with a value for each
/// parameter, or the value itself if there is one parameter. For `&str`, `&[T]` and `&Path` it may
/// be anything that becomes a `String`, `Vec<T>` or `PathBuf` by `From`: `examples = ["", "a"]`.
/// For a `Lazy<T>` it is a `T`. A failing example is reported with its number, as it is: it is
/// neither shrunk nor saved. An example that is not among the values of its parameter's space is an
/// error, and so are examples of a space without an inverse (`map`) and of generators.
///
/// # Strength
///
/// With the feature `strength` of `everycase`.
///
/// A property that passes may still let wrong functions through. `#[property(of = insert)]` names
/// the function whose calls in the body can be replaced; `EVERYCASE_STRENGTH=1`, `strength` or
/// `min_strength` measure on how many mutants of it the property fails. Calls from within the
/// function are never replaced.
///
/// - A generic function names its instance, `of = insert::<u8>`; a method is written as a path,
///   `of = Tree::insert`, and so it is in the body: `Tree::insert(&mut tree, x)`. In the body it is
///   a closure, which has this instance's types and cannot be made a function pointer.
/// - It has at most six arguments. Enumerable values and references to them (`&T`, `&mut T`,
///   `&[T]`, `&mut [T]`, `&str`) tell calls apart: a mutant has another result for some of their
///   values. Of a `&mut T` the value after the call is part of the result; a `&mut [T]` keeps its
///   length. All other arguments, such as closures, `&dyn Trait` or values of a type without
///   `Enumerable`, are passed on as they are.
/// - A result that is not enumerable cannot be changed: the mutants exchange arguments, or return
///   the result of another call. Whether they differ from the function is not known, so the score
///   is a lower bound.
/// - A function that returns a reference has no mutants, and is a compile error. Name one that
///   returns a value.
/// - An argument `&dyn Trait`, or one of a type with a lifetime, has one lifetime in all calls of
///   the body: what it borrows is bound by a `let` before the first call.
/// - A method of a trait names its type: `of = <Circle as Shape>::area`, or
///   `of = <dyn Shape>::area` for trait objects.
/// - A closure is named in a `const` or a `static`; a function with an argument `impl Fn(..)`, one
///   of another ABI (`extern "C"`) or an `unsafe` one is called through a function of Rust without
///   these.
/// - Calls on other threads are not replaced.
///
/// # Crashes
///
/// A stack overflow, an abort, an exit or a lack of memory cannot be caught: it ends the test's
/// process without a report. An isolated property runs in a process of its own (the test binary
/// with this test only), which records each input in a file before running it. When that process
/// dies, the input is shrunk for at most ten seconds, with each attempt in another process; then it
/// is saved and reported like any other. Inputs that hang are shrunk, too.
/// `EVERYCASE_ISOLATE=1 cargo test name` isolates a single run.
///
/// After a crash no setting is needed. While a property runs, a file in the directory
/// `everycase-running` beside the test executable names it, with the seed of the run. If the
/// process ends before the run does, the file stays. The next run then says that the last one did
/// not finish, and isolates the property, with that seed, until it passes. A run that was killed
/// from outside leaves the file behind, too; processes side by side do not disturb each other.
///
/// An input that ended its process is marked in the regressions file, and from then on runs in a
/// process of its own, whether the property is isolated or not; its name is first written to
/// standard error. The code that makes, encodes, prints, clones and drops inputs is treated like
/// the property: when it runs on the first inputs before the first test, or prints a
/// counterexample, it is caught, watched and isolated in the same way.
///
/// Recording a case takes one system call: about a microsecond for an input of ten decisions, two
/// for one of a hundred (`docs/benchmarks.md`). The property's output is shown when its process has
/// ended.
///
/// A property with lazy parameters is searched as usual; larger inputs are drawn completely,
/// because an input decided on demand cannot be recorded beforehand.
///
/// On Unix the shell can limit the memory of that process:
/// `(ulimit -v 4000000; EVERYCASE_ISOLATE=1 cargo test name)`, in kilobytes.
///
/// Other attributes (`#[ignore]`, `#[should_panic]`, `#[cfg(..)]`, doc comments) stay on the test.
/// A test with `#[should_panic]` passes if some input fails, with a report that contains the
/// `expected` text. If the property cannot be checked or no input was tested, the test fails.
///
/// # What is printed
///
/// The smallest failing input, as Rust statements that compile where the property is:
///
/// ```text
/// use crate::ast::Name;
/// let item: Item = Item::Use(Name::Plain(0));
/// ```
///
/// Each binds a parameter as it is written: `let mut list: Vec<u8> = vec![1];` for a parameter
/// `mut list: Vec<u8>`, `let text: &str = "a";` for `text: &str`. The body of the
/// property compiles behind them.
///
/// Types that the parameters do not name are imported from the modules that define them. A type
/// that is not visible there, because it is re-exported from a private module or defined within a
/// function, needs another `use`, which the user adds. Values of a given space are shown by its
/// source function (`Space::with_source`), otherwise as their type shows them if it is enumerable
/// and contains them, otherwise by their `Debug`.
///
/// `Some`, `String` and other names of the prelude are written by their paths where a type or a
/// variant of the input has the same name, or where a parameter writes `std::string::String`. An
/// item that shadows the prelude where the property is, and is not part of the input, is not seen.
///
/// Statements that may not compile, because they use private parts of another module's types or a
/// value's `Debug`, follow a line that says so; the replay line runs the input in any case.
#[proc_macro_attribute]
pub fn property(arguments: TokenStream, item: TokenStream) -> TokenStream {
    property::expand(arguments.into(), item.into()).into()
}

/// States what a generator covers, and adds a test that it does.
///
/// A generator is a function that makes choices, from its parameter `g: &mut Gen`, and returns a
/// value. It promises to produce, for all arguments that `given` allows, **each** value for which
/// the closure of `covers` holds, and no other. The function itself stays as it is written.
///
/// ```ignore
/// /// Lists of at most `n` numbers.
/// #[generator(given = 0 <= n, covers = |xs: &List| len(xs) <= n)]
/// fn sized(n: i64, g: &mut Gen) -> List {
///     if n == 0 || g.bool() { List::Nil } else { List::Cons(g.int(), Box::new(sized(n - 1, g))) }
/// }
/// ```
///
/// # The test
///
/// The test `sized_covers_what_it_promises` runs the generator. It enumerates all arguments and
/// results up to a size, smallest first, which therefore are [`Enumerable`](macro@Enumerable), and
/// for each allowed argument all choices up to a size. It fails if
///
/// - a promised value is *missing*: all choices of any size were run for its arguments, and none
///   produces it. These may be 10,000 sequences, of choices with 4,096 alternatives at most;
/// - a promised value is *not found*: all choices up to twice its size (with its arguments) and 6
///   more were run, and none produces it. A generator that needs more choices for a small value is
///   not accepted;
/// - a result is *unsound*, that is, not promised;
/// - no value is promised at all.
///
/// It passes if its time ends before. The report says how far it got:
/// `sized covers all 1,023 values up to size 6`. What depends on a quantifier ([`forall`],
/// [`exists`]) that was only tried on some values is *open*, or marked in the report. A panic of
/// the generator is a run without a value.
///
/// `everycase verify FILE.rs` reads the same promise. It proves it, or finds values that are
/// missing, without running the Rust code.
///
/// # Arguments
///
/// | argument | meaning |
/// |---|---|
/// | `covers = \|v: &T\| ..` | which results are promised; required |
/// | `given = ..` | a condition on the arguments; all are allowed without it |
/// | `decreases = ..` | a measure, or several in a tuple, for `everycase verify`. It is only type-checked |
/// | `size = 6` | the size up to which arguments and results together are enumerated |
/// | `time = "1s"` | the time after which the test ends |
/// | `test = false` | no test is added |
/// | `crate = path` | where `everycase` is found, if not under its name in `Cargo.toml` |
///
/// [`forall`]: https://docs.rs/everycase/latest/everycase/coverage/fn.forall.html
/// [`exists`]: https://docs.rs/everycase/latest/everycase/coverage/fn.exists.html
#[proc_macro_attribute]
pub fn generator(arguments: TokenStream, item: TokenStream) -> TokenStream {
    generator::expand(arguments.into(), item.into()).into()
}

/// Makes a property for each law of the traits of a type.
///
/// ```ignore
/// everycase::laws!(Money: Ord, Hash, Clone, Display + FromStr, TryFrom<u8>);
/// ```
///
/// The values are made like the inputs of a [`property`](macro@property), so the type derives
/// `Enumerable`. The tests are in a module that is named after the type:
/// `laws_of_money::equal_values_have_equal_hashes`. `everycase explore` states the same laws of the
/// crates that it explores. A trait brings the laws of its supertraits.
///
/// | trait | what is stated |
/// |---|---|
/// | `PartialEq` | if a equals b, then b equals a |
/// | `Eq` | a value equals itself |
/// | `Hash` | equal values have equal hashes |
/// | `PartialOrd` | `<` agrees with `>`, and `partial_cmp` with `==` |
/// | `Ord` | the order is reversed with its arguments, and transitive; it agrees with `==` and with `partial_cmp` |
/// | `Clone` | a clone equals its original |
/// | `Display + FromStr` | what is written is read back |
/// | `TryFrom<U>` | the `U` that `From` makes is taken back |
/// | `Borrow<U>` | borrowed values are equal, and have equal hashes, just as their owners |
/// | `Extend<U>` | a collection is extended by the rest as it is collected |
/// | `Iterator` | `size_hint` bounds the number of elements; `nth` agrees with `next` |
/// | `ExactSizeIterator` | `len` is the number of elements, as `size_hint` tells |
/// | `DoubleEndedIterator` | from the back come the same elements, from both ends each once |
/// | `FusedIterator` | after `None` comes `None` |
/// | `serde` | what `serde_json`, a dependency of yours, writes it reads back |
///
/// Values are compared, so all traits but iterators need `PartialEq`. `TryFrom<U>` needs `Clone` as
/// well, and `From` for `U`; `Extend<U>` needs `FromIterator<U>`, and lists of `U`. Iterators need
/// `Clone`, and elements with `PartialEq` and `Debug`; their first 2,000 elements are looked at,
/// from the back 500.
///
/// `laws!(Money in space: Eq)` takes the values from a space or a generator, as `#[from(space)]`
/// does. Arguments of `#[property]` follow a semicolon, and hold for each property:
/// `laws!(Money: Eq; tests = 1000)`. Attributes before the type hold for each property, too:
/// `laws!(#[ignore] Money: Eq)`.
#[proc_macro]
pub fn laws(input: TokenStream) -> TokenStream {
    laws::expand(input.into()).into()
}

/// Returns the table of laws, as an array of `Law`s of the caller.
#[doc(hidden)]
#[proc_macro]
pub fn laws_of_traits(_: TokenStream) -> TokenStream {
    include_str!("laws/table.rs").parse().expect("the table is an expression")
}
