//! Lower bounds on the sizes of arguments.
//!
//! The kernel expands a nonterminal if what is paid on the way to it does not exceed the size. It
//! does not know what the other fields on the way cost, so it would expand `format a -> ..` for
//! each type `a` of a small size, whether there are formatters of this type or not. So every
//! alternative pays in advance what its fields cost at least, and the fields' nonterminals pay that
//! much less. The sizes of expressions stay the same, but now the kernel leaves out what is too
//! dear, and alternatives without values are not even made.
//!
//! The bound of a type is the size of its smallest values, or `MOST + 1` if these are larger than
//! `MOST`. A type with variables stands for all its instances, and the cost of the variables' types
//! is not counted. So no bound is above what an alternative pays, nor above the bound of an
//! instance of the type. For types that are too large, the bound only tells whether their values
//! may have size 0, so bounds do not depend on what the grammar leaves out.
//!
//! Bounds are found by branch and bound: for each size in turn, is there an alternative whose
//! fields have values that are small enough together? A field of an alternative is looked at only
//! up to the size that the bounds of the others leave for it. So the results of higher-order
//! functions, which may be of any type, are not followed to arguments that cost too much.

use std::sync::{Arc, PoisonError};

use rustc_hash::FxHashMap;

use super::Grammar;
use super::forced::Argument;
use crate::library::{Library, Values};
use crate::types::{Substitution, Type};

/// The largest size of values that are looked for.
const MOST: u32 = 4;

/// The maximal number of nodes of a type. Results of an open type have values of ever larger types:
/// `front : queue a -> a` makes queues of queues of queues.
pub(super) const NODES: usize = 48;

/// Above the numbers of variables in signatures.
const APART: u32 = 1 << 16;

/// What is known of canonical types.
#[derive(Default)]
pub(super) struct Bounds {
    demands: FxHashMap<Type, Arc<[Demand]>>,
    known: FxHashMap<Type, LowerBound>,
}

/// What an alternative needs: its own cost, and arguments of canonical types.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Demand {
    cost: u32,
    arguments: Vec<Type>,
}

/// A lower bound.
#[derive(Clone, Copy)]
struct LowerBound {
    least: u32,
    /// Whether it has values of this size, judged by the bounds.
    is_met: bool,
}

impl<L: Library> Grammar<L> {
    /// Returns a lower bound on the size of an argument of a type, or of any of its instances if it
    /// has variables; `None` if no argument has this type.
    pub(super) fn least(&self, ty: &Type) -> Option<u32> {
        let mut bounds = self.bounds.lock().unwrap_or_else(PoisonError::into_inner);
        self.least_to(&mut bounds, ty, MOST)
    }

