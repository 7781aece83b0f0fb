//! The grammar of terms: its nonterminals and their shapes.

use std::ops;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use everycase_kernel::{Alternative, Key, Range, Shape};
use rustc_hash::FxHashMap;

use crate::core::{Program, Type};
use crate::inputs::instances::{Instance, Instances};
use crate::inputs::{Constants, Finite};

use super::callings::Callings;
use super::environment::{Environment, Kind};
use super::hidden_types::HiddenTypes;
use super::mode::Mode;
use super::rules::{Goal, Literal, Rule, Rules, least};
use super::types::occurring;

/// A nonterminal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum State {
    /// Terms of a type that use all entries that must be used. With a rule's index, only the terms
    /// of that rule and later ones, less the cost of that rule.
    Term(Instance, Environment, Option<usize>),
    /// Two or more subterms, from this index on, that together use all entries that must be used,
    /// of which there is at least one.
    Subterms(Arc<[Goal]>, usize, Environment),
}

/// The ways to derive a term at one cost, as the payload of its positions.
pub(super) struct Ways {
    /// The kinds of entries that can be the term.
    pub(super) mentions: Vec<(Kind, Count)>,
    rules: Arc<[Arc<Rule>]>,
    /// The range of rules that apply.
    range: ops::Range<usize>,
    /// The first rule after them, and how much more it costs.
    dearer: Option<(usize, u32)>,
}

impl Ways {
    pub(super) fn rules(&self) -> &[Arc<Rule>] {
        &self.rules[self.range.clone()]
    }
}

/// How many entries a use chooses from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Count {
    /// The only one that must be used.
    Must,
    May(u32),
}

/// The grammar of the terms of a program.
pub(super) struct Grammar {
    pub(super) program: Arc<Program>,
    mode: Mode,
    holds_functions: Vec<bool>,
    hidden: HiddenTypes,
    types: Vec<Instance>,
    pub(super) called: Callings,
    pub(super) constants: Constants,
    id: u64,
    tables: Mutex<Tables>,
}

#[derive(Default)]
struct Tables {
    instances: Instances,
    /// The rules for terms of a type that have to use a number of entries, sorted by cost.
    rules: FxHashMap<(Instance, u32), Arc<[Arc<Rule>]>>,
    states: FxHashMap<State, Shape>,
}

/// The payload at the root of a closed term.
pub(super) struct Start {
    pub(super) grammar: Arc<Grammar>,
}

static NEXT_ID: AtomicU64 = AtomicU64::new(0);

struct Pick;
struct Subset;

impl Grammar {
    /// Returns the shape of the closed terms of a type, with a [`Start`] as the payload of its
    /// root; `None` if there are none.
    pub(super) fn start(
        program: &Arc<Program>,
        ty: &Type,
        mode: Mode,
        constants: Constants,
    ) -> Option<Shape> {
        let mut tables = Tables::default();
        let types = occurring(program, ty, &mut tables.instances);
        let ty = tables.instances.of(ty, &[]);
        let grammar = Arc::new(Self {
            program: Arc::clone(program),
            mode,
            holds_functions: program.holding_functions(),
            hidden: HiddenTypes::of(program),
            types,
            called: Callings::new(program),
            constants,
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            tables: Mutex::new(tables),
        });
        let environment = Environment::default();
        if !grammar.has_terms(ty, &environment) {
            return None;
        }
        let shape = grammar.named(State::Term(ty, environment, None)).pay(1);
        Some(shape.with_payload(Start { grammar }))
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        // Entries are only added, each as a whole, so a panic elsewhere leaves the tables
        // consistent.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn named(self: &Arc<Self>, state: State) -> Shape {
        let mut tables = self.tables();
        if let Some(cached) = tables.states.get(&state) {
            return cached.clone();
        }
        let number = tables.states.len() as u64;
        let key = Key::of::<Self>().with(self.id).with(number);
        // A weak reference: the table is part of the grammar.
        let (grammar, own) = (Arc::downgrade(self), state.clone());
        let shape = Shape::named(key, move || match grammar.upgrade() {
            Some(grammar) => grammar.expanded(&own),
            None => Shape::empty(),
        });
        tables.states.insert(state, shape.clone());
        shape
    }

