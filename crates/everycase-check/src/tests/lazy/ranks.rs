//! Searches of structures beside the search of all inputs.

use super::*;
use crate::claims::stream::Stream;
use crate::settings::Plan;

fn planned(settings: Settings) -> Plan {
    let mut plan = Settings { seed: Some(7), ..settings }.fill("lazy");
    plan.budget.structures = true;
    plan
}

fn tests(tests: u64) -> Settings {
    Settings { tests: Some(tests), ..Settings::default() }
}

/// Returns a subject that fails for lists of ten numbers with three pairs of equal neighbours, at
/// given places.
fn three_pairs() -> Arc<Ascending<impl Fn(&[u64]) -> Verdict + Send + Sync>> {
    Ascending::new(|items: &[u64]| {
        let has_pair = |(place, pair): (usize, &[u64])| (pair[0] == pair[1]) == [1, 4, 6].contains(&place);
        let fits = items.len() == 10 && items.windows(2).enumerate().all(has_pair);
        if fits { fails() } else { Verdict::Passed }
    })
}

#[test]
fn an_order_of_many_numbers_is_found_before_the_exact_sizes_reach_it() {
    let subject: Arc<dyn Subject> = three_pairs();
    let exact = run(&subject, tests(60_000)).unwrap();
    assert!(matches!(exact.finding, Finding::Nothing), "the exhaustive search does not reach it");
    let checked = check("lazy", &lists(), &subject, &planned(tests(60_000)), &[]).unwrap();
    let Finding::Counterexample(found) = checked.finding else { panic!("{}", checked.coverage) };
    assert_eq!(found.stream, Stream::Orders);
    assert_eq!(list(&found.input), [0, 1, 1, 2, 3, 3, 4, 4, 5, 6]);
    assert!(found.tests < 60_000, "{}", found.tests);
}

#[test]
fn the_runs_of_the_search_of_structures_are_counted_and_within_their_share() {
    for jobs in [1, 3] {
        let ascending = Ascending::new(|_: &[u64]| Verdict::Passed);
        let subject: Arc<dyn Subject> = Arc::clone(&ascending) as _;
        let plan = planned(Settings { jobs: Some(jobs), ..tests(4_000) });
        let checked = check("lazy", &lists(), &subject, &plan, &[]).unwrap();
        let ranks = checked.coverage.one(Stream::Orders).unwrap();
        assert!((100..=500).contains(&ranks.tally.ran), "{ranks:?}");
        assert!(ranks.size > 8, "{ranks:?}");
        assert!(checked.coverage.inputs() <= 4_000, "{}", checked.coverage.inputs());
        let longest = ascending.seen.lock().unwrap().iter().map(Vec::len).max();
        assert!(longest >= Some(5), "{longest:?}");
    }
}

#[test]
fn with_a_size_bound_and_in_other_parts_than_the_first_there_is_none() {
    let subject: Arc<dyn Subject> = Ascending::new(|_: &[u64]| Verdict::Passed);
    let none = |settings: Settings| {
        let checked = check("lazy", &lists(), &subject, &planned(settings), &[]).unwrap();
        checked.coverage.one(Stream::Orders).is_none()
    };
    assert!(none(Settings { size: Some(12), ..tests(4_000) }));
    assert!(none(Settings { shard: Shard::new(1, 2), ..tests(4_000) }));
    assert!(!none(Settings { shard: Shard::new(0, 2), ..tests(4_000) }));
}
