//! The subset construction: a deterministic automaton over intervals of characters.

use std::collections::HashMap;

use super::{RegexError, nondeterministic};

/// The maximal number of states.
const MOST_STATES: usize = 10_000;

/// The maximal number of edges of all states.
const MOST_EDGES: usize = 200_000;

/// The first and the last code point that stands for no character.
const SURROGATES: (u32, u32) = (0xD800, 0xDFFF);

/// A deterministic automaton, from each of whose states an accepting one can be reached.
#[derive(Debug)]
pub(super) struct Automaton {
    pub(super) states: Vec<State>,
    pub(super) start: usize,
}

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) is_accepting: bool,
    /// Disjoint intervals of characters, in ascending order.
    pub(super) edges: Vec<Edge>,
}

/// An interval of characters, by their code points, none of which is a surrogate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) target: usize,
}

impl State {
    /// Returns the edge that an alternative stands for; `None` for the end.
    pub(super) fn edge(&self, alternative: usize) -> Option<&Edge> {
        self.edges.get(alternative.checked_sub(usize::from(self.is_accepting))?)
    }

    /// Returns the edge for a character, with its alternative.
    pub(super) fn edge_for(&self, character: char) -> Option<(usize, &Edge)> {
        let point = u32::from(character);
        let place = self.edges.partition_point(|edge| edge.last < point);
        let edge = self.edges.get(place).filter(|edge| edge.first <= point)?;
        Some((place + usize::from(self.is_accepting), edge))
    }
}

/// Returns the deterministic automaton of the same strings.
pub(super) fn of(from: &nondeterministic::Automaton) -> Result<Automaton, RegexError> {
    let mut subsets = Subsets { from, numbers: HashMap::new(), open: Vec::new() };
    let start = subsets.number(closure(from, vec![from.start]))?;
    let mut states: Vec<State> = Vec::new();
    let mut edges = 0;
    while let Some(subset) = subsets.open.get(states.len()).cloned() {
        let state = subsets.state(&subset)?;
        edges += state.edges.len();
        if edges > MOST_EDGES {
            return Err(RegexError::TooLarge { limit: MOST_EDGES, what: "edges" });
        }
        states.push(state);
    }
    trim(&mut states);
    if !states[start].is_accepting && states[start].edges.is_empty() {
        return Err(RegexError::MatchesNothing);
    }
    Ok(Automaton { states, start })
}

/// The sets of states that can be reached.
struct Subsets<'a> {
    from: &'a nondeterministic::Automaton,
    numbers: HashMap<Vec<usize>, usize>,
    /// The sets by their numbers.
    open: Vec<Vec<usize>>,
}

impl Subsets<'_> {
    fn number(&mut self, subset: Vec<usize>) -> Result<usize, RegexError> {
        if let Some(number) = self.numbers.get(&subset) {
            return Ok(*number);
        }
        if self.open.len() >= MOST_STATES {
            return Err(RegexError::TooLarge { limit: MOST_STATES, what: "states" });
        }
        let number = self.open.len();
        self.open.push(subset.clone());
        self.numbers.insert(subset, number);
        Ok(number)
    }

    /// Returns the state for a set.
    fn state(&mut self, subset: &[usize]) -> Result<State, RegexError> {
        // Where an interval begins or ends, by code point: a target is added or removed.
        let mut events: Vec<(u32, bool, usize)> = Vec::new();
        for state in subset {
            let Some((intervals, target)) = &self.from.states[*state].by else { continue };
            for (first, last) in intervals {
                events.push((*first, true, *target));
                events.push((*last + 1, false, *target));
            }
        }
        events.sort_unstable();
        let mut state = State { is_accepting: subset.contains(&self.from.accepting), edges: Vec::new() };
        let mut targets: HashMap<usize, usize> = HashMap::new();
        let mut numbers: HashMap<Vec<usize>, usize> = HashMap::new();
        let mut rest = &events[..];
        while let Some((point, ..)) = rest.first().copied() {
            let here = rest.partition_point(|(other, ..)| *other == point);
            for (_, is_start, target) in &rest[..here] {
                let count = targets.entry(*target).or_insert(0);
                if *is_start {
                    *count += 1;
                } else {
                    *count = count.saturating_sub(1);
                }
            }
            targets.retain(|_, count| *count > 0);
            rest = &rest[here..];
            let (Some((next, ..)), false) = (rest.first(), targets.is_empty()) else { continue };
            let mut set: Vec<usize> = targets.keys().copied().collect();
            set.sort_unstable();
            let target = if let Some(target) = numbers.get(&set) {
                *target
            } else {
                let target = self.number(closure(self.from, set.clone()))?;
                numbers.insert(set, target);
                target
            };
            add(&mut state.edges, point, *next - 1, target);
        }
        Ok(state)
    }
}

/// Adds an interval behind all others, without the surrogates, and together with the last one if
/// both lead to the same state.
fn add(edges: &mut Vec<Edge>, first: u32, last: u32, target: usize) {
    for (first, last) in [(first, last.min(SURROGATES.0 - 1)), (first.max(SURROGATES.1 + 1), last)] {
        if first > last {
            continue;
        }
        match edges.last_mut() {
            Some(before) if before.last + 1 == first && before.target == target => before.last = last,
            _ => edges.push(Edge { first, last, target }),
        }
    }
}

/// Returns the states that can be reached without a character, sorted; only those that read a
/// character or accept.
fn closure(automaton: &nondeterministic::Automaton, from: Vec<usize>) -> Vec<usize> {
    let mut reached = from;
    let mut seen: std::collections::HashSet<usize> = reached.iter().copied().collect();
    let mut place = 0;
    while let Some(state) = reached.get(place) {
        for next in &automaton.states[*state].free {
            if seen.insert(*next) {
                reached.push(*next);
            }
        }
        place += 1;
    }
    reached.retain(|state| automaton.states[*state].by.is_some() || *state == automaton.accepting);
    reached.sort_unstable();
    reached
}

/// Removes the edges to states from which no accepting state can be reached.
fn trim(states: &mut [State]) {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); states.len()];
    for (number, state) in states.iter().enumerate() {
        for edge in &state.edges {
            before[edge.target].push(number);
        }
    }
    let mut open: Vec<usize> = (0..states.len()).filter(|number| states[*number].is_accepting).collect();
    let mut is_live: Vec<bool> = states.iter().map(|state| state.is_accepting).collect();
    while let Some(number) = open.pop() {
        for other in &before[number] {
            if !std::mem::replace(&mut is_live[*other], true) {
                open.push(*other);
            }
        }
    }
    for state in states {
        state.edges.retain(|edge| is_live[edge.target]);
    }
}
