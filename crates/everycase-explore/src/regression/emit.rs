//! A suite as properties of a program that imports the module (section 6.3.1 of the thesis): what
//! is right today is locked.

use std::fmt::Write;

use super::{Case, End};
use crate::module::PROPERTY;
use crate::module::holes::{NamedText, OPEN};

/// A property that states what an expression evaluates to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockedProperty {
    /// Its name.
    pub name: String,
    /// The declaration.
    pub text: String,
}

/// Returns the cases of a suite that can be stated as properties: each is an expression with a
/// value all of which is known. Open arguments are inputs.
pub fn locked(cases: &[Case]) -> Vec<LockedProperty> {
    let mut all = Vec::new();
    for case in cases {
        let (expression, value) = (NamedText::of(&case.expression), NamedText::of(&case.outcome.text));
        let is_known = expression.further == 0 && value.further == 0;
        if case.outcome.end != End::Value || !is_known || case.expression.starts_with(PROPERTY) {
            continue;
        }
        let name = format!("locked-{}", all.len() + 1);
        let names = variables(&expression);
        let mut text = format!("property {name}");
        for (_, variable) in &names {
            let _ = write!(text, " {variable}");
        }
        let [left, right] = [&expression.text, &value.text].map(|own| with(own, &names));
        let left = if left.starts_with("case ") { format!("({left})") } else { left };
        let _ = write!(text, " . {left} == {right} .");
        all.push(LockedProperty { name, text });
    }
    all
}

/// Returns a readable variable for each open argument, the last first: `open'1` begins `open'10`.
fn variables(expression: &NamedText) -> Vec<(String, String)> {
    let is_end = |own: char| own.is_whitespace() || "()[],".contains(own);
    let words: Vec<&str> = expression.text.split(is_end).collect();
    let named = |number: u32| {
        let name = match number {
            0 => "x".to_owned(),
            1 => "y".to_owned(),
            2 => "z".to_owned(),
            number => format!("x{number}"),
        };
        let own = format!("{OPEN}{number}");
        let name = if words.contains(&&*name) { own.clone() } else { name };
        (own, name)
    };
    (0..expression.open).map(named).collect()
}

fn with(text: &str, names: &[(String, String)]) -> String {
    names.iter().rev().fold(text.to_owned(), |text, (own, name)| text.replace(own, name))
}

#[cfg(test)]
mod tests {
    use super::{Case, End, locked};
    use crate::regression::Outcome;

    #[test]
    fn an_expression_with_a_known_value_is_a_property_and_open_arguments_are_inputs() {
        let case = |expression: &str, end, text: &str| Case {
            expression: expression.to_owned(),
            outcome: Outcome { end, text: text.to_owned() },
        };
        let cases = [
            case("insert ? leaf", End::Value, "[branch leaf ? leaf]"),
            case("f x ? ?1", End::Value, "?1"),
            case("insert 0 [branch ? 1 ?1]", End::Value, "[branch _ 1 ?1]"),
            case("front empty", End::Error, "front: the queue is empty"),
            case("case f ? of ; [just x] -> x", End::Value, "3"),
            case("apply", End::Unshown, ""),
        ];
        let texts: Vec<String> = locked(&cases).into_iter().map(|own| own.text).collect();
        assert_eq!(
            texts,
            [
                "property locked-1 x . insert x leaf == [branch leaf x leaf] .",
                "property locked-2 open'0 y . f x open'0 y == y .",
                "property locked-3 open'0 . (case f open'0 of ; [just x] -> x) == 3 .",
            ]
        );
    }
}
