//! The grammar of test expressions (sections 4.1 and 4.2 of the thesis).
//!
//! A nonterminal is a type without variables; its alternatives are all that can make a value of the type: visible constructors, or
//! functions, or partial applications, or what is found inside the results of functions. They are found by unification, when
//! the kernel first looks at the nonterminal.
//!
//! Unification may leave variables in the types of a function's arguments. Further nonterminals decide these one at a time
//! (module `instance`), so the kernel expands and counts only the instances whose size it needs.
//!
//! # Sizes
//!
//! A function, a constant and a step of a path cost 1, a constructor what the library says, open numbers and atoms their bits. An
//! instance of a polymorphic function costs 1 for each type constructor that is chosen for its variables.
//!
//! # Cost
//!
//! Expanding a nonterminal takes time linear in the number of functions. What arguments cost at least is paid in advance (module
//! `least`), so a nonterminal is expanded only if its type, and those beside it, have values that are small enough. The number of
//! nonterminals is about that of expressions, or less.
//!
//! # What is left out
//!
//! - Values of a type with visible constructors are made by these alone, as in section 4.1.2, and by definitions without parameters: what
//!   a library names is of interest, and may be large. Functions make them too if constructors alone make no finite value, as of
//!   streams.
//! - Where the library makes functions of a type, a variable that occurs in types of functions alone is an atom: the functions that it
//!   makes stand for all others. Where it makes none, the variable stands for the types in its place in functions of the
//!   library. Types that it may have only because of arguments of these functions are not tried.
//! - Of a function type for which the library makes no functions (see [`Library::functions`]), there are only partial applications,
//!   lambda terms and what results have inside.
//! - Arguments whose type has more than 48 nodes are left out.
//! - Inside values of a type that contains larger instances of itself, 1,000 types are looked for.
//!
//! An expression that is well-typed at several instances of a function occurs once for each of them: 47,980 expressions up to size 5 of
//! forty parser combinators are 22,960 different ones.

mod functions;
mod instance;
mod least;
mod path;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use everycase_kernel::{Alternative, Key, Range, Shape};
use rustc_hash::FxHashMap;

use crate::alphabets::Alphabets;
use crate::library::{Library, Options, Provider, Signature, Values};
use crate::types::{DataId, Substitution, Type};
use instance::What;
use least::Bounds;
use path::Goal;

/// A nonterminal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum State {
    /// Arguments of a type.
    Term(Type),
    /// Instances of something: its types, whose variables are open.
    Instance { of: What, types: Vec<Type> },
    /// Calls of a function with arguments of these types.
    Exact { function: u32, arguments: Vec<Type> },
    /// Paths into a value of a type.
    Path { ty: Type, to: Goal },
}

/// The grammar of the test expressions of a library.
pub struct Grammar<L: Library> {
    library: Arc<L>,
    id: u64,
    alphabets: Alphabets,
    /// Whether functions make values of each type.
    called: Vec<bool>,
    /// The types inside the result of each function.
    reached: Vec<Vec<Type>>,
    states: Mutex<FxHashMap<State, Shape>>,
    bounds: Mutex<Bounds>,
    /// Whether constructors are taken apart.
    selects: bool,
}

/// An alternative that is being collected, of terms or steps.
struct Way<T> {
    of: T,
    label: &'static str,
    fields: Vec<Shape>,
    /// Its cost, with what its fields cost at least.
    cost: u32,
}

/// Returns the meaning of some alternatives, and the alternatives themselves, of a nonterminal for which `paid` is paid in advance.
///
/// # Panics
/// If an alternative costs less.
fn paid<T>(ways: Vec<Way<T>>, paid: u32) -> (Vec<T>, Vec<Alternative>) {
    let alternatives = ways.into_iter().map(|way| {
        assert!(way.cost >= paid, "{} pays {} and costs {}", way.label, paid, way.cost);
        (way.of, Alternative::new(way.label, way.fields).pay(way.cost - paid))
    });
    alternatives.unzip()
}

static NEXT_ID: AtomicU64 = AtomicU64::new(0);

impl<L: Library> Grammar<L> {
    /// Returns the grammar of a library's expressions.
    pub fn new(library: Arc<L>) -> Arc<Self> {
        Self::with(library, true)
    }

