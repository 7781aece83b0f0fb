//! The grammar of test expressions (sections 4.1 and 4.2 of the thesis).
//!
//! A nonterminal is a type without variables; its alternatives are all that can make a value of the type: visible constructors, or
//! functions, or partial applications, or what is found inside the results of functions. They are found by unification, when
//! the kernel first looks at the nonterminal.
//!
//! # Sizes
//!
//! A function, a constant and a step of a path cost 1, a constructor what the library says, open numbers and atoms their bits. An
//! instance of round `n` of a polymorphic function costs `n` more (see the module `instances`).
//!
//! # Cost
//!
//! Without instances of later rounds, expanding a nonterminal takes time linear in the number of functions. Rounds list the types of which
//! values exist. Where a function makes such a type from two others, their number grows exponentially with the round, and so does the
//! time.
//!
//! # What is left out
//!
//! - Values of a type with visible constructors are made by these alone, as in section 4.1.2.
//! - Constructors with fewer fields than they have, and arguments of functions found inside values, have atoms for open types, not
//!   instances of later rounds.
//! - Inside values of a type that contains larger instances of itself, 1,000 types are looked for.
//!
//! An expression that is well-typed at several instances of a function occurs once for each of them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use everycase_kernel::{Alternative, Key, Range, Shape};
use rustc_hash::FxHashMap;

use crate::instances::Instances;
use crate::library::{Library, Options, Provider, Signature, Step, Values};
use crate::types::{Substitution, Type};

/// A nonterminal. Its types have no variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum State {
    /// Arguments of a type.
    Term(Type),
    /// Calls of functions whose result has a type.
    Calls(Type),
    /// Calls of one function, with `given` arguments, whose value has a type; instances from a round on.
    Call { function: u32, given: usize, ty: Type, round: usize },
    /// Values of a type found inside the results of functions, which have types from a round on.
    Digs { ty: Type, round: usize },
    /// The tests of one function, from a round on.
    Tests { function: u32, round: usize },
    /// Calls of a function with arguments of these types.
    Exact { function: u32, arguments: Vec<Type> },
    /// Paths into a value of a type.
    Path { ty: Type, to: Goal },
}

/// What a path leads to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Goal {
    /// A value of a type; the flag says whether the path may be empty.
    Value(Type, bool),
    /// Something that has not been evaluated; the flag says whether the value at hand is.
    Hidden(bool),
}

/// The grammar of the test expressions of a library.
pub struct Grammar<L: Library> {
    library: Arc<L>,
    id: u64,
    tables: Mutex<Tables>,
}

struct Tables {
    states: FxHashMap<State, Shape>,
    instances: Instances,
}

/// An alternative that is being collected.
type Way<T> = (T, Alternative);

static NEXT_ID: AtomicU64 = AtomicU64::new(0);

impl<L: Library> Grammar<L> {
    /// Returns the grammar of a library's expressions.
    pub fn new(library: Arc<L>) -> Arc<Self> {
        let instances = Instances::new(library.signature());
        let tables = Tables { states: FxHashMap::default(), instances };
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        Arc::new(Self { library, id, tables: Mutex::new(tables) })
    }

