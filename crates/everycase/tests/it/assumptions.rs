//! Unmet assumptions that return without unwinding discard exactly the inputs that unwinding discards.
//!
//! The properties are subjects, each run in a process of its own.

use std::cell::Cell;

use crate::support::transcript::transcript;
use everycase::prelude::*;

/// Is the stack unwinding when this is dropped?
struct Guard;

thread_local! {
    static UNWOUND: Cell<u32> = const { Cell::new(0) };
    static RETURNED: Cell<u32> = const { Cell::new(0) };
}

impl Drop for Guard {
    fn drop(&mut self) {
        let count = if std::thread::panicking() { &UNWOUND } else { &RETURNED };
        count.set(count.get() + 1);
    }
}

/// Where this thread's drops were since the last time: returning, unwinding.
fn drops() -> (u32, u32) {
    (RETURNED.take(), UNWOUND.take())
}

#[property(tests = 50, jobs = 1)]
fn assumptions_among_the_statements_do_not_unwind(n: u8) {
    assert_eq!(drops().1, 0);
    let _guard = Guard;
    assume(n < 9);
    everycase::assume(n != 3);
    assert!(n < 9 && n != 3);
}

#[property(tests = 50, jobs = 1)]
fn assumptions_elsewhere_unwind(n: u8) {
    assert_eq!(drops().0, 0);
    if n >= 9 {
        let _guard = Guard;
        assume(false);
    }
    assert!(n < 9);
}

#[test]
fn the_same_runs_are_made_and_discarded_as_by_unwinding() {
    let report = transcript("early");
    assert!(report.contains(" runs discarded (") && report.contains("with an element"), "{report}");
    assert_eq!(report, transcript("unwinding").replace("unwinding", "early"));
}

/// Demands something when it goes out of scope, as mocks do that have been promised calls.
struct Demanding(bool);

impl Drop for Demanding {
    fn drop(&mut self) {
        assert!(std::thread::panicking() || self.0, "dropped too early");
    }
}

#[property]
fn what_fails_when_it_is_dropped_on_the_way_out_does_not_count(n: u8) {
    let mut demanding = Demanding(false);
    assume(n > 100);
    demanding.0 = true;
}

#[property]
fn what_a_property_returns_for_a_discarded_input_is_not_looked_at(n: u8) -> bool {
    assume(n > 100);
    n > 100
}

/// What unwinding is left for: a property may return a type of one's own.
struct Mine(bool);

impl everycase::IntoOutcome for Mine {
    fn into_outcome(self) -> everycase::Outcome {
        self.0.into_outcome()
    }
}

#[property]
fn a_result_of_ones_own_is_discarded_too(n: u8) -> Mine {
    assume(n > 100);
    Mine(n > 100)
}

#[property(tests = 20, jobs = 1)]
fn a_property_within_a_property_discards_its_own_inputs(n: u8) {
    everycase::check(u8::space(), |m| assume(m > 3));
    assume(n > 3);
    assert!(n > 3);
}

/// Another function of the name is called with what it is given, and as often.
mod others {
    use std::cell::Cell;

    use everycase::{Lazy, property};

    thread_local! {
        static CALLS: Cell<u32> = const { Cell::new(0) };
    }

    fn assume(condition: bool) -> bool {
        CALLS.set(CALLS.get() + 1);
        everycase::assume(true);
        condition
    }

    #[property(tests = 20)]
    fn a_function_of_ones_own(list: Lazy<Vec<u8>>) {
        let before = CALLS.get();
        assume(false);
        assert_eq!(CALLS.get(), before + 1);
        list.force();
    }

    mod discarding {
        fn assume(condition: bool) {
            everycase::assume(condition);
            assert!(condition, "this is not reached otherwise");
        }

        #[everycase::property(tests = 20)]
        fn a_function_that_assumes(n: u8) {
            assume(n > 3);
            assert!(n > 3);
        }
    }

    mod generic {
        fn assume<T: AsRef<str> + ?Sized>(text: &T) {
            assert_eq!(text.as_ref(), "x");
        }

        #[everycase::property(tests = 20)]
        fn a_generic_function(text: String) {
            let text = if text.is_empty() { "x".to_owned() } else { text.split_at(0).0.to_owned() + "x" };
            assume(&text);
            assume("x");
        }
    }

    mod variable {
        #[everycase::property(tests = 20)]
        fn a_closure(n: u8) {
            let mut sum = 0;
            let mut assume = |m: u8| sum += u32::from(m);
            assume(n);
            assume(n);
            assert_eq!(sum, 2 * u32::from(n));
        }
    }
}

#[property(tests = 200, jobs = 1)]
fn a_property_that_calls_itself_is_left_as_a_whole(n: u8) {
    assume(n != 1);
    if n > 0 {
        a_property_that_calls_itself_is_left_as_a_whole(n - 1);
    }
    assert_eq!(n, 0, "all others come to 1");
}
