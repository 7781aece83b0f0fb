//! The engine, through which other crates run a program.
//!
//! An [`Engine`] is a loaded program, compiled with its properties and further terms. Its
//! [`Machine`]s run functions of the program on arguments: values, calls that are evaluated on
//! demand, and unknown positions. A run ends with a value, with an error and the calls that led to
//! it, at a limit, or at a position whose value it needs. In the last case the caller answers with
//! a value, and the run continues. It may answer again and again: each answer discards what
//! followed the one before. So a search repeats no part of a run that its answers have in common.
//!
//! ```
//! use pun::Limits;
//! use pun::core::ConId;
//! use pun::engine::{Argument, Build, Engine, Outcome, Term};
//! use pun::load::{expression, load_text};
//! use pun::value::Value;
//!
//! let loaded = load_text("heads.pun", "head xs = case xs of ; x :: _ -> x .");
//! let mut program = loaded.program.expect("the program is right");
//! let (call, _) = expression(&mut program, r"\xs -> head xs + 1").expect("the term is right");
//! let terms = [Term::function(&call)];
//! let engine = Engine::new(program, &Build { terms: &terms, ..Build::default() }, Limits::default())
//!     .expect("the program is small");
//!
//! let mut machine = engine.machine();
//! // The list is unknown: the run stops when it needs it.
//! let Outcome::Demand(list) = machine.run(engine.term(0), &[Argument::Hole(0)]) else { panic!() };
//! // It may be empty ..
//! let nil = Argument::Construct(ConId::NIL, vec![]);
//! let Some(Outcome::Fault(fault)) = machine.answer(list, &nil) else { panic!() };
//! assert_eq!(fault.to_string(), "no branch fits");
//! assert_eq!(fault.calls[0].name.as_deref(), Some("head"));
//! // .. or have an element, which is unknown as well. The rest is not needed.
//! let cons = Argument::Construct(ConId::CONS, vec![Argument::Hole(1), Argument::Hole(2)]);
//! let Some(Outcome::Demand(element)) = machine.answer(list, &cons) else { panic!() };
//! assert_eq!(element.position, 1);
//! let six = Argument::Value(Value::Integer(6.into()));
//! let Some(Outcome::Value(seven)) = machine.answer(element, &six) else { panic!() };
//! assert_eq!(machine.value(seven), Value::Integer(7.into()));
//! assert_eq!(machine.footprint().fuel, 2);
//! ```
//!
//! Choices of generators are made in the same way: a run stops at each, until the caller
//! [makes](Machine::choose) it.
//!
//! A run of a property with [watched](Build::watches) calls stops at each of them, too: the call's
//! result is kept or [replaced](Machine::reply).
//!
//! In the search and the draws of [`check`](crate::check) the kernel decides the positions: the
//! machine has them decided during the run and [goes back](Machine::resume) to the last decision
//! that has changed. Other crates have that with [`run_on`](Machine::run_on), or
//! [`run_choosing`](Machine::run_choosing) where generators choose. There a position may also be
//! filled by [calls](Providers), and a result [observed](Engine::observe). The test
//! `tests/meaning/calculator.rs` has an example of each.

mod constants;
mod ladder;

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::compile::bytecode::FunctionId;
use crate::compile::{CompiledProgram, compile};
use crate::core::{GlobalId, Kind, Program};
use crate::coverage::Coverage;
use crate::diagnostic::Diagnostic;
use crate::machine::Limits;
use crate::machine::coverage::ReachedCounters;

pub use self::ladder::Ladder;
pub use crate::compile::{Build, Term, Watch};
pub use crate::machine::choices::shape as choices;
pub use crate::machine::providers::{Path, Provider, Providers, Step, Values};
pub use crate::machine::{
    Argument, Choice, Demand, Entry, Footprint, Machine, Options, Outcome, WatchedCall, Word,
};

/// A program with its properties and further terms, compiled.
pub struct Engine {
    id: u64,
    program: Arc<Program>,
    compiled: CompiledProgram,
    /// The definitions without parameters, which each machine evaluates once.
    values: Vec<FunctionId>,
    limits: Limits,
    reached: Arc<ReachedCounters>,
}

