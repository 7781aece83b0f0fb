//! The instances of polymorphic functions: which type constructors their type variables may stand
//! for.
//!
//! A function that is polymorphic in a type cannot inspect its values and can only compare them. It
//! does the same with atoms in the same order, so nothing is lost if its variables stand for atoms
//! (parametricity). That is not so where values of a type exist for certain arguments only. In
//!
//! ```text
//! format-integer : format integer        format-list : format a -> format (list a)        show : format a -> a -> string
//! ```
//!
//! with an abstract type `format`, a `format` of atoms does not exist. So `a` in `show` stands for
//! `integer` too, and for `list integer`.
//!
//! The grammar refines one variable at a time: it stands for atoms, or for a type constructor on
//! new variables. The *alphabet* of a parameter of a type constructor has the type constructors,
//! and the arrow, that may be of use anywhere below this parameter. A variable is refined with the
//! alphabets of all parameters below which it occurs. Where they are empty it is an atom, unless it
//! occurs in the type of a function and the library makes no functions of this type: then it also
//! stands for what the functions of the library have in its place (module `functions`).
//!
//! # The fixed point
//!
//! The alphabets are the smallest sets with these properties, for every type `T` below whose
//! parameter `i` a type `t` stands:
//!
//! - In a type that a provider makes (as its result, or inside it), `T` abstract or without finite
//!   values of its constructors alone, or in the type of a definition without parameters: the
//!   alphabet has all type constructors in `t`. For each variable in `t` it contains the alphabets
//!   of all parameters below which the provider's arguments have this variable, and what functions
//!   among these arguments have in its place. A result that is a variable stands for all types that
//!   providers make. If the result has the variable more than once, it has all type constructors of
//!   the signature.
//! - `T` with visible constructors, applied to its own parameters: the alphabet of `i` contains the
//!   alphabets of all parameters below which the fields of the constructors have parameter `i`.
//!
//! # Nothing is lost
//!
//! Let an argument have type `p`, with a variable `a` below some parameters, and let the expression
//! force `a` to stand for a type that begins with `H`. Follow the position of `H` into the
//! argument. At a constructor the position goes to a field, and below the same parameters or the
//! parameters of the second property. At a call the function's result has `H` itself, which is the
//! first property's alphabet; or a variable. The variable's other occurrences are in the arguments,
//! where the search goes on below parameters whose alphabets are contained; or in the result
//! itself, from where `H` may be any type constructor. Where a variable is an argument's whole
//! type, nothing forces it, and an atom does as well. The types inside types that providers make
//! count as made, since a function may take a value out: `pick : bag a -> a`.

mod functions;

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::library::{Library, Signature};
use crate::types::{DataId, Substitution, Type};
pub(crate) use functions::Knowledge;
use functions::Way;

/// What a type begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Head {
    /// A type constructor.
    Data(DataId),
    /// The arrow.
    Arrow,
}

impl Head {
    /// Returns what a type begins with; `None` for variables and atoms.
    pub(crate) fn of(ty: &Type) -> Option<Head> {
        match ty {
            Type::Data(data, _) => Some(Head::Data(*data)),
            Type::Arrow(_) => Some(Head::Arrow),
            Type::Variable(_) | Type::Atom => None,
        }
    }

    /// Returns a type with this head on variables numbered from `fresh`.
    pub(crate) fn applied(self, signature: &Signature, fresh: u32) -> Type {
        match self {
            Head::Data(data) => {
                let parameters = signature.data(data).parameters;
                Type::data(data, (fresh..fresh + parameters).map(Type::Variable))
            }
            Head::Arrow => Type::arrow(Type::Variable(fresh), Type::Variable(fresh + 1)),
        }
    }
}

/// A parameter of a type constructor.
type Parameter = (DataId, u32);

/// What the types that a variable stands for may begin with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Begins {
    /// What these types themselves begin with.
    pub(crate) first: BTreeSet<Head>,
    /// What the types inside them begin with.
    inside: BTreeSet<Head>,
}

impl Begins {
    fn len(&self) -> usize {
        self.first.len() + self.inside.len()
    }

    /// Adds what a type may begin with for which the variable stands (`is_whole`), or that is
    /// inside of what it stands for. Returns whether some of it was not known.
    fn join(&mut self, part: &Begins, is_whole: bool) -> bool {
        let before = self.len();
        if is_whole { &mut self.first } else { &mut self.inside }.extend(&part.first);
        self.inside.extend(&part.inside);
        self.len() > before
    }
}

/// What variables may begin with.
pub(crate) type Heads = FxHashMap<u32, Begins>;

