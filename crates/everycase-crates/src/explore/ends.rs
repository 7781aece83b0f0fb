//! The end of a call with both versions of a crate.

use rustc_hash::FxHashMap;

use super::learn::Explorer;
use crate::error::Error;
use crate::expression::Expression;
use crate::finding::frames;
use crate::judge::deaths::{STACK_OVERFLOW, words};
use crate::runner::Runner;
use crate::target::Target;
use crate::worker::{EndKind, Outcome};

/// How a call ends with a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The kind of end.
    pub kind: EndKind,
    /// The text of the value or of the error, the message of the panic, or how the process ends.
    pub text: String,
    /// Where it panics.
    pub place: Option<String>,
    /// The functions of the crate that were running then, the innermost first.
    pub frames: Vec<String>,
}

impl Explorer<'_> {
    /// Returns how an expression ends with the old version and with the new one, in fresh
    /// processes; `None` if these ends are not two, or not the same each time.
    pub(super) fn ends(
        &mut self,
        (new, old): (&Target, &Target),
        expression: &Expression,
        errors: &FxHashMap<u16, u16>,
        times: usize,
    ) -> Result<Option<(End, End)>, Error> {
        let mut first = None;
        for _ in 0..times {
            let is = end_of(&self.runner, expression, errors, new)?;
            let Some(twin) = self.runner.twin() else { return Ok(None) };
            let was = end_of(twin.old(), expression, errors, old)?;
            if first.get_or_insert_with(|| (was.clone(), is.clone())) != &(was, is) {
                twin.note_unsteady(expression);
                return Ok(None);
            }
        }
        let Some((mut was, mut is)) = first.filter(|own| own.0.is_other(&own.1)) else { return Ok(None) };
        if is_deep(expression) && [&was, &is].iter().any(|own| own.text == STACK_OVERFLOW) {
            return Ok(None);
        }
        is.trace(&mut self.runner, expression, new)?;
        if let Some(twin) = self.runner.twin() {
            was.trace(twin.old(), expression, old)?;
        }
        Ok(Some((was, is)))
    }
}

impl End {
    /// Notes which functions of the crate were running when it panicked.
    fn trace(&mut self, runner: &mut Runner, own: &Expression, target: &Target) -> Result<(), Error> {
        if self.kind == EndKind::Panic
            && let Outcome::Panic(panic) = runner.traced(own)?
        {
            self.frames = frames(&panic.calls, &target.library, &target.sources.display().to_string());
        }
        Ok(())
    }

    /// Returns whether another end is a different one, addresses apart.
    fn is_other(&self, other: &End) -> bool {
        self.kind != other.kind || without_addresses(&self.text) != without_addresses(&other.text)
    }
}

/// Returns a text without what looks like an address: these depend on the program.
pub(super) fn without_addresses(text: &str) -> String {
    const LEAST: usize = 6;
    let mut out = String::new();
    let mut parts = text.split("0x");
    out += parts.next().unwrap_or_default();
    for part in parts {
        let digits = part.bytes().take_while(u8::is_ascii_hexdigit).count();
        out += "0x";
        out += if digits >= LEAST { &part[digits..] } else { part };
    }
    out
}

/// The bytes of a text from which on a call may need more stack than there is: how deep it nests is
/// then a matter of the size of its frames.
const DEEP: usize = 1_000;

/// Returns whether an expression has a text, or bytes, that may nest deeply.
fn is_deep(own: &Expression) -> bool {
    let length = match own {
        Expression::Text(own) => own.len(),
        Expression::Bytes(own) => own.len(),
        _ => 0,
    };
    length >= DEEP || own.parts().iter().any(|own| is_deep(own))
}

/// Returns the call that returns the error which an expression takes out of its result.
pub(super) fn erring(own: Expression, errors: &FxHashMap<u16, u16>) -> Expression {
    match own {
        Expression::Call(error, arguments) => {
            let call = errors.iter().find(|own| *own.1 == error).map_or(error, |own| *own.0);
            Expression::Call(call, arguments)
        }
        own => own,
    }
}

/// Returns how an expression ends in a fresh process.
fn end_of(
    runner: &Runner,
    own: &Expression,
    errors: &FxHashMap<u16, u16>,
    target: &Target,
) -> Result<End, Error> {
    let (outcome, printed) = runner.alone(own)?;
    let mut end = End {
        kind: outcome.ended().unwrap_or(EndKind::Death),
        text: String::new(),
        place: None,
        frames: Vec::new(),
    };
    match outcome {
        Outcome::Value { text, .. } => end.text = text,
        Outcome::Error => {
            if let Expression::Call(call, arguments) = own
                && let Some(error) = errors.get(call)
                && let Outcome::Value { text, .. } =
                    runner.alone(&Expression::Call(*error, arguments.clone()))?.0
            {
                end.text = text;
            }
        }
        Outcome::Panic(panic) if panic.blames_caller() => end.text = panic.message,
        Outcome::Panic(panic) => {
            end.text = panic.message;
            let place = panic.place;
            let inside = place
                .split_once(&target.sources.display().to_string())
                .map(|own| own.1.trim_start_matches('/').to_owned());
            end.place = Some(inside.unwrap_or(place));
        }
        Outcome::Death(death, _) => end.text = words(own, &death, &printed),
        _ => {}
    }
    Ok(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_in_a_text_tells_nothing() {
        assert_eq!(without_addresses("f at 0x7f00aa00, 0x1f, 7"), "f at 0x, 0x1f, 7");
        assert_ne!(without_addresses("0x1f"), without_addresses("0x2f"));
    }
}