    /// Returns the tests of some functions, given by their indices: calls, each with a path into its result.
    pub fn tests(self: &Arc<Self>, functions: impl IntoIterator<Item = u32>) -> Shape {
        let functions: Vec<u32> = functions.into_iter().collect();
        self.root(move |grammar| {
            let tests = functions.iter().map(|function| State::Tests { function: *function, round: 0 });
            let tests = tests.map(|state| (Provider::Same, Alternative::new("", [grammar.named(state)])));
            grammar.terms(tests.collect())
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

    fn tables(&self) -> MutexGuard<'_, Tables> {
        // Entries are only added, each as a whole, so a panic elsewhere leaves the tables consistent.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn named(self: &Arc<Self>, state: State) -> Shape {
        let mut tables = self.tables();
        if let Some(known) = tables.states.get(&state) {
            return known.clone();
        }
        let number = tables.states.len() as u64;
        let key = Key::of::<Self>().with(self.id).with(number);
        // A weak reference: the table is part of the grammar.
        let (grammar, own) = (Arc::downgrade(self), state.clone());
        let shape = Shape::named(key, move || match grammar.upgrade() {
            Some(grammar) => grammar.expanded(&own),
            None => Shape::empty(),
        });
        tables.states.insert(state, shape.clone());
        shape
    }

    fn terms(&self, ways: Vec<Way<Provider>>) -> Shape {
        let (providers, alternatives): (Vec<_>, Vec<_>) = ways.into_iter().unzip();
        self.library.choice(alternatives, Options::Terms(providers))
    }

    fn expanded(self: &Arc<Self>, state: &State) -> Shape {
        match state {
            State::Term(ty) => self.term(ty),
            State::Calls(ty) => self.terms(self.calls(ty)),
            State::Call { function, given, ty, round } => {
                let (types, arguments) = self.goal(*function, *given);
                let instances = self.instances_of(&types, &arguments, ty, *round);
                let mut ways: Vec<_> =
                    instances.into_iter().map(|arguments| self.call(*function, &arguments)).collect();
                let next = |round| State::Call { function: *function, given: *given, ty: ty.clone(), round };
                ways.extend(self.later(*round, next));
                self.terms(ways)
            }
            State::Digs { ty, round } => {
                let mut ways: Vec<_> =
                    self.found_inside(ty, *round).into_iter().map(|of| self.dig(&of, ty)).collect();
                ways.extend(self.later(*round, |round| State::Digs { ty: ty.clone(), round }));
                self.terms(ways)
            }
            State::Tests { function, round } => self.tests_of(*function, *round),
            State::Exact { function, arguments } => self.terms(vec![self.call(*function, arguments)]),
            State::Path { ty, to } => self.path(ty, to),
        }
    }

    /// Returns the way to the instances of the next round, if there is one.
    fn later(self: &Arc<Self>, round: usize, state: impl FnOnce(usize) -> State) -> Option<Way<Provider>> {
        let has_more = self.tables().instances.has_more(self.signature(), round);
        has_more.then(|| {
            let shape = self.named(state(round + 1));
            (Provider::Same, Alternative::new("later", [shape]).pay(1))
        })
    }

    fn call(self: &Arc<Self>, function: u32, arguments: &[Type]) -> Way<Provider> {
        let call = Alternative::new("call", self.arguments(arguments)).pay(1);
        (Provider::Call(function, arguments.len() as u32), call)
    }

    fn arguments(self: &Arc<Self>, types: &[Type]) -> Vec<Shape> {
        types.iter().map(|ty| self.named(State::Term(ty.clone()))).collect()
    }

    fn term(self: &Arc<Self>, ty: &Type) -> Shape {
        match ty {
            Type::Atom | Type::Variable(_) => Shape::range(Range::unsigned(64)),
            Type::Arrow(_) => {
                let mut ways = self.calls(ty);
                ways.extend(self.partial(ty));
                let made = self.library.functions(ty);
                ways.extend(made.map(|made| (Provider::Function, Alternative::new("function", [made]))));
                ways.push(self.digs(ty));
                self.terms(ways)
            }
            Type::Data(data, arguments) => match &self.signature().data(*data).values {
                Values::Open(shape) => shape.clone(),
                Values::Constants(constants) => {
                    let constants = (0..constants.len() as u32).map(|index| {
                        (Provider::Constant(*data, index), Alternative::new("constant", []).pay(1))
                    });
                    self.terms(constants.collect())
                }
                Values::Constructors(_) => {
                    let constructors = self.signature().numbered(*data).map(|(id, constructor)| {
                        let fields: Vec<Type> =
                            constructor.fields.iter().map(|field| field.ty.with(arguments)).collect();
                        let made = Alternative::new("constructor", self.arguments(&fields));
                        (Provider::Construct(id, fields.len() as u32), made.pay(constructor.cost))
                    });
                    self.terms(constructors.collect())
                }
                Values::Functions => {
                    let mut ways = self.calls(ty);
                    ways.push(self.digs(ty));
                    self.terms(ways)
                }
            },
        }
    }

    /// Returns the calls whose value has a type: with all arguments, or for a function with fewer.
    fn calls(self: &Arc<Self>, ty: &Type) -> Vec<Way<Provider>> {
        let mut ways = Vec::new();
        let signature = self.signature();
        for (function, own) in signature.providers() {
            for given in 0..=own.parameters.len() {
                let (value, arguments) = self.goal(function, given);
                let mut known = Substitution::default();
                if !known.unify(&value, ty) {
                    continue;
                }
                let arguments: Vec<Type> = arguments.iter().map(|argument| known.apply(argument)).collect();
                let is_open = arguments.iter().any(|argument| argument.closed() != *argument);
                if is_open && self.tables().instances.has_more(signature, 0) {
                    let state = State::Call { function, given, ty: ty.clone(), round: 0 };
                    ways.push((Provider::Same, Alternative::new("", [self.named(state)])));
                } else {
                    let arguments: Vec<Type> = arguments.iter().map(Type::closed).collect();
                    ways.push(self.call(function, &arguments));
                }
            }
        }
        ways
    }

    /// Returns the type of a function's value with `given` arguments, and the types of the arguments.
    fn goal(&self, function: u32, given: usize) -> (Type, Vec<Type>) {
        let function = &self.signature().functions[function as usize];
        let (arguments, rest) = function.parameters.split_at(given);
        (Type::function(rest, function.result.clone()), arguments.to_vec())
    }

    /// Returns the instances of arguments of a round, with which a value has a type.
    fn instances_of(&self, value: &Type, arguments: &[Type], ty: &Type, round: usize) -> Vec<Vec<Type>> {
        let mut known = Substitution::default();
        if !known.unify(value, ty) {
            return Vec::new();
        }
        let arguments: Vec<Type> = arguments.iter().map(|argument| known.apply(argument)).collect();
        self.tables().instances.new_of(self.signature(), &arguments, round)
    }

    /// Returns the constructors with fewer fields than they have, whose value has a type.
    fn partial(self: &Arc<Self>, ty: &Type) -> Vec<Way<Provider>> {
        let (mut ways, signature) = (Vec::new(), self.signature());
        for (number, data) in (0..).zip(&signature.datas) {
            let data_id = crate::types::DataId(number);
            let made = Type::data(data_id, (0..data.parameters).map(Type::Variable));
            for (id, constructor) in signature.numbered(data_id) {
                let fields: Vec<Type> = constructor.fields.iter().map(|field| field.ty.clone()).collect();
                for given in 0..fields.len() {
                    let mut known = Substitution::default();
                    if known.unify(&Type::function(&fields[given..], made.clone()), ty) {
                        let types: Vec<Type> =
                            fields[..given].iter().map(|field| known.apply(field).closed()).collect();
                        let partial = Alternative::new("partial", self.arguments(&types)).pay(1);
                        ways.push((Provider::Construct(id, given as u32), partial));
                    }
                }
            }
        }
        ways
    }

    fn digs(self: &Arc<Self>, ty: &Type) -> Way<Provider> {
        let state = State::Digs { ty: ty.clone(), round: 0 };
        (Provider::Same, Alternative::new("", [self.named(state)]))
    }

    /// Returns the types of results, of a round, with values of a type inside.
    fn found_inside(&self, ty: &Type, round: usize) -> Vec<Type> {
        let signature = self.signature();
        let inside = |results: Vec<Type>| {
            let mut found = Vec::new();
            for result in results {
                for part in signature.reached(&result) {
                    let mut known = Substitution::default();
                    // What has an open type is an argument, or not there (parametricity).
                    if !matches!(part, Type::Variable(_)) && known.unify(&part, ty) {
                        found.push(known.apply(&result).closed());
                    }
                }
            }
            found.sort();
            found.dedup();
            found
        };
        let mut tables = self.tables();
        let mut own = inside(tables.instances.results(signature, round));
        if round > 0 {
            let before = inside(tables.instances.results(signature, round - 1));
            own.retain(|known| !before.contains(known));
        }
        own
    }

    fn dig(self: &Arc<Self>, of: &Type, ty: &Type) -> Way<Provider> {
        let path = State::Path { ty: of.clone(), to: Goal::Value(ty.clone(), false) };
        let fields = [State::Calls(of.clone()), path].map(|state| self.named(state));
        (Provider::Dig, Alternative::new("dig", fields))
    }

    fn tests_of(self: &Arc<Self>, function: u32, round: usize) -> Shape {
        let own = &self.signature().functions[function as usize];
        let mut types = own.parameters.clone();
        types.push(own.result.clone());
        let instances = self.tables().instances.new_of(self.signature(), &types, round);
        let tests = instances.into_iter().map(|mut types| {
            let result = types.pop().unwrap_or(Type::Atom);
            let path = State::Path { ty: result, to: Goal::Hidden(true) };
            let fields = [State::Exact { function, arguments: types }, path].map(|state| self.named(state));
            (Provider::Dig, Alternative::new("test", fields))
        });
        let mut ways: Vec<_> = tests.collect();
        ways.extend(self.later(round, |round| State::Tests { function, round }));
        self.terms(ways)
    }

    fn path(self: &Arc<Self>, ty: &Type, to: &Goal) -> Shape {
        let signature = self.signature();
        let mut ways: Vec<Way<Step>> = Vec::new();
        let ends = match to {
            Goal::Value(wanted, may_end) => *may_end && ty == wanted,
            Goal::Hidden(is_new) => *is_new,
        };
        if ends {
            ways.push((Step::End, Alternative::new("end", [])));
        }
        let goes = |ty: &Type, is_new: bool| match to {
            Goal::Value(wanted, _) => signature.leads(ty, wanted).then(|| Goal::Value(wanted.clone(), true)),
            Goal::Hidden(_) => (is_new || signature.hides(ty)).then_some(Goal::Hidden(is_new)),
        };
        match ty {
            Type::Data(data, arguments) => {
                for (id, constructor) in signature.numbered(*data) {
                    for (index, field) in (0..).zip(&constructor.fields) {
                        let ty = field.ty.with(arguments);
                        if let Some(to) = goes(&ty, field.is_lazy) {
                            let rest = self.named(State::Path { ty, to });
                            ways.push((Step::Field(id, index), Alternative::new("field", [rest]).pay(1)));
                        }
                    }
                }
            }
            Type::Arrow(sides) => {
                if let Some(to) = goes(&sides.1, true) {
                    let rest = State::Path { ty: sides.1.clone(), to };
                    let fields = [State::Term(sides.0.clone()), rest].map(|state| self.named(state));
                    ways.push((Step::Apply, Alternative::new("apply", fields).pay(1)));
                }
            }
            Type::Variable(_) | Type::Atom => {}
        }
        let (steps, alternatives): (Vec<_>, Vec<_>) = ways.into_iter().unzip();
        self.library.choice(alternatives, Options::Path(steps))
    }
}
