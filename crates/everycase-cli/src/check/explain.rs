//! `--explain`: the calls that a property makes on a counterexample, each with the calls within it
//! indented below.

use std::fmt::Write;

use everycase_check::report;
use everycase_check::text::number::counted;
use pun::check::Step;

/// The maximal number of characters of a term or a value within a call.
const WIDTH: usize = 72;

/// Writes the calls as text, if there are any.
pub(super) fn write(text: &mut String, steps: &[Step]) {
    if steps.is_empty() {
        return;
    }
    text.push_str("  where\n");
    for step in steps {
        write_step(text, step, 4, usize::MAX);
    }
}

fn write_step(text: &mut String, step: &Step, indent: usize, width: usize) {
    let term = cut(&step.term, width);
    let _ = match &step.value {
        Ok(value) => writeln!(text, "{:indent$}{term} = {}", "", cut(value, width)),
        Err(error) => writeln!(text, "{:indent$}{term} // error: {error}", ""),
    };
    let indent = indent + 2;
    for call in &step.calls {
        write_step(text, call, indent, WIDTH);
    }
    if step.more > 0 {
        let _ = writeln!(text, "{:indent$}… {}", "", counted(step.more, "more call"));
    }
}

/// Returns a text, cut to `width` characters.
fn cut(text: &str, width: usize) -> String {
    match text.char_indices().nth(width) {
        Some(_) => text.chars().take(width - 1).chain(['…']).collect(),
        None => text.to_owned(),
    }
}

/// Returns the calls as a report has them.
pub(super) fn steps(steps: &[Step]) -> Vec<report::Step> {
    let step = |step: &Step| report::Step {
        term: step.term.clone(),
        value: step.value.as_ref().ok().cloned(),
        error: step.value.as_ref().err().map(ToString::to_string),
        calls: self::steps(&step.calls),
        more: Some(step.more).filter(|more| *more > 0),
    };
    steps.iter().map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn what_is_too_wide_is_cut() {
        assert_eq!(cut("äöü", 3), "äöü");
        assert_eq!(cut("äöüß", 3), "äö…");
    }
}