static NEXT_ID: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// The machines that this thread used last, with the id of their engine: two, since a run may
    /// need another one.
    static MACHINES: RefCell<Vec<(u64, Box<Machine>)>> = const { RefCell::new(Vec::new()) };
}

impl Engine {
    /// Compiles a program with its properties and further terms. Its machines have these limits
    /// until they are [changed](Machine::limit).
    ///
    /// # Errors
    /// If the machine cannot hold the program.
    pub fn new(
        program: impl Into<Arc<Program>>,
        build: &Build<'_>,
        limits: Limits,
    ) -> Result<Self, Vec<Diagnostic>> {
        let program = program.into();
        let compiled = compile(&program, build)?;
        let definitions = (0..).zip(&program.globals);
        let values = definitions.filter(|(_, global)| !matches!(global.body.kind, Kind::Lambda(..)));
        let values = values.map(|(function, _)| function).collect();
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        let reached = Arc::new(ReachedCounters::new(&compiled.code));
        Ok(Self { id, program, compiled, values, limits, reached })
    }

    /// Returns the program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Returns the entry of a definition; it takes the definition's parameters.
    pub fn definition(&self, global: GlobalId) -> Entry {
        Entry(global.0)
    }

    /// Returns the entry of the property with this number. It takes the inputs that no term draws.
    /// Its value is a boolean, or `()` if the inputs do not satisfy the premise.
    pub fn property(&self, number: usize) -> Entry {
        Entry(self.compiled.properties[number])
    }

    /// Returns the entry of the further term with this number.
    pub fn term(&self, number: usize) -> Entry {
        Entry(self.compiled.terms[number])
    }

    /// Returns the entry of the property of the [watch](Build::watches) with this number. It takes
    /// the inputs that no term draws.
    pub fn watched(&self, number: usize) -> Entry {
        Entry(self.compiled.watched[number])
    }

    /// Returns the entry of an observation. It takes an expression and a position with a [`Path`],
    /// in runs whose positions the kernel decides. Its value is that at the end of the path.
    pub fn observe(&self) -> Entry {
        Entry(self.compiled.code.observe)
    }

    /// Returns which expressions of the [covered files](Build::covers) the runs of all machines
    /// have evaluated so far. An expression counts once its evaluation begins. A definition without
    /// parameters counts once a run uses its value, although machines evaluate it before all runs.
    pub fn coverage(&self) -> Coverage {
        let (code, reached) = (&self.compiled.code, self.reached.counters());
        let expressions = reached.iter().flat_map(|counter| &code.counters[*counter as usize]).copied();
        let mut coverage: Coverage = expressions.collect();
        for (condition, outcome) in reached.iter().filter_map(|counter| code.outcomes.get(counter)) {
            coverage.add_outcome(*condition, *outcome);
        }
        coverage
    }

    /// Forgets which expressions have been evaluated. No run may be under way.
    pub fn forget_coverage(&self) {
        self.reached.forget();
    }

    /// Returns the compiled program.
    pub(crate) fn compiled(&self) -> &CompiledProgram {
        &self.compiled
    }

    /// Returns the limits of a run.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Makes a machine, which evaluates the definitions without parameters.
    pub fn machine(&self) -> Machine {
        let mut machine =
            Machine::new(Arc::clone(&self.compiled.code), self.limits, Arc::clone(&self.reached));
        machine.compute(self.values.iter().copied());
        machine
    }

    /// Calls `work` with this thread's machine, which is made on first use; within `work`, with
    /// another one. A thread keeps the machines of one engine only, the one it used last.
    pub fn with_machine<T>(&self, work: impl FnOnce(&mut Machine) -> T) -> T {
        let kept = MACHINES.with_borrow_mut(|machines| {
            machines.retain(|(id, _)| *id == self.id);
            machines.pop()
        });
        let (id, mut machine) = kept.unwrap_or_else(|| (self.id, Box::new(self.machine())));
        let done = work(&mut machine);
        MACHINES.with_borrow_mut(|machines| machines.push((id, machine)));
        done
    }
}
