//! The claims of a check, against the expected ones.

use everycase_check::check::{CheckError, CheckResult, Counterexample, Finding, Minimal, Vacuity};
use everycase_check::claims::stream::Stream;
use everycase_kernel::BigUint;

use pun::check::Report;
use pun::core::{ConId, Program, Type};
use pun::load::expression;
use pun::reference::Interpreter;
use pun::value::Value;

use crate::expected::{Brute, Expected, Said};

/// A property with all that is known of it.
#[derive(Clone, Copy)]
pub(crate) struct Case<'p> {
    pub(crate) program: &'p Program,
    pub(crate) brute: &'p Brute<'p>,
    pub(crate) expected: &'p Expected,
}

/// How a check was told to go about it.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "they have nothing to do with each other")]
pub(crate) struct Told {
    /// The largest size.
    pub(crate) size: Option<u32>,
    /// Is there nothing but the size that ends the check?
    pub(crate) to_the_end: bool,
    /// Is it one part of several?
    pub(crate) is_part: bool,
    /// May inputs take more than they are allowed?
    pub(crate) has_limits: bool,
    /// Are there saved inputs, which are run whatever their size is?
    pub(crate) saved: bool,
    /// Closed terms, which are counted otherwise.
    pub(crate) terms: bool,
}

type Claim = Result<(), String>;

fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> Claim {
    if holds { Ok(()) } else { Err(otherwise()) }
}

