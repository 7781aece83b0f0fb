//! The grammar of test expressions (sections 4.1 and 4.2 of the thesis).
//!
//! A nonterminal is a type without variables; its alternatives are all that can make a value of the
//! type: visible constructors, or functions, or partial applications, or what is found inside the
//! results of functions. They are found by unification, when the kernel first looks at the
//! nonterminal.
//!
//! Unification may leave variables in the types of a function's arguments. Further nonterminals
//! decide these one at a time (module `instance`), so the kernel expands and counts only the
//! instances whose size it needs.
//!
//! # Sizes
//!
//! A function, a constant and a step of a path cost 1, a constructor what the library says, open
//! numbers and atoms their bits. An instance of a polymorphic function costs 1 for each type
//! constructor that is chosen for its variables.
//!
//! # Cost
//!
//! Expanding a nonterminal takes time linear in the number of functions. The least cost of
//! arguments is paid in advance (module `least`), so a nonterminal is expanded only if its type,
//! and the types beside it, have values that are small enough. There are about as many nonterminals
//! as expressions, or fewer.
//!
//! # What is left out
//!
//! - Values of a type with visible constructors are made by these alone, as in section 4.1.2, and
//!   by definitions without parameters: what a library names is of interest, and may be large.
//!   Functions make them too if constructors alone make no finite value, as of streams.
//! - Where the library makes functions of a type, a variable that occurs in types of functions
//!   alone is an atom: the functions that it makes stand for all others.
//! - Of a function type for which the library makes no functions (see [`Library::functions`]),
//!   there are only partial applications, lambda terms and what results have inside.
//!
//! Further expressions are left out because of a limit. Then [`Grammar::leaves_out`] says so,
//! perhaps without need.
//!
//! - Where the library makes no functions of a type, a variable in this type stands for the types
//!   in its place in functions of the library, and for what the arguments of these functions make
//!   of it. Functions among these arguments count only if there are few functions, and those among
//!   their arguments do not (module `alphabets::functions`): a type that only these determine is
//!   not tried. Nor is one that two functions inside one value of an abstract type determine
//!   together.
//! - Arguments whose type has more than 48 nodes are left out.
//! - Inside values of a type that contains larger instances of itself, 1,000 types are looked for,
//!   of at most 200 nodes each.
//!
//! # Repetition
//!
//! An expression may be well-typed at several instances of the functions it calls. It occurs at one
//! only, if a single argument can say what a variable stands for (module `forced`): `many fail`
//! where `many : parser a -> parser (list a)`. If several arguments can, it may occur at several
//! instances: `choice fail fail` where `choice : parser a -> parser a -> parser a`. So counts are
//! of *typed* expressions. 2,851 typed expressions up to size 4 of forty parser combinators are
//! 2,346 expressions. [`Grammar::repeats`] tells whether there may be such expressions.

mod forced;
mod instance;
mod least;
mod path;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use everycase_kernel::{Alternative, Key, Range, Shape};
use rustc_hash::FxHashMap;

use crate::alphabets::{Alphabets, Heads, Knowledge};
use crate::library::{Library, Options, Provider, Signature, Values};
use crate::reach::InnerTypes;
use crate::types::{DataId, Substitution, Type};
use forced::Argument;
use instance::What;
use least::Bounds;
use path::Goal;

/// A nonterminal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum State {
    /// Arguments.
    Term(Argument),
    /// Instances of something: its types, whose variables are open.
    Instance { of: What, arguments: Vec<Argument> },
    /// Calls of a function with these arguments.
    Exact { function: u32, arguments: Vec<Argument> },
    /// Paths into a value of a type.
    Path { ty: Type, to: Goal },
}

/// The grammar of the test expressions of a library.
pub struct Grammar<L: Library> {
    library: Arc<L>,
    id: u64,
    alphabets: Alphabets,
    /// What the variables in types of functions may begin with, computed where it was needed.
    known: Mutex<Knowledge>,
    /// Whether functions make values of each type.
    called: Vec<bool>,
    /// The types inside the result of each function.
    reached: Vec<Vec<Type>>,
    states: Mutex<FxHashMap<State, Shape>>,
    bounds: Mutex<Bounds>,
    /// Whether constructors are taken apart.
    selects: bool,
    /// Whether an expression may occur at several instances.
    repeats: AtomicBool,
    /// Whether expressions were left out because types that they need are not tried.
    leaves_out: AtomicBool,
}

