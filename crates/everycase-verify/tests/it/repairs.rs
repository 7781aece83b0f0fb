//! Repairs of the incomplete generators of `examples/verify/wrong`: where one more choice suffices it is found, and the edited file is
//! proved.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use everycase_check::control::stop::Stop;
use everycase_verify::bounds::Bounds;
use everycase_verify::proof::Solver;
use everycase_verify::repair::{Repair, repair};
use everycase_verify::verdict::Verdict;
use everycase_verify::verifier::Verifier;
use pun::load::load_text;

use crate::solver::solver;

/// The generators that one more choice completes, with that choice and its line and column.
const REPAIRED: [(&str, &str, &str); 10] = [
    ("bankers-queue-2.pun", "bankers-queue (size - 1) <+> ", "8:3"),
    ("batched-queue-2.pun", "[two [] []] <+> ", "9:3"),
    ("bst-gen-1.pun", "leaf <+> ", "12:9"),
    ("figure-10-1.pun", "[] <+> ", "8:8"),
    ("red-black-tree-1.pun", "leaf <+> ", "17:28"),
    ("sized-bst-1.pun", "leaf <+> ", "15:6"),
    ("sized-tree-1.pun", "leaf <+> ", "9:8"),
    ("stlc-types-2.pun", "int <+> ", "8:30"),
    ("stream-1.pun", "end <+> ", "8:46"),
    ("stream-2.pun", "end <+> ", "11:54"),
];

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/verify/wrong")
}

fn verifier(file: &str, text: &str) -> Verifier {
    let program = load_text(file, text).program.unwrap_or_else(|| panic!("{file}:\n{text}"));
    Verifier::new(program).unwrap_or_else(|problems| panic!("{file}: {problems:?}"))
}

/// Returns the repair of the first generator of a file.
fn found(file: &str, solver: Option<&Solver>) -> Option<Repair> {
    let text = fs::read_to_string(directory().join(file)).expect("it is there");
    let verifier = verifier(file, &text);
    let bounds = Bounds { time: Some(Duration::from_secs(5)), ..Bounds::to_size(12) };
    let of_each = verifier.generators().iter().map(|own| (own, own.bounded(&bounds).expect("it can be run")));
    let mut incomplete = of_each.filter(|(_, bounded)| bounded.verdict() == Verdict::Incomplete);
    let (generator, bounded) = incomplete.next()?;
    repair(generator, &bounded.missing[0], solver, &Stop::default())
}

#[test]
fn where_one_choice_suffices_it_is_inserted_and_the_file_is_proved() {
    let Some(solver) = solver(Duration::from_secs(1)) else { return };
    for (file, insert, place) in REPAIRED {
        let repair = found(file, Some(&solver)).unwrap_or_else(|| panic!("{file}"));
        assert_eq!((&*repair.insert, &*repair.place), (insert, &*format!("{file}:{place}")));
        let verifier = verifier(file, &repair.text);
        let mut proofs = verifier.proofs(&solver).expect("it has generators");
        for generator in verifier.generators() {
            let proof = generator.proof(&mut proofs);
            assert!(proof.result.is_ok(), "{file}: {}: {:?}", generator.name(), proof.result);
        }
    }
}

#[test]
#[ignore = "takes a minute: cargo test -p everycase-verify --test it no_other_wrong_example -- --ignored --nocapture"]
fn no_other_wrong_example_is_completed_by_one_choice() {
    let Some(solver) = solver(Duration::from_secs(1)) else { return };
    let mut entries: Vec<String> = fs::read_dir(directory())
        .expect("examples")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    entries.sort();
    let mut others = Vec::new();
    for file in entries {
        if let Some(repair) = found(&file, Some(&solver)) {
            println!("{file}: {} at {}: {}", repair.insert, repair.place, repair.is_proved);
            if !REPAIRED.iter().any(|(known, ..)| *known == file) {
                others.push(file);
            }
        }
    }
    assert!(others.is_empty(), "{others:?}");
}
