//! Proofs of several generators, which rely on each other.

use std::collections::{HashMap, HashSet};

use pun::core::{Generator, GlobalId, Program};

use super::prove::{Proof, ProofFailure, prove};
use super::solver::Solver;

/// Proofs of the generators of a program, each of which relies on proofs of others.
pub struct Proofs<'p> {
    program: &'p Program,
    solver: &'p Solver,
    known: HashMap<GlobalId, Proof>,
}

impl<'p> Proofs<'p> {
    /// Returns the proofs of a program; none has been looked for yet.
    pub fn new(program: &'p Program, solver: &'p Solver) -> Self {
        Self { program, solver, known: HashMap::new() }
    }

    /// Looks for a proof that a generator produces each value of its coverage type, and for proofs
    /// of the generators on which it relies.
    pub fn of(&mut self, generator: &Generator) -> Proof {
        let mut seen = HashSet::from([generator.global]);
        let mut open = vec![generator.global];
        let mut own: Option<Proof> = None;
        let mut assumes = Vec::new();
        while let Some(global) = open.pop() {
            let Some(next) = self.program.generators.iter().find(|next| next.global == global) else {
                continue;
            };
            if next.is_assumed {
                assumes.push(global);
                continue;
            }
            let proof = self.known.entry(global);
            let proof = proof.or_insert_with(|| prove(self.program, next, self.solver)).clone();
            let relies_on = match &proof.result {
                Ok(proved) => proved.relies_on.clone(),
                Err(_) => Vec::new(),
            };
            match &mut own {
                None => own = Some(proof),
                Some(own) if proof.result.is_err() => {
                    own.result = Err(ProofFailure::ReliesOn(global));
                    return own.clone();
                }
                Some(_) => {}
            }
            open.extend(relies_on.into_iter().filter(|other| seen.insert(*other)));
        }
        let mut own = own.unwrap_or_else(|| prove(self.program, generator, self.solver));
        if let Ok(proved) = &mut own.result {
            proved.assumes = assumes;
        }
        own
    }
}