    /// Returns a lower bound on the total size of arguments.
    pub(super) fn least_of<'t>(&self, types: impl IntoIterator<Item = &'t Type>) -> Option<u32> {
        types.into_iter().map(|ty| self.least(ty)).sum()
    }

    /// Returns whether a type has arguments of size 0, whatever the functions are.
    fn is_free(&self, ty: &Type) -> bool {
        match ty {
            Type::Variable(_) | Type::Atom => true,
            Type::Data(data, _) => matches!(self.signature().data(*data).values, Values::Open(_)),
            Type::Arrow(_) => self.library.writes_lambdas() || self.library.makes_functions(ty),
        }
    }

    /// Returns whether a type may have arguments of size 0.
    fn may_be_free(&self, ty: &Type) -> bool {
        let Type::Data(data, _) = ty else { return true };
        match &self.signature().data(*data).values {
            Values::Constructors(constructors) => constructors.iter().any(|own| own.cost == 0),
            Values::Open(_) => true,
            Values::Constants(_) | Values::Functions => false,
        }
    }

    /// Returns a lower bound on the size of an argument of a type: the largest one, or one that is
    /// larger than `most`.
    fn least_to(&self, bounds: &mut Bounds, ty: &Type, most: u32) -> Option<u32> {
        if ty.is_larger_than(NODES) {
            return Some(u32::from(!self.may_be_free(ty)));
        }
        if self.is_free(ty) {
            return Some(0);
        }
        let ty = Type::canonical(std::slice::from_ref(ty)).remove(0);
        let demands = self.demands(bounds, &ty);
        if demands.is_empty() {
            return None;
        }
        loop {
            let LowerBound { least, is_met } = bounds.known(&ty);
            if is_met || least > most {
                return Some(least);
            }
            // A smallest value has no value of the same type and size inside, so the bound is
            // `least` meanwhile.
            let is_met = demands.iter().any(|demand| self.fits(bounds, demand, least));
            bounds
                .known
                .insert(ty.clone(), LowerBound { least: if is_met { least } else { least + 1 }, is_met });
        }
    }

    /// Returns whether an alternative may have values of a size or smaller.
    fn fits(&self, bounds: &mut Bounds, demand: &Demand, size: u32) -> bool {
        let Some(left) = size.checked_sub(demand.cost) else { return false };
        let minima: Vec<u32> = demand.arguments.iter().map(|ty| bounds.known(ty).least).collect();
        let mut total: u32 = minima.iter().sum();
        demand.arguments.iter().zip(minima).all(|(ty, minimum)| {
            let Some(most) = (left + minimum).checked_sub(total) else { return false };
            let Some(least) = self.least_to(bounds, ty, most) else { return false };
            total = total - minimum + least;
            least <= most
        })
    }

    /// Returns what the alternatives of a canonical type need, without those that need more than
    /// others.
    fn demands(&self, bounds: &mut Bounds, ty: &Type) -> Arc<[Demand]> {
        if let Some(cached) = bounds.demands.get(ty) {
            return Arc::clone(cached);
        }
        let mut found = self.needed(ty);
        for (_, types) in &mut found {
            types.retain(|ty| !self.is_free(ty));
        }
        let canonical = |ty: &Type| Type::canonical(std::slice::from_ref(ty)).remove(0);
        let found = found.into_iter().map(|(cost, types)| {
            let mut arguments: Vec<Type> = types.iter().map(canonical).collect();
            arguments.sort();
            Demand { cost, arguments }
        });
        let mut found: Vec<Demand> = found.collect();
        found.sort_by(|a, b| (a.arguments.len(), a).cmp(&(b.arguments.len(), b)));
        found.dedup();
        let without =
            found.iter().filter(|demand| demand.arguments.is_empty()).map(|demand| demand.cost).min();
        found.retain(|demand| {
            without
                .is_none_or(|cost| demand.cost < cost || (demand.cost == cost && demand.arguments.is_empty()))
        });
        let found: Arc<[Demand]> = found.into();
        bounds.demands.insert(ty.clone(), Arc::clone(&found));
        found
    }

    /// Returns what the alternatives of a type cost, and the types of their arguments.
    fn needed(&self, ty: &Type) -> Vec<(u32, Vec<Type>)> {
        let Type::Data(data, arguments) = ty else {
            let mut ways = self.calls_for(ty);
            let partials = self.partials(&Argument::of(ty.apart(APART))).into_iter();
            ways.extend(partials.map(|(_, fields)| (1, fields.into_iter().map(|field| field.ty).collect())));
            return ways;
        };
        match &self.signature().data(*data).values {
            Values::Constructors(constructors) => {
                let constructors = constructors.iter().map(|constructor| {
                    let fields = constructor.fields.iter().map(|field| &field.ty);
                    // Without a cost, fields count only if they have the type's own arguments:
                    // these are smaller types, so the search does not go around in a circle.
                    let is_flat = fields.clone().all(|field| matches!(field, Type::Variable(_)));
                    let fields = fields.filter(|_| constructor.cost > 0 || is_flat);
                    (constructor.cost, fields.map(|field| field.with(arguments)).collect())
                });
                if self.called[data.0 as usize] {
                    return constructors.chain(self.calls_for(ty)).collect();
                }
                let is_named = !self.signature().named_values(&ty.apart(APART)).is_empty();
                constructors.chain(is_named.then(|| (1, Vec::new()))).collect()
            }
            Values::Constants(constants) if constants.is_empty() => Vec::new(),
            Values::Constants(_) => vec![(1, Vec::new())],
            Values::Functions | Values::Open(_) => self.calls_for(ty),
        }
    }

    /// Returns what the calls of functions with a value of some type cost and need, also if it is
    /// inside their results.
    fn calls_for(&self, ty: &Type) -> Vec<(u32, Vec<Type>)> {
        let ty = ty.apart(APART);
        let mut ways = Vec::new();
        for (function, own) in self.signature().providers() {
            let parts = &self.reached[function as usize];
            let is_open = |part: &Type| matches!(part, Type::Variable(_));
            let whole = (0..=own.parameters.len()).map(|given| {
                let (given, rest) = own.parameters.split_at(given);
                (1, Type::function(rest, own.result.clone()), given)
            });
            // A path has at least one step.
            let inside = parts.iter().map(|part| (2, part.clone(), &own.parameters[..]));
            let inside =
                inside.chain(is_open(&own.result).then(|| (2, own.result.clone(), &own.parameters[..])));
            for (cost, made, arguments) in whole.chain(inside) {
                let mut substitution = Substitution::default();
                // An open part may turn out to hold the type.
                let fits = (cost == 2 && is_open(&made)) || substitution.unify(&made, &ty);
                if fits && self.signature().admits(own, &substitution) {
                    ways.push((cost, arguments.iter().map(|ty| substitution.apply(ty)).collect()));
                }
            }
        }
        ways
    }
}

impl Bounds {
    /// Returns the number of types whose alternatives are known.
    #[cfg(test)]
    pub(super) fn types(&self) -> usize {
        self.demands.len()
    }

    /// Returns what is known of a canonical type.
    fn known(&self, ty: &Type) -> LowerBound {
        self.known.get(ty).copied().unwrap_or(LowerBound { least: 0, is_met: false })
    }
}
