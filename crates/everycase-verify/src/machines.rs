//! Machines of an engine on one thread, one for each search under way: a search resumes its
//! machine's last run.

use std::cell::RefCell;

use pun::engine::{Engine, Entry, Machine};

/// The machines of an engine that no search uses now.
pub(crate) struct Machines<'e> {
    engine: &'e Engine,
    free: RefCell<Vec<Machine>>,
}

impl<'e> Machines<'e> {
    pub(crate) fn new(engine: &'e Engine) -> Self {
        Self { engine, free: RefCell::new(Vec::new()) }
    }

    /// Returns the entry of the engine's term with this number.
    pub(crate) fn entry(&self, term: usize) -> Entry {
        self.engine.term(term)
    }

    /// Calls `work` with a machine that nothing else uses meanwhile.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&mut Machine) -> T) -> T {
        let free = self.free.borrow_mut().pop();
        let mut machine = free.unwrap_or_else(|| self.engine.machine());
        let done = work(&mut machine);
        self.free.borrow_mut().push(machine);
        done
    }
}