/// The alphabets of a signature.
#[derive(Debug)]
pub(crate) struct Alphabets {
    of: FxHashMap<Parameter, BTreeSet<Head>>,
    /// All heads in the signature.
    all: BTreeSet<Head>,
    /// How functions are made.
    ways: Vec<Way>,
    /// Whether the types inside some result were too many, so that something may be missing.
    is_cut: bool,
}

impl Alphabets {
    /// Computes the alphabets.
    pub(crate) fn new<L: Library>(library: &L) -> Alphabets {
        let signature = library.signature();
        let called = signature.called();
        let own = Alphabets {
            of: FxHashMap::default(),
            all: all(signature),
            ways: functions::ways(signature),
            is_cut: false,
        };
        let mut rules = Rules { own, within: BTreeSet::new(), forced: Vec::new() };
        for (_, function) in signature.providers() {
            let mut arguments = function.parameters.clone();
            arguments.extend(signature.applied(&function.result));
            let mut called = called.clone();
            if let Type::Data(data, _) = function.result
                && function.parameters.is_empty()
                && signature.has_fields(data)
            {
                called[data.0 as usize] = true;
            }
            let (made, is_cut) = made(signature, &called, &function.result);
            rules.own.is_cut |= is_cut;
            for (ty, root) in made {
                rules.add(&ty, &root, &arguments);
            }
            if let Type::Variable(result) = function.result {
                rules.add_open(signature, &called, result, &arguments);
            }
        }
        for (number, data) in (0..).zip(&signature.datas) {
            let own = Type::data(DataId(number), (0..data.parameters).map(Type::Variable));
            let constructors = signature.constructors(DataId(number));
            let fields = constructors.iter().flat_map(|constructor| &constructor.fields);
            let fields: Vec<Type> = fields.map(|field| field.ty.clone()).collect();
            rules.add(&own, &own, &fields);
        }
        rules.solved(library)
    }

    /// Returns whether something may be missing, since the types inside some result were too many.
    pub(crate) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Returns what the variables may begin with that occur below parameters in `types`.
    fn below(&self, types: &[Type]) -> Heads {
        let mut found = Heads::default();
        for ty in types {
            below(ty, &mut Vec::new(), &mut |variable, parameters| {
                let own = found.entry(variable).or_default();
                for heads in parameters.iter().filter_map(|parameter| self.of.get(parameter)) {
                    own.first.extend(heads);
                    own.inside.extend(heads);
                }
            });
        }
        found
    }
}

/// The properties of alphabets.
struct Rules {
    own: Alphabets,
    /// Pairs of parameters: the alphabet of the first contains the alphabet of the second.
    within: BTreeSet<(Parameter, Parameter)>,
    /// Parameters, and types of arguments. The alphabet of the parameter contains what these
    /// variables of the arguments may begin with.
    forced: Vec<(Parameter, FxHashSet<u32>, Vec<Type>)>,
}

impl Rules {
    /// Adds the properties that follow from a type that is made from arguments, inside `root`.
    fn add(&mut self, ty: &Type, root: &Type, arguments: &[Type]) {
        let Type::Data(data, below_it) = ty else { return };
        let in_root: Vec<u32> = root.variables().collect();
        for (index, ty) in (0..).zip(below_it.iter()) {
            let own = (*data, index);
            let heads = self.own.of.entry(own).or_default();
            let mut parts = Vec::new();
            ty.parts(&mut parts);
            heads.extend(parts.into_iter().filter_map(Head::of));
            let variables: FxHashSet<u32> = ty.variables().collect();
            if variables.iter().any(|own| in_root.iter().filter(|variable| *variable == own).count() > 1) {
                heads.extend(&self.own.all);
            }
            for argument in arguments {
                below(argument, &mut Vec::new(), &mut |variable, parameters| {
                    if variables.contains(&variable) {
                        self.within.extend(parameters.iter().map(|parameter| (own, *parameter)));
                    }
                });
            }
            if !variables.is_empty() {
                self.forced.push((own, variables, arguments.to_vec()));
            }
        }
    }

    /// Adds the properties that follow from a result of an open type: it may be of any type that
    /// functions make.
    fn add_open(&mut self, signature: &Signature, called: &[bool], result: u32, arguments: &[Type]) {
        let fresh = arguments.iter().flat_map(Type::variables).max().map_or(0, |largest| largest + 1);
        for (number, data) in (0..).zip(&signature.datas).filter(|(number, _)| called[*number as usize]) {
            let parameters = (0..data.parameters).map(|index| Type::Variable(fresh + index));
            let substitution = Substitution::of(result, Type::data(DataId(number), parameters));
            let arguments: Vec<Type> = arguments.iter().map(|ty| substitution.apply(ty)).collect();
            for index in 0..data.parameters {
                let variables = [fresh + index].into_iter().collect();
                self.forced.push(((DataId(number), index), variables, arguments.clone()));
            }
        }
    }

