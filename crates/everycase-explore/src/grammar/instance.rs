//! Instances of polymorphic functions, one variable at a time.
//!
//! An instance that the alphabets leave open is a nonterminal. Its alternatives decide one variable: it stands for atoms, or for one
//! of the heads in its alphabets, on new variables. So each instance is reached in exactly one way.

use std::sync::Arc;

use everycase_kernel::Shape;

use super::path::Goal;
use super::{Grammar, State, Way};
use crate::library::{Library, Provider};
use crate::types::{Substitution, Type};

/// What has instances.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum What {
    /// Calls of a function; the types are those of its arguments.
    Call(u32),
    /// Tests of a function; the types are those of its parameters, then that of its result.
    Test(u32),
    /// Values of type `wanted` inside the result of a function; the types are as for tests. `start` is the index of the types from
    /// which refining started.
    Dig { function: u32, wanted: Type, start: usize },
}

impl What {
    fn function(&self) -> u32 {
        match self {
            What::Call(function) | What::Test(function) | What::Dig { function, .. } => *function,
        }
    }
}

impl<L: Library> Grammar<L> {
    /// Returns the tests of a function.
    pub(super) fn tests_of(self: &Arc<Self>, function: u32) -> Option<Way<Provider>> {
        self.instance(&What::Test(function), &self.types_of(function))
    }

    /// Returns the ways to values of a type inside the results of functions.
    pub(super) fn digs(self: &Arc<Self>, wanted: &Type) -> Vec<Way<Provider>> {
        let mut ways = Vec::new();
        if !self.selects {
            return ways;
        }
        for (function, _) in self.signature().providers() {
            for (start, types) in self.starts(function, wanted).into_iter().enumerate() {
                let of = What::Dig { function, wanted: wanted.clone(), start };
                ways.extend(self.instance(&of, &types));
            }
        }
        ways
    }

    /// Returns the types of a function's parameters and result.
    fn types_of(&self, function: u32) -> Vec<Type> {
        let own = &self.signature().functions[function as usize];
        let mut types = own.parameters.clone();
        types.push(own.result.clone());
        types
    }

    /// Returns the types of a function with which its result has a value of type `wanted` inside: each unifier of `wanted` and a part
    /// of the result, those that leave fewer variables first. If the result has a part of an open type, which may turn out
    /// to have such a value inside, the last ones are the function's own types.
    fn starts(&self, function: u32, wanted: &Type) -> Vec<Vec<Type>> {
        let parts = &self.reached[function as usize];
        let own = self.types_of(function);
        let mut starts = Vec::new();
        for part in parts {
            let mut known = Substitution::default();
            // A value of an open type is an argument, or there is none (parametricity).
            if !matches!(part, Type::Variable(_)) && known.unify(part, wanted) {
                let types: Vec<Type> = own.iter().map(|ty| known.apply(ty)).collect();
                starts.push(Type::canonical(&types));
            }
        }
        starts.sort_by_cached_key(|types| (types.iter().flat_map(Type::variables).count(), types.clone()));
        starts.dedup();
        let result = &self.signature().functions[function as usize].result;
        if matches!(result, Type::Variable(_)) || parts.iter().any(|part| matches!(part, Type::Variable(_))) {
            let of = What::Dig { function, wanted: wanted.clone(), start: starts.len() };
            if self.choice_of(&of, &own).is_some() {
                starts.push(own);
            }
        }
        starts
    }

    /// Returns the way to the instances of something: the only one itself, or a nonterminal that decides the first variable.
    /// `None` if it has no instances.
    pub(super) fn instance(self: &Arc<Self>, of: &What, types: &[Type]) -> Option<Way<Provider>> {
        if !self.is_admitted(of.function(), types) {
            return None;
        }
        if let What::Dig { wanted, .. } = of
            && !self.may_have_inside(types, wanted)
        {
            return None;
        }
        let types = Type::canonical(types);
        if self.choice_of(of, &types).is_none() {
            let types: Vec<Type> = types.iter().map(Type::closed).collect();
            return self.closed(of, types);
        }
        let cost = self.least_instance(of, &types)?;
        let fields = vec![self.named(State::Instance { of: of.clone(), types })];
        Some(Way { of: Provider::Same, label: "", fields, cost })
    }

    /// Returns whether the type variables of a function may stand for what they stand for in its first types.
    fn is_admitted(&self, function: u32, types: &[Type]) -> bool {
        let own = self.types_of(function);
        let mut known = Substitution::default();
        // The variables of the instance are other variables.
        let own_variables = self.signature().functions[function as usize].variables.len() as u32;
        let all = own.iter().zip(types).all(|(own, ty)| known.unify(own, &ty.apart(own_variables)));
        all && self.signature().admits(&self.signature().functions[function as usize], &known)
    }

