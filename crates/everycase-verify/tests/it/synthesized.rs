//! Generators made by enumeration, as in section 6.1 of the paper: which are safe, which of these are complete, which are proved.
//!
//! A family is a coverage type of `examples/verify`, and a grammar of bodies from the paper's components, which the kernel enumerates.
//! Programs that produce a value outside of the type are left out. Of the others a search for missing values up to a size says which
//! are incomplete, for certain. The rest are complete as far as that search sees. In normal use a program with a missing value needs no
//! proof. Here a proof is looked for all the same: there must be none.

mod families;
mod grammar;

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use everycase_verify::bounds::Bounds;
use everycase_verify::proof::{Proofs, Solver};
use everycase_verify::verifier::Verifier;
use pun::core::Program;
use pun::load::load_text;

use self::families::{Family, families};
use crate::solver::solver;

/// The numbers of programs of a family.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    made: usize,
    safe: usize,
    complete: usize,
    /// Safe ones of which it is not known whether they are complete.
    unknown: Vec<String>,
    /// Complete ones without a proof.
    unproved: Vec<String>,
    /// Incomplete ones with a proof.
    wrong: Vec<String>,
}

/// What is known of a program.
struct Judged {
    text: String,
    truth: Truth,
    /// Whether it was proved, if a proof was looked for.
    is_proved: Option<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Truth {
    Unsafe,
    Incomplete,
    Complete,
    Unknown,
}

/// Which programs are proved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Prove {
    Complete,
    Safe,
}

impl Family {
    /// Returns the programs: the example with another body.
    fn programs(&self) -> impl Iterator<Item = String> {
        let path = format!("{}/../../examples/verify/{}.pun", env!("CARGO_MANIFEST_DIR"), self.file);
        let text = fs::read_to_string(Path::new(&path)).expect("the example is there");
        let from = text.find(&format!("\n{} =", self.head)).expect("it has the generator") + 1;
        let to = from + text[from..].find(" .\n").expect("its definition ends");
        let (before, after) = (text[..from].to_owned(), text[to..].to_owned());
        let head = self.head;
        let parameters = head.split_once(' ').map_or("", |(_, parameters)| parameters);
        let (of_type, (fits, functions)) = (self.parameters, self.fits);
        // What it gives is `false` for a result outside of the type, and `true` in any case, so that nothing is missing.
        let safe = format!(
            "\ngenerator safe : {of_type} -> [ok : boolean | ok] .
            safe {parameters} = true <+> (let v = {head} in {fits}) .{functions}\n"
        );
        let run = self.run.map_or_else(String::new, |(of_type, covered)| {
            format!("\ngenerator run : {of_type} -> [v : tree | {covered}] . run {parameters} = {head} .")
        });
        self.bodies.texts().into_iter().map(move |body| format!("{before}{head} = {body}{after}{run}{safe}"))
    }

    /// Judges each of the programs, or every second, third, .., on two threads.
    fn counts(&self, prove: Prove, every: usize) -> Counts {
        let programs: Vec<String> = self.programs().step_by(every).collect();
        let solver = solver(QUERY);
        let next = AtomicUsize::new(0);
        let work = || {
            let own = std::iter::from_fn(|| programs.get(next.fetch_add(1, Ordering::Relaxed)));
            own.map(|text| self.judge(text, prove, solver.as_ref())).collect::<Vec<Judged>>()
        };
        let judged: Vec<Judged> = thread::scope(|scope| {
            let threads = [scope.spawn(work), scope.spawn(work)];
            threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
        });
        let mut counts = Counts { made: judged.len(), ..Counts::default() };
        for Judged { text, truth, is_proved } in judged {
            counts.safe += usize::from(truth != Truth::Unsafe);
            counts.complete += usize::from(truth == Truth::Complete);
            match (truth, is_proved) {
                (Truth::Complete, Some(false)) => counts.unproved.push(text),
                (Truth::Incomplete, Some(true)) => counts.wrong.push(text),
                (Truth::Unknown, _) => counts.unknown.push(text),
                _ => {}
            }
        }
        counts
    }

    fn judge(&self, text: &str, prove: Prove, solver: Option<&Solver>) -> Judged {
        let loaded = load_text("text.pun", text);
        let program = loaded.program.unwrap_or_else(|| panic!("{text}\n{:?}", loaded.diagnostics));
        let verifier = Verifier::new(program).expect("it is small");
        let [generator, others @ .., safe] = verifier.generators() else { panic!("{text}") };
        let [size, size_of_results] = self.sizes;
        let bounds = |size| Bounds::to_size(size);
        let judged = |truth, is_proved| Judged { text: text.to_owned(), truth, is_proved };
        if safe.bounded_briefly(&bounds(size_of_results)).expect("it can be run").outside.is_some() {
            return judged(Truth::Unsafe, None);
        }
        let run = self.run.and(others.last()).unwrap_or(generator);
        let bounded = run.bounded(&bounds(size)).expect("it can be run");
        let truth = match (bounded.missing.is_empty(), bounded.not_found.count + bounded.unclear.count) {
            (false, _) => Truth::Incomplete,
            (true, 0) => Truth::Complete,
            (true, _) => Truth::Unknown,
        };
        let is_wanted = prove == Prove::Safe || prove == Prove::Complete && truth == Truth::Complete;
        let solver = solver.filter(|_| is_wanted);
        judged(truth, solver.map(|solver| is_proved(generator.program(), solver)))
    }
}

/// The time of a query.
const QUERY: Duration = Duration::from_millis(200);

fn is_proved(program: &Program, solver: &Solver) -> bool {
    Proofs::new(program, solver).of(&program.generators[0]).result.is_ok()
}

/// The stride of the test that always runs; the one that takes minutes has all programs.
const FEW: usize = 5;

#[test]
fn of_the_generators_that_are_made_few_are_complete_and_these_are_proved() {
    let mut all = Vec::new();
    for family in families() {
        let Counts { made, safe, complete, unknown, unproved, .. } = family.counts(Prove::Complete, FEW);
        all.push((family.name, [made, safe, complete]));
        assert!(unknown.is_empty(), "{}: {}", family.name, unknown.join("\n"));
        assert!(unproved.is_empty(), "{}: {}", family.name, unproved.join("\n"));
    }
    let wanted: Vec<_> = families().iter().map(|family| (family.name, family.few)).collect();
    assert_eq!(all, wanted);
}

#[test]
#[ignore = "takes minutes: cargo test --release -p everycase-verify --test it incomplete_one_is_proved -- --ignored --nocapture"]
fn of_the_generators_that_are_made_no_incomplete_one_is_proved() {
    for family in families() {
        let start = Instant::now();
        let counts = family.counts(Prove::Safe, 1);
        let Counts { made, safe, complete, unknown, unproved, wrong } = &counts;
        let of = [unproved, wrong, unknown].map(Vec::len);
        println!(
            "{}: {made} made, {safe} safe, {complete} complete, {of:?} not proved, wrong, not known, in {:?}",
            family.name,
            start.elapsed()
        );
        for text in unproved.iter().chain(unknown) {
            println!("{text}");
        }
        assert_eq!([*made, *safe, *complete], family.counts, "{}", family.name);
        assert!(counts.wrong.is_empty(), "{}: {}", family.name, counts.wrong.join("\n"));
        assert!(counts.unproved.len() * 20 <= counts.complete, "{}: {counts:?}", family.name);
    }
}
