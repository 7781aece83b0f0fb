//! Compares the claims of a check with the known verdicts on all inputs.

use std::collections::BTreeSet;

use everycase_kernel::Derivation;

use super::cases::{Case, Said};
use super::runs::{Call, Mode, Run};
use crate::check::{Ending, Finding, Minimal, Vacuity, Variation};
use crate::claims::Coverage;
use crate::claims::stream::Stream;

/// The number of further sizes with which claims of coverage or of "any size" are compared.
const BEYOND: u32 = 3;

macro_rules! claim {
    ($case:expr, $mode:expr, $run:expr, $holds:expr, $($what:tt)*) => {
        assert!(
            $holds,
            "case {}: {}\n  {:?}\n  {:?}\n  {}\n  {:?}\n  {:?}",
            $case.seed, format!($($what)*), $case.property, $mode, $run.checked.coverage, $run.checked.finding,
            $run.checked.ended,
        )
    };
}

/// Returns whether the known inputs that differ from a counterexample in one parameter fail, as far
/// as they are among the smallest that a variation is about.
fn all_fail(case: &Case, input: &Derivation, variation: Variation) -> bool {
    let root = input.root();
    let is_beside = |other: &Derivation| {
        let (mut own, other) = (0..root.arity().unwrap_or_default(), other.root());
        own.all(|i| i == variation.parameter || root.field(i).words() == other.field(i).words())
    };
    let known =
        case.known.iter().flatten().map(|(words, said)| (case.derivations.parse(words).unwrap(), *said));
    let beside: Vec<_> =
        known.filter(|(other, _)| is_beside(other)).map(|(other, said)| (other.size(), said)).collect();
    if variation.are_all {
        return beside.len() as u64 <= variation.values
            && beside.iter().all(|(_, said)| *said == Said::Failed);
    }
    let end = beside.get(variation.values as usize - 1).map_or(u32::MAX, |(size, _)| *size);
    beside.iter().all(|(size, said)| *size >= end || *said == Said::Failed)
}

/// Checks the claims of one run.
pub(super) fn of_one(case: &Case, mode: &Mode, run: &Run) {
    let checked = &run.checked;
    let coverage = &checked.coverage;
    covered(case, mode, run);
    counted(case, mode, run);
    for call in run.log.calls.iter().filter(|call| call.stream != Stream::Replay) {
        let Some((words, size)) = call.words.as_ref().zip(mode.size) else { continue };
        let input = case.derivations.parse(words).unwrap();
        claim!(case, mode, run, input.size() <= size, "{words:?} is larger than {size}");
    }
    let is_reached = |said: Said| said != Said::Discarded;
    match &checked.finding {
        Finding::Counterexample(found) => {
            let said = case.property.says_of(&found.input);
            claim!(case, mode, run, said == Said::Failed && !found.flaky, "it does not fail");
            claim!(
                case,
                mode,
                run,
                checked.ended == Ending::Failure && 1 <= found.tests && found.tests <= coverage.inputs(),
                "{} tests of {}",
                found.tests,
                coverage.inputs()
            );
            if found.minimal == Minimal::Size {
                let size = found.size();
                let mut smaller = case.known.iter().take(size as usize).flatten();
                claim!(
                    case,
                    mode,
                    run,
                    smaller.all(|(_, said)| *said != Said::Failed),
                    "a smaller one fails"
                );
            }
            for variation in &found.varied {
                let fail = all_fail(case, &found.input, *variation);
                claim!(case, mode, run, fail, "{variation:?} has values that do not fail");
            }
            if found.stream == Stream::Search && mode.shard.is_whole() {
                claim!(case, mode, run, found.minimal == Minimal::Size, "a search finds the smallest");
            }
        }
        Finding::Nothing if checked.ended == Ending::Interrupted => {}
        Finding::Nothing if coverage.inputs() == 0 => {
            claim!(case, mode, run, !mode.shard.is_whole(), "nothing was run");
        }
        Finding::Nothing => {
            let seen = run.log.calls.iter().any(|call| is_reached(call.said));
            claim!(case, mode, run, seen, "it holds, and was never put to the test");
        }
        Finding::Unreached(Vacuity::AllDiscarded) => {
            claim!(case, mode, run, coverage.inputs() > 0, "it has discarded nothing");
            // Draws do not count which the end of the time cuts off, or which teach a part the cost
            // of a size that is another's.
            let is_cut = |call: &Call| call.is_drawn && (mode.time.is_some() || !mode.shard.is_whole());
            let seen = run.log.calls.iter().any(|call| is_reached(call.said) && !is_cut(call));
            let elsewhere = mode.jobs > 1 && runs_beyond(case, run);
            claim!(case, mode, run, !seen || elsewhere, "it was put to the test");
        }
        Finding::Unreached(Vacuity::NoTime) => {
            claim!(case, mode, run, mode.time.is_some() && coverage.inputs() == 0, "there is time");
        }
        Finding::Unreached(_) => {
            let mut within = case.up_to(mode.size.unwrap_or(u32::MAX));
            claim!(case, mode, run, within.next().is_none() && coverage.inputs() == 0, "there are inputs");
        }
        Finding::Undershot(_) => claim!(case, mode, run, false, "no share is demanded"),
    }
    // Whatever the finding, the run must not have overlooked a failure among the covered inputs.
    let fails = !matches!(checked.finding, Finding::Nothing | Finding::Unreached(_));
    for (words, said) in claimed(case, coverage).filter(|_| !fails) {
        claim!(case, mode, run, *said != Said::Failed, "{words:?} fails");
        let unreached = matches!(checked.finding, Finding::Unreached(_));
        claim!(case, mode, run, !(unreached && is_reached(*said)), "{words:?} is not discarded");
    }
}

