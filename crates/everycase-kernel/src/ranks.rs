//! The cost model `ranks`: structures with each weak order of their numbers, complete.
//!
//! A number costs 1, as in [structures](crate::CostModel::Structural). Of the numbers of one range in an input only the order is
//! distinguished: each structure with each weak order of the numbers of each range is one input, and the numbers are their ranks. A list of
//! three bytes stands for 13 inputs, whose bytes are 0, 1 and 2 at most. Of a range with few numbers there are no more ranks than numbers.
//!
//! Inputs are in the order of sizes; then of the counts of numbers of each range; then of structures; then of [weak orders](weak_orders).
//! Counts of structures are those of the kernel, by a [cost](weights) that tells how many numbers there are.
//!
//! [Searches of structures](crate::Derivations::structures) decide the same orders lazily, as far as a property looks at them.

mod walk;
mod weak_orders;
mod weights;

pub use walk::RanksWalk;

use std::sync::{Arc, Mutex, PoisonError};

use num_bigint::BigUint;
use rand_core::Rng;

use crate::derivation::Derivation;
use crate::derivations::Derivations;
use crate::eager::sample;
use crate::error::SpaceError;
use crate::grammar::cost::CostModel;
use crate::grammar::limbs;
use crate::grammar::range::Range;
use crate::grammar::until::Until;
use crate::grammar::{Kind, NodeId};
use weak_orders::{WeakOrder, WeakOrders};
use weights::Weights;

/// The structures of a shape with the weak orders of their numbers, counted as far as requested.
///
/// Clones share the counts, also across threads. Counting up to size `n` takes the work of counting exact sizes up to about `n^2` if the
/// shape has numbers of one range, and up to `n^(t + 1)` with `t` ranges.
#[derive(Clone)]
pub struct Ranks {
    exact: Derivations,
    counted: Arc<Mutex<Option<Arc<Counted>>>>,
    until: Until,
}

/// The counts up to some size.
struct Counted {
    reach: u32,
    weights: Arc<Weights>,
    structures: Derivations,
    /// For each range.
    orders: Vec<WeakOrders>,
}

/// The structures of one cost.
#[derive(Clone)]
struct Cell {
    cost: u32,
    /// How many numbers of each range they have.
    numbers: Vec<usize>,
    structures: BigUint,
    /// The number of orders of each structure.
    orders: BigUint,
}

/// Counts reach at least this size.
const LEAST_REACH: u32 = 8;

impl Ranks {
    pub(crate) fn new(exact: Derivations) -> Self {
        Self { exact, counted: Arc::default(), until: Until::default() }
    }

    /// Returns the same inputs with a limit: operations through this handle fail with [`SpaceError::OutOfTime`] or
    /// [`SpaceError::TooLarge`] if counting exceeds it.
    #[must_use]
    pub fn until(&self, until: Until) -> Self {
        Self { until, ..self.clone() }
    }

    /// Returns counts that reach a size.
    fn reaching(&self, size: u32) -> Result<Arc<Counted>, SpaceError> {
        // A lock poisoned by a panic elsewhere holds counts or none.
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = counted.as_ref().filter(|known| known.reach >= size) {
            return Ok(Arc::clone(known));
        }
        let reach = size.max(LEAST_REACH).checked_next_power_of_two().unwrap_or(size);
        let new = Arc::new(Counted::new(&self.exact, reach, &self.until)?);
        *counted = Some(Arc::clone(&new));
        Ok(new)
    }

    /// Returns the number of inputs of this size.
    ///
    /// # Errors
    /// If a recursion of the shape does not pay; [`SpaceError::TooLarge`] if there are numbers of many ranges and the size is large.
    pub fn count(&self, size: u32) -> Result<BigUint, SpaceError> {
        let counted = self.reaching(size)?;
        Ok(counted.cells(size, &self.until)?.iter().map(Cell::count).sum())
    }

    /// Returns the input with this index among those of a size, as a derivation of the shape with its exact size.
    ///
    /// # Errors
    /// If `index` is not below their number; as for [`count`](Self::count).
    pub fn index_of_size(&self, size: u32, index: &BigUint) -> Result<Derivation, SpaceError> {
        match self.of_size_from(size, index)?.next()? {
            Some(input) => self.exact.parse(&input.words()),
            None => Err(SpaceError::IndexOutOfRange { index: index.clone(), count: self.count(size)? }),
        }
    }

    /// Returns the size of an input and its index among those of the size: the inverse of [`index_of_size`](Self::index_of_size). `None` if
    /// its numbers are not their ranks.
    ///
    /// # Errors
    /// If the derivation is of another shape; as for [`count`](Self::count).
    pub fn rank(&self, derivation: &Derivation) -> Result<Option<(u32, BigUint)>, SpaceError> {
        let words = derivation.words();
        let size = self.exact.structures().parse(&words)?.size();
        let counted = self.reaching(size)?;
        let structure = counted.structures.parse(&words)?;
        let cost = structure.size();
        let input = Input::new(structure, &counted.weights);
        let mut order = BigUint::ZERO;
        for ((positions, all), range) in
            input.positions.iter().zip(&counted.orders).zip(&counted.weights.ranges)
        {
            let Some(ranks) = ranks_of(&input.derivation, positions, range) else { return Ok(None) };
            order = order * all.count(ranks.len()) + all.rank(&ranks);
        }
        let mut index = BigUint::ZERO;
        for cell in counted.cells(size, &self.until)? {
            if cell.cost == cost {
                let within =
                    counted.structures.rank(&input.derivation)? - counted.structures.count_up_to(cost - 1)?;
                return Ok(Some((size, index + within * &cell.orders + order)));
            }
            index += cell.count();
        }
        Ok(None)
    }

