//! Properties of bytes that hold, fail, hang or panic.

use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use everycase::__private::{self as private};
use everycase::prelude::*;
use everycase::{IntoOutcome, Settings, check_with};

use crate::site::{self, parameter};

/// Runs a property of bytes whose crate is the directory that the environment names.
fn run<O: IntoOutcome>(settings: Settings, property: impl Fn(u8) -> O + Send + Sync + 'static) {
    let k = parameter("k", "u8", u8::space());
    let inputs = private::inputs((k,), module_path!());
    site::at("bytes::tests", "holds", |site| {
        private::Property::new(site, settings).run(inputs, move |(k,)| property(k).into_outcome());
    });
}

fn tests(tests: u64) -> Settings {
    Settings { tests: Some(tests), seed: Some(7), ..Settings::default() }
}

#[test]
fn child_holds() {
    run(tests(1000), |k| {
        label(if k < 128 { "low" } else { "high" });
        tabulate("k", 0);
        tabulate("k", k);
        tabulate("low", if k < 128 { "yes" } else { "no" });
        assume(k != 3);
    });
}

#[test]
fn child_holds_by_default() {
    check_with(Settings::default(), u64::space(), |_: u64| true);
}

#[test]
fn child_is_done_at_once() {
    check_with(Settings::default(), bool::space(), |_: bool| true);
}

#[test]
fn child_fails_at_77() {
    run(tests(1000), |k| assert!(k != 77, "not {k}"));
}

#[test]
fn child_fails_where_told() {
    let at: u8 = std::env::var("RUNNER_FAILS_AT").unwrap().parse().unwrap();
    run(tests(1000), move |k| k != at);
}

#[test]
fn child_fails_once() {
    let failed = std::sync::atomic::AtomicBool::new(std::env::var_os("RUNNER_PASSES").is_some());
    let always = std::env::var_os("RUNNER_ALWAYS").is_some();
    run(tests(1000), move |k| {
        assert!(k != 9 || !always && failed.swap(true, std::sync::atomic::Ordering::Relaxed), "not {k}");
    });
}

#[test]
fn child_fails_once_where_told() {
    let at: u8 = std::env::var("RUNNER_FAILS_AT").unwrap().parse().unwrap();
    let failed = std::sync::atomic::AtomicBool::new(false);
    run(tests(1000), move |k| k != at || failed.swap(true, std::sync::atomic::Ordering::Relaxed));
}

#[test]
fn child_hangs() {
    let settings = Settings { case_time: Some(Duration::from_millis(500)), ..tests(1000) };
    run(settings, |k| {
        if k == 9 {
            thread::sleep(Duration::from_secs(60 * 60));
        }
    });
}

/// Recurses as deep as told, half a kibibyte a level.
fn recurse(depth: u32) -> u32 {
    let room = std::hint::black_box([depth; 128]);
    if depth == 0 { 0 } else { recurse(depth - 1) + u32::from(room[127] == depth) }
}

#[test]
fn child_decodes_deep_inputs() {
    // Twice the stack of a test.
    let deep = u16::space().map(|n| if n < 300 { n } else { n + u16::from(recurse(8 << 10) == 0) });
    check_with(tests(1000), deep, |n: u16| n < 300);
}

#[test]
fn child_builds_inputs_that_panic() {
    let space = u8::space().flat_map(|n| {
        assert!(*n != 3, "no space for {n}");
        u8::space()
    });
    check_with(tests(1000), space, |_| true);
}

#[test]
fn child_panics_beside_another_thread() {
    let (go, wait) = channel::<()>();
    let (done, finished) = channel::<()>();
    let other = thread::Builder::new().name("another".to_owned()).spawn(move || {
        let _ = wait.recv();
        let caught = std::panic::catch_unwind(|| panic!("of another thread"));
        done.send(()).unwrap();
        caught.is_err()
    });
    let (go, finished) = (Mutex::new(Some(go)), Arc::new(Mutex::new(finished)));
    let property = move |k: u8| {
        if k == 5 {
            // The other thread panics now, while a property runs here; then so does the property.
            if go.lock().unwrap().take().is_some() {
                finished.lock().unwrap().recv().unwrap();
            }
            panic!("of the property");
        }
    };
    let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(tests(1000), property)));
    assert!(other.unwrap().join().unwrap());
    std::panic::resume_unwind(failed.unwrap_err());
}
