//! Lower bounds on the sizes of arguments.
//!
//! The kernel expands a nonterminal if what is paid on the way to it does not exceed the size. It does not know what the other
//! fields on the way cost, so it would expand `format a -> ..` for each type `a` of a small size, whether there are formatters of this
//! type or not. So every alternative pays in advance what its fields cost at least, and the fields' nonterminals pay that much less.
//! The sizes of expressions stay the same, but now the kernel leaves out what is too dear, and alternatives
//! without values are not even made.
//!
//! The bound of a type is the least over its alternatives of the cost plus the bounds of the fields, down to a depth. A
//! type with variables stands for all its instances, and its bound is not above theirs. So is none above
//! what an alternative pays: at a larger depth a bound is not smaller.

use std::sync::PoisonError;

use rustc_hash::FxHashMap;

use super::Grammar;
use crate::library::{Library, Values};
use crate::types::{DataId, Substitution, Type};

/// The depth of expressions that is looked at.
const DEPTH: u32 = 2;

/// The maximal number of nodes of a type. Results of an open type have values of ever larger types: `front : queue a -> a` makes queues of
/// queues of queues.
const NODES: usize = 48;

/// Above the numbers of variables in signatures.
const APART: u32 = 1 << 16;

/// The bounds of canonical types, by depth.
pub(super) type Bounds = FxHashMap<(Type, u32), Option<u32>>;

impl<L: Library> Grammar<L> {
    /// Returns a lower bound on the size of an argument of a type, or of any of its instances if it has variables; `None` if
    /// there is no such argument.
    pub(super) fn least(&self, ty: &Type) -> Option<u32> {
        self.least_to(ty, DEPTH)
    }

    /// Returns a lower bound on the total size of arguments.
    pub(super) fn least_of(&self, types: &[Type]) -> Option<u32> {
        self.sum(types, DEPTH)
    }

    fn sum(&self, types: &[Type], depth: u32) -> Option<u32> {
        let each = types.iter().map(|ty| self.least_to(ty, depth));
        each.sum()
    }

    fn least_to(&self, ty: &Type, depth: u32) -> Option<u32> {
        if ty.is_larger_than(NODES) {
            return None;
        }
        let is_free = match ty {
            Type::Variable(_) | Type::Atom => true,
            Type::Data(data, _) => matches!(self.signature().data(*data).values, Values::Open(_)),
            // The library may make functions.
            Type::Arrow(_) => ty.variables().next().is_some(),
        };
        if depth == 0 || is_free {
            return Some(0);
        }
        let key = (Type::canonical(std::slice::from_ref(ty)).remove(0), depth);
        if let Some(known) = self.bounds.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return *known;
        }
        let ty = &key.0;
        let bound = match ty {
            Type::Data(data, arguments) => match &self.signature().data(*data).values {
                Values::Constructors(_) => self.least_made(*data, arguments, depth - 1),
                Values::Constants(constants) => (!constants.is_empty()).then_some(1),
                Values::Functions | Values::Open(_) => self.least_call(ty, depth - 1),
            },
            _ if self.library.functions(ty).is_some() => Some(0),
            _ => least([self.least_call(ty, depth - 1), self.least_partial(ty, depth - 1)]),
        };
        self.bounds.lock().unwrap_or_else(PoisonError::into_inner).insert(key, bound);
        bound
    }

    fn least_made(&self, data: DataId, arguments: &[Type], depth: u32) -> Option<u32> {
        let constructors = self.signature().constructors(data).iter().map(|constructor| {
            let fields: Vec<Type> = constructor.fields.iter().map(|field| field.ty.with(arguments)).collect();
            Some(self.sum(&fields, depth)?.saturating_add(constructor.cost))
        });
        least(constructors)
    }

    fn least_partial(&self, ty: &Type, depth: u32) -> Option<u32> {
        let partials = self.partials(ty).into_iter().map(|(_, types)| Some(self.sum(&types, depth)? + 1));
        least(partials)
    }

    /// Returns the bound of a function's calls, and of what is found inside their results.
    fn least_call(&self, ty: &Type, depth: u32) -> Option<u32> {
        let ty = ty.apart(APART);
        let mut best: Option<u32> = None;
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
                if best.is_some_and(|best| best <= cost) {
                    continue;
                }
                let mut known = Substitution::default();
                // An open part may turn out to hold the type.
                let fits = (cost == 2 && is_open(&made)) || known.unify(&made, &ty);
                if fits && self.signature().admits(own, &known) {
                    let arguments: Vec<Type> = arguments.iter().map(|ty| known.apply(ty)).collect();
                    let bound = self.sum(&arguments, depth).map(|sum| sum.saturating_add(cost));
                    best = least([best, bound]);
                }
            }
        }
        best
    }
}

/// Returns the least of some bounds.
fn least(bounds: impl IntoIterator<Item = Option<u32>>) -> Option<u32> {
    bounds.into_iter().flatten().min()
}
