use std::time::Duration;

use num_bigint::BigUint;

use super::super::{About, WIDTH};
use super::*;
use crate::claims::{Claim, Coverage, Domain, Extent, Tally};
use crate::settings::shard::Shard;

const NAME: &str = "as_many_nodes_as_it";

/// Returns the text of a run that has covered this.
fn text(coverage: Coverage, ended: Ending, detail: Detail) -> String {
    let covered = CoverageReport {
        coverage,
        time: Duration::from_millis(59_900),
        ended,
        has_inputs: true,
        laziness: None,
        parts: 1,
        counted_as: Vec::new(),
        undecided: None,
    };
    let report = Report {
        about: About { name: NAME.to_owned(), ..About::default() },
        run: None,
        outcome: Outcome::Passed,
        why: Vec::new(),
        covered: Some(covered),
        findings: Vec::new(),
        notes: Vec::new(),
    };
    report.text(detail)
}

/// Returns the claims about a search of some size, whole or not.
fn searches() -> Vec<(bool, Vec<Claim>)> {
    let tally = |ran: u64, undecided| Tally { undecided, ..Tally::of(ran, ran / 3) };
    let of_size = |size, ran, undecided, of: u64| Claim::of_size(size, tally(ran, undecided), of.into());
    let huge = Claim::of_size(40, tally(12_345, 0), BigUint::from(10u8).pow(41));
    let up_to = |of_any_size, undecided| {
        let extent = Extent::UpTo { of: 694_161u32.into(), is_finished: true, of_any_size };
        Claim { extent, ..of_size(12, 52_001, undecided, 0) }
    };
    vec![
        (false, vec![]),
        (false, vec![of_size(12, 694_161, 0, 694_161)]),
        (false, vec![of_size(12, 694_161, 11, 694_161), of_size(13, 1_200, 0, 2_052_001)]),
        (false, vec![of_size(12, 3_000, 0, 694_161)]),
        (false, vec![huge]),
        (true, vec![up_to(false, 11)]),
        (true, vec![up_to(true, 0)]),
    ]
}

#[test]
fn the_first_line_of_a_report_has_what_was_covered() {
    let mut shortened = 0;
    for (lazily, search) in searches() {
        for (saved, drawn) in [(0, 0), (1, 0), (0, 42_000), (12, 42_000)] {
            for numbers in [None, Some("integers of up to 127 bits".to_owned())] {
                for ended in Ending::ALL {
                    let domain = Domain { numbers: numbers.clone(), ..Domain::default() };
                    let claims = search.iter().cloned();
                    let claims = claims.chain((saved > 0).then(|| Claim::given(Tally::of(saved, 0))));
                    let draws = Claim::drawn(Stream::Draws, 50, Tally::of(drawn, drawn / 7));
                    let claims = claims.chain((drawn > 0).then_some(draws));
                    let coverage = Coverage { domain, lazily, ..Coverage::none(Shard::WHOLE) }.with(claims);
                    // Nothing is drawn where all inputs were run.
                    if drawn > 0 && coverage.is_complete() {
                        continue;
                    }
                    let (whole, exact) = (coverage.brief(), coverage.to_string());
                    let [short, long] =
                        [Detail::Brief, Detail::Full].map(|detail| text(coverage.clone(), ended, detail));
                    let (first, rest) = short.split_once('\n').unwrap_or((&short, ""));
                    assert!(first.chars().count() <= WIDTH && !rest.starts_with("    "), "{short}");
                    assert!(first.starts_with(&format!("testing {NAME}: ok, ")), "{first}");
                    shortened += usize::from(!first.contains(&whole));
                    // In full the exact statement is the first line, or follows the same one.
                    let (beginning, exactly) = long.split_once("\n  exactly: ").unwrap_or((&long, &long));
                    assert!(exactly.replace("\n    ", " ").contains(&exact), "{long}");
                    assert!(beginning == first || beginning.contains(&exact), "{long}");
                    assert!(long.lines().all(|line| line.chars().count() <= WIDTH), "{long}");
                }
            }
        }
    }
    assert!((1..300).contains(&shortened), "{shortened}");
}

#[test]
fn what_does_not_fit_is_left_out_from_its_end() {
    let search = |discarded, undecided| {
        let tally = Tally { undecided, ..Tally::of(694_161, discarded) };
        Coverage::none(Shard::WHOLE).with([Claim::of_size(12, tally, 694_161u32.into())])
    };
    let drawn =
        |undecided| search(231_387, undecided).with([Claim::drawn(Stream::Draws, 50, Tally::of(42_000, 9))]);
    let saved = drawn(11).with([Claim::given(Tally::of(12, 0))]);
    for (coverage, statement) in [
        (search(0, 0), "all 694,161 inputs up to size 12 (in 59.9s, time is up)"),
        (search(231_387, 0), "all 694,161 inputs up to size 12, 33.3% discarded (in 59.9s)"),
        (drawn(0), "all 694,161 inputs up to size 12, 42,000 drawn (in 59.9s)"),
        (saved, "all 694,161 inputs up to size 12, 42,000 drawn, 11 inputs undecided"),
    ] {
        assert_eq!(
            text(coverage, Ending::Time, Detail::Brief).lines().next(),
            Some(&*format!("testing {NAME}: ok, {statement}"))
        );
    }
}