/// An alternative that is being collected, of terms or steps.
struct Way<T> {
    of: T,
    label: &'static str,
    fields: Vec<Shape>,
    /// Its cost, with what its fields cost at least.
    cost: u32,
}

/// Returns the meaning of some alternatives, and the alternatives themselves, of a nonterminal for
/// which `paid` is paid in advance.
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

    /// Returns the grammar of a library's expressions; `selects` says whether they take
    /// constructors apart, to find arguments in results and errors behind lazy fields.
    pub fn with(library: Arc<L>, selects: bool) -> Arc<Self> {
        let signature = library.signature();
        let (alphabets, called) = (Alphabets::new(&*library), signature.called());
        let reached: Vec<InnerTypes> =
            signature.functions.iter().map(|function| signature.followed(&function.result)).collect();
        let mut holding = (0..).map(DataId).zip(&signature.datas).filter(|(_, own)| own.holds_functions);
        let leaves_out = alphabets.is_cut()
            || reached.iter().any(|reached| reached.is_full)
            || holding.any(|(data, _)| signature.followed(&signature.made(data)).is_full);
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        Arc::new(Self {
            library,
            id,
            alphabets,
            known: Mutex::default(),
            called,
            reached: reached.into_iter().map(|reached| reached.types).collect(),
            states: Mutex::default(),
            bounds: Mutex::default(),
            selects,
            repeats: AtomicBool::new(false),
            leaves_out: AtomicBool::new(leaves_out),
        })
    }

    /// Returns whether an expression may occur several times, at several instances of the functions
    /// it calls, in the grammar expanded so far.
    pub fn repeats(&self) -> bool {
        self.repeats.load(Ordering::Relaxed)
    }

    /// Returns whether expressions were left out because types that they need are not tried, in the
    /// grammar expanded so far. Then it may lack expressions.
    pub fn leaves_out(&self) -> bool {
        self.leaves_out.load(Ordering::Relaxed)
    }

    fn leave_out(&self) {
        self.leaves_out.store(true, Ordering::Relaxed);
    }

    /// Returns the tests of some functions, given by their indices: calls, each with a path into
    /// its result.
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
        // Entries are only added, each as a whole, so a panic elsewhere leaves the table
        // consistent.
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the possible heads of the types of variables that may stand for more than atoms in
    /// `types`.
    fn heads(&self, types: &[Type]) -> Heads {
        let mut knowledge = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let heads = self.alphabets.heads(&*self.library, types, &mut knowledge);
        if knowledge.is_cut {
            self.leave_out();
        }
        heads
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
        if let Some(cached) = states.get(&state) {
            return cached.clone();
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
            State::Term(argument) => self.term(argument),
            State::Instance { of, arguments } => self.refined(of, arguments),
            State::Exact { function, arguments } => {
                let call = self.call(*function, arguments);
                let cost = call.as_ref().map_or(0, |call| call.cost);
                self.terms(call.into_iter().collect(), cost)
            }
            State::Path { ty, to } => self.path(ty, to),
        }
    }

    fn call(self: &Arc<Self>, function: u32, arguments: &[Argument]) -> Option<Way<Provider>> {
        let of = Provider::Call(function, arguments.len() as u32);
        self.made(of, "call", arguments, 1)
    }

    /// Returns an alternative with some arguments; `None` if such arguments do not exist.
    fn made<T>(
        self: &Arc<Self>,
        of: T,
        label: &'static str,
        arguments: &[Argument],
        cost: u32,
    ) -> Option<Way<T>> {
        let cost = cost.saturating_add(self.least_of(arguments.iter().map(|argument| &argument.ty))?);
        let fields = arguments.iter().map(|argument| self.named(State::Term(argument.clone()))).collect();
        Some(Way { of, label, fields, cost })
    }

    /// Returns the values of an argument; what they cost at least is paid in advance.
    fn term(self: &Arc<Self>, argument: &Argument) -> Shape {
        let ty = &argument.ty;
        if ty.is_larger_than(least::NODES) {
            self.leave_out();
            return self.terms(Vec::new(), 0);
        }
        let ways = match ty {
            Type::Atom | Type::Variable(_) => return Shape::range(Range::unsigned(64)),
            Type::Arrow(_) => {
                let mut ways = self.calls(argument);
                let partials = self.partials(argument).into_iter();
                ways.extend(partials.filter_map(|(of, fields)| self.made(of, "partial", &fields, 1)));
                let made = self.library.functions(ty).filter(|_| !self.is_made_of_atoms(argument));
                let made = made.map(|made| ("function", made));
                let written = self.library.lambdas(ty).map(|written| ("lambda", written));
                if written.is_some() && !argument.is_free() {
                    // What they force is not known.
                    self.repeats.store(true, Ordering::Relaxed);
                }
                ways.extend(made.into_iter().chain(written).map(|(label, function)| Way {
                    of: Provider::Function,
                    label,
                    fields: vec![function],
                    cost: 0,
                }));
                ways.extend(self.digs(argument));
                ways
            }
            Type::Data(data, _) => match &self.signature().data(*data).values {
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
                    let mut ways = self.constructed(argument, *data);
                    if self.called[data.0 as usize] {
                        ways.extend(self.calls(argument));
                        ways.extend(self.digs(argument));
                    } else {
                        ways.extend(self.named_values(argument));
                    }
                    ways
                }
                Values::Functions => {
                    let mut ways = self.calls(argument);
                    ways.extend(self.digs(argument));
                    ways
                }
            },
        };
        self.terms(ways, self.least(ty).unwrap_or(0))
    }

    /// Returns the values that the visible constructors of a type make.
    fn constructed(self: &Arc<Self>, argument: &Argument, data: DataId) -> Vec<Way<Provider>> {
        let made = self.signature().made(data);
        let mut substitution = Substitution::default();
        if !substitution.unify(&made, &argument.ty) {
            return Vec::new();
        }
        let constructors = self.signature().numbered(data).filter_map(|(id, constructor)| {
            let fields: Vec<Type> = constructor.fields.iter().map(|field| field.ty.clone()).collect();
            let fields = self.pass(argument, &made, &fields, &substitution)?;
            self.made(Provider::Construct(id, fields.len() as u32), "constructor", &fields, constructor.cost)
        });
        constructors.collect()
    }

    /// Returns the values of a type with visible constructors that have a name.
    fn named_values(self: &Arc<Self>, argument: &Argument) -> Vec<Way<Provider>> {
        let values = self.signature().named_values(&argument.ty).into_iter();
        let calls = values.filter_map(|function| {
            let own = &self.signature().functions[function as usize];
            let mut substitution = Substitution::default();
            let is_known = substitution.unify(&own.result, &argument.ty);
            self.call(function, &self.pass(argument, &own.result, &[], &substitution).filter(|_| is_known)?)
        });
        calls.collect()
    }

    /// Returns the calls whose value is an argument: with all arguments, or for a function with
    /// fewer.
    fn calls(self: &Arc<Self>, argument: &Argument) -> Vec<Way<Provider>> {
        let mut ways = Vec::new();
        for (function, own) in self.signature().providers() {
            for given in 0..=own.parameters.len() {
                let (parameters, rest) = own.parameters.split_at(given);
                let scheme = Type::function(rest, own.result.clone());
                let mut substitution = Substitution::default();
                if substitution.unify(&scheme, &argument.ty)
                    && self.signature().admits(own, &substitution)
                    && let Some(arguments) = self.pass(argument, &scheme, parameters, &substitution)
                {
                    ways.extend(self.instance(&What::Call(function), &arguments));
                }
            }
        }
        ways
    }

    /// Returns the constructors that, applied to fewer fields than they have, make the argument,
    /// and these fields. A type without variables leaves none in the types of the fields; the
    /// variables of other types must differ from the variables of the constructors.
    fn partials(&self, argument: &Argument) -> Vec<(Provider, Vec<Argument>)> {
        let (mut found, signature) = (Vec::new(), self.signature());
        for data_id in (0..signature.datas.len() as u32).map(DataId) {
            let made = signature.made(data_id);
            for (id, constructor) in signature.numbered(data_id) {
                let fields: Vec<Type> = constructor.fields.iter().map(|field| field.ty.clone()).collect();
                for given in 0..fields.len() {
                    let scheme = Type::function(&fields[given..], made.clone());
                    let mut substitution = Substitution::default();
                    if substitution.unify(&scheme, &argument.ty)
                        && let Some(fields) = self.pass(argument, &scheme, &fields[..given], &substitution)
                    {
                        found.push((Provider::Construct(id, given as u32), fields));
                    }
                }
            }
        }
        found
    }
}
