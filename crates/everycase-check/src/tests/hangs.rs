//! Cases that hang or end their process.

use super::*;
use crate::run::verdict;

#[test]
fn what_a_thread_has_counted_counts_though_it_hangs() {
    let hangs = holds(|input| {
        if input.root().bits() == 42 {
            std::thread::sleep(Duration::from_secs(3));
        }
        true
    });
    let settings = Settings { case_time: Some(Duration::from_millis(300)), ..tests(1000) };
    let checked = run(&bytes(), &hangs, settings);
    assert_eq!(checked.coverage.inputs(), 43);
    assert_eq!(counterexample(checked).tests, 43);
}

#[test]
fn a_case_that_hangs_is_reported_with_its_input_and_left_behind() {
    let free = Arc::new(AtomicBool::new(false));
    for jobs in [1, 3] {
        let hangs = {
            let free = Arc::clone(&free);
            holds(move |input| {
                while input.root().bits() == 42 && !free.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(5));
                }
                true
            })
        };
        let limit = Duration::from_millis(500);
        let settings = Settings { case_time: Some(limit), jobs: Some(jobs), ..tests(1000) };
        let found = counterexample(run(&bytes(), &hangs, settings));
        assert_eq!(found.input.root().bits(), 42);
        assert_eq!(found.failure, Failure::of(Cause::Hung(limit)));
    }
    free.store(true, Ordering::Relaxed);
}

#[test]
fn a_failure_before_a_hang_is_the_one_reported() {
    let hangs = holds(|input| {
        if input.root().bits() == 33 {
            std::thread::sleep(Duration::from_millis(1500));
        }
        input.root().bits() != 32
    });
    let settings = Settings { case_time: Some(Duration::from_millis(500)), jobs: Some(2), ..tests(1000) };
    let found = counterexample(run(&bytes(), &hangs, settings));
    assert_eq!(found.input.root().bits(), 32);
}

#[test]
fn slow_cases_within_the_limit_are_no_hangs() {
    let slow = holds(|_| {
        std::thread::sleep(Duration::from_millis(20));
        true
    });
    let settings = Settings {
        case_time: Some(Duration::from_secs(5)),
        time: Some(Duration::from_millis(200)),
        ..settings()
    };
    let checked = run(&lists(), &slow, settings);
    assert!(matches!(checked.finding, Finding::Nothing));
    assert!(checked.time < Duration::from_secs(3), "{:?}", checked.time);
}

#[test]
fn a_thread_lost_to_a_hang_does_not_stop_shrinking() {
    // On two threads one hangs at a large input while the other fails at a smaller one.
    let hangs = holds(|input| {
        let items = list(input);
        if items.len() >= 13 {
            std::thread::sleep(Duration::from_millis(1500));
        }
        items.len() < 12
    });
    let settings = Settings { case_time: Some(Duration::from_millis(500)), jobs: Some(2), ..tests(4000) };
    let found = counterexample(run(&lists(), &hangs, settings));
    if !found.failure.is_hang() {
        assert_eq!(list(&found.input), [0; 12]);
    }
}

