//! The values of expressions met so far, so that an argument with a value that a smaller expression
//! has is not tried again (section 4.5 of the thesis).
//!
//! Two expressions at positions of the same nonterminal with the same value can stand for each
//! other. Of these, the smallest is run with everything that uses it. No error is missed, and each
//! is found with its smallest expression, whatever is known about values: see [`Pattern`].
//!
//! What a bound teaches is used from the next bound on, so that the result does not depend on the
//! order of the runs within one.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use everycase_kernel::lazy::{Pattern, Run};
use rustc_hash::FxHashMap;

/// The memory for what is known, in bytes. What a bound teaches beyond that is forgotten.
const MEMORY: usize = 256 << 20;

/// Expressions with different values, as patterns: among expressions with the same value only the
/// smallest, or several if their numbers decide which is the smallest.
type Table = FxHashMap<Box<[u64]>, Vec<Pattern>>;

/// The values of expressions.
#[derive(Default)]
pub struct Values {
    known: RwLock<Table>,
    /// Those met since the bound began.
    new: Mutex<Table>,
    /// The memory of both, in bytes.
    known_memory: AtomicUsize,
    new_memory: AtomicUsize,
}

impl Values {
    /// Returns whether an expression can be replaced by a smaller one with the same value, and
    /// otherwise keeps it. `value` identifies its value and the nonterminal of its position, and
    /// `mentioned` are the open positions that the value mentions.
    pub fn is_redundant(&self, run: &Run, position: u32, value: &[u64], mentioned: &[u32]) -> bool {
        let Some(pattern) = run.pattern(position, mentioned) else { return false };
        let orders = pattern.orders().iter().map(|order| u64::from(*order));
        let key: Box<[u64]> = value.iter().copied().chain(orders).collect();
        if let Some(others) = self.known().get(&key) {
            if others.iter().any(|other| other.replaces(&pattern)) {
                return true;
            }
            if others.iter().any(|other| other.covers(&pattern)) {
                return false;
            }
        }
        if pattern.can_replace() && self.memory() < MEMORY {
            let memory = size_of_val(&*key) + pattern.memory() + 2 * size_of::<Box<[u64]>>();
            if add(self.fresh().entry(key).or_default(), pattern) {
                self.new_memory.fetch_add(memory, Ordering::Relaxed);
            }
        }
        false
    }

    /// Ends a bound. If all of its expressions have been run, further bounds use what they have
    /// taught, otherwise that is forgotten.
    pub fn end_bound(&self, is_complete: bool) {
        let new = std::mem::take(&mut *self.fresh());
        let memory = self.new_memory.swap(0, Ordering::Relaxed);
        if !is_complete || self.known_memory.load(Ordering::Relaxed) + memory >= MEMORY {
            return;
        }
        self.known_memory.fetch_add(memory, Ordering::Relaxed);
        let mut known = self.known_mut();
        for (key, patterns) in new {
            let own = known.entry(key).or_default();
            for pattern in patterns {
                add(own, pattern);
            }
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.known_mut().clear();
        self.fresh().clear();
        for memory in [&self.known_memory, &self.new_memory] {
            memory.store(0, Ordering::Relaxed);
        }
    }

    fn memory(&self) -> usize {
        self.known_memory.load(Ordering::Relaxed) + self.new_memory.load(Ordering::Relaxed)
    }

    // A pattern is added as a whole, so a panic elsewhere leaves the tables consistent.

    fn known(&self) -> RwLockReadGuard<'_, Table> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn known_mut(&self) -> RwLockWriteGuard<'_, Table> {
        self.known.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn fresh(&self) -> MutexGuard<'_, Table> {
        self.new.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Adds a pattern, unless another one can replace all that it can. Returns whether it was added.
fn add(patterns: &mut Vec<Pattern>, pattern: Pattern) -> bool {
    if patterns.iter().any(|other| other.covers(&pattern)) {
        return false;
    }
    patterns.retain(|other| !pattern.covers(other));
    patterns.push(pattern);
    true
}
