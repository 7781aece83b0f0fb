//! A grammar at exact sizes, as an automaton that fills arenas.
//!
//! A state is a node, or a list of fields, at one size; its options are the possible decisions there, each with the
//! states it leads to. States are found when first reached. Everything that visits many derivations, walking and
//! sampling, runs on it; they differ in the order of the options and in what is noted with each, their [`Mode`].

use crate::count::Tables;
use crate::derivation::{Cell, Derivation};
use crate::grammar::{Grammar, Kind, Leaf, NodeId, ProductId};
use crate::limbs;

const NONE: u32 = u32::MAX;

/// How options are ordered and what is noted with each.
pub(crate) trait Mode: Clone + Default {
    type Note: Copy;

    /// Orders options, at least one, given how many derivations take each.
    fn arrange<T>(options: Vec<T>, weigh: impl Fn(&T) -> Vec<u64>) -> impl Iterator<Item = (T, Self::Note)>;
}

#[derive(Clone, Copy)]
struct State {
    /// A node or a list of fields.
    id: u32,
    size: u32,
    /// Where the options stand; `NONE` as long as they have not been found. Leaves have none.
    start: u32,
    len: u32,
}

/// An alternative of a sum.
#[derive(Clone, Copy)]
pub(crate) struct Choice<N> {
    pub(crate) number: u32,
    arity: u32,
    fields: u32,
    pub(crate) note: N,
}

/// A way for a list of fields to share its size.
#[derive(Clone, Copy)]
pub(crate) struct Split<N> {
    /// The size of the first field, without its pay.
    pub(crate) own: u32,
    head: u32,
    /// The state of the other fields, if there are any and they are not [atoms](Atom).
    rest: u32,
    atoms: (u32, u32),
    pub(crate) note: N,
}

/// A field that can be derived in one way only, which has no fields itself. Atoms after the first field are written
/// at once, and so survive when the first field is decided anew.
#[derive(Clone, Copy)]
struct Atom {
    word: u64,
    node: u32,
}

#[derive(Clone, Default)]
pub(crate) struct Automaton<M: Mode> {
    nodes: States,
    lists: States,
    choices: Vec<Choice<M::Note>>,
    splits: Vec<Split<M::Note>>,
    atoms: Vec<Atom>,
    frames: Vec<Frame>,
    /// The innermost fields that wait.
    next: u32,
    /// The step that is being taken.
    now: u32,
}

#[derive(Clone, Default)]
struct States {
    all: Vec<State>,
    /// The state of an id and a size.
    of: Vec<Vec<u32>>,
}

/// Fields that wait until the field before them is complete.
#[derive(Clone, Copy)]
struct Frame {
    list: u32,
    kid: u32,
    next: u32,
}

/// What is decided next: a node, or how a list of fields shares its size.
#[derive(Clone, Copy)]
pub(crate) enum Work {
    Node,
    List,
}

/// Where a decision is taken, and all that is needed to come back to it.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) work: Work,
    pub(crate) pos: u32,
    state: u32,
    cells: u32,
    frames: u32,
    next: u32,
}

/// Says which option to take. A place is made only when it is kept.
pub(crate) trait Pick<N> {
    /// `weigh` gives the exact number of derivations that take an option.
    fn choice(
        &mut self,
        place: impl FnOnce() -> Place,
        options: &[Choice<N>],
        weigh: impl Fn(&Choice<N>) -> Vec<u64>,
    ) -> usize;
    /// As for choices.
    fn split(
        &mut self,
        place: impl FnOnce() -> Place,
        options: &[Split<N>],
        weigh: impl Fn(&Split<N>) -> Vec<u64>,
    ) -> usize;
    /// The value of a leaf at a size.
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
            self.all.push(State { id, size, start: NONE, len: 0 });
        }
        *state
    }
}

impl<M: Mode> Automaton<M> {
    /// Empties the arena for a derivation of exactly this size; where its filling begins.
    pub(crate) fn start(&mut self, derivation: &mut Derivation, size: u32) -> Place {
        self.frames.clear();
        (self.next, self.now, derivation.since) = (NONE, 0, 0);
        derivation.cells.clear();
        derivation.cells.push(Cell::default());
        let state = self.nodes.find(Grammar::ROOT.0, size);
        Place { work: Work::Node, pos: 0, state, cells: 1, frames: 0, next: NONE }
    }

