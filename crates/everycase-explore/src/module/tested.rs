//! The failure of a test of a module, and its text.

use std::sync::Arc;

use everycase_kernel::Derivation;
use pun::core::{Program, Property};
use pun::coverage::{Report, expressions};
use pun::diagnostic::render;
use pun::engine::Outcome;
use pun::fault;
use pun::source::Span;

use super::Module;
use super::again::{Ending, run_again};
use super::notation::Notation;
use crate::expression::Expression;
use crate::fault::{Fault, Kind};
use crate::library::Library;
use crate::subject::{Footprint, SourceCoverage, TestLibrary};

/// Begins the names of properties among functions.
pub const PROPERTY: &str = "property ";

/// The maximal number of characters of the source that identifies an error.
const SOURCE: usize = 200;

/// Returns the beginning of a text, in one line, that identifies an error.
fn line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().take(SOURCE).collect()
}

impl TestLibrary for Module {
    fn begin(&self) {
        if let Some(values) = &self.values {
            values.clear();
        }
    }

    fn fault(&self, test: &Derivation) -> Option<Fault> {
        let (outcome, function) = self.outcome_of(test)?;
        let program = self.engine().program();
        if let Outcome::Value(word) = outcome {
            let name = function.filter(|_| word.as_boolean() == Some(false)).map(|own| self.name(own))?;
            let own_name = name.strip_prefix(PROPERTY)?;
            return Some(not_true(program, program.properties.iter().find(|own| *own.name == *own_name)?));
        }
        let looping = function.map(|function| Arc::clone(self.name(function)));
        Some(described(program, &outcome.fault()?, looping))
    }

    fn covered(&self) -> Option<SourceCoverage> {
        let program = self.engine().program();
        let expressions = expressions(program, program.main.as_ref()?.file);
        let coverage = self.engine().coverage();
        let numbered = (0..).zip(&expressions).filter(|(_, span)| coverage.contains(**span));
        Some(SourceCoverage {
            evaluated: numbered.map(|(number, _)| number).collect(),
            all: expressions.len() as u64,
        })
    }

    fn footprint(&self, test: &Derivation) -> Option<Footprint> {
        self.engine().forget_coverage();
        self.outcome_of(test)?;
        let number = |span: Span| u64::from(span.start) << 32 | u64::from(span.end);
        Some(self.engine().coverage().spans().into_iter().map(number).collect())
    }

    fn value(&self, expression: &str) -> Option<String> {
        match run_again(self.engine().program(), self.engine().limits(), expression) {
            Ending::Value(value) => Some(value),
            _ => None,
        }
    }

    fn text(&self, expression: &Expression) -> String {
        let text = Notation::new(self).source(expression);
        if let Expression::Call(function, _) = expression
            && self.signature().functions[*function as usize].name.starts_with(PROPERTY)
        {
            return format!("{PROPERTY}{text}");
        }
        text
    }
}

/// Returns the failure of a property that does not hold.
pub(super) fn not_true(program: &Program, property: &Property) -> Fault {
    let place = program.sources.place(property.span);
    Fault {
        kind: Kind::False,
        message: "false".to_owned(),
        shown: format!("the property {} does not hold\n  --> {place}", property.name),
        place: Some(place),
        definition: None,
        source: line(program.sources.text(property.span)),
    }
}

/// Returns what is reported about an error. At a limit, `looping` is the name of the function that
/// does not end.
pub(super) fn described(program: &Program, fault: &fault::Fault, looping: Option<Arc<str>>) -> Fault {
    let kind = match &fault.kind {
        kind if kind.is_limit() => Kind::Loop,
        fault::FaultKind::Error(_) => Kind::Declared,
        _ => Kind::Crash,
    };
    let (place, definition, source) = if kind == Kind::Loop {
        // Where a limit is met says little.
        (None, looping, String::new())
    } else {
        let site = site(program, fault);
        let named = fault.calls.iter().find_map(|call| call.name.clone());
        (Some(program.sources.place(site)), named, line(program.sources.text(site)))
    };
    let shown = render(&program.sources, &fault.diagnostic(program), false);
    Fault { kind, message: fault.to_string(), place, definition, source, shown: shown.trim_end().to_owned() }
}

/// Returns the place of an error: in the main module, if the error or a call that led to it is
/// there.
fn site(program: &Program, fault: &fault::Fault) -> Span {
    let own = |span: &Span| program.main.as_ref().is_some_and(|main| main.file == span.file);
    let mut places = std::iter::once(fault.span).chain(fault.calls.iter().map(|call| call.span));
    places.find(own).unwrap_or(fault.span)
}

impl Module {
    /// Returns which expressions of the module the runs so far have evaluated. Time: linear in the
    /// size of the program.
    pub fn coverage(&self) -> Report<'_> {
        Report::new(self.engine().program(), &self.engine().coverage())
    }

    /// Returns the place of an error: in the module under test, if the error or a call that led to
    /// it is there.
    pub fn site(&self, fault: &fault::Fault) -> Span {
        site(self.engine().program(), fault)
    }
}