/// Returns the listed inputs that a run claims to have covered completely.
pub(super) fn claimed<'c>(case: &'c Case, coverage: &Coverage) -> impl Iterator<Item = &'c (Vec<u64>, Said)> {
    let all = coverage.exhausted().filter(|_| !coverage.is_divided());
    let sizes = all.map_or(0, |all| {
        let beyond = if all.finite || all.of_any_size { BEYOND } else { 0 };
        all.through.saturating_add(1 + beyond)
    });
    case.known.iter().take(sizes as usize).flatten()
}

/// Checks the claimed numbers of inputs.
fn covered(case: &Case, mode: &Mode, run: &Run) {
    let coverage = &run.checked.coverage;
    if let Some(all) = coverage.exhausted().filter(|all| all.through <= case.top()) {
        let there_are = case.up_to(all.through).count();
        claim!(case, mode, run, all.count == there_are.into(), "there are {there_are}");
        if all.finite {
            let larger = case.known.iter().skip(all.through as usize + 1).flatten().count();
            claim!(case, mode, run, larger == 0, "there are {larger} larger ones");
        }
        if !coverage.lazily {
            let done = share(case, mode, all.through);
            claim!(case, mode, run, all.done == done, "{done} were to be done");
        }
    }
    if let Some(some) = coverage.stopped_at().filter(|some| some.size <= case.top() && !coverage.lazily) {
        let there_are = mode.shard.share(case.known[some.size as usize].len() as u64);
        claim!(case, mode, run, some.of == there_are.into(), "there are {there_are}");
        claim!(case, mode, run, some.done <= there_are, "there are only {there_are}");
    }
}

/// Returns the number of inputs up to a size that belong to a part.
fn share(case: &Case, mode: &Mode, size: u32) -> u64 {
    let of_sizes = case.known.iter().take(size as usize + 1);
    of_sizes.map(|of_size| mode.shard.share(of_size.len() as u64)).sum()
}

/// Compares the counts of inputs with the property's own counts.
fn counted(case: &Case, mode: &Mode, run: &Run) {
    let checked = &run.checked;
    let coverage = &checked.coverage;
    let (inputs, discards) = (coverage.inputs(), coverage.discards());
    claim!(
        case,
        mode,
        run,
        discards <= inputs && coverage.stated().discarded <= coverage.stated().ran,
        "more discards"
    );
    if let Some(tests) = mode.tests {
        claim!(
            case,
            mode,
            run,
            inputs <= tests.max(1) + mode.saved.len() as u64,
            "{inputs} of {tests} tests"
        );
    }
    let calls = &run.log.calls;
    // After a failure it is run again, and on smaller inputs.
    let first = calls.iter().position(|call| call.said == Said::Failed);
    match &checked.finding {
        Finding::Counterexample(found) if !case.lazily && mode.jobs == 1 => {
            let until = first.map_or(0, |first| first as u64 + 1);
            claim!(case, mode, run, found.tests == until, "it failed after {until}");
            claim!(case, mode, run, inputs == until, "it was asked for {until}");
        }
        Finding::Counterexample(found)
            if !case.lazily && found.minimal == Minimal::Size && found.stream == Stream::Search =>
        {
            // It runs the failing input twice more, on each thread a few inputs on which the
            // property has passed, and the smallest values of each parameter.
            let again = (calls.len() as u64).checked_sub(inputs);
            let parameters = found.input.root().arity().unwrap_or_default() as u64;
            let most = 2 + 8 * mode.jobs + 32 * parameters;
            claim!(case, mode, run, again.is_some_and(|again| again <= most), "{again:?} runs more");
        }
        Finding::Counterexample(_) => {
            claim!(case, mode, run, inputs <= calls.len() as u64, "it was asked for {}", calls.len());
        }
        _ if !case.lazily => {
            let asked = calls.len() as u64;
            let discarded = calls.iter().filter(|call| call.said == Said::Discarded).count() as u64;
            claim!(case, mode, run, inputs == asked, "it was asked for {asked}");
            claim!(case, mode, run, discards == discarded, "{discarded} were discarded");
            let is_counted = |call: &&Call| call.stream != Stream::Replay && call.said == Said::Passed;
            let passed = calls.iter().filter(is_counted).count() as u64;
            claim!(case, mode, run, coverage.stats().tests() == passed, "{passed} passed");
        }
        _ if mode.jobs == 1 && mode.shard.is_whole() => {
            let each = calls.iter().filter(|call| call.search.is_none()).count() as u64;
            let classes = run.classes() + each;
            // A draw that the end of the time cuts off has asked for an input, and does not count.
            let cut = u64::from(mode.time.is_some());
            let are_all = inputs <= classes && classes <= inputs + cut;
            claim!(case, mode, run, are_all, "it was asked for {classes} different ones");
        }
        _ => {}
    }
}

