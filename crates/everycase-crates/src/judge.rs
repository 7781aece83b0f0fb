//! How surprising a failure is: its message, beside what the crate tells and promises.

use std::fs;
use std::path::Path;

use rustc_hash::FxHashSet;

use crate::candidates::{CallableItem, Expected, Panics, Promise};
use crate::expression::{Expression, WIDTHS, kind};
use crate::finding::{HANGS, Rank, Tier, method_of};
use crate::worker::{Death, Outcome, Panic};

/// What is known of the calls of an expression.
pub(crate) struct Facts<'c> {
    /// The items that can be called.
    pub(crate) items: &'c [CallableItem],
    /// The item of each call.
    pub(crate) item_of: &'c [usize],
    /// The calls that make functions which answer with indices.
    pub(crate) functions: &'c FxHashSet<u16>,
}

impl<'c> Facts<'c> {
    /// Returns the item of a call; `None` if it is of the standard library.
    pub(crate) fn item(&self, call: u16) -> Option<&'c CallableItem> {
        self.items.get(self.item_of[usize::from(call)])
    }

    /// Returns whether a function of an expression answers with indices, which fit nothing.
    fn any_function(&self, of: &Expression) -> bool {
        of.any_call(&mut |call| self.functions.contains(&call))
    }

    /// Returns whether some call of an expression is of an item that fits.
    fn any(&self, of: &Expression, fits: impl Fn(&CallableItem) -> bool) -> bool {
        of.any_call(&mut |call| self.item(call).is_some_and(&fits))
    }
}

/// A failure that is judged.
pub(crate) struct Failed<'f> {
    /// The smallest expression.
    pub(crate) expression: &'f Expression,
    /// What happened when it ran alone.
    pub(crate) outcome: &'f Outcome,
    /// What it wrote to standard error.
    pub(crate) errors: &'f str,
    /// The functions of the crate that were running, the innermost first.
    pub(crate) frames: &'f [String],
}

/// Returns how surprising a failure is, what happens, and where.
pub(crate) fn judge(failed: &Failed<'_>, facts: &Facts<'_>) -> (Rank, String, Option<String>) {
    let Failed { expression, outcome, errors, .. } = *failed;
    match outcome {
        Outcome::Panic(panic) => {
            // The place is in the driver where the crate says that its caller is to blame.
            let place = (!blames_caller(panic)).then(|| panic.place.clone());
            (of_panic(failed, panic, facts), panic.message.clone(), place)
        }
        Outcome::Death(death, _) => {
            let (rank, what) = of_death(expression, death, errors, facts);
            (rank, what, None)
        }
        _ => (Rank::Documented, String::new(), None),
    }
}

fn blames_caller(panic: &Panic) -> bool {
    panic.place.contains("src/ops.rs:")
}

fn of_panic(failed: &Failed<'_>, panic: &Panic, facts: &Facts<'_>) -> Rank {
    let Failed { expression, frames, .. } = *failed;
    let item = expression.root().and_then(|call| facts.item(call));
    let tier = Tier::of(item);
    let expected = item.map_or(Expected::Answer, |own| own.expected);
    let message = &*panic.message;
    let is_asked = message.contains("capacity overflow") && has_large(expression);
    // A value that cannot be printed: what made it tells of that.
    let is_told_before = message.contains("formatting trait implementation returned an error")
        && facts.any(expression, |own| own.told.panics == Panics::Told);
    let is_operator = expected == Expected::Operator && (is_of_operands(message) || !is_unexpected(message));
    // Functions that are arguments answer without an order.
    let blames_function = message.contains("user-provided comparison function");
    let is_told = is_asked
        || waits_for_end(expression, facts)
        || blames_caller(panic)
        || blames_function
        || is_operator
        || is_told_before;
    // Such an error inside is another one than what the documentation tells.
    let is_inner = message.contains("with overflow") || message.contains("char boundary");
    if is_told {
        return Rank::Documented;
    }
    let promise = item.map_or(Promise::Nothing, |own| own.promise);
    let is_warned = expression.parts().iter().any(|own| facts.any(own, |own| own.told.warns));
    match (tier, promise) {
        (Tier::Documented, _) if is_inner => return Rank::Doubtful,
        (Tier::Documented, _) => return Rank::Documented,
        _ if is_warned => return Rank::Doubtful,
        // A condition that the documentation states is then one of an answer that tells of it.
        (Tier::Promises, Promise::Name) => return Rank::Promise,
        (Tier::Promises | Tier::Silent, _) => {}
    }
    let is_unexpected = is_unexpected(message);
    let is_of_index = facts.any(expression, |own| own.expected == Expected::Bounds);
    let is_of_place = is_of_bounds(message) && !message.contains("with overflow");
    let is_of_another = is_of_index && is_of_place
        || facts.any_function(expression) && (is_of_place || message.contains("char boundary"));
    let is_amount = has_amount(expression)
        && (!is_unexpected || is_of_index || message.contains("overflow") || is_of_bounds(message));
    let is_asserted = || {
        let is_of_root = item.zip(frames.first()).is_some_and(|(item, frame)| {
            let called = item.name.rsplit("::").next();
            called == Some(method_of(frame))
        });
        is_of_root && has_message(&panic.place)
    };
    // As `is_asked`, of a number that a call returns.
    let is_room = message.contains("capacity overflow") && !has_input(expression);
    let is_stated = item.is_some_and(|own| own.told.condition) && promise == Promise::Nothing;
    if expected == Expected::Bounds && is_of_bounds(message)
        || is_of_another
        || is_amount
        || is_room
        || is_stated
        || item.is_some_and(|own| own.told.refers && !is_unexpected)
        || !is_unexpected && is_asserted()
    {
        Rank::Doubtful
    } else if tier == Tier::Promises {
        Rank::Promise
    } else if is_unexpected {
        Rank::Unexpected
    } else {
        Rank::Explicit
    }
}

