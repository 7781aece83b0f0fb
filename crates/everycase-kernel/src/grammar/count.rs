//! The counting functor (Paper II, section 3.2): the exact number of values of each size.
//!
//! There is one row of counts for each node and for each list of several fields. Rows grow by one
//! size at a time and are never recomputed. Size `n` of a list is a convolution, so counting up to
//! size `n` takes `n^2` multiply-adds for each list, on operands with a number of limbs
//! proportional to `n`.

use std::sync::OnceLock;

use super::compiled::{Alternative, Grammar, Kind, NodeId, ProductId};
use super::cost::CostModel;
use super::shape::Shape;
use super::smallest::Smallest;
use super::until::Until;
use super::{finite, limbs};
use crate::error::SpaceError;

/// A sequence of naturals, packed to avoid an allocation for each.
#[derive(Clone, Default)]
pub(crate) struct Row {
    limbs: Vec<u64>,
    /// The end of each entry.
    ends: Vec<u32>,
    /// The first and the last size with a nonzero count.
    support: Option<(u32, u32)>,
    /// The largest number of limbs of a count.
    widest: usize,
}

impl Row {
    /// Returns the count of a size: zero, the empty slice, for sizes not computed.
    #[inline]
    pub(crate) fn get(&self, size: u32) -> &[u64] {
        let i = size as usize;
        let Some(&end) = self.ends.get(i) else {
            return &[];
        };
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.limbs[start as usize..end as usize]
    }

    /// Adds the count of the next size; returns by how many bytes the row has grown.
    fn push(&mut self, value: &[u64]) -> usize {
        let before = self.memory();
        let value = limbs::trimmed(value);
        let size = self.ends.len() as u32;
        if !value.is_empty() {
            let first = self.support.map_or(size, |(first, _)| first);
            self.support = Some((first, size));
            self.widest = self.widest.max(value.len());
        }
        self.limbs.extend_from_slice(value);
        self.ends.push(self.limbs.len() as u32);
        self.memory() - before
    }

    fn memory(&self) -> usize {
        self.limbs.capacity() * size_of::<u64>() + self.ends.capacity() * size_of::<u32>()
    }

    fn len(&self) -> u32 {
        self.ends.len() as u32
    }
}

/// The number of limb multiplications of a product from which the clock is checked first.
const LONG: usize = 1 << 10;

/// The work of counting a node at one more size, and of expanding one, without the products of its
/// fields.
const NODE: u64 = 8;
const EXPANSION: u64 = 200;

#[derive(Clone, Copy, PartialEq)]
enum Largest {
    /// Unknown until the grammar is complete.
    Unknown,
    Unbounded,
    Size(u32),
}

/// Counts of a grammar up to some size. Threads share them, so they do not lie beside the count of
/// those who do: every clone of an `Arc` would take their first fields from the caches of other
/// processors.
#[repr(align(128))]
pub(crate) struct Tables {
    pub(crate) grammar: Grammar,
    nodes: Vec<Row>,
    products: Vec<Row>,
    /// The number of the root's values below each size.
    below: Row,
    /// The number of sizes counted so far.
    sizes: u32,
    /// The memory of the counts, in bytes.
    counts: usize,
    /// The work of counting so far, see [`Until::within_work`].
    work: u64,
    /// The largest size of any value.
    largest: Largest,
    /// The least sizes of the current grammar, computed on demand.
    smallest: OnceLock<Smallest>,
    /// The error that ended the expansion of the grammar.
    failure: Option<SpaceError>,
}

impl Clone for Tables {
    /// Rows lose their spare capacity, so their memory is measured again.
    fn clone(&self) -> Self {
        let (nodes, products, below) = (self.nodes.clone(), self.products.clone(), self.below.clone());
        let counts = nodes.iter().chain(&products).map(Row::memory).sum::<usize>() + below.memory();
        Self {
            grammar: self.grammar.clone(),
            nodes,
            products,
            below,
            sizes: self.sizes,
            counts,
            work: self.work,
            largest: self.largest,
            smallest: self.smallest.clone(),
            failure: self.failure.clone(),
        }
    }
}

