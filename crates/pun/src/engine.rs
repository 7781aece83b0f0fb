//! The engine: what other crates run a program through.
//!
//! An [`Engine`] is a loaded program, compiled with its properties and further terms. Its [`Machine`]s run functions of the program
//! on arguments: values, calls that are made once their value is looked at, and positions of which nothing is known yet. A run ends
//! with a value, with an error and the calls that led to it, by a limit, or at a position that it looks at. There it goes on as soon
//! as the caller says what stands at that position, as often as the caller likes: each answer takes back what followed the one
//! before. So a search runs no part of the program twice that its answers have in common.
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
//! // Nothing is known of the list: the run stops as it looks at it.
//! let Outcome::Demand(list) = machine.run(engine.term(0), &[Argument::Hole(0)]) else { panic!() };
//! // It may be empty ..
//! let nil = Argument::Construct(ConId::NIL, vec![]);
//! let Some(Outcome::Fault(fault)) = machine.answer(list, &nil) else { panic!() };
//! assert_eq!(fault.to_string(), "no branch fits");
//! assert_eq!(fault.calls[0].name.as_deref(), Some("head"));
//! // .. or have an element, of which nothing is known either. The rest is not looked at.
//! let cons = Argument::Construct(ConId::CONS, vec![Argument::Hole(1), Argument::Hole(2)]);
//! let Some(Outcome::Demand(element)) = machine.answer(list, &cons) else { panic!() };
//! assert_eq!(element.position, 1);
//! let six = Argument::Value(Value::Integer(6.into()));
//! let Some(Outcome::Value(seven)) = machine.answer(element, &six) else { panic!() };
//! assert_eq!(machine.value(seven), Value::Integer(7.into()));
//! assert_eq!(machine.footprint().fuel, 2);
//! ```
//!
//! Where the kernel decides what stands at a position, as in the search and the draws of [`check`](crate::check), the machine has it
//! decide on the way and [goes back](Machine::resume) to the last decision that has changed.

mod ladder;

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::compile::bytecode::FunctionId;
use crate::compile::{Compiled, compile};
use crate::core::{GlobalId, Kind, Program};
use crate::diagnostic::Diagnostic;
use crate::machine::Limits;

pub use self::ladder::Ladder;
pub use crate::compile::{Build, Term};
pub use crate::machine::{Argument, Demand, Entry, Footprint, Machine, Outcome, Word};

/// A program with its properties and further terms, compiled.
pub struct Engine {
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
    /// Compiles a program with its properties and further terms. Runs of its machines may use `limits`, until a machine
    /// [has others](Machine::limit).
    ///
    /// # Errors
    /// When the machine cannot hold the program.
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
        Ok(Self { id, program, compiled, values, limits })
    }

    /// Returns the program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Returns a definition; it takes its parameters.
    pub fn definition(&self, global: GlobalId) -> Entry {
        Entry(global.0)
    }

    /// Returns the property of a number. It takes the inputs that are not drawn by terms, and its value is a boolean, or `()` if they
    /// do not meet its premise.
    pub fn property(&self, number: usize) -> Entry {
        Entry(self.compiled.properties[number])
    }

    /// Returns the further term of a number.
    pub fn term(&self, number: usize) -> Entry {
        Entry(self.compiled.terms[number])
    }

    /// Returns what was compiled.
    pub(crate) fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// Returns what a run may use.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Makes a machine. It computes the definitions without parameters.
    pub fn machine(&self) -> Machine {
        let mut machine = Machine::new(Arc::clone(&self.compiled.code), self.limits);
        machine.compute(self.values.iter().copied());
        machine
    }

    /// Works with the machine of this thread, which is made when the thread first needs it. A thread keeps the machine of one engine,
    /// the one it used last.
    pub fn with_machine<T>(&self, work: impl FnOnce(&mut Machine) -> T) -> T {
        let kept = MACHINE.take().filter(|(id, _)| *id == self.id);
        let (id, mut machine) = kept.unwrap_or_else(|| (self.id, Box::new(self.machine())));
        let done = work(&mut machine);
        MACHINE.set(Some((id, machine)));
        done
    }
}
