//! Instances of polymorphic functions, one variable at a time.
//!
//! An instance that the alphabets leave open is a nonterminal. Its alternatives decide one
//! variable: it stands for atoms, or for one of the heads in its alphabets, on new variables. So
//! each instance is reached in exactly one way.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use everycase_kernel::Shape;

use super::forced::{Argument, is_forced_once};
use super::path::Goal;
use super::{Grammar, State, Way};
use crate::library::{Library, Provider};
use crate::types::{Substitution, Type};

/// What has instances.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum What {
    /// Calls of a function; the types are the types of its arguments.
    Call(u32),
    /// Tests of a function; the types are the types of its parameters, then the type of its result.
    Test(u32),
    /// Values of type `wanted` inside the result of a function; the types are as for tests. `start`
    /// is the index of the types from which refining started; `is_only` says that no other types
    /// exist.
    Dig { function: u32, wanted: Type, start: usize, is_only: bool },
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
        let arguments: Vec<Argument> = self.types_of(function).into_iter().map(Argument::of).collect();
        self.instance(&What::Test(function), &arguments)
    }

    /// Returns the ways to values of an argument's type inside the results of functions.
    pub(super) fn digs(self: &Arc<Self>, argument: &Argument) -> Vec<Way<Provider>> {
        let wanted = &argument.ty;
        let mut ways = Vec::new();
        if !self.selects {
            return ways;
        }
        for (function, _) in self.signature().providers() {
            let starts = self.starts(function, wanted);
            let is_only = starts.len() == 1;
            for (start, types) in starts.into_iter().enumerate() {
                let of = What::Dig { function, wanted: wanted.clone(), start, is_only };
                let arguments: Vec<Argument> = types.into_iter().map(Argument::of).collect();
                ways.extend(self.instance(&of, &arguments));
            }
        }
        if !argument.is_free() && !ways.is_empty() {
            // What they force is not known.
            self.repeats.store(true, Ordering::Relaxed);
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

    /// Returns the types of a function with which its result has a value of type `wanted` inside:
    /// each unifier of `wanted` and a part of the result, those that leave fewer variables first.
    /// If the result has a part of an open type, which may turn out to have such a value inside,
    /// the last ones are the function's own types.
    fn starts(&self, function: u32, wanted: &Type) -> Vec<Vec<Type>> {
        let parts = &self.reached[function as usize];
        let own = self.types_of(function);
        let mut starts = Vec::new();
        for part in parts {
            let mut substitution = Substitution::default();
            // A value of an open type is an argument, or does not exist (parametricity).
            if !matches!(part, Type::Variable(_)) && substitution.unify(part, wanted) {
                let types: Vec<Type> = own.iter().map(|ty| substitution.apply(ty)).collect();
                starts.push(Type::canonical(&types));
            }
        }
        starts.sort_by_cached_key(|types| (types.iter().flat_map(Type::variables).count(), types.clone()));
        starts.dedup();
        let result = &self.signature().functions[function as usize].result;
        if matches!(result, Type::Variable(_)) || parts.iter().any(|part| matches!(part, Type::Variable(_))) {
            let of = What::Dig { function, wanted: wanted.clone(), start: starts.len(), is_only: false };
            if self.choice_of(&of, &own).is_some() {
                starts.push(own);
            }
        }
        starts
    }

    /// Returns the way to the instances of something: the only one itself, or a nonterminal that
    /// decides the first variable. `None` if it has no instances.
    pub(super) fn instance(self: &Arc<Self>, of: &What, arguments: &[Argument]) -> Option<Way<Provider>> {
        let types: Vec<Type> = arguments.iter().map(|argument| argument.ty.clone()).collect();
        if !self.is_admitted(of.function(), &types) {
            return None;
        }
        if let What::Dig { wanted, .. } = of
            && !self.may_have_inside(&types, wanted)
        {
            return None;
        }
        let mut types = Type::canonical(&types);
        let is_closed = self.choice_of(of, &types).is_none();
        if is_closed {
            types = types.iter().map(Type::closed).collect();
        }
        let arguments = arguments.iter().zip(&types).map(|(own, ty)| own.renamed(ty.clone())).collect();
        if is_closed {
            return self.closed(of, arguments);
        }
        let cost = self.least_instance(of, &types)?;
        let fields = vec![self.named(State::Instance { of: of.clone(), arguments })];
        Some(Way { of: Provider::Same, label: "", fields, cost })
    }

    /// Returns whether the type variables of a function may stand for what they stand for in its
    /// first types.
    fn is_admitted(&self, function: u32, types: &[Type]) -> bool {
        let own = self.types_of(function);
        let mut substitution = Substitution::default();
        // The variables of the instance are other variables.
        let own_variables = self.signature().functions[function as usize].variables.len() as u32;
        let all = own.iter().zip(types).all(|(own, ty)| substitution.unify(own, &ty.apart(own_variables)));
        all && self.signature().admits(&self.signature().functions[function as usize], &substitution)
    }

    /// Returns the instances of something, with a decision of the first open variable.
    pub(super) fn refined(self: &Arc<Self>, of: &What, arguments: &[Argument]) -> Shape {
        let types: Vec<Type> = arguments.iter().map(|argument| argument.ty.clone()).collect();
        let paid = self.least_instance(of, &types).unwrap_or(0);
        let Some((variable, choices)) = self.choice_of(of, &types) else {
            return self.terms(Vec::new(), paid);
        };
        let is_forced = self.is_forced(of, &types, variable);
        if !is_forced && choices.len() > 1 {
            self.repeats.store(true, Ordering::Relaxed);
        }
        let ways = choices.into_iter().filter_map(|(cost, ty)| {
            let is_forced = is_forced && ty != Type::Atom;
            let arguments: Vec<Argument> =
                arguments.iter().map(|argument| argument.with(variable, &ty, is_forced)).collect();
            let way = self.instance(of, &arguments)?;
            // The bound of a type that is too large may be below the bound of what it is an
            // instance of. It has no values here, so it does not matter what is paid for it.
            Some(Way { cost: way.cost.saturating_add(cost).max(paid), ..way })
        });
        self.terms(ways.collect(), paid)
    }

    /// Returns whether an argument must force what a variable stands for: it is the only one that
    /// can.
    fn is_forced(&self, of: &What, types: &[Type], variable: u32) -> bool {
        match of {
            What::Call(_) => is_forced_once(types, &[], variable),
            // Something else may be wanted inside the same result.
            What::Dig { is_only: false, .. } => false,
            What::Test(_) | What::Dig { .. } => types.split_last().is_some_and(|(result, parameters)| {
                is_forced_once(parameters, &self.signature().applied(result), variable)
            }),
        }
    }

    /// Returns the least cost of the instances of something, whatever its variables stand for;
    /// `None` if it has no instances.
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

    /// Returns the first open variable, and what it may stand for, with the cost; `None` if no
    /// variable is open.
    fn choice_of(&self, of: &What, types: &[Type]) -> Option<(u32, Vec<(u32, Type)>)> {
        let signature = self.signature();
        let demanded = match (of, types) {
            (What::Call(_), types) => types.to_vec(),
            // The type of a result matters only where paths have arguments.
            (What::Test(_) | What::Dig { .. }, [parameters @ .., result]) => {
                [parameters, &signature.applied(result)].concat()
            }
            (_, []) => return None,
        };
        let heads = self.heads(&demanded);
        let mut variables = types.iter().flat_map(Type::variables);
        let (variable, heads) = variables.find_map(|variable| {
            let heads = &heads.get(&variable)?.first;
            (!heads.is_empty()).then_some((variable, heads))
        })?;
        let fresh = types.iter().flat_map(Type::variables).max().map_or(0, |largest| largest + 1);
        let applied = heads.iter().map(|head| (1, head.applied(signature, fresh)));
        Some((variable, [(0, Type::Atom)].into_iter().chain(applied).collect()))
    }

    /// Returns whether the result, the last type, has a value of type `wanted` inside for some
    /// types of its variables.
    fn may_have_inside(&self, types: &[Type], wanted: &Type) -> bool {
        let Some(result) = types.last() else { return false };
        let may_be =
            |part: &Type| matches!(part, Type::Variable(_)) || Substitution::default().unify(part, wanted);
        matches!(result, Type::Variable(_)) || self.signature().reached(result).iter().any(may_be)
    }

    /// Returns the way to an instance without variables.
    fn closed(self: &Arc<Self>, of: &What, mut arguments: Vec<Argument>) -> Option<Way<Provider>> {
        let types: Vec<Type> = arguments.iter().map(|argument| argument.ty.clone()).collect();
        let (function, label, to) = match of {
            What::Call(function) => return self.call(*function, &arguments),
            What::Test(function) => (*function, "test", Goal::Hidden(true)),
            What::Dig { function, wanted, start, .. } => {
                let earlier = self.starts(*function, wanted).into_iter().take(*start);
                if earlier.into_iter().any(|earlier| self.leads_to(of, earlier, &types)) {
                    return None;
                }
                (*function, "dig", Goal::Value(wanted.clone(), false))
            }
        };
        let cost = self.least_instance(of, &types)?;
        let result = arguments.pop()?;
        let fields = [State::Exact { function, arguments }, State::Path { ty: result.ty, to }];
        let fields = fields.map(|state| self.named(state)).into();
        Some(Way { of: Provider::Dig, label, fields, cost })
    }

    /// Returns whether refining some types leads to an instance.
    fn leads_to(&self, of: &What, mut types: Vec<Type>, instance: &[Type]) -> bool {
        let agrees = |types: &[Type]| {
            let mut substitution = Substitution::default();
            types.iter().zip(instance).all(|(ty, own)| substitution.unify(ty, own))
        };
        loop {
            let Some((variable, choices)) = self.choice_of(of, &types) else {
                let closed: Vec<Type> = types.iter().map(Type::closed).collect();
                return closed == instance;
            };
            let next = choices.into_iter().map(|(_, ty)| {
                let substitution = Substitution::of(variable, ty);
                let types: Vec<Type> = types.iter().map(|ty| substitution.apply(ty)).collect();
                Type::canonical(&types)
            });
            let Some(next) = { next }.find(|types| agrees(types)) else { return false };
            types = next;
        }
    }
}
