//! Lazy cases that do not return in time.

use std::sync::atomic::AtomicBool;
use std::thread::sleep;
use std::time::Duration;

use super::*;

const LIMIT: Duration = Duration::from_millis(300);
const MOMENT: Duration = Duration::from_millis(5);

/// Of the search, and of draws, which are of longer lists.
const LENGTHS: [usize; 2] = [2, 7];

fn settings(jobs: u64) -> Settings {
    Settings { tests: Some(3000), jobs: Some(jobs), case_time: Some(LIMIT), ..Settings::default() }
}

#[test]
fn a_lazy_case_that_hangs_is_reported_with_an_input_that_hangs_alone() {
    for length in LENGTHS {
        for jobs in [1, 2] {
            let is_free = Arc::new(AtomicBool::new(false));
            let hangs = {
                let is_free = Arc::clone(&is_free);
                Ascending::new(move |items: &[u64]| {
                    while items.len() >= length && !is_free.load(Ordering::Relaxed) {
                        sleep(MOMENT);
                    }
                    Verdict::Passed
                })
            };
            let subject: Arc<dyn Subject> = Arc::clone(&hangs) as _;
            let checked = run(&subject, settings(jobs)).unwrap();
            let Finding::Counterexample(found) = &checked.finding else { panic!("{}", checked.coverage) };
            assert_eq!(found.failure, Failure::of(Cause::Hung(LIMIT)));
            let items = list(&found.input);
            assert!(items.len() >= length && items.is_sorted(), "{items:?}");
            assert_eq!(checked.late, 0);
            is_free.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_lazy_case_that_is_late_once_has_not_failed() {
    for length in LENGTHS {
        for jobs in [1, 2] {
            let runs = Arc::new(AtomicU64::new(0));
            let late = {
                let runs = Arc::clone(&runs);
                Ascending::new(move |items: &[u64]| {
                    if items.len() >= length && runs.fetch_add(1, Ordering::Relaxed) == 0 {
                        while runs.load(Ordering::Relaxed) < 2 {
                            sleep(MOMENT);
                        }
                    }
                    Verdict::Passed
                })
            };
            let subject: Arc<dyn Subject> = Arc::clone(&late) as _;
            let checked = run(&subject, settings(jobs)).unwrap();
            assert!(matches!(checked.finding, Finding::Nothing), "{:?}", checked.finding);
            // With two threads, the second one may have run such a list meanwhile.
            assert!(runs.load(Ordering::Relaxed) >= 2);
            assert!(checked.late == 1 || jobs == 2, "{}", checked.coverage);
        }
    }
}
