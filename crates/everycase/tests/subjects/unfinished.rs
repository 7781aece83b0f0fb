//! Properties that end their process, or wait until it is killed.

use std::fs;
use std::process::{abort, exit};
use std::thread::sleep;
use std::time::Duration;

use everycase::prelude::*;
use everycase::{IntoOutcome, Settings};

use crate::site::{self, overflow};

/// Runs a property as the test of that name, of the crate that the environment names.
fn run<T, O>(name: &str, settings: Settings, property: impl Fn(T) -> O + Send + Sync + 'static)
where
    T: Enumerable + 'static,
    O: IntoOutcome,
{
    site::run(module_path!(), name, settings, property);
}

fn tests(tests: u64) -> Settings {
    Settings { tests: Some(tests), seed: Some(7), ..Settings::default() }
}

/// Whether the bug is still there.
fn is_faulty() -> bool {
    std::env::var_os("RUNNER_MENDED").is_none()
}

#[test]
fn exits() {
    run("exits", tests(1000), |n: u8| {
        if n >= 9 && is_faulty() {
            exit(0);
        }
    });
}

#[test]
fn aborts() {
    run("aborts", tests(1000), |n: u8| {
        if n >= 9 && is_faulty() {
            abort();
        }
    });
}

#[test]
fn overflows() {
    run("overflows", tests(1000), |n: u8| n < 9 || !is_faulty() || overflow(0) > 0);
}

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("dropped");
    }
}

#[test]
fn panics_twice() {
    run("panics_twice", tests(1000), |n: u8| {
        if n >= 9 && is_faulty() {
            let _bomb = Bomb;
            panic!("thrown");
        }
    });
}

/// A property that holds, and waits in its first case if a variable asks for it. Its seed is not fixed.
fn wait(name: &str) {
    let time = Some(Duration::from_millis(100));
    run(name, Settings { time, case_time: Some(Duration::MAX), ..Settings::default() }, |_: (u8, bool)| {
        if std::env::var_os("RUNNER_WAITS").is_some() {
            let dir = std::env::var("RUNNER_CRATE").unwrap();
            fs::write(format!("{dir}/waits"), "").unwrap();
            sleep(Duration::from_secs(60 * 60));
        }
    });
}

#[test]
fn waits() {
    wait("waits");
}

#[test]
fn has_another_name() {
    wait("nowhere");
}

#[test]
fn checks() {
    everycase::check_with(tests(10), bool::space(), |_| {
        if std::env::var_os("RUNNER_WAITS").is_some() {
            exit(0);
        }
    });
}
