//! Structures with the weak orders of their numbers, enumerated by a search that decides the structure and then the whole.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use everycase_kernel::lazy::{Place, Run, Search, Sequence};
use everycase_kernel::{Derivation, Derivations, SpaceError};

use super::complete::Inputs;
use super::exact;
use crate::shard::Shard;

/// The structures of a size with the weak orders of their numbers, in the order of the search: the inputs of this part in a
/// range of positions.
///
/// Which inputs there are does not depend on the property, so each part and each thread enumerates all of them and runs its
/// own. Nothing is counted beforehand, so types with many kinds of numbers take no longer to begin.
#[derive(Clone)]
pub struct Ordered {
    /// The space of structures.
    pub structures: Derivations,
    /// The size.
    pub size: u32,
    /// The part.
    pub part: Shard,
    /// The first position.
    pub from: u64,
    /// The end of the positions.
    pub until: u64,
    /// The number of inputs, once it is known.
    pub total: Total,
}

/// The number of inputs in an enumeration, shared by its parts and known once one of them has reached the end.
#[derive(Clone, Default)]
pub struct Total(Arc<AtomicU64>);

impl Total {
    /// Returns the number; `None` if the end has not been reached.
    pub fn get(&self) -> Option<u64> {
        self.0.load(Ordering::Relaxed).checked_sub(1)
    }

    fn set(&self, total: u64) {
        self.0.store(total.saturating_add(1), Ordering::Relaxed);
    }
}

impl Ordered {
    /// Returns the inputs of all parts.
    fn orders(&self) -> Result<Orders, SpaceError> {
        let mut search = Run::new();
        let has_any = search.begin_search(&self.structures, self.size)?;
        Ok(Orders { ordered: self.clone(), search, has_any, input: None, next: 0 })
    }
}

/// Inputs in the order of the search.
struct Orders {
    ordered: Ordered,
    search: Run,
    has_any: bool,
    input: Option<Derivation>,
    /// The position of the next one.
    next: u64,
}

impl Orders {
    /// Goes to the next input, of whatever part. Returns its position, or `None` after the last one.
    fn step(&mut self) -> Option<u64> {
        while self.has_any && Search::next(&mut self.search).is_some() {
            decide_structure(&mut self.search);
            // Of smaller structures the numbers stay open, so each is met once.
            let structure = self.search.derivation(self.search.root());
            if structure.is_none_or(|structure| structure.size() < self.ordered.size) {
                continue;
            }
            self.search.force_all(self.search.root());
            let Some(input) = self.search.derivation(self.search.root()) else { continue };
            self.input = Some(input);
            self.next += 1;
            return Some(self.next - 1);
        }
        self.has_any = false;
        self.ordered.total.set(self.next);
        None
    }
}

impl Sequence for Orders {
    fn advance(&mut self) -> Result<Option<Place>, SpaceError> {
        loop {
            let Some(position) = self.step() else { return Ok(None) };
            let Ordered { size, part, from, until, .. } = self.ordered;
            if position < from || !part.owns(position) {
                continue;
            }
            return Ok((position < until).then_some(Place { position, size }));
        }
    }

    fn current(&self) -> Option<&Derivation> {
        self.input.as_ref()
    }

    fn exact(&self) -> Option<&Derivations> {
        self.ordered.structures.exact()
    }
}

/// Decides everything but the numbers.
fn decide_structure(run: &mut Run) {
    let mut open = vec![run.root()];
    while let Some(position) = open.pop() {
        if !run.is_range(position) {
            run.force(position);
            open.extend(run.fields(position).rev());
        }
    }
}

impl Inputs for Ordered {
    fn sequence(&self) -> Result<Box<dyn Sequence>, SpaceError> {
        Ok(Box::new(self.orders()?))
    }

    fn input(&self, position: u64) -> Result<Derivation, SpaceError> {
        let mut orders = self.orders()?;
        while let Some(at) = orders.step() {
            if at == position
                && let Some(input) = orders.input
            {
                return exact(&self.structures, input);
            }
        }
        let count = self.total.get().unwrap_or_default().into();
        Err(SpaceError::IndexOutOfRange { index: position.into(), count })
    }

    fn up_to(&self, position: u64) -> u64 {
        self.part.share(position.saturating_add(1)) - self.part.share(self.from)
    }
}
