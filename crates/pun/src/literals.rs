//! Literals of a program: values that it distinguishes.

use everycase_check::literals::{Builder, Limits, Literals};
use num_bigint::BigInt;

use crate::core::{ConId, Expr, Formula, Kind, Pattern, Primitive, Program};
use crate::source::{FileId, Span};

/// Returns the integers, characters and strings of a program's own modules, in terms, patterns,
/// properties and coverage types, within the default [`Limits`]. Takes linear time.
///
/// A character is a text of one character. A list of literal characters is the same as a string; a
/// string of more than 32 characters is found in parts of at most that length. For an integer that
/// is subtracted, the negative is added, too. Integers of more than 128 bits are left out. Literals
/// of the prelude do not count as literals of the program.
pub fn literals(program: &Program) -> Literals {
    let mut found = LiteralSearch { builder: Builder::new(Limits::default()), open: Vec::new() };
    // The prelude is the first file.
    let is_own = |span: Span| !span.is_nowhere() && span.file != FileId(0);
    for global in program.globals.iter().filter(|global| is_own(global.span)) {
        found.term(&global.body);
    }
    for property in &program.properties {
        for from in property.parameters.iter().filter_map(|parameter| parameter.from.as_ref()) {
            found.term(from);
        }
        found.term(&property.body);
    }
    for generator in program.generators.iter().filter(|generator| is_own(generator.span)) {
        for formula in generator.coverage.formulas() {
            found.formula(formula);
        }
    }
    found.builder.finish()
}

/// The number of characters of the parts of a long text.
const PART: usize = 32;

struct LiteralSearch<'a> {
    builder: Builder,
    /// Terms still to be looked at.
    open: Vec<&'a Expr>,
}

impl<'a> LiteralSearch<'a> {
    fn formula(&mut self, formula: &'a Formula) {
        let mut open = vec![formula];
        while let Some(formula) = open.pop() {
            match formula {
                Formula::Term(term) => self.term(term),
                Formula::Quantified { body, .. } | Formula::Not(body) => open.push(body),
                Formula::Connective(_, left, right) => open.extend([&**right, &**left]),
            }
        }
    }

    fn term(&mut self, term: &'a Expr) {
        self.open.push(term);
        while let Some(term) = self.open.pop() {
            match &term.kind {
                Kind::Integer(integer) => self.integer(integer),
                Kind::Character(character) => self.builder.text(character.encode_utf8(&mut [0; 4])),
                Kind::Text(text) => self.long(text),
                Kind::Construct(ConId::CONS, _) => {
                    self.list(term);
                    continue;
                }
                Kind::Primitive(Primitive::Subtract, _, right) => {
                    if let Kind::Integer(integer) = &right.kind {
                        self.integer(&-integer);
                    }
                }
                Kind::Case(_, branches) => {
                    for branch in branches {
                        self.pattern(&branch.pattern);
                    }
                }
                _ => {}
            }
            self.open.extend(term.parts().into_iter().rev());
        }
    }

    /// Adds a text in parts.
    fn long(&mut self, mut text: &str) {
        while !text.is_empty() {
            let end = text.char_indices().nth(PART).map_or(text.len(), |(end, _)| end);
            let (part, rest) = text.split_at(end);
            self.builder.text(part);
            text = rest;
        }
    }

    /// Adds a list's longest prefix of characters as a text; its other elements are looked at as
    /// terms.
    fn list(&mut self, mut list: &'a Expr) {
        let mut text = String::new();
        while let Kind::Construct(ConId::CONS, fields) = &list.kind
            && let [head, tail] = &**fields
            && let Kind::Character(character) = head.kind
        {
            text.push(character);
            list = tail;
        }
        if text.is_empty() {
            self.open.extend(list.parts().into_iter().rev());
        } else {
            self.builder.text(&text);
            self.open.push(list);
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        let mut open = vec![pattern];
        while let Some(pattern) = open.pop() {
            match pattern {
                Pattern::Integer(integer) => self.integer(integer),
                Pattern::Character(character) => self.builder.text(character.encode_utf8(&mut [0; 4])),
                Pattern::Construct(ConId::CONS, fields) => match characters(pattern) {
                    Some((text, rest)) => {
                        self.builder.text(&text);
                        open.push(rest);
                    }
                    None => open.extend(fields),
                },
                Pattern::Construct(_, fields) => open.extend(fields),
                Pattern::Wildcard | Pattern::Bind(_) => {}
            }
        }
    }

    fn integer(&mut self, integer: &BigInt) {
        let naturals = || u128::try_from(integer).ok().map(u128::cast_signed);
        if let Some(integer) = i128::try_from(integer).ok().or_else(naturals) {
            self.builder.integer(integer);
        }
    }
}

/// Returns the characters that a list's pattern begins with, and the pattern of the rest; `None` if
/// it does not begin with a character.
fn characters(mut pattern: &Pattern) -> Option<(String, &Pattern)> {
    let mut text = String::new();
    while let Pattern::Construct(ConId::CONS, fields) = pattern
        && let [Pattern::Character(character), tail] = &**fields
    {
        text.push(*character);
        pattern = tail;
    }
    (!text.is_empty()).then_some((text, pattern))
}
