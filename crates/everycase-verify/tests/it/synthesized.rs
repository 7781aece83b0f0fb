//! Generators made by enumeration, as in section 6.1 of the paper: which are safe, which of these are complete, which are proved.
//!
//! A family is a coverage type of `examples/verify`, and a grammar of bodies from the paper's components, which the kernel enumerates.
//! Programs that produce a value outside of the type are left out. Of the others a search for missing values up to a size says which
//! are incomplete, for certain. The rest are complete as far as that search sees. Only an ignored test, which takes minutes, looks for
//! proofs of programs that are not complete.

mod families;
mod grammar;

use std::fs;
use std::path::Path;
use std::time::Duration;

use everycase_check::stop::Stop;
use everycase_verify::bounded::Bounds;
use everycase_verify::proof::Proofs;
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
    /// Complete ones without a proof.
    unproved: usize,
    /// Incomplete ones with a proof.
    wrong: usize,
}

/// Which programs are proved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Prove {
    Nothing,
    Complete,
    Safe,
}

/// The size of arguments and choices up to which results are compared with the type.
const SAFE: u32 = 7;

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
        self.bodies.texts().into_iter().map(move |body| format!("{before}{head} = {body}{after}{safe}"))
    }

    fn counts(&self, prove: Prove) -> Counts {
        let mut counts = Counts::default();
        for text in self.programs() {
            counts.made += 1;
            let loaded = load_text("text.pun", &text);
            let program = loaded.program.unwrap_or_else(|| panic!("{text}\n{:?}", loaded.diagnostics));
            let verifier = Verifier::new(program).expect("it is small");
            let [generator, .., safe] = verifier.generators() else { panic!("{text}") };
            let bounds = |size| Bounds { size: Some(size), time: None, stop: Stop::default() };
            if safe.bounded(&bounds(SAFE)).expect("it can be run").outside.is_some() {
                continue;
            }
            let bounded = generator.bounded(&bounds(self.size)).expect("it can be run");
            counts.safe += 1;
            let is_complete = bounded.missing.is_empty() && bounded.not_found.count == 0;
            counts.complete += usize::from(is_complete);
            if prove == Prove::Safe || prove == Prove::Complete && is_complete {
                match (is_complete, is_proved(generator.program())) {
                    (true, Some(false)) => counts.unproved += 1,
                    (false, Some(true)) => counts.wrong += 1,
                    _ => {}
                }
            }
        }
        counts
    }
}

/// Returns whether a program is proved; `None` if there is to be no solver.
fn is_proved(program: &Program) -> Option<bool> {
    let solver = solver(Duration::from_millis(200))?;
    Some(Proofs::new(program, &solver).of(&program.generators[0]).result.is_ok())
}

#[test]
fn of_the_generators_that_are_made_few_are_complete() {
    for family in families() {
        let Counts { made, safe, complete, .. } = family.counts(Prove::Nothing);
        assert_eq!([made, safe, complete], family.counts, "{}", family.name);
    }
}

#[test]
fn of_the_generators_that_are_made_all_complete_ones_are_proved() {
    for family in families() {
        let counts = family.counts(Prove::Complete);
        let [made, safe, complete] = family.counts;
        assert_eq!(counts, Counts { made, safe, complete, unproved: 0, wrong: 0 }, "{}", family.name);
    }
}

#[test]
#[ignore = "takes minutes: cargo test --release -p everycase-verify --test it incomplete_one_is_proved -- --ignored"]
fn of_the_generators_that_are_made_no_incomplete_one_is_proved() {
    for family in families() {
        assert_eq!(family.counts(Prove::Safe).wrong, 0, "{}", family.name);
    }
}
