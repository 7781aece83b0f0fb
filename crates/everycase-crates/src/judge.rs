//! The judgement of how surprising a failure is: its message, beside what the crate states and
//! promises.

mod arguments;
mod assertions;
pub(crate) mod deaths;
mod messages;
mod panics;

use rustc_hash::FxHashSet;

pub(crate) use self::arguments::has_large;
use crate::candidates::CallableItem;
use crate::expression::{Expression, kind};
use crate::finding::Rank;
use crate::worker::Outcome;

/// What is known of the calls of an expression.
pub(crate) struct Facts<'c> {
    /// The items that can be called.
    pub(crate) items: &'c [CallableItem],
    /// The item of each call.
    pub(crate) item_of: &'c [usize],
    /// The calls that make functions which answer with indices.
    pub(crate) functions: &'c FxHashSet<u16>,
    /// The calls that make functions which answer from a table.
    pub(crate) answering: &'c FxHashSet<u16>,
    /// For each call, how often it returned.
    pub(crate) returned: &'c [u64],
}

impl<'c> Facts<'c> {
    /// Returns the item of a call; `None` if it is of the standard library.
    pub(crate) fn item(&self, call: u16) -> Option<&'c CallableItem> {
        self.items.get(self.item_of[usize::from(call)])
    }

    /// Returns whether an expression asserts a law.
    fn is_law(&self, of: &Expression) -> bool {
        of.root().and_then(|call| self.item(call)).is_some_and(|own| own.law.is_some())
    }

    /// Returns whether a function of an expression answers with indices, which fit nothing.
    fn any_function(&self, of: &Expression) -> bool {
        of.any_call(&mut |call| self.functions.contains(&call))
    }

    /// Returns whether an expression has an argument that keeps no law itself: a function that
    /// answers from a table, or an iterator that lies about its size.
    fn any_lawless(&self, of: &Expression) -> bool {
        matches!(of, Expression::List(_, 1..) | Expression::Number(kind::ANSWERS, _))
            || of.root().is_some_and(|call| self.answering.contains(&call))
            || of.parts().iter().any(|own| self.any_lawless(own))
    }

    /// Returns whether some call of an expression is of an item that fits.
    fn any(&self, of: &Expression, fits: impl Fn(&CallableItem) -> bool) -> bool {
        of.any_call(&mut |call| self.item(call).is_some_and(&fits))
    }
}

/// The evidence of a failure, which is judged.
pub(crate) struct Evidence<'f> {
    /// The smallest expression.
    pub(crate) expression: &'f Expression,
    /// What happened when it ran alone.
    pub(crate) outcome: &'f Outcome,
    /// What it wrote to standard error.
    pub(crate) errors: &'f str,
    /// The functions of the crate that were running, the innermost first.
    pub(crate) frames: &'f [String],
    /// The number of expressions that failed so.
    pub(crate) count: u64,
    /// The law is that a value is read back, which was put together without a function, and no
    /// function makes it.
    pub(crate) is_assembled: bool,
}

/// Returns how surprising a failure is, what happens, and where.
pub(crate) fn judge(failed: &Evidence<'_>, facts: &Facts<'_>) -> (Rank, String, Option<String>) {
    let Evidence { expression, outcome, errors, .. } = failed;
    match outcome {
        Outcome::Panic(panic) if facts.is_law(expression) => {
            (panics::rank_of_law(failed, panic, facts), panic.message.clone(), None)
        }
        Outcome::Panic(panic) => {
            // The place is in the driver where the crate says that its caller is to blame.
            let place = (!panic.blames_caller()).then(|| panic.place.clone());
            (panics::rank(failed, panic, facts), panic.message.clone(), place)
        }
        // What ends the process does so by itself, too.
        Outcome::Death(..) if facts.is_law(expression) => (Rank::Documented, String::new(), None),
        Outcome::Death(death, _) => {
            let (rank, what) = deaths::judge(expression, death, errors, facts);
            (rank, what, None)
        }
        _ => (Rank::Documented, String::new(), None),
    }
}

