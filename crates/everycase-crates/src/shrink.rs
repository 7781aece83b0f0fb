//! Simpler expressions that fail at the same place.

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use crate::error::Error;
use crate::expression::Expression;
use crate::finding::Site;
use crate::pool::Pool;
use crate::runner::Runner;
use crate::worker::{Kind, Outcome, Parameter};

/// Tells what identifies a failure.
pub(crate) type SiteOf<'s> =
    dyn FnMut(&mut Runner, &Expression, &Outcome) -> Result<Option<Site>, Error> + 's;

/// Returns the simplest expression that was found, with at most `most` runs, until a
/// moment.
///
/// # Errors
/// If no worker can be started.
pub(crate) fn shrink(
    runner: &mut Runner,
    pool: &Pool,
    found: &Expression,
    at: &Site,
    most: usize,
    until: Instant,
    site: &mut SiteOf<'_>,
) -> Result<Expression, Error> {
    let mut own = found.clone();
    let mut left = most;
    loop {
        let mut simpler = Vec::new();
        below(&own, runner, pool, &mut simpler);
        let bound = own.measure();
        simpler.retain(|other| other.measure() < bound);
        simpler.sort_by_key(Expression::measure);
        simpler.dedup();
        let mut next = None;
        for batch in simpler.chunks(64) {
            if left == 0 || Instant::now() >= until {
                break;
            }
            let batch = &batch[..batch.len().min(left)];
            left -= batch.len();
            let outcomes = runner.run(&batch.iter().collect::<Vec<_>>())?;
            for (own, outcome) in batch.iter().zip(&outcomes) {
                if site(runner, own, outcome)?.as_ref() == Some(at) {
                    next = Some(own.clone());
                    break;
                }
            }
            if next.is_some() {
                break;
            }
        }
        match next {
            Some(next) => own = next,
            None => return Ok(own),
        }
    }
}

/// Adds expressions with one part made simpler.
fn below(own: &Expression, runner: &Runner, pool: &Pool, all: &mut Vec<Expression>) {
    match own {
        Expression::Same => {}
        Expression::Number(kind, bits) => {
            let mut bits = *bits;
            for simple in [0, 1] {
                all.push(Expression::Number(*kind, simple));
            }
            for shift in [1, 2, 4, 8, 16, 32, 64] {
                all.push(Expression::Number(*kind, bits >> shift));
            }
            for place in 0..128 {
                if bits >> place & 1 == 1 {
                    all.push(Expression::Number(*kind, bits & !(1 << place)));
                }
            }
            bits = bits.saturating_sub(1);
            all.push(Expression::Number(*kind, bits));
        }
        Expression::Text(text) => {
            let letters: Vec<char> = text.chars().collect();
            let count = letters.len();
            for cut in cuts(count) {
                let rest = letters[..cut.start].iter().chain(&letters[cut.end..]);
                all.push(Expression::Text(rest.collect::<String>().into()));
            }
            if count > LONG {
                return;
            }
            for (place, letter) in letters.iter().enumerate() {
                for simple in ['a', '0', ' '] {
                    if !letter.is_ascii_alphanumeric() || *letter == ' ' {
                        let mut own = letters.clone();
                        own[place] = simple;
                        all.push(Expression::Text(own.into_iter().collect::<String>().into()));
                    }
                }
            }
        }
        Expression::Bytes(bytes) => {
            for cut in cuts(bytes.len()) {
                all.push(Expression::Bytes([&bytes[..cut.start], &bytes[cut.end..]].concat().into()));
            }
            for (place, byte) in bytes.iter().enumerate().filter(|_| bytes.len() <= LONG) {
                for simple in [0, 1, byte / 2, byte.saturating_sub(1)] {
                    let mut own = bytes.to_vec();
                    own[place] = simple;
                    all.push(Expression::Bytes(own.into()));
                }
            }
        }
        Expression::List(elements, hint) => {
            for cut in cuts(elements.len()) {
                let rest = elements[..cut.start].iter().chain(&elements[cut.end..]);
                all.push(Expression::List(rest.cloned().collect(), *hint));
            }
            if *hint > 0 {
                all.push(Expression::List(elements.clone(), 0));
            }
        }
        Expression::After(_, arguments, place) => {
            all.push((*arguments[usize::from(*place)]).clone());
        }
        Expression::Armed(at, inner) => {
            all.push((**inner).clone());
            all.extend((1..*at).map(|at| Expression::Armed(at, Arc::clone(inner))));
        }
        Expression::Call(_, arguments) => {
            // A part that fails alone.
            all.extend(arguments.iter().map(|own| (**own).clone()).filter(|own| own.root().is_some()));
        }
    }
    // The same with simpler parts; of values, known ones of the same type.
    for (place, part) in own.parts().iter().enumerate() {
        let mut simpler = Vec::new();
        below(part, runner, pool, &mut simpler);
        if part.root().is_some()
            && let Some(parameter) = parameter(own, place, runner)
            && matches!(parameter.kind, Kind::Value | Kind::Shared | Kind::Exclusive)
        {
            let (sizes, _) = pool.all(parameter.ty);
            let size = part.size() as usize;
            simpler.extend(sizes.iter().take(size).flatten().take(40).map(|own| (**own).clone()));
        }
        let is_call = own.root().is_some() && !matches!(own, Expression::Armed(..));
        let fits = |part: &Expression, other: &Expression| {
            !is_call || part.root().is_some() || std::mem::discriminant(part) == std::mem::discriminant(other)
        };
        let simpler = simpler.into_iter().filter(|other| fits(part, other));
        all.extend(simpler.map(|other| own.with_part(place, Arc::new(other))));
    }
}

/// From this length on single elements are not tried.
const LONG: usize = 400;

/// Returns what may be left out of a number of elements.
fn cuts(count: usize) -> impl Iterator<Item = Range<usize>> {
    let parts = if count > LONG { vec![1, 2, 4, 8, 16, 64] } else { vec![1, 2, 4] };
    let mut lengths: Vec<usize> = parts.into_iter().map(|part| count / part).collect();
    lengths.extend(if count > LONG { &[][..] } else { &[3, 2, 1] });
    let all = lengths.into_iter().filter(move |length| (1..=count).contains(length));
    // Of a long one its last elements are also left out one by one.
    let last = (count > LONG).then_some(count.saturating_sub(1)..count);
    all.flat_map(move |length| (0..=count - length).step_by(length).map(move |first| first..first + length))
        .chain(last)
}

fn parameter(own: &Expression, place: usize, runner: &Runner) -> Option<Parameter> {
    let (Expression::Call(call, _) | Expression::After(call, ..)) = own else { return None };
    let call = *call;
    runner.signature.calls.get(usize::from(call))?.get(place).copied()
}