/// Returns a property of numbers whose first run on `number` waits for the second one, and the
/// number of its runs on it.
fn late_once(number: u64) -> (Arc<dyn Subject>, Arc<AtomicU64>) {
    let runs = Arc::new(AtomicU64::new(0));
    let own = Arc::clone(&runs);
    let subject = holds(move |input| {
        if input.root().bits() == number {
            own.fetch_add(1, Ordering::Relaxed);
            while own.load(Ordering::Relaxed) < 2 {
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        true
    });
    (subject, runs)
}

#[test]
fn a_case_that_does_not_return_once_and_then_does_has_not_failed() {
    for jobs in [1, 3] {
        let (subject, runs) = late_once(42);
        let limit = Some(Duration::from_millis(300));
        let checked = run(&bytes(), &subject, Settings { case_time: limit, jobs: Some(jobs), ..tests(1000) });
        assert!(matches!(checked.finding, Finding::Nothing), "{:?}", checked.finding);
        assert_eq!(checked.late, 1);
        assert!(runs.load(Ordering::Relaxed) >= 2);
        // What the thread would have run after it is not claimed.
        assert!(!checked.coverage.is_complete(), "{}", checked.coverage);
    }
}

/// As in a process that is suspended while each thread runs a case.
#[test]
fn cases_that_are_late_on_several_threads_at_once_each_have_a_verdict() {
    let runs = Arc::new(AtomicU64::new(0));
    let own = Arc::clone(&runs);
    let subject = subject(move |input, _| {
        // Two that different threads run.
        if matches!(input.root().bits(), 40 | 41) {
            own.fetch_add(1, Ordering::Relaxed);
            while own.load(Ordering::Relaxed) < 3 {
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        Verdict::Discarded
    });
    let case_time = Some(Duration::from_millis(300));
    let checked = run(&bytes(), &subject, Settings { case_time, jobs: Some(2), ..tests(1000) });
    assert!(matches!(checked.finding, Finding::Unreached(_)), "{:?}", checked.finding);
    assert_eq!(checked.coverage.inputs(), checked.coverage.discards(), "{}", checked.coverage);
}

#[test]
fn saved_inputs_after_a_late_one_are_run_and_fail() {
    let (waits, _) = late_once(42);
    let fails_at_7 = subject(move |input, labels| match input.root().bits() {
        7 => fails(),
        _ => verdict::replay(&*waits, input, labels),
    });
    let saved = [9, 42, 7].map(|number| bytes().parse(&[number]).unwrap());
    let settings = Settings { case_time: Some(Duration::from_millis(300)), jobs: Some(1), ..tests(5) };
    let plan = settings.fill("property");
    let checked = check("property", &bytes(), &fails_at_7, &plan, &saved).unwrap();
    assert_eq!(checked.late, 1);
    let places: Vec<usize> = checked.corrected.iter().map(|input| input.place).collect();
    assert_eq!(places, [0, 1]);
    let found = counterexample(checked);
    assert_eq!((found.input.root().bits(), found.stream, found.tests), (7, Stream::Replay, 3));
    // Examples go on in the same way.
    let (waits, _) = late_once(42);
    let fails_at_7 = subject(move |input, labels| match input.root().bits() {
        7 => fails(),
        _ => verdict::replay(&*waits, input, labels),
    });
    let found = counterexample(examples("property", &bytes(), &fails_at_7, &plan, &saved).unwrap());
    assert_eq!((found.input.root().bits(), found.tests), (7, 3));
}

#[test]
fn a_case_that_fails_when_it_is_run_again_fails_in_that_way() {
    let runs = AtomicU64::new(0);
    let fails_late = holds(move |input| {
        let is_first = input.root().bits() == 42 && runs.fetch_add(1, Ordering::Relaxed) == 0;
        while is_first && runs.load(Ordering::Relaxed) < 2 {
            std::thread::sleep(Duration::from_millis(5));
        }
        input.root().bits() != 42
    });
    let settings = Settings { case_time: Some(Duration::from_millis(300)), ..tests(1000) };
    let found = counterexample(run(&bytes(), &fails_late, settings));
    assert_eq!(found.input.root().bits(), 42);
    assert_eq!(found.failure, Failure::of(Cause::Returned("false".to_owned())));
}

#[test]
fn a_saved_input_that_is_discarded_no_longer_fails_and_time_is_not_up() {
    let small = subject(|input, _| match input.root().bits() {
        100.. => Verdict::Discarded,
        _ => Verdict::Passed,
    });
    let plan = tests(1000).fill("property");
    let saved = [200, 50].map(|number| bytes().parse(&[number]).unwrap());
    let checked = check("property", &bytes(), &small, &plan, &saved).unwrap();
    assert!(matches!(checked.finding, Finding::Nothing));
    let corrected = [(0, true), (1, false)].map(|(place, is_discarded)| Correction { place, is_discarded });
    assert_eq!(checked.corrected, corrected);
    let checked = replay("property", &bytes(), &small, &plan, &saved[0]).unwrap();
    assert!(matches!(checked.finding, Finding::Unreached(Vacuity::AllDiscarded)));
    assert_eq!(checked.ended, Ending::AllSeen);
}

/// Returns a run that ended at lists of sevens.
pub(super) fn death(stream: Stream, lengths: &[usize]) -> Death {
    let sevens = |&length: &usize| lists().parse(&[[1, 7].repeat(length), vec![0]].concat()).unwrap();
    let inputs = lengths.iter().map(sevens).collect();
    let failure = Failure::of(Cause::Died("signal 9 (SIGKILL)".to_owned()));
    Death { failure, stream, tests: 70, inputs, start: Instant::now(), why: Why::Died }
}

fn taken_over(plan: &Plan, subject: &Arc<dyn Subject>, death: &Death) -> Result<CheckResult, CheckError> {
    take_over("property", &lists(), subject, plan, death)
}

#[test]
fn a_run_that_died_is_taken_over_at_the_input_that_ends_its_process_again() {
    let dies = holds(|input| list(input).len() < 3);
    let plan = Settings { isolate: Some(true), ..settings() }.fill("property");
    // One of two threads was at a list that is short enough.
    let death = death(Stream::Draws, &[2, 5]);
    let found = counterexample(taken_over(&plan, &dies, &death).unwrap());
    assert_eq!(list(&found.input), [0, 0, 0]);
    assert_eq!((found.stream, found.minimal, found.flaky), (Stream::Draws, Minimal::Locally, false));
    assert_eq!(found.tests, 70);

    // By size, and replayed, there is nothing to shrink.
    let death = Death { stream: Stream::Search, ..death };
    let found = counterexample(taken_over(&plan, &dies, &death).unwrap());
    assert_eq!((&found.input, found.minimal), (&death.inputs[1], Minimal::Size));
    let plan = Plan { replay: Some("1:1".to_owned()), ..plan };
    let found = counterexample(taken_over(&plan, &dies, &death).unwrap());
    assert_eq!((&found.input, found.minimal), (&death.inputs[1], Minimal::No));
}

#[test]
fn a_death_that_does_not_come_back_is_called_flaky() {
    let death = death(Stream::Draws, &[2, 5]);
    let found = counterexample(taken_over(&settings().fill("property"), &holds(|_| true), &death).unwrap());
    assert_eq!((&found.input, &found.failure), (&death.inputs[0], &death.failure));
    assert!(found.flaky);
}

#[test]
fn a_death_before_the_first_input_is_an_error() {
    let death = death(Stream::Replay, &[]);
    let error = taken_over(&settings().fill("property"), &holds(|_| true), &death).unwrap_err();
    assert_eq!(error.to_string(), "before the first input it ended its process with signal 9 (SIGKILL)");
}

#[test]
fn hangs_are_shrunk_where_they_cost_nothing() {
    let hangs = subject(|input, _| match list(input).len() {
        0..3 => Verdict::Passed,
        _ => Verdict::Failed(Box::new(Failure::of(Cause::Hung(Duration::from_secs(1))))),
    });
    let death = death(Stream::Draws, &[5]);
    let plan = Settings { isolate: Some(true), ..settings() }.fill("property");
    let found = counterexample(taken_over(&plan, &hangs, &death).unwrap());
    assert_eq!((list(&found.input), found.minimal), (vec![0, 0, 0], Minimal::Locally));
    // In place each of them would leave a thread behind.
    let found = counterexample(taken_over(&settings().fill("property"), &hangs, &death).unwrap());
    assert_eq!((&found.input, found.minimal), (&death.inputs[0], Minimal::No));
}

/// Returns a subject that fails on lists of at least six elements and takes long on lists of three,
/// the first `times` times, and the number of its runs on these.
fn hangs_at_three(times: u64) -> (Arc<dyn Subject>, Arc<AtomicU64>) {
    let runs = Arc::new(AtomicU64::new(0));
    let own = Arc::clone(&runs);
    let subject = holds(move |input| {
        let length = list(input).len();
        if length == 3 && own.fetch_add(1, Ordering::Relaxed) < times {
            std::thread::sleep(Duration::from_secs(4));
        }
        length < 6
    });
    (subject, runs)
}

#[test]
fn an_input_that_hangs_while_another_is_shrunk_is_a_second_finding_if_it_hangs_again() {
    let saved = [lists().parse(&[[1, 7].repeat(6), vec![0]].concat()).unwrap()];
    let limit = Duration::from_millis(500);
    for (times, is_found) in [(u64::MAX, true), (1, false)] {
        let plan = Settings { case_time: Some(limit), ..tests(1000) }.fill("property");
        let (subject, runs) = hangs_at_three(times);
        let checked = check("property", &lists(), &subject, &plan, &saved).unwrap();
        let further: Vec<_> = checked.further.iter().map(|found| list(&found.input)).collect();
        assert_eq!(further, if is_found { vec![vec![0, 0, 0]] } else { vec![] }, "{:?}", checked.further);
        assert!(checked.further.iter().all(|found| found.failure == Failure::of(Cause::Hung(limit))));
        if is_found {
            // It has hung, and was run again.
            assert_eq!(runs.load(Ordering::Relaxed), 2);
        }
        let found = counterexample(checked);
        let minimal = if is_found { Minimal::No } else { Minimal::Locally };
        assert_eq!((list(&found.input), found.minimal), (vec![0; 6], minimal), "{found:?}");
        assert!(returned_false(&found), "{found:?}");
    }
}

#[test]
fn where_hangs_cost_nothing_shrinking_goes_on_after_one() {
    let hung = |input: &Derivation| list(input).len() == 3;
    let subject = subject(move |input, _| match list(input).len() {
        _ if hung(input) => Verdict::Failed(Box::new(Failure::of(Cause::Hung(Duration::from_secs(1))))),
        0..6 => Verdict::Passed,
        _ => fails(),
    });
    let plan = Settings { isolate: Some(true), ..settings() }.fill("property");
    let checked = taken_over(&plan, &subject, &death(Stream::Draws, &[9])).unwrap();
    let further: Vec<_> = checked.further.iter().map(|other| list(&other.input)).collect();
    assert_eq!(further, [vec![0, 0, 0]]);
    let found = counterexample(checked);
    assert_eq!((list(&found.input), found.minimal), (vec![0; 6], Minimal::No));
}

#[test]
fn a_run_that_ended_with_an_input_that_hung_twice_is_taken_over_without_running_it_again() {
    let runs = Arc::new(AtomicU64::new(0));
    let own = Arc::clone(&runs);
    let passes = holds(move |input| {
        own.fetch_add(u64::from(list(input) == [7; 5]), Ordering::Relaxed);
        true
    });
    let failure = Failure::of(Cause::Hung(Duration::from_secs(1)));
    let death = Death { failure, why: Why::Hung, ..death(Stream::Search, &[5]) };
    let plan = Settings { isolate: Some(true), ..settings() }.fill("property");
    let found = counterexample(taken_over(&plan, &passes, &death).unwrap());
    assert_eq!((&found.input, &found.failure, found.tests), (&death.inputs[0], &death.failure, 70));
    assert!(!found.flaky && runs.load(Ordering::Relaxed) == 0, "{found:?}");
}

#[test]
fn a_hang_in_a_process_of_its_own_counts_if_it_hangs_there_again() {
    for (times, is_found) in [(u64::MAX, true), (1, false)] {
        let hung = AtomicU64::new(0);
        let subject = subject(move |input, _| match list(input).len() {
            3 if hung.fetch_add(1, Ordering::Relaxed) < times => {
                Verdict::Failed(Box::new(Failure::of(Cause::Hung(Duration::from_secs(1)))))
            }
            0..=3 => Verdict::Passed,
            _ => fails(),
        });
        let plan = Settings { isolate: Some(true), ..settings() }.fill("property");
        let checked = taken_over(&plan, &subject, &death(Stream::Draws, &[9])).unwrap();
        let further: Vec<_> = checked.further.iter().map(|other| list(&other.input)).collect();
        assert_eq!(further, if is_found { vec![vec![0, 0, 0]] } else { vec![] });
        assert_eq!(checked.late, u64::from(!is_found));
        let found = counterexample(checked);
        let minimal = if is_found { Minimal::No } else { Minimal::Locally };
        assert_eq!((list(&found.input), found.minimal), (vec![0; 4], minimal));
    }
}
