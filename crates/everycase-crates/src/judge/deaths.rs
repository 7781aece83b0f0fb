//! Deaths of workers: what limit was met, and what was written before the end.

use super::arguments::{LONG, has_large, has_number};
use super::{Facts, waits_for_end};
use crate::expression::Expression;
use crate::finding::{HANGS, Rank};
use crate::worker::Death;

/// An expression of this size may ask for long work, such as all subsets of a list.
const LONG_LIST: u32 = 20;

/// What happens when the stack is too small.
pub(crate) const STACK_OVERFLOW: &str = "the stack overflows";

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

/// Returns how a worker died, in words.
pub(crate) fn words(expression: &Expression, death: &Death, errors: &str) -> String {
    of_limit(expression, death, errors).1
}

/// Judges the death of a worker.
pub(super) fn judge(
    expression: &Expression,
    death: &Death,
    errors: &str,
    facts: &Facts<'_>,
) -> (Rank, String) {
    // Long work, or much memory, for an argument that asks for it.
    let asked = |rank: Rank| {
        if has_number(expression, LONG) || facts.any(expression, |own| own.documentation.long) {
            Rank::Documented
        } else if expression.size() > LONG_LIST {
            Rank::Doubtful
        } else {
            rank
        }
    };
    let (rank, what) = of_limit(expression, death, errors);
    match death {
        Death::Hang if waits_for_end(expression, facts) => (Rank::Documented, what),
        Death::Hang | Death::Memory => (asked(rank), what),
        // The caller's own trait has panicked, and the crate ends what that has left undone.
        Death::Signal(_) | Death::Exit(_)
            if rank == Rank::Abort && matches!(expression, Expression::Armed(..)) =>
        {
            (Rank::Doubtful, what)
        }
        Death::Signal(_) | Death::Exit(_) => (rank, what),
    }
}

/// Judges the death of a worker without what the arguments ask for.
fn of_limit(expression: &Expression, death: &Death, errors: &str) -> (Rank, String) {
    match death {
        Death::Hang => (Rank::Hang, HANGS.to_owned()),
        Death::Memory => (Rank::OutOfMemory, "wants more than 128 MB of memory".to_owned()),
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
        return Some((Rank::StackOverflow, STACK_OVERFLOW.to_owned()));
    }
    if errors.contains("memory allocation of") {
        let rank = if has_large(expression) { Rank::Documented } else { Rank::Abort };
        return Some((rank, "an allocation fails, which ends the process".to_owned()));
    }
    line_with("unsafe precondition").map(|line| (Rank::Memory, line.trim().to_owned()))
}

fn of_signal(number: i32, expression: &Expression, errors: &str) -> (Rank, String) {
    if let Some(judgment) = of_errors(expression, errors) {
        return judgment;
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
