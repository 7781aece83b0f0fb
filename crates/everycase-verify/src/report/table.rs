//! The table of proofs.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;

use pun::core::{Formula, Kind};

use crate::verification::Verified;
use crate::verifier::Generator;

/// A proof in a table.
#[derive(Clone, Debug)]
pub struct Row {
    name: String,
    columns: String,
}

impl Generator {
    /// Returns the row of the table of proofs, if there is a proof.
    pub fn row(&self, verified: &Verified) -> Option<Row> {
        let proof = verified.proof.as_ref().filter(|proof| proof.result.is_ok())?;
        let (branches, locals) = self.branches_and_locals();
        let quantifiers = format!("({}, {})", proof.quantifiers.0, proof.quantifiers.1);
        let columns = format!(
            "{branches:>8} {locals:>6} {:>10} {:>7} {quantifiers:>16} {:>8.2} {:>6.3}",
            self.predicates(),
            proof.queries,
            proof.time.as_secs_f64(),
            proof.solver_time.as_secs_f64() / f64::from(proof.queries.max(1)),
        );
        Some(Row { name: self.name().to_owned(), columns })
    }

    /// Returns the numbers of branches and of local variables of the definition.
    fn branches_and_locals(&self) -> (usize, usize) {
        let (mut branches, mut locals) = (0, 0);
        let mut open = vec![&self.program().globals[self.declared().global.index()].body];
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

    /// Returns the number of functions in the coverage type.
    fn predicates(&self) -> usize {
        let mut found = HashSet::new();
        let mut formulas = self.declared().coverage.formulas();
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
}

/// The width of names in the table of proofs.
const WIDTH: usize = 28;

/// Returns the table of proofs, each with the file of its generator: branches (of cases and choices), local variables, and functions in the
/// coverage type; the queries, the most universally and existentially quantified variables of a formula in them, and seconds: of all, of
/// a query. Generators of one name are told apart by their files.
pub fn table(rows: &[(String, Row)]) -> String {
    let quantified = "(forall, exists)";
    let mut out = format!(
        "{:WIDTH$} {:>8} {:>6} {:>10} {:>7} {quantified:>16} {:>8} {:>6}\n\n",
        "proof of", "branches", "locals", "predicates", "queries", "seconds", "each"
    );
    for (file, Row { name, columns }) in rows {
        let stem = Path::new(file).file_stem().map_or(Cow::Borrowed(""), |stem| stem.to_string_lossy());
        let is_shared = rows.iter().filter(|(_, other)| other.name == *name).count() > 1;
        let label = if is_shared && *stem != **name { format!("{stem}: {name}") } else { name.clone() };
        let beyond = label.chars().count().saturating_sub(WIDTH);
        let label = if beyond > 0 {
            format!("..{}", label.chars().skip(beyond + 2).collect::<String>())
        } else {
            label
        };
        let _ = writeln!(out, "{label:WIDTH$} {columns}");
    }
    out
}