/// Returns whether several threads may run more than one does. If a search ends in the middle of a
/// bound, of all inputs or of orders, only all threads together find that out.
fn runs_beyond(case: &Case, one: &Run) -> bool {
    let coverage = &one.checked.coverage;
    case.lazily && (coverage.stopped_at().is_some() || coverage.ran(Stream::Orders) > 0)
}

/// Checks that a run on several threads claims the same as one on a single thread.
pub(super) fn of_threads(case: &Case, mode: &Mode, one: &Run, several: &Run) {
    let (left, right) = (&one.checked, &several.checked);
    match (&left.finding, &right.finding) {
        (Finding::Counterexample(left), Finding::Counterexample(right)) => {
            let same = left.input.words() == right.input.words()
                && (left.tests, left.stream, left.minimal) == (right.tests, right.stream, right.minimal);
            claim!(case, mode, several, same, "one thread finds {left:?}");
        }
        (left, right) => {
            let same = std::mem::discriminant(left) == std::mem::discriminant(right);
            claim!(case, mode, several, same, "one thread finds {left:?}");
            claim!(
                case,
                mode,
                several,
                one.checked.coverage == several.checked.coverage,
                "one thread covers {}: {:?} and {:?}",
                one.checked.coverage,
                one.checked.coverage,
                several.checked.coverage
            );
            let (one_ran, ran) = (one.inputs(), several.inputs());
            let same = if runs_beyond(case, one) { one_ran.is_subset(&ran) } else { one_ran == ran };
            claim!(case, mode, several, same, "one thread runs others");
        }
    }
}

/// Checks that the parts of a run together claim the same as the whole run.
pub(super) fn of_parts(case: &Case, mode: &Mode, whole: &Run, parts: &[(Mode, Run)]) {
    let fails = |run: &Run| matches!(run.checked.finding, Finding::Counterexample(_));
    let unreached = |run: &Run| matches!(run.checked.finding, Finding::Unreached(_));
    let reached = |run: &Run| run.checked.coverage.inputs() > run.checked.coverage.discards();
    let any = |what: &dyn Fn(&Run) -> bool| parts.iter().any(|(_, part)| what(part));
    let describe = || -> Vec<String> {
        parts
            .iter()
            .map(|(mode, part)| format!("{mode:?} {:?} {}", part.checked.finding, part.checked.coverage))
            .collect()
    };
    claim!(
        case,
        mode,
        whole,
        any(&fails) == fails(whole),
        "the parts find something else: {:#?}",
        describe()
    );
    claim!(
        case,
        mode,
        whole,
        fails(whole) || any(&reached) != unreached(whole),
        "the parts are put to the test otherwise: {:#?}",
        describe()
    );
    match &whole.checked.finding {
        Finding::Counterexample(found) if found.minimal == Minimal::Size => {
            let size = |run: &Run| match &run.checked.finding {
                Finding::Counterexample(found) => Some(found.size()),
                _ => None,
            };
            let least = parts.iter().filter_map(|(_, part)| size(part)).min();
            claim!(case, mode, whole, least == Some(found.size()), "the least is {least:?}");
        }
        Finding::Nothing => {
            let all: BTreeSet<&Vec<u64>> = parts.iter().flat_map(|(_, part)| part.inputs()).collect();
            let own = whole.inputs();
            let (more, fewer): (Vec<_>, Vec<_>) =
                (all.difference(&own).collect(), own.difference(&all).collect());
            claim!(
                case,
                mode,
                whole,
                (more.is_empty() || runs_beyond(case, whole)) && fewer.is_empty(),
                "the parts run {more:?} and not {fewer:?}: {:#?}",
                describe()
            );
        }
        _ => {}
    }
    if let Some(all) = whole.checked.coverage.exhausted().filter(|_| !fails(whole) && !case.lazily) {
        let claims = parts.iter().flat_map(|(_, part)| part.checked.coverage.of(Stream::Search));
        let done: u64 = claims.filter(|claim| claim.size <= all.through).map(|claim| claim.tally.ran).sum();
        claim!(case, mode, whole, done == all.done, "the parts have done {done}");
    }
}