    fn expanded(self: &Arc<Self>, state: &State) -> Shape {
        match state {
            State::Term(ty, environment, _) if !self.has_terms(*ty, environment) => Shape::empty(),
            State::Term(ty, environment, from) => {
                let ways = self.ways(*ty, environment, *from);
                let mentions = ways.mentions.iter().map(|(kind, count)| self.mention(*kind, *count));
                let terms = ways.rules().iter().map(|rule| {
                    let literal = rule.literal.map(|literal| self.literal(literal));
                    let subterms = self.subterms(&rule.goals, 0, environment);
                    Alternative::new("term", literal.into_iter().chain(subterms))
                });
                let dearer = ways.dearer.map(|(next, cost)| {
                    let state = State::Term(*ty, environment.clone(), Some(next));
                    Alternative::new("dearer", [self.named(state)]).pay(cost)
                });
                let alternatives: Vec<_> = mentions.chain(terms).chain(dearer).collect();
                Shape::choice_with(alternatives, ways)
            }
            State::Subterms(goals, from, environment) => Shape::choice((0..environment.splits()).map(|i| {
                let passed = environment.split(i);
                let subsets = environment.entries().iter().zip(&passed);
                let subsets = subsets.filter_map(|(entry, passed)| subset(entry.must, *passed));
                let (first, after) = environment.parts(&passed);
                let paid =
                    least(&goals[*from..=*from], first.must()) + least(&goals[from + 1..], after.must());
                let first = self.named(term(&goals[*from], first));
                let after = self.subterms(goals, from + 1, &after);
                let more = paid - least(&goals[*from..], environment.must());
                Alternative::new("", subsets.chain([first]).chain(after)).pay(more)
            })),
        }
    }

    /// Returns the ways to derive a term by the cheapest rules with index `from` or later. Rules
    /// that cost more are in a separate nonterminal, which is not expanded before the size budget
    /// allows it.
    fn ways(&self, ty: Instance, environment: &Environment, from: Option<usize>) -> Ways {
        let (mut mentions, must) = (Vec::new(), environment.must());
        let rules = self.rules(ty, must);
        if from.is_none() {
            let entries = environment.entries().iter().filter(|entry| entry.kind.ty() == ty);
            mentions.extend(entries.filter_map(|entry| match (must, entry.must, entry.may) {
                (0, _, may) => Some((entry.kind, Count::May(may))),
                (1, 1, _) => Some((entry.kind, Count::Must)),
                _ => None,
            }));
        }
        let cost = from.and_then(|from| rules.get(from)).map_or(0, |rule| rule.paid(must));
        let end = rules.partition_point(|rule| rule.paid(must) <= cost);
        let dearer = rules.get(end).map(|rule| (end, rule.paid(must) - cost));
        Ways { mentions, rules, range: from.unwrap_or(0)..end, dearer }
    }

    /// Returns whether there may be terms of a type: a value of an abstract type is in scope, or
    /// inside one that is, if every value of the type holds one.
    fn has_terms(&self, ty: Instance, environment: &Environment) -> bool {
        if self.hidden.is_empty() {
            return true;
        }
        let instances = &self.tables().instances;
        let (parameters, _) = instances.uncurried(ty);
        let given = environment.entries().iter().map(|entry| entry.kind.ty()).chain(parameters);
        let mut finite = Finite::new(&self.program);
        for data in self.hidden.without(given.map(|given| instances.ty(given))) {
            finite.deny(data);
        }
        finite.of(&instances.ty(ty))
    }

