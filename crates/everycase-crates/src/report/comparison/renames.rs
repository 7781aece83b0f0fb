//! Functions that have another name, or their parameters in another order, for readers.

use everycase_check::text::number::counted;

use crate::candidates::CallableItem;
use crate::explore::Rename;

/// A function of both versions under another name, or with its parameters in another order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenamedFunction {
    /// Its old name.
    pub old: String,
    /// Its new name: the same one if the parameters have another order.
    pub new: String,
    /// The order of its parameters.
    pub order: Order,
}

/// An order of parameters in which a function agrees with the old version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// For each parameter but `self`, which of the old ones it is, from 0; empty if none is known.
    pub order: Vec<u64>,
    /// The number of compared calls, all of which agree.
    pub agreeing: u64,
}

impl RenamedFunction {
    pub(super) fn of(own: &Rename, items: &[CallableItem]) -> RenamedFunction {
        let name = |item: usize| items[item].name.clone();
        let order = Order::of(own, &items[own.pair.new]);
        RenamedFunction { old: name(own.pair.old), new: name(own.pair.new), order }
    }

    /// Returns whether its parameters have another order, under the same name.
    pub fn is_exchanged(&self) -> bool {
        self.old == self.new
    }

    /// Returns what has become of the function, in some words.
    pub(super) fn brief(&self) -> &'static str {
        if self.is_exchanged() { EXCHANGED } else { RENAMED }
    }

    /// Returns what has become of the function, in a line.
    pub fn text(&self) -> String {
        let RenamedFunction { old, new, order } = self;
        let (brief, agreement) = (self.brief(), order.agreement());
        if self.is_exchanged() {
            format!("{brief}: {new}, now in the order {} ({agreement})", order.places())
        } else {
            format!("{brief}: {old} is {new} ({agreement})")
        }
    }
}

/// What is accepted of functions.
const RENAMED: &str = "renamed";
const EXCHANGED: &str = "parameters exchanged";

impl Order {
    pub(super) fn of(own: &Rename, item: &CallableItem) -> Order {
        let has_receiver = item.parameters.first().is_some_and(|own| own == "self");
        let order = &own.pair.order[usize::from(has_receiver)..];
        let order = order.iter().map(|old| (old - usize::from(has_receiver)) as u64).collect();
        Order { order, agreeing: own.calls }
    }

    /// Returns the places of the old parameters, from 1.
    pub fn places(&self) -> String {
        self.order.iter().map(|old| (old + 1).to_string()).collect::<Vec<_>>().join(", ")
    }

    /// Returns how many calls agree.
    pub fn agreement(&self) -> String {
        format!("agree in {}", counted(self.agreeing, "call"))
    }

    /// Returns what it says of a change of behaviour, in a line, if it is known.
    pub fn note(&self) -> Option<String> {
        let text = || {
            format!("with its parameters in the order {}, both versions {}", self.places(), self.agreement())
        };
        (!self.order.is_empty()).then(text)
    }
}