    /// Goes back to a place to decide anew from there: the next step. What may not stay as it is, the position and
    /// those above it, is stamped with the step.
    #[inline]
    pub(crate) fn rewind(&mut self, derivation: &mut Derivation, place: &Place) {
        let cells = &mut derivation.cells;
        cells.truncate(place.cells as usize);
        self.frames.truncate(place.frames as usize);
        self.next = place.next;
        if self.now == u32::MAX {
            cells.iter_mut().for_each(|cell| cell.stamp = 0);
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

    /// Decides everything from a place on.
    #[inline]
    pub(crate) fn fill(&mut self, derivation: &mut Derivation, from: Place, pick: &mut impl Pick<M::Note>) {
        let Derivation { tables, cells, .. } = derivation;
        let Place { mut work, mut pos, mut state, .. } = from;
        loop {
            let (frames, next) = (self.frames.len() as u32, self.next);
            let place = |cells: u32| Place { work, pos, state, cells, frames, next };
            let len = cells.len() as u32;
            let complete = match work {
                Work::Node => {
                    let State { id, size, start, len: options } = self.node(tables, state);
                    let (word, arity, fields) = if options == 0 {
                        let (value, wide) = match &tables.grammar.node(NodeId(id)).kind {
                            Kind::Leaf(leaf) => {
                                let size = size - tables.grammar.node(NodeId(id)).cost;
                                (pick.leaf(|| place(len), leaf, size), leaf.is_wide())
                            }
                            _ => (0, false),
                        };
                        if wide {
                            cells.push(Cell::high(value));
                        }
                        (value as u64, 0, NONE)
                    } else {
                        let options = &self.choices[start as usize..][..options as usize];
                        let lists = &self.lists.all;
                        let weigh = |choice: &Choice<_>| match lists.get(choice.fields as usize) {
                            Some(list) => tables.product(ProductId(list.id), list.size).to_vec(),
                            None => vec![1],
                        };
                        let chosen = options[pick.choice(|| place(len), options, weigh)];
                        (u64::from(chosen.number), chosen.arity, chosen.fields)
                    };
                    let position = &mut cells[pos as usize];
                    *position = Cell { word, kids: len, node: id, stamp: self.now, parent: position.parent };
                    if arity > 0 {
                        let kid = Cell { parent: pos, ..Cell::default() };
                        cells.resize((len + arity) as usize, kid);
                        (work, pos, state) = (Work::List, len, fields);
                    }
                    arity == 0
                }
                Work::List => {
                    let State { id, size, start, len: options } = self.list(tables, state);
                    let options = &self.splits[start as usize..][..options as usize];
                    let weigh = |split: &Split<_>| weight(tables, ProductId(id), size, split.own);
                    let split = options[pick.split(|| place(len), options, weigh)];
                    let atoms = &self.atoms[split.atoms.0 as usize..split.atoms.1 as usize];
                    for (kid, atom) in (pos as usize + 1..).zip(atoms) {
                        let position = &mut cells[kid];
                        *position = Cell { word: atom.word, node: atom.node, stamp: self.now, ..*position };
                    }
                    if split.rest != NONE {
                        self.frames.push(Frame { list: split.rest, kid: pos + 1, next });
                        self.next = frames;
                    }
                    (work, state) = (Work::Node, split.head);
                    false
                }
            };
            if complete {
                if self.next == NONE {
                    return;
                }
                let frame = self.frames[self.next as usize];
                self.next = frame.next;
                (work, pos, state) = (Work::List, frame.kid, frame.list);
            }
        }
    }

    #[inline]
    fn node(&mut self, tables: &Tables, state: u32) -> State {
        let known = self.nodes.all[state as usize];
        if known.start == NONE { self.find_choices(tables, state) } else { known }
    }

    #[inline]
    fn list(&mut self, tables: &Tables, state: u32) -> State {
        let known = self.lists.all[state as usize];
        if known.start == NONE { self.find_splits(tables, state) } else { known }
    }

    #[cold]
    #[inline(never)]
    fn find_choices(&mut self, tables: &Tables, state: u32) -> State {
        let State { id, size, .. } = self.nodes.all[state as usize];
        let start = self.choices.len();
        let options: Vec<Chosen> = Chosen::all(tables, NodeId(id), size).collect();
        if !options.is_empty() {
            for (chosen, note) in M::arrange(options, |chosen| chosen.count(tables).to_vec()) {
                let fields = chosen.fields.map_or(NONE, |list| self.lists.find(list.0, chosen.left));
                self.choices.push(Choice { number: chosen.number, arity: chosen.arity, fields, note });
            }
        }
        let known = State { id, size, start: start as u32, len: (self.choices.len() - start) as u32 };
        self.nodes.all[state as usize] = known;
        known
    }

    #[cold]
    #[inline(never)]
    fn find_splits(&mut self, tables: &Tables, state: u32) -> State {
        let State { id, size, .. } = self.lists.all[state as usize];
        let start = self.splits.len();
        let list = ProductId(id);
        let product = tables.grammar.product(list);
        let options = tables.splits(list, size).map(|own| own - product.pay).collect();
        for (own, note) in M::arrange(options, |&own| weight(tables, list, size, own)) {
            let head = self.nodes.find(product.head.0, own);
            let first = self.atoms.len();
            let mut rest = NONE;
            if let Some(list) = product.rest
                && !self.extend_atoms(tables, list, size - product.pay - own)
            {
                self.atoms.truncate(first);
                rest = self.lists.find(list.0, size - product.pay - own);
            }
            self.splits.push(Split { own, head, rest, atoms: (first as u32, self.atoms.len() as u32), note });
        }
        let known = State { id, size, start: start as u32, len: (self.splits.len() - start) as u32 };
        self.lists.all[state as usize] = known;
        known
    }

    /// Adds the fields of a list, if all of them are atoms.
    fn extend_atoms(&mut self, tables: &Tables, list: ProductId, size: u32) -> bool {
        let product = tables.grammar.product(list);
        let mut splits = tables.splits(list, size);
        let (Some(own), None) = (splits.next(), splits.next()) else { return false };
        let node = tables.grammar.node(product.head);
        let own_size = own - product.pay;
        let word = match &node.kind {
            Kind::Leaf(leaf) => {
                let single = !leaf.is_wide() && leaf.count(own_size - node.cost) == 1;
                leaf.nth(own_size - node.cost, 0).filter(|_| single).map(|value| value as u64)
            }
            _ => {
                let mut options = Chosen::all(tables, product.head, own_size);
                let (first, second) = (options.next(), options.next());
                first
                    .filter(|first| first.arity == 0 && second.is_none())
                    .map(|first| u64::from(first.number))
            }
        };
        let Some(word) = word else { return false };
        self.atoms.push(Atom { word, node: product.head.0 });
        product.rest.is_none_or(|rest| self.extend_atoms(tables, rest, size - own))
    }
}

/// How many derivations of a list of fields have a first field of size `own`.
fn weight(tables: &Tables, list: ProductId, size: u32, own: u32) -> Vec<u64> {
    let head = own + tables.grammar.product(list).pay;
    let mut weight = Vec::new();
    limbs::multiply(&mut weight, tables.head_count(list, head), tables.rest_count(list, size, head));
    weight
}

/// An alternative, and the size left for its fields.
#[derive(Clone, Copy)]
pub(crate) struct Chosen {
    pub(crate) number: u32,
    pub(crate) arity: u32,
    pub(crate) fields: Option<ProductId>,
    pub(crate) left: u32,
}

impl Chosen {
    /// The alternatives of a node that have derivations of this size; none of a leaf.
    pub(crate) fn all(tables: &Tables, node: NodeId, size: u32) -> impl Iterator<Item = Self> + '_ {
        let node = tables.grammar.node(node);
        let alternatives = match &node.kind {
            Kind::Sum { alternatives, .. } => &**alternatives,
            _ => &[],
        };
        (0..).zip(alternatives).filter_map(move |(number, alternative)| {
            let size = size.checked_sub(node.cost)?;
            let possible = !tables.alternative(alternative, size).is_empty();
            possible.then(|| Self {
                number,
                arity: alternative.arity,
                fields: alternative.fields,
                left: size - alternative.cost,
            })
        })
    }

    /// How many derivations take this alternative.
    pub(crate) fn count<'t>(&self, tables: &'t Tables) -> &'t [u64] {
        self.fields.map_or(&[1], |fields| tables.product(fields, self.left))
    }
}