    /// Returns the grammar of a library's expressions; `selects` says whether they take constructors apart, to find arguments in
    /// results and errors behind lazy fields.
    pub fn with(library: Arc<L>, selects: bool) -> Arc<Self> {
        let signature = library.signature();
        let (alphabets, called) = (Alphabets::new(signature), signature.called());
        let reached =
            signature.functions.iter().map(|function| signature.reached(&function.result)).collect();
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        Arc::new(Self {
            library,
            id,
            alphabets,
            called,
            reached,
            states: Mutex::default(),
            bounds: Mutex::default(),
            selects,
        })
    }

    /// Returns the tests of some functions, given by their indices: calls, each with a path into its result.
    pub fn tests(self: &Arc<Self>, functions: impl IntoIterator<Item = u32>) -> Shape {
        let functions: Vec<u32> = functions.into_iter().collect();
        self.root(move |grammar| {
            let tests = functions.iter().filter_map(|function| grammar.tests_of(*function));
            grammar.terms(tests.collect(), 0)
        })
    }

    /// Returns a shape that keeps the grammar: the nonterminals refer to it weakly.
    fn root(self: &Arc<Self>, body: impl Fn(&Arc<Self>) -> Shape + Send + Sync + 'static) -> Shape {
        struct Root;
        let (grammar, id) = (Arc::clone(self), NEXT_ID.fetch_add(1, Ordering::Relaxed));
        Shape::named(Key::of::<Root>().with(id), move || body(&grammar))
    }

    fn signature(&self) -> &Signature {
        self.library.signature()
    }

    fn states(&self) -> MutexGuard<'_, FxHashMap<State, Shape>> {
        // Entries are only added, each as a whole, so a panic elsewhere leaves the table consistent.
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of nonterminals that have been met.
    #[cfg(test)]
    pub(crate) fn met(&self) -> usize {
        self.states().len()
    }

    /// Returns the number of types whose smallest values have been looked for.
    #[cfg(test)]
    pub(crate) fn bounded(&self) -> usize {
        self.bounds.lock().unwrap_or_else(PoisonError::into_inner).types()
    }

    fn named(self: &Arc<Self>, state: State) -> Shape {
        let mut states = self.states();
        if let Some(known) = states.get(&state) {
            return known.clone();
        }
        let number = states.len() as u64;
        let key = Key::of::<Self>().with(self.id).with(number);
        // A weak reference: the table is part of the grammar.
        let (grammar, own) = (Arc::downgrade(self), state.clone());
        let shape = Shape::named(key, move || match grammar.upgrade() {
            Some(grammar) => grammar.expanded(&own),
            None => Shape::empty(),
        });
        states.insert(state, shape.clone());
        shape
    }

    fn terms(&self, ways: Vec<Way<Provider>>, already: u32) -> Shape {
        let (providers, alternatives) = paid(ways, already);
        self.library.choice(alternatives, Options::Terms(providers))
    }

    fn expanded(self: &Arc<Self>, state: &State) -> Shape {
        match state {
            State::Term(ty) => self.term(ty),
            State::Instance { of, types } => self.refined(of, types),
            State::Exact { function, arguments } => {
                let call = self.call(*function, arguments);
                let cost = call.as_ref().map_or(0, |call| call.cost);
                self.terms(call.into_iter().collect(), cost)
            }
            State::Path { ty, to } => self.path(ty, to),
        }
    }

    fn call(self: &Arc<Self>, function: u32, arguments: &[Type]) -> Option<Way<Provider>> {
        let of = Provider::Call(function, arguments.len() as u32);
        self.made(of, "call", arguments, 1)
    }

    /// Returns an alternative with arguments of some types; `None` if there are no such arguments.
    fn made<T>(self: &Arc<Self>, of: T, label: &'static str, types: &[Type], cost: u32) -> Option<Way<T>> {
        let cost = cost.saturating_add(self.least_of(types)?);
        let fields = types.iter().map(|ty| self.named(State::Term(ty.clone()))).collect();
        Some(Way { of, label, fields, cost })
    }

