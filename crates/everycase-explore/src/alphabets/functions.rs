//! Functions as arguments, where the library makes no functions of their type.
//!
//! With `h : integer -> parser string` and `kleisli : (a -> parser b) -> ..`, the variable `a`
//! stands for integers. So a variable in the type of such an argument also stands for what the
//! types of functions have in its place. These are functions and constructors with fewer arguments
//! than they have parameters, calls whose result is a function, and functions inside of results.
//!
//! The arguments of such a function may force a variable as well: with `under : key a -> a -> text`
//! and `key : key integer`, the variable in `a -> text` stands for integers in `under key`. So the
//! types of these arguments are looked at, too. These may be functions again, as in `choose choose`
//! where `choose : (a -> text) -> a`. Functions among their arguments are not looked at, nor are
//! functions among arguments at all if there are more than [`FEW`] ways to make functions: time and
//! the number of types grow with the square of that number. Where functions are met that are not
//! looked at, [`Knowledge::is_cut`] says so.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Alphabets, Begins, Head, Heads};
use crate::library::{Library, Signature};
use crate::types::{DataId, Substitution, Type};

/// The number of ways to make functions up to which functions among the arguments of functions are
/// looked at.
const FEW: usize = 60;

/// Above the numbers of variables in signatures, and of canonical types.
const APART: u32 = 1 << 16;

/// A way to make a value: the types of the arguments, and the type of the value.
pub(super) type Way = (Vec<Type>, Type);

/// Returns the ways to make functions of open types.
pub(super) fn ways(signature: &Signature) -> Vec<Way> {
    let mut ways = Vec::new();
    let mut fewer = |parameters: &[Type], result: &Type| {
        for given in 0..parameters.len() {
            let (given, rest) = parameters.split_at(given);
            ways.push((given.to_vec(), Type::function(rest, result.clone())));
        }
    };
    for (number, data) in (0..).zip(&signature.datas) {
        let data_id = DataId(number);
        let made = Type::data(data_id, (0..data.parameters).map(Type::Variable));
        for constructor in signature.constructors(data_id) {
            let fields: Vec<Type> = constructor.fields.iter().map(|field| field.ty.clone()).collect();
            fewer(&fields, &made);
        }
    }
    for (_, own) in signature.providers() {
        fewer(&own.parameters, &own.result);
    }
    for (_, own) in signature.providers() {
        let inside = signature.reached(&own.result).into_iter().filter(|ty| matches!(ty, Type::Arrow(_)));
        let open = matches!(own.result, Type::Variable(_)).then(|| own.result.clone());
        ways.extend(inside.chain(open).map(|made| (own.parameters.clone(), made)));
    }
    let apart = |ty: &Type| ty.apart(APART);
    let ways = ways.into_iter();
    ways.map(|(arguments, made)| (arguments.iter().map(apart).collect(), apart(&made))).collect()
}

/// How many values of a type there are in an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// The argument itself.
    One,
    /// Any number, inside a value of an abstract type. One is looked at: two would be looked at in
    /// each `set a`, whose variable is then refined with more types, and the number of typed
    /// expressions grows tenfold.
    Any,
    /// Any number, inside a value with visible constructors. Two are looked at: what is true of
    /// more is true of two.
    Several,
}

/// Returns the open types of functions that arguments of some types are or hold, where the library
/// makes none.
pub(super) fn demanded<L: Library>(library: &L, types: &[Type]) -> Vec<(Type, Number)> {
    let signature = library.signature();
    let (mut parts, mut inside) = (Vec::new(), Vec::new());
    for ty in types {
        held(signature, ty, Number::One, &mut parts);
    }
    for (part, _) in &parts {
        if let Type::Data(data, _) = part
            && signature.data(*data).holds_functions
        {
            inside.extend(signature.reached(part));
        }
    }
    let all = parts.into_iter().chain(inside.iter().map(|part| (part, Number::Several)));
    let demanded = all.filter(|(part, _)| {
        let is_function = matches!(part, Type::Arrow(_));
        is_function && part.variables().next().is_some() && !library.makes_functions(part)
    });
    demanded.map(|(part, number)| (part.clone(), number)).collect()
}

