//! All values of one size, one neighbour after the other, in place.
//!
//! An odometer: the trail holds every decision that had a choice; a step goes back to the last one that has another
//! option, takes it, and decides what follows it anew. Positions before it stay as they are, which decoders use to
//! update a value where it stands. A step's cost is the number of positions decided anew: constant on average
//! wherever the number of values grows with the size.

use crate::count::Tables;
use crate::derivation::Derivation;
use crate::descent::{Chosen, Decision, Descent, Guide, Place};
use crate::grammar::{Kind, Leaf, NodeId, ProductId};
use crate::index::Unrank;
use crate::options::Options;

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

/// The options of each decision.
#[derive(Clone, Default)]
struct Plan {
    alternatives: Options<Chosen>,
    splits: Options<u32>,
}

impl Plan {
    #[inline]
    fn alternatives(&mut self, tables: &Tables, node: NodeId, size: u32) -> &[Chosen] {
        self.alternatives.get(node.0, size, |options| options.extend(Chosen::all(tables, node, size)))
    }

    #[inline]
    fn splits(&mut self, tables: &Tables, product: ProductId, size: u32) -> &[u32] {
        self.splits.get(product.0, size, |options| options.extend(tables.splits(product, size)))
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

/// The option to take; a decision that has others goes on the trail.
#[inline]
fn take(
    trail: &mut Vec<Turn>,
    given: &mut Option<u128>,
    backwards: bool,
    place: Place,
    options: u128,
) -> u128 {
    if let Some(option) = given.take() {
        return option;
    }
    let option = if backwards { options - 1 } else { 0 };
    if options > 1 {
        trail.push(Turn { place, option, options });
    }
    option
}

impl Guide for Walk<'_> {
    #[inline]
    fn node(&mut self, tables: &Tables, place: Place, node: NodeId, size: u32) -> Decision {
        let Self { trail, plan, backwards, given } = self;
        let options = plan.alternatives(tables, node, size);
        if options.is_empty() {
            return leaf(tables, node, size, |leaf, size| {
                let option = take(trail, given, *backwards, place, leaf.count(size));
                leaf.nth(size, option).unwrap_or(0)
            });
        }
        let option = take(trail, given, *backwards, place, options.len() as u128);
        Decision::Sum(options[option as usize])
    }

    #[inline]
    fn split(&mut self, tables: &Tables, place: Place, product: ProductId, size: u32) -> u32 {
        let Self { trail, plan, backwards, given } = self;
        let options = plan.splits(tables, product, size);
        options[take(trail, given, *backwards, place, options.len() as u128) as usize]
    }
}

/// The decision at a leaf, given how to find its value at the size without the node's own cost.
pub(crate) fn leaf(
    tables: &Tables,
    node: NodeId,
    size: u32,
    value: impl FnOnce(&Leaf, u32) -> u128,
) -> Decision {
    let node = tables.grammar.node(node);
    match &node.kind {
        Kind::Leaf(leaf) => Decision::Leaf { value: value(leaf, size - node.cost), wide: leaf.is_wide() },
        _ => Decision::Leaf { value: 0, wide: false },
    }
}

/// Walks to an index and leaves the trail as if every value before it had been visited.
struct Seek<'o> {
    trail: &'o mut Vec<Turn>,
    plan: &'o mut Plan,
    unrank: Unrank,
}

impl Seek<'_> {
    fn passed(&mut self, place: Place, option: Option<usize>, options: usize) {
        if options > 1 {
            self.trail.push(Turn { place, option: option.unwrap_or(0) as u128, options: options as u128 });
        }
    }
}

impl Guide for Seek<'_> {
    fn node(&mut self, tables: &Tables, place: Place, node: NodeId, size: u32) -> Decision {
        let decision = self.unrank.node(tables, place, node, size);
        match (&decision, &tables.grammar.node(node).kind) {
            (Decision::Sum(chosen), _) => {
                let options = self.plan.alternatives(tables, node, size);
                let option = options.iter().position(|option| option.number == chosen.number);
                let options = options.len();
                self.passed(place, option, options);
            }
            (Decision::Leaf { value, .. }, Kind::Leaf(leaf)) => {
                let options = leaf.count(size - tables.grammar.node(node).cost);
                if options > 1 {
                    let option = leaf.position(*value).map_or(0, |(_, i)| i);
                    self.trail.push(Turn { place, option, options });
                }
            }
            _ => {}
        }
        decision
    }

    fn split(&mut self, tables: &Tables, place: Place, product: ProductId, size: u32) -> u32 {
        let chosen = self.unrank.split(tables, place, product, size);
        let options = self.plan.splits(tables, product, size);
        let (option, options) = (options.iter().position(|&option| option == chosen), options.len());
        self.passed(place, option, options);
        chosen
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
