//! Complete derivations: by index, in order, drawn uniformly (Paper I).
//!
//! The [automaton] of a grammar at exact sizes fills derivations; a [walk](walk::Walk) and a
//! uniform [sampler](sample::Sampler) use it. [`index`] maps an index to its derivation and back
//! without visiting others.

mod alternatives;
mod automaton;
mod enumerate;
mod expanded_node;
pub(crate) mod index;
pub(crate) mod sample;
pub(crate) mod walk;
