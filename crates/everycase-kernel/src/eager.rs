//! Whole derivations: by index, in order, drawn uniformly (Paper I).
//!
//! The [automaton] of a grammar at exact sizes fills derivations; a [walk](walk::Walk) and a uniform [sampler](sample::Sampler) run
//! on it. [`index`] finds a derivation by its position and the position of a derivation, without visiting others.

mod automaton;
mod chosen;
mod enumerate;
mod expanded;
pub(crate) mod index;
pub(crate) mod sample;
pub(crate) mod walk;