/// What the allocator says when its memory is damaged.
const HEAP: [&str; 8] = [
    "corrupted",
    "invalid pointer",
    "invalid size",
    "invalid next size",
    "invalid old size",
    "double free",
    "malloc",
    "free()",
];

fn of_death(expression: &Expression, death: &Death, errors: &str, facts: &Facts<'_>) -> (Rank, String) {
    // Long work, or much memory, for an argument that asks for it.
    let asked = |rank: Rank| {
        if has_number(expression, LONG) {
            Rank::Documented
        } else if expression.size() > LONG_LIST {
            Rank::Doubtful
        } else {
            rank
        }
    };
    match death {
        Death::Hang if waits_for_end(expression, facts) => (Rank::Documented, HANGS.to_owned()),
        Death::Hang => (asked(Rank::Hang), HANGS.to_owned()),
        Death::Memory => (asked(Rank::OutOfMemory), "wants more than 128 MB of memory".to_owned()),
        Death::Signal(number) => of_signal(*number, expression, errors),
        Death::Exit(status) => of_errors(expression, errors)
            .unwrap_or_else(|| (Rank::Explicit, format!("ends the process with status {status}"))),
    }
}

/// Judges the end of a process by what it wrote.
fn of_errors(expression: &Expression, errors: &str) -> Option<(Rank, String)> {
    let line_with = |text: &str| errors.lines().find(|own| own.contains(text));
    if let Some(line) = line_with("everycase: memory error: ") {
        return Some((Rank::Memory, line.rsplit("memory error: ").next().unwrap_or_default().to_owned()));
    }
    if errors.contains("has overflowed its stack") {
        return Some((Rank::StackOverflow, "the stack overflows".to_owned()));
    }
    if errors.contains("memory allocation of") {
        let rank = if has_large(expression) { Rank::Documented } else { Rank::Abort };
        return Some((rank, "an allocation fails, which ends the process".to_owned()));
    }
    line_with("unsafe precondition").map(|line| (Rank::Memory, line.trim().to_owned()))
}

