//! Draws of a case, in every mode.

use std::collections::HashMap;

use everycase::lazy::{Draws, sample_in};
use everycase::{BigUint, Lazy};

use crate::case::Case;
use crate::lazily::Reader;
use crate::types::Value;

/// How values are drawn.
#[derive(Clone, Copy, Debug)]
enum Mode {
    Uniform,
    Opportunistic,
    Backtracking(u128),
}

fn draws<'r>(
    case: &'r Case,
    reader: &'r Reader<'r>,
    mode: Mode,
    size: u32,
) -> Draws<Value, impl Fn(Lazy<Value>) -> bool + 'r> {
    let sample = sample_in(case.root.space(), |value| reader.holds(value));
    let sample = match mode {
        Mode::Uniform => sample,
        Mode::Opportunistic => sample.opportunistic(),
        Mode::Backtracking(skips) => sample.backtracking(skips),
    };
    sample.of_size(size).unwrap()
}

/// All that is drawn satisfies and is of the size, and what does not satisfy is refuted in the end, and nothing else.
pub(crate) fn learn(case: &mut Case) {
    let size = case.size();
    let mode = *case.dice.pick(&[
        Mode::Uniform,
        Mode::Opportunistic,
        Mode::Backtracking(1),
        Mode::Backtracking(20),
        Mode::Backtracking(u128::MAX),
    ]);
    let expected = case.of_size(size).filter(|value| case.holds(value)).count();
    let mut random = crate::random::Dice::new(case.dice.below(1 << 40));
    let reader = Reader::new(&case.root, &case.formula, true);
    let mut draws = draws(case, &reader, mode, size);
    let all = BigUint::from(expected);
    // A part that is left out by all of this many draws is no matter of chance.
    for _ in 0..60 * (expected + 1) {
        assert!(draws.alive() >= all, "{} of {expected} are left, {mode:?}", draws.alive());
        let Some(value) = draws.draw(random.generator()).unwrap() else { break };
        reader.answers.borrow_mut().clear();
        assert!(case.holds(&value), "{value:?} does not satisfy, {mode:?}");
        assert_eq!(case.root.size_of(&value), size, "{value:?}, {mode:?}");
        if draws.alive() == all {
            break;
        }
    }
    assert_eq!(draws.alive(), all, "of size {size} are left, {mode:?}");
    assert_eq!(draws.draw(random.generator()).unwrap().is_some(), expected > 0);
}

/// Values that satisfy are equally likely.
pub(crate) fn uniform(case: &mut Case) {
    const EACH: u32 = 25;
    let size = case.size();
    let mode = *case.dice.pick(&[Mode::Uniform, Mode::Opportunistic]);
    let expected: Vec<&Value> = case.of_size(size).filter(|value| case.holds(value)).collect();
    if expected.len() < 2 || expected.len() > 80 {
        return;
    }
    let mut random = crate::random::Dice::new(7);
    let reader = Reader::new(&case.root, &case.formula, true);
    let mut draws = draws(case, &reader, mode, size);
    let mut counts: HashMap<Value, u32> = HashMap::new();
    let values = u32::try_from(expected.len()).expect("they are few");
    for _ in 0..EACH * values {
        let value = draws.draw(random.generator()).unwrap().expect("there are values that satisfy");
        reader.answers.borrow_mut().clear();
        *counts.entry(value).or_default() += 1;
    }
    let each = f64::from(EACH);
    let squares = expected.iter().map(|value| {
        let off = f64::from(counts.get(value).copied().unwrap_or(0)) - each;
        off * off / each
    });
    let (chi_squared, freedom) = (squares.sum::<f64>(), f64::from(values - 1));
    // By chance more than that happens once in e^40 cases, as far as the distribution is that of the limit.
    let most = freedom + 2.0 * (freedom * 40.0).sqrt() + 80.0;
    assert!(chi_squared < most, "{chi_squared} with {freedom} degrees of freedom, {mode:?}");
}
