//! Functions as arguments, where the library makes no functions of their type.
//!
//! With `h : integer -> parser string` and `kleisli : (a -> parser b) -> ..`, the variable `a` stands for integers. So a variable in the
//! type of such an argument also stands for what the types of functions have in its place. These are functions and constructors with
//! fewer arguments than they have parameters, calls whose result is a function, and functions inside of results.
//!
//! The arguments of such a function may force a variable as well: with `under : key a -> a -> text` and `key : key integer`, the
//! variable in `a -> text` stands for integers in `under key`. So the types of these arguments are looked at, too. These may be
//! functions again, as in `choose choose` where `choose : (a -> text) -> a`. Functions among their arguments are not looked at, nor are
//! functions among arguments at all if there are more than [`FEW`] ways to make functions: time and the number of types grow with the
//! square of that number.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Alphabets, Head, Heads};
use crate::library::{Library, Signature};
use crate::types::{DataId, Substitution, Type};

/// The number of ways to make functions up to which functions among the arguments of functions are looked at.
const FEW: usize = 60;

/// Above the numbers of variables in signatures, and of canonical types.
const APART: u32 = 1 << 16;

/// A way to make a value: the types of the arguments, and that of the value.
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

/// Returns the open types of functions that arguments of some types are or hold, where the library makes none.
pub(super) fn demanded<L: Library>(library: &L, types: &[Type]) -> Vec<Type> {
    let signature = library.signature();
    let mut parts = Vec::new();
    for ty in types {
        ty.parts(&mut parts);
    }
    let holding = parts.iter().filter(|part| match part {
        Type::Data(data, _) => signature.data(*data).holds_functions,
        _ => false,
    });
    let inside: Vec<Type> = holding.flat_map(|part| signature.reached(part)).collect();
    let all = parts.into_iter().chain(&inside);
    let demanded = all.filter(|part| {
        let is_function = matches!(part, Type::Arrow(_));
        is_function && part.variables().next().is_some() && !library.makes_functions(part)
    });
    demanded.cloned().collect()
}

/// What is known of the variables in the type of a function, by the canonical type and the number of steps that are left.
pub(crate) type Known = FxHashMap<(Type, u32), Arc<Demand>>;

/// What the variables in the type of a function may begin with.
#[derive(Debug, Default)]
pub(crate) struct Demand {
    heads: Heads,
    /// Groups of variables that may have to stand for parts of one another.
    groups: BTreeSet<Vec<u32>>,
}

impl Alphabets {
    /// Returns what the types of variables may begin with, as far as these may stand for more than atoms in `types`, which are canonical.
    pub(crate) fn heads<L: Library>(&self, library: &L, types: &[Type], known: &mut Known) -> Heads {
        let depth = if self.ways.len() > FEW { 1 } else { 2 };
        self.heads_to(library, types, depth, known)
    }

    fn heads_to<L: Library>(&self, library: &L, types: &[Type], depth: u32, known: &mut Known) -> Heads {
        let mut found = self.below(types);
        let mut groups = BTreeSet::new();
        for part in demanded(library, types) {
            let mut variables: Vec<u32> = Vec::new();
            for variable in part.variables() {
                if !variables.contains(&variable) {
                    variables.push(variable);
                }
            }
            // Canonical names are the places in this list.
            let own = Type::canonical(std::slice::from_ref(&part)).remove(0);
            let demand = self.demand(library, own, depth, known);
            let named = |number: u32| variables[number as usize];
            for (number, heads) in &demand.heads {
                found.entry(named(*number)).or_default().extend(heads);
            }
            groups.extend(demand.groups.iter().map(|group| group.iter().copied().map(named).collect()));
        }
        share(&mut found, &groups);
        found
    }

    /// Returns what the variables in the canonical type of a function may begin with.
    fn demand<L: Library>(&self, library: &L, part: Type, depth: u32, known: &mut Known) -> Arc<Demand> {
        let key = (part, depth);
        if let Some(demand) = known.get(&key) {
            return Arc::clone(demand);
        }
        let part = &key.0;
        let variables: BTreeSet<u32> = part.variables().collect();
        let mut found = Demand::default();
        if let Some(depth) = depth.checked_sub(1) {
            for way in &self.ways {
                self.add_way(library, way, part, &variables, depth, known, &mut found);
            }
        }
        let found = Arc::new(found);
        known.insert(key, Arc::clone(&found));
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
        known: &mut Known,
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
        let mut holders: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (variable, ty) in variables.iter().zip(bound) {
            let own = found.heads.entry(*variable).or_default();
            let mut parts = Vec::new();
            ty.parts(&mut parts);
            own.extend(parts.into_iter().filter_map(Head::of));
            let inside: BTreeSet<u32> = ty.variables().collect();
            own.extend(inside.iter().filter_map(|variable| inner.get(variable)).flatten());
            for inside in inside {
                holders.entry(inside).or_default().push(*variable);
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

/// Gives the variables of each group what any of them has.
fn share(found: &mut Heads, groups: &BTreeSet<Vec<u32>>) {
    loop {
        let mut is_complete = true;
        for group in groups {
            let all: BTreeSet<Head> =
                group.iter().filter_map(|own| found.get(own)).flatten().copied().collect();
            for variable in group {
                let own = found.entry(*variable).or_default();
                is_complete &= own.len() == all.len();
                own.extend(&all);
            }
        }
        if is_complete {
            return;
        }
    }
}
