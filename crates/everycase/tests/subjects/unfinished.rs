//! Properties that end their process, or wait until it is killed.

use std::fs;
use std::process::{abort, exit};
use std::thread::sleep;
use std::time::Duration;

use everycase::__private::{self as private, Site};
use everycase::prelude::*;
use everycase::{IntoOutcome, Settings};

/// Runs a property as the test of that name, of the crate that the environment names.
fn run<T, O>(name: &str, settings: Settings, property: impl Fn(T) -> O + Send + Sync + 'static)
where
    T: Enumerable + 'static,
    O: IntoOutcome,
{
    let dir = std::env::var("RUNNER_CRATE").expect("a test runs this");
    let site = Site {
        name,
        module: module_path!(),
        test: &format!("{}::{name}", module_path!()),
        should_panic: false,
        file: "tests/bytes.rs",
        line: 7,
        manifest_dir: &dir,
        package: Some("everycase"),
        binary: None,
        tmpdir: Some("/tmp"),
    };
    let input = private::Parameter {
        name: "input",
        pattern: "input",
        lent: None,
        ty: None,
        space: T::space(),
        own: None,
        uses: private::Uses::NONE,
    };
    let inputs = private::inputs((input,), module_path!());
    private::Property::new(site, settings).run(inputs, move |(input,)| property(input).into_outcome());
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

/// Recurses without end.
#[expect(unconditional_recursion)]
fn overflow(n: u64) -> u64 {
    std::hint::black_box(overflow(std::hint::black_box(n + 1))) + 1
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
