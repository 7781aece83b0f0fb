//! Positions that calls fill: what a test expression puts at a position, and how it observes a
//! result.
//!
//! Ordinary inputs are data. An expression also applies functions of the program, and a test of a
//! library needs that: its values may be abstract, and a function may be observed only by applying
//! it. The shape of such a position has a payload, which says what each alternative stands for. The
//! machine decides the position when a run needs its value. A call is evaluated on demand, so what
//! nothing needs stays undecided.
//!
//! ```
//! use std::sync::Arc;
//!
//! use everycase_kernel::lazy::{Probe, Run, Search};
//! use everycase_kernel::{Alternative, Derivations, Shape};
//! use pun::Limits;
//! use pun::core::GlobalId;
//! use pun::engine::{Argument, Build, Engine, Outcome, Path, Provider, Providers, Step};
//! use pun::load::load_text;
//!
//! let text = "half n = if n mod 2 == 0 then n div 2 else error \"odd\" . answer = 42 .";
//! let program = load_text("half.pun", text).program.expect("the program is right");
//! let named = |name: &str| program.globals.iter().position(|global| &*global.name == name);
//! let [half, answer] = ["half", "answer"].map(|name| GlobalId(named(name).expect("it is defined") as u32));
//! let engine = Engine::new(program, &Build::default(), Limits::default()).expect("the program is small");
//!
//! // The expressions `half e`, where `e` is `answer` or `half answer`; the result itself is observed.
//! let of = |provider: Provider| Providers { number: 0, of: Arc::from([provider]) };
//! let call = |entry, fields: Vec<Shape>| {
//!     Shape::choice_with([Alternative::new("call", fields).pay(1)], of(Provider::Call(entry)))
//! };
//! let answer = call(engine.definition(answer), vec![]);
//! let nested = call(engine.definition(half), vec![answer.clone()]);
//! let same = [answer, nested].map(|shape| Alternative::new("same", [shape]));
//! let either = Providers { number: 1, of: Arc::from([Provider::Same, Provider::Same]) };
//! let term = call(engine.definition(half), vec![Shape::choice_with(same, either)]);
//! let end = Path { number: 0, steps: Arc::from([Step::End]) };
//! let path = Shape::choice_with([Alternative::new("end", [])], end);
//!
//! let mut machine = engine.machine();
//! let (mut run, mut ends) = (Run::new(), vec![]);
//! run.begin_search(&Derivations::new(Shape::product([term, path])), 3).expect("it can be enumerated");
//! while Search::next(&mut run).is_some() {
//!     let ran = Search::execute(&mut run, Probe::Never, |run| {
//!         let outcome = machine.resume(run).unwrap_or_else(|| {
//!             let first = run.force(run.root()).fields;
//!             machine.run_on(run, engine.observe(), &[Argument::Hole(first), Argument::Hole(first + 1)])
//!         });
//!         ends.push(match outcome {
//!             Outcome::Value(word) => format!("{:?}", machine.value(word)),
//!             other => other.fault().expect("it ends").to_string(),
//!         });
//!         Some(true)
//!     });
//!     assert_eq!(ran, Ok(Some(true)));
//! }
//! assert_eq!(ends, ["Integer(21)", "odd"]);
//! ```

use std::sync::Arc;

use everycase_kernel::lazy::Run;
use num_bigint::BigInt;

use super::Entry;
use crate::core::ConId;

/// The payload of a position whose alternatives are expressions. The machine decides it where a run
/// [of the kernel](crate::engine::Machine::run_on) needs its value.
///
/// The alternatives' fields are positions of any kind: further expressions, ordinary inputs,
/// numbers.
#[derive(Clone, Debug)]
pub struct Providers {
    /// The number of the position's nonterminal, for the owner of the shape.
    pub number: u64,
    /// What each alternative stands for, in order.
    pub of: Arc<[Provider]>,
}

/// An expression whose parts are positions: the fields of an alternative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Provider {
    /// A constructor, with a field for each of its fields.
    Construct(ConId),
    /// A call of a function on the fields, evaluated on demand. With fewer fields than parameters
    /// it is a function.
    Call(Entry),
    /// The first field, which is a function, applied to the others. Evaluated on demand.
    Apply,
    /// The value that is observed: the first field is an expression, the second a position with a
    /// [`Path`]. Evaluated on demand.
    Observe,
    /// The value of the only field.
    Same,
    /// The value of a closed term: the only field is a position of a
    /// [`shape`](crate::terms::shape). All of the term is decided at once, except for its numbers
    /// and characters, and it is evaluated on demand.
    Term,
    /// An integer.
    Integer(BigInt),
    /// A character.
    Character(char),
}

/// The payload of a position whose alternatives are the steps that observe a value. The machine
/// decides a step once it knows the value to which it is applied. A step that does not fit the
/// value makes the run [void](crate::engine::Outcome::Void).
#[derive(Clone, Debug)]
pub struct Path {
    /// The number of the position's nonterminal, for the owner of the shape.
    pub number: u64,
    /// The step of each alternative, in order.
    pub steps: Arc<[Step]>,
}

/// A step by which a value is observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The value so far is the result; its outermost constructor is evaluated.
    End,
    /// Goes on with a field of a constructor, numbered from 0. The only field of the alternative is
    /// the rest of the path.
    Field(ConId, u32),
    /// Applies the value, which is a function, to all fields of the alternative but the last, which
    /// is the rest of the path.
    Arguments,
}

/// What knows the values of expressions at positions with [`Providers`]. A run
/// [reports](crate::engine::Machine::report_values) to it each value that an expression has, with
/// the parts that are evaluated then.
pub trait Values: Send + Sync {
    /// Returns whether an expression is redundant because of its value: another expression has the
    /// same one. The run is then [void](crate::engine::Outcome::Void).
    ///
    /// `value` identifies the value and the nonterminal of the position. The open positions below
    /// it that the value mentions are `mentioned`, in the order of their occurrence. A value with
    /// functions, with parts that are not evaluated, or of many parts is not reported.
    fn is_redundant(&self, input: &Run, position: u32, value: &[u64], mentioned: &[u32]) -> bool;
}
