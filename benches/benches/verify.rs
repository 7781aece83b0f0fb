//! Proofs of the generators in `examples/verify`, as table 1 of the paper on coverage types: how
//! large a generator and its type are, and what its proof takes. A solver is needed.
//!
//! `cargo bench --bench verify`

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use everycase_benches::clock::measuring;
use everycase_benches::table::Table;
use everycase_check::control::stop::Stop;
use everycase_verify::proof::{Proof, Solver};
use everycase_verify::verifier::Verifier;
use pun::core::{Coverage, Expr, Formula, Generator, Kind, Program};
use pun::load::load;

/// The time of a query, that of the command.
const QUERY: Duration = Duration::from_millis(400);

fn main() {
    let solver = match Solver::find(QUERY, None, &Stop::default()) {
        Ok(solver) => solver,
        Err(missing) => return eprintln!("no solver found: {missing}"),
    };
    let mut table = Table::new([
        "proof of",
        "branches",
        "local variables",
        "predicates",
        "queries",
        "quantified: all, some",
        "seconds",
        "a query",
    ]);
    for path in programs() {
        let program = load(&path).program.expect("the program is right");
        let verifier = Verifier::new(program).expect("its generators can be run");
        let mut proofs = verifier.proofs(&solver).expect("it has generators");
        for generator in verifier.generators() {
            let proof = generator.proof(&mut proofs);
            if proof.result.is_ok() {
                let file = path.file_stem().unwrap_or_default().to_string_lossy();
                let name = generator.name();
                let name = if file == name { name.to_owned() } else { format!("{file}: {name}") };
                table.row([name].into_iter().chain(cells(generator.program(), generator.name(), &proof)));
            }
        }
    }
    table.print();
}

/// Returns the programs, by name. Outside of a measurement, only the first.
fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/verify");
    let entries = std::fs::read_dir(root).expect("the directory is there");
    let mut programs: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "pun"));
    programs.sort();
    programs.truncate(if measuring() { usize::MAX } else { 1 });
    programs
}

/// Returns the cells of a generator of a program, by its name.
fn cells(program: &Program, name: &str, proof: &Proof) -> [String; 7] {
    let is_own = |own: &&Generator| *program.globals[own.global.index()].name == *name;
    let declared = program.generators.iter().find(is_own).expect("it is of this program");
    let (branches, locals) = branches_and_locals(&program.globals[declared.global.index()].body);
    let (universal, existential) = proof.quantifiers;
    [
        branches.to_string(),
        locals.to_string(),
        predicates(&declared.coverage).to_string(),
        proof.queries.to_string(),
        format!("{universal}, {existential}"),
        format!("{:.2}", proof.time.as_secs_f64()),
        format!("{:.3}", proof.solver_time.as_secs_f64() / f64::from(proof.queries.max(1))),
    ]
}

/// Returns the numbers of branches, of cases and choices, and of local variables in a definition.
fn branches_and_locals(body: &Expr) -> (usize, usize) {
    let (mut branches, mut locals) = (0, 0);
    let mut open = vec![body];
    while let Some(expr) = open.pop() {
        match &expr.kind {
            Kind::Case(_, own) => branches += own.len(),
            Kind::Choice(..) => branches += 2,
            Kind::Let(..) => locals += 1,
            _ => {}
        }
        open.extend(expr.parts());
    }
    (branches.max(1), locals)
}

/// Returns the number of functions in a coverage type.
fn predicates(coverage: &Coverage) -> usize {
    let mut found = HashSet::new();
    let mut formulas = coverage.formulas();
    while let Some(formula) = formulas.pop() {
        match formula {
            Formula::Term(term) => {
                let mut open = vec![term];
                while let Some(expr) = open.pop() {
                    if let Kind::Global(global) = expr.kind {
                        found.insert(global);
                    }
                    open.extend(expr.parts());
                }
            }
            Formula::Quantified { body, .. } => formulas.push(body),
            Formula::Connective(_, a, b) => formulas.extend([&**a, &**b]),
            Formula::Not(inner) => formulas.push(inner),
        }
    }
    found.len()
}
