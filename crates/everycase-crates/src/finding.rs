//! A failure of the crate under test, and how surprising it is to a careful caller.

use std::fmt;

use everycase_check::names;

use crate::candidates::{CallableItem, Expected};
use crate::expression::{Expression, kind};
use crate::snippet::Snippet;
use crate::worker::{Death, Outcome};

/// What two failures have in common that are told once.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Site {
    /// A panic in a function of the crate at a place, `file:line:column`, in a call of this tier:
    /// what one function is documented to do is a surprise of another.
    Panic {
        /// The place. Code of macros has the place where the macro is used.
        place: String,
        /// The innermost function of the crate; empty if it is not known.
        within: String,
        /// The tier of the call.
        tier: Tier,
    },
    /// A death of this kind in a call, by its number.
    Death(&'static str, Option<u16>),
}

/// What a function says about panics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tier {
    /// Its name or trait promises an answer.
    Promises,
    /// Nothing.
    Silent,
    /// That it panics.
    Documented,
}

impl Tier {
    /// Returns the tier of a function.
    pub fn of(item: Option<&CallableItem>) -> Tier {
        match item {
            Some(own) if own.says_panics => Tier::Documented,
            Some(own) if own.promises => Tier::Promises,
            _ => Tier::Silent,
        }
    }
}

/// How surprising a failure is, the most surprising first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rank {
    /// Memory was used that is not the value's.
    Memory,
    /// The process was ended: an abort, or a signal.
    Abort,
    /// The stack overflowed.
    StackOverflow,
    /// The call does not end.
    Hang,
    /// More memory was wanted than 128 MB.
    OutOfMemory,
    /// The function's name or trait promises an answer.
    Promise,
    /// An arithmetic overflow, an index, a boundary or an `unwrap` inside the crate that the
    /// documentation does not tell.
    Unexpected,
    /// An assertion or a message of the crate, which its documentation does not tell.
    Explicit,
    /// What a careful caller may expect: an index out of bounds, an overflow in a function whose
    /// documentation tells of panics, long work for a long argument.
    Doubtful,
    /// The documentation tells it, or the argument asks for it.
    Documented,
}

names! { Rank:
    Memory = "memory",
    Abort = "abort",
    StackOverflow = "stack-overflow",
    Hang = "hang",
    OutOfMemory = "out-of-memory",
    Promise = "promise",
    Unexpected = "unexpected",
    Explicit = "explicit",
    Doubtful = "doubtful",
    Documented = "documented",
}

