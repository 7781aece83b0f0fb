//! Which counters of the code are reached: one flag for each, shared by all machines of an engine.
//!
//! A machine evaluates the definitions without parameters before all runs, and whether a run needs
//! their values is seen later. So the counters reached for each such value are recorded with its
//! own counter, which a mention reaches when it has the value.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::compile::bytecode::{Code, FunctionId};

/// A flag for each counter.
#[derive(Clone)]
pub(super) struct Flags(Arc<[AtomicBool]>);

impl Flags {
    fn new(counters: usize) -> Self {
        Self((0..counters).map(|_| AtomicBool::new(false)).collect())
    }

    /// Sets a flag. Flags that are set are only read, so threads do not slow each other down.
    #[inline]
    pub(super) fn reach(&self, counter: u32) {
        let flag = &self.0[counter as usize];
        if !flag.load(Ordering::Relaxed) {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Returns the counters whose flags are set.
    fn set(&self) -> Vec<u32> {
        let flags = (0..).zip(&*self.0).filter(|(_, flag)| flag.load(Ordering::Relaxed));
        flags.map(|(counter, _)| counter).collect()
    }

    /// Returns the counters whose flags are set, and clears these.
    pub(super) fn take(&self) -> Vec<u32> {
        let set = self.set();
        for counter in &set {
            self.0[*counter as usize].store(false, Ordering::Relaxed);
        }
        set
    }
}

/// The counters that the runs of an engine's machines have reached.
pub(crate) struct ReachedCounters {
    flags: Flags,
    /// For each counter of a definition without parameters, what is reached when it is evaluated.
    values: Mutex<BTreeMap<u32, Vec<u32>>>,
}

impl ReachedCounters {
    pub(crate) fn new(code: &Code) -> Self {
        Self { flags: Flags::new(code.counters.len()), values: Mutex::default() }
    }

    /// Returns the flags that runs set.
    pub(super) fn flags(&self) -> Flags {
        self.flags.clone()
    }

    /// Returns other flags, none of which is set.
    pub(super) fn fresh(&self) -> Flags {
        Flags::new(self.flags.0.len())
    }

    /// Records the counters that were reached when a definition without parameters was evaluated.
    pub(super) fn record(&self, code: &Code, definition: FunctionId, reached: Vec<u32>) {
        if let Some(counter) = code.value_counters.get(&definition) {
            let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
            values.entry(*counter).or_insert(reached);
        }
    }

    /// Clears the flags.
    pub(crate) fn forget(&self) {
        self.flags.take();
    }

    /// Returns the counters reached by runs, with those reached for the values of definitions that
    /// runs have used.
    pub(crate) fn counters(&self) -> Vec<u32> {
        let values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        let all = self.fresh();
        let mut waiting = self.flags.set();
        while let Some(counter) = waiting.pop() {
            if !all.0[counter as usize].swap(true, Ordering::Relaxed) {
                waiting.extend(values.get(&counter).into_iter().flatten());
            }
        }
        all.set()
    }
}