/// Adds the type of a value, and the types of the values that it may hold. A function does not hold
/// its arguments and results.
fn held<'t>(signature: &Signature, ty: &'t Type, number: Number, parts: &mut Vec<(&'t Type, Number)>) {
    parts.push((ty, number));
    if let Type::Data(data, arguments) = ty {
        let number = match number {
            Number::One | Number::Any if !signature.has_fields(*data) => Number::Any,
            _ => Number::Several,
        };
        arguments.iter().for_each(|own| held(signature, own, number, parts));
    }
}

/// What is known of the variables in the types of functions.
#[derive(Debug, Default)]
pub(crate) struct Knowledge {
    /// By the canonical type and the number of steps that are left.
    demands: FxHashMap<(Type, u32), Arc<Demand>>,
    /// Whether functions were met that are not looked at.
    pub(crate) is_cut: bool,
}

/// What the variables in the type of a function may begin with.
#[derive(Clone, Debug, Default)]
struct Demand {
    heads: Heads,
    /// Variables that one type may have to equal, or to occur in.
    groups: BTreeSet<Group>,
}

/// Variables, each with whether it stands for a type that all of them have; otherwise the type is
/// inside what it stands for.
type Group = Vec<(u32, bool)>;

impl Demand {
    /// Returns what is known, with these names for the variables.
    fn named(&self, variables: &[u32]) -> Demand {
        let named = |number: u32| variables[number as usize];
        let heads = self.heads.iter().map(|(number, begins)| (named(*number), begins.clone()));
        let groups =
            self.groups.iter().map(|group| group.iter().map(|(own, whole)| (named(*own), *whole)).collect());
        Demand { heads: heads.collect(), groups: groups.collect() }
    }
}

impl Alphabets {
    /// Returns the possible heads of the types of variables that may stand for more than atoms in
    /// `types`, which are canonical.
    pub(crate) fn heads<L: Library>(&self, library: &L, types: &[Type], known: &mut Knowledge) -> Heads {
        let depth = if self.ways.len() > FEW { 1 } else { 2 };
        self.heads_to(library, types, depth, known)
    }

    fn heads_to<L: Library>(&self, library: &L, types: &[Type], depth: u32, known: &mut Knowledge) -> Heads {
        let below = self.below(types);
        let demanded = demanded(library, types);
        let Some(depth) = depth.checked_sub(1) else {
            known.is_cut |= !demanded.is_empty();
            return below;
        };
        let mut functions = Vec::new();
        let mut others = Vec::new();
        for (part, number) in demanded {
            let mut variables: Vec<u32> = Vec::new();
            for variable in part.variables() {
                if !variables.contains(&variable) {
                    variables.push(variable);
                }
            }
            // Canonical names are the places in this list.
            let own = Type::canonical(std::slice::from_ref(&part)).remove(0);
            let demand = self.demand(library, own, depth, known).named(&variables);
            match number {
                Number::One => {}
                Number::Any => others.push(demand.clone()),
                Number::Several => functions.push(demand.clone()),
            }
            functions.push(demand);
        }
        let found = joined(&below, &functions);
        if !others.is_empty() {
            functions.extend(others);
            known.is_cut |= joined(&below, &functions) != found;
        }
        found
    }

    /// Returns what the variables in the canonical type of a function may begin with; `depth` is
    /// what is left for its arguments.
    fn demand<L: Library>(&self, library: &L, part: Type, depth: u32, known: &mut Knowledge) -> Arc<Demand> {
        let key = (part, depth);
        if let Some(demand) = known.demands.get(&key) {
            return Arc::clone(demand);
        }
        let part = &key.0;
        let variables: BTreeSet<u32> = part.variables().collect();
        let mut found = Demand::default();
        for way in &self.ways {
            self.add_way(library, way, part, &variables, depth, known, &mut found);
        }
        let found = Arc::new(found);
        known.demands.insert(key, Arc::clone(&found));
        found
    }

