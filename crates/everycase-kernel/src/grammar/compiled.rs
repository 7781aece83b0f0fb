//! Shapes compiled to a dense grammar, up to the size needed.
//!
//! A node is a sum or a leaf, identified by a number. The fields of an alternative form a list
//! whose suffixes are shared between alternatives (the paper's free pairs, Paper I, section 4). A
//! node's *distance* is the least cost paid on a path from the root. Nodes whose distance exceeds a
//! size are not expanded, which keeps non-regular families finite.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::cost::CostModel;
use super::expansion;
use super::leaf::Leaf;
use super::shape::{Form, Key, Payload, Shape};
use super::until::Until;
use crate::error::SpaceError;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NodeId(pub(crate) u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ProductId(pub(crate) u32);

/// The largest number of positions that the derivations of a node may all have. In a nested type,
/// where each member has twice as many fields, at no cost, they soon do not fit into memory.
const MOST_POSITIONS: u32 = 1 << 18;

/// The maximal number of consecutive expansions that pay nothing. Real types nest to a small depth;
/// a family that changes its key without paying would never end.
const UNPAID_LIMIT: u32 = 2_000;

/// The memory of a node with its shape, its row of counts and its entries in tables, in bytes:
/// about the average measured for closed terms and for functions over large types, whose shapes are
/// made on demand.
const NODE: usize = 640;
/// The memory of a list of fields with its row of counts and its entry in a table, in bytes.
const PRODUCT: usize = 128;
/// The memory of an alternative, in bytes.
const ALTERNATIVE: usize = size_of::<Alternative>();

#[derive(Clone)]
pub(crate) struct Grammar {
    nodes: Vec<Node>,
    products: Vec<Product>,
    node_of: FxHashMap<Shape, NodeId>,
    product_of: FxHashMap<Product, ProductId>,
    /// Nodes that are not expanded yet, the nearest first; among equally near ones those after the
    /// longest chain of unpaid edges, so that an endless chain is followed instead of fanning out.
    /// Outdated entries are ignored.
    frontier: BinaryHeap<(Reverse<u32>, u32, Reverse<NodeId>)>,
    /// Nodes that are names for something farther away than the expansion went.
    deferred: FxHashMap<NodeId, Aliases>,
    /// Nodes of an interrupted expansion that are not in `layers` yet, since some nodes they reach
    /// are not expanded.
    unsorted: Vec<NodeId>,
    /// All expanded nodes by distance, each after the nodes of its distance that it reaches without
    /// paying.
    layers: BTreeMap<u32, VecDeque<NodeId>>,
    /// The number of alternatives of all nodes.
    alternatives: usize,
    model: CostModel,
    /// Whether a map is a list of entries.
    has_lists: bool,
    /// The least distance of a node all of whose derivations have more positions than
    /// [`MOST_POSITIONS`].
    too_wide: Option<u32>,
}

#[derive(Clone)]
pub(crate) struct Node {
    pub(crate) shape: Shape,
    pub(crate) cost: u32,
    pub(crate) distance: u32,
    /// The length of the chain of unpaid edges that leads here.
    unpaid: u32,
    /// The least number of positions of its derivations, computed from the nodes expanded so far.
    positions: u32,
    /// The node from which it was discovered.
    parent: Option<NodeId>,
    pub(crate) kind: Kind,
}

/// The names passed on the way to a form, each with the cost paid before it.
type Aliases = Vec<(Key, u32)>;

#[derive(Clone)]
pub(crate) enum Kind {
    Unexpanded,
    Sum { alternatives: Arc<[Alternative]>, payload: Option<Payload> },
    Leaf(Arc<Leaf>),
}

#[derive(Clone, Debug)]
pub(crate) struct Alternative {
    pub(crate) label: &'static str,
    pub(crate) cost: u32,
    pub(crate) arity: u32,
    pub(crate) fields: Option<ProductId>,
    /// Its number, or the number of the alternative that it is a copy of.
    pub(crate) number: u32,
}

impl Node {
    /// Returns a lower bound on the distance of the form behind its name: its own distance plus the
    /// cost it certainly pays.
    pub(crate) fn reach(&self) -> u32 {
        self.distance.saturating_add(self.cost)
    }
}

/// A list of at least one field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Product {
    pub(crate) pay: u32,
    pub(crate) head: NodeId,
    pub(crate) rest: Option<ProductId>,
}

impl Grammar {
    /// Returns the ranges among the nodes so far.
    pub(crate) fn leaves(&self) -> impl Iterator<Item = &Leaf> {
        self.nodes
            .iter()
            .filter_map(|node| if let Kind::Leaf(leaf) = &node.kind { Some(&**leaf) } else { None })
    }

