//! A grammar at exact sizes, as an automaton that fills arenas.
//!
//! A state is a node, or a list of fields, at one size. Its options are the possible decisions,
//! each with its successor states. States are made when first reached. Walking and sampling both
//! run on the automaton; their [`Mode`]s differ in the order of options and in the note attached to
//! each.

use std::sync::Arc;

use super::alternatives::SizedAlternative;
use super::expanded_node::{self, ExpandedNode};
use crate::derivation::{Cell, Derivation};
use crate::grammar::{Grammar, Kind, Leaf, NodeId, ProductId, Tables, limbs};

const NONE: u32 = u32::MAX;

/// The order of options, and the note attached to each.
pub(crate) trait Mode: Clone + Default {
    type Note: Copy;

    /// Orders options, of which there is at least one; `weigh` returns the number of derivations
    /// that take an option.
    fn arrange<T>(options: Vec<T>, weigh: impl Fn(&T) -> Vec<u64>) -> impl Iterator<Item = (T, Self::Note)>;
}

#[derive(Clone, Copy)]
struct State {
    /// A node or a list of fields.
    id: u32,
    size: u32,
    /// The index of the first option, or `NONE` if they have not been found. Leaves have no
    /// options.
    start: u32,
    len: u32,
    expansion: Expansion,
}

/// Whether the derivations of a state are expanded.
#[derive(Clone, Copy)]
enum Expansion {
    /// No, there are too many.
    Not,
    /// After `visits` more visits, when filling them one by one will have cost as much as expanding
    /// all `count`.
    After { count: u32, visits: u32 },
    /// Yes, with this index among the expanded states.
    Done(u32),
}

/// An alternative of a sum.
#[derive(Clone, Copy)]
pub(crate) struct Choice<N> {
    pub(crate) number: u32,
    arity: u32,
    fields: Goal,
    pub(crate) note: N,
}

/// A way for a list of fields to divide its size.
#[derive(Clone, Copy)]
pub(crate) struct Split<N> {
    /// The size of the first field, without its cost.
    pub(crate) own: u32,
    /// The first field, unless it is an atom.
    head: Goal,
    /// The other fields, unless all of them are atoms.
    rest: Goal,
    /// The range of the atoms, from the first field that is one.
    atoms: (u32, u32),
    pub(crate) note: N,
}

/// A field with a single derivation that has no fields. Atoms are written as soon as the sizes of
/// the fields are known, so they stay when an earlier field is decided again.
#[derive(Clone, Copy)]
struct Atom {
    word: u64,
    node: u32,
}

/// The next thing to decide: a node, two or more fields, or nothing.
#[derive(Clone, Copy, PartialEq)]
struct Goal(u32);

impl Goal {
    const NONE: Self = Self(u32::MAX);
    const LIST: u32 = 1 << 31;

    fn node(state: u32) -> Self {
        Self(state)
    }

    fn list(state: u32) -> Self {
        Self(state | Self::LIST)
    }

    #[inline]
    fn is_list(self) -> bool {
        self.0 & Self::LIST != 0
    }

    #[inline]
    fn state(self) -> usize {
        (self.0 & !Self::LIST) as usize
    }
}

#[derive(Clone, Default)]
pub(crate) struct Automaton<M: Mode> {
    nodes: States,
    lists: States,
    choices: Vec<Choice<M::Note>>,
    splits: Vec<Split<M::Note>>,
    atoms: Vec<Atom>,
    expanded: Vec<ExpandedNode>,
    frames: Vec<Frame>,
    /// The innermost waiting fields.
    next: u32,
    /// The number of the current step.
    now: u32,
}

#[derive(Clone, Default)]
struct States {
    all: Vec<State>,
    /// The state for each id and size.
    of: Vec<Vec<u32>>,
}

/// Fields waiting until the field before them is complete.
#[derive(Clone, Copy)]
struct Frame {
    goal: Goal,
    pos: u32,
    next: u32,
}

/// The place of a decision, with everything needed to go back to it.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    goal: Goal,
    /// The decided position, or the position of the first field.
    pub(crate) pos: u32,
    cells: u32,
    frames: u32,
    next: u32,
}