    /// Adds what the variables may begin with if a function is made in a certain way.
    #[expect(clippy::too_many_arguments, reason = "it is the body of a loop")]
    fn add_way<L: Library>(
        &self,
        library: &L,
        (arguments, made): &Way,
        part: &Type,
        variables: &BTreeSet<u32>,
        depth: u32,
        known: &mut Knowledge,
        found: &mut Demand,
    ) {
        let mut unified = Substitution::default();
        if !unified.unify(made, part) {
            return;
        }
        let bound = variables.iter().map(|variable| unified.apply(&Type::Variable(*variable)));
        let bound: Vec<Type> = bound.collect();
        let arguments = linked(&bound, arguments.iter().map(|ty| unified.apply(ty)).collect());
        let all = Type::canonical(&[bound, arguments].concat());
        let (bound, arguments) = all.split_at(variables.len());
        let inner = self.heads_to(library, arguments, depth, known);
        let mut holders: FxHashMap<u32, Group> = FxHashMap::default();
        for (variable, ty) in variables.iter().zip(bound) {
            let own = found.heads.entry(*variable).or_default();
            own.first.extend(Head::of(ty));
            let mut parts = Vec::new();
            ty.parts(&mut parts);
            own.inside.extend(parts.into_iter().skip(1).filter_map(Head::of));
            let is_whole = matches!(ty, Type::Variable(_));
            for inside in ty.variables().collect::<BTreeSet<u32>>() {
                if let Some(begins) = inner.get(&inside) {
                    own.join(begins, is_whole);
                }
                holders.entry(inside).or_default().push((*variable, is_whole));
            }
        }
        found.groups.extend(holders.into_values().filter(|holders| holders.len() > 1));
    }
}

/// Returns the types that have variables in common with others, directly or through further ones.
fn linked(bound: &[Type], mut types: Vec<Type>) -> Vec<Type> {
    let (mut found, mut variables): (Vec<Type>, BTreeSet<u32>) =
        (Vec::new(), bound.iter().flat_map(Type::variables).collect());
    while let Some(next) = types.iter().position(|ty| ty.variables().any(|own| variables.contains(&own))) {
        let next = types.swap_remove(next);
        variables.extend(next.variables());
        found.push(next);
    }
    found
}

/// Returns what variables may begin with: what is known of them, and what functions make of it.
///
/// A function is made in one way. So what variables have in common in this way counts for what the
/// others say of them: in `least : set (a -> a) -> a -> a` as a function of `v -> a -> a`, the
/// variable `a` is not an arrow because `v` has one inside.
fn joined(below: &Heads, functions: &[Demand]) -> Heads {
    let mut said: Vec<Heads> = functions.iter().map(|own| own.heads.clone()).collect();
    loop {
        let mut is_complete = true;
        for (index, function) in functions.iter().enumerate() {
            let others: Vec<&Heads> = (said.iter().enumerate())
                .filter_map(|(other, heads)| (other != index).then_some(heads))
                .chain([below])
                .collect();
            let mut more = Vec::new();
            for group in &function.groups {
                for (variable, is_whole) in group {
                    let mut common = Begins::default();
                    for (other, is_whole) in group.iter().filter(|(other, _)| other != variable) {
                        for own in others.iter().filter_map(|heads| heads.get(other)) {
                            common.first.extend(if *is_whole { &own.first } else { &own.inside });
                            common.inside.extend(&own.inside);
                        }
                    }
                    more.push((*variable, *is_whole, common));
                }
            }
            for (variable, is_whole, common) in more {
                is_complete &= !said[index].entry(variable).or_default().join(&common, is_whole);
            }
        }
        if is_complete {
            break;
        }
    }
    let mut found = below.clone();
    for (variable, begins) in said.into_iter().flatten() {
        found.entry(variable).or_default().join(&begins, true);
    }
    found
}