    /// Returns whether the numbers of its ranges are slots.
    pub(crate) fn has_slots(&self) -> bool {
        self.model.has_slots()
    }

    /// Returns whether there are maps among the nodes so far, and they are lists of entries.
    pub(crate) fn has_lists(&self) -> bool {
        self.has_lists
    }

    /// Returns the grammar of a shape, whose root is the first node. `model` gives the numbers of
    /// ranges their sizes.
    pub(crate) fn new(root: &Shape, model: CostModel) -> Self {
        let mut grammar = Self {
            nodes: Vec::new(),
            products: Vec::new(),
            node_of: FxHashMap::default(),
            product_of: FxHashMap::default(),
            frontier: BinaryHeap::new(),
            deferred: FxHashMap::default(),
            unsorted: Vec::new(),
            layers: BTreeMap::new(),
            alternatives: 0,
            model,
            has_lists: false,
            too_wide: None,
        };
        // The root is a single field, so that a `pay` around it becomes its own cost.
        let root = Shape::product([root.clone()]);
        grammar.discover(&root, 0, 0, None);
        grammar
    }

    pub(crate) const ROOT: NodeId = NodeId(0);

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub(crate) fn product(&self, id: ProductId) -> Product {
        self.products[id.0 as usize]
    }

    pub(crate) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn product_count(&self) -> usize {
        self.products.len()
    }

    /// Returns the expanded nodes up to distance `size`, the farthest first. Among nodes of equal
    /// distance, nodes reached without paying come first.
    pub(crate) fn farthest_first(&self, size: u32) -> Vec<NodeId> {
        self.layers.range(..=size).rev().flat_map(|(_, layer)| layer).copied().collect()
    }

    /// Returns the distance of the nearest unexpanded node; `None` if the grammar is complete.
    pub(crate) fn next_distance(&self) -> Option<u32> {
        self.frontier.peek().map(|(Reverse(distance), ..)| *distance)
    }

