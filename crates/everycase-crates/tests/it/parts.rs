//! An exploration in parts: what the parts have run and found together, and which do not belong
//! together.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use everycase_check::report::Detail;
use everycase_check::report::merge::MergeError;
use everycase_check::settings::seed::Seed;
use everycase_check::settings::shard::Shard;
use everycase_check::text::encoding::Fingerprint;
use everycase_crates::explore::Options;
use everycase_crates::report::Report;
use everycase_crates::report::merge::merge;

use crate::building::Built;
use crate::building::options::options;
use crate::building::pair::manifest;

/// The largest size.
const LARGEST: u32 = 5;

fn explored(shard: Shard, seed: u64) -> Report {
    explored_only(&[], shard, seed)
}

fn explored_only(only: &[&str], shard: Shard, seed: u64) -> Report {
    static BUILT: OnceLock<Built> = OnceLock::new();
    let built = BUILT.get_or_init(|| Built::of(&manifest("reach"), "parts"));
    let only = only.iter().map(|own| (*own).to_owned()).collect();
    let own = Options { most_size: Some(LARGEST), only, shard, seed: Seed(seed), ..options(60_000) };
    let found = built.explored(&own);
    Report::new(&built.target, &built.candidates.items, &built.driver, &found, &own)
}

fn parts(of: u64) -> Vec<(Shard, Report)> {
    let parts = (0..of).map(|index| Shard::new(index, of).unwrap());
    parts.map(|own| (own, explored(own, 1))).collect()
}

#[test]
fn parts_have_run_together_what_the_whole_has_run_and_found_what_is_in_it() {
    let whole = explored(Shard::WHOLE, 1);
    assert_eq!((whole.through, whole.divided), (LARGEST, None));
    let parts = parts(3);
    for (shard, own) in &parts {
        assert_eq!((own.through, own.divided), (LARGEST - 1, Some(LARGEST)), "{shard}");
        let line = format!("through size {} and this part of size {LARGEST}, with one of each", LARGEST - 1);
        assert!(own.text(Detail::Brief).contains(&line), "{}", own.text(Detail::Brief));
        assert!(own.text(Detail::Brief).contains(&format!(", part {shard}: ")));
    }
    // What only draws have found differs from part to part.
    let drawn: BTreeSet<u64> = parts.iter().map(|own| own.1.calls).collect();
    assert!(drawn.len() > 1);
    let merged = merge(parts.clone()).unwrap();
    assert_eq!((merged.through, merged.divided, merged.shard), (LARGEST, None, None));
    let places = |own: &Report| -> BTreeSet<Option<String>> {
        let exhaustive = own.findings.iter().filter(|own| own.size <= LARGEST);
        exhaustive.map(|own| own.place.clone()).collect()
    };
    assert!(!places(&whole).is_empty());
    assert!(places(&merged).is_superset(&places(&whole)), "{:?} {:?}", places(&merged), places(&whole));
    let counts = parts.iter().flat_map(|own| &own.1.findings).map(|own| own.count).sum::<u64>();
    assert_eq!(merged.findings.iter().map(|own| own.count).sum::<u64>(), counts);
    assert_eq!(merged.calls, parts.iter().map(|own| own.1.calls).sum::<u64>());
    assert!(parts.iter().all(|own| merged.returned >= own.1.returned));
    assert!(merged.returned <= merged.called && merged.called <= merged.functions);
    assert_eq!(merged.not_returned.len() as u64, merged.functions - merged.returned);
    let text = merged.text(Detail::Brief);
    assert!(!text.contains(", part ") && text.contains("lines reached: a lower bound"), "{text}");
}

#[test]
fn parts_that_have_divided_other_expressions_claim_the_smaller_sizes_only() {
    let mut parts = parts(2);
    assert_eq!(merge(parts.clone()).unwrap().through, LARGEST);
    parts[1].1.order = Some(Fingerprint(0));
    assert_eq!(merge(parts.clone()).unwrap().through, LARGEST - 1);
    // One that has not come to the end of its share.
    (parts[1].1.order, parts[1].1.divided) = (None, None);
    assert_eq!(merge(parts).unwrap().through, LARGEST - 1);
}

#[test]
fn parts_that_are_missing_or_of_another_exploration_are_not_merged() {
    let mut parts = parts(2);
    let missing = merge(parts[1..].to_vec()).unwrap_err();
    assert!(matches!(&missing, MergeError::Missing { parts, of: 2 } if *parts == [0]), "{missing}");
    let interrupted =
        vec![parts[0].clone(), (parts[1].0, Report { is_interrupted: true, ..parts[1].1.clone() })];
    assert!(matches!(merge(interrupted), Err(MergeError::Interrupted(_))));
    // What a part has not tested it has not told.
    let other = vec![parts[0].clone(), (parts[1].0, explored_only(&["failing"], parts[1].0, 1))];
    assert!(matches!(merge(other), Err(MergeError::Differs { what: "tested functions", .. })));
    parts[1].1 = explored(parts[1].0, 2);
    assert!(matches!(merge(parts), Err(MergeError::Differs { what: "seed", .. })));
}