/// Chooses options. A place is computed only if it is kept.
pub(crate) trait Pick<N> {
    /// Chooses one of the `count` derivations of a node, to take it as a whole; `None` to decide
    /// its parts.
    fn derivation(&mut self, place: impl FnOnce() -> Place, count: usize) -> Option<usize>;
    /// Chooses an alternative. `weigh` returns the exact number of derivations that take it.
    fn choice(
        &mut self,
        place: impl FnOnce() -> Place,
        options: &[Choice<N>],
        weigh: impl Fn(&Choice<N>) -> Vec<u64>,
    ) -> usize;
    /// Chooses a split, in the same way.
    fn split(
        &mut self,
        place: impl FnOnce() -> Place,
        options: &[Split<N>],
        weigh: impl Fn(&Split<N>) -> Vec<u64>,
    ) -> usize;
    /// Chooses the value of a leaf of this size.
    fn leaf(&mut self, place: impl FnOnce() -> Place, leaf: &Leaf, size: u32) -> u128;
}

impl States {
    fn find(&mut self, id: u32, size: u32) -> u32 {
        let (row, column) = (id as usize, size as usize);
        if self.of.len() <= row {
            self.of.resize(row + 1, Vec::new());
        }
        if self.of[row].len() <= column {
            self.of[row].resize(column + 1, NONE);
        }
        let state = &mut self.of[row][column];
        if *state == NONE {
            *state = self.all.len() as u32;
            self.all.push(State { id, size, start: NONE, len: 0, expansion: Expansion::Not });
        }
        *state
    }
}

impl<M: Mode> Automaton<M> {
    /// Empties the arena for a derivation of exactly this size; returns where to start filling.
    pub(crate) fn start(&mut self, derivation: &mut Derivation, size: u32) -> Place {
        self.frames.clear();
        (self.next, self.now, derivation.since) = (NONE, 0, 0);
        derivation.cells.clear();
        derivation.cells.push(Cell::default());
        let state = self.nodes.find(Grammar::ROOT.0, size);
        Place { goal: Goal::node(state), pos: 0, cells: 1, frames: 0, next: NONE }
    }

    /// Begins a new step at an earlier place, to decide again from there.
    #[inline]
    pub(crate) fn rewind(&mut self, derivation: &mut Derivation, place: &Place) {
        derivation.cells.truncate(place.cells as usize);
        self.stamp(derivation, place);
    }

    /// Begins a new step at a place where a derivation of a node was taken as a whole, and takes
    /// the next one, the `i`-th. Returns where to continue filling.
    #[inline]
    pub(crate) fn advance(&mut self, derivation: &mut Derivation, place: &Place, i: usize) -> Place {
        self.stamp(derivation, place);
        if let Some(block) = self.expand(&derivation.tables, place.goal.state()) {
            self.expanded[block].advance(i, &mut derivation.cells, place.pos, place.cells, self.now);
        }
        Place { goal: Goal::NONE, ..*place }
    }

    /// Begins a new step: stamps the positions above the decided one, which cannot stay unchanged.
    #[inline]
    fn stamp(&mut self, derivation: &mut Derivation, place: &Place) {
        let cells = &mut derivation.cells;
        self.frames.truncate(place.frames as usize);
        self.next = place.next;
        if self.now == u32::MAX {
            for cell in cells.iter_mut() {
                cell.stamp = 0;
            }
            self.now = 0;
        }
        self.now += 1;
        derivation.since = self.now;
        let mut pos = place.pos;
        while pos != 0 {
            pos = cells[pos as usize].parent;
            cells[pos as usize].stamp = self.now;
        }
    }