    /// Returns the inputs of this size, lent one after the other.
    ///
    /// # Errors
    /// As for [`count`](Self::count).
    pub fn of_size(&self, size: u32) -> Result<RanksWalk, SpaceError> {
        self.of_size_from(size, &BigUint::ZERO)
    }

    /// Returns the inputs of this size from the one with this index on.
    ///
    /// # Errors
    /// As for [`count`](Self::count).
    pub fn of_size_from(&self, size: u32, first: &BigUint) -> Result<RanksWalk, SpaceError> {
        let counted = self.reaching(size)?;
        let cells = counted.cells(size, &self.until)?;
        RanksWalk::new(counted, cells, first)
    }

    /// Draws an input of this size uniformly. It takes the time of [`index_of_size`](Self::index_of_size).
    ///
    /// # Errors
    /// [`SpaceError::Empty`] if there is none; as for [`count`](Self::count).
    pub fn uniform<R: Rng + ?Sized>(&self, size: u32, rng: &mut R) -> Result<Derivation, SpaceError> {
        let count = self.count(size)?;
        if count == BigUint::ZERO {
            return Err(SpaceError::Empty { size });
        }
        let index = sample::below_natural(&limbs::from_big(&count), rng);
        self.index_of_size(size, &limbs::to_big(&index))
    }
}

/// Returns the ranks of numbers of a range; `None` if the numbers are others.
fn ranks_of(derivation: &Derivation, positions: &[u32], range: &Range) -> Option<Vec<usize>> {
    let mut values: Vec<u128> = positions.iter().map(|&pos| derivation.leaf_value(pos)).collect();
    let given = values.clone();
    values.sort_unstable();
    values.dedup();
    let row = range.row(values.len());
    let ranks = given.iter().map(|value| row.iter().position(|own| own == value));
    ranks.collect::<Option<Vec<usize>>>().filter(|_| row.len() == values.len())
}

impl Counted {
    fn new(exact: &Derivations, reach: u32, until: &Until) -> Result<Self, SpaceError> {
        let structures = exact.structures().until(until.clone());
        let grammar = &structures.expanded(reach)?.grammar;
        let mut ranges: Vec<Range> = Vec::new();
        for leaf in grammar.leaves() {
            if !ranges.contains(leaf.range()) {
                ranges.push(leaf.range().clone());
            }
        }
        let orders = |range: &Range| WeakOrders::new(reach as usize, range.row(reach as usize).len());
        let orders = ranges.iter().map(orders).collect();
        let weights = Weights::new(ranges, reach)?;
        let structures = Derivations::weighed(weights.apply(exact.shape()), CostModel::Structural);
        Ok(Self { reach, weights, structures, orders })
    }

    /// Returns the structures of a size by their costs, without costs that no structure has.
    fn cells(&self, size: u32, until: &Until) -> Result<Vec<Cell>, SpaceError> {
        let structures = self.structures.until(until.clone());
        let mut cells = Vec::new();
        for cost in self.weights.costs(size) {
            let count = structures.count(cost).map_err(|error| match error {
                SpaceError::TooLarge { .. } => SpaceError::TooLarge { size },
                error => error,
            })?;
            if count == BigUint::ZERO {
                continue;
            }
            let numbers: Vec<usize> = self.weights.numbers(cost).collect();
            let orders = numbers.iter().zip(&self.orders).map(|(&numbers, all)| all.count(numbers)).product();
            cells.push(Cell { cost, numbers, structures: count, orders });
        }
        Ok(cells)
    }
}

impl Cell {
    fn count(&self) -> BigUint {
        &self.structures * &self.orders
    }
}

/// A structure whose numbers are filled in.
#[derive(Clone)]
struct Input {
    derivation: Derivation,
    /// The positions of the numbers of each range, in pre-order.
    positions: Vec<Vec<u32>>,
    ranges: Vec<Range>,
    ranks: Vec<usize>,
}

impl Input {
    fn new(derivation: Derivation, weights: &Weights) -> Self {
        let mut positions = vec![Vec::new(); weights.ranges.len()];
        for pos in derivation.leaves() {
            let node = derivation.tables.grammar.node(NodeId(derivation.cells[pos as usize].node));
            if let Kind::Leaf(leaf) = &node.kind
                && let Some(place) = weights.place(leaf.range())
            {
                positions[place].push(pos);
            }
        }
        Self { derivation, positions, ranges: weights.ranges.clone(), ranks: Vec::new() }
    }

    /// Fills in the ranks of the numbers of each range.
    fn fill(&mut self, orders: &[WeakOrder]) {
        let Self { derivation, positions, ranges, ranks } = self;
        for ((positions, order), range) in positions.iter().zip(orders).zip(&*ranges) {
            let row = range.row(order.write(ranks));
            for (&pos, &rank) in positions.iter().zip(&*ranks) {
                derivation.put(pos, row[rank]);
            }
        }
    }
}
