//! Functions to call: every public function, method, constructor and trait implementation of a
//! crate, as lines of the driver. rustc decides which of them compile.
//!
//! A generic item has several alternatives, one for each choice of its parameters: an atom, types
//! of the crate that implement the trait asked for, types of the standard library.

mod arguments;
mod choices;
mod collect;
mod documentation;
mod functions;
mod implementing;
pub(crate) mod laws;
pub(crate) mod result_types;
mod signature;
mod support;
mod words;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};
use rustdoc_types::{Crate, Id};

pub use self::documentation::{Documentation, Panics};
use self::result_types::{ResultTypes, is_generic, note};
pub use self::signature::Signature;
pub(crate) use self::words::{names_arithmetic, names_division};
use crate::spelling::{Paths, Substitution};
use crate::walk;

/// A public item that can be called, counted once.
#[derive(Clone, Debug)]
pub struct CallableItem {
    /// Its path, as a reader writes it: `semver::Version::parse`.
    pub name: String,
    /// What documentation tells of it.
    pub documentation: Documentation,
    /// What promises that it does not panic.
    pub promise: Promise,
    /// What a caller expects without being told.
    pub expected: Expectation,
    /// The names of its parameters.
    pub parameters: Vec<String>,
    /// The parameters that are slices, and whether they are mutable: buffers.
    pub slices: Vec<(String, bool)>,
    /// Its type, if it is a function.
    pub signature: Option<Signature>,
    /// Why it has no candidate, if it has none.
    pub skipped: Option<&'static str>,
    /// What is stated, if it is not a function of the crate, but a law that its functions have to
    /// keep.
    pub law: Option<String>,
    /// The law is that a value is read back: of a type with functions that read it.
    pub is_round_trip: bool,
    /// It puts a value together without a function that could check it: of public fields, or by a
    /// setter.
    pub assembles: bool,
}

/// What promises that a function answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Promise {
    /// Nothing does.
    #[default]
    Nothing,
    /// It returns a `Result`, which tells of failures.
    Result,
    /// Its name or its trait.
    Name,
}

/// What a careful caller expects of a function, whatever its documentation tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Expectation {
    /// An answer.
    #[default]
    Answer,
    /// It is an operator, which may overflow or be out of bounds as in the language.
    Operator,
    /// A parameter is an index or a range, which may be out of bounds.
    Bounds,
}

/// A call of an item, as source text.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each tells something by itself")]
pub struct Candidate {
    /// The item, by its index.
    pub item: usize,
    /// The choice of type arguments: smaller ones are preferred.
    pub alternative: usize,
    /// The types that share a choice, such as all methods of a type.
    pub family: String,
    /// The call; `$0$` stands for the first argument.
    pub text: String,
    /// Of the call of a function, its arguments as they stand in the text.
    pub arguments: Vec<String>,
    /// How the arguments are taken.
    pub modes: Vec<Mode>,
    /// The call as a method of its first argument, if it is one.
    pub method: Option<Method>,
    /// The generic types of the crate that its result has; of support the type that it makes.
    pub makes: Vec<String>,
    /// It tells something small about a value without changing it.
    pub is_getter: bool,
    /// Its result is kept as it is: neither is it taken out of an `Option` nor a reference cloned.
    pub is_whole: bool,
    /// It only helps to make arguments: it is of the standard library.
    pub is_support: bool,
    /// It is the assertion of a law.
    pub is_law: bool,
}

/// A call written behind its first argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// What stands behind the dot, with holes as in the call.
    pub text: String,
    /// The trait that has to be in scope.
    pub needs: Option<String>,
}

/// How an argument is taken: the driver's `V`, `R`, `M`, `S`, `T`, `Z`, `L`, `N`, `W`, `I`, `A` or
/// `B`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mode {
    /// The name of the mode.
    pub name: char,
    /// The type, or `_` where the call decides it.
    pub ty: String,
    /// The number of elements of an array.
    pub len: Option<String>,
}

impl Mode {
    pub(crate) fn new(name: char, ty: &str) -> Mode {
        Mode { name, ty: ty.to_owned(), len: None }
    }

    fn array(name: char, len: &str) -> Mode {
        Mode { name, ty: "_".to_owned(), len: Some(len.to_owned()) }
    }

