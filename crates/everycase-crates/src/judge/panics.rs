//! Panics: what the crate tells of them, and what a careful caller expects.

use super::arguments::{has_amount, has_input, has_large};
use super::assertions::has_message;
use super::messages::{
    is_of_boundary, is_of_bounds, is_of_operands, is_unexpected, names_duty, names_length,
};
use super::{Evidence, Facts, waits_for_end};
use crate::candidates::{CallableItem, Expectation, Panics, Promise, names_arithmetic, names_division};
use crate::expression::{Expression, INTEGERS};
use crate::finding::{Rank, Tier, method_of, type_arguments_of};
use crate::worker::Panic;

/// A panic that is judged.
struct Case<'f> {
    expression: &'f Expression,
    /// The functions of the crate that were running, the innermost first.
    frames: &'f [String],
    panic: &'f Panic,
    /// The item that was called.
    item: Option<&'f CallableItem>,
    facts: &'f Facts<'f>,
}

/// Returns how surprising a panic is.
pub(super) fn rank(failed: &Evidence<'_>, panic: &Panic, facts: &Facts<'_>) -> Rank {
    let Evidence { expression, frames, .. } = *failed;
    let item = expression.root().and_then(|call| facts.item(call));
    let case = Case { expression, frames, panic, item, facts };
    let tier = Tier::of(item);
    // Another error than what the documentation tells.
    let is_inner = case.says("with overflow") || case.says("char boundary");
    if case.is_asked_for() || is_of_state(expression, facts) || tier == Tier::Documented && !is_inner {
        Rank::Documented
    } else if tier == Tier::Documented
        || is_warned(expression, facts)
        || case.is_of_earlier_index()
        || case.is_of_earlier_type()
        || case.is_of_divisor()
    {
        Rank::Doubtful
    } else if tier == Tier::Promises && case.promise() == Promise::Name {
        Rank::Promise
    } else if case.is_of_indices()
        || case.is_of_amounts()
        || case.is_stated()
        || case.is_duty()
        || case.is_asserted()
        || case.is_documented_elsewhere()
        || case.is_of_type_argument()
        || case.is_of_arithmetic()
    {
        Rank::Doubtful
    } else if tier == Tier::Promises {
        Rank::Promise
    } else if case.is_unexpected() {
        Rank::Unexpected
    } else {
        Rank::Explicit
    }
}

/// Returns how surprising it is that an assertion of a law fails, or what it calls. What is only
/// usual, and fails on most values, is not a law.
pub(super) fn rank_of_law(failed: &Evidence<'_>, panic: &Panic, facts: &Facts<'_>) -> Rank {
    let Evidence { expression, count, is_assembled, .. } = *failed;
    let root = expression.root();
    let item = root.and_then(|call| facts.item(call));
    // A law without values fails on all of them or on none.
    let is_usual = item.is_some_and(|own| own.promise == Promise::Nothing) && !expression.parts().is_empty();
    let is_broken =
        item.and_then(|own| own.law.as_ref()).is_some_and(|own| panic.message.contains(own.as_str()));
    let kept = root.and_then(|call| facts.returned.get(usize::from(call))).filter(|_| is_usual);
    if !(panic.blames_caller() && is_broken) || is_of_state(expression, facts) {
        // What panics inside of it does so by itself, too.
        Rank::Documented
    } else if is_assembled
        || kept.is_some_and(|kept| *kept < count)
        || is_warned(expression, facts)
        || facts.any_lawless(expression)
    {
        Rank::Doubtful
    } else {
        Rank::Law
    }
}

/// Returns whether the documentation of an earlier call warns of what it makes.
fn is_warned(expression: &Expression, facts: &Facts<'_>) -> bool {
    expression.parts().iter().any(|own| facts.any(own, |own| own.documentation.warns))
}

/// Returns whether a part is of a type that is documented to have values that are not valid, and
/// nothing has checked this one.
fn is_of_state(expression: &Expression, facts: &Facts<'_>) -> bool {
    expression.parts().iter().any(|own| facts.any(own, |own| own.documentation.state))
}