/// Returns whether an expression asks an iterator for all of its elements which is documented to
/// have no end.
fn waits_for_end(expression: &Expression, facts: &Facts<'_>) -> bool {
    const NAMES: [&str; 20] = [
        "count",
        "last",
        "fold",
        "rfold",
        "for_each",
        "collect",
        "max",
        "min",
        "sum",
        "product",
        "partition",
        "unzip",
        "all",
        "any",
        "find",
        "position",
        "cmp",
        "eq",
        "nth",
        "len",
    ];
    let item = expression.root().and_then(|call| facts.item(call));
    let called = item.and_then(|own| own.name.rsplit("::").next());
    called.is_some_and(|own| NAMES.contains(&own)) && facts.any(expression, |own| own.documentation.endless)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::{Documentation, Expectation, Panics, Promise};
    use crate::worker::{Death, Panic};

    fn item(expected: Expectation) -> CallableItem {
        CallableItem {
            name: "c::f".to_owned(),
            documentation: Documentation::default(),
            promise: Promise::Nothing,
            expected,
            parameters: vec!["level".to_owned()],
            slices: Vec::new(),
            signature: None,
            skipped: None,
            law: None,
            is_round_trip: false,
            assembles: false,
        }
    }

    /// Returns the rank of an outcome where call `n` is of item `n`.
    fn rank_among(items: &[CallableItem], expression: &Expression, outcome: &Outcome) -> Rank {
        rank_within(&[], items, expression, outcome)
    }

    /// Returns the rank of an outcome where these functions were running.
    fn rank_within(
        frames: &[String],
        items: &[CallableItem],
        expression: &Expression,
        outcome: &Outcome,
    ) -> Rank {
        let failed = Evidence { expression, outcome, errors: "", frames, count: 1, is_assembled: false };
        let item_of: Vec<usize> = (0..items.len()).collect();
        let none = FxHashSet::default();
        judge(&failed, &Facts { items, item_of: &item_of, functions: &none, answering: &none, returned: &[] })
            .0
    }

    fn panic(message: &str) -> Outcome {
        let place = "/c/src/lib.rs:1:1".to_owned();
        Outcome::Panic(Panic { place, message: message.to_owned(), calls: String::new(), call: 1 })
    }

    /// Returns the rank of a panic with a message in a call of an item.
    fn rank_of(expression: &Expression, item: CallableItem, message: &str) -> Rank {
        rank_among(&[item], expression, &panic(message))
    }

    fn rank(item: CallableItem, message: &str) -> Rank {
        rank_of(&Expression::Call(0, Vec::new()), item, message)
    }

    #[test]
    fn what_operands_and_functions_of_the_caller_ask_for_is_not_told() {
        for message in ["attempt to add with overflow", "Division by zero", "no entry found for key"] {
            assert_eq!(rank(item(Expectation::Operator), message), Rank::Documented, "{message}");
        }
        let unwrapped = "called `Option::unwrap()` on a `None` value";
        assert_eq!(rank(item(Expectation::Operator), unwrapped), Rank::Unexpected);
        let order = "user-provided comparison function does not correctly implement a total order";
        assert_eq!(rank(item(Expectation::Answer), order), Rank::Documented);
    }

    #[test]
    fn a_condition_in_the_documentation_makes_a_failure_doubtful_and_a_panic_makes_it_documented() {
        let unwrapped = "called `Option::unwrap()` on a `None` value";
        let with = |documentation: Documentation, promise: Promise| CallableItem {
            documentation,
            promise,
            ..item(Expectation::Answer)
        };
        let condition = Documentation { condition: true, ..Documentation::default() };
        assert_eq!(rank(with(condition, Promise::Nothing), unwrapped), Rank::Doubtful);
        let panics = Documentation { panics: Panics::Documented, ..Documentation::default() };
        assert_eq!(rank(with(panics, Promise::Name), unwrapped), Rank::Documented);
        // What the type tells does not take a promise back that a method's trait gives.
        let of_type = Documentation { panics: Panics::OfType, ..Documentation::default() };
        assert_eq!(rank(with(of_type, Promise::Name), unwrapped), Rank::Promise);
        assert_eq!(rank(with(of_type, Promise::Result), unwrapped), Rank::Documented);
        assert_eq!(rank(with(Documentation::default(), Promise::Result), unwrapped), Rank::Promise);
    }

    #[test]
    fn a_call_that_waits_for_the_end_of_an_endless_iterator_is_documented_to_hang() {
        let count = |endless| CallableItem {
            name: "<c::Ones as Iterator>::count".to_owned(),
            documentation: Documentation { endless, ..Documentation::default() },
            ..item(Expectation::Answer)
        };
        let hang = Outcome::Death(Death::Hang, 1);
        let rank = |item| rank_among(&[item], &Expression::Call(0, Vec::new()), &hang);
        assert_eq!(rank(count(true)), Rank::Documented);
        assert_eq!(rank(count(false)), Rank::Hang);
        assert_eq!(rank(CallableItem { name: "c::Ones::next".to_owned(), ..count(true) }), Rank::Hang);
    }

    #[test]
    fn a_call_whose_documentation_tells_of_long_work_is_documented_to_hang() {
        let long = CallableItem {
            documentation: Documentation { long: true, ..Documentation::default() },
            ..item(Expectation::Answer)
        };
        let hang = Outcome::Death(Death::Hang, 1);
        assert_eq!(rank_among(&[long], &Expression::Call(0, Vec::new()), &hang), Rank::Documented);
    }

    #[test]
    fn an_index_of_an_earlier_call_that_its_documentation_limits_makes_a_failure_doubtful() {
        let expression = Expression::Call(0, vec![Expression::Call(1, Vec::new()).into()]);
        let rank = |documentation| {
            let earlier = CallableItem { documentation, ..item(Expectation::Bounds) };
            let later = CallableItem { promise: Promise::Name, ..item(Expectation::Answer) };
            rank_among(&[later, earlier], &expression, &panic("attempt to subtract with overflow"))
        };
        assert_eq!(rank(Documentation { condition: true, ..Documentation::default() }), Rank::Doubtful);
        assert_eq!(
            rank(Documentation { panics: Panics::Documented, ..Documentation::default() }),
            Rank::Doubtful
        );
        assert_eq!(rank(Documentation::default()), Rank::Promise);
    }

    #[test]
    fn what_the_crate_says_of_a_parameter_is_the_duty_of_the_caller() {
        let plain = || item(Expectation::Answer);
        assert_eq!(rank(plain(), "the level must be even"), Rank::Doubtful);
        assert_eq!(rank(plain(), "the depth must be even"), Rank::Explicit);
        assert_eq!(rank(plain(), "Division by zero"), Rank::Doubtful);
        assert_eq!(rank(plain(), "attempt to divide by zero"), Rank::Unexpected);
        let promises = CallableItem { promise: Promise::Name, ..plain() };
        assert_eq!(rank(promises, "the level must be even"), Rank::Promise);
    }

    #[test]
    fn arithmetic_on_a_type_argument_is_as_the_caller_has_chosen() {
        let rank = |frame: &str, promise| {
            let own = CallableItem { promise, ..item(Expectation::Answer) };
            let overflow = panic("attempt to add with overflow");
            rank_within(&[frame.to_owned()], &[own], &Expression::Call(0, Vec::new()), &overflow)
        };
        assert_eq!(rank("sum<u8, c::Unit> (src/point.rs:7)", Promise::Nothing), Rank::Doubtful);
        assert_eq!(rank("sum<c::Unit> (src/point.rs:7)", Promise::Nothing), Rank::Unexpected);
        assert_eq!(rank("sum (src/point.rs:7)", Promise::Nothing), Rank::Unexpected);
        assert_eq!(rank("sum<u8> (src/point.rs:7)", Promise::Name), Rank::Promise);
    }

    #[test]
    fn a_value_of_a_type_that_is_documented_to_lead_to_panics_makes_a_wrong_place_doubtful() {
        let expression = Expression::Call(0, vec![Expression::Call(1, Vec::new()).into()]);
        let rank = |panics, message: &str| {
            let earlier = CallableItem {
                documentation: Documentation { panics, ..Documentation::default() },
                ..item(Expectation::Answer)
            };
            let later = CallableItem { promise: Promise::Name, ..item(Expectation::Answer) };
            rank_among(&[later, earlier], &expression, &panic(message))
        };
        let place = "index out of bounds: the len is 0 but the index is 0";
        assert_eq!(rank(Panics::OfType, place), Rank::Doubtful);
        assert_eq!(rank(Panics::OfType, "the node is of another tree"), Rank::Doubtful);
        assert_eq!(rank(Panics::OfType, "attempt to add with overflow"), Rank::Promise);
        assert_eq!(rank(Panics::Undocumented, place), Rank::Promise);
    }

    #[test]
    fn a_function_named_as_an_operator_overflows_and_divides_by_zero_as_that_does() {
        let rank = |name: &str, promise, message: &str| {
            rank(CallableItem { name: name.to_owned(), promise, ..item(Expectation::Answer) }, message)
        };
        let (overflow, zero) = ("attempt to subtract with overflow", "attempt to divide by zero");
        assert_eq!(rank("c::T::sub_one", Promise::Nothing, overflow), Rank::Doubtful);
        assert_eq!(rank("c::T::subset", Promise::Nothing, overflow), Rank::Unexpected);
        assert_eq!(rank("c::T::checked_sub_one", Promise::Name, overflow), Rank::Promise);
        assert_eq!(rank("c::T::wrapping_div", Promise::Name, zero), Rank::Doubtful);
        assert_eq!(rank("c::T::wrapping_div", Promise::Name, overflow), Rank::Promise);
        assert_eq!(rank("c::T::checked_div", Promise::Name, zero), Rank::Promise);
        assert_eq!(rank("c::T::div_by", Promise::Result, zero), Rank::Promise);
        assert_eq!(rank("c::T::mean", Promise::Nothing, zero), Rank::Unexpected);
        let shift = "shl intrinsic called with overflowing shift";
        assert_eq!(rank("c::ushl2", Promise::Nothing, shift), Rank::Doubtful);
        assert_eq!(rank("c::rotate", Promise::Nothing, shift), Rank::Explicit);
    }

    #[test]
    fn a_panic_on_purpose_in_a_function_that_is_documented_to_panic_is_doubtful() {
        let rank = |name: &str, panics| {
            let documentation = Documentation { panics, ..Documentation::default() };
            let inner = CallableItem { name: name.to_owned(), documentation, ..item(Expectation::Answer) };
            let frames = ["c::M::transposed<u8> (src/m.rs:7)".to_owned()];
            let call = Expression::Call(0, Vec::new());
            rank_within(&frames, &[item(Expectation::Answer), inner], &call, &panic("rows are empty"))
        };
        assert_eq!(rank("c::M::transposed", Panics::Documented), Rank::Doubtful);
        assert_eq!(rank("c::M::transposed", Panics::Undocumented), Rank::Explicit);
        assert_eq!(rank("c::M::rotated", Panics::Documented), Rank::Explicit);
    }

    #[test]
    fn a_law_does_not_hold_unless_the_caller_has_broken_one() {
        let item = || CallableItem {
            law: Some("a equals a".to_owned()),
            promise: Promise::Name,
            ..item(Expectation::Answer)
        };
        let rank = |expression: &Expression, place: &str, message: &str| {
            let (place, message) = (place.to_owned(), message.to_owned());
            let outcome = Outcome::Panic(Panic { place, message, calls: String::new(), call: 1 });
            rank_among(&[item()], expression, &outcome)
        };
        let (driver, broken) = ("src/ops.rs:1:1", "assertion `left == right` failed: a equals a");
        let plain = Expression::Call(0, Vec::new());
        assert_eq!(rank(&plain, driver, broken), Rank::Law);
        assert_eq!(rank(&plain, driver, "full"), Rank::Documented);
        assert_eq!(rank(&plain, "/c/src/lib.rs:1:1", broken), Rank::Documented);
        let lying = Expression::Call(0, vec![Expression::List(Vec::new(), 1).into()]);
        assert_eq!(rank(&lying, driver, broken), Rank::Doubtful);
        let answers = Expression::Call(0, vec![Expression::Number(kind::ANSWERS, 85).into()]);
        assert_eq!(rank(&answers, driver, broken), Rank::Doubtful);
    }

    #[test]
    fn an_amount_that_no_memory_has_is_the_callers() {
        let number = |bits| Expression::Call(0, vec![Expression::Number(5, bits).into()]);
        let overflow = "attempt to multiply with overflow";
        assert_eq!(
            rank_of(&number(u128::from(u64::MAX)), item(Expectation::Answer), overflow),
            Rank::Doubtful
        );
        assert_eq!(rank_of(&number(1 << 20), item(Expectation::Answer), overflow), Rank::Unexpected);
        // One that returns a `Result` checks it.
        let checks = || CallableItem { promise: Promise::Result, ..item(Expectation::Answer) };
        let rank = |frame: &str| {
            let frames = [frame.to_owned()];
            rank_within(&frames, &[checks()], &number(u128::from(u64::MAX)), &panic(overflow))
        };
        assert_eq!(rank("f (src/lib.rs:7)"), Rank::Promise);
        assert_eq!(rank("area (src/lib.rs:7)"), Rank::Doubtful);
    }
}
