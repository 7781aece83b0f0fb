//! The strings that match a regular expression, each exactly once.
//!
//! The syntax tree of an expression derives some strings in several ways: `a|ab?` derives `a` in
//! two. A deterministic automaton reads a string in exactly one way. So the expression becomes a
//! nondeterministic automaton ([`nondeterministic`]), that one a deterministic one by the subset
//! construction ([`deterministic`]), and that one a right-linear grammar with one nonterminal for
//! each state: the end, if the state is accepting, or a character and a next state. For `a|ab?`
//! over single characters:
//!
//! ```text
//! S0 -> a S1          S1 -> end | b S2          S2 -> end
//! ```

mod deterministic;
mod nondeterministic;

use std::fmt;
use std::sync::Arc;

use everycase_kernel::{Alternative, At, EncodeError, Encoder, Key, Range, Shape};
use regex_syntax::ParserBuilder;

use self::deterministic::{Automaton, Edge};
use super::codec::Codec;
use super::familiar::written;
use super::source::Source;
use super::typed::Space;

/// A pattern that does not describe a space.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegexError {
    /// The pattern is not a regular expression.
    Syntax {
        /// What is wrong, over several lines, with the place.
        message: String,
    },
    /// A word boundary, or an anchor that is not at an end of the pattern.
    Unsupported {
        /// What it is.
        what: &'static str,
    },
    /// The pattern matches bytes that are not UTF-8.
    NotText,
    /// No string matches the pattern.
    MatchesNothing,
    /// The automaton that reads the strings has too many states or edges.
    TooLarge {
        /// The limit that was met.
        limit: usize,
        /// What is limited.
        what: &'static str,
    },
}

impl fmt::Display for RegexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { message } => write!(f, "not a regular expression: {message}"),
            Self::Unsupported { what } => {
                write!(f, "{what} is not supported in a space of strings, which match from end to end")
            }
            Self::NotText => write!(f, "the regular expression matches bytes that are not UTF-8"),
            Self::MatchesNothing => write!(f, "no string matches the regular expression"),
            Self::TooLarge { limit, what } => write!(
                f,
                "the automaton of the regular expression has more than {limit} {what}: use smaller repetitions or classes"
            ),
        }
    }
}

impl std::error::Error for RegexError {}

impl Space<String> {
    /// Returns the strings that match a regular expression from their first to their last
    /// character, each exactly once. Needs the feature `regex`.
    ///
    /// The syntax is the syntax of the crate `regex`, including flags and Unicode classes. Anchors
    /// (`^`, `$`, `\A`, `\z`) are allowed at the ends only, where they have no effect. Whether a
    /// repetition is greedy has no effect either.
    ///
    /// ```
    /// use everycase::Space;
    ///
    /// let words = Space::regex("a|ab?|(ab)*")?;
    /// assert_eq!(words.up_to(4)?.collect::<Vec<_>>(), ["", "a", "ab", "abab"]);
    /// assert!(Space::regex("[a&&b]").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Sizes
    ///
    /// Each character costs 1, and the bits of its distance from the first character of its
    /// interval of characters with the same meaning here: in `[a-z]+`, `a` costs 1, `b` 2, `c` and
    /// `d` 3, `z` 6. The end costs nothing. An interval of one character costs 1.
    ///
    /// # Errors
    ///
    /// - The pattern is not a regular expression; look-around and back references are none.
    /// - It has a word boundary, or an anchor in its midst.
    /// - It matches bytes that are not UTF-8, or no string at all.
    /// - Its automaton has more than 100,000 states before, or 10,000 states or 200,000 edges after
    ///   it has been made deterministic. That takes time and memory exponential in the pattern at
    ///   worst, within these limits.
    pub fn regex(pattern: &str) -> Result<Self, RegexError> {
        struct State;
        let hir = ParserBuilder::new()
            .build()
            .parse(pattern)
            .map_err(|error| RegexError::Syntax { message: error.to_string() })?;
        let automaton = Arc::new(deterministic::of(&nondeterministic::of(&hir)?)?);
        // A fresh shape distinguishes this pattern's states from all others.
        let key = Key::of::<State>().under(&Shape::unit());
        Ok(Self::new(shape(&automaton, &key, automaton.start), Matches(automaton)))
    }
}

/// Returns the shape of what may follow in a state.
fn shape(automaton: &Arc<Automaton>, key: &Key, state: usize) -> Shape {
    let (own, family) = (Arc::clone(automaton), key.clone());
    Shape::named(key.clone().with(state as u64), move || {
        let state = &own.states[state];
        let end = state.is_accepting.then(|| Alternative::new("end", []));
        let edges = state.edges.iter().map(|edge| {
            let range = Range::of(0, i128::from(edge.last) - i128::from(edge.first));
            Alternative::new("character", [Shape::range(range), shape(&own, &family, edge.target)]).pay(1)
        });
        Shape::choice(end.into_iter().chain(edges))
    })
}

/// Reads derivations as strings and back, along the states.
struct Matches(Arc<Automaton>);

impl Matches {
    /// Returns the characters that are decided.
    fn characters<'d>(&self, mut at: At<'d>) -> impl Iterator<Item = char> + use<'_, 'd> {
        let mut state = self.0.start;
        std::iter::from_fn(move || {
            if at.is_open() {
                return None;
            }
            let state_here = &self.0.states[state];
            let edge: Edge = *state_here.edge(at.alternative())?;
            if at.field(0).is_open() {
                return None;
            }
            let character = char::from_u32(edge.first + at.field(0).bits() as u32)?;
            (at, state) = (at.field(1), edge.target);
            Some(character)
        })
    }
}

impl Codec<String> for Matches {
    fn decode(&self, at: At<'_>) -> String {
        self.characters(at).collect()
    }

    fn encode(&self, value: &String, to: &mut Encoder) -> Result<(), EncodeError> {
        let mut state = &self.0.states[self.0.start];
        for character in value.chars() {
            let (alternative, edge) = state.edge_for(character).ok_or(EncodeError::NotInShape)?;
            to.alternative(alternative)?;
            to.bits(u64::from(u32::from(character) - edge.first))?;
            state = &self.0.states[edge.target];
        }
        if state.is_accepting { to.alternative(0) } else { Err(EncodeError::NotInShape) }
    }

    fn source(&self, at: At<'_>, out: &mut Source) {
        written(&self.decode(at), out);
    }
}