    /// Returns the instances of something, with a decision of the first open variable.
    pub(super) fn refined(self: &Arc<Self>, of: &What, types: &[Type]) -> Shape {
        let choices = self.choice_of(of, types).unwrap_or_default();
        let ways = choices.into_iter().filter_map(|(cost, known)| {
            let types: Vec<Type> = types.iter().map(|ty| known.apply(ty)).collect();
            let way = self.instance(of, &types)?;
            Some(Way { cost: way.cost.saturating_add(cost), ..way })
        });
        self.terms(ways.collect(), self.least_instance(of, types).unwrap_or(0))
    }

    /// Returns what the instances of something cost at least, whatever its variables stand for; `None` if there are none.
    fn least_instance(&self, of: &What, types: &[Type]) -> Option<u32> {
        let (own, arguments) = match (of, types) {
            (What::Call(_), types) => (1, types),
            (What::Test(_), [parameters @ .., _]) => (1, parameters),
            // A path has at least one step.
            (What::Dig { .. }, [parameters @ .., _]) => (2, parameters),
            (_, []) => return None,
        };
        Some(self.least_of(arguments)?.saturating_add(own))
    }

    /// Returns what the first open variable may stand for, with its cost; `None` if no variable is open.
    fn choice_of(&self, of: &What, types: &[Type]) -> Option<Vec<(u32, Substitution)>> {
        let signature = self.signature();
        let demanded = match (of, types) {
            (What::Call(_), types) => types.to_vec(),
            // The type of a result matters as far as paths have arguments.
            (What::Test(_) | What::Dig { .. }, [parameters @ .., result]) => {
                [parameters, &signature.applied(result)].concat()
            }
            (_, []) => return None,
        };
        let mut heads = self.alphabets.heads(&demanded);
        self.add_heads_of_functions(&demanded, &mut heads);
        let mut variables = types.iter().flat_map(Type::variables);
        let (variable, heads) = variables.find_map(|variable| {
            let heads = heads.remove(&variable)?;
            (!heads.is_empty()).then_some((variable, heads))
        })?;
        let fresh = types.iter().flat_map(Type::variables).max().map_or(0, |largest| largest + 1);
        let applied = heads.into_iter().map(|head| (1, head.applied(signature, fresh)));
        let choices = [(0, Type::Atom)].into_iter().chain(applied);
        Some(choices.map(|(cost, ty)| (cost, Substitution::of(variable, ty))).collect())
    }

    /// Returns whether the result, the last type, has a value of type `wanted` inside for some types of its variables.
    fn may_have_inside(&self, types: &[Type], wanted: &Type) -> bool {
        let Some(result) = types.last() else { return false };
        let may_be =
            |part: &Type| matches!(part, Type::Variable(_)) || Substitution::default().unify(part, wanted);
        matches!(result, Type::Variable(_)) || self.signature().reached(result).iter().any(may_be)
    }

    /// Returns the way to an instance without variables.
    fn closed(self: &Arc<Self>, of: &What, mut types: Vec<Type>) -> Option<Way<Provider>> {
        let (function, label, to) = match of {
            What::Call(function) => return self.call(*function, &types),
            What::Test(function) => (*function, "test", Goal::Hidden(true)),
            What::Dig { function, wanted, start } => {
                let earlier = self.starts(*function, wanted).into_iter().take(*start);
                if earlier.into_iter().any(|earlier| self.leads_to(of, earlier, &types)) {
                    return None;
                }
                (*function, "dig", Goal::Value(wanted.clone(), false))
            }
        };
        let cost = self.least_instance(of, &types)?;
        let result = types.pop()?;
        let fields = [State::Exact { function, arguments: types }, State::Path { ty: result, to }];
        let fields = fields.map(|state| self.named(state)).into();
        Some(Way { of: Provider::Dig, label, fields, cost })
    }

    /// Returns whether refining some types leads to an instance.
    fn leads_to(&self, of: &What, mut types: Vec<Type>, instance: &[Type]) -> bool {
        let agrees = |types: &[Type]| {
            let mut known = Substitution::default();
            types.iter().zip(instance).all(|(ty, own)| known.unify(ty, own))
        };
        loop {
            let Some(choices) = self.choice_of(of, &types) else {
                let closed: Vec<Type> = types.iter().map(Type::closed).collect();
                return closed == instance;
            };
            let next = choices.into_iter().map(|(_, known)| {
                let types: Vec<Type> = types.iter().map(|ty| known.apply(ty)).collect();
                Type::canonical(&types)
            });
            let Some(next) = { next }.find(|types| agrees(types)) else { return false };
            types = next;
        }
    }
}
