//! All values of one size, one neighbour after the other, in place.
//!
//! An odometer: the trail holds every decision that had a choice; a step goes back to the last one that has another
//! option, takes it, and decides what follows it anew. Positions before it stay as they are, which decoders use to
//! update a value where it stands. A step's cost is the number of positions decided anew: constant on average
//! wherever the number of values grows with the size.

use crate::count::Tables;
use crate::derivation::Derivation;
use crate::descent::{Descent, Guide, Place};
use crate::grammar::{Kind, NodeId, ProductId};
use crate::index::Unrank;

/// A decision that had more than one option, and how many it had.
#[derive(Clone, Copy)]
struct Turn {
    place: Place,
    option: u128,
    options: u128,
}

/// Walks the values of one size in either direction.
#[derive(Clone)]
pub(crate) struct Odometer {
    pub(crate) derivation: Derivation,
    descent: Descent,
    trail: Vec<Turn>,
    plan: Plan,
}

/// The options of each decision, found once for each kind of decision and size.
#[derive(Clone, Default)]
struct Plan {
    options: Vec<u32>,
    alternatives: Vec<Vec<Entry>>,
    splits: Vec<Vec<Entry>>,
}

/// Where the options of a decision begin and how many there are; none found yet when `len` is 0.
#[derive(Clone, Copy, Default)]
struct Entry {
    start: u32,
    len: u32,
}

impl Plan {
    fn entry(
        table: &mut Vec<Vec<Entry>>,
        options: &mut Vec<u32>,
        id: u32,
        size: u32,
        find: impl FnOnce(&mut Vec<u32>),
    ) -> Entry {
        let (id, size) = (id as usize, size as usize);
        if let Some(&entry) = table.get(id).and_then(|row| row.get(size))
            && entry.len > 0
        {
            return entry;
        }
        if table.len() <= id {
            table.resize(id + 1, Vec::new());
        }
        if table[id].len() <= size {
            table[id].resize(size + 1, Entry::default());
        }
        let start = options.len();
        find(options);
        let entry = Entry { start: start as u32, len: (options.len() - start) as u32 };
        table[id][size] = entry;
        entry
    }

    fn alternatives(&mut self, tables: &Tables, node: NodeId, size: u32) -> Entry {
        Self::entry(&mut self.alternatives, &mut self.options, node.0, size, |options| {
            if let Kind::Sum { alternatives, .. } = &tables.grammar.node(node).kind {
                let possible =
                    (0u32..).zip(&**alternatives).filter(|(_, a)| !tables.alternative(a, size).is_empty());
                options.extend(possible.map(|(i, _)| i));
            }
        })
    }

    fn splits(&mut self, tables: &Tables, product: ProductId, size: u32) -> Entry {
        Self::entry(&mut self.splits, &mut self.options, product.0, size, |options| {
            options.extend(tables.splits(product, size));
        })
    }
}

/// Takes the first options, or the last ones, after one option that is given.
struct Walk<'o> {
    trail: &'o mut Vec<Turn>,
    plan: &'o mut Plan,
    backwards: bool,
    /// The option of the first decision, which is on the trail already.
    given: Option<u128>,
}

impl Walk<'_> {
    #[inline]
    fn option(&mut self, place: Place, options: u128) -> u128 {
        if let Some(option) = self.given.take() {
            return option;
        }
        let option = if self.backwards { options - 1 } else { 0 };
        if options > 1 {
            self.trail.push(Turn { place, option, options });
        }
        option
    }
}

impl Guide for Walk<'_> {
    #[inline]
    fn alternative(&mut self, tables: &Tables, place: Place, node: NodeId, size: u32) -> u32 {
        let entry = self.plan.alternatives(tables, node, size);
        let option = self.option(place, u128::from(entry.len));
        self.plan.options[entry.start as usize + option as usize]
    }

    #[inline]
    fn split(&mut self, tables: &Tables, place: Place, product: ProductId, size: u32) -> u32 {
        let entry = self.plan.splits(tables, product, size);
        let option = self.option(place, u128::from(entry.len));
        self.plan.options[entry.start as usize + option as usize]
    }

    #[inline]
    fn leaf(&mut self, tables: &Tables, place: Place, node: NodeId, size: u32) -> u128 {
        let Kind::Leaf(leaf) = &tables.grammar.node(node).kind else {
            return 0;
        };
        let option = self.option(place, leaf.count(size));
        leaf.nth(size, option).unwrap_or(0)
    }
}

/// Walks to an index and leaves the trail as if every value before it had been visited.
struct Seek<'o> {
    trail: &'o mut Vec<Turn>,
    plan: &'o mut Plan,
    unrank: Unrank,
}

impl Seek<'_> {
    fn passed(&mut self, place: Place, entry: Entry, chosen: u32) {
        let options = &self.plan.options[entry.start as usize..][..entry.len as usize];
        let option = options.iter().position(|&option| option == chosen).unwrap_or(0);
        if entry.len > 1 {
            self.trail.push(Turn { place, option: option as u128, options: u128::from(entry.len) });
        }
    }
}

impl Guide for Seek<'_> {
    fn alternative(&mut self, tables: &Tables, place: Place, node: NodeId, size: u32) -> u32 {
        let chosen = self.unrank.alternative(tables, place, node, size);
        let entry = self.plan.alternatives(tables, node, size);
        self.passed(place, entry, chosen);
        chosen
    }

    fn split(&mut self, tables: &Tables, place: Place, product: ProductId, size: u32) -> u32 {
        let chosen = self.unrank.split(tables, place, product, size);
        let entry = self.plan.splits(tables, product, size);
        self.passed(place, entry, chosen);
        chosen
    }

    fn leaf(&mut self, tables: &Tables, place: Place, node: NodeId, size: u32) -> u128 {
        let value = self.unrank.leaf(tables, place, node, size);
        if let Kind::Leaf(leaf) = &tables.grammar.node(node).kind {
            let options = leaf.count(size);
            if options > 1 {
                let option = leaf.position(value).map_or(0, |(_, i)| i);
                self.trail.push(Turn { place, option, options });
            }
        }
        value
    }

    fn resume(&mut self) {
        self.unrank.resume();
    }
}

impl Odometer {
    pub(crate) fn new(derivation: Derivation) -> Self {
        Self { derivation, descent: Descent::default(), trail: Vec::new(), plan: Plan::default() }
    }

    /// Goes to a value by its index, which must be below the number of values of this size.
    pub(crate) fn seek(&mut self, size: u32, index: Vec<u64>) {
        let Self { derivation, descent, trail, plan } = self;
        trail.clear();
        let work = descent.start(derivation, size);
        descent.fill(derivation, work, &mut Seek { trail, plan, unrank: Unrank::new(index) });
    }

    /// Goes to the neighbour; false, and nothing changes, when there is none.
    #[inline]
    pub(crate) fn step(&mut self, backwards: bool) -> bool {
        let Self { derivation, descent, trail, plan } = self;
        let end = |turn: &Turn| {
            if backwards { turn.option == 0 } else { turn.option + 1 == turn.options }
        };
        let Some(last) = trail.iter().rposition(|turn| !end(turn)) else {
            return false;
        };
        trail.truncate(last + 1);
        let turn = &mut trail[last];
        turn.option = if backwards { turn.option - 1 } else { turn.option + 1 };
        let (place, given) = (turn.place, Some(turn.option));
        descent.rewind(derivation, &place);
        descent.fill(derivation, place.work, &mut Walk { trail, plan, backwards, given });
        true
    }
}