    fn rules(&self, ty: Instance, must: u32) -> Arc<[Arc<Rule>]> {
        let mut tables = self.tables();
        let Tables { instances, rules, .. } = &mut *tables;
        if let Some(cached) = rules.get(&(ty, must)) {
            return Arc::clone(cached);
        }
        let all = rules.entry((ty, 0)).or_insert_with(|| {
            let mut rules = Rules {
                program: &self.program,
                instances,
                types: &self.types,
                holds_functions: &self.holds_functions,
                hidden: &self.hidden,
                mode: self.mode,
                ty,
                all: Vec::new(),
            };
            rules.find();
            rules.all.sort_by_key(|rule| rule.paid(0));
            rules.all.into_iter().map(Arc::new).collect()
        });
        let all = Arc::clone(all);
        if must == 0 {
            return all;
        }
        // Terms without subterms use nothing.
        let mut able: Vec<_> = all.iter().filter(|rule| !rule.goals.is_empty()).cloned().collect();
        able.sort_by_key(|rule| rule.paid(must));
        let able: Arc<[_]> = able.into();
        rules.insert((ty, must), Arc::clone(&able));
        able
    }

    fn mention(&self, kind: Kind, count: Count) -> Alternative {
        let things = match count {
            Count::Must => 1,
            Count::May(things) => things,
        };
        let with = match kind {
            Kind::Variable(_) => None,
            Kind::Smaller(_) => Some(self.literal(Literal::Positive)),
            Kind::Part(_, parts) => Some(pick(parts)),
        };
        Alternative::new("variable", [pick(things)].into_iter().chain(with))
    }

    /// Returns the shape of a number or a character.
    fn literal(&self, literal: Literal) -> Shape {
        let constants = &self.constants;
        let pool = match literal {
            Literal::Integer => constants.integers.as_ref().map(|pool| &pool.shape),
            Literal::Positive => constants.positives.as_ref().map(|pool| &pool.shape),
            Literal::Character => constants.characters.as_ref().map(|pool| &pool.shape),
            Literal::Atom => None,
        };
        pool.cloned().unwrap_or_else(|| any(literal))
    }

    /// Returns the shapes of the subterms from index `from` on.
    fn subterms(
        self: &Arc<Self>,
        goals: &Arc<[Goal]>,
        from: usize,
        environment: &Environment,
    ) -> impl Iterator<Item = Shape> {
        subterms(goals, from, environment).into_iter().map(|state| self.named(state))
    }
}

/// Returns the nonterminals of the subterms from index `from` on: a single one that distributes the
/// entries that must be used, if there are any and several subterms.
fn subterms(goals: &Arc<[Goal]>, from: usize, environment: &Environment) -> Vec<State> {
    match &goals[from..] {
        [_, _, ..] if environment.must() > 0 => {
            vec![State::Subterms(Arc::clone(goals), from, environment.clone())]
        }
        rest => rest.iter().map(|goal| term(goal, environment.clone())).collect(),
    }
}

/// Returns the nonterminal of a subterm, given its share of the surrounding environment.
fn term(goal: &Goal, mut environment: Environment) -> State {
    for bind in &goal.binds {
        environment.add(bind.kind, bind.must);
    }
    State::Term(goal.ty, environment, None)
}

/// Returns the shape of all numbers or characters of a kind.
fn any(literal: Literal) -> Shape {
    let range = match literal {
        Literal::Integer => Range::signed(128),
        Literal::Character => Range::chars(),
        Literal::Atom => Range::unsigned(64),
        Literal::Positive => Range::unsigned(64).non_zero(),
    };
    Shape::named(Key::of::<Literal>().with(literal as u64), move || Shape::range(range.clone()))
}

/// Returns the choice of one of `things` entries.
fn pick(things: u32) -> Shape {
    Shape::named(Key::of::<Pick>().with(things.into()), move || {
        Shape::choice((0..things).map(|_| Alternative::new("", [])))
    })
}

/// Returns the choice of `things` among `from` entries, first with the first entry and then
/// without; `None` if there is only one.
fn subset(from: u32, things: u32) -> Option<Shape> {
    let shape = || {
        Shape::named(Key::of::<Subset>().with(from.into()).with(things.into()), move || {
            let rest = |things| Alternative::new("", subset(from - 1, things));
            Shape::choice([rest(things - 1), rest(things)])
        })
    };
    (things > 0 && things < from).then(shape)
}
