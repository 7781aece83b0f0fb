//! A regular expression as a nondeterministic automaton.

use regex_syntax::hir::{Class, Hir, HirKind, Look};

use super::RegexError;

/// The maximal number of states.
const MOST_STATES: usize = 100_000;

/// An automaton with one start and one accepting state.
#[derive(Debug, Default)]
pub(super) struct Automaton {
    pub(super) states: Vec<State>,
    pub(super) start: usize,
    pub(super) accepting: usize,
}

/// Where a state leads to.
#[derive(Debug, Default)]
pub(super) struct State {
    /// Without a character.
    pub(super) free: Vec<usize>,
    /// By a character of these intervals of code points.
    pub(super) by: Option<(Vec<(u32, u32)>, usize)>,
}

/// Whether a part of the expression begins where a string begins, and ends where it ends.
#[derive(Clone, Copy)]
struct Ends {
    first: bool,
    last: bool,
}

/// Returns the automaton of the strings that match an expression.
pub(super) fn of(hir: &Hir) -> Result<Automaton, RegexError> {
    let mut automaton = Automaton::default();
    automaton.start = automaton.state()?;
    automaton.accepting = automaton.add(hir, automaton.start, Ends { first: true, last: true })?;
    Ok(automaton)
}

impl Automaton {
    fn state(&mut self) -> Result<usize, RegexError> {
        if self.states.len() >= MOST_STATES {
            return Err(RegexError::TooLarge { limit: MOST_STATES, what: "states" });
        }
        self.states.push(State::default());
        Ok(self.states.len() - 1)
    }

    /// Adds what an expression reads from a state on; returns the state behind it, which is the
    /// same one for nothing.
    fn add(&mut self, hir: &Hir, from: usize, ends: Ends) -> Result<usize, RegexError> {
        match hir.kind() {
            HirKind::Empty => Ok(from),
            HirKind::Literal(literal) => {
                let text = std::str::from_utf8(&literal.0).map_err(|_| RegexError::NotText)?;
                text.chars().try_fold(from, |from, character| {
                    let point = u32::from(character);
                    self.class(vec![(point, point)], from)
                })
            }
            HirKind::Class(Class::Unicode(class)) => {
                let intervals = class.iter().map(|range| (u32::from(range.start()), u32::from(range.end())));
                self.class(intervals.collect(), from)
            }
            HirKind::Class(Class::Bytes(class)) => {
                if class.iter().any(|range| !range.end().is_ascii()) {
                    return Err(RegexError::NotText);
                }
                let intervals = class.iter().map(|range| (u32::from(range.start()), u32::from(range.end())));
                self.class(intervals.collect(), from)
            }
            HirKind::Look(look) => meets(*look, ends).map(|()| from),
            HirKind::Capture(capture) => self.add(&capture.sub, from, ends),
            HirKind::Concat(parts) => self.concat(parts, from, ends),
            HirKind::Alternation(parts) => {
                let to = self.state()?;
                for part in parts {
                    let start = self.after(from)?;
                    let end = self.add(part, start, ends)?;
                    self.states[end].free.push(to);
                }
                Ok(to)
            }
            HirKind::Repetition(repetition) => {
                let once = repetition.min == 1 && repetition.max == Some(1);
                let within = if once { ends } else { Ends { first: false, last: false } };
                self.repeat(&repetition.sub, (repetition.min, repetition.max), from, within)
            }
        }
    }

    /// Adds a class, which may be empty.
    fn class(&mut self, intervals: Vec<(u32, u32)>, from: usize) -> Result<usize, RegexError> {
        // A state has one class, so it gets a state of its own.
        let (own, to) = (self.after(from)?, self.state()?);
        self.states[own].by = Some((intervals, to));
        Ok(to)
    }

    /// Adds a state to which another one leads.
    fn after(&mut self, from: usize) -> Result<usize, RegexError> {
        let to = self.state()?;
        self.states[from].free.push(to);
        Ok(to)
    }

    fn concat(&mut self, parts: &[Hir], from: usize, ends: Ends) -> Result<usize, RegexError> {
        // Only what reads no characters may stand before an anchor at the start, or behind one at
        // the end.
        let is_short = |part: &&Hir| part.properties().maximum_len() == Some(0);
        let before = parts.iter().take_while(is_short).count();
        let behind = parts.iter().rev().take_while(is_short).count();
        let mut here = from;
        for (place, part) in parts.iter().enumerate() {
            let first = ends.first && place <= before;
            let last = ends.last && place + 1 + behind >= parts.len();
            here = self.add(part, here, Ends { first, last })?;
        }
        Ok(here)
    }

    fn repeat(
        &mut self,
        sub: &Hir,
        (least, most): (u32, Option<u32>),
        from: usize,
        ends: Ends,
    ) -> Result<usize, RegexError> {
        let mut here = from;
        for _ in 0..least {
            // A state of its own for each copy, so that even copies of nothing meet the limit.
            here = self.after(here)?;
            here = self.add(sub, here, ends)?;
        }
        let Some(most) = most else {
            let start = self.after(here)?;
            let end = self.add(sub, start, ends)?;
            self.states[end].free.push(start);
            let to = self.after(start)?;
            return Ok(to);
        };
        let to = self.state()?;
        for _ in least..most {
            self.states[here].free.push(to);
            here = self.after(here)?;
            here = self.add(sub, here, ends)?;
        }
        self.states[here].free.push(to);
        Ok(to)
    }
}

/// Returns whether an anchor always holds at an end of the pattern.
fn meets(look: Look, ends: Ends) -> Result<(), RegexError> {
    match look {
        Look::Start | Look::StartLF | Look::StartCRLF if ends.first => Ok(()),
        Look::End | Look::EndLF | Look::EndCRLF if ends.last => Ok(()),
        Look::Start | Look::StartLF | Look::StartCRLF => Err(RegexError::Unsupported {
            what: "an anchor of the start that is not at the start of the pattern",
        }),
        Look::End | Look::EndLF | Look::EndCRLF => Err(RegexError::Unsupported {
            what: "an anchor of the end that is not at the end of the pattern",
        }),
        _ => Err(RegexError::Unsupported { what: "a word boundary" }),
    }
}