fn of_signal(number: i32, expression: &Expression, errors: &str) -> (Rank, String) {
    if let Some(told) = of_errors(expression, errors) {
        return told;
    }
    let is_heap = |own: &&str| HEAP.iter().any(|text| own.contains(text));
    match number {
        6 => {
            if let Some(line) = errors.lines().find(is_heap) {
                return (Rank::Memory, format!("the heap is damaged: {}", line.trim()));
            }
            let line = errors.lines().find(|own| !own.trim().is_empty());
            (Rank::Abort, line.unwrap_or("the process is aborted").trim().to_owned())
        }
        11 | 7 => (Rank::Memory, "the process touches memory that is not mapped".to_owned()),
        number => (Rank::Abort, format!("the process ends by signal {number}")),
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
    called.is_some_and(|own| NAMES.contains(&own)) && facts.any(expression, |own| own.told.endless)
}

/// A number with more bits than this may ask for long work, such as its square.
const LONG: u32 = 10;

/// An expression of this size may ask for long work, such as all subsets of a list.
const LONG_LIST: u32 = 20;

/// Returns whether an expression has a number for which long work, or much memory, is expected.
pub(crate) fn has_large(expression: &Expression) -> bool {
    has_number(expression, 16)
}

/// Returns whether an expression has a number of more than some bits, or a floating-point number.
fn has_number(expression: &Expression, bits_of_small: u32) -> bool {
    let is_large = match expression {
        Expression::Number(0..=5, bits) => *bits >= 1 << bits_of_small,
        Expression::Number(own @ 6..=11, bits) => {
            let width = WIDTHS[usize::from(*own)];
            bits.leading_zeros() < 128 - bits_of_small && bits >> (width - 1) & 1 == 0
                || width > bits_of_small && bits >> (width - 1) & 1 == 1
        }
        Expression::Number(kind::F32 | kind::F64, _) => true,
        _ => false,
    };
    is_large || expression.parts().iter().any(|own| has_number(own, bits_of_small))
}

/// Returns whether an expression has a `usize` that is larger than any amount of memory.
fn has_amount(expression: &Expression) -> bool {
    /// The number of `usize` among the kinds of numbers.
    const USIZE: u8 = 5;
    matches!(expression, Expression::Number(USIZE, bits) if *bits >= 1 << 40)
        || expression.parts().iter().any(|own| has_amount(own))
}

/// Returns whether an expression has a text or bytes, from which a crate may read an amount.
fn has_input(expression: &Expression) -> bool {
    matches!(expression, Expression::Text(_) | Expression::Bytes(_))
        || expression.parts().iter().any(|own| has_input(own))
}

/// Returns whether an assertion with a message of its own is at a place.
fn has_message(place: &str) -> bool {
    let mut parts = place.rsplitn(3, ':');
    let (Some(column), Some(line), Some(file)) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let (Ok(column), Ok(line)) = (column.parse::<usize>(), line.parse::<usize>()) else { return false };
    let Ok(text) = fs::read_to_string(Path::new(file)) else { return false };
    let rest: Vec<&str> = text.lines().skip(line.saturating_sub(1)).take(12).collect();
    let rest = rest.join("\n");
    rest.get(column.saturating_sub(1)..).is_some_and(is_told_assertion)
}

/// Returns whether a source begins with an assertion that has a message.
fn is_told_assertion(source: &str) -> bool {
    let Some((name, rest)) = source.split_once("!(") else { return false };
    let operands = match name {
        "assert" | "debug_assert" => 1,
        "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => 2,
        _ => return false,
    };
    let (mut depth, mut commas, mut is_text) = (0, 0, false);
    for (at, letter) in rest.char_indices() {
        match letter {
            '"' => is_text = !is_text,
            _ if is_text => {}
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => return false,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                commas += 1;
                let message = rest[at + 1..].trim_start();
                if commas == operands {
                    return !message.starts_with(')');
                }
            }
            _ => {}
        }
    }
    false
}

/// Returns whether a message tells what an operator cannot do: as in the language, or by the
/// crate's own words.
fn is_of_operands(message: &str) -> bool {
    const TEXTS: [&str; 8] = [
        "attempt to ",
        "out of bounds",
        "out of range",
        "overflow",
        "by zero",
        "zero divisor",
        "no entry",
        "not found",
    ];
    let message = message.to_lowercase();
    TEXTS.iter().any(|own| message.contains(own))
}

/// Returns whether a panic's message is about an index or a bound.
fn is_of_bounds(message: &str) -> bool {
    const TEXTS: [&str; 18] = [
        "out of bounds",
        "out-of-bounds",
        "exceeds",
        "not a valid",
        "no entry found",
        "out of range",
        "range start",
        "range end index",
        "slice index starts",
        "start > end",
        "mid > len",
        "index <",
        "idx <",
        "at <=",
        "end <= len",
        "start <= end",
        "len() >",
        "with overflow",
    ];
    TEXTS.iter().any(|own| message.contains(own))
}

