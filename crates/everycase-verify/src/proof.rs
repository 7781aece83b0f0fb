//! The proof that a generator produces each value of its coverage type, of any size.
//!
//! `reach` turns the body of a generator into a formula: what has to hold of a value so that some
//! choices produce it (the paper's synthesis of coverage types, figures 5 and 7). A call of a
//! generator produces what its coverage type promises, if its arguments satisfy their predicates; a
//! recursive call only if a measure decreases. The goal is then one implication, for all arguments
//! and values: if they satisfy the predicates of the coverage type, they satisfy that formula. A
//! solver decides it.
//!
//! Method predicates are the program's own functions. A recursive one is a symbol for the solver,
//! together with its definition, unfolded at the value, at its parts, and at the arguments
//! (`definitions`). What needs induction is stated as a property of the file, proved by induction
//! and then used (`lemma`).
//!
//! Nothing is assumed that is not proved: a definition is a fact about a function that terminates
//! and never fails, which is checked (`total`). So a proof says that each value is produced; that
//! no proof was found says nothing.

mod answers;
mod bounds;
mod definitions;
mod domain;
mod gap;
mod instances;
mod lemma;
mod logic;
mod measure;
mod proofs;
mod prove;
mod pure;
mod reach;
mod smt;
mod solver;
mod total;

pub use self::gap::{Case, Doubt, Gap};
pub use self::proofs::Proofs;
pub use self::prove::{Proof, ProofBasis, ProofFailure};
pub use self::solver::{NoSolver, Solver};