    /// Returns an estimate of the grammar's memory, in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.nodes.len() * NODE + self.products.len() * PRODUCT + self.alternatives * ALTERNATIVE
    }

    /// Expands all nodes up to distance `size`. `counts` is the memory of the counts, in bytes.
    ///
    /// If it is interrupted by a limit of time or memory, the next call continues.
    pub(crate) fn expand(&mut self, size: u32, until: &Until, counts: usize) -> Result<(), SpaceError> {
        let expanded =
            expansion::within(until, until.looks_ahead, || self.expand_nearest(size, until, counts));
        // A node at the distance of the next one may reach it without paying, and is sorted after
        // it.
        let next = self.next_distance();
        let nodes = std::mem::take(&mut self.unsorted);
        let is_behind = |id: &NodeId| next.is_none_or(|next| self.node(*id).distance < next);
        let (behind, waiting) = nodes.into_iter().partition::<Vec<_>, _>(is_behind);
        self.unsorted = waiting;
        expanded.and(self.sort(&behind))
    }

    /// Expands the nearest nodes first, until all up to `size` are expanded or a limit is met.
    fn expand_nearest(&mut self, size: u32, until: &Until, counts: usize) -> Result<(), SpaceError> {
        while let Some(&(Reverse(distance), _, Reverse(id))) = self.frontier.peek() {
            if distance > size {
                break;
            }
            if until.is_over() {
                return Err(SpaceError::OutOfTime);
            }
            if counts + self.memory() > until.memory {
                return Err(SpaceError::TooLarge { size });
            }
            self.frontier.pop();
            let node = self.node(id);
            if node.reach() == distance && matches!(node.kind, Kind::Unexpanded) {
                self.expand_node(id, size)?;
                if !matches!(self.node(id).kind, Kind::Unexpanded) {
                    self.unsorted.push(id);
                }
            }
        }
        Ok(())
    }

    /// Expands a node out of turn, for a grammar that is never counted: afterwards distances are
    /// not the least ones.
    pub(crate) fn expand_one(&mut self, id: NodeId) -> Result<(), SpaceError> {
        self.expand_node(id, u32::MAX)
    }

    fn expand_node(&mut self, id: NodeId, size: u32) -> Result<(), SpaceError> {
        let Node { mut shape, mut cost, distance, unpaid, .. } = self.node(id).clone();
        if unpaid > UNPAID_LIMIT {
            return Err(self.unpaid_family(id));
        }
        let mut names = self.deferred.remove(&id).unwrap_or_default();
        loop {
            let inner = match shape.form() {
                Form::Pay(more, inner) => {
                    cost = cost.saturating_add(*more);
                    inner.clone()
                }
                Form::Listed(exact, lists) => {
                    let lists = Some(lists).filter(|_| self.model.has_lists());
                    self.has_lists |= lists.is_some();
                    lists.unwrap_or(exact).clone()
                }
                Form::Named(..) if distance.saturating_add(cost) > size => {
                    let node = &mut self.nodes[id.0 as usize];
                    (node.cost, node.shape) = (cost, shape.clone());
                    self.deferred.insert(id, names);
                    self.enqueue(id);
                    return Ok(());
                }
                Form::Named(key, body) => {
                    let seen = names.iter().position(|(name, _)| name == key);
                    match seen {
                        Some(first) if names[first].1 == cost => {
                            let names = names[first..].iter().map(|(name, _)| name.to_string()).collect();
                            return Err(SpaceError::UnpaidCycle { names });
                        }
                        // It pays without end and has no values.
                        Some(_) => Shape::empty(),
                        None => {
                            names.push((key.clone(), cost));
                            let chain = names.iter().rev().take_while(|(_, paid)| *paid == cost).count();
                            if chain > UNPAID_LIMIT as usize {
                                return Err(SpaceError::UnpaidFamily { at: key.to_string() });
                            }
                            let made = body();
                            if expansion::was_cut_short() {
                                names.pop();
                                let node = &mut self.nodes[id.0 as usize];
                                (node.cost, node.shape) = (cost, shape.clone());
                                self.deferred.insert(id, names);
                                self.enqueue(id);
                                return Err(SpaceError::OutOfTime);
                            }
                            made
                        }
                    }
                }
                Form::Range(range) => {
                    let leaf = self.model.leaf(range);
                    let node = &mut self.nodes[id.0 as usize];
                    (node.cost, node.kind) = (cost, Kind::Leaf(Arc::new(leaf)));
                    return Ok(());
                }
                Form::Sum { alternatives, payload } => {
                    let mut compiled = Vec::with_capacity(alternatives.len());
                    for alternative in alternatives {
                        let paid = cost.saturating_add(alternative.cost);
                        let mut fields = Vec::with_capacity(alternative.fields.len());
                        for field in &alternative.fields {
                            let (pay, field) = strip(field);
                            let step = paid.saturating_add(pay);
                            let chain = if step == 0 { unpaid + 1 } else { 0 };
                            fields.push((
                                pay,
                                self.discover(field, distance.saturating_add(step), chain, Some(id)),
                            ));
                        }
                        let mut list = None;
                        for &(pay, head) in fields.iter().rev() {
                            list = Some(self.intern(Product { pay, head, rest: list }));
                        }
                        compiled.push(Alternative {
                            label: alternative.label,
                            cost: alternative.cost,
                            arity: fields.len() as u32,
                            fields: list,
                            number: compiled.len() as u32,
                        });
                    }
                    if payload.is_none() {
                        self.model.copy(id.0, &mut compiled);
                    }
                    let node = &mut self.nodes[id.0 as usize];
                    node.cost = cost;
                    self.alternatives += compiled.len();
                    node.kind = Kind::Sum { alternatives: compiled.into(), payload: payload.clone() };
                    return Ok(());
                }
            };
            shape = inner;
        }
    }

    fn discover(&mut self, shape: &Shape, distance: u32, unpaid: u32, parent: Option<NodeId>) -> NodeId {
        if let Some(&id) = self.node_of.get(shape) {
            let node = &mut self.nodes[id.0 as usize];
            if distance < node.distance {
                node.distance = distance;
                self.enqueue(id);
            }
            return id;
        }
        let id = NodeId(self.nodes.len() as u32);
        let shape = shape.clone();
        self.nodes.push(Node {
            shape: shape.clone(),
            cost: 0,
            distance,
            unpaid,
            positions: 1,
            parent,
            kind: Kind::Unexpanded,
        });
        self.node_of.insert(shape, id);
        self.enqueue(id);
        id
    }

    fn enqueue(&mut self, id: NodeId) {
        let node = self.node(id);
        self.frontier.push((Reverse(node.reach()), node.unpaid, Reverse(id)));
    }

    /// Returns an error with the nearest named shape around the end of an unpaid chain.
    fn unpaid_family(&self, id: NodeId) -> SpaceError {
        let around = std::iter::successors(Some(id), |&id| self.node(id).parent);
        let named =
            around.map(|id| &self.node(id).shape).find(|shape| matches!(shape.form(), Form::Named(..)));
        SpaceError::UnpaidFamily { at: named.unwrap_or(&self.node(id).shape).to_string_lossy() }
    }

    fn intern(&mut self, product: Product) -> ProductId {
        *self.product_of.entry(product).or_insert_with(|| {
            self.products.push(product);
            ProductId(self.products.len() as u32 - 1)
        })
    }

    pub(crate) fn fields(&self, list: Option<ProductId>) -> impl Iterator<Item = (u32, NodeId)> + '_ {
        let mut next = list;
        std::iter::from_fn(move || {
            let product = self.product(next?);
            next = product.rest;
            Some((product.pay, product.head))
        })
    }

    /// Appends the newly expanded nodes to the order, targets of unpaid edges first, or names a
    /// cycle of them.
    fn sort(&mut self, expanded: &[NodeId]) -> Result<(), SpaceError> {
        #[derive(Clone, Copy, PartialEq)]
        enum Visit {
            Open,
            Done,
        }
        let mut visits: FxHashMap<NodeId, Visit> = FxHashMap::default();
        let new: FxHashSet<NodeId> = expanded.iter().copied().collect();
        for &start in expanded {
            let mut stack = vec![(start, false)];
            let mut path = Vec::new();
            while let Some((id, leave)) = stack.pop() {
                if leave {
                    visits.insert(id, Visit::Done);
                    path.pop();
                    self.measure(id);
                    let Node { cost, distance, .. } = *self.node(id);
                    let layer = self.layers.entry(distance).or_default();
                    // A node that pays itself needs no other node of its layer, and may come after
                    // those that need it.
                    if cost > 0 {
                        layer.push_front(id);
                    } else {
                        layer.push_back(id);
                    }
                    continue;
                }
                match visits.get(&id) {
                    Some(Visit::Done) => continue,
                    Some(Visit::Open) => {
                        let from = path.iter().position(|&on_path| on_path == id).unwrap_or(0);
                        return Err(SpaceError::UnpaidCycle { names: self.names(&path[from..]) });
                    }
                    None => {}
                }
                visits.insert(id, Visit::Open);
                path.push(id);
                stack.push((id, true));
                for target in self.unpaid_targets(id) {
                    if new.contains(&target) && visits.get(&target) != Some(&Visit::Done) {
                        stack.push((target, false));
                    }
                }
            }
        }
        Ok(())
    }

    /// Computes the least number of positions of a node. Its unpaid fields are measured before.
    fn measure(&mut self, id: NodeId) {
        let Node { kind: Kind::Sum { alternatives, .. }, distance, .. } = self.node(id) else { return };
        let distance = *distance;
        let add = |sum: u32, (_, field)| sum.saturating_add(self.node(field).positions);
        let of_fields = |alternative: &Alternative| self.fields(alternative.fields).fold(1, add);
        let least = alternatives.iter().map(of_fields).min().unwrap_or(1);
        if least > MOST_POSITIONS {
            self.too_wide = Some(self.too_wide.map_or(distance, |known| known.min(distance)));
        }
        self.nodes[id.0 as usize].positions = least;
    }

    /// Returns whether some derivations up to a size have more positions than [`MOST_POSITIONS`]
    /// only because of what they are made of.
    pub(crate) fn is_too_wide(&self, size: u32) -> bool {
        self.too_wide.is_some_and(|distance| distance <= size)
    }

    fn unpaid_targets(&self, id: NodeId) -> Vec<NodeId> {
        let node = self.node(id);
        let Kind::Sum { alternatives, .. } = &node.kind else {
            return Vec::new();
        };
        let free = alternatives.iter().filter(|a| node.cost == 0 && a.cost == 0);
        let fields = free.flat_map(|a| self.fields(a.fields));
        fields.filter(|&(pay, _)| pay == 0).map(|(_, target)| target).collect()
    }

    /// Returns the names on a cycle, in order; anonymous shapes only if none has a name.
    fn names(&self, cycle: &[NodeId]) -> Vec<String> {
        let shapes = || cycle.iter().map(|&id| &self.node(id).shape);
        let named: Vec<String> =
            shapes().filter(|s| matches!(s.form(), Form::Named(..))).map(Shape::to_string_lossy).collect();
        if named.is_empty() { shapes().map(Shape::to_string_lossy).collect() } else { named }
    }
}

/// Returns a field's shape without the payments around it, and their sum.
fn strip(mut shape: &Shape) -> (u32, &Shape) {
    let mut pay = 0u32;
    while let Form::Pay(cost, inner) = shape.form() {
        pay = pay.saturating_add(*cost);
        shape = inner;
    }
    (pay, shape)
}

impl Shape {
    /// Returns a name for messages, cut to a readable length.
    fn to_string_lossy(&self) -> String {
        let text = format!("{self:?}");
        if text.chars().count() <= 200 { text } else { text.chars().take(199).chain(['…']).collect() }
    }
}