/// Returns whether a panic's message is one of the language or of the standard library.
fn is_unexpected(message: &str) -> bool {
    const TEXTS: [&str; 24] = [
        "attempt to ",
        "index out of bounds",
        "range start index",
        "range end index",
        "slice index starts",
        "byte index",
        "start byte index",
        "end byte index",
        "begin <= end",
        "char boundary",
        "called `Option::unwrap()`",
        "called `Result::unwrap",
        "already borrowed",
        "already mutably borrowed",
        "RefCell already",
        "internal error",
        "entered unreachable code",
        "not implemented",
        "not yet implemented",
        "capacity overflow",
        "unsafe precondition",
        "copy_from_slice",
        "mid > len",
        "chunk size must be",
    ];
    TEXTS.iter().any(|own| message.contains(own))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::Told;

    fn item(expected: Expected) -> CallableItem {
        CallableItem {
            name: "c::f".to_owned(),
            told: Told::default(),
            promise: Promise::Nothing,
            expected,
            skipped: None,
        }
    }

    /// Returns the rank of a panic with a message in a call of an item.
    fn rank_of(expression: &Expression, item: CallableItem, message: &str) -> Rank {
        let place = "/c/src/lib.rs:1:1".to_owned();
        let panic = Panic { place, message: message.to_owned(), calls: String::new(), call: 1 };
        let outcome = Outcome::Panic(panic);
        let failed = Failed { expression, outcome: &outcome, errors: "", frames: &[] };
        judge(&failed, &Facts { items: &[item], item_of: &[0], functions: &FxHashSet::default() }).0
    }

    fn rank(item: CallableItem, message: &str) -> Rank {
        rank_of(&Expression::Call(0, Vec::new()), item, message)
    }

    #[test]
    fn what_operands_and_functions_of_the_caller_ask_for_is_not_told() {
        for message in ["attempt to add with overflow", "Division by zero", "no entry found for key"] {
            assert_eq!(rank(item(Expected::Operator), message), Rank::Documented, "{message}");
            assert!(rank(item(Expected::Answer), message) < Rank::Doubtful, "{message}");
        }
        let unwrapped = "called `Option::unwrap()` on a `None` value";
        assert_eq!(rank(item(Expected::Operator), unwrapped), Rank::Unexpected);
        let order = "user-provided comparison function does not correctly implement a total order";
        assert_eq!(rank(item(Expected::Answer), order), Rank::Documented);
    }

    #[test]
    fn a_condition_in_the_documentation_makes_a_failure_doubtful_and_a_panic_makes_it_documented() {
        let unwrapped = "called `Option::unwrap()` on a `None` value";
        let with = |told: Told, promise: Promise| CallableItem { told, promise, ..item(Expected::Answer) };
        let condition = Told { condition: true, ..Told::default() };
        assert_eq!(rank(with(condition, Promise::Nothing), unwrapped), Rank::Doubtful);
        let panics = Told { panics: Panics::Told, ..Told::default() };
        assert_eq!(rank(with(panics, Promise::Name), unwrapped), Rank::Documented);
        // What the type tells does not take a promise back that a method's trait gives.
        let of_type = Told { panics: Panics::OfType, ..Told::default() };
        assert_eq!(rank(with(of_type, Promise::Name), unwrapped), Rank::Promise);
        assert_eq!(rank(with(of_type, Promise::Result), unwrapped), Rank::Documented);
        assert_eq!(rank(with(Told::default(), Promise::Result), unwrapped), Rank::Promise);
    }

    #[test]
    fn a_call_that_waits_for_the_end_of_an_endless_iterator_is_documented_to_hang() {
        let count = |endless| CallableItem {
            name: "<c::Ones as Iterator>::count".to_owned(),
            told: Told { endless, ..Told::default() },
            ..item(Expected::Answer)
        };
        let rank = |item| {
            let (expression, outcome) = (Expression::Call(0, Vec::new()), Outcome::Death(Death::Hang, 1));
            let failed = Failed { expression: &expression, outcome: &outcome, errors: "", frames: &[] };
            judge(&failed, &Facts { items: &[item], item_of: &[0], functions: &FxHashSet::default() }).0
        };
        assert_eq!(rank(count(true)), Rank::Documented);
        assert_eq!(rank(count(false)), Rank::Hang);
        assert_eq!(rank(CallableItem { name: "c::Ones::next".to_owned(), ..count(true) }), Rank::Hang);
    }

    #[test]
    fn an_amount_that_no_memory_has_is_the_callers() {
        let number = |bits| Expression::Call(0, vec![Expression::Number(5, bits).into()]);
        let overflow = "attempt to multiply with overflow";
        assert_eq!(rank_of(&number(u128::from(u64::MAX)), item(Expected::Answer), overflow), Rank::Doubtful);
        assert_eq!(rank_of(&number(1 << 20), item(Expected::Answer), overflow), Rank::Unexpected);
    }

    #[test]
    fn an_assertion_has_a_message_behind_its_operands() {
        for source in [
            "assert!(n > 0, \"none\");",
            "assert!(f(a, b)[0], \"{}\", c);",
            "assert_eq!(a,\n    \"x, y\",\n    \"no {c}\",\n);",
        ] {
            assert!(is_told_assertion(source), "{source}");
        }
        for source in [
            "assert!(n > 0);",
            "assert!(\n    f(a, b),\n);",
            "assert_eq!(a, b);",
            "panic!(\"x\")",
            "x.unwrap()",
        ] {
            assert!(!is_told_assertion(source), "{source}");
        }
    }
}
