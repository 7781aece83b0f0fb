//! Values that are put together of public fields or by setters, and whether functions make them,
//! too: that such a value is read back is a law of those alone that functions make.

use rustc_hash::FxHashSet;

use crate::candidates::CallableItem;
use crate::expression::Expression;
use crate::worker::Signature;

/// Which values are put together without a function.
pub(super) struct AssembledValues {
    /// For each call, whether it puts a value together.
    calls: Vec<bool>,
    /// For each call, whether it asserts that a value is read back.
    laws: Vec<bool>,
    /// The types of these values.
    types: FxHashSet<u16>,
    /// How values of these types look that functions make.
    made: FxHashSet<(u16, u64)>,
}

impl AssembledValues {
    /// Knows the item of each call.
    pub(super) fn new(items: &[CallableItem], item_of: &[usize], signature: &Signature) -> AssembledValues {
        let all = |is: fn(&CallableItem) -> bool| -> Vec<bool> {
            item_of.iter().map(|own| items.get(*own).is_some_and(is)).collect()
        };
        let laws = all(|own| own.is_round_trip);
        let of_laws = signature.calls.iter().zip(&laws).filter(|own| *own.1);
        let types = of_laws.filter_map(|own| own.0.first()).map(|own| own.ty).collect();
        AssembledValues { calls: all(|own| own.assembles), laws, types, made: FxHashSet::default() }
    }

    /// Learns how the value of an expression looks.
    pub(super) fn learn(&mut self, own: &Expression, ty: u16, looks: u64) {
        if self.types.contains(&ty) && !self.has(own) {
            self.made.insert((ty, looks));
        }
    }

    /// Returns whether a function makes a value that looks like this.
    pub(super) fn is_made(&self, ty: u16, looks: u64) -> bool {
        self.made.contains(&(ty, looks))
    }

    /// Returns whether an expression asserts that a value is read back which is put together.
    pub(super) fn is_in(&self, own: &Expression) -> bool {
        own.root().is_some_and(|call| self.laws[usize::from(call)]) && self.has(own)
    }

    fn has(&self, own: &Expression) -> bool {
        own.any_call(&mut |call| self.calls[usize::from(call)])
    }
}
