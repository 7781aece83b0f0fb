//! Derivations decided on demand: what lazy search and sampling under a predicate run on.
//!
//! A [`Run`] begins with nothing decided. A predicate that looks at a position makes it be decided,
//! in the order of looking, and what is never looked at stays open. The arena is inert; the owner
//! of the run decides: a [`Search`], [`Draw`]s, or the replay of a given derivation. Each owner has
//! its own loop, which takes the predicate to run as an argument.

mod answer;
mod arena;
mod atom;
mod budget;
mod choices;
mod complete;
mod connectives;
mod deciding;
mod decisions;
mod draw;
mod holder;
mod numbers;
mod pattern;
mod plan;
mod run;
mod search;
mod slot;
mod trail;
mod whole;

pub use answer::{Answer, NotDeterministic, Probe};
pub use arena::Arena;
pub use atom::Atom;
pub use choices::{Choices, Stream, StreamChoice};
pub use complete::{Place, Sequence};
pub use connectives::{CallId, Connective, Side, Step, Strategy};
pub use deciding::Deciding;
pub use draw::{Draw, DrawResult, Limit};
pub use holder::Holder;
pub use pattern::Pattern;
pub use run::Run;
pub use search::{Class, Part, Search};
pub use slot::SumDecision;
pub use trail::Trail;
pub use whole::Reading;