impl Tables {
    pub(crate) fn new(shape: &Shape, model: CostModel) -> Self {
        let mut below = Row::default();
        below.push(&[]);
        Self {
            grammar: Grammar::new(shape, model),
            nodes: vec![],
            products: vec![],
            below,
            sizes: 0,
            counts: 0,
            work: 0,
            largest: Largest::Unknown,
            smallest: OnceLock::new(),
            failure: None,
        }
    }

    /// Returns the memory of the grammar and its counts, in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.counts + self.grammar.memory()
    }

    /// Returns whether every size up to and including this one has been counted.
    pub(crate) fn covers(&self, size: u32) -> bool {
        size < self.sizes || self.largest_size().is_some_and(|largest| largest < self.sizes)
    }

    /// Counts every size up to and including `size`.
    pub(crate) fn extend(&mut self, size: u32, until: &Until) -> Result<(), SpaceError> {
        while !self.covers(size) {
            let n = self.sizes;
            self.expand(n, until)?;
            self.count_size(n, until)?;
            let mut sum = self.below.get(n).to_vec();
            limbs::add(&mut sum, self.nodes[0].get(n));
            self.counts += self.below.push(&sum);
            self.sizes += 1;
        }
        Ok(())
    }

    /// Returns whether the grammar is expanded up to `size`, or completely.
    pub(crate) fn is_expanded(&self, size: u32) -> bool {
        self.failure.is_none() && self.grammar.next_distance().is_none_or(|distance| distance > size)
    }

    /// Expands a node of tables that are never counted.
    pub(crate) fn expand_one(&mut self, id: NodeId) -> Result<(), SpaceError> {
        self.grammar.expand_one(id)
    }

    /// Expands the grammar up to `size`, without counting.
    pub(crate) fn expand(&mut self, size: u32, until: &Until) -> Result<(), SpaceError> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        self.smallest = OnceLock::new();
        let nodes = self.grammar.node_count();
        let expanded = self.grammar.expand(size, until, self.counts);
        self.work += EXPANSION * (self.grammar.node_count() - nodes) as u64;
        self.nodes.resize_with(self.grammar.node_count(), Row::default);
        self.products.resize_with(self.grammar.product_count(), Row::default);
        if let Err(failure) = expanded {
            if !matches!(failure, SpaceError::OutOfTime | SpaceError::TooLarge { .. }) {
                self.failure = Some(failure.clone());
            }
            return Err(failure);
        }
        if self.grammar.next_distance().is_none() && self.largest == Largest::Unknown {
            let largest = finite::largest_size(&self.grammar, self.smallest());
            self.largest = largest.map_or(Largest::Unbounded, Largest::Size);
        }
        Ok(())
    }

    /// Returns whether what is expanded so far has derivations of any size.
    pub(crate) fn is_unbounded(&self) -> bool {
        match self.largest {
            Largest::Size(_) => false,
            Largest::Unbounded => true,
            Largest::Unknown => finite::largest_size(&self.grammar, self.smallest()).is_none(),
        }
    }

    /// Returns the largest size of any value, 0 if there are none; `None` if it is unbounded, or
    /// while the grammar is incomplete.
    pub(crate) fn largest_size(&self) -> Option<u32> {
        match self.largest {
            Largest::Size(size) => Some(size),
            Largest::Unknown | Largest::Unbounded => None,
        }
    }

    /// Returns the number of derivations of a node with this size.
    #[inline]
    pub(crate) fn node(&self, id: NodeId, size: u32) -> &[u64] {
        self.nodes[id.0 as usize].get(size)
    }

    /// Returns the least sizes of the nodes expanded so far. They need no counts.
    pub(crate) fn smallest(&self) -> &Smallest {
        self.smallest.get_or_init(|| Smallest::new(&self.grammar))
    }

    /// Returns the number of derivations of a list of fields with this size.
    #[inline]
    pub(crate) fn product(&self, id: ProductId, size: u32) -> &[u64] {
        let product = self.grammar.product(id);
        match (product.rest, size.checked_sub(product.pay)) {
            (None, Some(size)) => self.node(product.head, size),
            (None, None) => &[],
            (Some(_), _) => self.products[id.0 as usize].get(size),
        }
    }

    /// Returns the number of derivations of an alternative with this size, including its own cost.
    #[inline]
    pub(crate) fn alternative(&self, alternative: &Alternative, size: u32) -> &[u64] {
        match (alternative.fields, size.checked_sub(alternative.cost)) {
            (Some(list), Some(left)) => self.product(list, left),
            (None, Some(0)) => &[1],
            (_, None) | (None, Some(_)) => &[],
        }
    }

    /// Returns the number of first fields of a list with this size, including the payment.
    #[inline]
    pub(crate) fn head_count(&self, id: ProductId, size: u32) -> &[u64] {
        let product = self.grammar.product(id);
        size.checked_sub(product.pay).map_or(&[], |size| self.node(product.head, size))
    }

    /// Returns the number of rests of a list whose total size is `size` and whose first field has
    /// size `head`.
    #[inline]
    pub(crate) fn rest_count(&self, id: ProductId, size: u32, head: u32) -> &[u64] {
        match (self.grammar.product(id).rest, size.checked_sub(head)) {
            (Some(rest), Some(left)) => self.product(rest, left),
            (None, Some(0)) => &[1],
            _ => &[],
        }
    }

    /// Returns the number of the root's values with this size.
    pub(crate) fn of_size(&self, size: u32) -> &[u64] {
        self.node(Grammar::ROOT, size)
    }

    /// Returns the number of the root's values below this size.
    pub(crate) fn below(&self, size: u32) -> &[u64] {
        // Nothing is added, or counted, beyond the largest size.
        self.below.get(size.min(self.sizes))
    }

    /// Returns the sizes of the first field, including the payment, for which a list of fields has
    /// derivations of this size.
    pub(crate) fn splits(&self, id: ProductId, size: u32) -> impl DoubleEndedIterator<Item = u32> + '_ {
        let (lo, hi) = self.split_bounds(id, size);
        (lo..hi)
            .filter(move |&k| !self.head_count(id, k).is_empty() && !self.rest_count(id, size, k).is_empty())
    }

    /// Returns bounds, the second one exclusive, on the [`splits`](Self::splits).
    pub(crate) fn split_bounds(&self, id: ProductId, size: u32) -> (u32, u32) {
        let product = self.grammar.product(id);
        let Some((head_first, head_last)) = self.nodes[product.head.0 as usize].support else {
            return (0, 0);
        };
        let Some(rest) = product.rest else {
            return (size, size + 1);
        };
        let Some((rest_first, rest_last)) = self.product_support(rest) else {
            return (0, 0);
        };
        let lo = (head_first + product.pay).max(size.saturating_sub(rest_last));
        match size.checked_sub(rest_first) {
            Some(hi) if lo <= hi.min(head_last + product.pay) => (lo, hi.min(head_last + product.pay) + 1),
            _ => (0, 0),
        }
    }

    fn product_support(&self, id: ProductId) -> Option<(u32, u32)> {
        let product = self.grammar.product(id);
        if product.rest.is_some() {
            return self.products[id.0 as usize].support;
        }
        let (first, last) = self.nodes[product.head.0 as usize].support?;
        Some((first + product.pay, last + product.pay))
    }

    /// Counts size `n` of the root, which needs size `n - d` of each node at distance `d`: one new
    /// entry in each row.
    ///
    /// An edge leads either to an entry of an earlier step or, as the last edge of a shortest path,
    /// to a node that is farther away or, unpaid, equally far. Hence the order: far nodes before
    /// near ones, and targets of unpaid edges first.
    ///
    /// If it is interrupted, the next call continues.
    fn count_size(&mut self, n: u32, until: &Until) -> Result<(), SpaceError> {
        let mut sum = Vec::new();
        let mut scratch = Vec::new();
        for id in self.grammar.farthest_first(n) {
            let node = self.grammar.node(id);
            let (cost, size) = (node.cost, n - node.distance);
            if self.nodes[id.0 as usize].len() > size {
                continue;
            }
            self.work += NODE;
            if until.is_over() || self.work > until.work {
                return Err(SpaceError::OutOfTime);
            }
            if self.memory() > until.memory {
                return Err(SpaceError::TooLarge { size: n });
            }
            // A node behind names that pay has no values of the sizes it skipped.
            while self.nodes[id.0 as usize].len() < size {
                self.counts += self.nodes[id.0 as usize].push(&[]);
            }
            sum.clear();
            match node.kind.clone() {
                Kind::Unexpanded => {}
                Kind::Leaf(leaf) => {
                    let count = size.checked_sub(cost).map_or(0, |size| leaf.count(size));
                    sum.extend_from_slice(&limbs::from_u128(count));
                }
                Kind::Sum { alternatives, .. } => {
                    for alternative in &*alternatives {
                        let Some(left) = size.checked_sub(cost.saturating_add(alternative.cost)) else {
                            continue;
                        };
                        match alternative.fields {
                            None if left == 0 => limbs::add(&mut sum, &[1]),
                            None => {}
                            Some(list) => {
                                self.count_product(list, left, &mut scratch, until)?;
                                limbs::add(&mut sum, self.product(list, left));
                            }
                        }
                    }
                }
            }
            self.counts += self.nodes[id.0 as usize].push(&sum);
        }
        Ok(())
    }

    /// Counts a list up to size `size`.
    fn count_product(
        &mut self,
        id: ProductId,
        size: u32,
        scratch: &mut Vec<u64>,
        until: &Until,
    ) -> Result<(), SpaceError> {
        let product = self.grammar.product(id);
        let Some(rest) = product.rest else { return Ok(()) };
        while self.products[id.0 as usize].len() <= size {
            let n = self.products[id.0 as usize].len();
            self.count_product(rest, n, scratch, until)?;
            self.work += self.convolve(id, n, scratch, until)?;
            self.counts += self.products[id.0 as usize].push(scratch);
        }
        Ok(())
    }

    /// Returns the work.
    fn convolve(
        &self,
        id: ProductId,
        size: u32,
        sum: &mut Vec<u64>,
        until: &Until,
    ) -> Result<u64, SpaceError> {
        let product = self.grammar.product(id);
        sum.clear();
        let Some(rest) = product.rest else { return Ok(0) };
        let (lo, hi) = self.split_bounds(id, size);
        if lo >= hi {
            return Ok(0);
        }
        let mut work = u64::from(hi - lo);
        let head = &self.nodes[product.head.0 as usize];
        let after = self.grammar.product(rest);
        let (tail, pay) = match after.rest {
            None => (&self.nodes[after.head.0 as usize], after.pay),
            Some(_) => (&self.products[rest.0 as usize], 0),
        };
        // Room for the largest term, and for the carries of the sum over all splits.
        sum.resize(head.widest + tail.widest + 1, 0);
        for k in lo..hi {
            let a = head.get(k - product.pay);
            if !a.is_empty() {
                let b = tail.get(size - k - pay);
                if a.len() * b.len() > LONG && until.is_over() {
                    return Err(SpaceError::OutOfTime);
                }
                work += (a.len() * b.len()) as u64;
                limbs::multiply_add(sum, a, b);
            }
        }
        Ok(work)
    }
}