impl Case<'_> {
    /// Is all that a check claims right?
    pub(crate) fn judge(&self, report: &Result<Report, CheckError>, told: Told) -> Claim {
        let report = match report {
            Ok(report) => report,
            Err(error) => return Err(format!("it could not be checked: {error}")),
        };
        let CheckResult { coverage, finding, .. } = &report.checked;
        let words = format!("\"{coverage}\"");
        ensure(coverage.discards() <= coverage.inputs(), || format!("{words}: more discarded than run"))?;
        // Of some inputs it may not be known what the property says of them.
        let is_known = !words.contains("undecided");
        ensure(is_known || told.has_limits, || format!("{words}: all is decided within the limits"))?;
        let failure = self.expected.smallest_failure().filter(|_| is_known);
        if let Some(all) = coverage.exhausted() {
            let known = self.expected.up_to(all.through);
            if all.through <= self.expected.through() && !all.finite {
                ensure(all.count == BigUint::from(known.count), || {
                    format!("{words}, but there are {} up to size {}", known.count, all.through)
                })?;
            }
            if !told.is_part
                && let Some(failure) = failure
            {
                // The failing input may be the last one of its size.
                let is_found = matches!(finding, Finding::Counterexample(found) if found.size() == failure);
                let claims_none = failure > all.through && !all.of_any_size && !all.finite;
                ensure(claims_none || is_found, || format!("{words}, but it fails at size {failure}"))?;
            }
        }
        match finding {
            Finding::Counterexample(found) => self.judge_counterexample(report, found, told),
            Finding::Nothing | Finding::Undershot(_) => {
                if told.to_the_end && !told.is_part {
                    let size = told.size.unwrap_or(0);
                    ensure(failure.is_none_or(|failure| failure > size), || {
                        format!("it holds ({words}), but fails at size {}", failure.unwrap_or(0))
                    })?;
                    let of = self.expected.up_to(size);
                    ensure(of.passed > 0 || told.saved || !is_known, || {
                        format!("it holds ({words}), but no input of {} meets its premise", of.count)
                    })?;
                    let through = coverage.exhausted().map(|all| all.through);
                    ensure(!is_known || coverage.is_complete() || through == Some(size), || {
                        format!("{words}: not all was searched up to size {size}")
                    })?;
                }
                Ok(())
            }
            Finding::Unreached(why) => {
                let size = coverage.exhausted().map_or(0, |all| all.through);
                let of = self.expected.up_to(size);
                ensure(of.passed + of.failed == 0 || told.is_part || !is_known, || {
                    format!("it was never put to the test ({words}), but {} inputs pass", of.passed)
                })?;
                ensure(!matches!(why, Vacuity::NoValues), || "there are no values".into())?;
                if let Vacuity::TooSmall { smallest: Some(smallest), .. } = why {
                    let mut smaller = self.expected.sizes.iter().take(*smallest as usize);
                    ensure(told.is_part || smaller.all(|of| of.count == 0), || {
                        format!("{why:?}, but there are smaller inputs")
                    })?;
                }
                Ok(())
            }
        }
    }

    fn property(&self) -> &pun::core::Property {
        &self.program.properties[0]
    }

    fn judge_counterexample(&self, report: &Report, found: &Counterexample, told: Told) -> Claim {
        let Some(shown) = &report.counterexample else { return Err("no counterexample is shown".into()) };
        let (size, shown_size) = (found.size(), found.input.size());
        let inputs: Vec<String> =
            shown.inputs.iter().map(|input| format!("{} = {}", input.name, input.value)).collect();
        let words = format!("{} of size {size} ({} stream)", inputs.join(", "), found.stream);
        let fault = shown.fault.as_ref();
        ensure(!found.flaky, || format!("{words}: it is called flaky"))?;
        if !told.saved || found.stream != Stream::Replay {
            ensure(told.size.is_none_or(|most| shown_size <= most), || {
                format!("{words}: it is larger than it may be")
            })?;
        }
        if fault.is_some_and(|fault| fault.kind.is_limit()) {
            // Only where all smaller inputs have been run is a limit a failure.
            let is_searched = matches!(found.stream, Stream::Search | Stream::Replay);
            return ensure(told.has_limits && is_searched, || format!("{words}: {fault:?}"));
        }
        let values: Vec<&str> = shown.inputs.iter().map(|input| &*input.value).collect();
        if let Some((said, value_size)) = self.say_shown(&values)? {
            let wanted = if fault.is_some() { Said::Fault } else { Said::False };
            ensure(said == wanted || said == Said::Unknown, || {
                format!("{words} fails: {wanted:?}, but {said:?}")
            })?;
            if let Some(value_size) = value_size
                && !told.terms
            {
                ensure(value_size == shown_size, || format!("{words}: its size is {value_size}"))?;
                let is_replaced = found.readable.is_some();
                ensure(is_replaced || size == shown_size, || format!("{words}: {shown_size} is shown"))?;
            }
        }
        let smallest = self.expected.smallest_failure();
        if found.minimal == Minimal::Size {
            // Larger inputs than those tried may be the smallest ones.
            ensure(smallest == Some(size) || (smallest.is_none() && size > self.expected.through()), || {
                format!("no input smaller than {words} fails, but the smallest size is {smallest:?}")
            })?;
        }
        if told.to_the_end
            && !told.is_part
            && !told.saved
            && !report.checked.coverage.to_string().contains("undecided")
        {
            ensure(smallest == Some(size), || {
                format!("{words} is found, but the smallest size is {smallest:?}")
            })?;
        }
        Ok(())
    }

    /// What the property says of the inputs as they are shown, and their size, if functions and choices have no part in it.
    pub(crate) fn say_shown(&self, shown: &[&str]) -> Result<Option<(Said, Option<u32>)>, String> {
        let mut program = self.program.clone();
        let (mut values, mut functions) = (Vec::new(), Vec::new());
        let mut size = 0;
        for (place, (parameter, input)) in self.property().parameters.iter().zip(shown).enumerate() {
            // What was not drawn to its end is not known.
            if input.contains('_') {
                return Ok(None);
            }
            let (term, _) = expression(&mut program, input)
                .map_err(|errors| format!("`{input}` is no term: {errors:?}"))?;
            if let Type::Arrow(_) = parameter.binder.ty {
                functions.push((place, std::rc::Rc::new(term)));
                continue;
            }
            let Ok(value) = Interpreter::new(&program).expression(&term) else {
                return Ok(None);
            };
            size += size_of(&value);
            values.push((parameter.binder.local, value));
        }
        let has_size = functions.is_empty() && !self.brute.chooses();
        let said = self.brute.say(&(values, functions));
        Ok(Some((said, has_size.then_some(size))))
    }
}

fn size_of(value: &Value) -> u32 {
    match value {
        Value::Integer(integer) => integer.bits() as u32,
        Value::Character(character) => 32 - u32::from(*character).leading_zeros(),
        Value::Construct(con, fields) => {
            u32::from(*con != ConId::UNIT && *con != ConId::PAIR) + fields.iter().map(size_of).sum::<u32>()
        }
        _ => 0,
    }
}
