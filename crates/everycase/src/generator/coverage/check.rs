//! All arguments and values by size, smallest first.

use everycase_kernel::Derivation;

use super::Promise;
use super::report::{MissingValue, Report, Value};
use super::results::{PromiseStatus, Results, promised};
use crate::generator::quantify;
use crate::panics::caught;

use everycase_check::system::miri::Instant;

/// The number of findings after which the check ends.
const FINDINGS: usize = 5;

/// Returns the size of choices up to which values of a size are looked for. A generator that needs
/// more is not accepted: twice the size, for values that cost more to choose than to have, and some
/// more for those that are thrown away.
fn generous(size: u32) -> u32 {
    size.saturating_mul(2).saturating_add(6)
}

/// Checks whether a generator keeps its promise, up to the promise's size and within its time.
pub fn coverage<A: 'static, T: 'static>(promise: &Promise<A, T>) -> Report {
    let start = Instant::now();
    let end = start.checked_add(promise.time);
    let mut check = Check { promise, calls: Vec::new(), end, report: Report::of(promise) };
    for size in 0..=promise.size {
        if !check.size(size) {
            check.report.is_out_of_time = !check.report.is_found();
            break;
        }
        check.report.through = Some(size);
        if check.report.is_found() {
            break;
        }
    }
    let Check { calls, mut report, .. } = check;
    report.runs = calls.iter().map(|call| call.produced.runs).sum();
    report.time = start.elapsed();
    report
}

struct Check<'p, A, T> {
    promise: &'p Promise<A, T>,
    /// The allowed arguments so far, by size.
    calls: Vec<Call>,
    end: Option<Instant>,
    report: Report,
}

/// Allowed arguments.
struct Call {
    arguments: Derivation,
    size: u32,
    produced: Results,
}

impl<A: 'static, T: 'static> Check<'_, A, T> {
    fn is_over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Checks the values that have a size together with their arguments. Returns false if the check
    /// ends before it is through.
    fn size(&mut self, size: u32) -> bool {
        if !self.allow(size) {
            return false;
        }
        for number in 0..self.calls.len() {
            if !self.values(number, size) || self.is_over() {
                return false;
            }
        }
        true
    }

    /// Adds the allowed arguments of a size.
    fn allow(&mut self, size: u32) -> bool {
        let Ok(mut walk) = self.promise.arguments.derivations().of_size(size) else { return false };
        while let Some(arguments) = walk.next() {
            if self.is_over() {
                return false;
            }
            let given = || (self.promise.given)(self.promise.arguments.decode(arguments));
            match quantify::certainly(|| caught(given)) {
                (Ok(true), true) => {
                    let arguments = arguments.clone();
                    self.calls.push(Call { arguments, size, produced: Results::default() });
                }
                (Ok(false), true) => {}
                (Ok(_), false) | (Err(_), _) => self.report.open += 1,
            }
        }
        true
    }

    /// Checks the values of one call. Returns false if the check ends before it is through.
    fn values(&mut self, number: usize, size: u32) -> bool {
        let Self { promise, calls, end, report } = self;
        let call = &mut calls[number];
        let Ok(mut walk) = promise.results.derivations().of_size(size - call.size) else { return false };
        if !call.produced.extend(promise, &call.arguments, size, *end) {
            return false;
        }
        while let Some(value) = walk.next() {
            if end.is_some_and(|end| Instant::now() >= end) {
                return false;
            }
            let promised = promised(promise, &call.arguments, &promise.results.decode(value));
            if promised == PromiseStatus::No {
                continue;
            }
            let Some(is_produced) = is_produced(promise, call, value, size, *end) else { return false };
            report.has_likely |= promised == PromiseStatus::Likely;
            match promised {
                _ if is_produced => report.covered += u64::from(promised != PromiseStatus::Unknown),
                PromiseStatus::Unknown => report.open += 1,
                _ if call.produced.has_unknown => report.open += 1,
                PromiseStatus::Yes | PromiseStatus::Likely | PromiseStatus::No => {
                    let value = Value {
                        call: call_of(promise, &call.arguments),
                        result: promise.results.source(value),
                    };
                    let through = (!call.produced.is_whole()).then_some(generous(size));
                    let is_likely = promised == PromiseStatus::Likely;
                    report.not_found.push(MissingValue { value, through, is_likely });
                }
            }
            if report.not_found.len() == FINDINGS {
                return false;
            }
        }
        report.open += u64::from(std::mem::take(&mut call.produced.is_open));
        if let Some(result) = call.produced.outside.take() {
            report.outside.get_or_insert(Value { call: call_of(promise, &call.arguments), result });
        }
        true
    }
}

/// Returns whether a value is produced by choices up to a generous size; `None` if the time ends
/// before that is known.
fn is_produced<A: 'static, T: 'static>(
    promise: &Promise<A, T>,
    call: &mut Call,
    value: &Derivation,
    size: u32,
    end: Option<Instant>,
) -> Option<bool> {
    let mut choices = size;
    while !call.produced.contains(value) {
        if call.produced.is_whole() {
            return Some(false);
        }
        if choices == generous(size) {
            let ended = call.produced.exhaust(promise, &call.arguments, end);
            return ended.then(|| call.produced.contains(value));
        }
        choices += 1;
        if !call.produced.extend(promise, &call.arguments, choices, end) {
            return None;
        }
    }
    Some(true)
}

/// Returns the call of the generator.
fn call_of<A, T>(promise: &Promise<A, T>, arguments: &Derivation) -> String {
    let arguments = promise.arguments.source(arguments);
    // The tuple of one argument has a comma.
    let list = arguments.strip_suffix(",)").map(|one| format!("{one})")).unwrap_or(arguments);
    format!("{}{list}", promise.name)
}