impl Rank {
    /// Returns why a failure of this rank is shown.
    pub fn reason(self) -> &'static str {
        match self {
            Rank::Memory => "safe code must not reach memory that is not its own",
            Rank::Abort => "the process ends, and nothing can catch it",
            Rank::StackOverflow => "the process ends on a stack of 2 MiB",
            Rank::Hang => "it had not ended after 5 s of processor time, or 10 s of waiting",
            Rank::OutOfMemory => "it wanted more than 128 MB",
            Rank::Promise => "the name or the trait of the function promises an answer for every argument",
            Rank::Unexpected => "an error inside the crate that the documentation does not tell",
            Rank::Explicit => "the crate panics on purpose, and the documentation does not tell it",
            Rank::Doubtful => {
                "a careful caller may expect it: an index out of bounds, an overflow where a panic is documented, or \
                 long work"
            }
            Rank::Documented => "the documentation tells it, or the argument asks for it",
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What happens when an expression does not end.
pub const HANGS: &str = "does not end";

/// A failure with its smallest expression.
#[derive(Clone, Debug)]
pub struct Finding {
    /// How surprising it is.
    pub rank: Rank,
    /// What happens, in a line: the message of the panic.
    pub what: String,
    /// Where: `file:line:column`, if it is known.
    pub place: Option<String>,
    /// The functions of the crate that were running, the innermost first.
    pub frames: Vec<String>,
    /// The function that was called, as a reader writes it.
    pub function: String,
    /// The code that fails.
    pub code: Snippet,
    /// Whether the code was compiled by itself, and failed so.
    pub is_confirmed: bool,
    /// The expression.
    pub expression: Expression,
    /// The number of expressions that failed at this place.
    pub count: u64,
}

/// Returns what identifies the death of a worker; `None` for another outcome.
pub fn death(expression: &Expression, outcome: &Outcome) -> Option<Site> {
    let Outcome::Death(death, _) = outcome else { return None };
    let kind = match death {
        Death::Signal(_) => "signal",
        Death::Exit(_) => "exit",
        Death::Memory => "memory",
        Death::Hang => "hang",
    };
    Some(Site::Death(kind, expression.root()))
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

/// Returns how surprising a failure is, what happens, and where.
pub fn judge(
    expression: &Expression,
    outcome: &Outcome,
    errors: &str,
    item: Option<&CallableItem>,
) -> (Rank, String, Option<String>) {
    let tier = Tier::of(item);
    match outcome {
        Outcome::Panic(panic) => {
            let is_asked = panic.message.contains("capacity overflow") && has_large(expression);
            let blames_caller = panic.place.contains("src/ops.rs:");
            let is_operator =
                item.is_some_and(|own| own.expected == Expected::Operator) && is_of_operands(&panic.message);
            let is_doubtful =
                panic.message.contains("with overflow") || panic.message.contains("char boundary");
            // Functions that are arguments answer without an order.
            let blames_function = panic.message.contains("user-provided comparison function");
            let is_told = is_asked || blames_caller || blames_function || is_operator;
            let rank = if tier == Tier::Documented && is_doubtful && !is_told {
                Rank::Doubtful
            } else if tier == Tier::Documented || is_told {
                Rank::Documented
            } else if tier == Tier::Promises {
                Rank::Promise
            } else if item.is_some_and(|own| own.expected == Expected::Bounds) && is_of_bounds(&panic.message)
            {
                Rank::Doubtful
            } else if is_unexpected(&panic.message) {
                Rank::Unexpected
            } else {
                Rank::Explicit
            };
            let place = (!blames_caller).then(|| panic.place.clone());
            (rank, panic.message.clone(), place)
        }
        Outcome::Death(Death::Hang, _) => {
            let rank = if has_number(expression, LONG) {
                Rank::Documented
            } else if expression.size() > LONG_LIST {
                Rank::Doubtful
            } else {
                Rank::Hang
            };
            (rank, HANGS.to_owned(), None)
        }
        Outcome::Death(Death::Memory, _) => {
            let rank = if has_number(expression, LONG) {
                Rank::Documented
            } else if expression.size() > LONG_LIST {
                Rank::Doubtful
            } else {
                Rank::OutOfMemory
            };
            (rank, "wants more than 128 MB of memory".to_owned(), None)
        }
        Outcome::Death(death, _) => {
            let tells = |text: &str| errors.contains(text);
            let line = errors.lines().find(|own| own.contains("everycase: memory error: "));
            if let Some(line) = line {
                let what = line.rsplit("memory error: ").next().unwrap_or_default();
                return (Rank::Memory, what.to_owned(), None);
            }
            if tells("has overflowed its stack") {
                return (Rank::StackOverflow, "the stack overflows".to_owned(), None);
            }
            if tells("memory allocation of") {
                let rank = if has_large(expression) { Rank::Documented } else { Rank::Abort };
                return (rank, "an allocation fails, which ends the process".to_owned(), None);
            }
            if let Some(line) = errors.lines().find(|own| own.contains("unsafe precondition")) {
                return (Rank::Memory, line.trim().to_owned(), None);
            }
            if *death == Death::Signal(6)
                && let Some(line) = errors.lines().find(|own| HEAP.iter().any(|text| own.contains(text)))
            {
                return (Rank::Memory, format!("the heap is damaged: {}", line.trim()), None);
            }
            match death {
                Death::Signal(6) => {
                    let text =
                        errors.lines().find(|own| !own.trim().is_empty()).unwrap_or("the process is aborted");
                    (Rank::Abort, text.trim().to_owned(), None)
                }
                Death::Signal(11 | 7) => {
                    (Rank::Memory, "the process touches memory that is not mapped".to_owned(), None)
                }
                Death::Signal(number) => (Rank::Abort, format!("the process ends by signal {number}"), None),
                Death::Exit(status) => {
                    (Rank::Explicit, format!("ends the process with status {status}"), None)
                }
                Death::Memory | Death::Hang => (Rank::Hang, String::new(), None),
            }
        }
        _ => (Rank::Documented, String::new(), None),
    }
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
            let width = crate::expression::WIDTHS[usize::from(*own)];
            bits.leading_zeros() < 128 - bits_of_small && bits >> (width - 1) & 1 == 0
                || width > bits_of_small && bits >> (width - 1) & 1 == 1
        }
        Expression::Number(kind::F32 | kind::F64, _) => true,
        _ => false,
    };
    is_large || expression.parts().iter().any(|own| has_number(own, bits_of_small))
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
    const TEXTS: [&str; 13] = [
        "out of bounds",
        "out of range",
        "range start index",
        "range end index",
        "slice index starts",
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

/// Returns the function of a frame, without its type arguments and its place.
pub(crate) fn function_of(frame: &str) -> &str {
    frame.split([' ', '<']).next().unwrap_or(frame)
}

/// Returns the functions of a crate in a backtrace, the innermost first, and their places.
pub fn frames(calls: &str, library: &str, sources: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut lines = calls.lines().peekable();
    while let Some(line) = lines.next() {
        let Some((_, name)) = line.trim().split_once(": ") else { continue };
        let place = lines.peek().and_then(|own| own.trim().strip_prefix("at "));
        let Some(place) = place else { continue };
        if let Some((_, inside)) = place.split_once(sources) {
            let inside = inside.trim_start_matches('/');
            if is_of_driver(inside) {
                continue;
            }
            let inside = inside.rsplit_once(':').map_or(inside, |own| own.0);
            let name = name.strip_prefix(&format!("{library}::")).unwrap_or(name);
            all.push(format!("{name} ({inside})"));
        }
    }
    all.truncate(6);
    all
}

/// Returns whether a file is one of the driver, which may be in the crate's own target directory:
/// `target/everycase/name-0123456789abcdef/src/ops.rs`.
fn is_of_driver(file: &str) -> bool {
    let parts: Vec<&str> = file.split('/').collect();
    let is_key = |own: &str| own.len() == 16 && own.bytes().all(|byte| byte.is_ascii_hexdigit());
    parts
        .windows(2)
        .any(|own| own[0] == "everycase" && own[1].rsplit_once('-').is_some_and(|(_, key)| is_key(key)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::Panic;

    #[test]
    fn frames_of_a_driver_in_the_folder_of_the_crate_are_not_the_crates() {
        let calls = "   0: {closure#2}\n             at /c/target/everycase/c-0123456789abcdef/src/serve.rs:100:5\n   \
                     1: c::half\n             at /c/src/lib.rs:88:25\n   \
                     2: c::everycase::half\n             at /c/src/everycase/half-life/lib.rs:8:2\n";
        let wanted = ["half (src/lib.rs:88)", "everycase::half (src/everycase/half-life/lib.rs:8)"];
        assert_eq!(frames(calls, "c", "/c"), wanted);
    }

    /// Returns the rank of a panic in a function of which a caller expects something.
    fn rank(expected: Expected, message: &str) -> Rank {
        let item = CallableItem {
            name: "c::f".to_owned(),
            says_panics: false,
            promises: false,
            expected,
            skipped: None,
        };
        let place = "/c/src/lib.rs:1:1".to_owned();
        let panic = Panic { place, message: message.to_owned(), calls: String::new(), call: 1 };
        judge(&Expression::Call(0, Vec::new()), &Outcome::Panic(panic), "", Some(&item)).0
    }

    #[test]
    fn what_operands_and_functions_of_the_caller_ask_for_is_not_told() {
        for message in ["attempt to add with overflow", "Division by zero", "no entry found for key"] {
            assert_eq!(rank(Expected::Operator, message), Rank::Documented, "{message}");
            assert!(rank(Expected::Answer, message) < Rank::Doubtful, "{message}");
        }
        let unwrapped = "called `Option::unwrap()` on a `None` value";
        assert_eq!(rank(Expected::Operator, unwrapped), Rank::Unexpected);
        let order = "user-provided comparison function does not correctly implement a total order";
        assert_eq!(rank(Expected::Answer, order), Rank::Documented);
    }
}