    /// Returns the arguments of a type; what they cost at least is paid in advance.
    fn term(self: &Arc<Self>, ty: &Type) -> Shape {
        let ways = match ty {
            Type::Atom | Type::Variable(_) => return Shape::range(Range::unsigned(64)),
            Type::Arrow(_) => {
                let mut ways = self.calls(ty);
                let partials = self.partials(ty).into_iter();
                ways.extend(partials.filter_map(|(of, types)| self.made(of, "partial", &types, 1)));
                let made = self.library.functions(ty);
                let made = made.map(|made| ("function", made));
                let written = self.library.lambdas(ty).map(|written| ("lambda", written));
                ways.extend(made.into_iter().chain(written).map(|(label, function)| Way {
                    of: Provider::Function,
                    label,
                    fields: vec![function],
                    cost: 0,
                }));
                ways.extend(self.digs(ty));
                ways
            }
            Type::Data(data, arguments) => match &self.signature().data(*data).values {
                Values::Open(shape) => return shape.clone(),
                Values::Constants(constants) => {
                    let constants = (0..constants.len() as u32).map(|index| Way {
                        of: Provider::Constant(*data, index),
                        label: "constant",
                        fields: Vec::new(),
                        cost: 1,
                    });
                    constants.collect()
                }
                Values::Constructors(_) => {
                    let constructors = self.signature().numbered(*data).filter_map(|(id, constructor)| {
                        let fields: Vec<Type> =
                            constructor.fields.iter().map(|field| field.ty.with(arguments)).collect();
                        let of = Provider::Construct(id, fields.len() as u32);
                        self.made(of, "constructor", &fields, constructor.cost)
                    });
                    let constructors = constructors.collect::<Vec<_>>().into_iter();
                    if self.called[data.0 as usize] {
                        constructors.chain(self.calls(ty)).chain(self.digs(ty)).collect()
                    } else {
                        constructors.chain(self.named_values(ty)).collect()
                    }
                }
                Values::Functions => {
                    let mut ways = self.calls(ty);
                    ways.extend(self.digs(ty));
                    ways
                }
            },
        };
        self.terms(ways, self.least(ty).unwrap_or(0))
    }

    /// Returns the values of a type with visible constructors that have a name.
    fn named_values(self: &Arc<Self>, ty: &Type) -> Vec<Way<Provider>> {
        let values = self.signature().named_values(ty).into_iter();
        values.filter_map(|function| self.call(function, &[])).collect()
    }

    /// Returns the calls whose value has a type: with all arguments, or for a function with fewer.
    fn calls(self: &Arc<Self>, ty: &Type) -> Vec<Way<Provider>> {
        let mut ways = Vec::new();
        for (function, own) in self.signature().providers() {
            for given in 0..=own.parameters.len() {
                let (arguments, rest) = own.parameters.split_at(given);
                let mut known = Substitution::default();
                if known.unify(&Type::function(rest, own.result.clone()), ty)
                    && self.signature().admits(own, &known)
                {
                    let arguments: Vec<Type> =
                        arguments.iter().map(|argument| known.apply(argument)).collect();
                    ways.extend(self.instance(&What::Call(function), &arguments));
                }
            }
        }
        ways
    }

    /// Returns the constructors with fewer fields than they have, whose value has a type, and the types of these fields. A type without
    /// variables leaves none in the types of the fields; the variables of others must not be those of the constructors.
    fn partials(&self, ty: &Type) -> Vec<(Provider, Vec<Type>)> {
        let (mut found, signature) = (Vec::new(), self.signature());
        for (number, data) in (0..).zip(&signature.datas) {
            let data_id = DataId(number);
            let made = Type::data(data_id, (0..data.parameters).map(Type::Variable));
            for (id, constructor) in signature.numbered(data_id) {
                let fields: Vec<Type> = constructor.fields.iter().map(|field| field.ty.clone()).collect();
                for given in 0..fields.len() {
                    let mut known = Substitution::default();
                    if known.unify(&Type::function(&fields[given..], made.clone()), ty) {
                        let types = fields[..given].iter().map(|field| known.apply(field)).collect();
                        found.push((Provider::Construct(id, given as u32), types));
                    }
                }
            }
        }
        found
    }
}