    /// Makes all decisions from a place on.
    #[inline]
    pub(crate) fn fill(&mut self, derivation: &mut Derivation, from: Place, pick: &mut impl Pick<M::Note>) {
        let Derivation { tables, cells, .. } = derivation;
        let Place { mut goal, mut pos, .. } = from;
        loop {
            if goal == Goal::NONE {
                if self.next == NONE {
                    return;
                }
                let frame = self.frames[self.next as usize];
                self.next = frame.next;
                (goal, pos) = (frame.goal, frame.pos);
            }
            let len = cells.len() as u32;
            let (frames, next) = (self.frames.len() as u32, self.next);
            let place = || Place { goal, pos, cells: len, frames, next };
            if goal.is_list() {
                let State { id, size, start, len: options, .. } = self.list(tables, goal.state());
                let options = &self.splits[start as usize..][..options as usize];
                let weigh = |split: &Split<_>| weight(tables, ProductId(id), size, split.own);
                let split = options[pick.split(place, options, weigh)];
                let atoms = &self.atoms[split.atoms.0 as usize..split.atoms.1 as usize];
                let first = pos as usize + usize::from(split.head != Goal::NONE);
                for (kid, atom) in (first..).zip(atoms) {
                    let position = &mut cells[kid];
                    *position = Cell { word: atom.word, node: atom.node, stamp: self.now, ..*position };
                }
                goal = split.head;
                if goal == Goal::NONE {
                    (goal, pos) = (split.rest, pos + 1);
                } else if split.rest != Goal::NONE {
                    self.frames.push(Frame { goal: split.rest, pos: pos + 1, next });
                    self.next = frames;
                }
            } else {
                let State { id, size, start, len: options, expansion } = self.node(tables, goal.state());
                let small = match expansion {
                    Expansion::Not => None,
                    Expansion::After { count, .. } => pick.derivation(place, count as usize),
                    Expansion::Done(block) => pick.derivation(place, self.expanded[block as usize].len()),
                };
                if let Some(i) = small {
                    match expansion {
                        Expansion::Done(block) => {
                            self.expanded[block as usize].paste(i, cells, pos, self.now);
                        }
                        _ => self.visit(tables, goal.state(), i, cells, pos),
                    }
                    goal = Goal::NONE;
                    continue;
                }
                let position = Cell { kids: len, node: id, stamp: self.now, ..cells[pos as usize] };
                if options == 0 {
                    let node = tables.grammar.node(NodeId(id));
                    let mut word = 0;
                    if let Kind::Leaf(leaf) = &node.kind {
                        let value = pick.leaf(place, leaf, size - node.cost);
                        word = value as u64;
                        if leaf.is_wide() {
                            cells.push(Cell { parent: pos, ..Cell::high(value) });
                        }
                    }
                    cells[pos as usize] = Cell { word, ..position };
                    goal = Goal::NONE;
                } else {
                    let options = &self.choices[start as usize..][..options as usize];
                    let weigh = |choice: &Choice<_>| self.weigh(tables, choice.fields);
                    let chosen = options[pick.choice(place, options, weigh)];
                    cells[pos as usize] = Cell { word: u64::from(chosen.number), ..position };
                    let kid = Cell { parent: pos, ..Cell::default() };
                    cells.extend(std::iter::repeat_n(kid, chosen.arity as usize));
                    (goal, pos) = (chosen.fields, len);
                }
            }
        }
    }

    /// Returns the number of derivations after a choice.
    fn weigh(&self, tables: &Tables, fields: Goal) -> Vec<u64> {
        if fields == Goal::NONE {
            return vec![1];
        }
        if fields.is_list() {
            let list = self.lists.all[fields.state()];
            return tables.product(ProductId(list.id), list.size).to_vec();
        }
        let node = self.nodes.all[fields.state()];
        tables.node(NodeId(node.id), node.size).to_vec()
    }

    /// Returns the state for one or more fields.
    fn goal(&mut self, tables: &Tables, list: ProductId, size: u32) -> Goal {
        let product = tables.grammar.product(list);
        match product.rest {
            None => Goal::node(self.nodes.find(product.head.0, size - product.pay)),
            Some(_) => Goal::list(self.lists.find(list.0, size)),
        }
    }

    #[inline]
    fn node(&mut self, tables: &Arc<Tables>, state: usize) -> State {
        let known = self.nodes.all[state];
        if known.start == NONE { self.find_choices(tables, state) } else { known }
    }

    #[inline]
    fn list(&mut self, tables: &Tables, state: usize) -> State {
        let known = self.lists.all[state];
        if known.start == NONE { self.find_splits(tables, state) } else { known }
    }

    #[cold]
    #[inline(never)]
    fn find_choices(&mut self, tables: &Arc<Tables>, state: usize) -> State {
        let State { id, size, .. } = self.nodes.all[state];
        let start = self.choices.len();
        let options: Vec<SizedAlternative> = SizedAlternative::all(tables, NodeId(id), size).collect();
        if !options.is_empty() {
            for (chosen, note) in M::arrange(options, |chosen| chosen.count(tables).to_vec()) {
                let fields = chosen.fields.map_or(Goal::NONE, |list| self.goal(tables, list, chosen.left));
                self.choices.push(Choice { number: chosen.number, arity: chosen.arity, fields, note });
            }
        }
        let len = (self.choices.len() - start) as u32;
        let expansion = match expanded_node::extent(tables, NodeId(id), size) {
            Some(count) if len > 0 => Expansion::After { count, visits: count },
            _ => Expansion::Not,
        };
        let known = State { id, size, start: start as u32, len, expansion };
        self.nodes.all[state] = known;
        known
    }

