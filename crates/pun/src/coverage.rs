//! Coverage: which expressions of a program have been evaluated.
//!
//! An expression is named by its span: terms that the core makes of one expression of the user, as
//! the constructors of a literal list, count as that expression. It is covered once its evaluation
//! begins, whatever comes of it. A lazy field is evaluated when it is forced, except for a
//! variable, a literal, a constructor without fields and a function, which need no evaluation: they
//! count with the constructor.

mod gap;
mod lines;
mod report;
mod terms;
mod text;

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use crate::diagnostic::visible;
use crate::source::{Sources, Span};

pub use self::gap::{CoverageGap, Use, Why};
pub use self::lines::{Line, Mark};
pub use self::report::{Definition, Module, Report, Share, expressions};

/// The maximal number of characters of an excerpt.
const EXCERPT: usize = 40;

/// A set of expressions that have been evaluated, with the values of conditions: conditions of
/// `if`, guards, and operands of connectives that are tested.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    evaluated: FxHashSet<Span>,
    outcomes: FxHashSet<(Span, bool)>,
}

impl Coverage {
    /// Adds an expression.
    pub fn add(&mut self, span: Span) {
        self.evaluated.insert(span);
    }

    /// Adds a value of a condition.
    pub fn add_outcome(&mut self, condition: Span, outcome: bool) {
        self.outcomes.insert((condition, outcome));
    }

    /// Returns the values of conditions, in the order of the files.
    pub fn outcomes(&self) -> Vec<(Span, bool)> {
        let mut outcomes: Vec<(Span, bool)> = self.outcomes.iter().copied().collect();
        outcomes.sort_unstable();
        outcomes
    }

    /// Returns the only value of a condition, if it has had one and not the other.
    pub fn only_outcome(&self, condition: Span) -> Option<bool> {
        let [was_true, was_false] =
            [true, false].map(|outcome| self.outcomes.contains(&(condition, outcome)));
        (was_true != was_false).then_some(was_true)
    }

    /// Adds the expressions of another set, about the same program.
    pub fn merge(&mut self, other: &Self) {
        self.evaluated.extend(&other.evaluated);
        self.outcomes.extend(&other.outcomes);
    }

    /// Returns whether an expression has been evaluated.
    pub fn contains(&self, span: Span) -> bool {
        self.evaluated.contains(&span)
    }

    /// Returns the expressions, in the order of the files.
    pub fn spans(&self) -> Vec<Span> {
        let mut spans: Vec<Span> = self.evaluated.iter().copied().collect();
        spans.sort_unstable();
        spans
    }
}

impl FromIterator<Span> for Coverage {
    fn from_iter<I: IntoIterator<Item = Span>>(spans: I) -> Self {
        Self { evaluated: spans.into_iter().collect(), outcomes: FxHashSet::default() }
    }
}

/// Returns an expression in one line, quoted and shortened.
fn excerpt(sources: &Sources, span: Span) -> String {
    let text: Vec<&str> = sources.text(span).split_whitespace().collect();
    let text = text.join(" ");
    if text.chars().count() <= EXCERPT {
        return format!("`{text}`");
    }
    let short: String = text.chars().take(EXCERPT - 3).collect();
    format!("`{short}...`")
}

/// Returns a text with control and invisible characters replaced, except for tabs; it has the same
/// number of characters.
fn shown(text: &str) -> Cow<'_, str> {
    let text = visible(text);
    let is_control = |c: char| c.is_control() && c != '\t';
    if text.contains(is_control) { text.replace(is_control, "\u{fffd}").into() } else { text }
}
