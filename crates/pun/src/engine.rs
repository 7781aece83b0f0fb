//! The engine: a loaded program compiled, its machines, and the limits of their runs.
//!
//! Everything that runs code of a program goes through it: the check of properties, closed terms, single terms.

mod ladder;

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::compile::bytecode::FunctionId;
use crate::compile::{Compiled, Term, compile};
use crate::core::{Kind, Program};
use crate::diagnostic::Diagnostic;
use crate::machine::{Limits, Machine};

pub(crate) use self::ladder::Ladder;

/// A program with its properties and further terms in bytecode.
pub(crate) struct Engine {
    id: u64,
    program: Arc<Program>,
    compiled: Compiled,
    /// Definitions without parameters: each machine computes them once.
    values: Vec<FunctionId>,
    limits: Limits,
}

static NEXT_ID: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// The machine that this thread used last, with the number of its engine.
    static MACHINE: RefCell<Option<(u64, Box<Machine>)>> = const { RefCell::new(None) };
}

impl Engine {
    /// Compiles a program with its properties, and terms in its scope.
    ///
    /// # Errors
    /// When the machine cannot hold the program.
    pub(crate) fn new(
        program: Arc<Program>,
        terms: &[Term<'_>],
        limits: Limits,
    ) -> Result<Self, Vec<Diagnostic>> {
        let compiled = compile(&program, terms)?;
        let definitions = (0..).zip(&program.globals);
        let values = definitions.filter(|(_, global)| !matches!(global.body.kind, Kind::Lambda(..)));
        let values = values.map(|(function, _)| function).collect();
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        Ok(Self { id, program, compiled, values, limits })
    }

    /// Returns the program.
    pub(crate) fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Returns what was compiled.
    pub(crate) fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// Returns what a run may use.
    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// Makes a machine. It computes the definitions without parameters.
    pub(crate) fn machine(&self) -> Machine {
        let mut machine = Machine::new(Arc::clone(&self.compiled.code), self.limits);
        machine.compute(self.values.iter().copied());
        machine
    }

    /// Works with the machine of this thread, which is made when the thread first needs it. A thread keeps the machine of one engine,
    /// the one it used last.
    pub(crate) fn with_machine<T>(&self, work: impl FnOnce(&mut Machine) -> T) -> T {
        let kept = MACHINE.take().filter(|(id, _)| *id == self.id);
        let (id, mut machine) = kept.unwrap_or_else(|| (self.id, Box::new(self.machine())));
        let done = work(&mut machine);
        MACHINE.set(Some((id, machine)));
        done
    }
}