    /// Returns the mode as a type of the driver.
    pub(crate) fn source(&self) -> String {
        match (self.name, &self.len) {
            ('S' | 'T' | 'Z', _) => self.name.to_string(),
            (name, Some(len)) => format!("{name}<{}, {len}>", self.ty),
            (name, None) => format!("{name}<{}>", self.ty),
        }
    }
}

/// Returns a text with its holes filled.
pub fn filled(text: &str, mut hole: impl FnMut(usize) -> String) -> String {
    let mut parts = text.split('$');
    let mut out = parts.next().unwrap_or_default().to_owned();
    while let (Some(number), Some(rest)) = (parts.next(), parts.next()) {
        out += &number.parse().map(&mut hole).unwrap_or_default();
        out += rest;
    }
    out
}

/// Returns the text of a call whose value is the error of another one.
pub(crate) fn erred(text: &str) -> String {
    format!("{text}.err()")
}

/// The items of a crate and the calls of them.
#[derive(Debug, Default)]
pub struct Candidates {
    /// The items, in the order of their paths.
    pub items: Vec<CallableItem>,
    /// The calls, and behind them calls of the standard library that make their arguments.
    pub calls: Vec<Candidate>,
}

/// How often the calls are collected.
const PASSES: usize = 3;

/// Returns what may be called of a crate; `foreign` has the paths of items of other crates.
pub fn candidates(krate: &Crate, name: &str, foreign: &BTreeMap<Id, String>) -> Candidates {
    let (paths, public) = walk::public(krate, foreign);
    // A pass finds which types calls return, the next one calls the methods of these.
    let mut all = collected(krate, name, &paths, &public, (ResultTypes::default(), ResultTypes::default()));
    for _ in 1..PASSES {
        let mut asked = ResultTypes::default();
        let is_made = |own: &String| all.made.values().any(|made| made.contains(own));
        let of_crate = all.asked.borrow();
        let open = of_crate.iter().filter(|own| is_generic(own) && !is_made(own));
        open.for_each(|own| note(&mut asked, own));
        drop(of_crate);
        all = collected(krate, name, &paths, &public, (all.made, asked));
    }
    let mut found = all.found;
    found.calls.extend(support::calls(&all.asked.borrow()));
    found
}

fn collected<'c>(
    krate: &'c Crate,
    name: &'c str,
    paths: &'c Paths<'c>,
    public: &[Id],
    (known_as, asked_as): (ResultTypes, ResultTypes),
) -> Collector<'c> {
    let mut collector = Collector {
        paths,
        krate,
        name,
        shared: paths.shared_types(),
        found: Candidates::default(),
        seen: FxHashSet::default(),
        errors: FxHashMap::default(),
        implementations: FxHashMap::default(),
        known_as,
        asked_as,
        made: ResultTypes::default(),
        is_choosing: Cell::default(),
        asked: RefCell::default(),
    };
    for id in public {
        collector.item(*id);
    }
    collector
}

struct Collector<'c> {
    paths: &'c Paths<'c>,
    krate: &'c Crate,
    name: &'c str,
    /// The names that several types of the crate have.
    shared: BTreeSet<&'c str>,
    found: Candidates,
    seen: FxHashSet<Id>,
    /// The number of calls that make errors, by the type of these.
    errors: FxHashMap<String, u32>,
    /// The number of implementations of each trait so far.
    implementations: FxHashMap<Id, u32>,
    /// How calls have returned generic types in the pass before, and how arguments had them.
    known_as: ResultTypes,
    asked_as: ResultTypes,
    /// How calls return generic types.
    made: ResultTypes,
    /// Types that implement a trait are being chosen, and not once more for their own parameters.
    is_choosing: Cell<bool>,
    /// The types that arguments have.
    asked: RefCell<BTreeSet<String>>,
}

/// What is known where a function is called.
#[derive(Clone, Default)]
struct Context {
    known: Substitution,
    /// The parameters that are functions, with the number of their arguments, and the iterators.
    closures: FxHashMap<String, usize>,
    family: String,
    /// `Self` has no size: its values are references.
    is_unsized: bool,
    /// What the documentation around the function tells.
    documentation: Documentation,
}
