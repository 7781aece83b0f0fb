//! `--explain`: the calls that a property makes on a counterexample, each with the calls within it indented below.

use std::fmt::Write;

use everycase_check::json::Json;
use everycase_check::number::counted;
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

/// Returns the calls as records.
pub(super) fn records(steps: &[Step]) -> Vec<Json> {
    let record = |step: &Step| {
        let end = match &step.value {
            Ok(value) => ("value", value.as_str().into()),
            Err(error) => ("error", error.to_string().into()),
        };
        let mut fields = vec![("term", step.term.as_str().into()), end];
        if !step.calls.is_empty() {
            fields.push(("calls", records(&step.calls).into()));
        }
        if step.more > 0 {
            fields.push(("more", step.more.into()));
        }
        Json::Object(fields)
    };
    steps.iter().map(record).collect()
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
