//! The cost of recording every case before it runs, as the process of an isolated property does.
//!
//! `cargo bench --bench isolation [-- --runs 5]`

use std::fs;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use everycase::Enumerable;
use everycase::space::{Derivation, Random, SeedableRng};
use everycase_benches::clock::{best, measuring, option};
use everycase_benches::expression::Exp;
use everycase_benches::table::Table;
use everycase_check::claims::stats::Labels;
use everycase_check::process::journal::Journal;
use everycase_check::run::verdict::{Subject, Verdict, replay};

fn main() {
    let mut table = Table::new(["inputs", "words", "one case noted"]);
    note::<u8>(&mut table, "bytes", 8);
    note::<Exp>(&mut table, "expressions of size 10", 10);
    note::<Exp>(&mut table, "expressions of size 100", 100);
    table.print();
}

/// Uniform inputs of a size, noted and not run at all.
fn note<T: Enumerable>(table: &mut Table, what: &str, size: u32) {
    let derivations = T::space().derivations().clone();
    let mut uniform = derivations.uniform().expect("the shape is sound");
    let mut random = Random::seed_from_u64(7);
    let draws = if measuring() { 1000 } else { 10 };
    let inputs: Vec<Derivation> = (0..draws)
        .map(|_| uniform.of_size(size, &mut random).expect("there are inputs of this size").clone())
        .collect();
    let nothing = |_: &Derivation, _: &mut Labels| Verdict::Passed;
    let dir = std::env::temp_dir().join(format!("everycase-bench-{}", std::process::id()));
    fs::create_dir(&dir).expect("a directory for the journal");
    let journal = Journal::of(Arc::new(nothing), &dir);

    let rounds = if measuring() { 100 } else { 1 };
    let run = |subject: &dyn Subject| {
        let mut labels = Labels::default();
        let (time, ()) = best(option("runs", 5) as u32, || {
            for _ in 0..rounds {
                for input in &inputs {
                    black_box(replay(subject, black_box(input), &mut labels));
                }
            }
        });
        time / (rounds * inputs.len() as u32)
    };
    let noted: Duration = run(&journal).saturating_sub(run(&nothing));
    let words: usize = inputs.iter().map(|input| input.words().len()).sum();
    table.row([
        what.to_owned(),
        (words / inputs.len()).to_string(),
        format!("{:.2} us", noted.as_secs_f64() * 1e6),
    ]);
    fs::remove_dir_all(&dir).expect("the journal's directory is there");
}