impl Case<'_> {
    fn says(&self, text: &str) -> bool {
        self.panic.message.contains(text)
    }

    fn promise(&self) -> Promise {
        self.item.map_or(Promise::Nothing, |own| own.promise)
    }

    fn expects(&self, expected: Expectation) -> bool {
        self.item.is_some_and(|own| own.expected == expected)
    }

    fn is_unexpected(&self) -> bool {
        is_unexpected(&self.panic.message)
    }

    /// Returns whether the caller has asked for it.
    fn is_asked_for(&self) -> bool {
        let is_of_memory = self.says("capacity overflow") && has_large(self.expression);
        let is_of_operator = self.expects(Expectation::Operator)
            && (is_of_operands(&self.panic.message) || !self.is_unexpected());
        // A value that cannot be printed: what made it tells of that.
        let is_of_format = self.says("formatting trait implementation returned an error")
            && self.facts.any(self.expression, |own| own.documentation.panics == Panics::Documented);
        // Functions that are arguments answer without an order.
        let is_of_order = self.says("user-provided comparison function");
        self.panic.blames_caller()
            || is_of_memory
            || is_of_operator
            || is_of_format
            || is_of_order
            || waits_for_end(self.expression, self.facts)
    }

    /// Returns whether an earlier call has an index of which its documentation tells what it must
    /// be: it may have been wrong without being checked there.
    fn is_of_earlier_index(&self) -> bool {
        let is_such = |own: &CallableItem| {
            own.expected == Expectation::Bounds
                && (own.documentation.condition || own.documentation.panics == Panics::Documented)
        };
        self.expression.parts().iter().any(|own| self.facts.any(own, is_such))
    }

    /// Returns whether the documentation of a type whose method made a part tells that values of it
    /// may lead to panics, as a key does that is of another container.
    fn is_of_earlier_type(&self) -> bool {
        let is_such = |own: &CallableItem| own.documentation.panics == Panics::OfType;
        let is_of_place =
            is_of_bounds(&self.panic.message) && !self.says("with overflow") || !self.is_unexpected();
        is_of_place && self.expression.parts().iter().any(|own| self.facts.any(own, is_such))
    }

    /// Returns the name of the called function, without what it is in.
    fn called(&self) -> &str {
        self.item.map_or("", |own| own.name.rsplit("::").next().unwrap_or_default())
    }

    /// Returns whether a function divides by zero whose name tells that it divides, and does not
    /// promise an answer for each divisor.
    fn is_of_divisor(&self) -> bool {
        let called = self.called();
        let is_checked =
            called.starts_with("checked_") || called.starts_with("try_") || called.ends_with("_opt");
        (self.says("divide by zero") || self.says("divisor of zero"))
            && names_division(called)
            && !is_checked
            && self.promise() != Promise::Result
    }

    /// Returns whether a function whose name tells of an operator overflows as that does.
    fn is_of_arithmetic(&self) -> bool {
        let is_of_numbers = self.says("attempt to ") || self.says("overflow") && !self.is_unexpected();
        is_of_numbers && self.promise() == Promise::Nothing && names_arithmetic(self.called())
    }

    /// Returns whether the crate's own words name what the caller has to do: a divisor that is not
    /// zero, a parameter that must be something, an index that exists, a buffer that is long
    /// enough.
    fn is_duty(&self) -> bool {
        let message = &self.panic.message;
        let is_index = self.says("index") && is_of_bounds(message);
        let is_named = || self.item.is_some_and(|own| names_duty(message, &own.parameters));
        let is_length = || self.item.is_some_and(|own| names_length(message, &own.slices));
        !self.is_unexpected() && (self.says("by zero") || is_index || is_named() || is_length())
    }

    /// Returns whether an index of the called function, of an earlier one, or one that a function
    /// answers with fits nothing.
    fn is_of_indices(&self) -> bool {
        let is_of_bounds = is_of_bounds(&self.panic.message);
        let is_of_place = is_of_bounds && !self.says("with overflow");
        let has_index = self.facts.any(self.expression, |own| own.expected == Expectation::Bounds);
        let has_answer = self.facts.any_function(self.expression);
        let is_of_boundary = is_of_boundary(&self.panic.message);
        (is_of_bounds || is_of_boundary) && self.expects(Expectation::Bounds)
            || (is_of_place || is_of_boundary) && (has_index || has_answer)
            || has_index && has_amount(self.expression)
    }

    /// Returns whether an amount is larger than any memory, or room for one is wanted that a call
    /// returned.
    fn is_of_amounts(&self) -> bool {
        let is_of_amount =
            self.says("overflow") || is_of_bounds(&self.panic.message) || !self.is_unexpected();
        // What returns a `Result` has to check an amount without an overflow of its own.
        let is_own = self.says("attempt to ") && self.promise() == Promise::Result && self.is_in_called();
        is_of_amount && has_amount(self.expression) && !is_own
            || self.says("capacity overflow") && !has_input(self.expression)
    }

    /// Returns whether the documentation states a condition, or refers to one elsewhere for what
    /// the crate panics on purpose.
    fn is_stated(&self) -> bool {
        self.item.is_some_and(|own| {
            own.documentation.condition && own.promise == Promise::Nothing
                || own.documentation.refers && !self.is_unexpected()
        })
    }

    /// Returns whether a generic function computes with a number whose type is an argument: how far
    /// such numbers reach is known to who chooses the type.
    fn is_of_type_argument(&self) -> bool {
        let is_integer = |own: &str| INTEGERS.contains(&own.trim());
        let has_integer = |own: &String| type_arguments_of(own).split(',').any(is_integer);
        self.says("attempt to ") && self.frames.first().is_some_and(has_integer)
    }

    /// Returns whether the called function itself has an assertion with a message.
    fn is_asserted(&self) -> bool {
        !self.is_unexpected() && self.is_in_called() && has_message(&self.panic.place, self.frames.first())
    }

    /// Returns whether the called function itself fails, and not one that it calls.
    fn is_in_called(&self) -> bool {
        self.frames.first().is_some_and(|frame| self.called() == method_of(frame))
    }

    /// Returns whether the crate panics on purpose in another function, whose documentation tells
    /// it.
    fn is_documented_elsewhere(&self) -> bool {
        let Some(running) = self.frames.first().map(|own| method_of(own)) else { return false };
        let tells = |own: &CallableItem| {
            own.documentation.panics == Panics::Documented && own.name.rsplit("::").next() == Some(running)
        };
        !self.is_unexpected() && self.facts.items.iter().any(tells)
    }
}
