//! The generators of `examples/verify`, and the verdicts that `expected.tsv` demands of them.
//!
//! The table was computed by an independent interpreter, which knows the specifications as sets of values. A row is a generator. Of one
//! that covers its type the row says how many values there are up to a size; of the others it says which values of that size are missing
//! or outside of the type, where there are no smaller ones.
//!
//! `EVERYCASE_VERIFY_SLOW=1 cargo test -p everycase-verify --test it examples` also checks the row that takes a minute.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use everycase_verify::bounds::{BoundedResult, Bounds, End, MOST_MISSING};
use everycase_verify::verdict::Verdict;
use everycase_verify::verification::Verification;
use everycase_verify::verifier::{Generator, Verifier};
use pun::load::load;
use pun::value::Value;

/// Its row takes longer than all other rows together.
const SLOW: &str = "wrong/complete-tree-2.pun";

/// A row of the table.
struct Row {
    file: &'static str,
    generator: &'static str,
    verdict: Verdict,
    size: u32,
    /// How many values there are, or which ones: `arguments => value`.
    values: &'static str,
}

fn table() -> Vec<Row> {
    let row = |line: &'static str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [file, generator, verdict, size, values] = cells[..] else { panic!("{line}") };
        let verdicts = [Verdict::Covers, Verdict::Incomplete, Verdict::Unsound];
        Row {
            file,
            generator,
            verdict: verdicts.into_iter().find(|known| known.name() == verdict).expect(line),
            size: size.parse().expect(line),
            values,
        }
    };
    include_str!("expected.tsv").lines().skip(1).map(row).collect()
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/verify")
}

fn verifier(file: &str) -> Verifier {
    let program = load(&directory().join(file)).program.unwrap_or_else(|| panic!("{file} is right"));
    Verifier::new(program).unwrap_or_else(|problems| panic!("{file}: {problems:?}"))
}

fn shown(generator: &Generator, values: &[Value]) -> String {
    let call = generator.call(values);
    let arguments = call.strip_prefix(generator.name()).expect("it is a call").trim_start();
    format!("{arguments} => {}", generator.result(values))
}

impl Row {
    fn among(&self) -> BTreeSet<String> {
        self.values.split(" ; ").map(str::to_owned).collect()
    }

    /// Checks the generator up to the size; returns what is wrong.
    fn wrong(&self) -> Option<String> {
        let verifier = verifier(self.file);
        let generator = verifier.generators().iter().find(|generator| generator.name() == self.generator);
        let generator = generator.unwrap_or_else(|| panic!("{} has no {}", self.file, self.generator));
        let bounds = Bounds::to_size(self.size);
        let bounded = generator.bounded(&bounds).expect("it can be run");
        let is_right =
            bounded.verdict() == self.verdict && self.fits(&bounded) && self.is_found(generator, &bounded);
        (!is_right).then(|| {
            let file = self.file;
            let verified = Verification { bounded: Ok(bounded.clone()), proof: None, repair: None };
            let text = generator.text(&verified, file, everycase_check::report::Detail::Full);
            format!("{file} {} up to size {}: {:?}\n{text}", self.generator, self.size, bounded.end)
        })
    }

    /// Returns whether the numbers are right, and no value was left open.
    fn fits(&self, bounded: &BoundedResult) -> bool {
        let is_known = match self.verdict {
            Verdict::Covers => bounded.covered == self.values.parse().expect("a number of values"),
            _ => true,
        };
        is_known && bounded.not_found.count + bounded.unclear.count == 0
    }

    /// Returns whether the table has what was found, and nothing else.
    fn is_found(&self, generator: &Generator, bounded: &BoundedResult) -> bool {
        let missing: BTreeSet<String> =
            bounded.missing.iter().map(|missing| shown(generator, &missing.values)).collect();
        let outside = bounded.outside.as_ref().map(|outside| shown(generator, &outside.values));
        match self.verdict {
            Verdict::Incomplete => {
                let among = self.among();
                missing.len() == bounded.missing.len()
                    && missing.len() == among.len().min(MOST_MISSING)
                    && missing.is_subset(&among)
                    && bounded.missing.iter().all(|missing| missing.size == self.size)
                    && bounded.through == self.size.checked_sub(1)
                    && outside.is_none()
            }
            Verdict::Unsound => {
                missing.is_empty() && outside.is_some_and(|outside| self.among().contains(&outside))
            }
            _ => {
                missing.is_empty()
                    && outside.is_none()
                    && bounded.through == Some(self.size)
                    && bounded.end == End::Size
                    && !bounded.is_finite
                    && !bounded.outputs_are_whole
            }
        }
    }
}

fn check(is_wanted: impl Fn(&Row) -> bool) {
    let rows: Vec<Row> = table().into_iter().filter(|row| is_wanted(row)).collect();
    let wrong: Vec<String> = rows.iter().filter_map(Row::wrong).collect();
    assert!(!rows.is_empty() && wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_correct_generator_covers_every_value_up_to_a_size() {
    check(|row| row.verdict == Verdict::Covers && !row.file.contains('/'));
}

#[test]
fn a_correct_generator_beside_a_wrong_one_covers_every_value_up_to_a_size() {
    check(|row| row.verdict == Verdict::Covers && row.file.contains('/'));
}

#[test]
fn a_wrong_generator_misses_the_smallest_values_that_it_cannot_produce_and_no_others() {
    let is_all = std::env::var_os("EVERYCASE_VERIFY_SLOW").is_some();
    check(|row| row.verdict == Verdict::Incomplete && (is_all || row.file != SLOW));
}

#[test]
fn an_unsound_generator_covers_its_type_and_produces_a_smallest_value_outside_of_it() {
    check(|row| row.verdict == Verdict::Unsound);
}

#[test]
fn every_generator_of_the_examples_has_a_row() {
    let mut generators = BTreeSet::new();
    for folder in ["", "wrong/", "unsound/"] {
        for entry in std::fs::read_dir(directory().join(folder)).expect("the folder is there") {
            let path = entry.expect("it can be read").path();
            if path.extension().is_some_and(|extension| extension == "pun") {
                let name = path.file_name().expect("it has a name").to_string_lossy();
                let file = format!("{folder}{name}");
                let names =
                    verifier(&file).generators().iter().map(|own| own.name().to_owned()).collect::<Vec<_>>();
                generators.extend(names.into_iter().map(|name| (file.clone(), name)));
            }
        }
    }
    let rows =
        table().iter().map(|row| (row.file.to_owned(), row.generator.to_owned())).collect::<BTreeSet<_>>();
    let of_files = |pairs: &BTreeSet<(String, String)>| {
        pairs.iter().map(|(file, _)| file.clone()).collect::<BTreeSet<_>>()
    };
    assert_eq!(of_files(&rows), of_files(&generators));
    let without: Vec<_> = generators.difference(&rows).collect();
    assert!(without.is_empty(), "{without:?}");
}
