//! A failure of the crate under test, and how surprising it is to a careful caller.

use std::fmt;

use everycase_check::names;

use crate::candidates::{CallableItem, Panics, Promise};
use crate::expression::Expression;
use crate::snippet::Snippet;
use crate::worker::{Death, EndKind, Outcome};

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
    /// A law that does not hold.
    Law {
        /// The call that asserts it, by its number.
        call: Option<u16>,
        /// It is that a value is read back, and the value is put together without a function.
        is_assembled: bool,
    },
    /// A death of this kind in a call, by its number.
    Death(&'static str, Option<u16>),
    /// A call that ends in another way than with an old version of the crate.
    Differs {
        /// The call, by its number.
        root: Option<u16>,
        /// How it ended.
        was: EndKind,
        /// How it ends.
        is: EndKind,
    },
}

/// What a function says about panics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tier {
    /// Its name, its trait or its result promises an answer.
    Promises,
    /// Nothing.
    Silent,
    /// That it panics.
    Documented,
}

impl Tier {
    /// Returns the tier of a function.
    pub fn of(item: Option<&CallableItem>) -> Tier {
        let Some(own) = item else { return Tier::Silent };
        match (own.documentation.panics, own.promise) {
            (Panics::Documented, _) | (Panics::OfType, Promise::Result | Promise::Nothing) => {
                Tier::Documented
            }
            (_, Promise::Name | Promise::Result) => Tier::Promises,
            (Panics::Undocumented, Promise::Nothing) => Tier::Silent,
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
    /// The function's name, trait or result promises an answer.
    Promise,
    /// A law that a trait or names state does not hold.
    Law,
    /// An undocumented arithmetic overflow, index, boundary or `unwrap` inside the crate.
    Unexpected,
    /// An undocumented assertion or message of the crate.
    Explicit,
    /// What a careful caller may expect: an index out of bounds, an amount that no memory has, an
    /// assertion with a message, a function whose documentation states a condition or tells of
    /// another panic, long work for a long argument.
    Doubtful,
    /// Documented, or caused by the argument.
    Documented,
}

names! { Rank:
    Memory = "memory",
    Abort = "abort",
    StackOverflow = "stack-overflow",
    Hang = "hang",
    OutOfMemory = "out-of-memory",
    Promise = "promise",
    Law = "law",
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
            Rank::OutOfMemory => "it needs more than 128 MB",
            Rank::Promise => {
                "the name, the trait or the result of the function promises an answer for every argument"
            }
            Rank::Law => "callers rely on it: its trait, or its name, states it for all values",
            Rank::Unexpected => "an undocumented error inside the crate",
            Rank::Explicit => "an undocumented deliberate panic",
            Rank::Doubtful => {
                "a careful caller may expect it: an index out of bounds, an amount beyond any memory, a documented \
                 condition, long work, or a law that most values break"
            }
            Rank::Documented => "documented, or caused by the argument",
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
    /// Whether the function is deprecated.
    pub is_deprecated: bool,
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
    Some(Site::Death(kind, outcome.running(expression).and_then(Expression::root)))
}

/// Returns the function of a frame, without its type arguments and its place.
pub(crate) fn function_of(frame: &str) -> &str {
    frame.split([' ', '<']).next().unwrap_or(frame)
}

/// Returns the name of the function of a frame, without what it is in; of a closure, that which
/// has it.
pub(crate) fn method_of(frame: &str) -> &str {
    let path = frame.rsplit_once(" (").map_or(frame, |own| own.0);
    // Type arguments of the function stand behind it.
    let arguments = type_arguments_of(frame).len();
    let path = if arguments > 0 { &path[..path.len() - arguments - 2] } else { path };
    let mut names = path.rsplit("::").filter(|own| !own.starts_with('{') && !own.is_empty());
    names.next().unwrap_or(path)
}

/// Returns the type arguments of the function of a frame: what stands in the last brackets.
pub(crate) fn type_arguments_of(frame: &str) -> &str {
    let path = frame.rsplit_once(" (").map_or(frame, |own| own.0);
    let Some(inside) = path.strip_suffix('>') else { return "" };
    let mut open = 1;
    for (at, own) in inside.char_indices().rev() {
        match own {
            '>' => open += 1,
            '<' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return &inside[at + 1..];
        }
    }
    ""
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

    #[test]
    fn frames_of_a_driver_in_the_folder_of_the_crate_are_not_the_crates() {
        let calls = "   0: {closure#2}\n             at /c/target/everycase/c-0123456789abcdef/src/serve.rs:100:5\n   \
                     1: c::half\n             at /c/src/lib.rs:88:25\n   \
                     2: c::everycase::half\n             at /c/src/everycase/half-life/lib.rs:8:2\n";
        let wanted = ["half (src/lib.rs:88)", "everycase::half (src/everycase/half-life/lib.rs:8)"];
        assert_eq!(frames(calls, "c", "/c"), wanted);
    }

    #[test]
    fn the_type_arguments_of_a_frame_are_those_of_its_function() {
        assert_eq!(type_arguments_of("a::B<T>::f<u8, c::D<e::F>> (src/a.rs:7)"), "u8, c::D<e::F>");
        assert_eq!(type_arguments_of("<a::B<T> as a::C>::f (src/a.rs:7)"), "");
        assert_eq!(type_arguments_of("f<u8"), "");
    }

    #[test]
    fn the_function_of_a_frame_is_its_last_name() {
        let frames = [
            ("reader::Reader<R>::seek (src/reader.rs:7)", "seek"),
            ("<c::Reader as c::Seek>::seek::{closure#0} (src/lib.rs:7)", "seek"),
            ("seek (src/lib.rs:7)", "seek"),
            ("c::M::seek<c::Reader<u8>> (src/lib.rs:7)", "seek"),
            ("reader::Reader::seek::<u8> (src/lib.rs:7)", "seek"),
        ];
        for (frame, name) in frames {
            assert_eq!(method_of(frame), name);
        }
    }
}