    /// Returns the smallest alphabets with the properties.
    fn solved<L: Library>(mut self, library: &L) -> Alphabets {
        let has_functions = |(_, variables, arguments): &(Parameter, FxHashSet<u32>, Vec<Type>)| {
            let demanded = functions::demanded(library, arguments);
            demanded.iter().flat_map(|(ty, _)| ty.variables()).any(|variable| variables.contains(&variable))
        };
        self.forced.retain(has_functions);
        loop {
            let mut more: Vec<(Parameter, BTreeSet<Head>)> = Vec::new();
            for (larger, smaller) in &self.within {
                more.extend(self.own.of.get(smaller).map(|heads| (*larger, heads.clone())));
            }
            // What is known changes with the alphabets.
            let mut knowledge = Knowledge::default();
            for (parameter, variables, arguments) in &self.forced {
                let heads = self.own.heads(library, arguments, &mut knowledge);
                let own = heads.into_iter().filter(|(variable, _)| variables.contains(variable));
                more.push((
                    *parameter,
                    own.flat_map(|(_, begins)| begins.first.into_iter().chain(begins.inside)).collect(),
                ));
            }
            let mut is_complete = true;
            for (parameter, heads) in more {
                let own = self.own.of.entry(parameter).or_default();
                let before = own.len();
                own.extend(heads);
                is_complete &= own.len() == before;
            }
            if is_complete {
                self.own.is_cut |= knowledge.is_cut;
                return self.own;
            }
        }
    }
}

/// Returns what the types in a signature's functions and constructors are made of.
fn all(signature: &Signature) -> BTreeSet<Head> {
    let fields = (0..signature.datas.len() as u32)
        .flat_map(|number| signature.constructors(DataId(number)))
        .flat_map(|constructor| constructor.fields.iter().map(|field| &field.ty));
    let functions =
        signature.functions.iter().flat_map(|function| function.parameters.iter().chain([&function.result]));
    let mut parts = Vec::new();
    fields.chain(functions).for_each(|ty| ty.parts(&mut parts));
    parts.into_iter().filter_map(Head::of).collect()
}

/// Returns the types made by functions (`called`) that a result is, or has inside, or below
/// parameters of such a type. Each comes with the outermost such type around it. The flag says
/// whether types were left out because there are too many.
fn made(signature: &Signature, called: &[bool], result: &Type) -> (Vec<(Type, Type)>, bool) {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    let mut open: Vec<(Type, Option<Type>)> = vec![(result.clone(), None)];
    while let Some((ty, root)) = open.pop() {
        let pair = (ty.clone(), root.clone());
        if seen.contains(&pair) {
            continue;
        }
        if seen.len() == crate::reach::MOST {
            return (found, true);
        }
        seen.insert(pair);
        let mut next = signature.inside(&ty);
        let root = match &ty {
            Type::Data(data, arguments) => {
                let is_called = called[data.0 as usize];
                let root = if is_called { root.or(Some(ty.clone())) } else { root };
                if let Some(root) = &root {
                    next.extend(arguments.iter().cloned());
                    if is_called {
                        found.push((ty.clone(), root.clone()));
                    }
                }
                root
            }
            Type::Arrow(sides) if root.is_some() => {
                next.push(sides.0.clone());
                root
            }
            Type::Arrow(_) | Type::Variable(_) | Type::Atom => root,
        };
        open.extend(next.into_iter().map(|ty| (ty, root.clone())));
    }
    (found, false)
}

/// Calls `visit` with each occurrence of a variable in a type, and the parameters below which it
/// is.
fn below(ty: &Type, parameters: &mut Vec<Parameter>, visit: &mut impl FnMut(u32, &[Parameter])) {
    match ty {
        Type::Variable(variable) => visit(*variable, parameters),
        Type::Atom => {}
        Type::Arrow(sides) => {
            below(&sides.0, parameters, visit);
            below(&sides.1, parameters, visit);
        }
        Type::Data(data, arguments) => {
            for (index, argument) in (0..).zip(arguments.iter()) {
                parameters.push((*data, index));
                below(argument, parameters, visit);
                parameters.pop();
            }
        }
    }
}
