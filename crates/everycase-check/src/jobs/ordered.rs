//! Structures with the weak orders of their numbers, enumerated by a search that decides the structure and then the whole.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use everycase_kernel::lazy::{Run, Search};
use everycase_kernel::{Derivation, Derivations, SpaceError};

use super::each::Inputs;
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
    /// Calls `run` with the positions and the inputs of all parts until it returns `false`.
    fn enumerate(&self, mut run: impl FnMut(u64, &Derivation) -> bool) -> Result<(), SpaceError> {
        let mut search = Run::new();
        let mut position = 0;
        if search.begin_search(&self.structures, self.size)? {
            while Search::next(&mut search).is_some() {
                decide_structure(&mut search);
                // Of smaller structures the numbers stay open, so each is met once.
                let structure = search.derivation(search.root());
                if structure.is_none_or(|structure| structure.size() < self.size) {
                    continue;
                }
                search.force_all(search.root());
                let Some(input) = search.derivation(search.root()) else { continue };
                if !run(position, &input) {
                    return Ok(());
                }
                position += 1;
            }
        }
        self.total.set(position);
        Ok(())
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
    fn each(&self, mut run: impl FnMut(u64, u32, &Derivation) -> bool) -> Result<(), SpaceError> {
        self.enumerate(|position, input| {
            if position < self.from || !self.part.owns(position) {
                return true;
            }
            position < self.until && run(position, self.size, input)
        })
    }

    fn input(&self, position: u64) -> Result<Derivation, SpaceError> {
        let mut found = None;
        self.enumerate(|at, input| {
            if at == position {
                found = Some(input.clone());
            }
            at < position
        })?;
        let count = self.total.get().unwrap_or_default().into();
        found.ok_or(SpaceError::IndexOutOfRange { index: position.into(), count })
    }

    fn up_to(&self, position: u64) -> u64 {
        self.part.share(position.saturating_add(1)) - self.part.share(self.from)
    }
}