    /// Fills a position with the `i`-th derivation of a state that is not expanded yet.
    #[cold]
    fn visit(&mut self, tables: &Arc<Tables>, state: usize, i: usize, cells: &mut Vec<Cell>, pos: u32) {
        let State { id, size, ref mut expansion, .. } = self.nodes.all[state];
        if let Expansion::After { visits: visits @ 1.., .. } = expansion {
            *visits -= 1;
            expanded_node::paste_one(tables, (NodeId(id), size), i, cells, pos, self.now);
        } else if let Some(block) = self.expand(tables, state) {
            self.expanded[block].paste(i, cells, pos, self.now);
        }
    }

    /// Returns the index of a state's expanded derivations, unless there are too many.
    #[inline]
    fn expand(&mut self, tables: &Arc<Tables>, state: usize) -> Option<usize> {
        let State { id, size, expansion, .. } = self.nodes.all[state];
        match expansion {
            Expansion::Not => None,
            Expansion::Done(block) => Some(block as usize),
            Expansion::After { count, .. } => {
                let block = self.expanded.len();
                self.expanded.push(ExpandedNode::new(tables, NodeId(id), size, count));
                self.nodes.all[state].expansion = Expansion::Done(block as u32);
                Some(block)
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn find_splits(&mut self, tables: &Tables, state: usize) -> State {
        let State { id, size, .. } = self.lists.all[state];
        let start = self.splits.len();
        let list = ProductId(id);
        let product = tables.grammar.product(list);
        let options = tables.splits(list, size).map(|own| own - product.pay).collect();
        for (own, note) in M::arrange(options, |&own| weight(tables, list, size, own)) {
            let first = self.atoms.len();
            let mut head = Goal::NONE;
            match atom(tables, product.head, own) {
                Some(atom) => self.atoms.push(atom),
                None => head = Goal::node(self.nodes.find(product.head.0, own)),
            }
            let mut rest = Goal::NONE;
            if let Some(list) = product.rest {
                let (before, left) = (self.atoms.len(), size - product.pay - own);
                if !self.extend_atoms(tables, list, left) {
                    self.atoms.truncate(before);
                    rest = self.goal(tables, list, left);
                }
            }
            self.splits.push(Split { own, head, rest, atoms: (first as u32, self.atoms.len() as u32), note });
        }
        let len = (self.splits.len() - start) as u32;
        let known = State { id, size, start: start as u32, len, expansion: Expansion::Not };
        self.lists.all[state] = known;
        known
    }

    /// Adds the fields of a list if all of them are atoms.
    fn extend_atoms(&mut self, tables: &Tables, list: ProductId, size: u32) -> bool {
        let product = tables.grammar.product(list);
        let mut splits = tables.splits(list, size);
        let (Some(own), None) = (splits.next(), splits.next()) else { return false };
        let Some(atom) = atom(tables, product.head, own - product.pay) else { return false };
        self.atoms.push(atom);
        product.rest.is_none_or(|rest| self.extend_atoms(tables, rest, size - own))
    }
}

/// Returns the only derivation of a node at a size, if there is just one and it has no fields.
fn atom(tables: &Tables, id: NodeId, size: u32) -> Option<Atom> {
    let node = tables.grammar.node(id);
    let word = match &node.kind {
        Kind::Leaf(leaf) if leaf.is_wide() || leaf.count(size - node.cost) != 1 => return None,
        Kind::Leaf(leaf) => leaf.nth(size - node.cost, 0)? as u64,
        _ => {
            let mut options = SizedAlternative::all(tables, id, size);
            let (only, None) = (options.next()?, options.next()) else { return None };
            (only.arity == 0).then_some(u64::from(only.number))?
        }
    };
    Some(Atom { word, node: id.0 })
}

/// Returns the number of derivations of a list of fields whose first field has size `own`.
fn weight(tables: &Tables, list: ProductId, size: u32, own: u32) -> Vec<u64> {
    let head = own + tables.grammar.product(list).pay;
    let mut weight = Vec::new();
    limbs::multiply(&mut weight, tables.head_count(list, head), tables.rest_count(list, size, head));
    weight
}
